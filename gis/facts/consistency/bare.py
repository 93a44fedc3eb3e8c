"""Which land of a window does no feature cover, where features are too many to be joined into one shape?

Two features that lie on the two sides of one edge leave nothing bare along it. So such edges are struck
out, and of a hundred thousand lots there remain the outlines of blocks, and whatever does not fit. What
remains, with the lines of the windows, cuts the plane into pieces; a point in each says whether a feature
covers it. The pieces that none covers are shown to be bare: no feature reaches their middle. The others
together are shown to be no more than the features have.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import OverlayUnverified
from gis.geometry.frame import Frame
from gis.geometry.overlay import difference, on_grid, union

Geometries = npt.NDArray[np.object_]

_REACH_STEPS = 4
"""Rounding to the grid moves a line by less than one step; see gis.geometry.proof."""
_SUMMATION_SHARE = 1e-12
"""Part of an area that floating-point summation may lose."""


def bare_land(windows: Geometries, features: Geometries, frame: Frame) -> list[BaseGeometry]:
    """Return for each window its land that no feature covers.

    The same land as `gis.geometry.coverage.unclaimed` gives, for as many features as a county has.

    Parameters
    ----------
    windows : object array of Polygon or MultiPolygon
        Where to look, such as municipalities; in the frame. Without any, every hole that features enclose is
        looked at, as one window.
    features : object array of Polygon or MultiPolygon
        In the frame; may overlap, touch or lie apart. Missing and empty ones cover nothing.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    list of Polygon or MultiPolygon
        One for each window; empty where all of it is covered, the whole window where nothing is.

    Raises
    ------
    OverlayUnverified
        Where a feature reaches into land that should be bare, by either way of working it out, or where more
        land would be covered than the features have.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = shapely.box([0, 100, 260], 0, [100, 200, 300], 100)
    >>> bare_land(shapely.box([0], 0, [300], 100), lots, LOCAL_FEET)[0].bounds
    (200.0, 0.0, 260.0, 100.0)
    """
    shapes = on_grid(features, frame)
    shapes = shapes[~shapely.is_empty(shapes)]
    within = on_grid(windows, frame)
    lines = np.concatenate([_open_edges(shapes, frame), shapely.boundary(within)])
    noded = shapely.union_all(lines, grid_size=frame.grid)
    pieces = np.asarray(shapely.get_parts(shapely.polygonize([noded])), dtype=object)
    points = shapely.point_on_surface(pieces)
    tree = shapely.STRtree(shapes)
    is_bare = np.ones(len(pieces), dtype=bool)
    is_bare[tree.query(points, predicate="intersects")[0]] = False
    _check_sum(pieces[~is_bare], shapes, frame)
    bare = np.flatnonzero(is_bare)
    if not len(within):
        return [_shown(pieces[bare], shapes, tree, frame)]
    piece, window = shapely.STRtree(within).query(points[bare], predicate="intersects")
    return [_shown(pieces[bare[piece[window == i]]], shapes, tree, frame) for i in range(len(within))]


def _open_edges(shapes: Geometries, frame: Frame) -> Geometries:
    """Return the edges that do not have one feature on each side, as lines.

    All rings run so that their land is on the right; an edge that two features share is then there once each way.
    """
    if not len(shapes):
        return np.zeros(0, dtype=object)
    rings = shapely.get_rings(shapely.orient_polygons(shapely.get_parts(shapes), exterior_cw=True))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    _, vertex = np.unique(np.rint(points / frame.grid).astype(np.int64) @ np.array([1, 1j]), return_inverse=True)
    follows = ring[1:] == ring[:-1]
    start, end = vertex[:-1][follows].astype(np.int64), vertex[1:][follows].astype(np.int64)
    _, edge = np.unique(np.minimum(start, end) * (len(points) + 1) + np.maximum(start, end), return_inverse=True)
    forth = np.bincount(edge, weights=start < end)
    back = np.bincount(edge, weights=start > end)
    is_open = ~((forth == 1) & (back == 1))[edge]
    ends = np.stack([points[:-1][follows][is_open], points[1:][follows][is_open]], axis=1)
    return np.asarray(shapely.linestrings(ends), dtype=object)


def _shown(pieces: Geometries, shapes: Geometries, tree: shapely.STRtree, frame: Frame) -> BaseGeometry:
    """Join bare pieces, shown to be bare; where a feature reaches into one, it is taken out the other way."""
    if not len(pieces):
        return shapely.Polygon()
    bare = shapely.coverage_union_all(pieces)
    for is_again in (False, True):
        places = np.asarray(shapely.get_parts(bare), dtype=object)
        cores = shapely.buffer(shapely.set_precision(places, 0), -_REACH_STEPS * frame.grid)
        place, feature = tree.query(cores, predicate="intersects")
        if not len(place):
            return bare
        if not is_again:
            bare = difference(bare, union(shapes[np.unique(feature)], frame), frame)
    x, y = shapely.get_coordinates(shapely.point_on_surface(places[place[:1]]))[0]
    where = f"a place around {x:,.1f}, {y:,.1f} in the frame"
    raise _unverified(where)


def _check_sum(covered: Geometries, shapes: Geometries, frame: Frame) -> None:
    """Refuse a result in which the features cover more land than they have; overlaps make it less."""
    has = float(shapely.area(shapes).sum())
    slack = frame.grid * float(shapely.length(shapes).sum()) + _SUMMATION_SHARE * has
    if float(shapely.area(covered).sum()) > has + slack:
        where = f"the land of {len(shapes):,} features"
        raise _unverified(where)


def _unverified(where: str) -> OverlayUnverified:
    return OverlayUnverified(
        what="Which land no feature covers could not be shown.",
        where=where,
        why="A wrong overlay takes a gap for covered, or covered land for a gap, without any sign of it.",
        next="Check the shapes for lines that cross or double back (`townline check`), and repair them.",
    )
