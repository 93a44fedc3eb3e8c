from __future__ import annotations

import pandas as pd
import pytest

from gis.layers.journal import Journal
from gis.model.edition import Kind
from tests.gis.layers.rows.test_cells import listed, read


def refused(journal: Journal) -> list[tuple[str, int | None]]:
    return [(note.rule, note.row) for note in journal.refusals]


@pytest.mark.parametrize(
    ("name", "code", "rule"),
    [
        ("Vernon", "123", None),
        ("VERNON COUNTY", 123, None),
        ("Saint Croix", "55109", None),
        ("Vernon", None, None),
        ("Vernon", "001", "county_contradicts_code"),  # Adams
        ("Vernon", "999", "county_contradicts_code"),
        ("Narnia", "999", "value_unreadable"),
        ("Narnia", None, "value_unreadable"),
    ],
)
def test_the_name_of_a_county_and_its_code_must_agree(name: str, code: object, rule: str | None) -> None:
    rows = pd.DataFrame({"name": [name], "county_fips": pd.Series([code], dtype=object)})
    _, journal = read("counties", rows)
    assert refused(journal) == ([] if rule is None else [(rule, 0)])


def test_more_voters_than_residents_are_listed_and_kept() -> None:
    rows = pd.DataFrame(
        {
            "municipality": ["Town of Alder", "Town of Birch", "Town of Cedar"],
            "county": ["Vernon"] * 3,
            "year": ["2023"] * 3,
            "population": [100, 100, 100],
            "voting_age_population": ["101", "100", None],
        }
    )
    table, journal = read("populations", rows)
    assert listed(journal) == [("voters_above_population", 0)]
    assert table["voting_age_population"].tolist()[0] == 101


@pytest.mark.parametrize(("kind", "column"), [("municipalities", "name"), ("zoning", "zone"), ("districts", "name")])
@pytest.mark.parametrize(
    ("start", "end", "is_reversed"),
    [
        ("1998-01-02", "1990-01-02", True),
        ("1998-01-02", "1998-01-02", False),
        ("1998-01-02", "1998", False),  # some day of that year
        ("1998-01-02", "1997", True),
        ("1998-01-02", None, False),
        (None, "1998-01-02", False),
    ],
)
def test_what_ends_before_it_begins_is_listed(
    kind: Kind, column: str, start: str | None, end: str | None, is_reversed: bool
) -> None:
    row = {column: ["Town of Alder"], "county": ["Vernon"], "valid_from": [start], "valid_to": [end]}
    table, journal = read(kind, pd.DataFrame(row, dtype=object))
    assert listed(journal) == ([("validity_reversed", 0)] if is_reversed else [])
    assert [table["valid_from"].iloc[0], table["valid_to"].iloc[0]] == [start, end]
