"""Which edges must be divided, and where, so that a straight line stays where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from gis.geometry.chunks import by_chunks
from gis.geometry.rings import in_the_plane, rings_of_all

Coordinates = NDArray[np.float64]
Mapping = Callable[[Coordinates], Coordinates]

_LINEAR_TYPES = (1, 2, 3, 5, 6)
"""LineString, LinearRing, Polygon, MultiLineString, MultiPolygon."""
_PROBES = 12
"""Places along each side of an extent at which the bulge of edges is looked at."""
_LEAST_EDGES = 2000
"""Of fewer edges all are looked at: that is quicker."""
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
    length = np.hypot(*(mapped[start + 1] - mapped[start]).T)
    # Written so that a length that is not a number is looked at.
    is_looked_at = ~(length <= _harmless_length(coordinates, mapping, chord_error))
    start, length = start[is_looked_at], length[is_looked_at]
    off = _bulge(coordinates, mapped, start, mapping, 0.5)
    # A line that crosses a central meridian may bend both ways and be right in its middle.
    long = length > _LONG_EDGE
    for share in (0.25, 0.75):
        off[long] = np.fmax(off[long], 4 / 3 * _bulge(coordinates, mapped, start[long], mapping, share))
    finite = np.isfinite(off)
    counts[start[finite]] = np.maximum(1, np.ceil(np.sqrt(1.1 * off[finite] / chord_error))).astype(np.int64)
    return counts


def _harmless_length(coordinates: Coordinates, mapping: Mapping, chord_error: float) -> float:
    """Return how long an edge may be, in target units, and surely needs no division, wherever it lies in the extent.

    How far the image of an edge bulges grows with the square of its length, by a factor that
    changes slowly over a plane: it is taken at places all over the extent in four directions, and
    doubled for what lies between them. Zero where that does not give an answer.
    """
    finite = coordinates[np.isfinite(coordinates).all(axis=1)]
    if len(finite) < _LEAST_EDGES:
        return 0.0
    low, high = finite.min(axis=0), finite.max(axis=0)
    side = (high - low).max() / _PROBES
    shares = np.linspace(0, 1, _PROBES)
    middles = low + (high - low) * np.stack(np.meshgrid(shares, shares), axis=-1).reshape(-1, 1, 2)
    ways = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, -1.0]]) * side / 2
    ends = np.stack((middles - ways, middles + ways), axis=2).reshape(-1, 2)
    mapped = mapping(ends)
    start = np.arange(0, len(ends), 2)
    length = np.hypot(*(mapped[start + 1] - mapped[start]).T)
    off = _bulge(ends, mapped, start, mapping, 0.5)
    if not (np.isfinite(off).all() and (length > 0).all()):
        return 0.0
    factor = 2 * (off / length**2).max()
    return float(np.sqrt(chord_error / 1.1 / factor)) if factor > 0 else 0.0


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
    done = by_chunks(lambda rows: _map_edges(rows, mapping, chord_error), np.asarray(geometries, dtype=object))
    return np.concatenate([mapped for mapped, _ in done]), sum(added for _, added in done)


def _map_edges(geometries: NDArray[Any], mapping: Mapping, chord_error: float) -> tuple[NDArray[Any], int]:
    flat = in_the_plane(geometries)
    types = shapely.get_type_id(flat)
    is_linear = np.isin(types, _LINEAR_TYPES)
    points = np.flatnonzero(~is_linear & (types >= 0))
    if len(points):
        flat[points] = shapely.set_coordinates(flat[points], mapping(shapely.get_coordinates(flat[points])))
    rings = rings_of_all(flat)
    if not len(rings.owner):
        return flat, 0
    mapped = mapping(rings.coordinates)
    counts = pieces_needed(rings.coordinates, rings.offsets, mapped, mapping, chord_error)
    ring_of = np.repeat(np.arange(len(rings.owner)), np.diff(rings.offsets))
    bent = np.unique(rings.owner[ring_of[counts > 1]])
    divided = {int(kind): bent[types[bent] == kind] for kind in np.unique(types[bent])}
    whole = {kind: _divided(flat[rows], mapping, chord_error) for kind, rows in divided.items()}
    linear = np.flatnonzero(is_linear)
    flat[linear] = shapely.set_coordinates(flat[linear], mapped)
    for kind, rows in divided.items():
        flat[rows] = whole[kind]
    return flat, int(counts.sum() - len(counts))


def _divided(geometries: NDArray[Any], mapping: Mapping, chord_error: float) -> NDArray[Any]:
    """Return shapes of one type mapped, with their long edges divided."""
    typed, ragged, offsets = shapely.to_ragged_array(geometries, include_z=False)
    rings = np.asarray(offsets[0], dtype=np.int64)
    # A part without a vertex has no ring, or one without a vertex: only real rings have a last vertex.
    real = rings[np.concatenate(([True], np.diff(rings) > 0))]
    counts = pieces_needed(ragged, real, mapping(ragged), mapping, chord_error)
    divided, rings = subdivide(ragged, rings, counts)
    whole: NDArray[Any] = shapely.from_ragged_array(typed, mapping(divided), (rings, *offsets[1:]))
    return whole
