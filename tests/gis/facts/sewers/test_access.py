from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, affinity, box
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing
from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.access import SewerAccess, SewerTest, accesses
from gis.facts.sewers.ground import sewer_ground
from gis.facts.sewers.mains import mains
from gis.facts.sewers.meetings.predicates import Standing, standings
from tests.gis.facts.sewers.sewer_scene import DATE, Record, layer_set, scene

MUK, CKSD, VLG = SewerTest.ADJACENT_OR_BLOCK, SewerTest.ABUTTING_STREET, SewerTest.ADJACENT_LOCAL


def by_parcel(layers: LayerSet, test: SewerTest, date: dt.date = DATE) -> dict[str, SewerAccess]:
    ground = sewer_ground(layers, date)
    return dict(zip(ground.ids, accesses(ground, test), strict=True))


@cache
def of_scene(name: str, test: SewerTest) -> dict[str, SewerAccess]:
    layers, date = scene(name)
    return by_parcel(layers, test, date)


# What FACTS.md 1.7 derives of the handed scenes: adjacent and how a sewer runs through the block (MUK-01), how the
# parcel meets the street (CKSD-01), adjacent to a local sewer (VLG-06).
@pytest.mark.parametrize(
    ("name", "parcel", "adjacent", "block_sewer"),
    [
        ("block-bounding-street", "S1", True, "bounding_street"),
        ("block-bounding-street", "M2", False, "bounding_street"),
        ("block-bounding-street", "N1", False, "bounding_street"),
        ("block-bounding-street", "S4", True, "bounding_street"),
        ("block-bounding-street", "X1", True, "bounding_street"),
        ("spite-strip", "R1", False, "bounding_street"),
        ("spite-strip", "strip-1", True, "bounding_street"),
        ("proposed-sewer", "S1", True, "bounding_street"),
        ("proposed-sewer", "M1", False, "bounding_street"),
        ("force-main-only", "S1", False, "none"),
        ("force-main-only", "M1", False, "none"),
        ("standby-force-main", "90-1", True, "none"),
        ("standby-force-main", "90-3", False, "none"),
        ("hazard-and-deadline", "S1", True, "bounding_street"),
    ],
)
def test_adjacent_or_block_in_the_handed_scenes(name: str, parcel: str, adjacent: bool, block_sewer: str) -> None:
    found = of_scene(name, MUK)[parcel]
    assert (found.adjacent, found.block_sewer) == (adjacent, block_sewer)
    assert found.sewer_status == ("proposed" if name == "proposed-sewer" else "in_service")
    assert found.only_force_main is (name == "force-main-only" or parcel == "90-3")
    assert found.reaches_by_easement_only is False


def test_the_day_of_operation_is_that_of_the_sewer() -> None:
    assert of_scene("hazard-and-deadline", MUK)["S1"].sewer_operational == dt.date(2026, 5, 31)


@pytest.mark.parametrize(
    ("name", "parcel", "abutting"),
    [
        ("corner-lot-side-street", "H-1", "line"),
        ("corner-lot-side-street", "H-2", "none"),
        ("corner-point-touch", "J-1", "point"),
        ("corner-point-touch", "J-2", "line"),
        ("district-alley-sewer", "K-1", "line"),
        ("district-alley-sewer", "K-2", "line"),
        ("district-gap-right-of-way", "T-1", "line"),
        ("district-gap-right-of-way", "T-2", "line"),
        ("district-gap-right-of-way", "T-3", "none"),
        ("flag-lot", "F-1", "line"),
        ("flag-lot", "F-2", "line"),
    ],
)
def test_abutting_in_the_handed_scenes(name: str, parcel: str, abutting: str) -> None:
    found = of_scene(name, CKSD)[parcel]
    assert (found.abutting, found.only_force_main) == (abutting, False)


