"""Which edges must be divided, and where, so that a straight line stays where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Coordinates = NDArray[np.float64]
Mapping = Callable[[Coordinates], Coordinates]

_LINEAR_TYPES = (1, 2, 3, 5, 6)
"""LineString, LinearRing, Polygon, MultiLineString, MultiPolygon."""
_LONG_EDGE = 1000.0
"""From this length on (metres or so) an edge may bend both ways, and is probed thrice."""


def subdivide(
    coordinates: Coordinates, offsets: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[Coordinates, NDArray[np.int64]]:
    """Divide each edge into equal pieces.

    Points are computed from the smaller end of the edge, so that two neighbours that share an
    edge, one running up and one down, get the very same points.

    Parameters
    ----------
    coordinates : ndarray, shape (n, 2)
        Vertices of all rings, one after another.
    offsets : ndarray of int, shape (m + 1,)
        Where each ring begins; the last is n.
    counts : ndarray of int, shape (n,)
        Pieces of the edge that begins at each vertex; 1 at the last vertex of a ring.

    Returns
    -------
    tuple
        Vertices and offsets after the division.

    Examples
    --------
    >>> ring = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 1.0]])
    >>> subdivide(ring, np.array([0, 3]), np.array([2, 1, 1]))[0].tolist()
    [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 1.0]]
    """
    before = np.concatenate(([0], np.cumsum(counts)))
    which = np.repeat(np.arange(len(coordinates)), counts)
    step = np.arange(before[-1]) - before[which]
    here = coordinates[which]
    there = coordinates[np.minimum(which + 1, len(coordinates) - 1)]
    turned = (there[:, 0] < here[:, 0]) | ((there[:, 0] == here[:, 0]) & (there[:, 1] < here[:, 1]))
    pieces = counts[which]
    share = (np.where(turned, pieces - step, step) / pieces)[:, np.newaxis]
    low = np.where(turned[:, np.newaxis], there, here)
    high = np.where(turned[:, np.newaxis], here, there)
    divided = np.where((step == 0)[:, np.newaxis], here, low + (high - low) * share)
    return divided, before[offsets]


def pieces_needed(
    coordinates: Coordinates,
    offsets: NDArray[np.int64],
    mapped: Coordinates,
    mapping: Mapping,
    chord_error: float,
) -> NDArray[np.int64]:
    """Return into how many pieces each edge must be divided before it is mapped.

    The distance between the image of a point on the edge and the straight line between the
    images of its ends grows with the square of the length, so `n` pieces leave the `n`-squared
    part of it.

    Parameters
    ----------
    coordinates, offsets
        Vertices in the source plane, as for `subdivide`.
    mapped : ndarray
        The same vertices in the target plane.
    mapping : callable
        From source coordinates to target coordinates.
    chord_error : float
        Greatest distance allowed between line and image, in target units.

    Returns
    -------
    ndarray of int
        Pieces for each vertex's edge; 1 at the last vertex of a ring.
    """
    counts = np.ones(len(coordinates), dtype=np.int64)
    is_edge = np.ones(len(coordinates), dtype=bool)
    is_edge[offsets[1:] - 1] = False
    start = np.flatnonzero(is_edge)
    if not start.size:
        return counts
    off = _bulge(coordinates, mapped, start, mapping, 0.5)
    length = np.hypot(*(mapped[start + 1] - mapped[start]).T)
    # A line that crosses a central meridian may bend both ways and be right in its middle.
    long = length > _LONG_EDGE
    for share in (0.25, 0.75):
        off[long] = np.fmax(off[long], 4 / 3 * _bulge(coordinates, mapped, start[long], mapping, share))
    finite = np.isfinite(off)
    counts[start[finite]] = np.maximum(1, np.ceil(np.sqrt(1.1 * off[finite] / chord_error))).astype(np.int64)
    return counts


def _bulge(
    coordinates: Coordinates, mapped: Coordinates, start: NDArray[np.int64], mapping: Mapping, share: float
) -> Coordinates:
    """Return how far the image of one point on each edge lies from the line between its ends."""
    if not start.size:
        return np.zeros(0)
    here, there = mapped[start], mapped[start + 1]
    image = mapping(coordinates[start] * (1 - share) + coordinates[start + 1] * share)
    along, away = there - here, image - here
    length = np.hypot(along[:, 0], along[:, 1])
    cross = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
    return np.abs(np.divide(cross, length, out=np.zeros_like(length), where=length > 0))


def map_edges(geometries: NDArray[Any], mapping: Mapping, chord_error: float) -> tuple[NDArray[Any], int]:
    """Map geometries to another plane, dividing only those edges that would leave their place.

    Parameters
    ----------
    geometries : ndarray of geometry
        Two-dimensional or with Z, which is dropped; missing and empty ones stay as they are.
        Points and collections are mapped vertex by vertex.
    mapping : callable
        From source coordinates (n, 2) to target coordinates (n, 2).
    chord_error : float
        Greatest distance, in target units, that a line may lie from its place.

    Returns
    -------
    tuple
        The mapped geometries, and the number of vertices added.
    """
    flat = np.array(shapely.force_2d(geometries), dtype=object)
    types = shapely.get_type_id(flat)
    added = 0
    for kind in np.unique(types):
        rows = np.flatnonzero(types == kind)
        if kind < 0:
            continue
        if kind not in _LINEAR_TYPES:
            flat[rows] = shapely.set_coordinates(flat[rows], mapping(shapely.get_coordinates(flat[rows])))
            continue
        coordinates = shapely.get_coordinates(flat[rows])
        if not len(coordinates):
            continue
        typed, ragged, offsets = shapely.to_ragged_array(flat[rows], include_z=False)
        rings = np.asarray(offsets[0], dtype=np.int64)
        # An empty shape has no ring, or one without a vertex: only real rings have a last vertex.
        real = rings[np.concatenate(([True], np.diff(rings) > 0))]
        mapped = mapping(ragged)
        counts = pieces_needed(ragged, real, mapped, mapping, chord_error)
        if (counts == 1).all():
            flat[rows] = shapely.from_ragged_array(typed, mapped, offsets)
            continue
        divided, rings = subdivide(ragged, rings, counts)
        added += len(divided) - len(ragged)
        flat[rows] = shapely.from_ragged_array(typed, mapping(divided), (rings, *offsets[1:]))
    return flat, added
