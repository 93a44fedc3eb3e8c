from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from gis.geometry.adjacency import neighbours
from gis.geometry.frame import LOCAL_FEET, working_frame

if TYPE_CHECKING:
    from tests.conftest import FieldCaseLoader


@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 33, 71.5])
def test_neighbours_within_the_tolerance(field_case: FieldCaseLoader, degrees: float, backwards: bool) -> None:
    case = field_case("adjacency-01")
    names = sorted(case["input"]["parcels"], reverse=backwards)
    shapes = np.array([shapely.from_wkt(case["input"]["parcels"][name]) for name in names])
    scene = np.array([affinity.rotate(shape, degrees, origin=(50, 60)) for shape in shapes])
    found = neighbours(scene, case["input"]["tolerance_ft"], case["input"]["min_shared_ft"], LOCAL_FEET)

    def named(pairs: tuple[tuple[int, int], ...]) -> list[list[str]]:
        return sorted(sorted([names[i], names[j]]) for i, j in pairs)

    assert named(found.edges) == case["expected"]["edge_neighbours"]
    assert named(found.corners) == case["expected"]["corner_only"]
    assert found.overlaps == ()


LOT = shapely.box(0, 0, 100, 100)
# against LOT, tolerance 0.05 ft, at least 1 ft of common line
SECOND = {
    "the same line": (shapely.box(100, 0, 200, 100), "edge"),
    "a gap of the tolerance": (shapely.box(100.05, 0, 200, 100), "edge"),
    "a gap of a little more": (shapely.box(100.051, 0, 200, 100), "none"),
    "an overlap of the tolerance": (shapely.box(99.95, 0, 200, 100), "edge"),
    "an overlap of a foot": (shapely.box(99, 0, 200, 100), "edge or overlap"),
    "an overlap of a foot, off the lines": (shapely.box(99, 20, 200, 80), "overlap"),
    "within the lot, off its lines": (shapely.box(20, 20, 80, 80), "overlap"),
    "across a street of 30 ft": (shapely.box(130, 0, 200, 100), "none"),
    "just the least length": (shapely.box(100, 99, 200, 200), "edge"),
    "a little less than the least length": (shapely.box(100, 99.01, 200, 200), "corner"),
    "at a corner": (shapely.box(100, 100, 200, 200), "corner"),
    "at a corner, a hair away": (shapely.box(100.03, 100.03, 200, 200), "corner"),
    "at a corner, a hair over": (shapely.box(99.97, 99.97, 200, 200), "corner"),
    "a point on the line": (shapely.Polygon([(100, 50), (150, 20), (150, 80)]), "corner"),
    "two common lines of 0.6 ft": (
        shapely.Polygon([(100, 10), (100, 10.6), (110, 30), (100, 50), (100, 50.6), (120, 60), (120, 0)]),
        "edge",
    ),
    "the same lot again": (shapely.box(0, 0, 100, 100), "edge"),
    "nothing": (shapely.Polygon(), "none"),
    "missing": (None, "none"),
}


@pytest.mark.parametrize(("second", "expected"), SECOND.values(), ids=SECOND)
def test_a_pair(second: BaseGeometry | None, expected: str) -> None:
    found = neighbours(np.array([LOT, second], dtype=object), 0.05, 1.0, LOCAL_FEET)
    kinds = {"edge": found.edges, "corner": found.corners, "overlap": found.overlaps}
    told = " or ".join(kind for kind, pairs in kinds.items() if pairs) or "none"
    assert told in expected.split(" or ") if " or " in expected else told == expected
    assert all(pairs in ((), ((0, 1),)) for pairs in kinds.values())


def test_a_line_broken_by_vertices_counts_once() -> None:
    # The second lot has a vertex at every foot of the common 100 ft, some 0.01 ft off.
    y = np.arange(0.0, 101.0)
    x = 100 + 0.01 * (y % 2)
    second = shapely.Polygon([*zip(x, y, strict=True), (200, 100), (200, 0)])
    for least, edges in ((99.9, ((0, 1),)), (100.5, ())):
        assert neighbours(np.array([LOT, second]), 0.05, least, LOCAL_FEET).edges == edges


def test_an_island_in_a_hole_is_a_neighbour() -> None:
    island = shapely.box(40, 40, 60, 60)
    assert neighbours(np.array([LOT.difference(island), island]), 0.05, 1.0, LOCAL_FEET).edges == ((0, 1),)


def test_tolerance_and_length_are_feet_where_the_frame_is_in_metres() -> None:
    # 0.0150 m are 0.0492 ft and 0.0160 m are 0.0525 ft; the tolerance is 0.05 ft.
    frame = working_frame("EPSG:8112")
    for gap_m, edges in ((0.0150, ((0, 1),)), (0.0160, ())):
        lots = np.array([shapely.box(0, 0, 30, 30), shapely.box(30 + gap_m, 0, 60, 30)])
        assert neighbours(lots, 0.05, 1.0, frame).edges == edges


def test_a_grid_of_lots_has_the_neighbours_of_a_chessboard() -> None:
    # n by n lots: 2 n (n - 1) common lines, 2 (n - 1)^2 common corners.
    n = 20
    x, y = (steps.ravel() * 60.0 for steps in np.meshgrid(np.arange(n), np.arange(n)))
    found = neighbours(shapely.box(x, y, x + 59.98, y + 59.97), 0.05, 1.0, LOCAL_FEET)
    assert len(found.edges) == 2 * n * (n - 1)
    assert len(found.corners) == 2 * (n - 1) ** 2
    assert found.overlaps == ()


def test_no_parcels_have_no_neighbours() -> None:
    found = neighbours(np.array([], dtype=object), 0.05, 1.0, LOCAL_FEET)
    assert (found.edges, found.corners, found.overlaps) == ((), (), ())
