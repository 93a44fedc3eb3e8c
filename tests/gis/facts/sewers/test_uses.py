from __future__ import annotations

from collections.abc import Sequence

import pytest
from shapely import LineString, Point, box
from shapely.geometry.base import BaseGeometry

from gis.facts.sewers.answers.use_words import use_of
from gis.facts.sewers.answers.uses import Uses, uses
from gis.facts.sewers.ground import sewer_ground
from tests.gis.facts.sewers.sewer_scene import DATE, Record, layer_set

# Two lots of 100 by 150 ft side by side, a street to the south of them with a sewer in its middle:
#
#   +-------+-------+ 150
#   |  P-1  |  P-2  |
#   +-------+-------+ 0
#   ------- s ------- -33
FIRST, SECOND = box(0, 0, 100, 150), box(100, 0, 200, 150)
FAR = box(9000, 0, 9100, 150)


def parcels(first: Record | None = None, second: Record | None = None) -> list[Record]:
    return [
        {"parcel_id": "P-1", "county": "Rock", "shape": FIRST, **(first or {})},
        {"parcel_id": "P-2", "county": "Rock", "shape": SECOND, **(second or {})},
    ]


def building(shape: BaseGeometry, use: str | None = None, **said: object) -> Record:
    return {"building_id": "b", "use": use, **said, "shape": shape}


def told(**records: Sequence[Record]) -> Uses:
    return uses(sewer_ground(layer_set({"parcels": parcels(), **records}), DATE))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("DWELLING", (True, True)),
        ("Single family dwellings", (True, True)),
        ("Mobile home", (True, True)),
        ("SCHOOL", (True, False)),
        ("Golf course", (True, False)),
        ("Park shelter", (True, False)),
        ("Mobile home park", (True, True)),
        ("Retail store", (True, False)),
        ("GARAGE", (None, None)),
        ("Barn", (None, None)),
        ("Pump house", (None, None)),
        ("Storage warehouse", (None, None)),
        ("B-17", (None, None)),
        ("", (None, None)),
        (None, (None, None)),
    ],
)
def test_what_the_name_of_a_use_says(name: str | None, said: tuple[bool | None, bool | None]) -> None:
    assert use_of(name) == said


@pytest.mark.parametrize(
    ("buildings", "in_use", "habitation"),
    [
        ([building(box(20, 20, 60, 60), "DWELLING")], True, True),
        ([building(box(20, 20, 60, 60), "SHOP")], True, False),
        ([building(box(20, 20, 60, 60), "SHOP", dwelling_units=2)], True, True),
        ([building(box(20, 20, 60, 60), "GARAGE")], None, None),
        ([building(box(20, 20, 60, 60), "GARAGE"), building(box(20, 70, 60, 90), "HOUSE")], True, True),
        ([building(box(20, 20, 60, 60), "SHED"), building(box(20, 70, 60, 90), "CHURCH")], True, None),
        ([building(box(20, 20, 60, 60))], None, None),
        ([building(box(20, 20, 60, 60), in_use=True)], True, None),
        ([building(box(20, 20, 60, 60), "HOUSE", in_use=False)], False, False),
        ([building(Point(50, 50), "HOUSE")], True, True),
    ],
    ids=[
        "dwelling", "shop", "shop with flats", "garage alone", "garage and house", "shed and church", "no use told",
        "stated in use", "stated out of use", "a point",
    ],
)  # fmt: skip
def test_use_by_the_buildings_on_the_parcel(
    buildings: list[Record], in_use: bool | None, habitation: bool | None
) -> None:
    found = told(buildings=buildings)
    assert (found.in_use[0], found.habitation[0]) == (in_use, habitation)


def test_a_building_belongs_to_the_parcel_that_holds_most_of_it() -> None:
    # A house of 30 ft that stands 4 ft over the line belongs to the first lot; the second is bare.
    zero = {"improvement_value_cents": 0}
    found = told(parcels=parcels(zero, zero), buildings=[building(box(74, 20, 104, 60), "HOUSE")])
    assert found.in_use.tolist() == [True, False]


@pytest.mark.parametrize(
    ("elsewhere", "improvement_cents", "in_use"),
    [
        # A value that nobody stated is no value of zero.
        (SECOND.centroid.buffer(5), None, None),
        (SECOND.centroid.buffer(5), 0, False),
        (SECOND.centroid.buffer(5), 8_000_000, None),
        (FAR, None, None),
        (FAR, 0, None),
        # Half a mile, 2,640 ft, east of the first lot's line, and a foot more and less.
        (box(2739, 20, 2769, 60), 0, False),
        (box(2741, 20, 2771, 60), 0, None),
    ],
    ids=[
        *("no value", "value zero", "improvements on the roll", "layer covers another place", "elsewhere, value zero"),
        *("just within half a mile", "just beyond half a mile"),
    ],
)
def test_a_parcel_without_a_building(
    elsewhere: BaseGeometry, improvement_cents: int | None, in_use: bool | None
) -> None:
    records = parcels({"improvement_value_cents": improvement_cents})
    found = told(parcels=records, buildings=[building(elsewhere, "HOUSE")])
    assert (found.in_use[0], found.structure[0], found.habitation[0]) == (in_use, in_use, in_use)


