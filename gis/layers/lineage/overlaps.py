"""How much land does each old feature share with each new one, and where is that more than a hairline?

Both layers may have moved as a whole, so this is done for all pairs at once. As everywhere (gis.geometry.overlay),
an overlay is not believed: pairs that only touch are told by `touches`, which is exact, and never overlaid; parts must
add up to the whole and lie where they belong; what fails goes through the verified overlay one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.errors import GEOSException

from gis.geometry.frame import Frame
from gis.geometry.measure import areas_sqft
from gis.geometry.overlay import intersection
from gis.geometry.repair import polygon_parts
from gis.geometry.slivers import is_wider

Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

# As in gis.geometry.proof: rounding moves a line by less than a step.
_REACH_STEPS = 4
_SUMMATION_SHARE = 1e-12
_MOST = 0.5
_POLYGONAL = (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)


@dataclass(frozen=True, slots=True, eq=False)
class Overlaps:
    """Pairs of an old and a new feature with land in common, by position, old first.

    Attributes
    ----------
    old, new : intp arrays
        Positions among the old and the new features.
    area_sqft : float array
        Ground area of the land in common.
    share_of_old, share_of_new : float arrays
        That area over the features' own, 0 to 1.
    points : object array
        A point in the land in common.
    """

    old: npt.NDArray[np.intp]
    new: npt.NDArray[np.intp]
    area_sqft: Floats
    share_of_old: Floats
    share_of_new: Floats
    points: Geometries


def overlaps(old: Geometries, new: Geometries, width_ft: float, frame: Frame) -> Overlaps:
    """Return the land that old and new features share, hairlines left out.

    Parameters
    ----------
    old, new : object arrays of Polygon or MultiPolygon
        In the frame, on its grid.
    width_ft : float
        Land no wider than this is a hairline between redrawn lines, unless it is most of a feature.
    frame : Frame
        The plane and its measures.

    Returns
    -------
    Overlaps
        Features that only touch share nothing.

    Raises
    ------
    OverlayUnverified
        Where the overlay of a pair cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lot, halves = shapely.box([0], 0, [100], 50), shapely.box([0, 50], 0, [50, 100], 50)
    >>> overlaps(lot, halves, 0.1, LOCAL_FEET).area_sqft.tolist()
    [2500.0, 2500.0]
    """
    pairs = shapely.STRtree(new).query(old, predicate="intersects")
    pairs = pairs[:, ~shapely.touches(old[pairs[0]], new[pairs[1]])]
    pairs = pairs[:, np.lexsort((pairs[1], pairs[0]))]
    shared = _shared(old[pairs[0]], new[pairs[1]], frame)
    area = areas_sqft(shared, frame)
    share_of_old = _over(area, areas_sqft(old, frame)[pairs[0]])
    share_of_new = _over(area, areas_sqft(new, frame)[pairs[1]])
    is_real = (share_of_old > _MOST) | (share_of_new > _MOST)
    thin = np.flatnonzero(~is_real)
    is_real[thin] = is_wider(shared[thin], width_ft, frame)
    kept = np.flatnonzero(is_real)
    return Overlaps(
        old=pairs[0][kept],
        new=pairs[1][kept],
        area_sqft=area[kept],
        share_of_old=share_of_old[kept],
        share_of_new=share_of_new[kept],
        points=np.asarray(shapely.point_on_surface(shared[kept]), dtype=object),
    )


def _over(part: Floats, whole: Floats) -> Floats:
    """Return shares of at most one; rounding to the grid can make a part larger than its whole by a hair."""
    return np.minimum(1.0, np.divide(part, whole, out=np.zeros_like(part), where=whole > 0))


def _shared(a: Geometries, b: Geometries, frame: Frame) -> Geometries:
    """Return the land in common of each pair, shown to be right."""
    try:
        inside = _polygonal(shapely.intersection(a, b, grid_size=frame.grid))
        outside = _polygonal(shapely.difference(a, b, grid_size=frame.grid))
        doubtful = ~_holds(a, b, inside, outside, frame)
    except GEOSException:  # one of the pairs cannot be overlaid so; which one is not said
        inside = np.full(len(a), None, dtype=object)
        doubtful = np.ones(len(a), dtype=bool)
    for row in np.flatnonzero(doubtful):
        inside[row] = intersection(a[row], b[row], frame)
    return inside


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
