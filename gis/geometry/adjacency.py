"""Which parcels are neighbours along a line, and which only meet in a corner?

Lines drawn by different hands leave gaps and overlaps of inches, so parcels are neighbours where
their outlines run within a tolerance of each other for a least length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.alongside import alongside, merged, sides_of
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
    sides = sides_of(shapes)
    segments = sides.lines()
    a, b = shapely.STRtree(segments).query(segments, predicate="dwithin", distance=reach)
    apart = sides.owner[a] != sides.owner[b]
    a, b = a[apart], b[apart]
    low, high = alongside(sides.only(a), sides.only(b), reach)
    runs = high > low
    a, b, low, high = a[runs], b[runs], low[runs], high[runs]
    count = len(shapes)
    # One group for each side and each shape that it runs along, so that no foot is counted twice.
    group, low, high = merged(a * count + sides.owner[b], low, high)
    a, other = np.divmod(group, count)
    keys, where = np.unique(sides.owner[a] * count + other, return_inverse=True)
    totals: Floats = np.zeros(len(keys))
    np.add.at(totals, where, high - low)
    one_way = _look_up(keys, totals, first * count + second)
    return np.minimum(one_way, _look_up(keys, totals, second * count + first))


def _look_up(keys: Rows, values: Floats, wanted: Rows) -> Floats:
    if len(keys) == 0:
        return np.zeros(len(wanted))
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, values[place], 0.0)
