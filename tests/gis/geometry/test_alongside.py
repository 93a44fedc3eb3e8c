"""Which sides of outlines run along each other: edges of its parts; `test_adjacency` tries the whole."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry.alongside import (
    Sides,
    among,
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
