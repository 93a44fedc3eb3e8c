"""Which rows are one feature, kind by kind, on rows as import hands them over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest
import shapely

from gis.geometry.frame import GRID
from gis.layers.canonical import geometry_digests
from gis.layers.contracts import CONTRACTS, typed
from gis.layers.journal import Journal
from gis.layers.owners import part_owners
from gis.layers.rows.duplicates import Settled, settle_duplicates
from gis.layers.shapes import WORKING
from gis.model.edition import Kind

Row = dict[str, object]


def settle(kind: Kind, rows: Sequence[Row], journal: Journal, index: Sequence[int] | None = None) -> Settled:
    """Settle rows of a kind; `wkt` is the shape, columns not named are blank."""
    contract = CONTRACTS[kind]
    blank = dict.fromkeys(contract.names)
    table = typed(contract, pd.DataFrame([blank | {key: row[key] for key in row if key != "wkt"} for row in rows]))
    table.index = pd.Index(range(len(rows)) if index is None else index)
    digests = [b""] * len(rows)
    if contract.has_geometry:
        shapes = shapely.from_wkt(np.array([row.get("wkt") for row in rows], dtype=object))
        table["geometry"] = np.array([*shapes, None], dtype=object)[:-1]
        digests = geometry_digests(shapes, GRID)
    return settle_duplicates(contract, table, digests, WORKING, journal)


def rules(journal: Journal) -> list[tuple[str, int | None]]:
    return sorted((note.rule, note.row) for note in (*journal.repairs, *journal.refusals))


# +--+  +--+
# |W |  |E |   two squares a metre apart
# +--+  +--+
WEST, EAST = (shapely.box(x, 0, x + 1, 1).wkt for x in (500_000, 500_002))


def lot(parcel_id: str, wkt: str, **values: object) -> Row:
    return {"parcel_id": parcel_id, "record_kind": "parcel", "county": "Vernon", "wkt": wkt, **values}


def test_parts_join_repeats_and_contradictions_are_refused_each_row_by_its_number() -> None:
    journal = Journal()
    rows = [
        lot("1", WEST, gis_acres=1.5),
        lot("2", WEST),
        lot("1", EAST, gis_acres=2.0),
        lot("2", WEST),
        lot("3", WEST, site_address="1 ELM ST"),
        lot("3", WEST, site_address="2 ELM ST"),
        lot("4", EAST),
    ]
    settled = settle("parcels", rows, journal, index=[10, 11, 12, 13, 14, 15, 16])
    assert settled.table.index.tolist() == [10, 11, 16]
    assert settled.stands_for == {10: (12,), 11: (13,)}
    assert rules(journal) == [
        ("exploded_multipart", 12),
        ("repeat_row", 13),
        ("same_id_different_values", 14),
        ("same_id_different_values", 15),
    ]
    both = shapely.union(shapely.from_wkt(WEST), shapely.from_wkt(EAST))
    assert settled.table["geometry"].iloc[0].equals(both)
    assert settled.table["gis_acres"].iloc[0] == 3.5
    assert settled.shapes == geometry_digests(np.array([both, *shapely.from_wkt([WEST, EAST])]), GRID)


@pytest.mark.parametrize("first", [0, 1])
def test_an_id_with_blanks_joins_the_plain_one_which_is_kept(first: int) -> None:
    journal = Journal()
    rows = [lot("7", WEST), lot(" 7 ", WEST)]
    settled = settle("parcels", rows if first == 0 else rows[::-1], journal)
    assert settled.table["parcel_id"].tolist() == ["7"]
    assert rules(journal) == [("id_padded", 1 - first), ("repeat_row", 1 - first)]


def test_records_that_are_no_parcels_and_rows_without_an_id_share_none() -> None:
    journal = Journal()
    rows = [
        lot("ROW", WEST, record_kind="row"),
        lot("ROW", EAST, record_kind="row"),
        lot("", WEST),
        lot("", EAST),
    ]
    assert len(settle("parcels", rows, journal).table) == 4
    assert rules(journal) == []


def test_another_county_is_another_parcel_and_no_county_is_one_county() -> None:
    journal = Journal()
    rows = [lot("1", WEST), lot("1", WEST, county="Dane"), lot("2", WEST, county=None), lot("2", WEST, county=None)]
    assert settle("parcels", rows, journal).table.index.tolist() == [0, 1, 2]
    assert rules(journal) == [("repeat_row", 3)]


def test_land_without_a_county_is_never_counted_beside_the_same_id_in_one() -> None:
    journal = Journal()
    rows = [
        lot("1", WEST, county=None),
        lot("1", WEST),
        lot("1", EAST, county="Dane"),
        lot("2", WEST, county=None),
        lot("ROW", WEST, county=None, record_kind="row"),
        lot("ROW", WEST, record_kind="row"),
    ]
    assert settle("parcels", rows, journal).table.index.tolist() == [1, 2, 3, 4, 5]
    assert [(note.rule, note.row) for note in journal.refusals] == [("id_without_county", 0)]
    assert "row 2 has its id in Vernon County" in journal.refusals[0].what


def test_a_table_may_hold_sums_over_counties_which_are_kept_and_listed() -> None:
    journal = Journal()
    place: Row = {"municipality": "City of Fir", "year": 2023}
    rows = [
        place | {"county": "Vernon", "population": 5},
        place | {"county": "Dane", "population": 7},
        place | {"population": 12},
        place | {"year": 2022, "population": 11},
    ]
    assert len(settle("populations", rows, journal).table) == 4
    assert rules(journal) == [("id_without_county", 2)]


@pytest.mark.parametrize(
    ("padded", "bare"),
    [("7\u200b", "7"), ("\ufeff7", "7"), ("1\u00ad2", "12"), (" 7\u2060 ", "7"), ("\u202a7\u202c", "7")],
)
def test_letters_that_nobody_sees_tell_no_parcels_apart(padded: str, bare: str) -> None:
    journal = Journal()
    assert settle("parcels", [lot(padded, WEST), lot(bare, WEST)], journal).table["parcel_id"].tolist() == [bare]
    assert rules(journal) == [("id_padded", 0), ("repeat_row", 0)]


# Two squares of a quarter mile, 1,320 ft, a side, which are 40 acres each: a mile has 80 chains of 66 ft, an acre
# 10 square chains. 402.336 m are 1,320 international feet; what the plane stretches is far less than the doubts here.
FORTIES = [shapely.box(500_000 + x, 300_000, 500_000 + x + 402.336, 300_402.336).wkt for x in (0, 402.336)]
NOTHING = float("nan")


@pytest.mark.parametrize(
    ("each", "together", "says"),
    [
        ((40, 40), 80, "gis_acres added"),
        ((80, 80), 80, "gis_acres taken once, as the area of the whole"),
        ((39.2, 40.8), 80, "gis_acres added"),
        ((40, NOTHING), NOTHING, "gis_acres left blank, because a part has none"),
        ((NOTHING, 40), NOTHING, "gis_acres left blank, because a part has none"),
        ((NOTHING, NOTHING), NOTHING, "whose values count once"),
    ],
)
def test_acres_of_parts_are_of_the_part_or_of_the_whole_as_the_land_itself_says(
    each: tuple[float, float], together: float, says: str
) -> None:
    journal = Journal()
    rows = [lot("1", wkt, gis_acres=acres) for wkt, acres in zip(FORTIES, each, strict=True)]
    assert settle("parcels", rows, journal).table["gis_acres"].tolist() == pytest.approx([together], nan_ok=True)
    (note,) = journal.repairs
    assert note.what.endswith(says)


STREET = "LINESTRING (500000 0, 500010 0)"
TURNED = "LINESTRING (500010 0, 500000 0)"
NEXT = "LINESTRING (500010 0, 500020 0)"


@pytest.mark.parametrize(
    ("rows", "refused"),
    [
        # The pieces of one street share its id.
        ([{"street_id": "S1", "wkt": STREET}, {"street_id": "S1", "wkt": NEXT}], []),
        ([{"street_id": "S1", "wkt": STREET}, {"street_id": "S1", "wkt": STREET}], [1]),
        ([{"street_id": "S1", "wkt": STREET}, {"street_id": "S1", "wkt": TURNED}], []),
        ([{"street_id": "S1", "wkt": STREET}, {"street_id": "S2", "wkt": STREET}], []),
        ([{"street_id": "S1", "wkt": STREET, "name": "Elm"}, {"street_id": "S1", "wkt": STREET, "name": "Oak"}], []),
        ([{"street_id": None, "wkt": STREET}, {"street_id": None, "wkt": NEXT}], []),
        ([{"street_id": None, "wkt": STREET}, {"street_id": None, "wkt": STREET}], [1]),
    ],
)
def test_of_pieces_that_share_an_id_only_wholly_identical_rows_are_refused(rows: list[Row], refused: list[int]) -> None:
    journal = Journal()
    settled = settle("streets", rows, journal)
    assert rules(journal) == [("repeat_row", row) for row in refused]
    assert len(settled.table) == len(rows) - len(refused) == len(settled.shapes)


def test_rows_that_lie_nowhere_are_compared_by_their_columns() -> None:
    journal = Journal()
    system: Row = {"parcel_id": "1", "county": "Vernon", "kind": "septic", "wkt": None}
    rows = [system | {"system_id": "A"}, system | {"system_id": "B"}, system | {"system_id": "A"}]
    assert settle("private_systems", rows, journal).table.index.tolist() == [0, 1]
    assert rules(journal) == [("repeat_row", 2)]


def test_owners_of_one_parcel_become_one_row_and_no_repeat() -> None:
    journal = Journal()
    rows: list[Row] = [{"parcel_id": each, "county": "Vernon"} for each in ("2", "1", "2", "2")]
    settled = settle("owners", rows, journal)
    assert settled.table.index.tolist() == [0, 1]
    assert settled.stands_for == {0: (2, 3)}
    assert rules(journal) == []
    assert journal.notes == ["2 rows name a further owner of a parcel already named."]
    private = pd.DataFrame({"owner_name_1": ["Ash", "Birch", "Birch", "Cedar"]}, dtype=object)
    parted = part_owners(settled.table, private, settled.stands_for)
    # Parcel 1 comes first: Birch is 1. Parcel 2 then names Ash (2), Birch (1) and Cedar (3).
    assert parted.keys.tolist() == ["1,2,3", "1"]
    assert parted.private[["parcel_id", "owner_key", "name"]].to_numpy().tolist() == [
        ["1", 1, "BIRCH"],
        ["2", 2, "ASH"],
        ["2", 1, "BIRCH"],
        ["2", 3, "CEDAR"],
    ]


def test_of_a_source_row_that_is_refused_no_feature_is_left() -> None:
    # One row of the source gives a figure for each of two offices; another row contradicts the first figure.
    unit = {"unit": "Ward 1", "municipality": "Town of Alder", "county": "Vernon", "year": 2022}
    rows = [
        unit | {"office": "governor", "votes": "10"},
        unit | {"office": "senate", "votes": "11"},
        unit | {"office": "governor", "votes": "12"},
        unit | {"unit": "Ward 2", "office": "governor", "votes": "12"},
    ]
    journal = Journal()
    settled = settle("votes", rows, journal, index=[0, 0, 1, 2])
    assert settled.table.index.tolist() == [2]
    assert rules(journal) == [("same_id_different_values", 0), ("same_id_different_values", 1)]
