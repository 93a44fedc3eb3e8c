"""Which sides of outlines run along each other: edges of its parts; `test_adjacency` tries the whole."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry.alongside import (
    Sides,
    among,
    boxes_beside,
    distances,
    distinct,
    less,
    merged,
    open_sides,
    sides_of,
    sides_of_lines,
)


def side(*ends: tuple[float, float]) -> Sides:
    return sides_of_lines(np.array([shapely.LineString(ends)]))


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (((0, 0), (9, 0)), ((0, 1), (9, 1)), 1.0),
        (((0, 0), (9, 0)), ((12, 4), (20, 4)), 5.0),
        (((0, 0), (9, 0)), ((4, -3), (4, 3)), 0.0),
        (((0, 0), (9, 0)), ((9, 0), (9, 5)), 0.0),
        (((0, 0), (9, 0)), ((4, 2), (4, 5)), 2.0),
        (((0, 0), (9, 9)), ((0, 2), (2, 0)), 0.0),
    ],
    ids=["parallel", "beyond the end", "crossing", "at an end", "square to it", "crossing on the slant"],
)
def test_distances(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...], apart: float) -> None:
    assert distances(side(*one), side(*other))[0] == distances(side(*other), side(*one))[0] == apart


# Intervals of group 0, what is taken, and what is left.
TAKEN = {
    "nothing": ([(0, 9)], [], [(0, 9)]),
    "the middle": ([(0, 9)], [(2, 3)], [(0, 2), (3, 9)]),
    "the start": ([(0, 9)], [(-1, 3)], [(3, 9)]),
    "the end": ([(0, 9)], [(7, 12)], [(0, 7)]),
    "all": ([(0, 9)], [(0, 9)], []),
    "more than all": ([(2, 4)], [(0, 9)], []),
    "two pieces": ([(0, 9)], [(1, 2), (4, 5)], [(0, 1), (2, 4), (5, 9)]),
    "between two": ([(0, 2), (6, 9)], [(1, 7)], [(0, 1), (7, 9)]),
    "what only meets it": ([(2, 4)], [(0, 2), (4, 6)], [(2, 4)]),
}


@pytest.mark.parametrize(("whole", "taken", "left"), TAKEN.values(), ids=TAKEN)
def test_less(
    whole: list[tuple[float, float]], taken: list[tuple[float, float]], left: list[tuple[float, float]]
) -> None:
    def of_group(number: int, pairs: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        ends = np.array(pairs, dtype=float).reshape(-1, 2)
        return np.full(len(ends), number), ends[:, 0], ends[:, 1]

    group, low, high = less(of_group(0, whole), of_group(0, taken))
    assert [*zip(low.tolist(), high.tolist(), strict=True)] == left
    assert group.tolist() == [0] * len(left)
    other = less(of_group(0, whole), of_group(1, taken))
    assert [*zip(other[1].tolist(), other[2].tolist(), strict=True)] == whole


def test_merged_keeps_groups_apart_and_loses_nothing() -> None:
    group, low, high = np.array([2, 0, 2, 0, 1]), np.array([5.0, 0, 0, 4, 0]), np.array([9.0, 4, 6, 5, 1])
    assert [column.tolist() for column in merged(group, low, high)] == [[0, 1, 2], [0, 0, 0], [5, 1, 9]]
    assert [column.tolist() for column in merged(group[:0], low[:0], high[:0])] == [[], [], []]


def test_open_sides_of_a_block_are_its_outline() -> None:
    lots = shapely.box([0, 9, 0, 9], [0, 0, 9, 9], [9, 18, 9, 18], [9, 9, 18, 18])
    left = open_sides(sides_of(lots), 0.0001)
    assert left.lengths().sum() == 4 * 18
    # A lot that is on the roll twice has two on one hand, and stays.
    twice = np.concatenate([lots[:2], lots[:1]])
    assert open_sides(sides_of(twice), 0.0001).lengths().sum() == 3 * 36


def test_open_sides_of_shapes_farther_apart_than_a_state_is_wide() -> None:
    far = np.array([shapely.box(0, 0, 9, 9), shapely.box(9, 0, 18, 9), shapely.box(1e7, 1e7, 1e7 + 9, 1e7 + 9)])
    assert len(open_sides(sides_of(far), 0.0001).owner) == 3 + 3 + 4


@pytest.mark.parametrize("values", [[], [3], [3, 1, 3, 2]])
def test_distinct_and_among_are_as_numpy_has_them(values: list[int]) -> None:
    given = np.array(values, dtype=np.intp)
    assert distinct(given).tolist() == np.unique(given).tolist()
    assert among(given, np.array([1, 3])).tolist() == np.isin(given, [1, 3]).tolist()
    assert not among(given, np.zeros(0, dtype=np.intp)).any()


def test_what_lies_squarely_off_a_side_is_among_the_pairs_that_are_looked_at() -> None:
    """Every pair of random sides of which a point of one stands squarely off the other, no farther than the reach."""
    random, reach = np.random.default_rng(7), 30.0
    starts = random.uniform(0, 400, (60, 2))
    sides = Sides(starts, starts + random.uniform(-50, 50, (60, 2)), np.arange(60))
    found = set(
        zip(*(rows.tolist() for rows in boxes_beside(sides, shapely.STRtree(sides.lines()), reach)), strict=True)
    )
    lines = sides.lines()
    # By GEOS: the strip that the side sweeps to both hands, its ends cut off square.
    strips = shapely.buffer(lines, reach, cap_style="flat")
    expected = {(one, other) for one in range(60) for other in range(60) if strips[one].intersects(lines[other])}
    assert expected <= found
    # Ahead of a side, where nothing lies squarely off it, lines within the same reach are left out.
    ahead, beside = shapely.LineString([(12, 0), (20, 0)]), shapely.LineString([(3, 8), (5, 8)])
    rows = boxes_beside(side((0, 0), (9, 0)), shapely.STRtree([ahead, beside]), 10.0)
    assert [each.tolist() for each in rows] == [[0], [1]]