@pytest.mark.parametrize(
    ("name", "parcel", "adjacent"),
    [
        ("village-private-systems", "V-1", True),
        ("village-private-systems", "V-4", True),
        ("village-regional-and-local", "C-1", True),
        ("village-regional-and-local", "C-2", False),
    ],
)
def test_adjacent_to_a_local_sewer_in_the_handed_scenes(name: str, parcel: str, adjacent: bool) -> None:
    assert of_scene(name, VLG)[parcel].adjacent is adjacent


# A street of four lots on each side, 100 by 150 ft, the street 66 ft wide, and lots behind the northern ones:
#
#   +----+----+----+----+ 300
#   | R0 | R1 | R2 | R3 |
#   +----+----+----+----+ 150
#   | N0 | N1 | N2 | N3 |
#   +----+----+----+----+ 0
#   -------- main -------- -33
#   +----+----+----+----+ -66
#   | S0 | S1 | S2 | S3 |
#   +----+----+----+----+ -216
LOTS = {
    f"{row}{column}": box(100 * column, low, 100 * column + 100, low + 150)
    for row, low in (("R", 150), ("N", 0), ("S", -216))
    for column in range(4)
}
STREET = box(-200, -66, 600, 0)
MAIN = LineString([(-150, -33), (550, -33)])


def lots(**more: BaseGeometry) -> list[Record]:
    return [{"parcel_id": name, "shape": shape} for name, shape in (LOTS | more).items()]


def rights(shape: BaseGeometry = STREET, kind: str = "street", **said: str) -> Record:
    return {"row_id": "Oak Street", "kind": kind, **said, "shape": shape}


def sewer(shape: BaseGeometry = MAIN, **said: str | None) -> Record:
    return {"sewer_id": "s1", "kind": "gravity", "owner": "local", "status": "in_service", **said, "shape": shape}


def street(
    *sewers: Record,
    parcels: Sequence[Record] | None = None,
    rows: Sequence[Record] | None = None,
    **more: Sequence[Record],
) -> LayerSet:
    records: dict[str, Sequence[Record]] = {
        "parcels": lots() if parcels is None else parcels,
        "rights_of_way": [rights()] if rows is None else rows,
        **more,
    }
    return layer_set(records | ({"sewers": sewers} if sewers else {}))


def adjacent(layers: LayerSet, test: SewerTest = MUK) -> set[str]:
    return {name for name, found in by_parcel(layers, test).items() if found.adjacent}


FRONT = {"N0", "N1", "N2", "N3", "S0", "S1", "S2", "S3"}


def test_front_lots_are_adjacent_and_lots_behind_are_not() -> None:
    assert adjacent(street(sewer())) == FRONT


def test_the_front_is_measured_and_names_the_sewer_in_it() -> None:
    found = by_parcel(street(sewer()), MUK)["N1"]
    (front,) = found.fronts
    assert (front.right_of_way, front.kind, front.source, front.is_certain) == (
        "Oak Street", "street", "rights_of_way", True
    )  # fmt: skip
    assert (front.length_ft, front.sewers, found.sewers) == (Fraction(100), ("s1",), ("s1",))
    assert found.shared_line is not None
    assert found.shared_line.equals(LineString([(100, 0), (200, 0)]))


