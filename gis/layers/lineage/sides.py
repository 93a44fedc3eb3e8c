"""How is one of two editions made ready to be compared: what each feature is called, and what its outline is.

Rows are brought into one order that does not depend on how they are stored, so that everything that follows gives the
same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame
from gis.geometry.measure import areas_sqft
from gis.layers.canonical import row_texts
from gis.layers.contracts import CONTRACTS, Contract
from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.units import AREA_STEPS_PER_SQFT

UNNAMED = "(no id)"
"""What a feature without an id is called; it is compared as land only."""
_CONTEXT = ("county", "year")


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One edition, its features in canonical order; all sequences are of that order.

    Attributes
    ----------
    layer : Layer
        The edition.
    rows : intp array
        Positions of the features in the layer's table.
    names : list of str
        Parts of the key that tell features apart, joined; `UNNAMED` where there are none.
    is_identified : bool array
        Whether the name tells this feature from all others of the edition.
    outlines : list of bytes
        Equal where the shapes are. A feature without a shape has that of its name.
    shapes : object array
        In the frame; None where there is none.
    has_area : bool array
        Whether the shape is a polygon.
    area_steps : int64 array
        Ground areas in hundredths of a square foot; 0 for lines, points and no shape.
    """

    layer: Layer
    rows: npt.NDArray[np.intp]
    names: list[str]
    is_identified: npt.NDArray[np.bool_]
    outlines: list[bytes]
    shapes: npt.NDArray[np.object_]
    has_area: npt.NDArray[np.bool_]
    area_steps: npt.NDArray[np.int64]

    def values(self, name: str, features: Sequence[int] | npt.NDArray[np.intp]) -> npt.NDArray[np.object_]:
        """Return a column's values for some features, missing ones as None."""
        return self.layer.column(name)[self.rows[np.asarray(features, dtype=np.intp)]]

    def total_sqft(self, features: Sequence[int]) -> Fraction:
        """Return the ground area of features, added up."""
        return Fraction(int(self.area_steps[list(features)].sum()), AREA_STEPS_PER_SQFT)

    @property
    def shared_names(self) -> tuple[str, ...]:
        """Names that tell no feature apart, in alphabetical order."""
        return tuple(sorted({self.names[at] for at in np.flatnonzero(~self.is_identified).tolist()}))


def two_sides(old: Layer, new: Layer, frame: Frame) -> tuple[Side, Side]:
    """Return both editions ready to be compared.

    The county is part of a name only where the editions hold several, and the year only where one of them does: the
    ratio of a municipality is then compared with its ratio of another year.

    Parameters
    ----------
    old, new : Layer
        Of one kind, in the plane of `frame`.
    frame : Frame
        Measures the areas.
    """
    parts = [name for name in contract_of(old).key if not _is_context(name, old, new)]
    return _side(old, parts, frame), _side(new, parts, frame)


def contract_of(layer: Layer) -> Contract:
    """Return what the rows of a layer hold."""
    return CONTRACTS[cast("Kind", layer.kind)]


def _is_context(name: str, old: Layer, new: Layer) -> bool:
    """Whether a part of the key is the same for all features, and so tells none apart."""
    if name not in _CONTEXT:
        return False
    values = [{value for value in layer.column(name).tolist() if value is not None} for layer in (old, new)]
    if name == "year":
        return all(len(each) < 2 for each in values)  # noqa: PLR2004  one year, or none
    return len(values[0] | values[1]) < 2  # noqa: PLR2004  one county, or none


def _side(layer: Layer, parts: list[str], frame: Frame) -> Side:
    count = len(layer.table)
    shapes = layer.geometries if len(layer.geometries) else np.full(count, None, dtype=object)
    columns = [layer.column(part).tolist() for part in parts]
    names = [_name(cells) for cells in zip(*columns, strict=True)]
    outlines = _outlines(shapes, names)
    rows = _canonical_order(layer, names, outlines)
    names = [names[row] for row in rows.tolist()]
    shapes = shapes[rows]
    return Side(
        layer=layer,
        rows=rows,
        names=names,
        is_identified=_identified(layer, rows, names),
        outlines=[outlines[row] for row in rows.tolist()],
        shapes=shapes,
        has_area=np.asarray(shapely.get_dimensions(shapes) == 2, dtype=bool),  # noqa: PLR2004  a surface
        area_steps=np.rint(areas_sqft(shapes, frame) * AREA_STEPS_PER_SQFT).astype(np.int64),
    )


def _name(cells: tuple[object, ...]) -> str:
    return ", ".join(text for text in (str(cell).strip() for cell in cells if cell is not None) if text) or UNNAMED


def _outlines(shapes: npt.NDArray[np.object_], names: list[str]) -> list[bytes]:
    """Return bytes that are equal for equal shapes, however their rings and parts are written."""
    single = (shapely.get_type_id(shapes) > shapely.GeometryType.POLYGON) & (shapely.get_num_geometries(shapes) == 1)
    flat = np.array(shapely.force_2d(shapes), dtype=object)
    flat[single] = shapely.get_geometry(flat[single], 0)
    written = shapely.to_wkb(shapely.normalize(flat)).tolist()
    is_there = ~(shapely.is_missing(shapes) | shapely.is_empty(shapes))
    return [
        text if there else name.encode() for text, name, there in zip(written, names, is_there.tolist(), strict=True)
    ]


def _canonical_order(layer: Layer, names: list[str], outlines: list[bytes]) -> npt.NDArray[np.intp]:
    """Return rows by name and outline; of the few that are alike in both, by all their values."""
    marks = list(zip(names, outlines, strict=True))
    seen = Counter(marks)
    alike = [row for row, mark in enumerate(marks) if seen[mark] > 1]
    texts = dict(zip(alike, row_texts(layer.table.iloc[alike], contract_of(layer).names), strict=True))
    order = sorted(range(len(marks)), key=lambda row: (*marks[row], texts.get(row, b"")))
    return np.array(order, dtype=np.intp)


def _identified(layer: Layer, rows: npt.NDArray[np.intp], names: list[str]) -> npt.NDArray[np.bool_]:
    seen = Counter(names)
    is_named = np.array([name != UNNAMED and seen[name] == 1 for name in names], dtype=bool)
    if "record_kind" in layer.table.columns:
        is_named &= np.asarray(layer.column("record_kind")[rows] == "parcel", dtype=bool)
    return is_named
