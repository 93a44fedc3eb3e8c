"""Which ground of a right-of-way does no centreline in it explain, as where the layer of streets misses a street?"""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.facts.sewers.ways.stretches import Stretches, cut_into_stretches
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.sewers.drawn_ways import centreline, layer, lots, ways

box = shapely.box


def streets(*lines: shapely.Geometry) -> Layer:
    names = [f"Street {place + 1}" for place in range(len(lines))]
    return layer("streets", list(lines), name=names, right_of_way_width_ft=[np.nan] * len(lines))


def cut(plat: shapely.Geometry, *lines: shapely.Geometry, parcels: Layer | None = None) -> Stretches:
    """Return the stretches of a plat that is one record, PLAT."""
    return cut_into_stretches(ways([plat], ids=["PLAT"]), streets(*lines), LOCAL_FEET, parcels)


def bounds(found: Stretches) -> list[tuple[float, ...]]:
    return [each.bounds for each in found.arms.shapes]


# Oak runs from west to east, 66 ft wide, its line in the middle; Elm is 60 ft wide and leaves it to the north.
#
#             | Elm |
#   ----------+     +-----------------
#   - - - - - - - - - - - - - - - - -    Oak
#   ----------------------------------
OAK, OAK_LINE = box(0, 0, 900, 66), centreline((0, 33), (900, 33))
ELM, ELM_LINE = box(300, 66, 360, 500), centreline((330, 33), (330, 500))


def test_an_arm_without_a_line_is_a_stretch_from_its_mouth_on_and_cuts_the_street_that_it_leaves() -> None:
    found = cut(OAK | ELM, OAK_LINE)
    assert bounds(found) == [(300, 66, 360, 500)]
    assert (found.arms.widths_ft[0], found.arms.lengths_ft[0]) == pytest.approx((60, 434))
    west, east, arm = found.rights.geometries
    assert west.equals(box(0, 0, 330, 66))
    assert east.equals(box(330, 0, 900, 66))
    assert arm.equals(ELM)
    assert found.arm.tolist() == [-1, -1, 0]
    assert not found.rights.is_certain.any()
    assert list(zip(found.one.tolist(), found.other.tolist(), strict=True)) == [
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 2),
        (2, 0),
        (2, 1),
    ]
    assert not found.is_ahead.any()
    # Nobody says what the arm is called: Oak's line is not its.
    assert found.rights.streets.tolist() == ["Street 1", "Street 1", None]


@pytest.mark.parametrize("aside", [0.0, 8.0, -8.0])
@pytest.mark.parametrize("askew", [0.0, 4.0])
def test_the_mouth_is_at_the_corners_wherever_the_street_s_line_runs(aside: float, askew: float) -> None:
    found = cut(OAK | ELM, centreline((0, 33 + aside - askew), (900, 33 + aside + askew)))
    assert found.rights.geometries[found.arm == 0][0].equals(ELM)
    assert [round(each.bounds[2]) for each in found.rights.geometries[found.arm < 0]] == [330, 900]


def test_streets_that_have_their_lines_have_no_arm() -> None:
    found = cut(OAK | ELM, OAK_LINE, ELM_LINE)
    assert bounds(found) == []
    assert found.rights.is_certain.all()
    assert len(found.rights) == 3


def test_a_street_between_two_others() -> None:
    found = cut(OAK | ELM | box(0, 500, 900, 566), OAK_LINE, centreline((0, 533), (900, 533)))
    assert bounds(found) == [(300, 66, 360, 500)]
    # Both streets are cut at its mouths.
    assert len(found.rights) == 5


def test_a_crossing_of_which_one_line_is_missing_is_told_by_the_others() -> None:
    south = centreline((330, -500), (330, 33))
    found = cut(OAK | ELM | box(300, -500, 360, 0), OAK_LINE, south)
    assert bounds(found) == [(300, 66, 360, 500)]
    # Oak to the west and the east, Elm to the south, and the arm; the cuts between the first three are told by lines.
    assert len(found.rights) == 4
    assert ((found.arm[found.one] == 0) | (found.arm[found.other] == 0)).all()


def test_two_streets_that_cross_without_lines_are_one_arm() -> None:
    found = cut(OAK | ELM | box(0, 300, 900, 366), OAK_LINE)
    assert bounds(found) == [(0, 66, 900, 500)]


