"""What is a shape in the plane: heights and measures told and left out, arcs replaced by chords."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.layers.readers.arcs import Points, chord_error, stroke

_EWKB_Z, _EWKB_M = 0x8000_0000, 0x4000_0000
_POINT, _LINE, _POLYGON = 1, 2, 3
_ARC, _COMPOUND, _CURVE_POLYGON = 8, 9, 10
_COLLECTION, _TRIANGLE = 7, 17
_ARC_POINTS = 3
_COLLECTIONS = {4: 4, 5: 5, 6: 6, 7: 7, 11: 5, 12: 6, 15: 6, 16: 6}
"""Type that holds others: the type without arcs (MultiCurve, MultiSurface, surfaces of patches) that it becomes."""
_CURVED = frozenset({_ARC, _COMPOUND, _CURVE_POLYGON, 11, 12})
_UNLIKE_SHAPELY = frozenset({*_CURVED, 13, 14, 15, 16, _TRIANGLE})
_HEADER_BYTES = 5


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """Shapes in the plane without arcs, as WKB, and what they had besides."""

    shapes: npt.NDArray[np.object_]
    remarks: tuple[str, ...]


@dataclass(slots=True)
class Noted:
    """What shapes had that does not stay, counted on the way."""

    curved: int = 0
    chord_error: float = 0.0
    with_z: int = 0
    with_m: int = 0
    heights: list[float] = field(default_factory=list)

    def note_heights(self, heights: npt.NDArray[np.float64]) -> None:
        """Take heights into the range that is told."""
        finite = heights[np.isfinite(heights)]
        if len(finite):
            self.heights.extend((float(finite.min()), float(finite.max())))

    def remarks(self, unit: str) -> tuple[str, ...]:
        """Return what was counted, in words; `unit` is that of the chord error."""
        said = []
        if self.curved and not self.chord_error:
            said.append(f"{_shapes(self.curved)} of a type for curves held no arc: nothing was replaced.")
        elif self.curved:
            said.append(
                f"{_shapes(self.curved)} held curves; arcs were replaced by chords no farther than "
                f"{_rounded_up(self.chord_error)} {unit} from the arc."
            )
        if self.with_z:
            span = f", from {min(self.heights):g} to {max(self.heights):g}" if self.heights else ""
            said.append(f"{_shapes(self.with_z)} had heights (Z){span}; they are not kept.")
        if self.with_m:
            said.append(f"{_shapes(self.with_m)} had measures (M), which are no heights; they are not kept.")
        return tuple(said)


def flatten(shapes: npt.NDArray[np.object_], crs: str | None, unit: str) -> Flat:
    """Return shapes in the plane, with what was left out or replaced told.

    Parameters
    ----------
    shapes : ndarray of bytes or None
        Well-known binary as ISO or as PostGIS has it, with or without Z, M and arcs.
    crs : str or None
        Their coordinate system, for the unit of the chord error.
    unit : str
        That unit in words.

    Returns
    -------
    Flat
        Well-known binary of the same rows. Plain shapes are handed on byte by byte, rings that are
        open or have too few vertices among them; arcs lie within `arcs.CHORD_ERROR_FT` of their chords.

    Examples
    --------
    >>> point = shapely.to_wkb(shapely.Point(1, 2, 835.5), flavor="iso")
    >>> flat = flatten(np.array([point, None], dtype=object), "EPSG:8112", "ft")
    >>> shapely.from_wkb(flat.shapes[0]).wkt, flat.remarks
    ('POINT (1 2)', ('1 shape had heights (Z), from 835.5 to 835.5; they are not kept.',))
    """
    found = Noted()
    flat = shapes.copy()
    present = np.flatnonzero(pd.notna(shapes))
    types = _types(shapes[present])
    has_z, has_m, kinds = _dimensions(types)
    is_plain_kind = ~np.isin(kinds, list(_UNLIKE_SHAPELY))
    # A collection may hold arcs though its own type is plain.
    is_plain_kind &= kinds != _COLLECTION
    quick = present[is_plain_kind & (has_z | has_m)]
    slow = [*_flatten_quickly(shapes, quick, flat, found), *present[~is_plain_kind].tolist()]
    for row in slow:
        walker = _Walker(bytes(shapes[row]), crs, found)
        flat[row] = walker.shape()
        found.curved += walker.is_curved
    found.with_z += int((has_z).sum())
    found.with_m += int((has_m).sum())
    return Flat(flat, found.remarks(unit))


def _flatten_quickly(
    shapes: npt.NDArray[np.object_], rows: npt.NDArray[np.intp], flat: npt.NDArray[np.object_], found: Noted
) -> list[int]:
    """Drop Z and M of many shapes at once; return the rows that GEOS does not read (an open ring)."""
    if not len(rows):
        return []
    with np.errstate(invalid="ignore"):
        read = shapely.from_wkb(shapes[rows], on_invalid="ignore")
    is_read = ~shapely.is_missing(read)
    found.note_heights(shapely.get_coordinates(read[is_read & shapely.has_z(read)], include_z=True)[:, 2])
    flat[rows[is_read]] = shapely.to_wkb(shapely.force_2d(read[is_read]), byte_order=1)
    return [int(row) for row in rows[~is_read]]


def _types(shapes: npt.NDArray[np.object_]) -> npt.NDArray[np.int64]:
    """Return the type of each shape out of its first bytes, without a loop over a million of them."""
    heads = shapes.astype(f"S{_HEADER_BYTES}").view(np.uint8).reshape(-1, _HEADER_BYTES)
    kinds = np.ascontiguousarray(heads[:, 1:])
    is_little = heads[:, 0] != 0
    return np.where(is_little, kinds.view("<u4")[:, 0], kinds.view(">u4")[:, 0]).astype(np.int64)


def _type(shape: bytes) -> int:
    kind: int = struct.unpack_from("<I" if shape[0] else ">I", shape, 1)[0]
    return kind


def _dimensions(
    types: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Return which types have Z, which have M, and the types without either: XYM is no XYZ."""
    bare = types & 0x0FFF_FFFF
    dimension = bare // 1000
    has_z = ((types & _EWKB_Z) != 0) | np.isin(dimension, (1, 3))
    has_m = ((types & _EWKB_M) != 0) | np.isin(dimension, (2, 3))
    return has_z, has_m, bare % 1000


