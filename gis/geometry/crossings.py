"""At which places a polygon crosses, touches or overlaps itself: all of them, not the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Points = NDArray[np.float64]

_DECIMALS = 9


@dataclass(frozen=True, slots=True, eq=False)
class Faults:
    """Places where rings meet as a valid polygon's may not, in the plane of the polygon."""

    crossings: Points
    """Two edges cross, or a ring touches itself in one point."""
    spikes: Points
    """A ring runs out and back on itself: the tip."""
    overlaps: Points
    """Two edges share a length: the middle of it."""

    @property
    def places(self) -> Points:
        """All places, ordered by easting, then northing."""
        return _distinct(np.concatenate((self.crossings, self.spikes, self.overlaps)))


def rings_of(geometry: shapely.Geometry) -> NDArray[Any]:
    """Return the rings of a polygon or multipolygon that have a vertex.

    GEOS keeps empty parts and holes as rings without one, and `node` reads past their end.
    """
    rings = shapely.get_rings(shapely.get_parts(geometry))
    found: NDArray[Any] = rings[~shapely.is_empty(rings)]
    return found


def find_faults(geometry: shapely.Geometry) -> Faults:
    """Return every place where the rings of a polygon or multipolygon meet wrongly.

    A hole that touches its shell from inside at a point is lawful and is no place. Where the
    fault is in how rings lie in each other (a hole outside its shell), there is no such place.

    Parameters
    ----------
    geometry : Polygon or MultiPolygon
        Of any plane; may be invalid; holes are looked at too.

    Returns
    -------
    Faults
        Empty arrays for a valid polygon.

    Examples
    --------
    >>> find_faults(shapely.from_wkt("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")).crossings.tolist()
    [[2.0, 2.0]]
    """
    rings = rings_of(geometry)
    if not len(rings):
        nothing = np.zeros((0, 2))
        return Faults(nothing, nothing, nothing)
    ends, ring, place, count = _edges(rings)
    lines = shapely.linestrings(ends)
    first, second = shapely.STRtree(lines).query(lines, predicate="intersects")
    first, second = first[first < second], second[first < second]
    met = shapely.intersection(lines[first], lines[second])
    is_line = shapely.get_dimensions(met) == 1
    is_same_ring = ring[first] == ring[second]
    gap = place[second] - place[first]
    is_next = is_same_ring & ((gap == 1) | (gap == count[first] - 1))
    is_inner = _inner(met, ends, first, second)
    crossing = ~is_line & ~is_next & (is_same_ring | is_inner)
    is_spike = is_line & is_next
    tips = ends[np.where(gap == 1, second, first)][:, 0]
    # Where a spike begins, the ring touches itself; that is the same fault and not named twice.
    roots = _distinct(ends[np.concatenate((first[is_spike], second[is_spike]))])
    crossings = _distinct(shapely.get_coordinates(met[crossing]))
    return Faults(
        crossings=crossings[~(crossings[:, np.newaxis] == roots).all(axis=2).any(axis=1)],
        spikes=_distinct(tips[is_spike]),
        overlaps=_distinct(shapely.get_coordinates(shapely.centroid(met[is_line & ~is_next]))),
    )


def even_odd_area(geometry: shapely.Geometry) -> float:
    """Return the area of all points that lie inside an odd number of rings, in squared units.

    Worked out face by face from the linework, independently of any repair of GEOS.

    Examples
    --------
    >>> bowtie = shapely.from_wkt("POLYGON ((0 0, 600 600, 600 0, 0 400, 0 0))")
    >>> round(even_odd_area(bowtie), 6)
    156000.0
    """
    rings = rings_of(geometry)
    if not len(rings):
        return 0.0
    noded = shapely.node(shapely.multilinestrings([shapely.linestrings(shapely.get_coordinates(r)) for r in rings]))
    faces = shapely.get_parts(shapely.polygonize([noded]))
    if not len(faces):
        return 0.0
    ends, _, _, _ = _edges(rings)
    inner = shapely.get_coordinates(shapely.point_on_surface(faces))
    odd = np.array([_is_odd(ends, point) for point in inner])
    return float(shapely.area(faces[odd]).sum())


def plain_area(geometry: shapely.Geometry) -> float:
    """Return shells less holes, each ring by itself, in squared units, whatever the rings do to each other.

    It equals the even-odd area exactly where no land is enclosed twice or the wrong way round.
    """
    parts = shapely.get_parts(geometry)
    parts = parts[~shapely.is_empty(parts)]
    shells = shapely.area(shapely.polygons(shapely.get_exterior_ring(parts))).sum()
    rings = shapely.area(shapely.polygons(rings_of(geometry))).sum()
    return float(2 * shells - rings)


def _edges(rings: NDArray[Any]) -> tuple[Points, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the edges of positive length: ends, ring, place in the ring, edges in that ring."""
    coordinates, ring = shapely.get_coordinates(rings, return_index=True)
    is_edge = (ring[1:] == ring[:-1]) & (np.diff(coordinates, axis=0) != 0).any(axis=1)
    ends = np.stack((coordinates[:-1], coordinates[1:]), axis=1)[is_edge]
    ring = ring[:-1][is_edge]
    counts = np.bincount(ring, minlength=len(rings))
    before = np.concatenate(([0], np.cumsum(counts)))
    return ends, ring, np.arange(len(ends)) - before[ring], counts[ring]


def _inner(met: NDArray[Any], ends: Points, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say where two edges meet in a point that is the end of neither."""
    point = np.full((len(met), 2), np.nan)
    is_point = shapely.get_type_id(met) == shapely.GeometryType.POINT
    point[is_point] = shapely.get_coordinates(met[is_point])
    at_end = np.zeros(len(met), dtype=bool)
    for which in (first, second):
        for end in (0, 1):
            at_end |= (point == ends[which, end]).all(axis=1)
    inner: NDArray[np.bool_] = is_point & ~at_end
    return inner


def _is_odd(ends: Points, point: Points) -> bool:
    """Say whether a ray to the east from a point meets an odd number of edges."""
    a, b = ends[:, 0], ends[:, 1]
    spans = (a[:, 1] > point[1]) != (b[:, 1] > point[1])
    a, b = a[spans], b[spans]
    at = a[:, 0] + (point[1] - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1])
    return bool((at > point[0]).sum() % 2)


def _distinct(points: Points) -> Points:
    distinct: Points = np.unique(np.round(points.reshape(-1, 2), _DECIMALS) + 0.0, axis=0)
    return distinct
