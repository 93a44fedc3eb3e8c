"""Which parcels are neighbours along a line, and which only meet in a corner?

Lines drawn by different hands leave gaps and overlaps of inches, so parcels are neighbours where
their outlines run within a tolerance of each other for a least length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame
from gis.geometry.overlay import intersection, on_grid
from gis.geometry.slivers import greatest_width

Pairs = tuple[tuple[int, int], ...]
Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Pairs of positions, the lower first, ascending.

    Attributes
    ----------
    edges : pairs
        Outlines run along each other, within the tolerance, for at least the least length.
    corners : pairs
        They come within the tolerance, but run along each other for less.
    overlaps : pairs
        They claim the same land, wider than the tolerance, and share no such line.
    """

    edges: Pairs
    corners: Pairs
    overlaps: Pairs


@dataclass(frozen=True, slots=True)
class _Sides:
    start: Floats
    end: Floats
    owner: Rows


def neighbours(geometries: Geometries, tolerance_ft: float, min_shared_ft: float, frame: Frame) -> Neighbours:
    """Tell neighbours along a line from those that meet in a corner.

    Parameters
    ----------
    geometries : object array of Polygon or MultiPolygon
        In the frame; missing and empty ones have no neighbours.
    tolerance_ft : float
        Widest gap or overlap between neighbours, in US survey feet; the frame's grid is added,
        so that rounding decides nothing.
    min_shared_ft : float
        Least length along which neighbours run, in US survey feet.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    Neighbours
        Parcels across a street are in none of its lists.

    Raises
    ------
    OverlayUnverified
        Where an overlap cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = shapely.box([0, 100.02, 100.02], [0, 0, 100], [100, 200, 200], [100, 100, 200])
    >>> found = neighbours(lots, 0.05, 1.0, LOCAL_FEET)
    >>> found.edges, found.corners
    (((0, 1), (1, 2)), ((0, 2),))
    """
    shapes = on_grid(geometries, frame)
    reach = tolerance_ft / frame.unit_ft + 2 * frame.grid
    found = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=reach)
    first, second = found[:, found[0] < found[1]]
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    shared = _shared_lengths(shapes, first, second, reach)
    is_edge = shared >= min_shared_ft / frame.unit_ft - 2 * frame.grid
    first_rest, second_rest = first[~is_edge], second[~is_edge]
    is_deep = _overlap_deeply(shapes[first_rest], shapes[second_rest], reach, frame)
    return Neighbours(
        edges=_pairs(first[is_edge], second[is_edge]),
        corners=_pairs(first_rest[~is_deep], second_rest[~is_deep]),
        overlaps=_pairs(first_rest[is_deep], second_rest[is_deep]),
    )


def _overlap_deeply(a: Geometries, b: Geometries, reach: float, frame: Frame) -> npt.NDArray[np.bool_]:
    is_deep = np.asarray(shapely.intersects(a, b) & ~shapely.touches(a, b), dtype=bool)
    for row in np.flatnonzero(is_deep):
        is_deep[row] = greatest_width(intersection(a[row], b[row], frame), frame) > reach
    return is_deep


def _pairs(first: Rows, second: Rows) -> Pairs:
    return tuple((int(i), int(j)) for i, j in zip(first, second, strict=True))


def _shared_lengths(shapes: Geometries, first: Rows, second: Rows, reach: float) -> Floats:
    """Return, for each pair, the length of outline of one that runs within reach of the other.

    Both directions are measured and the smaller counts, so that the order of parcels is nothing.
    """
    sides = _sides(shapes)
    segments = shapely.linestrings(np.stack([sides.start, sides.end], axis=1))
    a, b = shapely.STRtree(segments).query(segments, predicate="dwithin", distance=reach)
    apart = sides.owner[a] != sides.owner[b]
    a, b = a[apart], b[apart]
    low, high = _alongside(sides, a, b, reach)
    runs = high > low
    a, b, low, high = a[runs], b[runs], low[runs], high[runs]
    count = len(shapes)
    pair_of_run = sides.owner[a] * count + sides.owner[b]
    order = np.lexsort((low, a, pair_of_run))
    group = np.stack([pair_of_run[order], a[order]], axis=1)
    lengths = _merged_lengths(group, low[order], high[order])
    keys, where = np.unique(pair_of_run[order], return_inverse=True)
    totals: Floats = np.zeros(len(keys))
    np.add.at(totals, where, lengths)
    one_way = _look_up(keys, totals, first * count + second)
    return np.minimum(one_way, _look_up(keys, totals, second * count + first))


def _sides(shapes: Geometries) -> _Sides:
    parts, shape = shapely.get_parts(shapes, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    real = (ring[1:] == ring[:-1]) & (points[1:] != points[:-1]).any(axis=1)
    return _Sides(points[:-1][real], points[1:][real], shape[part[ring[:-1][real]]])


def _alongside(sides: _Sides, a: Rows, b: Rows, reach: float) -> tuple[Floats, Floats]:
    """Return from where to where on side `a`, in length, side `b` runs within reach of its line."""
    along = sides.end[a] - sides.start[a]
    length = np.hypot(along[:, 0], along[:, 1])
    unit = along / length[:, None]
    across = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    from_start, from_end = sides.start[b] - sides.start[a], sides.end[b] - sides.start[a]
    t0, t1 = (from_start * unit).sum(axis=1), (from_end * unit).sum(axis=1)
    h0, h1 = (from_start * across).sum(axis=1), (from_end * across).sum(axis=1)
    # The share of b, from its start, at which it enters and leaves the band of half-width reach.
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


def _merged_lengths(group: Rows, low: Floats, high: Floats) -> Floats:
    """Return what each interval adds to those before it in its group; sorted by group, then by start."""
    if len(low) == 0:
        return high - low
    # Groups are laid end to end on one line, so that one running maximum serves them all.
    lane = np.concatenate([[0], (group[1:] != group[:-1]).any(axis=1).cumsum()]) * (float(high.max()) + 1.0)
    reached = np.maximum.accumulate(np.concatenate([[0.0], (lane + high)[:-1]]))
    begun = np.maximum(low, np.minimum(reached - lane, high))
    return np.asarray(np.maximum(high - begun, 0.0))


def _look_up(keys: Rows, values: Floats, wanted: Rows) -> Floats:
    if len(keys) == 0:
        return np.zeros(len(wanted))
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, values[place], 0.0)