@pytest.mark.parametrize(
    ("said", "test", "standing"),
    [
        ({}, MUK, Standing.COUNTS),
        ({"owner": "regional", "kind": "interceptor"}, MUK, Standing.COUNTS),
        ({"owner": None}, MUK, Standing.COUNTS),
        ({"status": "proposed"}, MUK, Standing.PROPOSED),
        ({"in_service_date": "2026-06-16"}, MUK, Standing.PROPOSED),
        ({"in_service_date": "2026-06-15"}, MUK, Standing.COUNTS),
        ({"status": "abandoned"}, MUK, Standing.ABANDONED),
        ({"kind": "force_main"}, MUK, Standing.FORCE_MAIN),
        ({"kind": "force_main", "status": "proposed"}, MUK, Standing.NOTHING),
        ({"kind": "lateral"}, MUK, Standing.NOTHING),
        ({"kind": "storm"}, MUK, Standing.NOTHING),
        ({"kind": None}, MUK, Standing.UNKNOWN),
        ({"kind": "other"}, MUK, Standing.UNKNOWN),
        ({"status": None}, MUK, Standing.UNKNOWN),
        ({"status": "other"}, MUK, Standing.UNKNOWN),
        ({"kind": "storm", "status": None}, MUK, Standing.NOTHING),
        ({"kind": None, "status": "abandoned"}, MUK, Standing.ABANDONED),
        ({"owner": "district"}, CKSD, Standing.COUNTS),
        ({"owner": "district", "status": "proposed"}, CKSD, Standing.COUNTS),
        ({"owner": "district", "status": "abandoned"}, CKSD, Standing.ABANDONED),
        ({"owner": "district", "kind": "force_main", "status": "proposed"}, CKSD, Standing.FORCE_MAIN),
        ({"owner": "local"}, CKSD, Standing.NOTHING),
        ({"owner": "regional", "kind": None}, CKSD, Standing.NOTHING),
        ({"owner": None}, CKSD, Standing.UNKNOWN),
        ({}, VLG, Standing.COUNTS),
        ({"owner": "regional"}, VLG, Standing.NOTHING),
        ({"owner": "district"}, VLG, Standing.NOTHING),
        ({"owner": None}, VLG, Standing.UNKNOWN),
        ({"owner": None, "status": "proposed"}, VLG, Standing.PROPOSED),
        ({"owner": None, "kind": "lateral"}, VLG, Standing.NOTHING),
    ],
)
def test_what_a_sewer_is_for_a_test(said: dict[str, str | None], test: SewerTest, standing: Standing) -> None:
    lines = mains(street(sewer(**said)), DATE)
    assert lines is not None
    assert standings(lines, DATE, test).tolist() == [standing]


@pytest.mark.parametrize(
    ("said", "test", "expected"),
    [
        ({"kind": None}, MUK, None),
        ({"status": "other"}, MUK, None),
        ({"owner": None}, VLG, None),
        ({"kind": "lateral"}, MUK, False),
        ({"owner": "regional"}, VLG, False),
        ({"status": "proposed"}, VLG, False),
        ({"status": "abandoned"}, MUK, False),
        ({"kind": "force_main"}, VLG, False),
    ],
)
def test_what_is_not_known_is_never_a_duty(said: dict[str, str | None], test: SewerTest, expected: bool | None) -> None:
    found = by_parcel(street(sewer(**said)), test)
    assert found["N1"].adjacent is expected
    assert found["R1"].adjacent is False
    assert any("not on file" in doubt for doubt in found["N1"].doubts) is (expected is None)


def test_a_sewer_that_counts_settles_what_another_leaves_open() -> None:
    layers = street(sewer(), sewer(sewer_id="s2", kind=None))
    found = by_parcel(layers, MUK)["N1"]
    assert (found.adjacent, found.sewers, found.doubts) == (True, ("s1",), ())


@pytest.mark.parametrize(
    ("other", "status", "only_force_main"),
    [
        ({"kind": "force_main"}, "in_service", True),
        ({"status": "proposed"}, "proposed", False),
        ({"status": "abandoned"}, "abandoned", False),
        ({}, "in_service", False),
    ],
)
def test_state_of_the_sewers_that_decide(other: dict[str, str | None], status: str, only_force_main: bool) -> None:
    found = by_parcel(street(sewer(**other)), MUK)
    assert (found["N1"].sewer_status, found["N1"].only_force_main) == (status, only_force_main)
    # The lots behind meet nothing, so nothing decides for them.
    assert (found["R1"].sewer_status, found["R1"].only_force_main) == ("in_service", False)


