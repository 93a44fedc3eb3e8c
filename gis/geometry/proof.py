"""Is the result of an overlay right?

Areas that add up prove nothing: a whole lot given as the overlap, with nothing left over, adds up too.
A cut of a feature along a boundary is right where

1. no line of either input runs through the middle of a part (but for hairlines that rounding
   closes), so that each part lies wholly inside or wholly outside each input, and one point of it
   says which: inside parts in both, outside parts in the feature and not in the boundary;
2. the parts add up to the feature;
3. the areas agree with what `relate` says of the two shapes.

By 1 no part is where it should not be; then by 2 nothing is missing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.faces import Faces
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]

# Rounding to the grid moves a line by less than one step; what is narrower than twice this many
# steps has no middle, and counts as lying on the line.
_REACH_STEPS = 4
# Part of an area that floating-point summation may lose.
_SUMMATION_SHARE = 1e-12


def interiors_meet(boundary: BaseGeometry, features: Geometries) -> Flags:
    """Say which features share land with a boundary, and not only a line or a corner.

    Exact for the coordinates as they are; `boundary` is best prepared.

    Examples
    --------
    >>> interiors_meet(shapely.box(0, 0, 1, 1), shapely.box([0.5, 1, 2], 0, [3, 3, 3], 1))
    array([ True, False, False])
    """
    return np.asarray(shapely.intersects(boundary, features) & ~shapely.touches(boundary, features), dtype=bool)


def parts_hold(
    boundary: BaseGeometry, whole: Geometries, inside: Geometries, outside: Geometries, frame: Frame
) -> Flags:
    """Say of each feature whether its parts inside and outside a boundary are shown to be right.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        On the frame's grid, best prepared.
    whole, inside, outside : object arrays of Polygon or MultiPolygon
        Each feature and its two parts, on the grid.
    frame : Frame
        The plane; deviations of a few grid steps from the lines are rounding, no fault.

    Returns
    -------
    bool array
        True where all three proofs hold; an empty feature has two empty parts.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lot, nothing = shapely.box([0], 0, [10], 10), np.array([shapely.Polygon()])
    >>> city = shapely.box(10, 0, 20, 10)
    >>> parts_hold(city, lot, nothing, lot, LOCAL_FEET), parts_hold(city, lot, lot, nothing, LOCAL_FEET)
    (array([ True]), array([False]))
    """
    area, in_area, out_area = (shapely.area(shapes) for shapes in (whole, inside, outside))
    length = shapely.length(whole) + shapely.length(inside) + shapely.length(outside)
    slack = frame.grid * length + _SUMMATION_SHARE * area
    adds_up = np.abs(in_area + out_area - area) <= slack
    relates = (interiors_meet(boundary, whole) | (in_area <= slack)) & (
        ~shapely.covers(boundary, whole) | (out_area <= slack)
    )
    reach = _REACH_STEPS * frame.grid
    edge = shapely.boundary(boundary)
    shapely.prepare(edge)
    is_sound = np.asarray(adds_up & relates, dtype=bool)
    for pieces, is_inside in ((inside, True), (outside, False)):
        cores, is_whole = _cores(pieces, reach)
        is_sound &= is_whole
        crossed = shapely.intersects(edge, cores) | shapely.intersects(shapely.boundary(whole), cores)
        for row in np.flatnonzero(crossed):
            is_sound[row] &= _is_hairline(boundary, whole[row], cores[row], reach, is_inside=is_inside)
        points, owner = _points(pieces, cores)
        belongs = shapely.dwithin(whole[owner], points, reach)
        if is_inside:
            belongs &= shapely.dwithin(boundary, points, reach)
        else:
            belongs &= ~shapely.intersects(boundary, points) | shapely.dwithin(edge, points, reach)
        is_sound[owner[~belongs]] = False
    return is_sound


def union_holds(joined: BaseGeometry, between: Faces, frame: Frame) -> bool:
    """Say whether a union covers exactly the pieces that some shape covers.

    Parameters
    ----------
    joined : Polygon or MultiPolygon
        The union to be shown.
    between : Faces
        The pieces between the lines of all shapes.
    frame : Frame
        The plane; pieces of a few grid steps are not looked at one by one, only in the sum.

    Returns
    -------
    bool
        Whether area and every piece agree.
    """
    wanted = np.asarray(between.covered.any(axis=0), dtype=bool)
    length = joined.length + shapely.length(between.pieces).sum()
    slack = frame.grid * length + _SUMMATION_SHARE * joined.area
    if abs(joined.area - shapely.area(between.pieces[wanted]).sum()) > slack:
        return False
    cores, is_whole = _cores(between.pieces, _REACH_STEPS * frame.grid)
    edge = shapely.boundary(joined)
    shapely.prepare(edge)
    shapely.prepare(joined)
    parts, owner = shapely.get_parts(cores, return_index=True)
    real = ~shapely.is_empty(parts)
    is_in = shapely.intersects(joined, shapely.point_on_surface(parts[real]))
    is_clear = not shapely.intersects(edge, cores).any()
    return bool(is_whole.all() and is_clear and (is_in == wanted[owner[real]]).all())


def _is_hairline(
    boundary: BaseGeometry, whole: BaseGeometry, core: BaseGeometry, reach: float, *, is_inside: bool
) -> bool:
    """Say whether the lines that run through the middle of a part only bound a hairline.

    A slit or spike narrower than the grid closes when its lines are rounded, and its land goes to
    the part around it. So the part need only be where its inputs are when they are pushed out (or,
    for the outside, the boundary pulled in) by a few steps.
    """
    if not shapely.covers(shapely.buffer(whole, reach), core):
        return False
    if is_inside:
        return bool(shapely.covers(shapely.buffer(boundary, reach), core))
    return not shapely.intersects(shapely.buffer(boundary, -reach), core)


def _points(pieces: Geometries, cores: Geometries) -> tuple[Geometries, npt.NDArray[np.intp]]:
    """Return a point within every part of the pieces and of their middles, and its piece's position."""
    parts, owner = shapely.get_parts(np.concatenate([pieces, cores]), return_index=True)
    points = np.asarray(shapely.point_on_surface(parts), dtype=object)
    real = ~shapely.is_empty(points)
    return points[real], owner[real] % max(len(pieces), 1)


def _cores(pieces: Geometries, reach: float) -> tuple[Geometries, Flags]:
    """Return the middles of the pieces, away from their lines, and whether each middle is complete."""
    # Without the grid that overlays leave on their results: GEOS pulls such shapes in wrongly by a step.
    free = shapely.set_precision(pieces, 0)
    cores = np.asarray(shapely.buffer(free, -reach, quad_segs=2), dtype=object)
    # Pulling a line in by some distance takes off at most that distance times its length.
    lost = shapely.area(pieces) - shapely.area(cores)
    allowed = 1.5 * reach * shapely.length(pieces) + _SUMMATION_SHARE * shapely.area(pieces)
    return cores, np.asarray(lost <= allowed, dtype=bool)
