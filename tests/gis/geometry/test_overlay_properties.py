"""What must always hold where a boundary meets features, on shapes nobody thought of."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import LOCAL_FEET
from gis.geometry.overlay import clip, intersection, on_grid, sort_features, union
from tests.gis.geometry.exact_area import shared_area

Shapes = npt.NDArray[np.object_]

GRID = LOCAL_FEET.grid
# Integers are multiplied by this many feet: a multiple of the grid that is no binary fraction, so
# that coordinates carry the rounding that real ones have.
STEP = 0.7

cells = st.integers(-12, 12)
rectangles = st.tuples(cells, cells, st.integers(1, 9), st.integers(1, 9))
fast = settings(max_examples=50, derandomize=True, deadline=None)


def box(x: int, y: int, width: int, height: int) -> BaseGeometry:
    return on_grid([shapely.box(x * STEP, y * STEP, (x + width) * STEP, (y + height) * STEP)], LOCAL_FEET)[0]


@st.composite
def blocks(draw: st.DrawFn) -> BaseGeometry:
    """Unions of rectangles on one lattice less others: shared edges, holes and several parts."""
    added = shapely.union_all([box(*corner) for corner in draw(st.lists(rectangles, min_size=1, max_size=4))])
    taken = shapely.union_all([box(*corner) for corner in draw(st.lists(rectangles, max_size=2))])
    shape = on_grid([shapely.difference(added, taken, grid_size=GRID)], LOCAL_FEET)[0]
    assume(shape.area > 0)
    return shape


@st.composite
def stars(draw: st.DrawFn) -> BaseGeometry:
    """Star-shaped polygons: radii in order of angle, so that no edge crosses another."""
    radii = draw(st.lists(st.integers(2, 12), min_size=3, max_size=9))
    x, y = draw(cells), draw(cells)
    angles = np.arange(len(radii)) * (2 * np.pi / len(radii))
    points = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], axis=1) * STEP
    return on_grid([shapely.Polygon(points)], LOCAL_FEET)[0]


shapes = blocks() | stars()


def array(*found: BaseGeometry) -> Shapes:
    filled = np.empty(len(found), dtype=object)
    filled[:] = found
    return filled


def rounding(*lines: BaseGeometry) -> float:
    """Return by how much area may change where every line is off by up to a grid step."""
    return 2 * GRID * sum(line.length for line in lines)


@fast
@given(shapes, shapes)
def test_inside_is_the_exact_overlap_and_both_parts_make_the_feature(
    boundary: BaseGeometry, feature: BaseGeometry
) -> None:
    parts = clip(boundary, array(feature), LOCAL_FEET)
    slack = rounding(boundary, feature)
    assert parts.inside[0].area == pytest.approx(float(shared_area(boundary, feature)), abs=slack)
    assert parts.inside[0].area + parts.outside[0].area == pytest.approx(feature.area, abs=slack)
    assert len(parts.reworked) == 0


@fast
@given(stars(), st.integers(0, 8), st.integers(2, 12))
def test_neighbours_across_a_shared_edge_share_no_land(star: BaseGeometry, edge: int, out: int) -> None:
    """A triangle put on the outside of one edge, its ends a last place off, as overlay-01 has it."""
    # Counterclockwise, so that outside is to the right of each edge.
    ring = shapely.get_coordinates(shapely.orient_polygons(star))
    edge %= len(ring) - 1
    a, b = ring[edge], ring[edge + 1]
    outward = np.array([b[1] - a[1], a[0] - b[0]]) / np.hypot(*(b - a))
    beside = shapely.Polygon([np.nextafter(a, 1e9), b, (a + b) / 2 + outward * out * 0.05 * STEP])
    assume(float(shared_area(star, beside)) < 1e-6)
    told = sort_features(star, array(beside), None, LOCAL_FEET)
    assert intersection(star, beside, LOCAL_FEET).area <= rounding(beside)
    assert len(told.inside) == 0


@fast
@given(shapes, st.lists(shapes, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_features_changes_nothing(boundary: BaseGeometry, many: list[BaseGeometry], order: object) -> None:
    features = array(*many)
    mixed = np.array(sorted(range(len(many)), key=lambda _: order.random()))  # type: ignore[attr-defined]  # shapely ships no types
    told, again = (sort_features(boundary, some, None, LOCAL_FEET) for some in (features, features[mixed]))
    assert sorted(mixed[again.inside]) == told.inside.tolist()
    assert sorted(mixed[again.cut]) == told.cut.tolist()
    # Each feature is overlaid alone, so that its parts are the same to the last digit.
    straight, turned = (clip(boundary, some, LOCAL_FEET) for some in (features, features[mixed]))
    assert shapely.area(straight.inside)[mixed].tolist() == shapely.area(turned.inside).tolist()


@fast
@given(shapes, stars(), st.integers(0, 8))
def test_ring_direction_and_start_vertex_change_nothing(
    boundary: BaseGeometry, feature: BaseGeometry, start: int
) -> None:
    ring = shapely.get_coordinates(feature)[:-1]
    turned = shapely.Polygon(np.roll(ring, -start, axis=0)).reverse()
    changed = clip(boundary.reverse(), array(turned), LOCAL_FEET)
    plain = clip(boundary, array(feature), LOCAL_FEET)
    # Crossings are the same grid points; only the order in which the area is summed differs.
    assert changed.inside[0].area == pytest.approx(plain.inside[0].area, abs=1e-9)
    assert changed.outside[0].area == pytest.approx(plain.outside[0].area, abs=1e-9)


@fast
@given(shapes, shapes, st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))
def test_moving_by_whole_grid_steps_changes_nothing(
    boundary: BaseGeometry, feature: BaseGeometry, east: int, north: int
) -> None:
    def moved(shape: BaseGeometry) -> BaseGeometry:
        return on_grid([affinity.translate(shape, east * GRID, north * GRID)], LOCAL_FEET)[0]

    plain = clip(boundary, array(feature), LOCAL_FEET)
    shifted = clip(moved(boundary), array(moved(feature)), LOCAL_FEET)
    # A crossing within a last place of half a step may round to the other side: grid tolerance.
    slack = rounding(boundary, feature)
    assert shifted.inside[0].area == pytest.approx(plain.inside[0].area, abs=slack)
    assert shifted.outside[0].area == pytest.approx(plain.outside[0].area, abs=slack)


@fast
@given(shapes, shapes, cells)
def test_a_boundary_split_in_two_adds_up(boundary: BaseGeometry, feature: BaseGeometry, at: int) -> None:
    west = box(-40, -40, 40 + at, 80)
    halves = clip(west, array(boundary), LOCAL_FEET)
    whole = intersection(feature, boundary, LOCAL_FEET).area
    parts = [intersection(feature, half, LOCAL_FEET).area for half in (halves.inside[0], halves.outside[0])]
    assert sum(parts) == pytest.approx(whole, abs=rounding(boundary, feature))


@fast
@given(rectangles, st.lists(rectangles, min_size=1, max_size=12))
def test_sorting_agrees_with_exact_arithmetic_on_rectangles(
    boundary: tuple[int, int, int, int], many: list[tuple[int, int, int, int]]
) -> None:
    x0, y0, w0, h0 = boundary
    inside, cut = [], []
    for row, (x, y, w, h) in enumerate(many):
        shared_w = min(x + w, x0 + w0) - max(x, x0)
        shared_h = min(y + h, y0 + h0) - max(y, y0)
        if shared_w > 0 and shared_h > 0:
            (inside if (shared_w, shared_h) == (w, h) else cut).append(row)
    features = array(*(box(*corner) for corner in many))
    told = sort_features(box(*boundary), features, shapely.STRtree(features), LOCAL_FEET)
    assert (told.inside.tolist(), told.cut.tolist()) == (inside, cut)


@fast
@given(st.lists(rectangles, min_size=1, max_size=8))
def test_a_union_of_rectangles_covers_the_cells_that_any_covers(many: list[tuple[int, int, int, int]]) -> None:
    covered = {(i, j) for x, y, w, h in many for i in range(x, x + w) for j in range(y, y + h)}
    joined = union([box(*corner) for corner in many], LOCAL_FEET)
    assert joined.area == pytest.approx(len(covered) * STEP**2, abs=1e-9)
