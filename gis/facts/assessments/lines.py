"""Along which lines is frontage asked: sewers on file, mains of another kind, or a line that somebody drew?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
Rows = npt.NDArray[np.intp]

_MAIN = "gravity_main"
"""What the lines asked about are taken for when the ground is looked at: whatever they carry, they run in streets."""


def _no_rows() -> Rows:
    return np.zeros(0, dtype=np.intp)


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
    rows : int array
        Rows of the layer of sewers that they are; none for lines that are not of it.
    """

    geometries: Geometries
    ids: Texts
    accuracy_ft: Fraction | None = None
    rows: Rows = field(default_factory=_no_rows)

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
    return ProjectLines(_flat(layer.geometries[rows]), known[rows], layer.accuracy_ft, rows)


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


def with_lines(layers: LayerSet, along: ProjectLines) -> tuple[LayerSet, Mains, Rows]:
    """Return the layers with the lines among the sewers, all of these as mains, and which of them the lines are."""
    layer = layers.layers.get(KIND)
    shapes, ids = np.zeros(0, dtype=object), np.zeros(0, dtype=object)
    kinds = ids
    if layer is not None:
        shapes, ids, kinds = layer.geometries, layer.column("sewer_id"), layer.column("kind").copy()
    rows = along.rows
    if not len(rows):
        rows = np.arange(len(shapes), len(shapes) + len(along))
        shapes, ids, kinds = (
            np.concatenate([held, added])
            for held, added in ((shapes, along.geometries), (ids, along.ids), (kinds, np.full(len(along), _MAIN)))
        )
    kinds[rows] = _MAIN
    accuracies = [
        each for each in (along.accuracy_ft, None if layer is None else layer.accuracy_ft) if each is not None
    ]
    table = gpd.GeoDataFrame({"sewer_id": ids, "kind": kinds}, geometry=shapes)
    added = Layer(
        kind=KIND,
        edition="asked" if layer is None else layer.edition,
        accuracy_ft=max(accuracies, default=None),
        frame=layers.frame,
        table=table,
        operations=() if layer is None else layer.operations,
    )
    nobody = np.full(len(shapes), None, dtype=object)
    mains = Mains(added, _flat(shapes), ids, kinds, nobody, nobody, nobody)
    return replace(layers, layers={**layers.layers, KIND: added}), mains, rows


def _flat(shapes: Geometries) -> Geometries:
    return np.asarray(shapely.force_2d(shapes), dtype=object)


def _none_given() -> OptionInvalid:
    return OptionInvalid(
        what="No line is given.",
        where="the lines along which frontage is asked",
        why="Parcels front on the street in which a line runs.",
        next="Name sewers, draw a line, or name streets.",
    )
