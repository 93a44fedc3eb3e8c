"""What is the identity of an edition: a hash of its rows that no library version decides.

Independent of the order of rows, the direction and start vertex of rings, and the order of holes
and parts. Coordinates enter as whole steps of the precision grid.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

EDITION_DIGITS = 16


def geometry_digests(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    """Return the SHA-256 of each polygon or multipolygon, the same however its rings are written.

    Parameters
    ----------
    geometries : ndarray of shapely geometries
        Valid polygons and multipolygons on the grid; an empty or missing one gives the digest of
        no rings at all.
    grid : float
        Step of the precision grid, in units of the coordinates.

    Returns
    -------
    list of bytes
        32 bytes each, in the order given.

    Examples
    --------
    >>> one = shapely.from_wkt("POLYGON ((0 0, 1 0, 1 1, 0 0))")
    >>> other = shapely.from_wkt("MULTIPOLYGON (((1 1, 1 0, 0 0, 1 1)))")
    >>> first, second = geometry_digests(np.array([one, other]), 0.0001)
    >>> first == second
    True
    """
    parts, owner = shapely.get_parts(geometries, return_index=True)
    parts, owner = parts[~shapely.is_empty(parts)], owner[~shapely.is_empty(parts)]
    rings, part_of_ring = shapely.get_rings(parts, return_index=True)
    ring_bytes = _canonical_rings(rings, part_of_ring, grid)

    polygons: list[list[bytes]] = [[] for _ in range(len(geometries))]
    ring_bounds = np.searchsorted(part_of_ring, np.arange(len(parts) + 1))
    for part, (first, last) in enumerate(pairwise(ring_bounds.tolist())):
        shell, *holes = ring_bytes[first:last]
        holes.sort()
        polygons[owner[part]].append(_framed([shell, *holes]))
    return [hashlib.sha256(_framed(sorted(pieces))).digest() for pieces in polygons]


def _framed(pieces: Sequence[bytes]) -> bytes:
    """Join pieces with their number and lengths, so that no two lists read the same."""
    lengths = struct.pack(f"<{len(pieces) + 1}q", len(pieces), *map(len, pieces))
    return lengths + b"".join(pieces)


def _canonical_rings(rings: npt.NDArray[np.object_], part_of_ring: npt.NDArray[np.int64], grid: float) -> list[bytes]:
    """Return each ring as grid steps: shells counter-clockwise, holes clockwise, lowest vertex first."""
    if len(rings) == 0:
        return []
    coordinates, ring_of = shapely.get_coordinates(rings, return_index=True)
    steps = np.rint(coordinates / grid).astype("<i8")
    # The closing vertex repeats the first: it says nothing.
    keep = np.append(ring_of[1:] == ring_of[:-1], np.False_)
    steps, ring_of = steps[keep], ring_of[keep]
    sizes = np.bincount(ring_of, minlength=len(rings))
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))

    # Only the sign of the area matters; relative to its first vertex a ring is small enough for floats.
    x, y = (steps - steps[starts[ring_of]]).astype(float).T
    place = np.arange(len(steps)) - starts[ring_of]
    following = starts[ring_of] + (place + 1) % sizes[ring_of]
    doubled = np.bincount(ring_of, weights=x * y[following] - x[following] * y, minlength=len(rings))
    is_shell = np.concatenate(([True], part_of_ring[1:] != part_of_ring[:-1]))
    forward = (doubled > 0) == is_shell

    order = np.lexsort((steps[:, 1], steps[:, 0], ring_of))
    lowest = order[starts] - starts
    direction = np.where(forward, 1, -1)
    turned = starts[ring_of] + (lowest[ring_of] + direction[ring_of] * place) % sizes[ring_of]
    data = np.ascontiguousarray(steps[turned])
    return [data[start : start + size].tobytes() for start, size in zip(starts, sizes, strict=True)]


def row_texts(table: pd.DataFrame, columns: Sequence[str]) -> list[bytes]:
    """Return the columns of each row as canonical JSON, nulls as null.

    >>> row_texts(pd.DataFrame({"a": ["x", None], "b": [1.5, float("nan")]}), ["b", "a"])
    [b'[1.5,"x"]', b'[null,null]']
    """
    values = [_plain(table[name]) for name in columns]
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
    return [encode(row).encode() for row in zip(*values, strict=True)]


def _plain(column: pd.Series[Any]) -> list[object]:
    missing = column.isna().to_numpy()
    return [None if gone else value for value, gone in zip(column.tolist(), missing, strict=True)]


def edition_hash(header: Sequence[str], digests: Sequence[bytes]) -> str:
    """Return the SHA-256 of a header and a set of row digests in any order, as hexadecimal digits.

    >>> edition_hash(["counties"], [b"a", b"b"]) == edition_hash(["counties"], [b"b", b"a"])
    True
    """
    whole = hashlib.sha256(json.dumps(list(header), ensure_ascii=False).encode() + b"\n")
    for digest in sorted(digests):
        whole.update(digest)
    return whole.hexdigest()


def row_digests(texts: Sequence[bytes], shapes: Sequence[bytes] | None) -> list[bytes]:
    """Return the SHA-256 of each row: its text and, where it has one, its shape."""
    if shapes is None:
        return [hashlib.sha256(text).digest() for text in texts]
    return [hashlib.sha256(text + b"\0" + shape).digest() for text, shape in zip(texts, shapes, strict=True)]
