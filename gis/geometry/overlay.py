"""Which land do a boundary and a feature share, and which features does a boundary cut?

The one place where a boundary meets features. An overlay can be silently wrong: for two shapes that
only share a line it may give the whole of one as their overlap, with areas that still add up. So
all work is done on the frame's grid, every result is shown to be right (gis.geometry.proof), and what
fails is computed the other way (gis.geometry.faces) and shown again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.errors import GEOSException
from shapely.geometry.base import BaseGeometry

from gis.errors import OverlayUnverified, Place
from gis.geometry.faces import faces
from gis.geometry.frame import Frame
from gis.geometry.proof import Flags, Geometries, interiors_meet, parts_hold, union_holds
from gis.geometry.repair import polygon_parts

Rows = npt.NDArray[np.intp]

_POLYGON, _MULTIPOLYGON = 3, 6


@dataclass(frozen=True, slots=True)
class Clipped:
    """Features cut along a boundary.

    Attributes
    ----------
    inside, outside : object arrays of Polygon or MultiPolygon
        Parts of each feature within the boundary and beyond it; empty where there is none.
    reworked : intp array
        Positions of the features whose first overlay failed a check and was computed the other way.
    """

    inside: Geometries
    outside: Geometries
    reworked: Rows


@dataclass(frozen=True, slots=True)
class Sorted:
    """Which features a boundary holds and which it cuts; the rest it does not meet.

    Attributes
    ----------
    inside, cut : intp arrays
        Positions among the features, ascending.
    clipped : Clipped
        Both parts of each cut feature, in the order of `cut` (so they need not be clipped again).
    """

    inside: Rows
    cut: Rows
    clipped: Clipped


def on_grid(geometries: Sequence[BaseGeometry | None] | Geometries, frame: Frame) -> Geometries:
    """Return polygons with every vertex on the frame's grid, flat; missing ones become empty.

    Those already there are returned as they are, which costs little.

    Parameters
    ----------
    geometries : array of Polygon or MultiPolygon
        In the frame.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    object array
        What the rounding makes narrower than the grid is gone.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> on_grid([shapely.box(0, 0, 1.00004, 1)], LOCAL_FEET)[0].bounds
    (0.0, 0.0, 1.0, 1.0)
    """
    found = np.array(geometries, dtype=object)
    found[np.asarray(shapely.is_missing(found))] = shapely.Polygon()
    solid = np.flatnonzero(shapely.has_z(found))
    found[solid] = shapely.force_2d(found[solid])
    points, owner = shapely.get_coordinates(found, return_index=True)
    steps = 1 / frame.grid
    is_off = (np.round(points * steps) / steps != points).any(axis=1)
    off = np.unique(owner[is_off])
    found[off] = shapely.set_precision(found[off], frame.grid)
    return _polygonal(found)


def sort_features(
    boundary: BaseGeometry,
    features: Geometries,
    tree: shapely.STRtree | None,
    frame: Frame,
) -> Sorted:
    """Say which features lie inside a boundary and which are cut by it.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        In the frame.
    features : object array of Polygon or MultiPolygon
        In the frame; missing and empty ones are neither inside nor cut.
    tree : STRtree or None
        Index over `features`; without one, all are looked at.
    frame : Frame
        The plane of both, with its grid.

    Returns
    -------
    Sorted
        A feature that only touches the boundary from outside is neither inside nor cut. One that
        reaches its line from inside, or passes it by less than the grid, is inside.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays of one feature cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = shapely.box([0, 5, 10], 0, [5, 15, 20], 5)
    >>> told = sort_features(shapely.box(0, 0, 10, 10), lots, None, LOCAL_FEET)
    >>> told.inside, told.cut
    (array([0]), array([1]))
    """
    line = on_grid([boundary], frame)[0]
    shapely.prepare(line)
    rows = _near(line, features, tree, frame)
    candidates = on_grid(features[rows], frame)
    within = np.asarray(shapely.contains_properly(line, candidates), dtype=bool)
    edge = np.flatnonzero(~within)
    within[edge] = shapely.covers(line, candidates[edge]) & ~shapely.is_empty(candidates[edge])
    edge = edge[~within[edge]]
    edge = edge[interiors_meet(line, candidates[edge])]
    clipped = clip(line, candidates[edge], frame)
    has_inside, has_outside = ~shapely.is_empty(clipped.inside), ~shapely.is_empty(clipped.outside)
    within[edge[has_inside & ~has_outside]] = True
    is_cut = np.asarray(has_inside & has_outside, dtype=bool)
    return Sorted(rows[within], rows[edge[is_cut]], _only(clipped, is_cut))


def clip(boundary: BaseGeometry, features: Geometries, frame: Frame) -> Clipped:
    """Cut features along a boundary into the parts inside and outside it.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        In the frame.
    features : object array of Polygon or MultiPolygon
        In the frame; missing and empty ones give two empty parts.
    frame : Frame
        The plane of both, with its grid.

    Returns
    -------
    Clipped
        Polygons only: a shared line or corner is no part.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays of one feature cannot be shown to be right; names its
        position.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> parts = clip(shapely.box(0, 0, 10, 10), shapely.box([5], 0, [15], 5), LOCAL_FEET)
    >>> parts.inside[0].area, parts.outside[0].area, len(parts.reworked)
    (25.0, 25.0, 0)
    """
    line = on_grid([boundary], frame)[0]
    shapely.prepare(line)
    whole = on_grid(features, frame)
    inside = _overlay(shapely.intersection, whole, line, frame)
    outside = _overlay(shapely.difference, whole, line, frame)
    reworked = np.flatnonzero(~parts_hold(line, whole, inside, outside, frame)).astype(np.intp)
    for row in reworked:
        between = faces([line, whole[row]], frame)
        in_line, in_feature = between.covered
        inside[row] = between.merged(in_feature & in_line)
        outside[row] = between.merged(in_feature & ~in_line)
    again = parts_hold(line, whole[reworked], inside[reworked], outside[reworked], frame)
    if not again.all():
        failed = reworked[~again][0]
        where = f"the feature at position {failed} of {len(whole)}, cut along a boundary"
        raise _unverified(where, Place(row=int(failed)))
    return Clipped(inside, outside, reworked)


def intersection(a: BaseGeometry, b: BaseGeometry, frame: Frame) -> BaseGeometry:
    """Return the land that two shapes share, verified; empty where they only touch.

    Parameters, errors and what is kept are those of `clip`.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> intersection(shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1), LOCAL_FEET).area
    1.0
    """
    return clip(b, np.array([a], dtype=object), frame).inside[0]


def difference(a: BaseGeometry, b: BaseGeometry, frame: Frame) -> BaseGeometry:
    """Return the land of `a` that is not in `b`, verified; empty where `b` covers it.

    Parameters, errors and what is kept are those of `clip`.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> difference(shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1), LOCAL_FEET).bounds
    (0.0, 0.0, 1.0, 1.0)
    """
    return clip(b, np.array([a], dtype=object), frame).outside[0]


def union(geometries: Sequence[BaseGeometry] | Geometries, frame: Frame) -> BaseGeometry:
    """Return the land that any of the shapes covers, verified piece by piece.

    Parameters
    ----------
    geometries : Polygon or MultiPolygon
        In the frame; may overlap, touch or lie apart.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    Polygon or MultiPolygon
        Empty for no shapes. Nothing is closed: a gap of one grid step stays a gap.

    Raises
    ------
    OverlayUnverified
        Where neither way of joining agrees with the pieces between all lines.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> union([shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1)], LOCAL_FEET).area
    3.0
    """
    shapes = on_grid(geometries, frame)
    between = faces(shapes, frame)
    ways: tuple[Callable[[], BaseGeometry], ...] = (
        lambda: _polygonal(np.array([shapely.union_all(shapes, grid_size=frame.grid)], dtype=object))[0],
        lambda: between.merged(np.asarray(between.covered.any(axis=0), dtype=bool)),
    )
    for way in ways:
        try:
            joined = way()
        except GEOSException:
            continue
        if union_holds(joined, between, frame):
            return joined
    where = f"the union of {len(shapes)} shapes"
    raise _unverified(where)


def _near(line: BaseGeometry, features: Geometries, tree: shapely.STRtree | None, frame: Frame) -> Rows:
    """Return the features whose box meets the boundary's, ascending."""
    if line.is_empty or len(features) == 0:
        return np.array([], dtype=np.intp)
    west, south, east, north = line.bounds
    # Rounding to the grid can bring a feature nearer by half a step.
    west, south, east, north = west - frame.grid, south - frame.grid, east + frame.grid, north + frame.grid
    if tree is not None:
        return np.sort(tree.query(shapely.box(west, south, east, north))).astype(np.intp)
    boxes = shapely.bounds(features)
    meets = (boxes[:, 0] <= east) & (boxes[:, 2] >= west) & (boxes[:, 1] <= north) & (boxes[:, 3] >= south)
    return np.flatnonzero(meets).astype(np.intp)