@pytest.mark.parametrize(
    ("of_roll", "in_use"),
    [
        # Classes of s. 70.32(2)(a): 1 residential, 2 commercial, 3 manufacturing, 4 agricultural, 5 undeveloped,
        # 6 forest, 7 other. Bare land of the first kind, and of the last three, is nobody's place of work.
        *(({"property_classes": str(each)}, None if each in {2, 3, 4} else False) for each in range(1, 8)),
        ({"property_classes": "1,2"}, None),
        ({"property_classes": None}, False),
        # A park or a school ground pays no tax, and has no value of improvements.
        ({"property_classes": None, "exempt_codes": "X3"}, None),
    ],
)
def test_land_on_which_people_may_work_or_play_without_a_building(of_roll: Record, in_use: bool | None) -> None:
    records = parcels({"improvement_value_cents": 0, **of_roll})
    found = told(parcels=records, buildings=[building(SECOND.centroid.buffer(5), "HOUSE")])
    # No structure stands there and nobody lives there, whatever the land is used for.
    assert (found.in_use[0], found.structure[0], found.habitation[0]) == (in_use, False, False)


def test_without_buildings_on_file_nothing_is_known() -> None:
    found = told(parcels=parcels({"improvement_value_cents": 100}))
    assert found.in_use.tolist() == found.habitation.tolist() == [None, None]


def test_what_was_stated_goes_first() -> None:
    houses = [building(box(20, 20, 60, 60), "HOUSE"), building(box(120, 20, 160, 60), "GARAGE")]
    found = told(parcels=parcels({"in_use": False}, {"in_use": True}), buildings=houses)
    assert found.in_use.tolist() == [False, True]
    assert found.habitation.tolist() == [False, None]


@pytest.mark.parametrize(
    ("system", "serves"),
    [
        ({"parcel_id": "P-1", "county": "Rock", "kind": "mound", "status": "In Use"}, True),
        ({"parcel_id": "P-1", "county": None, "kind": "septic", "status": None}, True),
        ({"parcel_id": "P-1", "county": "Dane", "kind": "septic", "status": "In Use"}, None),
        ({"parcel_id": "P-1", "county": "Rock", "kind": "septic", "status": "Replaced"}, None),
        ({"parcel_id": "P-1", "county": "Rock", "kind": "septic", "status": "ABANDONED"}, None),
        ({"parcel_id": "P-1", "county": "Rock", "kind": "well", "status": "In Use"}, None),
        ({"parcel_id": "P-2", "county": "Rock", "kind": "septic", "status": "In Use"}, None),
    ],
    ids=["in use", "no county", "another county", "replaced", "abandoned", "a well", "another parcel"],
)
def test_a_private_system_on_the_list(system: Record, serves: bool | None) -> None:
    found = told(private_systems=[{**system, "shape": Point(50, 50)}])
    assert found.private_system[0] is serves


@pytest.mark.parametrize("stated", [True, False])
def test_a_private_system_that_was_stated_goes_before_the_list(stated: bool) -> None:
    listed = [{"parcel_id": "P-1", "county": "Rock", "kind": "septic", "status": "In Use", "shape": Point(50, 50)}]
    assert told(parcels=parcels({"private_system": stated}), private_systems=listed).private_system[0] is stated


MAIN: Record = {
    "sewer_id": "s",
    "kind": "gravity",
    "status": "in_service",
    "shape": LineString([(-50, -33), (250, -33)]),
}


def lateral(*points: tuple[float, float], **said: str) -> Record:
    return {"sewer_id": "l", "kind": "lateral", "status": "in_service", **said, "shape": LineString(points)}


@pytest.mark.parametrize(
    ("line", "connected"),
    [
        (lateral((50, 40), (50, -33)), True),
        (lateral((50, -33), (50, 40)), True),
        (lateral((50, 40), (50, -32.95)), True),
        (lateral((50, 40), (50, -30)), None),
        (lateral((50, 0), (50, -33)), None),
        (lateral((50, 40), (50, -33), status="abandoned"), None),
        (lateral((50, 40), (50, -33), status="proposed"), None),
        (lateral((50, 40), (50, -33), kind="storm"), None),
        (lateral((150, 40), (150, -33)), None),
    ],
    ids=[
        "from the house", "drawn the other way", "within the accuracy", "short of the main", "a stub to the lot line",
        "abandoned", "proposed", "a storm lateral", "the neighbour's",
    ],
)  # fmt: skip
def test_connected_by_a_lateral(line: Record, connected: bool | None) -> None:
    assert told(sewers=[MAIN, line]).connected[0] is connected


def test_a_lateral_from_a_main_on_the_next_lot_connects_only_the_lot_in_which_it_ends() -> None:
    # The main runs along the back of the second lot; the lateral leaves it there and ends in the first.
    back = {**MAIN, "shape": LineString([(150, -50), (150, 200)])}
    assert told(sewers=[back, lateral((50, 40), (150, 40))]).connected.tolist() == [True, None]


def test_connected_as_stated_goes_before_the_laterals() -> None:
    found = told(
        parcels=parcels({"connected": False}, {"connected": True}), sewers=[MAIN, lateral((50, 40), (50, -33))]
    )
    assert found.connected.tolist() == [False, True]


def test_units_of_a_condominium_share_the_building() -> None:
    units = [{"parcel_id": f"U-{number}", "shape": FIRST} for number in (1, 2)]
    found = told(parcels=units, buildings=[building(box(20, 20, 60, 60), "CONDOMINIUM", dwelling_units=2)])
    assert found.habitation.tolist() == [True, True]


def test_where_uses_are_stated_one_that_is_not_stays_unknown() -> None:
    # The building stands on the second lot, and proves nothing of the first, whose use is stated as not known.
    told_of = parcels({"in_use": None}, {"in_use": True})
    found = told(parcels=told_of, buildings=[building(SECOND.centroid.buffer(5), "HOUSE")])
    assert found.in_use.tolist() == [None, True]
