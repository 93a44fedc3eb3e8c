from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyproj
import pytest
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from gis.errors import GeometryError
from gis.geometry.frame import LOCAL_FEET, working_frame
from gis.geometry.overlay import intersection
from gis.geometry.slivers import close_hairline_gaps, greatest_width, greatest_width_ft, mean_width

if TYPE_CHECKING:
    from tests.conftest import FieldCaseLoader

Numbers = npt.NDArray[np.float64]

TURNS = [0, 90, 33.3]


def turned(shape: BaseGeometry, degrees: float) -> BaseGeometry:
    """Turn about the origin and move to where state coordinates lie."""
    return affinity.translate(affinity.rotate(shape, degrees, origin=(0, 0)), 600_000, 300_000)


def ell(width: float, leg: float) -> BaseGeometry:
    return shapely.Polygon([(0, 0), (leg, 0), (leg, width), (width, width), (width, leg), (0, leg)])


def bent_strip(width: float, vertices: int) -> BaseGeometry:
    """Return a mile between a wave and the same wave moved north by the width."""
    x = np.linspace(0, 5280, vertices // 2)
    wave = np.stack([x, 50 * np.sin(x / 100)], axis=1)
    return shapely.Polygon(np.concatenate([wave, wave[::-1] + np.array([0, width])]))


def distances_to_outline(x: Numbers, y: Numbers, shape: BaseGeometry) -> Numbers:
    """Return the distance of each point to the nearest side of a shape of one part, by feet of perpendiculars."""
    corners = shapely.get_coordinates(shape)
    nearest = np.full(len(x), np.inf)
    for (from_x, from_y), (to_x, to_y) in itertools.pairwise(corners):
        side_x, side_y = to_x - from_x, to_y - from_y
        foot = np.clip(((x - from_x) * side_x + (y - from_y) * side_y) / (side_x**2 + side_y**2), 0, 1)
        np.minimum(nearest, np.hypot(x - from_x - foot * side_x, y - from_y - foot * side_y), out=nearest)
    return nearest


MILE = 5280
WIDTHS = {
    # A circle between two parallel lines: the width itself.
    **{f"a mile, {width} ft wide": (shapely.box(0, 0, MILE, width), width) for width in (0.001, 0.02, 0.1, 0.11, 0.5)},
    "a square of 10,000 ft": (shapely.box(0, 0, 10_000, 10_000), 10_000),
    "a rectangle of 3 by 7": (shapely.box(0, 0, 3, 7), 3),
    # Right triangle: legs 3 and 4, radius (3 + 4 - 5) / 2 = 1.
    "a right triangle": (shapely.Polygon([(0, 0), (4, 0), (0, 3)]), 2),
    # The same formula for a wedge of half a foot over a mile: a + b - c.
    "a wedge of half a foot over a mile": (
        shapely.Polygon([(0, 0), (MILE, 0), (0, 0.5)]),
        MILE + 0.5 - math.hypot(MILE, 0.5),
    ),
    # In the corner of an L of width w the circle touches both outer lines and the inner corner
    # (w, w): centre (r, r), (w - r) * sqrt(2) = r, so r = w * sqrt(2) / (1 + sqrt(2)) = w * (2 - sqrt(2)).
    "an L one foot wide": (ell(1, 100), 2 * (2 - math.sqrt(2))),
    "an L of 0.1 ft, a mile a leg": (ell(0.1, MILE), 0.2 * (2 - math.sqrt(2))),
    # A square frame 10 wide has the same corner: 20 * (2 - sqrt(2)) = 11.7157.
    "a square frame": (shapely.box(0, 0, 100, 100).difference(shapely.box(10, 10, 90, 90)), 20 * (2 - math.sqrt(2))),
    # Between two concentric squares' edges less than the corner, but a hole off centre decides:
    # hole 40..60 in 0..100: corner circle (40 - r) * sqrt(2) = r, r = 40 * (2 - sqrt(2)).
    "a square with a hole": (
        shapely.box(0, 0, 100, 100).difference(shapely.box(40, 40, 60, 60)),
        80 * (2 - math.sqrt(2)),
    ),
    "several parts, the widest counts": (shapely.MultiPolygon([shapely.box(0, 0, 90, 1), shapely.box(0, 5, 9, 8)]), 3),
    "two parts with a thin bridge": (
        shapely.union_all(shapely.box([0, 5, 50], [0, 2, 0], [6, 55, 57], [6, 2.01, 7])),
        7,
    ),
    # A regular polygon of 720 sides about a circle of radius 100 between its edges: 200 * cos(pi / 720).
    "nearly a circle": (shapely.buffer(shapely.Point(0, 0), 100, quad_segs=180), 200 * math.cos(math.pi / 720)),
    "nothing": (shapely.Polygon(), 0),
    "collapsed": (shapely.Polygon([(0, 0), (5, 0), (9, 0)]), 0),
}


@pytest.mark.parametrize("degrees", TURNS)
@pytest.mark.parametrize(("shape", "expected"), WIDTHS.values(), ids=WIDTHS)
def test_greatest_width(shape: BaseGeometry, expected: float, degrees: float) -> None:
    assert greatest_width(turned(shape, degrees), LOCAL_FEET) == pytest.approx(expected, abs=0.001)


def test_greatest_width_is_in_feet_on_the_ground() -> None:
    # 12 m in the state's frame at Westby; in the county's own system the two points lie this far apart.
    to_zone = pyproj.Transformer.from_crs("EPSG:3071", "EPSG:8112", always_xy=True)
    (x0, x1), (y0, y1) = to_zone.transform([450250, 450250], [354000, 354012])
    apart_ft = math.hypot(x1 - x0, y1 - y0)
    assert 39.38 < apart_ft < 39.39  # 39.37 ft in the plane, and 0.038 percent
    strip = shapely.box(450000, 354000, 450500, 354012)
    assert greatest_width_ft(strip, working_frame("EPSG:8112")) == pytest.approx(apart_ft, abs=0.001)


def test_the_circle_is_found_between_reflex_corners_only() -> None:
    # A plus sign: arms 2 wide, 10 long. The circle in the middle touches the four inner corners
    # (1, 1) and so on: radius sqrt(2).
    plus = shapely.union_all([shapely.box(-10, -1, 10, 1), shapely.box(-1, -10, 1, 10)])
    assert greatest_width(turned(plus, 20), LOCAL_FEET) == pytest.approx(2 * math.sqrt(2), abs=0.001)


@pytest.mark.parametrize("seed", range(8))
def test_greatest_width_agrees_with_a_fine_lattice_of_points(seed: int) -> None:
    """A lattice with cells of side s cannot miss the centre by more than s / sqrt(2)."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0, 2 * np.pi, 25))
    radii = rng.uniform(1, 10, 25)
    shape = shapely.Polygon(np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)).buffer(0)
    side = 0.04
    x, y = (cells.ravel() for cells in np.meshgrid(np.arange(-10, 10, side), np.arange(-10, 10, side)))
    shapely.prepare(shape)
    within = shapely.contains_xy(shape, x, y)
    lattice = 2 * distances_to_outline(x[within], y[within], shape).max()
    width = greatest_width(shape, LOCAL_FEET)
    assert lattice - 0.001 <= width <= lattice + 2 * side / math.sqrt(2)


@pytest.mark.parametrize("width", [0.02, 0.5])
def test_the_width_of_a_strip_of_ten_thousand_vertices(width: float) -> None:
    # Between a wave and its copy w to the north the widest circle lies at a crest or trough, where
    # the two run level: w, to the second order of the wave's curvature (50/100^2 per foot).
    shape = bent_strip(width, 10_000)
    assert greatest_width(shape, LOCAL_FEET) == pytest.approx(width, abs=0.001)


def test_a_shape_that_crosses_itself_has_no_width() -> None:
    with pytest.raises(GeometryError, match="crosses itself"):
        greatest_width(shapely.Polygon([(0, 0), (10, 10), (10, 0), (0, 12.5)]), LOCAL_FEET)


def test_the_sliver_over_the_city_limit(field_case: FieldCaseLoader) -> None:
    case = field_case("parcel-02")
    parcel, city = (shapely.from_wkt(case["input"][name]) for name in ("parcel_wkt", "city_wkt"))
    sliver = intersection(parcel, city, LOCAL_FEET)
    assert sliver.area == pytest.approx(case["expected"]["city_overlap_sqft"], abs=1e-6)
    assert sliver.area / parcel.area == pytest.approx(case["expected"]["city_share"], abs=1e-6)
    assert mean_width(sliver, LOCAL_FEET) == pytest.approx(case["expected"]["mean_width_ft"], abs=1e-6)
    # Right triangle with legs 0.25 and 200: a + b - c.
    assert greatest_width(sliver, LOCAL_FEET) == pytest.approx(200.25 - math.hypot(200, 0.25), abs=0.001)


@pytest.mark.parametrize("degrees", TURNS)
@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (shapely.box(0, 0, 200, 0.125), 0.125),
        (shapely.box(0, 0, 10, 10), 10),
        # Legs of 100 along the middle, 199 square feet; half the outline is 200, less the corner's
        # circle 2 * (2 - sqrt(2)).
        (ell(1, 100), 199 / (200 - 2 * (2 - math.sqrt(2)))),
        # Two strips of 100 by 1 and 100 by 3: 400 square feet over 200 ft.
        (shapely.MultiPolygon([shapely.box(0, 0, 100, 1), shapely.box(0, 5, 100, 8)]), 2),
        (shapely.Polygon(), 0),
    ],
    ids=["strip", "square", "bent", "two parts", "nothing"],
)
def test_mean_width(shape: BaseGeometry, expected: float, degrees: float) -> None:
    assert mean_width(turned(shape, degrees), LOCAL_FEET) == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize("degrees", [0, 90, 180, 10, 37, 80])
def test_hairline_gaps_close_and_the_street_stays_open(field_case: FieldCaseLoader, degrees: float) -> None:
    case = field_case("dissolve-01")
    lots = [affinity.rotate(shapely.from_wkt(wkt), degrees, origin=(0, 0)) for wkt in case["input"]["parcels_wkt"]]
    closed = close_hairline_gaps(lots, case["input"]["close_gap_tolerance_ft"], LOCAL_FEET)
    expected, tolerance = case["expected"], case["tolerance"]["abs"]
    assert closed.parts_before == expected["naive_parts"]
    assert closed.parts_after == expected["parts_after_closing"]
    assert closed.geometry.area == pytest.approx(expected["area_after_closing_sqft"], abs=tolerance)
    assert closed.gap_area == pytest.approx(expected["gap_area_closed_sqft"], abs=tolerance)
    # 0.04 by 200 and 0.03 by 200, the larger first.
    assert [gap.area for gap in closed.gaps] == pytest.approx([8, 6], abs=tolerance)


def test_nothing_but_the_gaps_is_added_and_no_vertex_is_lost(field_case: FieldCaseLoader) -> None:
    lots = [shapely.from_wkt(wkt) for wkt in field_case("dissolve-01")["input"]["parcels_wkt"]]
    closed = close_hairline_gaps(lots, 0.1, LOCAL_FEET)
    assert shapely.union_all([*lots, *closed.gaps], grid_size=0.0001).equals(closed.geometry)
    corners = {tuple(point) for lot in lots for point in lot.exterior.coords}
    assert {tuple(point) for point in shapely.get_coordinates(closed.geometry)} <= corners


def test_pinholes_close_and_real_holes_stay() -> None:
    pinholes = [shapely.box(10, 10, 10.05, 10.05), shapely.box(20, 20, 20.08, 50)]
    well = shapely.box(60, 60, 60.5, 60.5)
    land = shapely.box(0, 0, 100, 100).difference(shapely.union_all([*pinholes, well]))
    closed = close_hairline_gaps([land], 0.1, LOCAL_FEET)
    # 0.08 by 30 and 0.05 by 0.05.
    assert [gap.area for gap in closed.gaps] == pytest.approx([2.4, 0.0025], abs=1e-6)
    assert closed.geometry.area == pytest.approx(100 * 100 - 0.25, abs=1e-6)


GAPS = {
    # gap in feet between two lots of 100 by 200, and whether a tolerance of 0.1 ft closes it
    "one grid step": (0.0001, True),
    "half the tolerance": (0.05, True),
    "the tolerance": (0.1, True),
    "a little more": (0.101, False),
    "a foot": (1, False),
}


@pytest.mark.parametrize(("gap", "closes"), GAPS.values(), ids=GAPS)
def test_a_gap_closes_up_to_the_tolerance(gap: float, closes: bool) -> None:
    lots = [shapely.box(0, 0, 100, 200), shapely.box(100 + gap, 0, 200, 200)]
    closed = close_hairline_gaps(lots, 0.1, LOCAL_FEET)
    assert (closed.parts_before, closed.parts_after) == (2, 1 if closes else 2)
    assert closed.gap_area == pytest.approx(gap * 200 if closes else 0, abs=1e-6)


def test_a_gap_in_a_frame_of_metres_is_judged_in_feet() -> None:
    # 0.03 m are 0.0984 ft, 0.031 m are 0.1017 ft.
    frame = working_frame("EPSG:8112")
    for gap_m, parts in ((0.03, 1), (0.031, 2)):
        lots = [shapely.box(0, 0, 30, 60), shapely.box(30 + gap_m, 0, 60, 60)]
        assert close_hairline_gaps(lots, 0.1, frame).parts_after == parts


def test_lots_that_nearly_meet_in_a_corner_are_not_joined() -> None:
    closed = close_hairline_gaps([shapely.box(0, 0, 100, 100), shapely.box(100.03, 100.03, 200, 200)], 0.1, LOCAL_FEET)
    assert (closed.parts_after, closed.gaps) == (2, ())


def test_no_land_has_no_gaps() -> None:
    closed = close_hairline_gaps([], 0.1, LOCAL_FEET)
    assert closed.geometry.is_empty
    assert (closed.gaps, closed.gap_area, closed.parts_before, closed.parts_after) == ((), 0, 0, 0)
