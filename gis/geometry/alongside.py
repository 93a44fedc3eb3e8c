"""Which sides of outlines run along each other, and from where to where?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]
Intervals = tuple[Rows, Floats, Floats]
"""Whose each interval is, where on it it begins, and where it ends."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Straight sides of outlines, holes too: ends of shape (n, 2), and whose outline each is part of."""

    start: Floats
    end: Floats
    owner: Rows

    def lines(self) -> Geometries:
        """Return each side as a LineString of two points."""
        return np.asarray(shapely.linestrings(np.stack([self.start, self.end], axis=1)), dtype=object)

    def lengths(self) -> Floats:
        """Return the length of each side."""
        return np.asarray(np.hypot(*(self.end - self.start).T), dtype=np.float64)

    def only(self, rows: Rows | Flags) -> Sides:
        """Return some of the sides."""
        return Sides(self.start[rows], self.end[rows], self.owner[rows])


def sides_of(shapes: Geometries) -> Sides:
    """Return the sides of polygons, in the order and direction in which their rings run; none has length 0.

    Examples
    --------
    >>> sides_of(shapely.box([0], [0], [2], [1])).owner.tolist()
    [0, 0, 0, 0]
    """
    parts, shape = shapely.get_parts(shapes, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    return _segments(rings, shape[part])


def sides_of_lines(lines: Geometries) -> Sides:
    """Return the straight pieces of lines and multi-lines, in the direction in which they run."""
    parts, line = shapely.get_parts(lines, return_index=True)
    return _segments(parts, line)


def open_sides(sides: Sides, grid: float) -> Sides:
    """Return the sides that do not have one outline on each hand: of lots back to back, those around the block.

    Parameters
    ----------
    sides : Sides
        Of polygons whose rings all run the same way around their land, on the grid.
    grid : float
        The grid's step.

    Examples
    --------
    >>> len(open_sides(sides_of(shapely.box([0, 9], 0, [9, 18], 9)), 0.0001).owner)
    6
    """
    first, last = _keys(sides.start, sides.end, grid)
    is_forth = first < last
    order = np.lexsort((np.where(is_forth, last, first), np.where(is_forth, first, last)))
    low, high = np.where(is_forth, first, last)[order], np.where(is_forth, last, first)[order]
    edge = np.empty(len(order), dtype=np.intp)
    edge[order] = np.cumsum(np.concatenate([[False], (low[1:] != low[:-1]) | (high[1:] != high[:-1])])[: len(order)])
    forth, back = np.bincount(edge, weights=is_forth), np.bincount(edge, weights=~is_forth)
    return sides.only(~((forth == 1) & (back == 1))[edge])


def corners_on(sides: Sides, shapes: Geometries, grid: float) -> tuple[Floats, Rows, Rows]:
    """Return the places where sides begin or end, each once, and every shape with a corner there.

    Returns
    -------
    places : float array, shape (n, 2)
    place, shape : int arrays
        Pairs of a place and a shape.

    Examples
    --------
    >>> lots = shapely.box([0, 9], 0, [9, 18], 9)
    >>> places, place, shape = corners_on(sides_of(lots[:1]), lots, 0.0001)
    >>> len(places), sorted(zip(place.tolist(), shape.tolist()))
    (4, [(0, 0), (1, 0), (2, 0), (2, 1), (3, 0), (3, 1)])
    """
    points, shape = shapely.get_coordinates(shapes, return_index=True)
    ends, corners = _keys(np.concatenate([sides.start, sides.end]), points, grid)
    keys, first = np.unique(ends, return_index=True)
    at = np.minimum(np.searchsorted(keys, corners), max(len(keys) - 1, 0))
    is_on = keys[at] == corners if len(keys) else np.zeros(len(corners), dtype=bool)
    pairs = distinct(at[is_on] * max(len(shapes), 1) + shape[is_on])
    place, owner = np.divmod(pairs, max(len(shapes), 1))
    return np.concatenate([sides.start, sides.end])[first], place, owner


def _keys(points: Floats, others: Floats, grid: float) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return one value for each place of the grid, of two sets of places alike."""
    steps, other_steps = (np.rint(each / grid).astype(np.int64) for each in (points, others))
    every = np.concatenate([steps, other_steps, np.zeros((0 if len(steps) else 1, 2), dtype=np.int64)])
    low = every.min(axis=0)
    wide, high = (int(size) + 1 for size in every.max(axis=0) - low)
    if wide * high > np.iinfo(np.int64).max:  # farther apart than a state is wide
        return steps @ np.array([1, 1j]), other_steps @ np.array([1, 1j])
    return (steps - low) @ np.array([high, 1]), (other_steps - low) @ np.array([high, 1])


def _segments(parts: Geometries, owner: Rows) -> Sides:
    points, part = shapely.get_coordinates(parts, return_index=True)
    real = (part[1:] == part[:-1]) & (points[1:] != points[:-1]).any(axis=1)
    return Sides(points[:-1][real], points[1:][real], owner[part[:-1][real]])


def boxes_meet(sides: Sides, tree: shapely.STRtree, reach: float) -> tuple[Rows, Rows]:
    """Return pairs of a side and a line of an index whose boxes come within reach; quick, and more than do lie so near.

    Examples
    --------
    >>> lots = sides_of(shapely.box([0], 0, [9], 9))
    >>> boxes_meet(lots, shapely.STRtree(np.array([shapely.LineString([(9.5, 2), (20, 2)])])), 1.0)
    (array([0]), array([0]))
    """
    low, high = np.minimum(sides.start, sides.end) - reach, np.maximum(sides.start, sides.end) + reach
    one, other = tree.query(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    return one, other


def boxes_beside(sides: Sides, tree: shapely.STRtree, reach: float) -> tuple[Rows, Rows]:
    """Return pairs of a side and a line of an index whose box meets that of the ground squarely off the side.

    Parameters
    ----------
    sides : Sides
        That one looks from, to both hands.
    tree : STRtree
        Of lines.
    reach : float
        How far one looks, in units of the plane.

    Examples
    --------
    >>> street = sides_of_lines(np.array([shapely.LineString([(0, 0), (9, 0)])]))
    >>> lines = shapely.linestrings([[(2, 5), (4, 5)], [(10, 5), (12, 5)]])
    >>> boxes_beside(street, shapely.STRtree(lines), 6.0)
    (array([0]), array([0]))
    """
    along = (sides.end - sides.start) / sides.lengths()[:, None]
    aside = reach * np.stack([-along[:, 1], along[:, 0]], axis=1)
    corners = np.stack([sides.start - aside, sides.start + aside, sides.end - aside, sides.end + aside])
    low, high = corners.min(axis=0), corners.max(axis=0)
    one, other = tree.query(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    return one, other


def distances(one: Sides, other: Sides) -> Floats:
    """Return how far each side lies from its partner; 0 where they cross.

    Examples
    --------
    >>> sides = sides_of_lines(np.array([shapely.LineString([(0, 0), (9, 0)]), shapely.LineString([(5, 2), (5, 7)])]))
    >>> distances(sides.only(np.array([0])), sides.only(np.array([1])))
    array([2.])
    """
    ends = (
        to_sides(one.start, other),
        to_sides(one.end, other),
        to_sides(other.start, one),
        to_sides(other.end, one),
    )
    crosses = (_hand(one, other.start) * _hand(one, other.end) < 0) & (
        _hand(other, one.start) * _hand(other, one.end) < 0
    )
    return np.where(crosses, 0.0, np.minimum.reduce(ends))


def to_sides(points: Floats, sides: Sides) -> Floats:
    """Return how far each point lies from its side."""
    along, away = sides.end - sides.start, points - sides.start
    share = np.clip((away * along).sum(axis=1) / (along**2).sum(axis=1), 0.0, 1.0)
    return np.asarray(np.hypot(*(away - along * share[:, None]).T), dtype=np.float64)


def _hand(sides: Sides, points: Floats) -> Floats:
    """Return above 0 for a point to the left of its side, below 0 to the right."""
    along, away = sides.end - sides.start, points - sides.start
    return np.asarray(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0], dtype=np.float64)


def distinct(values: Rows) -> Rows:
    """Return whole numbers once each, ascending: what `numpy.unique` does, by sorting, in a tenth of the time."""
    ordered = np.sort(values)
    is_new = np.concatenate([[True], ordered[1:] != ordered[:-1]])[: len(ordered)]
    found: Rows = ordered[is_new]
    return found


def among(values: Rows, known: Rows) -> Flags:
    """Say of each whole number whether it is among those known.

    >>> among(np.array([3, 1, 2]), np.array([2, 3, 3])).tolist()
    [True, False, True]
    """
    ordered = distinct(known)
    if not len(ordered):
        return np.zeros(len(values), dtype=bool)
    at = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    return np.asarray(ordered[at] == values, dtype=bool)


def alongside(one: Sides, other: Sides, reach: float) -> tuple[Floats, Floats]:
    """Return from where to where on each side of `one`, in length, its partner in `other` runs within reach of it.

    Parameters
    ----------
    one, other : Sides
        As many of the one as of the other.
    reach : float
        Half-width of the band around the line of each side, in units of the plane.

    Returns
    -------
    low, high : float arrays
        No run where high is not above low.

    Examples
    --------
    >>> lots = sides_of(shapely.box([0, 2], [0, 1.01], [9, 5], [1, 3]))
    >>> top, bottom = lots.only(np.array([1])), lots.only(np.array([7]))
    >>> alongside(top, bottom, 0.1)
    (array([4.]), array([7.]))
    """
    along = one.end - one.start
    length = np.hypot(along[:, 0], along[:, 1])
    unit = along / length[:, None]
    across = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    from_start, from_end = other.start - one.start, other.end - one.start
    t0, t1 = (from_start * unit).sum(axis=1), (from_end * unit).sum(axis=1)
    h0, h1 = (from_start * across).sum(axis=1), (from_end * across).sum(axis=1)
    # The share of the other, from its start, at which it enters and leaves the band of half-width reach.
    rise = h1 - h0
    level = rise == 0
    slope = np.where(level, 1.0, rise)
    enter, leave = (-reach - h0) / slope, (reach - h0) / slope
    is_within = np.abs(h0) <= reach
    enter, leave = np.minimum(enter, leave), np.maximum(enter, leave)
    enter = np.where(level, np.where(is_within, 0.0, 1.0), np.clip(enter, 0.0, 1.0))
    leave = np.where(level, np.where(is_within, 1.0, 1.0), np.clip(leave, 0.0, 1.0))
    ends = np.stack([t0 + enter * (t1 - t0), t0 + leave * (t1 - t0)])
    return np.clip(ends.min(axis=0), 0.0, length), np.clip(ends.max(axis=0), 0.0, length)


def parts_of(sides: Sides, low: Floats, high: Floats) -> Geometries:
    """Return the part of each side between two lengths along it, as a line of two points.

    Its ends are the side's own wherever the part reaches so far, so that parts of sides that meet join exactly.
    """
    length = sides.lengths()
    unit = (sides.end - sides.start) / length[:, None]
    begin = np.where((low > 0)[:, None], sides.start + unit * low[:, None], sides.start)
    end = np.where((high < length)[:, None], sides.start + unit * high[:, None], sides.end)
    return np.asarray(shapely.linestrings(np.stack([begin, end], axis=1)), dtype=object)


def merged(group: Rows, low: Floats, high: Floats) -> Intervals:
    """Join intervals of one group that overlap or meet.

    Parameters
    ----------
    group : int array
        Whose interval each is.
    low, high : float arrays
        Its ends, neither below 0.

    Returns
    -------
    group, low, high : arrays
        Ordered by group, then by start; within a group no two meet.

    Examples
    --------
    >>> joined = merged(np.array([1, 0, 1]), np.array([4.0, 0.0, 2.0]), np.array([6.0, 1.0, 5.0]))
    >>> [part.tolist() for part in joined]
    [[0, 1], [0.0, 2.0], [1.0, 6.0]]
    """
    order = np.lexsort((low, group))
    group, low, high = group[order], low[order], high[order]
    if len(group) == 0:
        return group, low, high
    # Groups are laid end to end on one line, so that one running maximum serves them all.
    lane = np.concatenate([[0], (group[1:] != group[:-1]).cumsum()]) * (float(high.max()) + 1.0)
    reached = np.maximum.accumulate(lane + high)
    starts = np.flatnonzero(np.concatenate([[True], (lane + low)[1:] > reached[:-1]]))
    return group[starts], low[starts], np.maximum.reduceat(high, starts)


def less(intervals: Intervals, taken: Intervals) -> Intervals:
    """Return intervals without what others of the same group take from them.

    Parameters
    ----------
    intervals, taken : (group, low, high)
        As `merged` gives them. Few are expected to be taken.

    Returns
    -------
    group, low, high : arrays
        Ordered as those given.

    Examples
    --------
    >>> whole, middle = (np.array([7]), np.zeros(1), np.array([9.0])), (np.array([7]), np.array([2.0]), np.array([3.0]))
    >>> [column.tolist() for column in less(whole, middle)]
    [[7, 7], [0.0, 3.0], [2.0, 9.0]]
    """
    group, low, high = intervals
    is_met = among(group, taken[0])
    untouched = np.flatnonzero(~is_met)
    pieces: list[tuple[int, float, float]] = []
    for row in np.flatnonzero(is_met).tolist():
        at, until = float(low[row]), float(high[row])
        first, last = np.searchsorted(taken[0], group[row], "left"), np.searchsorted(taken[0], group[row], "right")
        for begin, end in zip(taken[1][first:last].tolist(), taken[2][first:last].tolist(), strict=True):
            pieces.append((row, at, min(begin, until)))
            at = max(at, end)
        pieces.append((row, at, until))
    left = [piece for piece in pieces if piece[2] > piece[1]]
    rows = np.concatenate([untouched, np.array([row for row, _, _ in left], dtype=np.intp)])
    low = np.concatenate([low[untouched], [begin for _, begin, _ in left]])
    high = np.concatenate([high[untouched], [end for _, _, end in left]])
    order = np.lexsort((low, rows))
    return group[rows[order]], low[order], high[order]
