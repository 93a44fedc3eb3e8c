from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.affinity import rotate

from gis.geometry.spikes import without_spikes

WIDTH = 0.1
LOT = shapely.box(0, 0, 90, 50)


def cleaned(shape: shapely.Geometry) -> shapely.Geometry:
    return without_spikes(np.array([shape], dtype=object), WIDTH)[0]


# Outlines of a lot of 90 by 50 ft, from the corner (0, 50) against the clock, with what stands at the corner (0, 0).
@pytest.mark.parametrize(
    "corner",
    [
        [(0, -30), (0.05, 0)],
        [(0.05, -30), (0.1, 0)],
        [(0, -30), (0.02, -10), (0.05, 0)],
        [(0, 0), (-30, 0), (0, 0.05)],
    ],
    ids=["down", "leaning", "in two sides", "to the west"],
)
@pytest.mark.parametrize("degrees", [0, 37.25, 180])
def test_a_point_that_runs_out_and_back_is_left_out(corner: list[tuple[float, float]], degrees: float) -> None:
    drawn = rotate(shapely.Polygon([(0, 50), *corner, (90, 0), (90, 50)]), degrees, origin=(0, 0))
    found = cleaned(drawn)
    # What is left differs from the lot by no more than a strip as wide as the spike's root.
    assert found.hausdorff_distance(rotate(LOT, degrees, origin=(0, 0))) <= WIDTH
    assert drawn.hausdorff_distance(rotate(LOT, degrees, origin=(0, 0))) > 20


@pytest.mark.parametrize(
    "shape",
    [
        LOT,
        shapely.Polygon([(0, 50), (0, -30), (0.11, 0), (90, 0), (90, 50)]),
        shapely.Polygon([(0, 50), (0, -30), (0.05, -30), (0.05, 0), (90, 0), (90, 50)]),
        shapely.box(0, 0, 300, 0.05),
        shapely.Polygon([(0, 0), (300, 0), (0, 0.05)]),
        shapely.Polygon([(0, 0), (90, 0), (0, 20)]),
        LOT - shapely.box(10, 10, 20, 20),
        shapely.MultiPolygon([LOT, shapely.box(200, 0, 290, 50)]),
        shapely.Polygon(),
        None,
    ],
    ids=[
        "lot",
        "wider",
        "a strip with an end",
        "strip",
        "a narrow gore",
        "gore",
        "hole",
        "parts",
        "nothing",
        "missing",
    ],
)
def test_what_has_no_spike_stays_as_it_is(shape: shapely.Geometry | None) -> None:
    found = cleaned(shape)
    assert found is shape or found.equals_exact(shape)


def test_in_a_hole_and_in_one_part_of_two() -> None:
    hole = [(10, 10), (10, 20), (20, 20), (20, 10), (10.05, 10), (10, 4)]
    held = shapely.MultiPolygon([shapely.Polygon(LOT.exterior, [hole]), shapely.box(200, 0, 290, 50)])
    found = cleaned(held)
    assert found.area == pytest.approx(2 * 90 * 50 - 10 * 10, abs=1)
    assert sorted(round(part.bounds[0]) for part in found.geoms) == [0, 200]
    assert len(found.geoms[0].interiors[0].coords) + len(found.geoms[1].interiors) == 6


@settings(max_examples=50, derandomize=True)
@given(
    st.lists(st.tuples(st.floats(0, 2 * np.pi), st.floats(20, 60)), min_size=3, max_size=9, unique_by=lambda x: x[0])
)
def test_no_land_is_lost(corners: list[tuple[float, float]]) -> None:
    points = [(far * np.cos(angle), far * np.sin(angle)) for angle, far in sorted(corners)]
    shape = shapely.Polygon(points)
    if not shape.is_valid or shape.area == 0:
        return
    found = cleaned(shape)
    # A spike is a triangle with a base no wider than the width, and no side here is longer than 120 ft.
    assert found.is_valid
    assert shapely.symmetric_difference(found, shape).area <= len(points) * WIDTH * 120 / 2
