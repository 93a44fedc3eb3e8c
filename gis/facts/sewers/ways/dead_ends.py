"""Where a street stops and its line with it, whose land closes it ahead?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.bare import near_boxes
from gis.geometry.alongside import Floats, sides_of
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_AHEAD = np.radians([-60.0, -45.0, -30.0, -15.0, 0.0, 15.0, 30.0, 45.0, 60.0])
"""Ways in which one looks ahead from a line's end, turned from its direction."""
_FARTHEST_FT = 150.0
"""A line ends no farther from the end of its street: across the largest turnaround from its mouth."""
_WALL = np.cos(np.radians(30))
"""What runs along the line to within 30 degrees is the side of a street that goes on, and closes nothing."""


def closing(lines: Geometries, wanted: Flags, parcels: Geometries, reach: float, frame: Frame) -> tuple[Rows, Rows]:
    """Return pairs of a parcel and a line at whose free end the parcel closes the street, by parcel, then by line.

    Parameters
    ----------
    lines : object array of LineString or MultiLineString
        In the frame; where one goes on from another, neither ends.
    wanted : bool array
        Which of them to look along.
    parcels : object array of Polygon or MultiPolygon
        Around them.
    reach : float
        How near ends meet, in units of the frame.
    frame : Frame
        The plane.

    Returns
    -------
    parcel, line : int arrays
        None where the street goes on: there something ahead is open as far as one looks.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = shapely.box([0, 0, 100], [33, -183, -183], [100, 100, 200], [183, -33, 183])
    >>> main = np.array([shapely.LineString([(0, 0), (60, 0)])])
    >>> [rows.tolist() for rows in closing(main, np.array([True]), lots, 0.1, LOCAL_FEET)]
    [[2], [0]]
    """
    end, before, line = _free_ends(lines, wanted, reach)
    count = len(_AHEAD)
    if not len(line) or not len(parcels):
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    way = (end - before) / np.hypot(*(end - before).T)[:, None]
    turns = np.arctan2(way[:, 1], way[:, 0])[:, None] + _AHEAD
    far = _FARTHEST_FT / frame.unit_ft
    rays = np.stack([np.cos(turns), np.sin(turns)], axis=2).reshape(-1, 2) * far
    origin = np.repeat(end, count, axis=0)
    near = near_boxes(parcels, shapely.points(end), far)
    sides = sides_of(shapely.orient_polygons(parcels[near]))
    ray, side = shapely.STRtree(sides.lines()).query(
        shapely.linestrings(np.stack([origin, origin + rays], axis=1)), predicate="intersects"
    )
    start, along = sides.start[side] - origin[ray], sides.end[side] - sides.start[side]
    turn = rays[ray, 0] * along[:, 1] - rays[ray, 1] * along[:, 0]
    is_across = turn != 0
    ray, side, start, along, turn = (each[is_across] for each in (ray, side, start, along, turn))
    away = (start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0]) / turn
    order = np.lexsort((side, away, ray))
    order = order[np.unique(ray[order], return_index=True)[1]]
    ray, side, along = ray[order], side[order], along[order]
    is_closed = np.bincount(ray // count, minlength=len(line)) == count
    runs_along = np.abs((along * way[ray // count]).sum(axis=1)) >= _WALL * np.hypot(*along.T)
    closes = is_closed[ray // count] & ~runs_along
    pairs = np.unique(np.stack([near[sides.owner[side[closes]]], line[ray[closes] // count]]), axis=1)
    return pairs[0].astype(np.intp), pairs[1].astype(np.intp)


def _free_ends(lines: Geometries, wanted: Flags, reach: float) -> tuple[Floats, Floats, Rows]:
    """Return ends from which no other line goes on, the vertex before each, and the line."""
    parts, owner = shapely.get_parts(lines, return_index=True)
    ends = np.concatenate([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    before = np.concatenate([shapely.get_point(parts, 1), shapely.get_point(parts, -2)])
    part = np.concatenate([np.arange(len(parts))] * 2)
    one, other = shapely.STRtree(parts).query(ends, predicate="dwithin", distance=reach)
    free = np.bincount(one[part[one] != other], minlength=len(ends)) == 0
    kept = np.flatnonzero(free & wanted[owner[part]])
    return shapely.get_coordinates(ends[kept]), shapely.get_coordinates(before[kept]), owner[part[kept]]