def _only(clipped: Clipped, kept: Flags) -> Clipped:
    was_reworked = np.zeros(len(kept), dtype=bool)
    was_reworked[clipped.reworked] = True
    return Clipped(clipped.inside[kept], clipped.outside[kept], np.flatnonzero(was_reworked[kept]).astype(np.intp))


def _polygonal(geometries: Geometries) -> Geometries:
    """Return the polygons of each geometry; those of a collection are looked for inside it."""
    found = geometries.copy()
    kinds = shapely.get_type_id(found)
    for row in np.flatnonzero((kinds != _POLYGON) & (kinds != _MULTIPOLYGON)):
        found[row] = polygon_parts(found[row])
    return found


def _overlay(
    operation: Callable[..., Geometries], features: Geometries, line: BaseGeometry, frame: Frame
) -> Geometries:
    """Overlay all at once; one by one where one of them fails, which then is empty and unsound."""
    try:
        return _polygonal(np.asarray(operation(features, line, grid_size=frame.grid), dtype=object))
    except GEOSException:
        results = np.full(len(features), shapely.Polygon(), dtype=object)
        for row, feature in enumerate(features):
            try:
                results[row] = operation(feature, line, grid_size=frame.grid)
            except GEOSException:
                continue
        return _polygonal(results)


def _unverified(where: str, *places: Place) -> OverlayUnverified:
    return OverlayUnverified(
        what="Neither of two independent overlays of the same shapes could be shown to be right.",
        where=where,
        why="A wrong overlay gives land to the wrong side of a line without any sign of it.",
        next="Check the shapes for lines that cross or double back (`townline check`), and repair them.",
        places=places,
    )
