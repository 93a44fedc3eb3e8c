"""What does a drawing (DXF) hold: its unit, its layers, its closed lines, and how near its arcs are drawn?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import CrsUnknown, LayerEmpty, LayerUnreadable
from gis.geometry.operations import parse_crs
from gis.layers.readers.arcs import CHORD_ERROR_FT
from gis.layers.readers.desktop import open_desktop, read_desktop
from gis.layers.readers.drawn_arcs import Strokes
from gis.layers.readers.drawn_text import (
    PLACES,
    SAVE_AGAIN,
    SHAPED,
    Code,
    Entity,
    entities,
    in_sections,
    number_of,
    whole_of,
)
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
_IN_THE_LIBRARY = re.compile(r"\S+\.cpp, \d+: error at line .*")


_LINES = frozenset({b"LWPOLYLINE", b"POLYLINE", b"VERTEX"})
_DECIDING = {
    b"ARC": (Code.RADIUS, Code.BEGIN, Code.END),
    b"CIRCLE": (Code.RADIUS,),
    b"LWPOLYLINE": (Code.BULGE,),
    b"VERTEX": (Code.BULGE,),
    b"INSERT": (Code.SCALE, Code.BULGE),
}
"""Numbers besides places that decide where a shape lies."""


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
        raise unreadable(source.where, "It is a binary DXF.", SAVE_AGAIN)
    scanned = _scan(source, data)
    unit = _UNITS.get(scanned.unit_code or 0)
    error = CHORD_ERROR_FT if unit in {"feet", "US survey feet"} else CHORD_ERROR_FT * float(M_PER_FTUS)
    strokes = Strokes(source, error, scanned.scale)
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


def _scan(source: Source, data: bytes) -> _Scanned:
    """Take what must be known before shapes are read, and check the numbers that decide where they lie.

    The reading library takes a place that is no number for 0, and leaves out a line that lacks one.
    """
    found = _Scanned()
    kind = b""
    for section, kind, entity in in_sections(entities(source, data)):
        for before, pair in pairwise(entity):
            if pair.code == Code.FLAGS and before.code == Code.NAME and before.value.strip() == b"$INSUNITS":
                found.unit_code = whole_of(source, pair)
        if section in SHAPED:
            found.splines += kind in {b"SPLINE", b"ELLIPSE"}
            _note(found, source, kind, entity)
    if kind != b"EOF":
        raise unreadable(source.where, "It does not end as a DXF does (EOF): it is cut off.", "Save the drawing again.")
    return found


def _note(found: _Scanned, source: Source, kind: bytes, entity: Entity) -> None:
    said: dict[int, list[float]] = {}
    for pair in entity:
        if pair.code in PLACES or pair.code in _DECIDING.get(kind, ()):
            said.setdefault(pair.code, []).append(number_of(source, pair))
        elif pair.code == Code.FLAGS and kind in _LINES:
            whole_of(source, pair)
    if kind == b"LWPOLYLINE" and len(said.get(Code.X, ())) != len(said.get(Code.Y, ())):
        why = f"The line that begins on line {entity[0].line:,} has a place without one of its two numbers."
        raise unreadable(source.where, why, SAVE_AGAIN)
    if kind == b"INSERT":
        found.scale = max(found.scale, *(abs(each) for code in _DECIDING[kind] for each in said.get(code, ())))
    else:
        found.has_arcs |= kind in {b"ARC", b"CIRCLE"} or any(said.get(Code.BULGE, ()))


def _read(source: Source, data: bytes | None) -> tuple[SourceRows, OpenedFile]:
    """Read all entities of a drawing, or of its text written again."""
    try:
        found = open_desktop(source, data)
        rows = read_desktop(source, found.layers[0], found.layers[0].columns, data)
    except LayerUnreadable as error:
        # The library says where in itself it stopped, by a path of the machine on which it was built.
        error.why = _IN_THE_LIBRARY.sub("its entities are not whole.", error.why)
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