@pytest.mark.parametrize("more", [{"kind": "force_main"}, {"status": "abandoned"}, {"status": "proposed"}])
def test_a_sewer_in_service_goes_before_what_takes_no_connection(more: dict[str, str | None]) -> None:
    found = by_parcel(street(sewer(), sewer(sewer_id="s2", **more)), MUK)["N1"]
    assert (found.adjacent, found.sewer_status, found.only_force_main) == (True, "in_service", False)
    assert found.sewers == ("s1",)


def test_a_force_main_in_service_beside_a_proposed_sewer_leaves_the_question_open() -> None:
    found = by_parcel(street(sewer(kind="force_main"), sewer(sewer_id="s2", status="proposed")), MUK)["N1"]
    assert (found.adjacent, found.sewer_status, found.only_force_main) == (False, "in_service", True)


def test_the_first_day_on_which_a_deciding_sewer_served() -> None:
    days = ("2014-05-01", "2009-08-20")
    sewers = [sewer(sewer_id=f"s{n}", in_service_date=day) for n, day in enumerate(days)]
    found = by_parcel(street(*sewers), MUK)["N1"]
    assert (found.sewer_operational, found.doubts) == (dt.date(2009, 8, 20), ())


def test_a_sewer_whose_day_nobody_stated_may_have_been_the_first() -> None:
    days = ("2014-05-01", None)
    sewers = [sewer(sewer_id=f"s{n}", in_service_date=day) for n, day in enumerate(days)]
    found = by_parcel(street(*sewers), MUK)["N1"]
    assert found.sewer_operational is None
    assert found.doubts == ("The day on which some of the sewers began to serve is not on file: s1.",)


def test_abutting_counts_a_proposed_sewer_of_the_district() -> None:
    found = by_parcel(street(sewer(owner="district", status="proposed")), CKSD)["N1"]
    assert (found.abutting, found.sewer_status, found.sewer_operational) == ("line", "proposed", None)


# An easement 20 ft wide from the street over N1 to R1, with a sewer in it, and one along the back of N2 and N3.
WAY = box(180, 0, 200, 150)
BACK = box(200, 140, 400, 150)


def easement(shape: BaseGeometry, serves: str | None) -> Record:
    return {"easement_id": "E1", "parcel_id": serves, "shape": shape}


def test_an_easement_that_holds_the_sewer_makes_adjacent_and_not_abutting() -> None:
    in_back = sewer(LineString([(210, 145), (390, 145)]), owner="district")
    layers = street(in_back, easements=[easement(BACK, None)])
    # N2 and N3 bear it, R2 and R3 lie along its back, and N1 along the 10 ft of its end.
    assert adjacent(layers) == {"N1", "N2", "N3", "R2", "R3"}
    assert {name for name, found in by_parcel(layers, CKSD).items() if found.abutting != "none"} == set()


def test_land_that_reaches_the_street_by_an_easement_only() -> None:
    layers = street(sewer(owner="district"), easements=[easement(WAY, "R1")])
    by_easement = {name for name, found in by_parcel(layers, CKSD).items() if found.reaches_by_easement_only}
    assert by_easement == {"R1"}
    assert by_parcel(layers, CKSD)["R1"].abutting == "none"


def test_an_easement_that_does_not_say_whom_it_serves_is_the_way_of_land_without_a_street() -> None:
    layers = street(sewer(owner="district"), easements=[easement(WAY, None)])
    by_easement = {name for name, found in by_parcel(layers, CKSD).items() if found.reaches_by_easement_only}
    # R2 meets the easement in the corner (200, 150) only.
    assert by_easement == {"R1"}


def test_an_easement_to_a_street_without_a_sewer_reaches_none() -> None:
    layers = street(sewer(owner="regional"), easements=[easement(WAY, "R1")])
    assert not any(found.reaches_by_easement_only for found in by_parcel(layers, CKSD).values())