def test_a_street_that_ends_at_one_without_a_line() -> None:
    # Elm's line comes down to the middle of Oak, which has none: Oak is parted there.
    found = cut(OAK | ELM, ELM_LINE)
    west, east = sorted(bounds(found))
    assert (west[0], west[2]) == pytest.approx((0, 300), abs=10)
    assert (east[0], east[2]) == pytest.approx((360, 900), abs=10)
    assert not found.is_ahead.any()


def test_a_part_of_a_record_that_lies_apart() -> None:
    found = cut(shapely.MultiPolygon([OAK, box(0, 700, 900, 766)]), OAK_LINE)
    assert bounds(found) == [(0, 700, 900, 766)]
    assert found.rights.ids.tolist() == ["PLAT 1", "PLAT 2"]


def test_a_street_that_goes_on_beyond_the_end_of_its_line_may_be_the_same() -> None:
    found = cut(OAK, centreline((300, 33), (900, 33)))
    # For 75 ft beyond the end of its line the ground is taken for its street's.
    assert found.arms.shapes[0].symmetric_difference(box(0, 0, 225, 66)).area < 1
    assert found.is_ahead.tolist() == [True, True]


@pytest.mark.parametrize("width", [16, 20])
def test_an_alley_without_a_line_is_a_stretch_but_cuts_no_street_and_is_no_fault(width: float) -> None:
    alley = box(300, 66, 300 + width, 400)
    found = cut(OAK | alley, OAK_LINE)
    assert found.arms.is_alley.tolist() == [True]
    assert [each.bounds for each in found.rights.geometries] == [OAK.bounds, alley.bounds]


BULB = shapely.Point(900, 33).buffer(60, quad_segs=64)
"""A cul-de-sac 120 ft wide about the street's end."""


NO_ARMS: dict[str, tuple[shapely.Geometry, list[shapely.Geometry]]] = {
    "a bulb": (OAK | BULB, [OAK_LINE]),
    "a bulb before which the line ends": (OAK | BULB, [centreline((0, 33), (845, 33))]),
    "a street that goes on for 140 ft beyond its line": (OAK, [centreline((0, 33), (760, 33))]),
    "two carriageways": (box(0, 0, 900, 150), [centreline((0, 30), (900, 30)), centreline((0, 120), (900, 120))]),
    "two carriageways with one line": (box(0, 0, 900, 120), [centreline((0, 30), (900, 30))]),
    "a median between carriageways": (
        box(0, 0, 900, 200) - box(100, 80, 800, 120),
        [centreline((0, 40), (900, 40)), centreline((0, 160), (900, 160))],
    ),
    "a wide corner": (
        OAK | ELM | shapely.Polygon([(300, 66), (210, 66), (300, 156)]),
        [OAK_LINE, ELM_LINE],
    ),
    "a parking bay": (OAK | box(300, 66, 500, 136), [OAK_LINE]),
    "a bay nearly as deep as it may be": (OAK | box(300, 66, 366, 164), [OAK_LINE]),
    "a turn lane": (OAK | box(300, 66, 600, 80), [OAK_LINE]),
    "a square": (OAK | box(300, 66, 560, 300), [OAK_LINE]),
    "a wedge": (OAK | shapely.Polygon([(300, 66), (440, 66), (440, 260)]), [OAK_LINE]),
    "an island between two streets": (
        box(0, 0, 900, 66) | box(300, 66, 660, 180),
        [OAK_LINE, centreline((0, 213), (900, 213))],
    ),
    "a street drawn by halves": (box(0, 33, 900, 66) | box(300, 66, 360, 500), [OAK_LINE, ELM_LINE]),
}


@pytest.mark.parametrize(("plat", "lines"), NO_ARMS.values(), ids=NO_ARMS)
def test_what_is_no_arm(plat: shapely.Geometry, lines: list[shapely.Geometry]) -> None:
    found = cut(plat, *lines)
    assert bounds(found) == []
    assert found.rights.is_certain.all()


def test_what_lies_over_lots_is_no_arm() -> None:
    assert bounds(cut(OAK | ELM, OAK_LINE, parcels=lots([ELM]))) == []
    # A lot's line drawn 8 ft too far is no reason to take the street for a lot.
    assert len(bounds(cut(OAK | ELM, OAK_LINE, parcels=lots([box(292, 66, 308, 500)])))) == 1


def test_a_record_that_other_streets_only_cross_has_no_arms() -> None:
    assert bounds(cut(box(300, -500, 366, 500), OAK_LINE)) == []
