"""Which rows cannot be placed at all: of a type that the kind cannot have, without a place, or far off?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import GeometryTypeWrong
from gis.geometry.chunks import joined
from gis.geometry.frame import Frame
from gis.geometry.places import places_at
from gis.geometry.plausible import BEYOND_ANY_MAP
from gis.geometry.strays import find_strays
from gis.layers.contracts import Contract, Shape
from gis.layers.journal import Entry, Journal

FAMILIES: dict[Shape, tuple[int, ...]] = {
    "point": (shapely.GeometryType.POINT, shapely.GeometryType.MULTIPOINT),
    "line": (shapely.GeometryType.LINESTRING, shapely.GeometryType.LINEARRING, shapely.GeometryType.MULTILINESTRING),
    "polygon": (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON),
}
"""Types of geometry that are one family of shape."""
_IN_WORDS: dict[Shape, str] = {"polygon": "polygons", "line": "lines", "point": "points"}
_WHY: dict[Shape, str] = {
    "polygon": "Land has an area; points and lines have none.",
    "line": "A course has a length and a direction; points have none, and outlines have another meaning.",
    "point": "A place is one point; lines and outlines are not.",
}


def of_family(found: npt.NDArray[np.object_], shape: Shape) -> npt.NDArray[np.bool_]:
    """Return which geometries are of one family.

    >>> of_family(np.array([shapely.Point(1, 2), None]), "point").tolist()
    [True, False]
    """
    return np.isin(shapely.get_type_id(found), FAMILIES[shape])


def taken_in_words(contract: Contract) -> str:
    """Return which shapes a kind takes, as "lines or polygons"."""
    return " or ".join(_IN_WORDS[shape] for shape in contract.shapes)


@dataclass(frozen=True, slots=True, eq=False)
class Screening:
    """Shapes of a layer on their way into the working frame; a refused row is listed and loses its shape."""

    shapes: npt.NDArray[np.object_]
    """By row, in `crs`; changed in place."""
    ids: Sequence[str | None]
    crs: str
    where: str
    journal: Journal

    def refuse_wrong_types(self, contract: Contract) -> None:
        """Refuse the rows whose shape is of a type that the kind cannot have.

        Raises
        ------
        GeometryTypeWrong
            Where there are shapes, and none is of a type that the kind takes.
        """
        fits = np.logical_or.reduce([of_family(self.shapes, shape) for shape in contract.shapes])
        wrong = ~fits & ~shapely.is_missing(self.shapes)
        if not wrong.any():
            return
        taken, why = taken_in_words(contract), _WHY[contract.shapes[0]]
        names = [_type_name(shape) for shape in self.shapes[wrong]]
        if not fits.any():
            raise GeometryTypeWrong(
                what=f"The shapes of this layer are of type {', '.join(sorted(set(names)))}, not {taken}.",
                where=self.where,
                why=f"An edition of {contract.kind} has {taken}. {why}",
                next=f"Name the layer that holds the {taken} with --layer, another file, or another kind.",
            )
        for row, name in zip(np.flatnonzero(wrong).tolist(), names, strict=True):
            entry = Entry(
                "wrong_geometry_type",
                f"refused: its shape is of type {name}, not {taken}",
                why,
                f"Give it as {taken}, or import it as another kind.",
            )
            self._refuse(entry, row, shapely.get_coordinates(self.shapes[row])[:1])

    def refuse_absurd(self) -> None:
        """Refuse rows with coordinates that no map has, so that they do not spoil the others' extent."""
        # Looked at one by one: the extent of a shape leaves out its holes and what is no number.
        self.refuse_unplaced(np.flatnonzero(joined(_is_absurd, self.shapes)).tolist())

    def refuse_unplaced(self, rows: Sequence[int]) -> None:
        """Refuse rows with a coordinate that has no place on the Earth."""
        entry = Entry(
            "no_place",
            "refused: a coordinate is infinite, no number or beyond any map",
            "Some programs write -1.8e308 where they have no coordinate.",
            "Give the feature its coordinates in the source.",
        )
        for row in rows:
            self._refuse(entry, row, np.empty((0, 2)))

    def refuse_strays(self, frame: Frame) -> None:
        """Refuse the few rows that lie where the system of the others cannot have them.

        Raises
        ------
        CrsImplausible
            Where a tenth of the rows or more lie so: then it is the system that is wrong.
        """
        bounds = shapely.bounds(self.shapes)
        for row in find_strays(bounds, self.crs, self.where, frame).tolist():
            west, south, east, north = bounds[row].tolist()
            entry = Entry(
                "misplaced",
                f"refused: it lies at x {west:,.2f} to {east:,.2f}, y {south:,.2f} to {north:,.2f}, far from all else",
                "The coordinate system that fits the others cannot have it there.",
                "Give the feature its coordinates in the system of the layer.",
            )
            self._refuse(entry, row, np.array([[(west + east) / 2, (south + north) / 2]]))

    def _refuse(self, entry: Entry, row: int, points: npt.NDArray[np.float64]) -> None:
        place = next(iter(places_at(points, self.crs)), None)
        at = {} if place is None else {"longitude": place.longitude, "latitude": place.latitude}
        self.journal.refuse(entry, row, self.ids[row], **at)
        self.shapes[row] = None


def _is_absurd(shapes: npt.NDArray[np.object_]) -> npt.NDArray[np.bool_]:
    """Return which shapes have a coordinate that no map has."""
    coordinates, owner = shapely.get_coordinates(shapes, return_index=True)
    size = np.abs(coordinates)
    is_placed = (size[:, 0] < BEYOND_ANY_MAP) & (size[:, 1] < BEYOND_ANY_MAP)  # false for what is no number too
    found = np.zeros(len(shapes), dtype=bool)
    found[owner[~is_placed]] = True
    return found


def _type_name(shape: shapely.Geometry) -> str:
    return str(shapely.GeometryType(int(shapely.get_type_id(shape))).name).lower()