def test_a_sewer_across_the_parcel_without_an_easement_leaves_adjacency_unknown() -> None:
    across = sewer(LineString([(50, 170), (350, 170)]))
    found = by_parcel(street(across), MUK)
    assert {name for name, each in found.items() if each.adjacent is None} == {"R0", "R1", "R2", "R3"}
    assert found["R1"].doubts == ("Sewer s1 runs across the parcel, and no easement that holds it is on file.",)


# The street's block, closed by three more streets, and beyond it land that no street closes.
RING = [
    rights(STREET), rights(box(-200, 300, 600, 366)), rights(box(-66, 0, 0, 300)), rights(box(400, 0, 466, 300))
]  # fmt: skip


def test_blocks_are_derived_where_no_layer_draws_them() -> None:
    found = by_parcel(street(sewer(), rows=RING), MUK)
    assert {name for name, each in found.items() if each.block_sewer == "bounding_street"} == {
        name for name in LOTS if name[0] in "RN"
    }
    assert {each.block_sewer for name, each in found.items() if name[0] == "S"} == {"none"}
    assert found["R1"].doubts == ()


def test_an_unknown_sewer_in_a_bounding_street_leaves_the_block_unknown() -> None:
    found = by_parcel(street(sewer(kind=None), rows=RING), MUK)["R1"]
    assert (found.adjacent, found.block_sewer) == (False, None)
    assert found.doubts == ("Sewer s1 of derived block 1 might count: whether it is a gravity sewer is not on file.",)


def test_a_large_block_is_told_with_its_acres() -> None:
    # 4,000 by 2,178 ft between four streets are 8,712,000 sq ft, 200 acres.
    rows = [rights(box(-66, -66, 4066, 0)), rights(box(-66, 2178, 4066, 2244)), rights(box(-66, 0, 0, 2178)),
            rights(box(4000, 0, 4066, 2178))]  # fmt: skip
    field = [{"parcel_id": "F1", "shape": box(1000, 1000, 2000, 2000)}]
    layers = street(sewer(LineString([(0, -33), (4000, -33)])), parcels=field, rows=rows)
    found = by_parcel(layers, MUK)["F1"]
    assert found.block_sewer == "bounding_street"
    assert found.doubts == ("Derived block 1, told from the streets around it, has 200 acres: is it a block?",)


def test_a_parcel_over_two_blocks_takes_that_with_most_of_its_land() -> None:
    blocks = [{"block_id": "west", "shape": box(0, 0, 130, 300)}, {"block_id": "east", "shape": box(130, 0, 400, 300)}]
    found = by_parcel(street(sewer(), blocks=blocks), MUK)["R1"]
    assert found.block_sewer == "bounding_street"
    assert found.doubts == ("The parcel lies in 2 blocks; east holds most of its land and is taken.",)


def test_without_streets_the_block_is_unknown() -> None:
    ground = sewer_ground(street(sewer(), rows=[rights(kind="alley")]), DATE)
    found = dict(zip(ground.ids, accesses(ground, MUK), strict=True))["R1"]
    assert (found.adjacent, found.block_sewer) == (False, None)
    assert found.doubts == ("In which block the parcel lies is unknown, because no streets are on file.",)
    assert "No streets are on file: in which block a parcel lies is unknown." in ground.notes


@pytest.mark.parametrize("test", list(SewerTest))
def test_without_sewers_everything_is_unknown(test: SewerTest) -> None:
    ground = sewer_ground(street(), DATE)
    for found in accesses(ground, test):
        assert (found.adjacent, found.block_sewer, found.abutting) == (None, None, None)
        assert found.doubts == ("No sewers are on file.",)
    assert "No sewers are on file: which parcels meet one is unknown." in ground.notes


def test_parcels_alone_are_enough_for_a_survey() -> None:
    ground = sewer_ground(layer_set({"parcels": lots()}), DATE)
    assert len(ground) == len(accesses(ground, MUK)) == 12


def test_without_parcels_there_is_no_survey() -> None:
    with pytest.raises(EditionMissing):
        sewer_ground(layer_set({"sewers": [sewer()]}), DATE)


