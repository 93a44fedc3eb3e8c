"""Does a fault of the layers turn into a duty, or into a plain no, without a word?

The village is drawn in mini_village; its accuracy is a tenth of a foot.
"""

from __future__ import annotations

import pytest
import shapely
from shapely import LineString, box

from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.access import SewerTest
from gis.facts.sewers.ground import sewer_ground
from tests.gis.facts.sewers.drawn_ways import centreline, layer
from tests.gis.facts.sewers.mini_village import (
    A_LINE,
    A_STREET,
    C_LINE,
    C_STREET,
    DATE,
    FRONT,
    LOTS,
    MAINS,
    ROWS,
    STREETS,
    abutting,
    by_parcel,
    faults,
    lines,
    lots,
    mains,
    rows,
    village,
)

pytestmark = pytest.mark.slow
"""Each surveys a village whole."""

UNDER_SOUTH = {f"S{i}" for i in range(1, 10)}
"""Southern lots whose only street is A Street: S10 lies at C Street too."""
ON_C_STREET = {"101", "102"}


def a_street(shape: shapely.Geometry) -> LayerSet:
    return village(rights_of_way=rows(ROWS | {"R1": ("A ST", shape)}))


def test_the_village_as_it_should_be() -> None:
    # 103 lies on C Street north of the crossing, where no main is.
    assert abutting(village()) == (FRONT | ON_C_STREET, set())
    assert by_parcel(village())["103"].doubts == ()
    assert faults(village()) == []


# A street missing from the layer of streets.


@pytest.mark.parametrize("missing", ["A ST", "C ST"])
def test_a_missing_street_line_makes_no_duty_beyond_the_crossing(missing: str) -> None:
    held = village(streets=lines({name: line for name, line in STREETS.items() if name != missing}))
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    told = by_parcel(held)["103"]
    (doubt,) = told.doubts
    assert "R1 (A ST), where no street line tells a crossing" in doubt
    assert "M4" in doubt
    (front,) = told.fronts
    assert not front.is_certain
    assert {(kind, name.split()[0]) for kind, name, _ in faults(held)} == {
        ("no_street", "R1" if missing == "A ST" else "R2")
    }


def test_the_missing_street_line_is_listed_with_its_place() -> None:
    held = village(streets=lines({"C ST": C_LINE}))
    (fault,) = faults(held)
    assert fault[:2] == ("no_street", "R1")
    assert fault[2].startswith("Right-of-way R1, A ST: no street line runs in it")


def test_all_streets_missing_leaves_the_cut_to_the_records_without_a_doubt_of_each() -> None:
    held = village(streets=None)
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    assert by_parcel(held)["103"].doubts == ()


def test_a_street_line_that_stops_at_the_edge_of_the_crossing_street() -> None:
    # The line of A Street ends at the plat's edge, 30 ft short of the line of C Street.
    held = village(streets=lines({"A ST": centreline((0, 430), (1000, 430)), "C ST": C_LINE}))
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    assert len(by_parcel(held)["103"].doubts) == 1
    assert faults(held) == []


@pytest.mark.parametrize("missing", ["A ST", "C ST"])
def test_a_missing_street_line_in_a_record_of_the_whole_plat(missing: str) -> None:
    plat = rows({"PLAT": (None, A_STREET | C_STREET)})
    told = by_parcel(village(rights_of_way=plat))
    assert told["103"].abutting == "none"
    assert told["103"].doubts == ()
    held = village(rights_of_way=plat, streets=lines({name: line for name, line in STREETS.items() if name != missing}))
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    told = by_parcel(held)["103"]
    (doubt,) = told.doubts
    assert "is taken to end at an arm of right-of-way PLAT" in doubt
    assert "where no street line tells a crossing" in doubt
    assert doubt.endswith("M1, M2, M3, M4." if missing == "A ST" else "M1, M2, M3.")
    (front,) = told.fronts
    assert not front.is_certain
    # A Street from the corner at C Street on, or C Street on both hands of it.
    ends = ["60 ft wide and 1,000 ft long"] if missing == "A ST" else ["60 ft wide and 40"] * 2
    listed = faults(held)
    assert [fault[:2] for fault in listed] == [("no_street", "PLAT")] * len(ends)
    assert all(
        f"no street line runs in an arm of it, {end}" in fault[2] for end, fault in zip(ends, listed, strict=True)
    )


