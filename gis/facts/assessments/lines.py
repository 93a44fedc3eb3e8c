"""Along which lines is frontage asked: sewers on file, mains of another kind, or a line that somebody drew?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing, OptionInvalid, SewerUnknown
from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import KIND, Mains
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]

_ON_FT = 1320.0
"""How far a line is drawn on, a quarter of a mile: few lots are wider."""
_MAIN = "gravity_main"
"""What the lines asked about are taken for when the ground is looked at: whatever they carry, they run in streets."""


@dataclass(frozen=True, eq=False)
class ProjectLines:
    """Lines along which frontage is asked.

    Attributes
    ----------
    geometries : object array of LineString or MultiLineString
        In the frame of the layers, on its grid.
    ids : object array of str
        What each is called.
    accuracy_ft : Fraction or None
        Accuracy of the lines, US survey feet; None where nobody stated one.
    """

    geometries: Geometries
    ids: Texts
    accuracy_ft: Fraction | None = None

    def __len__(self) -> int:
        """Return how many lines there are."""
        return len(self.geometries)


def sewers_named(layers: LayerSet, ids: Sequence[str]) -> ProjectLines:
    """Return sewers on file by their ids, whatever their kind and state.

    Parameters
    ----------
    layers : LayerSet
        With a layer of sewers.
    ids : sequence of str
        As the layer has them. Several rows of one id are all taken.

    Raises
    ------
    EditionMissing
        No sewers are on file.
    SewerUnknown
        No row has one of the ids.
    OptionInvalid
        None is given.
    """
    layer = layers.layers.get(KIND)
    if layer is None:
        raise EditionMissing(
            what="No sewers are on file.",
            where="the layers folder",
            why="Frontage along a main is measured on the street in which it runs.",
            next=f"Import them with: townline import {KIND} FILE --layers DIR; or draw the line, or name the streets.",
        )
    if not len(ids):
        raise _none_given()
    known = np.array([None if each is None else str(each) for each in layer.column("sewer_id")], dtype=object)
    unknown = sorted({*ids} - {*known.tolist()})
    if unknown:
        raise SewerUnknown(
            what=f"No sewer has the id {unknown[0]}.",
            where="the layer of sewers",
            why="Frontage along it cannot be measured.",
            next="Give the ids as the layer writes them, or draw the line.",
        )
    rows = np.flatnonzero(np.isin(known, list(ids)))
    return ProjectLines(_flat(layer.geometries[rows]), known[rows], layer.accuracy_ft)


def lines_drawn(
    layers: LayerSet, lines: Sequence[BaseGeometry], ids: Sequence[str], accuracy_ft: Fraction | None = None
) -> ProjectLines:
    """Return lines that somebody drew, or that a layer of another kind holds (water mains), on the grid.

    Parameters
    ----------
    layers : LayerSet
        Its frame is that of the lines.
    lines : sequence of LineString or MultiLineString
        In the frame.
    ids : sequence of str
        What each is called, as many as the lines.
    accuracy_ft : Fraction, optional
        Stated accuracy of the lines, US survey feet.

    Raises
    ------
    OptionInvalid
        None is given, or one is no line, or has no length.
    """
    if not len(lines):
        raise _none_given()
    found = np.empty(len(lines), dtype=object)
    for place, (line, name) in enumerate(zip(lines, ids, strict=True)):
        found[place] = line
        if line.geom_type not in {"LineString", "MultiLineString"} or not line.length:
            raise OptionInvalid(
                what=f"{name} is no line with a length.",
                where="the lines along which frontage is asked",
                why="Parcels front on the street in which a line runs.",
                next="Draw it as a line of two or more different points.",
            )
    on_grid = shapely.set_precision(_flat(found), layers.frame.grid)
    return ProjectLines(np.asarray(on_grid, dtype=object), np.array(ids, dtype=object), accuracy_ft)


def with_lines(layers: LayerSet, along: ProjectLines, leaving: Flags) -> tuple[LayerSet, Mains]:
    """Return the layers with the lines in place of the sewers, and as mains.

    Before them stand those that leave the known streets, drawn on: the ground between the lots on both hands goes on
    where a line ends, so that the last lot that it passes has its whole front there.
    """
    drawn_on = _drawn_on(along.geometries[leaving], _ON_FT / layers.frame.unit_ft)
    shapes, ids = np.concatenate([drawn_on, along.geometries]), np.concatenate([along.ids[leaving], along.ids])
    kinds, nobody = np.full(len(shapes), _MAIN, dtype=object), np.full(len(shapes), None, dtype=object)
    table = gpd.GeoDataFrame({"sewer_id": ids, "kind": kinds}, geometry=shapes)
    layer = Layer(KIND, "asked", accuracy_ft=along.accuracy_ft, frame=layers.frame, table=table)
    mains = Mains(layer, shapes, ids, kinds, nobody, nobody, nobody)
    return replace(layers, layers={**layers.layers, KIND: layer}), mains


def _drawn_on(lines: Geometries, by: float) -> Geometries:
    """Return lines drawn straight on at every end."""
    parts, owner = shapely.get_parts(lines, return_index=True)
    longer = []
    for part in parts:
        points = shapely.get_coordinates(part)
        ends = [at + (at - before) / np.hypot(*(at - before)) * by for at, before in _last_steps(points)]
        longer.append(np.concatenate([ends[:1], points, ends[1:]]))
    drawn = np.array([shapely.LineString(points) for points in longer], dtype=object)
    return np.asarray(shapely.multilinestrings(drawn, indices=owner), dtype=object)


def _last_steps(points: npt.NDArray[np.float64]) -> Iterator[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
    """Yield both ends of a line, each with the last point before it that lies elsewhere."""
    for way in (points, points[::-1]):
        away = np.flatnonzero((way != way[0]).any(axis=1))
        yield way[0], way[away[0]]


def _flat(shapes: Geometries) -> Geometries:
    return np.asarray(shapely.force_2d(shapes), dtype=object)


def _none_given() -> OptionInvalid:
    return OptionInvalid(
        what="No line is given.",
        where="the lines along which frontage is asked",
        why="Parcels front on the street in which a line runs.",
        next="Name sewers, draw a line, or name streets.",
    )