def test_records_that_are_no_parcels_and_repeats_are_left_out() -> None:
    every = [
        {"parcel_id": "N0", "shape": LOTS["N0"]},
        {"parcel_id": "N0", "shape": LOTS["N0"].reverse()},
        {"parcel_id": "ROW", "record_kind": "row", "shape": STREET},
        {"parcel_id": "U-1", "shape": LOTS["N1"]},
        {"parcel_id": "U-2", "shape": LOTS["N1"]},
    ]
    ground = sewer_ground(street(sewer(), parcels=every), DATE)
    assert (ground.ids.tolist(), ground.rows.tolist()) == (["N0", "U-1", "U-2"], [0, 3, 4])
    assert ground.ground.tolist() == [0, 1, 1]
    assert [found.adjacent for found in accesses(ground, MUK)] == [True, True, True]


def test_some_parcels_only_and_slices() -> None:
    ground = sewer_ground(street(sewer()), DATE)
    every = accesses(ground, MUK)
    some = accesses(ground, MUK, np.array([5, 0]))
    assert list(some) == [every[5], every[0]]
    assert list(every[4:6]) == [every[4], every[5]]


# Field case sewer-01: the main ends at x = 100; C and D stand beyond its end, E behind A.
SEWER_01 = {
    "A": box(0, 33, 100, 183),
    "B": box(0, -183, 100, -33),
    "C": box(100, 33, 200, 183),
    "D": box(200, 33, 300, 183),
    "E": box(0, 183, 100, 333),
}


def test_across_a_gap_only_the_parcels_that_face_the_main_meet_it() -> None:
    parcels = [{"parcel_id": name, "shape": shape} for name, shape in SEWER_01.items()]
    layers = layer_set({"parcels": parcels, "sewers": [sewer(LineString([(0, 0), (100, 0)]))]})
    found = by_parcel(layers, VLG)
    assert {name for name, each in found.items() if each.adjacent} == {"A", "B"}
    assert all(found[name].adjacent is False for name in "CDE")
    assert [front.length_ft for front in found["A"].fronts] == [Fraction(100)]
    assert [name for name, each in found.items() if any("ends short" in doubt for doubt in each.doubts)] == ["C"]


def test_two_sewers_in_one_gap_are_met_from_both_sides() -> None:
    # The street is a gap of 66 ft; the sewers run 20 ft apart in it, one of them for half of the way only.
    sewers = [sewer(LineString([(0, -23), (400, -23)])), sewer(LineString([(0, -43), (200, -43)]), sewer_id="s2")]
    layers = layer_set({"parcels": lots(), "sewers": sewers})
    found = by_parcel(layers, MUK)
    met = {name: set(each.sewers) for name, each in found.items() if each.adjacent}
    assert met == {
        **{name: {"s1", "s2"} for name in ("N0", "N1", "S0", "S1")},
        **{name: {"s1"} for name in ("N2", "N3", "S2", "S3")},
    }


# A survey of one small scene takes as long as one of ten: so each example of a property is a field of scenes, which
# stand far apart.
APART_FT = 5000
FIELD = 10
Scene = dict[str, list[Record]]


def field(scenes: Sequence[Scene]) -> list[dict[str, SewerAccess]]:
    """Return what each of several scenes gives where all are surveyed as one layer set."""
    records: Scene = {}
    for position, one in enumerate(scenes):
        for kind, rows in one.items():
            records.setdefault(kind, []).extend(_placed(record, position) for record in rows)
    found: list[dict[str, SewerAccess]] = [{} for _ in scenes]
    for name, access in by_parcel(layer_set(records), MUK).items():
        parcel, number = name.split("@")
        found[int(number)][parcel] = access
    return found


def _placed(record: Record, number: int) -> Record:
    shape = affinity.translate(record["shape"], 0, APART_FT * number)
    renamed = {key: f"{record[key]}@{number}" for key in ("parcel_id", "sewer_id") if key in record}
    return {**record, **renamed, "shape": shape}