def test_a_lot_on_an_arm_without_a_line_meets_no_sewer_of_the_street_that_it_leaves() -> None:
    # The sewers lie in C Street; A Street, whose line is missing, holds none.
    c_street = {name: line for name, line in MAINS.items() if name == "M4"}
    held = village(
        rights_of_way=rows({"PLAT": (None, A_STREET | C_STREET)}),
        streets=lines({"C ST": C_LINE}),
        sewers=mains(c_street),
    )
    # The lots in the crossing's corners have a front on C Street too; N10 lies north of where M4 begins.
    assert abutting(held) == ({"S10", "101", "102"}, set())
    told = by_parcel(held)
    assert all("M4" in told[f"S{each}"].doubts[0] for each in range(1, 10))


def test_a_street_that_may_go_on_beyond_the_end_of_its_line_leaves_its_lots_open() -> None:
    # The line of A Street comes from the east and stops at x = 400, which tells of 75 ft more; mains M2 and M3 lie east
    # of x = 500.
    line = centreline((400, 430), (1030, 430))
    held = village(
        rights_of_way=rows({"PLAT": (None, A_STREET | C_STREET)}),
        streets=lines({"A ST": line, "C ST": C_LINE}),
        sewers=mains({"M2": centreline((500, 430), (666, 430)), "M3": MAINS["M3"]}),
    )
    told = by_parcel(held)
    assert {name for name in FRONT if told[name].abutting is None} == {
        *(f"S{each}" for each in range(1, 4)),
        *(f"N{each}" for each in range(1, 4)),
    }
    assert "The street line ends where PLAT" in told["S1"].doubts[0]
    assert [(kind, name) for kind, name, _ in faults(held)] == [("no_street", "PLAT")]


@pytest.mark.parametrize(
    "strip",
    [box(1060, 600, 1077, 740), box(1060, 600, 1080, 620)],
    ids=["a strip given to widen it", "a corner of 20 ft square"],
)
def test_a_strip_beside_a_street_is_no_crossing(strip: shapely.Geometry) -> None:
    held = village(
        parcels=lots(LOTS | {"101": LOTS["101"] - strip}), rights_of_way=rows({**ROWS, "R3": ("C ST", strip)})
    )
    assert sorted(sewer_ground(held, DATE).rights.ids) == ["R1", "R2 1", "R2 2", "R3"]


# A street missing from the layer of rights-of-way.


def test_a_missing_right_of_way_is_listed_and_told_from_the_gap_with_a_doubt() -> None:
    held = village(rights_of_way=rows({"R2": ROWS["R2"]}))
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    (fault,) = faults(held)
    # A Street's line is 1,030 ft long, of which 30 ft lie in C Street.
    assert fault[:2] == ("no_right_of_way", "A ST")
    assert "1,000 of its 1,030 ft" in fault[2]
    assert by_parcel(held)["N5"].doubts == ("That A ST lies there is told from a centreline and its width.",)
    assert [front.is_certain for front in by_parcel(held)["N5"].fronts] == [False]


def test_no_right_of_way_is_missed_where_there_are_no_records_at_all() -> None:
    assert faults(village(rights_of_way=None)) == []


def test_a_missing_right_of_way_whose_ground_parcels_cover() -> None:
    # Lots run to the middle of A Street, as along many town roads; the main lies on their line.
    deep = {name: box(*shape.bounds) for name, shape in LOTS.items()}
    for i in range(1, 11):
        deep[f"S{i}"] = box(100 * i - 100, 200, 100 * i, 430)
        deep[f"N{i}"] = box(100 * i - 100, 430, 100 * i, 660)
    held = village(parcels=lots(deep), rights_of_way=rows({"R2": ROWS["R2"]}))
    yes, unknown = abutting(held)
    assert yes == {"S10", "N10", *ON_C_STREET} - {"N10"}
    assert unknown == FRONT - {"S10"}
    assert any("A ST" in doubt and "not on file" in doubt for doubt in by_parcel(held)["N5"].doubts)


# A right-of-way polygon that lies over lots.


@pytest.mark.parametrize(
    ("shape", "unknown", "sqft", "width_ft"),
    [
        (box(0, 370, 1000, 460), UNDER_SOUTH, "3,000 sq ft", "30.0 ft"),
        (box(0, 200, 1000, 460), UNDER_SOUTH, "20,000 sq ft", "100.0 ft"),
        (A_STREET | box(300, 200, 400, 400), {"S4"}, "20,000 sq ft", "100.0 ft"),
        (A_STREET | box(300, 395, 400, 400), {"S4"}, "500 sq ft", "5.0 ft"),
    ],
    ids=["30 ft over lots", "over whole lots", "over one lot", "5 ft over one lot"],
)
def test_lots_under_a_record_are_neither_denied_nor_made_liable(
    shape: shapely.Geometry, unknown: set[str], sqft: str, width_ft: str
) -> None:
    held = a_street(shape)
    assert abutting(held) == ((FRONT | ON_C_STREET) - unknown, unknown)
    told = by_parcel(held)
    for name in unknown:
        (doubt,) = told[name].doubts
        assert all(words in doubt for words in ("R1 (A ST)", sqft, width_ft, "M1, M2, M3"))
    assert [kind for kind, _, _ in faults(held)] == ["over_lots"]


