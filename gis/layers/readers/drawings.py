"""What does a drawing (DXF) hold: its unit, its layers, its closed lines, and how near its arcs are drawn?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import CrsUnknown, LayerEmpty, LayerUnreadable
from gis.geometry.operations import parse_crs
from gis.layers.readers.arcs import CHORD_ERROR_FT, MOST_CHORDS, Points, bulge_middle, chords, stroke
from gis.layers.readers.desktop import open_desktop, read_desktop
from gis.layers.readers.opened import OpenedFile, SourceLayer, SourceRows
from gis.layers.readers.refusals import unreadable
from gis.layers.readers.sources import Source
from gis.units import M_PER_FTUS

_RING = 4
"""Places of the smallest closed line that encloses land."""
_BINARY = b"AutoCAD Binary DXF"
_LAYER = "Layer"
_UNITS = {1: "inches", 2: "feet", 4: "millimetres", 5: "centimetres", 6: "metres", 21: "US survey feet"}
_METRES = {
    "inches": 0.0254,
    "feet": 0.3048,
    "millimetres": 0.001,
    "centimetres": 0.01,
    "metres": 1.0,
    "US survey feet": float(M_PER_FTUS),
}
_FEET_DIFFER_BY = 3e-6
"""The two feet differ by 2 parts in a million, and programs call both feet."""
_MOST_VERTICES = 5_000_000
"""Of all chords of a drawing together; some 30,000 circles of 50 ft."""
_SAVE_AGAIN = "Save the drawing as ASCII DXF."
_IN_THE_LIBRARY = re.compile(r"\S+\.cpp, \d+: error at line .*")
_SHAPED = frozenset({b"BLOCKS", b"ENTITIES"})
"""Sections that hold shapes."""
_CIRCLE_DEG = 360.0
_FREE = 1000
"""From this code on, values are of some program and not of the drawing."""
_CLOSED, _IN_SPACE, _FRAME = 1, 8 | 16 | 64, 16
"""Flags of a line that closes, of one that is no flat line, and of a place that a spline only leans on."""


class _Code(IntEnum):
    """What the number before a value says that it is."""

    KIND = 0
    SECTION = 2
    LAYER = 8
    NAME = 9
    X = 10
    Y = 20
    Z = 30
    ELEVATION = 38
    RADIUS = 40
    SCALE = 41
    BULGE = 42
    """Of an insert the scale along its second axis."""
    BEGIN = 50
    END = 51
    FLAGS = 70
    FOLLOWED = 66
    """Of a line: by its places."""
    COUNT = 90


_PLACES = range(_Code.X, _Code.RADIUS)
"""Codes of coordinates, heights among them."""
_LINES = frozenset({b"LWPOLYLINE", b"POLYLINE", b"VERTEX"})
_DECIDING = {
    b"ARC": (_Code.RADIUS, _Code.BEGIN, _Code.END),
    b"CIRCLE": (_Code.RADIUS,),
    b"LWPOLYLINE": (_Code.BULGE,),
    b"VERTEX": (_Code.BULGE,),
    b"INSERT": (_Code.SCALE, _Code.BULGE),
}
"""Numbers besides places that decide where a shape lies."""
_OF_ARC = frozenset({_Code.X, _Code.Y, _Code.Z, _Code.RADIUS, _Code.BEGIN, _Code.END})
_OF_PLACE = frozenset({_Code.X, _Code.Y, _Code.Z, _Code.BULGE})
_REPLACED = frozenset({*_PLACES, *range(_Code.RADIUS, _Code.END + 1), _Code.FOLLOWED, _Code.FLAGS, *range(90, 92)})
"""What a flat line says otherwise than the arc or line that it replaces."""


class _Pair(NamedTuple):
    """A value of a drawing, with the code that says what it is and the number of its line."""

    line: int
    code: int
    value: bytes


_Entity = list[_Pair]


@dataclass(slots=True)
class _Scanned:
    """What the text of a drawing says besides its shapes."""

    unit_code: int | None = None
    has_arcs: bool = False
    splines: int = 0
    scale: float = 1.0


def open_drawing(source: Source) -> OpenedFile:
    """Read a drawing: each of its layers is a layer here, and its name also stands in the column Layer.

    A drawing has no coordinate system, so it is asked for. Its unit is what $INSUNITS says, which is
    told and never used by itself. Arcs are replaced by chords within `arcs.CHORD_ERROR_FT` of them (in
    metres where the drawing does not say feet), each by its own radius; closed lines are taken as outlines.

    Raises
    ------
    LayerUnreadable
        Where it is no text DXF, a number in it is none, or its arcs are too wide or too many to be
        drawn so near.
    LayerEmpty
        Where it holds no entity.
    """
    data = source.read()
    if data.startswith(_BINARY):
        raise unreadable(source.where, "It is a binary DXF.", _SAVE_AGAIN)
    scanned = _scan(source, data)
    unit = _UNITS.get(scanned.unit_code or 0)
    error = CHORD_ERROR_FT if unit in {"feet", "US survey feet"} else CHORD_ERROR_FT * float(M_PER_FTUS)
    strokes = _Strokes(source, error, scanned.scale)
    rows, opened = _read(source, b"".join(strokes.redrawn(data)) if scanned.has_arcs else None)
    if rows.table.empty:
        raise LayerEmpty(
            what="There is no feature to import.",
            where=source.where,
            why="The drawing holds no entity.",
            next="Save the drawing again, with its layers switched on.",
        )
    shapes, outlines, lines = _outlines(rows.shapes)
    remarks = [
        *opened.remarks,
        *rows.remarks,
        f"The drawing says that its unit is {unit} ($INSUNITS)."
        if unit
        else "The drawing does not say in which unit it is ($INSUNITS): ask who drew it.",
    ]
    if outlines or lines:
        remarks.append(f"{outlines:,} closed lines were taken as outlines; {lines:,} open lines stay lines.")
    if strokes.arcs:
        remarks.append(
            f"{strokes.arcs:,} arcs were replaced by chords no farther than {strokes.farthest:.2g} "
            f"{unit or 'of its unit'} from the arc."
        )
    if scanned.splines:
        remarks.append(
            f"{scanned.splines:,} splines and ellipses were replaced by chords as the reading library draws "
            "them, at a distance that it does not state."
        )
    layers, held = _by_layer(replace(rows, shapes=shapes, remarks=()), source.stem)
    return OpenedFile(source.path, "DXF", layers, tuple(remarks), unit=unit, held=held)


def unit_remark(opened: OpenedFile, crs: str) -> str | None:
    """Return what is to be said where the unit of a coordinate system is not the one that a drawing says.

    Parameters
    ----------
    opened : OpenedFile
        Any file; only a drawing says a unit.
    crs : str
        The system used for it, as given by hand.

    Returns
    -------
    str or None
        None where they agree, or one of them is not said. US survey feet and international feet
        agree: drawings rarely tell them apart.
    """
    if opened.unit is None:
        return None
    try:
        known = parse_crs(crs)
    except CrsUnknown:
        return None
    axis = known.axis_info[0]
    metres = _METRES[opened.unit]
    if not known.is_geographic and abs(axis.unit_conversion_factor / metres - 1) < _FEET_DIFFER_BY:
        return None
    return (
        f"The drawing says that its unit is {opened.unit}, and the coordinate system given, {known.name}, "
        f"is in {axis.unit_name}: one of the two is wrong, or the drawing was scaled."
    )


def _entities(source: Source, data: bytes) -> Iterator[_Entity]:
    """Yield the entities of a drawing: its lines are pairs of a code and a value, and code 0 begins one."""
    lines = data.splitlines()
    entity: _Entity = []
    for at in range(0, len(lines) - 1, 2):  # a last line without its pair says nothing
        try:
            pair = _Pair(at + 2, int(lines[at]), lines[at + 1])
        except ValueError as error:
            why = "It is no DXF: its lines are not pairs of a code and a value."
            raise unreadable(source.where, why, _SAVE_AGAIN) from error
        if pair.code == _Code.KIND and entity:
            yield entity
            entity = []
        entity.append(pair)
    if entity:
        yield entity


def _in_sections(entities: Iterator[_Entity]) -> Iterator[tuple[bytes, bytes, _Entity]]:
    """Yield the name of the section, what an entity is, and the entity."""
    section = b""
    for entity in entities:
        kind = entity[0].value.strip() if entity[0].code == _Code.KIND else b""
        if kind == b"SECTION":
            section = next((pair.value.strip() for pair in entity if pair.code == _Code.SECTION), b"")
        yield section, kind, entity


def _number(source: Source, pair: _Pair) -> float:
    try:
        number = float(pair.value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise _no_number(source, pair, "a number")
    return number


def _whole(source: Source, pair: _Pair) -> int:
    try:
        return int(pair.value)
    except ValueError:
        raise _no_number(source, pair, "a whole number") from None  # the cause repeats the text


def _no_number(source: Source, pair: _Pair, expected: str) -> LayerUnreadable:
    why = f"On line {pair.line:,} should stand {expected} (group code {pair.code}), and there is none."
    return unreadable(source.where, why, _SAVE_AGAIN)


def _scan(source: Source, data: bytes) -> _Scanned:
    """Take what must be known before shapes are read, and check the numbers that decide where they lie.

    The reading library takes a place that is no number for 0, and leaves out a line that lacks one.
    """
    found = _Scanned()
    for section, kind, entity in _in_sections(_entities(source, data)):
        for before, pair in pairwise(entity):
            if pair.code == _Code.FLAGS and before.code == _Code.NAME and before.value.strip() == b"$INSUNITS":
                found.unit_code = _whole(source, pair)
        if section in _SHAPED:
            found.splines += kind in {b"SPLINE", b"ELLIPSE"}
            _note(found, source, kind, entity)
    return found


def _note(found: _Scanned, source: Source, kind: bytes, entity: _Entity) -> None:
    said: dict[int, list[float]] = {}
    for pair in entity:
        if pair.code in _PLACES or pair.code in _DECIDING.get(kind, ()):
            said.setdefault(pair.code, []).append(_number(source, pair))
        elif pair.code == _Code.FLAGS and kind in _LINES:
            _whole(source, pair)
    if kind == b"LWPOLYLINE" and len(said.get(_Code.X, ())) != len(said.get(_Code.Y, ())):
        why = f"The line that begins on line {entity[0].line:,} has a place without one of its two numbers."
        raise unreadable(source.where, why, _SAVE_AGAIN)
    if kind == b"INSERT":
        found.scale = max(found.scale, *(abs(each) for code in _DECIDING[kind] for each in said.get(code, ())))
    else:
        found.has_arcs |= kind in {b"ARC", b"CIRCLE"} or any(said.get(_Code.BULGE, ()))


def _text(pairs: Sequence[_Pair]) -> bytes:
    return b"".join(b"%d\n%s\n" % (pair.code, pair.value) for pair in pairs)


@dataclass(slots=True)
class _Strokes:
    """Writes a drawing again with the chords of its arcs, so that the reading library finds none to divide.

    That library divides all arcs of a drawing in the same step. Blocks, their scales and turns stay its business.
    """

    source: Source
    error: float
    scale: float
    """By which blocks are magnified at most."""
    arcs: int = 0
    farthest: float = 0.0
    vertices: int = 0
    magnified: float = 1.0

    def redrawn(self, data: bytes) -> Iterator[bytes]:
        """Yield the text of the drawing, entity by entity."""
        line: list[_Entity] = []
        for section, kind, entity in _in_sections(_entities(self.source, data)):
            self.magnified = self.scale if section == b"BLOCKS" else 1.0
            if line and kind in {b"VERTEX", b"SEQEND"}:
                line.append(entity)
                continue
            yield self._places_of(line)
            line = []
            if section not in _SHAPED:
                yield _text(entity)
            elif kind == b"POLYLINE":
                line = [entity]
            elif kind in {b"ARC", b"CIRCLE"}:
                yield self._arc(entity, is_circle=kind == b"CIRCLE")
            else:
                yield self._line(entity) if kind == b"LWPOLYLINE" else _text(entity)
        yield self._places_of(line)

    def _arc(self, entity: _Entity, *, is_circle: bool) -> bytes:
        said = {pair.code: _number(self.source, pair) for pair in entity if pair.code in _OF_ARC}
        radius = abs(said.get(_Code.RADIUS, 0.0))
        if radius == 0:
            return _text(entity)
        begin, end = (0.0, 0.0) if is_circle else (said.get(_Code.BEGIN, 0.0), said.get(_Code.END, 0.0))
        sweep = (end - begin) % _CIRCLE_DEG or _CIRCLE_DEG
        centre = np.array([said.get(_Code.X, 0.0), said.get(_Code.Y, 0.0)])
        points, farthest = chords(centre, radius, math.radians(begin), math.radians(sweep), self.error / self.magnified)
        if sweep == _CIRCLE_DEG:
            points[-1] = points[0]
        self._take(entity, points, farthest)
        return _flat_line(entity, points.tolist(), is_closed=False, height=said.get(_Code.Z, 0.0))

    def _line(self, entity: _Entity) -> bytes:
        """Return the text of a line that has its places in itself."""
        places: list[list[float]] = []
        for pair in entity:
            if pair.code == _Code.X:
                places.append([_number(self.source, pair), 0.0, 0.0])
            elif pair.code in {_Code.Y, _Code.BULGE} and places:
                places[-1][1 if pair.code == _Code.Y else 2] = _number(self.source, pair)
        height = next((_number(self.source, pair) for pair in entity if pair.code == _Code.ELEVATION), 0.0)
        return self._without_bulges(entity, places, height) or _text(entity)

    def _places_of(self, line: Sequence[_Entity]) -> bytes:
        """Return the text of a line whose places are entities of their own."""
        places = []
        height = 0.0
        for each in line:
            said = {pair.code: _number(self.source, pair) for pair in each if pair.code in _OF_PLACE}
            kind = each[0].value.strip()
            if kind == b"POLYLINE":
                height = said.get(_Code.Z, 0.0)
            elif kind == b"VERTEX" and not self._flags(each) & _FRAME:
                places.append([said.get(_Code.X, 0.0), said.get(_Code.Y, 0.0), said.get(_Code.BULGE, 0.0)])
        is_flat = bool(line) and not self._flags(line[0]) & _IN_SPACE
        found = self._without_bulges(line[0], places, height) if is_flat else None
        return found or b"".join(map(_text, line))

    def _without_bulges(self, entity: _Entity, places: Sequence[Sequence[float]], height: float) -> bytes | None:
        """Return a line with chords for its arcs, None where it has no arc."""
        if not any(bulge for _, _, bulge in places):
            return None
        is_closed = bool(self._flags(entity) & _CLOSED)
        drawn: list[list[float]] = []
        for place, (x, y, bulge) in enumerate(places):
            to_x, to_y, _ = places[(place + 1) % len(places)]
            drawn.append([x, y])
            if bulge and (x, y) != (to_x, to_y) and (is_closed or place + 1 < len(places)):
                start, end = np.array([x, y]), np.array([to_x, to_y])
                points, farthest = stroke(start, bulge_middle(start, end, bulge), end, self.error / self.magnified)
                self._take(entity, points, farthest)
                drawn += points[1:-1].tolist()
        return _flat_line(entity, drawn, is_closed=is_closed, height=height)

    def _flags(self, entity: _Entity) -> int:
        return next((_whole(self.source, pair) for pair in entity if pair.code == _Code.FLAGS), 0)

    def _take(self, entity: _Entity, points: Points, farthest: float) -> None:
        self.arcs += 1
        self.vertices += len(points)
        self.farthest = max(self.farthest, farthest * self.magnified)
        if not farthest * self.magnified <= self.error * (1 + 1e-9):
            why = (
                f"The arc on line {entity[0].line:,} is so wide that {MOST_CHORDS:,} chords come no nearer to it than "
                f"{farthest * self.magnified:.2g} of the drawing's unit."
            )
            raise unreadable(self.source.where, why, "Ask who drew it; a radius of so many miles is a mistake.")
        if self.vertices > _MOST_VERTICES:
            why = f"Its arcs take more than {_MOST_VERTICES:,} places as chords within 0.01 ft."
            raise unreadable(self.source.where, why, "Save only the layers that are to be imported.")


def _flat_line(entity: _Entity, places: Sequence[Sequence[float]], *, is_closed: bool, height: float) -> bytes:
    """Return the text of a flat line with these places, and else what an entity says."""
    kept = [pair for pair in entity[1:] if pair.code not in _REPLACED]
    return b"".join(
        (
            b"0\nLWPOLYLINE\n",
            _text([pair for pair in kept if pair.code < _FREE]),
            b"%d\n%r\n" % (_Code.ELEVATION, height) if height else b"",
            b"%d\n%d\n%d\n%d\n" % (_Code.COUNT, len(places), _Code.FLAGS, is_closed),
            *(b"10\n%r\n20\n%r\n" % (x, y) for x, y in places),
            _text([pair for pair in kept if pair.code >= _FREE]),
        )
    )


def _read(source: Source, data: bytes | None) -> tuple[SourceRows, OpenedFile]:
    """Read all entities of a drawing, or of its text written again."""
    try:
        found = open_desktop(source, data)
        rows = read_desktop(source, found.layers[0], found.layers[0].columns, data)
    except LayerUnreadable as error:
        # The library says where in itself it stopped, by a path of the machine on which it was built.
        error.why = _IN_THE_LIBRARY.sub("its entities are not whole; it may be cut off.", error.why)
        raise
    return rows, OpenedFile(source.path, "DXF", found.layers, found.remarks)


def _outlines(wkb: npt.NDArray[np.object_] | None) -> tuple[npt.NDArray[np.object_], int, int]:
    """Return shapes with closed lines as polygons, and how many were closed and how many open."""
    if wkb is None:
        return np.array([], dtype=object), 0, 0
    shapes = shapely.from_wkb(wkb)
    is_line = shapely.get_type_id(shapes) == shapely.GeometryType.LINESTRING
    closed = is_line & shapely.is_closed(shapes) & (shapely.get_num_points(shapes) >= _RING)
    found = wkb.copy()
    for row in np.flatnonzero(closed):
        found[row] = shapely.to_wkb(shapely.polygons(shapely.get_coordinates(shapes[row])), byte_order=1)
    return found, int(closed.sum()), int((is_line & ~closed).sum())


def _by_layer(rows: SourceRows, stem: str) -> tuple[tuple[SourceLayer, ...], tuple[SourceRows, ...]]:
    layers, held = [], []
    shapes = np.array([], dtype=object) if rows.shapes is None else rows.shapes
    names = rows.table[_LAYER].fillna(stem).astype(str)
    for name in dict.fromkeys(names):
        places = np.flatnonzero(names == name)
        table = rows.table.iloc[places].reset_index(drop=True)
        found = shapely.from_wkb(shapes[places])
        kinds = {shape.geom_type.removeprefix("Multi") for shape in found if shape is not None}
        west, south, east, north = map(float, shapely.total_bounds(found))
        layers.append(
            SourceLayer(
                name=name,
                geometry_type=kinds.pop() if len(kinds) == 1 else "Unknown",
                rows=len(places),
                columns=tuple(map(str, table.columns)),
                types=("string",) * len(table.columns),
                crs=None,
                bounds=(west, south, east, north) if np.isfinite([west, south, east, north]).all() else None,
            )
        )
        held.append(SourceRows(table, shapes[places], ()))
    return tuple(layers), tuple(held)