def turned(one: Scene, degrees: float) -> Scene:
    return {
        kind: [{**record, "shape": affinity.rotate(record["shape"], degrees, origin=(0, 0))} for record in rows]
        for kind, rows in one.items()
    }


def oak_street(main: BaseGeometry = MAIN, row: Record | None = None, **more: BaseGeometry) -> Scene:
    return {"parcels": lots(**more), "rights_of_way": [row or rights()], "sewers": [sewer(main)]}


def adjacent_of(found: dict[str, SewerAccess]) -> set[str]:
    return {name for name, access in found.items() if access.adjacent}


def in_field(values: st.SearchStrategy[float]) -> st.SearchStrategy[list[float]]:
    return st.lists(values, min_size=FIELD, max_size=FIELD)


@settings(max_examples=5, derandomize=True, deadline=None)
@given(offsets_ft=in_field(st.floats(1, 65)), ends_ft=in_field(st.floats(401, 590)))
def test_where_the_main_runs_in_its_street_changes_nothing(offsets_ft: list[float], ends_ft: list[float]) -> None:
    mains_at = [LineString([(-150, -off), (end, -off)]) for off, end in zip(offsets_ft, ends_ft, strict=True)]
    assert [adjacent_of(found) for found in field([oak_street(main) for main in mains_at])] == [FRONT] * FIELD


@settings(max_examples=5, derandomize=True, deadline=None)
@given(widths_ft=in_field(st.floats(0.01, 100)))
def test_a_strip_that_is_a_parcel_breaks_adjacency_however_narrow(widths_ft: list[float]) -> None:
    strips = [box(0, 0, 400, width_ft) for width_ft in widths_ft]
    scenes = [
        oak_street(strip=strip, **{name: LOTS[name].difference(strip) for name in LOTS if name[0] == "N"})
        for strip in strips
    ]
    assert [adjacent_of(found) for found in field(scenes)] == [{"S0", "S1", "S2", "S3", "strip"}] * FIELD


@settings(max_examples=5, derandomize=True, deadline=None)
@given(gaps_ft=in_field(st.floats(0, 0.1)))
def test_a_gap_without_a_parcel_within_the_accuracy_breaks_nothing(gaps_ft: list[float]) -> None:
    scenes = [oak_street(row=rights(box(-200, -66, 600, -gap_ft))) for gap_ft in gaps_ft]
    assert [adjacent_of(found) for found in field(scenes)] == [FRONT] * FIELD


@settings(max_examples=5, derandomize=True, deadline=None)
@given(degrees=in_field(st.floats(0, 360)))
def test_turning_and_moving_a_scene_changes_nothing(degrees: list[float]) -> None:
    as_drawn = oak_street() | {"rights_of_way": RING}
    first, *others = field([as_drawn, *(turned(as_drawn, angle) for angle in degrees)])
    for other in others:
        for name in LOTS:
            assert facts(other[name])[:-1] == facts(first[name])[:-1]
            lengths_ft = [[float(front.length_ft) for front in found[name].fronts] for found in (first, other)]
            assert lengths_ft[1] == pytest.approx(lengths_ft[0], abs=0.01)


def facts(found: SewerAccess) -> tuple[object, ...]:
    told = (found.adjacent, found.block_sewer, found.abutting, found.sewer_status, found.only_force_main)
    return (*told, found.doubts, found.sewers)


def test_the_order_of_the_rows_changes_nothing() -> None:
    rows, sewers = RING, [sewer(), sewer(sewer_id="s2", status="proposed")]
    one = by_parcel(street(*sewers, rows=rows), MUK)
    other = by_parcel(street(*sewers[::-1], rows=rows[::-1], parcels=lots()[::-1]), MUK)
    assert {name: facts(found) for name, found in one.items()} == {name: facts(found) for name, found in other.items()}
