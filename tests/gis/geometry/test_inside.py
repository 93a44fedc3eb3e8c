from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import shapely
import shapely.affinity
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.geometry.frame import LOCAL_FEET
from gis.geometry.inside import LandInside, band, land_inside
from tests.gis.geometry.exact_area import shared_area
from tests.gis.geometry.test_overlay_properties import stars

# A row of lots 100 ft wide and 50 ft deep, and a boundary of 250 by 200 ft around the first two and a half:
#
#      +---------------------+
#      |  0  |  1  |  2 :    |  3  |
#      +-----+-----+----:----+-----+
#  x   0    100   200  250  300
LOTS = shapely.box(np.array([0, 100, 200, 300]), 0, np.array([100, 200, 300, 400]), 50)
BOUNDARY = shapely.box(-20, -75, 250, 125)


def surveyed(boundary: shapely.Geometry, features: np.ndarray, accuracy_ft: float) -> LandInside:
    return land_inside(boundary, features, shapely.STRtree(features), accuracy_ft, LOCAL_FEET)


def test_lots_deep_inside_cut_and_outside() -> None:
    found = surveyed(BOUNDARY, LOTS, 0.5)
    assert found.rows.tolist() == [0, 1, 2]
    assert found.cut.tolist() == [False, False, True]
    assert shapely.area(found.land).tolist() == [5000, 5000, 2500]
    # Pulled in and pushed out by half a foot: 49.5 and 50.5 of the third lot's 100 ft.
    assert shapely.area(found.land_low) == pytest.approx([5000, 5000, 2475], abs=0.001)
    assert shapely.area(found.land_high) == pytest.approx([5000, 5000, 2525], abs=0.001)
    assert found.reworked == 0


def test_a_lot_that_only_touches_is_returned_because_the_line_could_reach_it() -> None:
    found = surveyed(shapely.box(-20, -75, 300, 125), LOTS, 0.5)
    assert found.rows.tolist() == [0, 1, 2, 3]
    assert found.met.tolist() == [True, True, True, False]
    assert found.cut.tolist() == [False, False, False, False]
    # Lot 2 would lose half a foot, lot 3 gain it, along 50 ft.
    assert shapely.area(found.land_low) == pytest.approx([5000, 5000, 4975, 0], abs=0.001)
    assert shapely.area(found.land_high) == pytest.approx([5000, 5000, 5000, 25], abs=0.001)


def test_a_boundary_thinner_than_the_accuracy_may_hold_nothing() -> None:
    strip = shapely.box(0, 10, 400, 10.5)
    found = surveyed(strip, LOTS, 0.5)
    assert shapely.is_empty(found.land_low).all()
    assert shapely.area(found.land).tolist() == [50, 50, 50, 50]
    assert (shapely.area(found.land_high) > 50).all()


def test_nothing_near_gives_nothing() -> None:
    found = surveyed(shapely.box(5000, 5000, 5100, 5100), LOTS, 0.5)
    assert len(found.rows) == 0
    assert found.met.tolist() == []


def test_the_band_keeps_corners_sharp() -> None:
    low, high = band(BOUNDARY, 1.0)
    assert low.bounds == (-19, -74, 249, 124)
    assert high.bounds == (-21, -76, 251, 126)
    assert high.area == (270 + 2) * (200 + 2)


@pytest.mark.parametrize("accuracy_ft", [0.5, 3, 10])
def test_a_wrong_overlay_is_noticed_and_done_again(monkeypatch: pytest.MonkeyPatch, accuracy_ft: float) -> None:
    # As GEOS may: the whole lot comes back as the part inside, and nothing as the part outside.
    plain = {"intersection": shapely.intersection, "difference": shapely.difference}

    def wrong(name: str, answer: Callable[[shapely.Geometry], shapely.Geometry]) -> None:
        def overlay(a: np.ndarray, b: shapely.Geometry, grid_size: float) -> np.ndarray:
            parts = plain[name](a, b, grid_size=grid_size)
            if isinstance(a, np.ndarray) and len(a):
                parts[-1] = answer(a[-1])
            return parts

        monkeypatch.setattr(shapely, name, overlay)

    wrong("intersection", lambda lot: lot)
    wrong("difference", lambda _: shapely.Polygon())
    found = surveyed(BOUNDARY, LOTS, accuracy_ft)
    assert shapely.area(found.land) == pytest.approx([5000, 5000, 2500], abs=0.001)
    assert shapely.area(found.land_low) == pytest.approx([5000, 5000, 50 * (50 - accuracy_ft)], abs=0.001)
    assert shapely.area(found.land_high) == pytest.approx([5000, 5000, 50 * (50 + accuracy_ft)], abs=0.001)
    assert found.reworked == 3


