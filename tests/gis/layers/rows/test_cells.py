"""What does import make of cells, column by column and kind by kind?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from gis.layers.contracts import CONTRACTS
from gis.layers.journal import Journal
from gis.layers.presets.choosing import choose_preset
from gis.layers.rows.cells import verbatim
from gis.layers.rows.columns import canonical_rows
from gis.model.edition import Kind

NAME = "ZZQOWNER"


def read(kind: Kind, rows: pd.DataFrame, preset: str = "generic") -> tuple[pd.DataFrame, Journal]:
    journal = Journal()
    column_map = choose_preset(kind, [str(name) for name in rows], preset, {}, "a test")
    return canonical_rows(kind, rows, column_map, journal).table, journal


def cells(*values: object) -> pd.Series[Any]:
    return pd.Series(list(values), dtype=object)


def plain(column: pd.Series[Any]) -> list[object]:
    return [None if value is None or value is pd.NA or value != value else value for value in column.tolist()]  # noqa: PLR0124  only a NaN differs from itself


def listed(journal: Journal) -> list[tuple[str, int | None]]:
    return sorted((note.rule, note.row) for note in (*journal.refusals, *journal.repairs))


@pytest.mark.parametrize(
    "value",
    [
        "1.23457E+12",
        "1.2e+12",
        " 1.2E+12 ",
        "1E+05",
        1e22,
        2.0**53,
        -(2.0**53),
        1.234567890123456e17,
    ],
)
def test_an_id_that_lost_its_digits_is_no_id(value: object) -> None:
    with pytest.raises(ValueError, match=r"digits of an id"):
        verbatim(value)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("1E5", "1E5"),  # a lot of a block, perhaps
        ("12E+5", "12E+5"),  # no program writes a power so
        ("E+5", "E+5"),
        ("1.5", "1.5"),
        (2.0**53 - 1, "9007199254740991"),
        (123456789012345671, "123456789012345671"),  # a whole number holds each digit
        (np.float64(7), "7"),
        ("0012.0", "0012.0"),
    ],
)
def test_an_id_stands_as_published(value: object, found: str) -> None:
    assert verbatim(value) == found


# The column that must bear the id, of every kind that reads one as published.
IDS: list[tuple[Kind, str]] = [
    (kind, name)
    for kind, contract in CONTRACTS.items()
    for name in contract.names
    if name in {*contract.key, *contract.required} and name.endswith("_id")
]


@pytest.mark.parametrize(("kind", "name"), IDS)
def test_lost_digits_are_listed_in_every_kind_and_refuse_rows_that_need_the_id(kind: Kind, name: str) -> None:
    needed = dict.fromkeys(CONTRACTS[kind].required, "1")
    rows = pd.DataFrame([{**needed, name: text} for text in ("1.2E+12", "1.2E+12", "12-3")], dtype=object)
    table, journal = read(kind, rows)
    assert [note for note in listed(journal) if note[0] == "id_digits_lost"] == [
        ("id_digits_lost", 0),
        ("id_digits_lost", 1),
    ]
    assert journal.refused_rows == ({0, 1} if name in CONTRACTS[kind].required else set())
    assert table[name].iloc[2] == "12-3"
    assert table[name].iloc[0] in {None, ""}


@pytest.mark.parametrize(("kind", "name"), [("parcels", "parcel_id"), ("sewers", "sewer_id")])
@pytest.mark.parametrize(
    ("ids", "says"),
    [
        (cells(12, 13), "ids are numbers in the source"),
        (cells(12.0, None), "ids are numbers in the source"),
        (cells("12", 13), "ids are numbers in the source"),
        (cells("1234567890123.0", "5"), '1 ids end in ".0"'),
        (cells("2024-03-05", "12-3"), "1 ids read as days"),
        (cells("12-3", None), None),
        (cells("2024-13-05", "0.1"), None),
    ],
)
def test_ids_that_a_program_may_have_changed_are_remarked(
    kind: Kind, name: str, ids: pd.Series[Any], says: str | None
) -> None:
    needed = {other: ["1", "1"] for other in CONTRACTS[kind].required}
    _, journal = read(kind, pd.DataFrame({**needed, name: ids}))
    mine = [note for note in journal.notes if note.startswith(f"{name}: ")]
    assert len(mine) == (says is not None)
    assert says is None or says in mine[0]


@pytest.mark.parametrize(
    ("kind", "column", "value", "found"),
    [
        # A program that has a blank beside whole numbers writes each with a point.
        ("parcels", "property_classes", 4.0, "4"),
        ("parcels", "auxiliary_codes", 3.0, "3"),
        ("municipalities", "kind", 43.0, "town"),
        ("sections", "range_direction", "E", "E"),
        ("reporting_units", "unit", 1.0, "1"),
        ("votes", "unit", 1.0, "1"),
        ("sewers", "material", 2.0, "2"),
        ("sewers", "operator", 1.0, "1"),
        ("water", "kind", 436.0, "436"),
        ("zoning", "zone", 12.0, "12"),
        ("ratios", "county", 55123.0, "Vernon"),
        ("populations", "cousub_fips", 2375.0, "02375"),
        ("populations", "cousub_fips", "48000.0", "48000"),
        ("sewers", "upstream_node", 17.0, "17"),
    ],
)
def test_a_whole_number_is_read_as_a_person_writes_it(kind: Kind, column: str, value: object, found: str) -> None:
    needed = {name: ["1", "1"] for name in CONTRACTS[kind].required if name != column}
    table, _ = read(kind, pd.DataFrame({**needed, column: cells(value, None)}))
    stored = {"auxiliary_codes": "unknown_codes"}.get(column, column)
    assert table[stored].iloc[0] == found


def test_floats_of_four_bytes_say_what_their_shortest_text_says() -> None:
    rows = pd.DataFrame({"municipality": ["Town of Alder"] * 3, "year": ["2023"] * 3, "county": ["Vernon"] * 3})
    rows["ratio"] = pd.Series([0.8, 0.95, None], dtype="float32")
    table, _ = read("ratios", rows)
    assert plain(table["ratio"]) == ["0.8", "0.95", None]


SLID = [
    ("parcels", "property_classes"),
    ("parcels", "auxiliary_codes"),
    ("parcels", "county"),
    ("parcels", "municipality"),
    ("parcels", "municipality_kind"),
    ("parcels", "roll_year"),
    ("parcels", "assessed_value"),
    ("municipalities", "kind"),
    ("municipalities", "county"),
    ("counties", "county_fips"),
    ("populations", "population"),
    ("sewers", "operator"),
    ("sewers", "diameter_in"),
    ("sewers", "installed"),
    ("sewer_nodes", "operator"),
    ("railroads", "operator"),
    ("zoning", "county"),
]


@pytest.mark.parametrize(("kind", "column"), SLID)
@pytest.mark.parametrize("name", [f"{NAME}, EVE", "ZZQ"])
def test_a_name_in_a_slid_column_is_neither_kept_nor_repeated(kind: Kind, column: str, name: str) -> None:
    needed = {other: ["1", "1"] for other in CONTRACTS[kind].required if other != column}
    extra = {"municipality_kind": ["T", "T"]} if column == "municipality" and kind != "parcels" else {}
    table, journal = read(kind, pd.DataFrame({**needed, **extra, column: cells(name, None)}))
    if (kind, name) == ("railroads", "ZZQ"):
        return  # as short as a reporting mark
    said = repr((journal.refusals, journal.repairs, journal.notes)).upper()
    assert "ZZQ" not in said
    assert "ZZQ" not in table.to_csv().upper()
    assert listed(journal)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("sewers", "City of Alder"),
        ("sewers", "VILLAGE"),
        ("sewers", "Alder Sanitary District No. 1"),
        ("sewer_nodes", "MMSD"),
        ("sewer_nodes", "Private"),
        ("sewers", "-2"),
        ("railroads", "Wisconsin & Southern Railroad"),
        ("railroads", "Union Pacific"),
        ("railroads", "WSOR"),
    ],
)
def test_public_bodies_and_railroads_are_kept(kind: Kind, text: str) -> None:
    table, journal = read(kind, pd.DataFrame({"operator": [text]}))
    assert (table["operator"].tolist(), listed(journal)) == ([text], [])


def test_what_cannot_be_read_of_auxiliary_codes_is_never_taken_for_taxable() -> None:
    rows = pd.DataFrame({"parcel_id": ["1", "2", "3"], "auxiliary_codes": ["X4", f"X4 {NAME}", None]})
    table, journal = read("parcels", rows)
    assert table["exempt_codes"].tolist() == ["X4", "", ""]
    assert table["unknown_codes"].tolist() == ["", "UNREADABLE", ""]
    assert listed(journal) == [("value_unreadable", 1)]


def test_counties_have_one_spelling_and_a_wrong_one_is_listed() -> None:
    texts = ["Fond Du Lac", "FOND DU LAC COUNTY", "Saint Croix", "St Croix", "055", "55055", "Narnia", "13", None]
    rows = pd.DataFrame({"parcel_id": [str(number) for number in range(len(texts))], "county": texts})
    table, journal = read("parcels", rows)
    assert plain(table["county"]) == [
        *["Fond du Lac"] * 2,
        *["St. Croix"] * 2,
        *["Jefferson"] * 2,
        None,
        None,
        None,
    ]
    assert listed(journal) == [("value_unreadable", 6), ("value_unreadable", 7)]


@pytest.mark.parametrize(
    ("numbers", "kept", "says"),
    [
        ((8, 10, 12), [8, 10, 12], "DIAMETER is read as inches: nobody said its unit."),
        ((200, 250, 300), [None, None, None], None),  # no number is left to have a unit
        ((72, 90, 8), [72, 90, 8], "the middle one of 3 numbers is 72 inches; few sewers are that wide"),
        ((-9999, 0, -8), [None, None, None], None),
        (("8 in", 10, None), [8, 10, None], None),  # a cell says the unit
    ],
)
def test_pipes_are_as_wide_as_pipes_are(numbers: tuple[object, ...], kept: list[object], says: str | None) -> None:
    rows = pd.DataFrame({"FACILITYID": ["a", "b", "c"], "DIAMETER": cells(*numbers)})
    table, journal = read("sewers", rows, "esri-sewers")
    assert plain(table["diameter_in"]) == kept
    assert sum(note[0] == "value_unreadable" for note in listed(journal)) == sum(
        number is not None and value is None for number, value in zip(numbers, kept, strict=True)
    )
    notes = [note for note in journal.notes if note.startswith("DIAMETER")]
    assert says in notes[0] if says else not notes


@pytest.mark.parametrize(
    ("heights", "kept", "says"),
    [
        ((842.1, 840.0, -9999), [842.1, 840.0, None], None),
        ((842.1, 0, 9999), [842.1, None, None], None),
        ((244.1, 244.2, 250), [244.1, 244.2, 250], "Wisconsin lies higher: are they metres?"),
    ],
)
def test_heights_lie_above_the_sea_as_wisconsin_does(
    heights: tuple[float, ...], kept: list[object], says: str | None
) -> None:
    rows = pd.DataFrame({"sewer_id": ["a", "b", "c"], "upstream_invert_ft": heights})
    table, journal = read("sewers", rows)
    assert plain(table["upstream_invert_ft"]) == kept
    assert any(says in note for note in journal.notes) if says else not journal.notes


def test_a_unit_in_the_name_of_the_column_or_in_the_preset_is_told() -> None:
    rows = pd.DataFrame({"sewer_id": ["a"], "diameter_mm": [203.2], "upstream_invert_m": [256.032]})
    table, journal = read("sewers", rows)
    assert table["diameter_in"].tolist() == [8.0]
    # 256.032 m are 840 international feet, two parts in a million fewer survey feet.
    assert table["upstream_invert_ft"].tolist() == pytest.approx([840 * 0.999998], abs=1e-9)
    assert journal.notes == []


@pytest.mark.parametrize(
    ("column", "value", "fits"),
    [
        ("section", 36, True),
        ("section", 37, False),
        ("section", 0, False),
        ("township", 53, True),
        ("township", 999, False),
        ("range", 30, True),
        ("range", 31, False),
    ],
)
def test_sections_are_those_of_the_survey_of_wisconsin(column: str, value: int, fits: bool) -> None:
    table, journal = read("sections", pd.DataFrame({"section_id": ["a"], column: [value]}))
    assert plain(table[column]) == [value if fits else None]
    assert listed(journal) == ([] if fits else [("value_unreadable", 0)])


def test_first_days_of_calendars_are_remarked_and_kept() -> None:
    days = ["1900-01-01", "1970-01-01T00:00:00Z", "1970", "1987-05-04"]
    table, journal = read("sewers", pd.DataFrame({"sewer_id": list("abcd"), "installed": days}))
    assert table["installed"].tolist() == ["1900-01-01", "1970-01-01T00:00:00+00:00", "1970", "1987-05-04"]
    assert any("2 rows give 1900-01-01 or 1970-01-01" in note for note in journal.notes)
