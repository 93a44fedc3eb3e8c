from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.coverage import double_claims, unclaimed
from gis.geometry.frame import LOCAL_FEET

#     0        10        20        30
# 10  +--------+---------+---------+
#     |  A     |   B     |    C    |      B reaches 1 ft into A; C begins 0.5 ft after B ends
#  0  +--------+---------+---------+
LAYER = shapely.box([0, 9, 20.5], 0, [10, 20, 30], 10)
EVERYTHING = shapely.box(-10, -10, 40, 40)


def areas(claims: list[tuple[int, int, BaseGeometry]]) -> list[tuple[int, int, float]]:
    return [(i, j, land.area) for i, j, land in claims]


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        (EVERYTHING, [(0, 1, 10.0)]),
        (shapely.box(0, 0, 30, 4), [(0, 1, 4.0)]),
        (shapely.box(9.5, 0, 30, 10), [(0, 1, 5.0)]),
        (shapely.box(10, 0, 30, 10), []),
        (shapely.Polygon(), []),
    ],
    ids=["everywhere", "a strip", "half of it", "only touched", "no window"],
)
def test_double_claims_within_a_window(window: BaseGeometry, expected: list[tuple[int, int, float]]) -> None:
    assert areas(double_claims(LAYER, window, LOCAL_FEET)) == expected


def test_neighbours_that_share_a_line_or_a_corner_claim_nothing_twice() -> None:
    tiles = shapely.box([0, 10, 0, 10], [0, 0, 10, 10], [10, 20, 10, 20], [10, 10, 20, 20])
    assert double_claims(tiles, EVERYTHING, LOCAL_FEET) == []
    assert unclaimed(tiles, shapely.box(0, 0, 20, 20), LOCAL_FEET).is_empty


def test_land_claimed_by_three_stands_under_each_pair() -> None:
    layer = shapely.box([0, 5, 8], 0, [10, 15, 18], 10)
    # A and B share 5..10, A and C 8..10, B and C 8..15.
    assert areas(double_claims(layer, EVERYTHING, LOCAL_FEET)) == [(0, 1, 50), (0, 2, 20), (1, 2, 70)]


def test_a_polygon_within_another_and_an_exact_copy_are_claimed_twice() -> None:
    layer = shapely.box([0, 2, 0], [0, 2, 0], [10, 4, 10], [10, 4, 10])
    assert areas(double_claims(layer, EVERYTHING, LOCAL_FEET)) == [(0, 1, 4), (0, 2, 100), (1, 2, 4)]


def test_the_order_of_polygons_changes_only_their_positions() -> None:
    assert areas(double_claims(LAYER[::-1], EVERYTHING, LOCAL_FEET)) == [(1, 2, 10.0)]


def test_a_city_with_a_hole_and_the_town_island_in_it_do_not_overlap() -> None:
    island = shapely.box(4, 4, 6, 6)
    layer = np.array([shapely.box(0, 0, 10, 10).difference(island), island])
    assert double_claims(layer, EVERYTHING, LOCAL_FEET) == []
    assert unclaimed(layer, shapely.box(0, 0, 10, 10), LOCAL_FEET).is_empty
    assert unclaimed(layer[:1], shapely.box(0, 0, 10, 10), LOCAL_FEET).equals(island)


def test_missing_and_empty_polygons_claim_nothing() -> None:
    layer = np.array([None, shapely.Polygon(), shapely.box(0, 0, 10, 10)], dtype=object)
    assert double_claims(layer, EVERYTHING, LOCAL_FEET) == []
    assert unclaimed(layer, shapely.box(0, 0, 12, 10), LOCAL_FEET).area == 20


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        # 900 or so: 30 by 10 less nothing but the gap 20..20.5 by 10.
        (shapely.box(0, 0, 30, 10), 5.0),
        (shapely.box(0, 0, 30, 14), 5.0 + 30 * 4),
        (shapely.box(0, 0, 20, 10), 0.0),
        (shapely.box(50, 50, 60, 60), 100.0),
        (shapely.Polygon(), 0.0),
    ],
    ids=["the gap", "the gap and the land north", "all claimed", "none claimed", "no window"],
)
def test_unclaimed_land_of_a_window(window: BaseGeometry, expected: float) -> None:
    assert unclaimed(LAYER, window, LOCAL_FEET).area == pytest.approx(expected, abs=1e-9)


def test_claims_and_gaps_add_up_to_the_window() -> None:
    window = shapely.box(2, 1, 28, 9)
    claimed = sum(shapely.intersection(window, shape).area for shape in LAYER)
    twice = sum(land.area for _, _, land in double_claims(LAYER, window, LOCAL_FEET))
    gaps = unclaimed(LAYER, window, LOCAL_FEET).area
    # No land is claimed three times here, so twice-claimed land is counted once too often.
    assert claimed - twice + gaps == pytest.approx(window.area, abs=1e-9)