def test_the_same_under_the_test_of_a_block() -> None:
    told = by_parcel(a_street(box(0, 370, 1000, 460)), SewerTest.ADJACENT_OR_BLOCK)
    assert {name for name, access in told.items() if access.adjacent is None} == UNDER_SOUTH


def test_a_lot_that_meets_only_what_lies_over_lots_has_no_flat_duty() -> None:
    # Without its main south of the crossing C Street decides nothing: 102 lies along the south line of R1 only.
    south = {name: line for name, line in MAINS.items() if name != "M4"}
    held = village(rights_of_way=rows({"R1": ("A ST", box(0, 200, 1000, 460)), "R2": ROWS["R2"]}), sewers=mains(south))
    yes, unknown = abutting(held)
    assert yes == FRONT - {f"S{i}" for i in range(1, 11)}
    assert unknown == {"102", *(f"S{i}" for i in range(1, 11))}
    (doubt,) = by_parcel(held)["102"].doubts
    assert "only where the record lies over parcels" in doubt


def test_an_overlap_within_the_accuracy_is_none() -> None:
    held = a_street(box(0, 399.9, 1000, 460))
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    assert faults(held) == []


def test_a_lot_with_a_sound_front_beside_an_overlap_keeps_its_duty() -> None:
    # R1 bulges over the west 40 ft of S4; its other 60 ft lie along the street as they should.
    held = a_street(A_STREET | box(300, 380, 340, 400))
    assert abutting(held) == (FRONT | ON_C_STREET, set())


def test_a_record_moved_away_from_its_street() -> None:
    # R1 lies 30 ft over N lots and 103. The street itself is told from its line, with the usual doubt.
    held = a_street(box(0, 630, 1000, 690))
    assert abutting(held) == (FRONT | ON_C_STREET, set())
    told = by_parcel(held)
    assert all(told[name].doubts for name in FRONT - {"S10"})
    assert {kind for kind, _, _ in faults(held)} == {"over_lots", "no_street", "no_right_of_way"}


def test_a_record_over_lots_that_cuts_another_street_denies_nothing_beyond_it() -> None:
    # A record of nothing on the ground meets C Street at y = 100 to 160; only the main south of it is left.
    held = village(
        rights_of_way=rows({**ROWS, "R3": ("GHOST ST", box(0, 100, 1000, 160))}),
        sewers=mains({"M4": centreline((1030, 90), (1030, 10))}),
    )
    assert abutting(held) == (ON_C_STREET, {"S10"})
    (doubt,) = by_parcel(held)["S10"].doubts
    assert "R3 (GHOST ST), which lies over parcels" in doubt


# Records that do not hold on the day.


@pytest.mark.parametrize(
    ("since", "until", "holds"),
    [
        (None, None, True),
        ("1920-01-01", "2026-06-15", True),
        ("1920-01-01", "2026-06-14", False),
        ("2026-06-15", None, True),
        ("2026-06-16", None, False),
    ],
)
def test_a_vacated_street_does_not_count_on_a_later_day(since: str | None, until: str | None, holds: bool) -> None:
    # Neither the gap that it leaves nor its line and width make it a street again.
    dates = {"valid_from": [since, None], "valid_to": [until, None]}
    held = village(rights_of_way=rows(ROWS, **dates))
    assert abutting(held) == (FRONT | ON_C_STREET if holds else ON_C_STREET | {"S10"}, set())
    told = by_parcel(held, SewerTest.ADJACENT_OR_BLOCK)["N5"]
    assert told.adjacent is (True if holds else None)
    assert any("does not hold on the day" in doubt for doubt in told.doubts) is not holds


def test_a_vacated_street_that_the_roll_still_records_does_not_count() -> None:
    kinds = ["parcel"] * len(LOTS) + ["row"]
    roll = layer("parcels", [*LOTS.values(), A_STREET], parcel_id=[*LOTS, "ROW"], record_kind=kinds)
    dates = {"valid_from": [None, None], "valid_to": ["2020-01-01", None]}
    assert abutting(village(parcels=roll, rights_of_way=rows(ROWS, **dates))) == (ON_C_STREET | {"S10"}, set())


# Ground that no record covers.

