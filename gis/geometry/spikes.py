"""Which points of an outline only run out and back, so that no land lies in them, and what is it without them?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_BACK = -np.sqrt(3) / 2
"""Cosine of 150 degrees: sides that turn by more run back along each other."""
_LEAST_PLACES = 3
"""An outline of fewer is none."""


def without_spikes(shapes: Geometries, width: float) -> Geometries:
    """Return polygons without the spikes of their outlines.

    A spike is a point to which two sides lead that turn back on each other, where the shorter of them nowhere lies
    farther than `width` from the other. Lines that were drawn twice, and not quite alike, leave such points. A strip
    with an end of its own, however narrow, is none, and of a triangle nothing is taken.

    Parameters
    ----------
    shapes : object array of Polygon or MultiPolygon
        In the plane; missing and empty ones stay as they are.
    width : float
        In units of the plane.

    Returns
    -------
    object array
        Shapes without a spike are the very same.

    Examples
    --------
    >>> lot = shapely.Polygon([(0, 0), (90, 0), (90, 50), (0, 50), (0, -30), (0.05, 0)])
    >>> [round(value, 2) for value in without_spikes(np.array([lot], dtype=object), 0.1)[0].bounds]
    [0.0, 0.0, 90.0, 50.0]
    """
    found = shapes.copy()
    parts, shape = shapely.get_parts(shapes, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    points, ring = shapely.get_coordinates(rings, return_index=True)
    if not len(points):
        return found
    inner = np.flatnonzero(ring[2:] == ring[:-2]) + 1
    first = np.flatnonzero(np.diff(ring, prepend=-1))
    last = np.append(first[1:], len(ring)) - 1
    at, before, after = (
        np.concatenate(both) for both in ((inner, first), (inner - 1, last - 1), (inner + 1, first + 1))
    )
    is_spike = _are_spikes(points[before], points[at], points[after], width)
    for row in np.unique(shape[part[ring[at[is_spike]]]]).tolist():
        found[row] = _cleaned(shapes[row], width)
    return found


def _are_spikes(before: Floats, at: Floats, after: Floats, width: float) -> Flags:
    """Say of places between two others whether they are the points of spikes."""
    one, other = before - at, after - at
    first, second = np.hypot(*one.T), np.hypot(*other.T)
    longer, shorter = np.maximum(first, second), np.minimum(first, second)
    is_real = shorter > 0
    apart = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / np.where(is_real, longer, 1.0)
    # What turns back leads from the point to both hands the same way.
    cosine = (one * other).sum(axis=1) / np.where(is_real, longer * shorter, 1.0)
    return np.asarray(is_real & (cosine >= -_BACK) & (apart <= width), dtype=bool)


def _cleaned(shape: shapely.Geometry, width: float) -> shapely.Geometry:
    polygons = []
    for polygon in shapely.get_parts(shape):
        rings = [_ring(shapely.get_coordinates(ring), width) for ring in shapely.get_rings([polygon])]
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    cleaned = shapely.union_all(polygons) if len(polygons) > 1 else polygons[0]
    is_sound = cleaned.is_valid and not cleaned.is_empty
    return cleaned if is_sound else shape


def _ring(points: Floats, width: float) -> Floats:
    """Return a ring without its spikes; what is left of one may end in another."""
    places = points[:-1]
    while len(places) > _LEAST_PLACES:
        spikes = np.flatnonzero(_are_spikes(np.roll(places, 1, axis=0), places, np.roll(places, -1, axis=0), width))
        if not len(spikes):
            break
        places = np.delete(places, spikes[0], axis=0)
    return np.concatenate([places, places[:1]])
