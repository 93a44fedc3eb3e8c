"""Does a main pass before a lot's front, or does it end before it comes so far?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.corridors import CorridorLimits
from gis.geometry.alongside import sides_of_lines
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_PIECE_FT = 20.0
"""Fronts are looked at in pieces no longer than this, each in its middle."""
_UP_TO_FT = 10.0
"""A main that ends so near to a lot's line runs up to it, as at the end of a street."""
_ASKEW = np.sqrt(0.5)
"""Sine of 45 degrees: what leads off at a greater angle to a front does not face it."""


def passed(fronts: Geometries, front: Rows, mains: Geometries, main: Rows, frame: Frame) -> Flags:
    """Say of each front whether some of it lies beside one of its mains.

    Parameters
    ----------
    fronts : object array of LineString or MultiLineString
        In the frame.
    front, main : int arrays
        Pairs of a front and a main in its street.
    mains : object array of LineString or MultiLineString
        In the frame. Where one goes on from another neither ends.
    frame : Frame
        The plane.

    Returns
    -------
    bool array
        False of a front from all of which the nearest place of a main is where it ends, and that the main does not
        run up to, as it does to the lots around the end of a street.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> main = np.array([shapely.LineString([(0, 33), (150, 33)])])
    >>> fronts = shapely.linestrings([[(100, 0), (200, 0)], [(200, 0), (300, 0)], [(180, 0), (180, 66)]])
    >>> passed(fronts, np.arange(3), main, np.zeros(3, dtype=int), LOCAL_FEET).tolist()
    [True, False, True]
    """
    ends = _dead_ends(mains, frame)
    sides = sides_of_lines(shapely.segmentize(fronts, _PIECE_FT / frame.unit_ft))
    along = (sides.end - sides.start) / sides.lengths()[:, None]
    piece, pair = through(sides.owner, front)
    middles = shapely.points((sides.start + sides.end)[piece] / 2)
    links = shapely.shortest_line(middles, mains[main[pair]])
    lengths = shapely.length(links)
    order = np.lexsort((pair, lengths, piece))
    nearest = order[np.unique(piece[order], return_index=True)[1]]
    piece, links, lengths = piece[nearest], links[nearest], lengths[nearest]
    feet = shapely.get_point(links, -1)
    is_end = np.zeros(len(feet), dtype=bool)
    is_end[shapely.STRtree(ends).query(feet, predicate="dwithin", distance=2 * frame.grid)[0]] = True
    away = shapely.get_coordinates(feet) - (sides.start + sides.end)[piece] / 2
    is_faced = np.abs((away * along[piece]).sum(axis=1)) <= _ASKEW * lengths
    is_faced &= lengths <= CorridorLimits().widest_ft / 2 / frame.unit_ft
    found = np.zeros(len(fronts), dtype=bool)
    found[shapely.STRtree(ends).query(fronts, predicate="dwithin", distance=_UP_TO_FT / frame.unit_ft)[0]] = True
    found[sides.owner[piece[~is_end | is_faced]]] = True
    return found


def _dead_ends(mains: Geometries, frame: Frame) -> Geometries:
    """Return the ends of mains where no other goes on."""
    parts = shapely.get_parts(mains)
    ends = np.concatenate([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    own = np.concatenate([np.arange(len(parts))] * 2)
    at, part = shapely.STRtree(parts).query(ends, predicate="dwithin", distance=2 * frame.grid)
    goes_on = np.concatenate([shapely.is_closed(parts)] * 2)
    # A main that is on file twice does not go on from itself.
    goes_on[at[(part != own[at]) & ~shapely.equals(parts[part], parts[own[at]])]] = True
    dead: Geometries = ends[~goes_on]
    return dead
