"""What is the identity of an edition: a hash of its rows that no library version decides.

Independent of the order of rows, the direction and start vertex of rings, and the order of holes
and parts. The definition, of SCHEMA_VERSION 2, in full:

- A coordinate is the whole number of steps of the precision grid nearest to it, half to even, as a
  signed little-endian integer of 8 bytes; a vertex is its x and its y.
- `framed(pieces)` is the number of pieces, the length in bytes of each (integers as above), and
  the pieces one after another.
- A ring is its vertices without the closing one, a shell counter-clockwise and a hole clockwise,
  from the one with the least x and of these the least y. A polygon is `framed` of the shell and
  the holes in order of their bytes. Polygons and multipolygons are `framed` of their polygons in
  order of their bytes.
- A line is its vertices in the order given, because a sewer flows one way. Lines and multilines
  are "lines" and `framed` of the lines in order of their bytes; points likewise, "points" and one
  vertex each. What is missing or empty is `framed` of nothing.
- The digest of a shape is the SHA-256 of that.
- The text of a row is a JSON array of its stored columns in the contract's order (an optional
  column that came into the contract later is not among them), without blanks and in UTF-8: a null
  is null; a text stands between quotation marks, where only these, the backslash and the
  characters below U+0020 are escaped, as Python's json does; a whole number is its digits; any
  other number is the shortest text that reads back as the same binary double, as Python's repr.
- The digest of a row is the SHA-256 of its text and, for a kind with shapes, a NUL byte and the
  digest of its shape.
- The hash of an edition is the SHA-256 of its header as a JSON array (with the blank after each
  comma that Python's json writes), a line feed, and the digests of its rows in order of their bytes.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from gis.geometry.chunks import by_chunks

EDITION_DIGITS = 16
_AT_ONCE = 50_000
"""Rows worked on at once, so that what is needed between input and digest stays small."""
_ESCAPED = r'["\\\x00-\x1f]'
_PLAIN_HEAD = 4
"""Integers before the vertices of a polygon of one ring: number of polygons, length, number of rings, length."""
_VERTEX_BYTES = 16
_DIGEST = np.dtype("S32")

Whole = npt.NDArray[np.int64]
_Type = shapely.GeometryType
_encoded: Callable[[str], str] = json.JSONEncoder(ensure_ascii=False).encode


def geometry_digests(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    """Return the SHA-256 of each shape, the same however its rings and parts are written.

    Parameters
    ----------
    geometries : ndarray of shapely geometries
        Valid polygons, lines and points and their multiple forms, on the grid; an empty or missing
        one gives the digest of nothing. Z and M do not count.
    grid : float
        Step of the precision grid, in units of the coordinates.

    Returns
    -------
    list of bytes
        32 bytes each, in the order given.

    Raises
    ------
    TypeError
        For a collection, which no kind of layer has.

    Examples
    --------
    >>> one = shapely.from_wkt("POLYGON ((0 0, 1 0, 1 1, 0 0))")
    >>> other = shapely.from_wkt("MULTIPOLYGON (((1 1, 1 0, 0 0, 1 1)))")
    >>> first, second = geometry_digests(np.array([one, other]), 0.0001)
    >>> first == second
    True
    >>> down, up = shapely.from_wkt(["LINESTRING (0 0, 1 0)", "LINESTRING (1 0, 0 0)"])
    >>> len(set(geometry_digests(np.array([down, up, None]), 0.0001)))
    3
    """
    parts = by_chunks(lambda rows: _digests(rows, grid), np.asarray(geometries, dtype=object))
    return list(chain.from_iterable(parts))


def _digests(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    nothing = hashlib.sha256(_framed([])).digest()
    found = np.full(len(geometries), nothing, dtype=object)
    types = np.where(shapely.is_empty(geometries), _Type.MISSING, shapely.get_type_id(geometries))
    is_plain = (types == _Type.POLYGON) & (shapely.get_num_interior_rings(geometries) == 0)
    families: tuple[tuple[npt.NDArray[np.bool_], Callable[..., list[bytes]]], ...] = (
        (is_plain, _plain_polygons),
        (np.isin(types, (_Type.POLYGON, _Type.MULTIPOLYGON)) & ~is_plain, _polygons),
        (np.isin(types, (_Type.LINESTRING, _Type.LINEARRING, _Type.MULTILINESTRING)), _lines),
        (np.isin(types, (_Type.POINT, _Type.MULTIPOINT)), _points),
    )
    if (types == _Type.GEOMETRYCOLLECTION).any():
        msg = "a collection of shapes is no feature of a layer"
        raise TypeError(msg)
    for mine, digest in families:
        rows = np.flatnonzero(mine)
        if len(rows):
            found[rows] = np.array([*digest(geometries[rows], grid), None], dtype=object)[:-1]
    plain: list[bytes] = found.tolist()
    return plain


def _plain_polygons(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    """Return the digests of polygons of one ring each, as nearly all parcels are, without a list for each."""
    steps, ring_of = _steps(geometries, grid)
    vertices, starts = _canonical_rings(steps, ring_of, np.ones(len(geometries), dtype=bool))
    sizes = np.diff(starts)
    data = np.empty(2 * len(vertices) + _PLAIN_HEAD * len(sizes), dtype="<i8")
    heads = 2 * starts[:-1] + _PLAIN_HEAD * np.arange(len(sizes))
    length = _VERTEX_BYTES * sizes
    # Framed twice, as one ring of one polygon, and written in place.
    for place, number in enumerate((1, length + _VERTEX_BYTES, 1, length)):
        data[heads + place] = number
    is_vertex = np.ones(len(data), dtype=bool)
    is_vertex[(heads[:, None] + np.arange(_PLAIN_HEAD)).ravel()] = False
    data[is_vertex] = vertices.ravel()
    return _each_hashed(data.tobytes(), np.append(heads, len(data)) * data.itemsize)


def _each_hashed(data: bytes, offsets: Whole) -> list[bytes]:
    """Return the SHA-256 of each stretch between two offsets."""
    view, sha256 = memoryview(data), hashlib.sha256
    return [sha256(view[start:end]).digest() for start, end in pairwise(offsets.tolist())]


def _polygons(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    parts, owner = shapely.get_parts(geometries, return_index=True)
    parts, owner = parts[~shapely.is_empty(parts)], owner[~shapely.is_empty(parts)]
    rings, part_of_ring = shapely.get_rings(parts, return_index=True)
    is_shell = np.concatenate(([True], part_of_ring[1:] != part_of_ring[:-1]))
    vertices, starts = _canonical_rings(*_steps(rings, grid), is_shell)
    ring_bytes = _cut(vertices, starts)

    polygons: list[list[bytes]] = [[] for _ in range(len(geometries))]
    ring_bounds = np.searchsorted(part_of_ring, np.arange(len(parts) + 1))
    for part, (first, last) in enumerate(pairwise(ring_bounds.tolist())):
        shell, *holes = ring_bytes[first:last]
        holes.sort()
        polygons[owner[part]].append(_framed([shell, *holes]))
    return [hashlib.sha256(_framed(sorted(pieces))).digest() for pieces in polygons]


def _lines(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    return _parts_in_any_order(b"lines", geometries, grid)


def _points(geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    return _parts_in_any_order(b"points", geometries, grid)


def _parts_in_any_order(family: bytes, geometries: npt.NDArray[np.object_], grid: float) -> list[bytes]:
    parts, owner = shapely.get_parts(geometries, return_index=True)
    coordinates, part_of = shapely.get_coordinates(parts, return_index=True)
    starts = np.searchsorted(part_of, np.arange(len(parts) + 1))
    pieces: list[list[bytes]] = [[] for _ in range(len(geometries))]
    for mine, piece in zip(owner.tolist(), _cut(_whole_steps(coordinates, grid), starts), strict=True):
        if piece:  # a part without a vertex says nothing
            pieces[mine].append(piece)
    return [hashlib.sha256(family + _framed(sorted(each))).digest() for each in pieces]


def _cut(vertices: Whole, starts: Whole) -> list[bytes]:
    return [vertices[start:end].tobytes() for start, end in pairwise(starts.tolist())]


def _framed(pieces: Sequence[bytes]) -> bytes:
    """Join pieces with their number and lengths, so that no two lists read the same."""
    lengths = struct.pack(f"<{len(pieces) + 1}q", len(pieces), *map(len, pieces))
    return lengths + b"".join(pieces)


def _whole_steps(coordinates: npt.NDArray[np.float64], grid: float) -> Whole:
    return np.rint(coordinates / grid).astype("<i8")


def _steps(rings: npt.NDArray[np.object_], grid: float) -> tuple[Whole, Whole]:
    """Return the vertices of rings without the closing one, which says nothing, and the ring of each."""
    coordinates, ring_of = shapely.get_coordinates(rings, return_index=True)
    keep = np.append(ring_of[1:] == ring_of[:-1], np.False_)
    return _whole_steps(coordinates[keep], grid), ring_of[keep]


def _canonical_rings(steps: Whole, ring_of: Whole, is_shell: npt.NDArray[np.bool_]) -> tuple[Whole, Whole]:
    """Return rings one way round: shells counter-clockwise, holes clockwise, lowest vertex first; and their offsets."""
    sizes = np.bincount(ring_of, minlength=len(is_shell))
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    starts = offsets[:-1]
    first = starts[ring_of]
    place = np.arange(len(steps)) - first
    size = sizes[ring_of]

    # Only the sign of the area matters; relative to its first vertex a ring is small enough for floats.
    near = (steps - steps[first]).astype(float)
    following = np.arange(1, len(steps) + 1)
    following[offsets[1:] - 1] = starts
    doubled = np.add.reduceat(near[:, 0] * near[following, 1] - near[following, 0] * near[:, 1], starts)
    forward = (doubled > 0) == is_shell

    x, y = steps.T
    is_west = x == np.minimum.reduceat(x, starts)[ring_of]
    south = np.where(is_west, y, np.iinfo(np.int64).max)
    is_lowest = is_west & (y == np.minimum.reduceat(south, starts)[ring_of])
    lowest = np.minimum.reduceat(np.where(is_lowest, place, len(steps)), starts)
    turned = lowest[ring_of] + np.where(forward, 1, -1)[ring_of] * place
    turned += np.where(turned < 0, size, 0) - np.where(turned >= size, size, 0)
    return np.ascontiguousarray(steps[first + turned]), offsets


def row_texts(table: pd.DataFrame, columns: Sequence[str]) -> list[bytes]:
    """Return the columns of each row as canonical JSON, nulls as null.

    >>> row_texts(pd.DataFrame({"a": ["x", None], "b": [1.5, float("nan")]}), ["b", "a"])
    [b'[1.5,"x"]', b'[null,null]']
    """
    texts: list[bytes] = []
    for first in range(0, len(table), _AT_ONCE):
        rows = table.iloc[first : first + _AT_ONCE]
        cells = pc.binary_join_element_wise(
            *(_cells(rows[name]) for name in columns), pa.scalar(",", pa.large_string())
        )
        whole = _between("[", cells, "]")
        texts += whole.cast(pa.large_binary()).to_pylist()
    return texts


def _cells(column: pd.Series[Any]) -> pa.Array:
    """Return each cell of a column as JSON."""
    if pd.api.types.is_float_dtype(column.dtype) and isinstance(column.dtype, np.dtype):
        # Told apart by their bits, because minus zero equals zero and is written otherwise.
        bits, which = np.unique(column.to_numpy(dtype=float).view(np.int64), return_inverse=True)
        numbers = [None if value != value else repr(value) for value in bits.view(float).tolist()]  # noqa: PLR0124  a NaN differs from itself
        return pa.array(numbers, pa.large_string()).take(pa.array(which)).fill_null("null")
    cells = pa.array(column, from_pandas=True)
    if isinstance(cells, pa.ChunkedArray):
        cells = cells.combine_chunks()
    if pa.types.is_integer(cells.type):
        return cells.cast(pa.large_string()).fill_null("null")
    if pa.types.is_null(cells.type):
        return pa.repeat(pa.scalar("null", pa.large_string()), len(cells))
    if not (pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type)):
        msg = f"a column of {cells.type} has no canonical text"
        raise TypeError(msg)
    cells = cells.cast(pa.large_string())
    quoted = _between('"', cells, '"')
    is_escaped = pc.match_substring_regex(cells, _ESCAPED)
    if pc.any(is_escaped).as_py():
        escaped = [_encoded(text) for text in cells.filter(is_escaped).to_pylist()]
        quoted = pc.replace_with_mask(quoted, is_escaped.fill_null(False), pa.array(escaped, pa.large_string()))  # noqa: FBT003  a fill value, not a flag
    return quoted.fill_null("null")


def _between(before: str, cells: pa.Array, after: str) -> pa.Array:
    one, other, nothing = (pa.scalar(text, pa.large_string()) for text in (before, after, ""))
    return pc.binary_join_element_wise(one, cells, other, nothing)


def edition_hash(header: Sequence[str], digests: Sequence[bytes]) -> str:
    """Return the SHA-256 of a header and a set of row digests in any order, as hexadecimal digits.

    >>> one, other = row_digests([b"[1]", b"[2]"], None)
    >>> edition_hash(["counties"], [one, other]) == edition_hash(["counties"], [other, one])
    True
    """
    whole = hashlib.sha256(json.dumps(list(header), ensure_ascii=False).encode() + b"\n")
    # Digests are of one length, so numpy sorts them by their bytes, in a third of the time of a list.
    whole.update(np.sort(np.frombuffer(b"".join(digests), dtype=_DIGEST)).tobytes())
    return whole.hexdigest()


def row_digests(texts: Sequence[bytes], shapes: Sequence[bytes] | None) -> list[bytes]:
    """Return the SHA-256 of each row: its text and, where it has one, its shape."""
    if shapes is None:
        return [hashlib.sha256(text).digest() for text in texts]
    return [hashlib.sha256(text + b"\0" + shape).digest() for text, shape in zip(texts, shapes, strict=True)]
