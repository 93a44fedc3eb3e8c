"""Which right-of-way holds which sewer?"""

from __future__ import annotations

import pytest
import shapely

from gis.facts.sewers.meetings.holding import holding, sewers_off_rights_of_way
from gis.facts.sewers.ways.stretches import stretches
from gis.geometry.frame import LOCAL_FEET
from tests.gis.facts.sewers.drawn_ways import Point, mains, ways

STREET = shapely.box(0, 0, 900, 66)

# A line, and whether a street of 900 by 66 ft along the x-axis holds it.
LINES: dict[str, tuple[list[Point], bool]] = {
    "along the middle": ([(50, 33), (850, 33)], True),
    "from beyond to beyond": ([(-500, 33), (1500, 33)], True),
    "a short one along it": ([(100, 33), (130, 33)], True),
    "from one side to the other along it": ([(100, 10), (300, 56)], True),
    "in from an end, by more than the accuracy": ([(-300, 33), (20, 33)], True),
    "straight across": ([(200, -90), (200, 150)], False),
    "across at 60 degrees": ([(200, -50), (300, 123.2)], False),
    "in from the side, to a manhole in the middle": ([(600, 200), (600, 33)], False),
    "up to its edge": ([(600, 200), (600, 66)], False),
    "in from the side, then along": ([(600, 200), (600, 33), (800, 33)], True),
    "beside it": ([(50, 70), (850, 70)], False),
    "along its edge": ([(50, 66), (850, 66)], True),
    "along its edge, outside by less than the accuracy": ([(50, 66.08), (850, 66.08)], True),
    "along its edge, outside by more": ([(50, 66.2), (850, 66.2)], False),
    "up to its end": ([(-300, 33), (0, 33)], False),
    "past its end by inches": ([(-300, 33), (0.08, 33)], False),
    "far away": ([(0, 900), (900, 900)], False),
}


@pytest.mark.parametrize(("line", "holds"), LINES.values(), ids=LINES)
def test_a_line_and_a_street(line: list[Point], *, holds: bool) -> None:
    for points in (line, line[::-1]):
        right, sewer = holding(ways([STREET]), mains([points]), 0.1, LOCAL_FEET)
        assert (right.tolist(), sewer.tolist()) == (([0], [0]) if holds else ([], []))


def test_a_crossing_street_does_not_hold_the_main_of_the_other() -> None:
    rights = stretches(
        ways([shapely.box(0, 0, 900, 66), shapely.box(400, 66, 466, 500), shapely.box(400, -500, 466, 0)]),
        None,
        LOCAL_FEET,
    )
    right, _ = holding(rights, mains([[(433, -400), (433, 400)]]), 0.1, LOCAL_FEET)
    assert rights.ids[right].tolist() == ["B", "C"]


def test_a_main_holds_on_only_in_the_stretches_that_it_reaches() -> None:
    rights = stretches(ways([shapely.box(0, 0, 900, 66), shapely.box(400, 66, 466, 500)]), None, LOCAL_FEET)
    right, _ = holding(rights, mains([[(20, 33), (433, 33)]]), 0.1, LOCAL_FEET)
    assert rights.ids[right].tolist() == ["A 1"]


def test_a_curved_street() -> None:
    arc = shapely.Point(0, 0).buffer(300, quad_segs=32).exterior
    ring = arc.buffer(33)
    line = list(shapely.get_coordinates(arc)[:40].tolist())
    right, _ = holding(ways([ring]), mains([[(x, y) for x, y in line[:3]], [(x, y) for x, y in line]]), 0.1, LOCAL_FEET)
    assert right.tolist() == [0, 0]


def test_pairs_are_ordered_and_many() -> None:
    rights = ways([shapely.box(0, 0, 900, 66), shapely.box(900, 0, 1800, 66)])
    lines = mains([[(950, 33), (1700, 33)], [(50, 33), (1700, 33)], [(50, 20), (800, 20)]])
    held = holding(rights, lines, 0.1, LOCAL_FEET)
    assert [rows.tolist() for rows in held] == [[0, 0, 1, 1], [1, 2, 0, 1]]


def test_sewers_that_leave_all_rights_of_way() -> None:
    rights = ways([STREET, shapely.box(900, 0, 1800, 66)])
    lines = mains([[(50, 33), (1700, 33)], [(50, 33), (50, 300)], [(400, 300), (800, 300)], [(50, 66.05), (90, 66.05)]])
    assert sewers_off_rights_of_way(rights, lines, 0.1, LOCAL_FEET).tolist() == [1, 2]
    assert sewers_off_rights_of_way(ways([]), lines, 0.1, LOCAL_FEET).tolist() == [0, 1, 2, 3]
