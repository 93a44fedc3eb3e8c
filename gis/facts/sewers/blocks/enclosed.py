"""Which pieces of ground do streets and other lines enclose, and what runs along them?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.alongside import alongside, boxes_meet, merged, sides_of_lines
from gis.geometry.frame import Frame
from gis.geometry.overlay import intersection

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

GROUND = 2
"""Dimensions of a polygon."""
_LEAST_SIDES = 4
"""A common side is longer than this many times the reach: what is shorter is a corner."""
_WIDER = 1.5
"""An alley counts as so much wider than its area and outline say, for all of it to be looked over."""
_LEAST_FREE = 5.0
"""What a right-of-way leaves of a centreline, in units of the plane: less is rounding, or an end drawn too far."""
_MOSTLY = 0.5
"""A centreline of which a right-of-way holds this share is known by that right-of-way."""


def enclosed(closers: Geometries, neck_ft: float, frame: Frame) -> Geometries:
    """Return the pieces of ground between closers that none of them covers.

    Parameters
    ----------
    closers : object array of geometry
        Ground and lines that part pieces, in the frame, on its grid; missing and empty ones part nothing.
    neck_ft : float
        A piece that hangs together by a neck no wider than this is several, and one nowhere wider is none.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    object array of Polygon
        Ground that is open to the outside is not among them.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> sides = shapely.box([0, 0, 0, 90], [0, 90, 0, 0], [100, 100, 10, 100], [10, 100, 100, 100])
    >>> [piece.bounds for piece in enclosed(sides, 1.0, LOCAL_FEET)]
    [(10.0, 10.0, 90.0, 90.0)]
    """
    neck = neck_ft / frame.unit_ft + 2 * frame.grid
    parts = shapely.get_parts(closers[~(shapely.is_missing(closers) | shapely.is_empty(closers))])
    is_ground = shapely.get_dimensions(parts) == GROUND
    lines = np.where(is_ground, shapely.boundary(parts), parts)
    # Lines that meet within a step of the grid must be cut at one place: so all are joined on it.
    cut = shapely.union_all(np.concatenate([lines, _bridges(parts, neck)]), grid_size=frame.grid)
    pieces = np.asarray(shapely.get_parts(shapely.polygonize([cut])), dtype=object)
    points = shapely.point_on_surface(pieces)
    _, covered = shapely.STRtree(points).query(parts[is_ground], predicate="intersects")
    left = np.delete(pieces, np.unique(covered))
    # Twice the area over the outline is no more than the greatest width.
    narrow = np.flatnonzero(2 * shapely.area(left) <= neck * shapely.length(left))
    return np.delete(left, narrow[shapely.is_empty(shapely.buffer(left[narrow], -neck / 2))])


def _bridges(parts: Geometries, neck: float) -> Geometries:
    """Return lines over the necks between closers that do not quite meet, each where its neck is narrowest."""
    one, other = shapely.STRtree(parts).query(parts, predicate="dwithin", distance=neck)
    one, other = one[one < other], other[one < other]
    apart = shapely.distance(parts[one], parts[other]) > 0
    return np.asarray(shapely.shortest_line(parts[one[apart]], parts[other[apart]]), dtype=object)


def crossings(alleys: Geometries, streets: Geometries, frame: Frame) -> Geometries:
    """Return the ground of alleys that lies between the ends of streets, where a street goes on across the alley.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> [ground.bounds for ground in crossings(
    ...     shapely.box([0], 140, [400], 160), shapely.box(180, [0, 160], 220, [140, 300]), LOCAL_FEET)]
    [(180.0, 140.0, 220.0, 160.0)]
    """
    alley, street = shapely.STRtree(streets).query(alleys, predicate="dwithin", distance=2 * frame.grid)
    # Twice the area over the outline is somewhat less than the width of a long strip, and the more so of a short one.
    half = _WIDER * shapely.area(alleys) / shapely.length(alleys)
    found = []
    for one in np.unique(alley[1:][alley[1:] == alley[:-1]]):
        west, south, east, north = shapely.bounds(alleys[one]) + 2 * half[one] * np.array([-1, -1, 1, 1])
        ends = shapely.clip_by_rect(streets[street[alley == one]], west, south, east, north)
        grown = shapely.buffer(shapely.union_all(ends), half[one], join_style="mitre")
        closed = shapely.buffer(grown, -half[one], join_style="mitre")
        found.append(intersection(alleys[one], shapely.set_precision(closed, frame.grid), frame))
    return np.array(found, dtype=object)


def running_along(lines: Geometries, shapes: Geometries, reach: float) -> tuple[Rows, Rows]:
    """Return pairs of a line and a shape whose outline it runs along for more than a corner, by line, then shape.

    Parameters
    ----------
    lines : object array of line
        In the plane of `shapes`.
    shapes : object array of geometry
        Polygons, or lines themselves.
    reach : float
        How far off a line may run, in units of the plane.

    Examples
    --------
    >>> sides = shapely.boundary(shapely.box([0], 0, [100], 50))
    >>> [rows.tolist() for rows in running_along(sides, shapely.box([100, 100], [0, 50], [160, 160], [50, 90]), 0.1)]
    [[0], [0]]
    """
    outlines = np.where(shapely.get_dimensions(shapes) == GROUND, shapely.boundary(shapes), shapes)
    one, other = sides_of_lines(lines), sides_of_lines(outlines)
    a, b = boxes_meet(one, shapely.STRtree(other.lines()), reach)
    low, high = alongside(one.only(a), other.only(b), reach)
    is_beside = high > low
    count = max(len(shapes), 1)
    group, low, high = merged((a * count + other.owner[b])[is_beside], low[is_beside], high[is_beside])
    side, shape = np.divmod(group, count)
    pairs, pair = np.unique(one.owner[side] * count + shape, return_inverse=True)
    line, shape = np.divmod(pairs, count)
    runs = np.bincount(pair, weights=high - low, minlength=len(pairs)) > _LEAST_SIDES * reach
    return line[runs], shape[runs]


def mostly_in(lines: Geometries, shapes: Geometries) -> Flags:
    """Say of each line whether shapes hold the most of it.

    >>> lines = shapely.linestrings([[(0, 33), (90, 33)], [(60, 33), (200, 33)]])
    >>> mostly_in(lines, shapely.box([0], 0, [100], 66)).tolist()
    [True, False]
    """
    return np.asarray(_held(lines, shapes)[2] > _MOSTLY * shapely.length(lines), dtype=bool)


def _held(lines: Geometries, shapes: Geometries) -> tuple[Rows, Rows, Floats]:
    """Return pairs of a shape and a line that meet, and how much of each line shapes hold."""
    shape, line = shapely.STRtree(lines).query(shapes, predicate="intersects")
    held = np.zeros(len(lines))
    np.add.at(held, line, shapely.length(shapely.intersection(lines[line], shapes[shape])))
    return shape, line, held


def without_right_of_way(streets: Geometries, known: Geometries) -> Geometries:
    """Return the centrelines that run for the most part outside the rights-of-way known, and of others what does.

    A right-of-way that stops at a railroad's leaves a piece of its centreline there, over which the street goes on.

    >>> lines = shapely.linestrings([[(0, 33), (90, 33)], [(60, 33), (200, 33)], [(0, 33), (130, 33)]])
    >>> [line.bounds for line in without_right_of_way(lines, shapely.box([0], 0, [100], 66))]
    [(60.0, 33.0, 200.0, 33.0), (100.0, 33.0, 130.0, 33.0)]
    """
    right, street, held = _held(streets, known)
    lengths = np.asarray(shapely.length(streets), dtype=float)
    is_known = held > _MOSTLY * lengths
    # Records that lie over each other hold a line twice.
    left = [
        shapely.difference(streets[row], shapely.union_all(known[right[street == row]]))
        for row in np.flatnonzero(is_known & (np.abs(held - lengths) > _LEAST_FREE)).tolist()
    ]
    parts = shapely.get_parts(np.array(left, dtype=object))
    return np.concatenate([streets[~is_known], parts[shapely.length(parts) > _LEAST_FREE]])
