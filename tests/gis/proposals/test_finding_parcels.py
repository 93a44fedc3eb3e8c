"""A parcel is found by its number, by its address however written, and by a place."""

from __future__ import annotations

from collections.abc import Sequence

import geopandas as gpd
import pytest
import shapely

from gis.geometry.frame import working_frame
from gis.layers.layer import Layer
from gis.proposals.finding_parcels import MOST_COUNTED, ParcelFinder

# Squares of 20 metres in one row from west to east: P1 at x = 0, P2 at x = 20, and so on.
#
#   +----+----+----+----+ ...
#   | P1 | P2 | P3 | P4 |
#   +----+----+----+----+
X0, Y0, SIDE = 600_000.0, 300_000.0, 20.0
ROWS: tuple[tuple[str, str | None], ...] = (
    ("002-0814-1641-001", "N1036 TOWN LINE RD"),
    ("002-0814-1641-002", "120 MAIN ST"),
    ("002-0814-1641-003", "12 N. Main Street"),
    ("004/22.7", "W359N5920 Brown St"),
    ("004-22-7", "700 COUNTY TRUNK HIGHWAY E"),
    ("006.1", "123 1/2 STATE HIGHWAY 900"),
    ("006.10", "1440 FIFTH AVE"),
    ("006.2", "5 MILE RD"),
    ("006.3", "9 Saint Mary's Ct"),
    ("006.4", "10 SAINT MARYS CT"),
    ("006.5", None),
)


def square(number: int) -> shapely.Polygon:
    west = X0 + SIDE * number
    return shapely.box(west, Y0, west + SIDE, Y0 + SIDE)


def finder(rows: Sequence[tuple[str, str | None]], **columns: Sequence[object]) -> ParcelFinder:
    count = len(rows)
    table = gpd.GeoDataFrame(
        {
            "parcel_id": [parcel_id for parcel_id, _ in rows],
            "record_kind": ["parcel"] * count,
            "county": ["Jefferson"] * count,
            "municipality": ["Town of Alder"] * count,
            "site_address": [address for _, address in rows],
            "geometry": [square(number) for number in range(count)],
            **{name: list(values) for name, values in columns.items()},
        },
        crs="EPSG:3071",
    )
    return ParcelFinder(Layer("parcels", "e1", None, working_frame("EPSG:3071"), table))


FINDER = finder(ROWS)


def found(words: str, limit: int = 20) -> list[str]:
    return [parcel.parcel_id for parcel in FINDER.by_words(words, limit).parcels]


@pytest.mark.parametrize("words", ["002-0814-1641-002", "002 0814 1641 002", "0020814 1641002", "  002.0814.1641.002 "])
def test_a_number_is_found_however_it_is_punctuated(words: str) -> None:
    assert found(words) == ["002-0814-1641-002"]


def test_a_number_is_found_by_its_beginning_in_order() -> None:
    assert found("002-0814") == ["002-0814-1641-001", "002-0814-1641-002", "002-0814-1641-003"]
    assert FINDER.by_words("002-0814", 2).total == 3
    assert len(FINDER.by_words("002-0814", 2).parcels) == 2


def test_of_numbers_that_differ_in_punctuation_the_one_as_written_comes_first() -> None:
    assert found("004/22.7") == ["004/22.7", "004-22-7"]
    assert found("004-22-7") == ["004-22-7", "004/22.7"]
    # 006.1 itself before 006.10, which only begins so.
    assert found("006.1") == ["006.1", "006.10"]


@pytest.mark.parametrize(
    ("words", "parcel_id"),
    [
        ("N1036 Town Line Road", "002-0814-1641-001"),
        ("n1036 town line rd.", "002-0814-1641-001"),
        ("1036 TOWN LINE", "002-0814-1641-001"),
        ("12 North Main St", "002-0814-1641-003"),
        ("12 n main street", "002-0814-1641-003"),
        ("W359 N5920 BROWN STREET", "004/22.7"),
        ("n5920 brown", "004/22.7"),
        ("5920 Brown St.", "004/22.7"),
        ("700 CTH E", "004-22-7"),
        ("700 county highway e", "004-22-7"),
        ("700 Hwy E", "004-22-7"),
        ("700 County Rd E", "004-22-7"),
        ("123 1/2 STH 900", "006.1"),
        ("123 state road 900", "006.1"),
        ("1440 5th Avenue", "006.10"),
        ("1440 fifth av", "006.10"),
        ("9 St. Marys Court", "006.3"),
        ("9 SAINT MARYS CT", "006.3"),
    ],
)
def test_an_address_is_found_however_it_is_written(words: str, parcel_id: str) -> None:
    assert found(words)[0] == parcel_id


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("main", ["002-0814-1641-002", "002-0814-1641-003"]),  # MAIN STREET before NORTH MAIN STREET
        ("Main Str", ["002-0814-1641-002", "002-0814-1641-003"]),  # half typed
        ("12 main", ["002-0814-1641-003", "002-0814-1641-002"]),  # a house number is a beginning too
        ("120 main", ["002-0814-1641-002"]),
        ("town l", ["002-0814-1641-001"]),
        ("line rd", ["002-0814-1641-001"]),  # from any word of the street on
        ("5 mile", ["006.2"]),  # no house number: Five Mile Road itself
        ("st marys", ["006.3", "006.4"]),  # 9 before 10: people count so
        ("nowhere ln", []),
        ("13 main", []),
        ("", []),
        ("  -- ", []),
    ],
)
def test_an_address_is_found_by_its_beginning(words: str, expected: list[str]) -> None:
    assert found(words) == expected