BULB = shapely.Point(600, 33).buffer(60)
COURT = box(0, 0, 600, 66) | BULB
"""A cul-de-sac of which nothing is on file but the gap between the lots around it."""
AROUND = {
    **{f"N{i}": box(100 * i, 66, 100 * i + 100, 216) for i in range(5)},
    **{f"S{i}": box(100 * i, -150, 100 * i + 100, 0) for i in range(5)},
    "BN": box(500, 33, 620, 216) - COURT,
    "BS": box(500, -150, 620, 33) - COURT,
    "END": box(620, -150, 800, 216) - COURT,
}


@pytest.mark.parametrize("reaches", [600.0, 545.0], ids=["to the middle of the bulb", "to its mouth"])
def test_the_lot_at_the_end_of_a_court_known_only_as_a_gap(reaches: float) -> None:
    held = village(
        parcels=lots(AROUND), rights_of_way=None, streets=None, sewers=mains({"s1": centreline((0, 33), (reaches, 33))})
    )
    yes, unknown = abutting(held)
    assert "END" in unknown
    assert yes >= {f"{side}{i}" for side in "NS" for i in range(5)}
    assert yes | unknown == set(AROUND)
    assert any("Ahead of sewer s1 the parcel closes the gap" in doubt for doubt in by_parcel(held)["END"].doubts)


def test_a_lot_past_the_end_of_a_main_in_a_street_that_goes_on_does_not_meet_it() -> None:
    along = {name: shape for name, shape in AROUND.items() if name[0] in "NS"}
    held = village(
        parcels=lots(along), rights_of_way=None, streets=None, sewers=mains({"s1": centreline((0, 33), (300, 33))})
    )
    assert abutting(held) == ({f"{side}{i}" for side in "NS" for i in range(3)}, set())


def test_a_gap_with_parcels_on_one_hand_only() -> None:
    north = {name: shape for name, shape in AROUND.items() if name.startswith("N")}
    behind = {"R1": box(100, 216, 200, 366)}
    held = village(
        parcels=lots(north | behind),
        rights_of_way=None,
        streets=None,
        sewers=mains({"s1": centreline((0, 33), (500, 33))}),
    )
    assert abutting(held) == (set(), set(north))
    told = by_parcel(held)
    assert all("parcels on one hand only" in told[name].doubts[0] for name in north)


BACKS = {
    **{f"N{i}": box(100 * i, 0, 100 * i + 100, 150) for i in range(3)},
    **{f"S{i}": box(100 * i, -150, 100 * i + 100, 0) for i in range(3)},
    "FAR": box(0, 150, 300, 300),
}


@pytest.mark.parametrize("off_ft", [0.0, 0.08, -0.08])
def test_a_main_on_the_line_of_lots(off_ft: float) -> None:
    held = village(
        parcels=lots(BACKS),
        rights_of_way=None,
        streets=None,
        sewers=mains({"s1": LineString([(0, off_ft), (300, off_ft)])}),
    )
    told = by_parcel(held, SewerTest.ADJACENT_OR_BLOCK)
    assert {name for name, access in told.items() if access.adjacent is None} == set(BACKS) - {"FAR"}
    assert told["FAR"].adjacent is False
    assert "within the accuracy of the layers" in told["N1"].doubts[0]
    # Lots on both hands leave no room for a street: an easement there is none.
    assert abutting(held) == (set(), set())


@pytest.mark.parametrize("off_ft", [0.0, 0.08, -0.08])
def test_a_main_on_the_edge_of_a_street_known_only_as_a_gap(off_ft: float) -> None:
    held = village(
        parcels=lots({name: shape for name, shape in AROUND.items() if name[0] in "NS"}),
        rights_of_way=None,
        streets=None,
        sewers=mains({"s1": centreline((0, 66 + off_ft), (500, 66 + off_ft))}),
    )
    every = {f"{side}{i}" for side in "NS" for i in range(5)}
    yes, unknown = abutting(held)
    assert yes | unknown == every


def test_a_main_on_the_edge_of_a_recorded_street_is_in_it() -> None:
    held = village(sewers=mains({"M1": centreline((0, 400), (1000, 400))}))
    assert abutting(held) == (FRONT, set())


def test_a_main_that_only_ends_at_a_lots_line_leaves_nothing_open() -> None:
    held = village(sewers=mains({"M1": centreline((500, 660), (500, 670))}), streets=lines({"A ST": A_LINE}))
    told = by_parcel(held)
    assert not any("one within the accuracy" in doubt for access in told.values() for doubt in access.doubts)


def test_c_street_is_where_it_is_drawn() -> None:
    assert C_STREET.intersects(C_LINE)
