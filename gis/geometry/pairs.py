"""Which land do the two shapes of each pair share, and what of the first is left, shown to be right for all at once?

As everywhere (gis.geometry.overlay), an overlay is not believed: parts must add up to the whole and lie where they
belong, and what fails goes through the verified overlay one by one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.errors import GEOSException

from gis.geometry.chunks import by_chunks
from gis.geometry.frame import Frame
from gis.geometry.overlay import difference, intersection
from gis.geometry.repair import polygon_parts

Geometries = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]

# As in gis.geometry.proof: rounding moves a line by less than a step.
_REACH_STEPS = 4
_SUMMATION_SHARE = 1e-12
_POLYGONAL = (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)
_PAIRS_AT_ONCE = 5_000


def cut_pairs(a: Geometries, b: Geometries, frame: Frame) -> tuple[Geometries, Geometries]:
    """Cut the first shape of each pair along the second.

    Parameters
    ----------
    a, b : object arrays of Polygon or MultiPolygon
        In the frame, on its grid; as long as each other.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    tuple of object arrays
        The part of each `a` within its `b`, and the part beyond it; polygons only, empty where there is none.

    Raises
    ------
    OverlayUnverified
        Where the overlay of a pair cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> roofs, lots = shapely.box([0, 20], 0, [10, 30], 5), shapely.box([4, 0], 0, [99, 9], 9)
    >>> [shapely.area(parts).tolist() for parts in cut_pairs(roofs, lots, LOCAL_FEET)]
    [[30.0, 0.0], [20.0, 50.0]]
    """
    done = by_chunks(lambda rows: _cut(a[rows], b[rows], frame), np.arange(len(a)), _PAIRS_AT_ONCE)
    inside, outside = zip(*done, strict=True)
    return np.concatenate(inside), np.concatenate(outside)


def _cut(a: Geometries, b: Geometries, frame: Frame) -> tuple[Geometries, Geometries]:
    try:
        inside = _polygonal(shapely.intersection(a, b, grid_size=frame.grid))
        outside = _polygonal(shapely.difference(a, b, grid_size=frame.grid))
        doubtful = ~_holds(a, b, inside, outside, frame)
    except GEOSException:  # one of the pairs cannot be overlaid so; which one is not said
        inside, outside = np.full(len(a), None, dtype=object), np.full(len(a), None, dtype=object)
        doubtful = np.ones(len(a), dtype=bool)
    for row in np.flatnonzero(doubtful):
        inside[row] = intersection(a[row], b[row], frame)
        outside[row] = difference(a[row], b[row], frame)
    return inside, outside


def _holds(a: Geometries, b: Geometries, inside: Geometries, outside: Geometries, frame: Frame) -> Flags:
    area, in_area, out_area = (shapely.area(shapes) for shapes in (a, inside, outside))
    length = shapely.length(a) + shapely.length(inside) + shapely.length(outside)
    is_sound = np.abs(in_area + out_area - area) <= frame.grid * length + _SUMMATION_SHARE * area
    reach = _REACH_STEPS * frame.grid
    for pieces, is_inside in ((inside, True), (outside, False)):
        parts, owner = shapely.get_parts(pieces, return_index=True)
        there = ~shapely.is_empty(parts)
        points, owner = shapely.point_on_surface(parts[there]), owner[there]
        belongs = shapely.dwithin(a[owner], points, reach)
        if is_inside:
            belongs &= shapely.dwithin(b[owner], points, reach)
        else:
            belongs &= ~shapely.intersects(b[owner], points) | shapely.dwithin(
                shapely.boundary(b[owner]), points, reach
            )
        is_sound[owner[~belongs]] = False
    return np.asarray(is_sound, dtype=bool)


def _polygonal(shapes: Geometries) -> Geometries:
    found = np.array(shapes, dtype=object)
    for row in np.flatnonzero(~np.isin(shapely.get_type_id(found), _POLYGONAL)):
        found[row] = polygon_parts(found[row])
    return found