def test_what_is_no_parcel_is_not_found() -> None:
    some = finder([("ROW", None), ("1", "1 A ST"), ("HYDRO", None)], record_kind=["row", "parcel", "water"])
    assert some.by_words("row", 10).total == 0
    assert some.by_words("hydro", 10).total == 0
    assert some.by_words("1", 10).total == 1


def test_one_number_in_two_counties_is_two_parcels_and_in_one_county_one() -> None:
    some = finder([("7", None), ("7", None), ("7", None)], county=["Dodge", "Jefferson", "Dodge"])
    assert [parcel.county for parcel in some.by_words("7", 10).parcels] == ["Dodge", "Jefferson"]
    assert some.with_number("7") == (0, 1, 2)
    assert some.with_number("7", "Jefferson") == (1,)
    assert some.with_number("7", "Dane") == ()


def test_a_number_asked_for_is_that_number_and_no_other() -> None:
    assert FINDER.with_number("004-22-7") == (4,)
    assert FINDER.with_number("004-227") == ()
    assert FINDER.with_number("nothing") == ()


@pytest.mark.parametrize(
    ("asked", "best"),
    [
        ("002-0814-1641-02", "002-0814-1641-002"),  # a sign left out
        ("002-0814-1614-001", "002-0814-1641-001"),  # two swapped
        ("002-0814-1641-0002", "002-0814-1641-002"),  # one too many
        ("002-0914-1641-003", "002-0814-1641-003"),  # one wrong
        ("002-0814-9999-999", "002-0814-1641-001"),  # the longest beginning that is on file
    ],
)
def test_a_number_that_is_not_on_file_is_told_its_near_ones(asked: str, best: str) -> None:
    near = FINDER.near_number(asked, 5).parcels
    assert near[0].parcel_id == best
    assert {parcel.how for parcel in near} == {"near"}


def test_a_number_like_none_on_file_has_no_near_ones() -> None:
    assert FINDER.near_number("zz-99", 5).parcels == ()


def test_a_number_of_any_length_is_compared_by_its_beginning() -> None:
    # Every one-sign slip of 70,000 signs would be 2.5 million texts of 70,000 signs each: no machine holds them.
    assert FINDER.near_number("z" * 70_000, 5).parcels == ()


def lonlat(x: float, y: float) -> tuple[float, float]:
    point = gpd.GeoSeries([shapely.Point(x, y)], crs="EPSG:3071").to_crs("OGC:CRS84").iloc[0]
    return point.x, point.y


def test_a_place_is_told_the_parcel_under_it() -> None:
    at = FINDER.at(*lonlat(X0 + SIDE * 1.5, Y0 + 5), 5)
    assert [(parcel.parcel_id, parcel.how) for parcel in at.parcels] == [("002-0814-1641-002", "place")]


def test_a_place_beside_parcels_is_told_the_near_ones_nearest_first() -> None:
    # 10 m south of the row, below the middle of the second square; the first and third are 14.1 m away, and so are
    # nearer than 100 ft (30.5 m); those further on begin 31.6 m away.
    at = FINDER.at(*lonlat(X0 + SIDE * 1.5, Y0 - 10), 5)
    assert [parcel.parcel_id for parcel in at.parcels] == [
        "002-0814-1641-002",
        "002-0814-1641-001",
        "002-0814-1641-003",
    ]
    assert {parcel.how for parcel in at.parcels} == {"near"}
    assert FINDER.at(*lonlat(X0, Y0 - 200), 5).total == 0


def test_stacked_condominium_units_are_all_told() -> None:
    some = finder([("1-A", None), ("1-B", None)], geometry=[square(0), square(0)])
    assert [parcel.parcel_id for parcel in some.at(*lonlat(X0 + 5, Y0 + 5), 5).parcels] == ["1-A", "1-B"]


def test_nobody_counts_past_a_thousand() -> None:
    many = finder([(f"9-{number:05d}", f"{number} OAK ST") for number in range(MOST_COUNTED + 5)])
    told = many.by_words("9-", 3)
    assert (told.total, told.counted_whole, len(told.parcels)) == (MOST_COUNTED, False, 3)
    assert many.by_words("9-0000", 3).counted_whole


def test_an_owners_name_is_in_nothing_that_is_told() -> None:
    secret = finder([("1", "1 A ST")], owner_keys=["812"])
    assert "812" not in repr(secret.by_words("1", 5))