class _Walker:
    """Reads one shape from well-known binary and writes it in the plane."""

    def __init__(self, data: bytes, crs: str | None, found: Noted) -> None:
        self.data, self.crs, self.found = data, crs, found
        self.at = 0
        self.is_curved = False

    def shape(self) -> bytes:
        """Return the next shape as little-endian WKB without Z, M and arcs."""
        kind = self._header()
        if kind == _POINT:
            return _head(_POINT) + self._points(1).tobytes()
        if kind in {_LINE, _ARC, _COMPOUND}:
            line = self._curve(kind)
            return _head(_LINE) + struct.pack("<I", len(line)) + line.tobytes()
        if kind in {_POLYGON, _TRIANGLE, _CURVE_POLYGON}:
            self.is_curved |= kind == _CURVE_POLYGON
            rings = [
                self._curve(self._header()) if kind == _CURVE_POLYGON else self._points(self._count())
                for _ in range(self._count())
            ]
            body = b"".join(struct.pack("<I", len(ring)) + ring.tobytes() for ring in rings)
            return _head(_POLYGON) + struct.pack("<I", len(rings)) + body
        self.is_curved |= kind in _CURVED
        parts = [self.shape() for _ in range(self._count())]
        return _head(_COLLECTIONS[kind]) + struct.pack("<I", len(parts)) + b"".join(parts)

    def _curve(self, kind: int) -> Points:
        if kind == _COMPOUND:
            pieces = [self._curve(self._header()) for _ in range(self._count())]
            self.is_curved = True
            # Each piece begins where the one before it ended.
            joined = [piece if place == 0 else piece[1:] for place, piece in enumerate(pieces)]
            return np.ascontiguousarray(np.vstack(joined)) if joined else np.empty((0, 2))
        points = self._points(self._count())
        return self._arcs(points) if kind == _ARC else points

    def _arcs(self, points: Points) -> Points:
        self.is_curved = True
        if len(points) < _ARC_POINTS:
            return points
        error = chord_error(self.crs, float(np.abs(points).max()))
        pieces = [points[:1]]
        for first in range(0, len(points) - 2, 2):
            chords, farthest = stroke(points[first], points[first + 1], points[first + 2], error)
            pieces.append(chords[1:])
            self.found.chord_error = max(self.found.chord_error, farthest)
        return np.ascontiguousarray(np.vstack(pieces))

    def _header(self) -> int:
        self.order = "<" if self.data[self.at] else ">"
        kind = _type(self.data[self.at : self.at + _HEADER_BYTES])
        self.at += _HEADER_BYTES
        has_z, has_m, kinds = _dimensions(np.array([kind]))
        self.has_z, self.dimensions = bool(has_z[0]), 2 + int(has_z[0]) + int(has_m[0])
        return int(kinds[0])

    def _count(self) -> int:
        (count,) = struct.unpack_from(f"{self.order}I", self.data, self.at)
        self.at += 4
        return int(count)

    def _points(self, count: int) -> Points:
        numbers = np.frombuffer(self.data, f"{self.order}f8", count * self.dimensions, self.at)
        self.at += numbers.nbytes
        rows = numbers.reshape(count, self.dimensions)
        if self.has_z:
            self.found.note_heights(rows[:, 2])
        return np.ascontiguousarray(rows[:, :2], dtype="<f8")


def _head(kind: int) -> bytes:
    return struct.pack("<BI", 1, kind)


def _shapes(count: int) -> str:
    return f"{count:,} {'shape' if count == 1 else 'shapes'}"


def _rounded_up(error: float) -> str:
    """Return an error with two digits, never less than it is."""
    if error == 0:
        return "0"
    step = 10.0 ** (np.floor(np.log10(error)) - 1)
    return f"{np.ceil(error / step - 1e-9) * step:.2g}"