steps = st.integers(min_value=-400, max_value=400)


@settings(max_examples=40, derandomize=True, deadline=None)
@given(
    x=steps, y=steps, width=st.integers(1, 700), height=st.integers(1, 300), accuracy=st.sampled_from([0.02, 0.1, 3])
)
def test_parts_are_those_of_exact_rectangles(x: int, y: int, width: int, height: int, accuracy: float) -> None:
    # Rectangles meet in rectangles, so every part is told by arithmetic on their sides.
    boundary = shapely.box(x, y, x + width, y + height)
    found = surveyed(boundary, LOTS, accuracy)
    for parts, reach in ((found.land_low, -accuracy), (found.land, 0.0), (found.land_high, accuracy)):
        for row, part in zip(found.rows.tolist(), parts, strict=True):
            left, right = row * 100, row * 100 + 100
            wide = min(right, x + width + reach) - max(left, x - reach)
            deep = min(50, y + height + reach) - max(0, y - reach)
            inner_gone = reach < 0 and (width + 2 * reach <= 0 or height + 2 * reach <= 0)
            expected = 0.0 if inner_gone else max(wide, 0.0) * max(deep, 0.0)
            assert part.area == pytest.approx(expected, abs=0.05)


@settings(max_examples=25, derandomize=True, deadline=None)
@given(order=st.permutations(range(4)), dx=st.integers(-(10**7), 10**7), dy=st.integers(-(10**7), 10**7))
def test_order_and_moving_by_whole_grid_steps_change_nothing(order: list[int], dx: int, dy: int) -> None:
    move = (dx * LOCAL_FEET.grid, dy * LOCAL_FEET.grid)
    moved = np.array([shapely.affinity.translate(LOTS[i], *move) for i in order], dtype=object)
    found = surveyed(shapely.affinity.translate(BOUNDARY, *move), moved, 0.5)
    told = {order[row]: (cut, land) for row, cut, land in _rows(found)}
    assert told == {row: (cut, land) for row, cut, land in _rows(surveyed(BOUNDARY, LOTS, 0.5))}


def _rows(found: LandInside) -> list[tuple[int, bool, float]]:
    # To the thousandth of a square foot: far from the origin a coordinate keeps fewer digits.
    areas = np.round(shapely.area(found.land), 3)
    return list(zip(found.rows.tolist(), found.cut.tolist(), areas.tolist(), strict=True))


@settings(max_examples=60, derandomize=True, deadline=None)
@given(boundary=stars(), lots=st.lists(stars(), min_size=1, max_size=5), accuracy=st.sampled_from([0.01, 0.1, 1.0]))
def test_slanted_parts_grow_with_the_line_and_stay_within_their_whole(
    boundary: shapely.Geometry, lots: list[shapely.Geometry], accuracy: float
) -> None:
    features = np.array(lots, dtype=object)
    found = surveyed(boundary, features, accuracy)
    wholes = features[found.rows]
    # Each cut is rounded to the grid along its outline.
    hair = 4 * LOCAL_FEET.grid * (shapely.length(wholes) + boundary.length)
    low, land, high, whole = (shapely.area(parts) for parts in (found.land_low, found.land, found.land_high, wholes))
    assert (low <= land + hair).all()
    assert (land <= high + hair).all()
    assert (high <= whole + hair).all()
    exact = [float(shared_area(boundary, lot)) for lot in wholes]
    assert land == pytest.approx(exact, abs=float(hair.max()) if len(hair) else 0)
