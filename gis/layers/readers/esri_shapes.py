"""What shape does a geometry of Esri JSON describe: rings by how they lie in one another, arcs as chords?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from gis.layers.readers.arcs import FARTHEST, MOST_CHORDS, Points, chord_error, stroke
from gis.layers.readers.desktop import unit_in_words
from gis.layers.readers.flat import Noted

_CURVED = (("curveRings", "rings"), ("curvePaths", "paths"))
_FEWEST = 3
"""A ring encloses land with three places; a fourth closes it."""
_ROUNDING = 1e-9
_NO_PLACE = "a place that is no two finite numbers"


class NoShapeError(Exception):
    """A geometry that does not say what its shape is."""


@dataclass(slots=True)
class EsriShapes:
    """Makes the shapes of one layer, and counts what they had besides."""

    crs: str | None
    has_z: bool = False
    has_m: bool = False
    noted: Noted = field(default_factory=Noted)
    turned: int = 0
    opened: int = 0
    short: int = 0

    def shape(self, geometry: Any) -> shapely.Geometry | None:  # noqa: ANN401  JSON until it is read
        """Return a shape in the plane, None where the geometry says that there is none.

        A ring inside another ring of the shape is a hole and a ring inside a hole is land again,
        whichever comes first and whichever way it runs. Rings that cross each other make an invalid
        shape, for the mending of shapes to list.

        Raises
        ------
        NoShapeError
            Where a place is no two finite numbers, a curve is no arc of a circle, or its arc is too
            wide to be drawn within `arcs.CHORD_ERROR_FT`.
        """
        try:
            return self._shape(geometry) if geometry else None
        except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError) as error:
            message = _NO_PLACE
            raise NoShapeError(message) from error

    def remarks(self) -> tuple[str, ...]:
        """Return what was found in all shapes so far."""
        said = list(self.noted.remarks(unit_in_words(self.crs)))
        if self.turned:
            said.append(
                f"{self.turned:,} rings run the other way than Esri JSON says (outer rings clockwise); "
                "rings inside rings were read as holes, whichever way they run."
            )
        if self.opened:
            said.append(f"{self.opened:,} rings whose last place is not their first were closed.")
        if self.short:
            said.append(f"{self.short:,} rings of fewer than three places enclose nothing and were left out.")
        return tuple(said)

    def _shape(self, geometry: dict[str, Any]) -> shapely.Geometry | None:
        if "x" in geometry:
            return self._point(geometry)
        has_z, has_m = bool(geometry.get("hasZ", self.has_z)), bool(geometry.get("hasM", self.has_m))
        for curved, plain in _CURVED:
            if curved in geometry:
                lines = [self._chords(path) for path in geometry[curved]]
                self.noted.curved += 1
                return self._rings(lines) if plain == "rings" else _paths(lines)
        lists = geometry["rings"] if "rings" in geometry else geometry.get("paths")
        lines = [self._line(line, has_z=has_z) for line in ([geometry["points"]] if lists is None else lists) if line]
        if lines:
            # Where a shape has measures and no heights, the third number is a measure.
            self.noted.with_z += has_z
            self.noted.with_m += has_m
        if "rings" in geometry:
            return self._rings(lines)
        if "paths" in geometry:
            return _paths(lines)
        return shapely.multipoints(lines[0]) if lines else None

    def _point(self, geometry: dict[str, Any]) -> shapely.Geometry | None:
        if geometry["x"] in (None, "NaN"):  # how a service says that there is no place
            return None
        if isinstance(geometry.get("z"), int | float):
            self.noted.with_z += 1
            self.noted.note_heights(np.array([geometry["z"]], dtype=np.float64))
        self.noted.with_m += isinstance(geometry.get("m"), int | float)
        return shapely.Point(_places([[geometry["x"], geometry["y"]]])[0])

    def _line(self, line: Sequence[Sequence[Any]], *, has_z: bool) -> Points:
        places = _places(line)
        if has_z:
            heights = [height for place in line for height in place[2:3] if height is not None]
            self.noted.note_heights(np.array(heights, dtype=np.float64))
        return places

    def _chords(self, path: Sequence[Any]) -> Points:
        """Return a path of places and curves as places: each curve begins where the one before it ended."""
        pieces = [_places(path[:1])]
        for step in path[1:]:
            if not isinstance(step, dict):
                pieces.append(_places([step]))
                continue
            if set(step) != {"c"}:
                message = "a curve that is no arc of a circle through three places"
                raise NoShapeError(message)
            end, middle = _places(step["c"])
            error = chord_error(self.crs, float(np.abs([end, middle]).max()))
            chords, farthest = stroke(pieces[-1][-1], middle, end, error)
            if not farthest <= error * (1 + _ROUNDING):
                message = f"an arc so wide that {MOST_CHORDS:,} chords do not come near to it"
                raise NoShapeError(message)
            pieces.append(chords[1:])
            self.noted.chord_error = max(self.noted.chord_error, farthest)
        return np.vstack(pieces)

    def _rings(self, lines: Sequence[Points]) -> shapely.Geometry | None:
        rings = []
        for line in lines:
            if len(np.unique(line, axis=0)) < _FEWEST:
                self.short += 1
                continue
            is_open = not np.array_equal(line[0], line[-1])
            self.opened += is_open
            rings.append(np.vstack((line, line[:1])) if is_open else line)
        if not rings:
            return None
        against_clock = shapely.is_ccw([shapely.linearrings(ring) for ring in rings])
        holders = [-1] if len(rings) == 1 else _holders(rings)
        if holders is None:  # they cross: what the rings say of themselves
            outer = [ring for ring, turned in zip(rings, against_clock, strict=True) if not turned] or rings[:1]
            holes = [ring for ring, turned in zip(rings, against_clock, strict=True) if turned and ring is not outer[0]]
            first, *others = outer
            return _land([shapely.Polygon(first, holes), *map(shapely.Polygon, others)])
        self.turned += sum(
            turned == (holder < 0) for turned, holder in zip(against_clock.tolist(), holders, strict=True)
        )
        parts = [
            shapely.Polygon(rings[place], [rings[hole] for hole, its in enumerate(holders) if its == place])
            for place, holder in enumerate(holders)
            if holder < 0
        ]
        return _land(parts)


def _places(line: Sequence[Sequence[Any]]) -> Points:
    """Return the places of a line in the plane.

    Raises
    ------
    NoShapeError
        Where one of them is not finite, or lies beyond `arcs.FARTHEST`.
    """
    places = np.array([place[:2] for place in line], dtype=np.float64).reshape(-1, 2)
    if not (np.abs(places) <= FARTHEST).all():  # nor is NaN
        raise NoShapeError(_NO_PLACE)
    return places


def _holders(rings: Sequence[Points]) -> list[int] | None:
    """Return for each ring the ring whose hole it is, -1 for one that encloses land; None where rings cross."""
    areas = shapely.polygons([shapely.linearrings(ring) for ring in rings])
    tree = shapely.STRtree(areas)
    if not shapely.is_valid(areas).all() or tree.query(areas, predicate="overlaps").size:
        return None
    inner, outer = tree.query(areas, predicate="covered_by")
    around: list[set[int]] = [set() for _ in rings]
    for ring, other in zip(inner.tolist(), outer.tolist(), strict=True):
        if ring != other:
            around[ring].add(other)
    if any(ring in around[other] for ring, others in enumerate(around) for other in others):
        return None  # one ring twice
    return [-1 if len(others) % 2 == 0 else max(others, key=lambda other: len(around[other])) for others in around]


def _land(parts: Sequence[shapely.Geometry]) -> shapely.Geometry:
    return parts[0] if len(parts) == 1 else shapely.multipolygons(np.array(parts, dtype=object))


def _paths(lines: Sequence[Points]) -> shapely.Geometry | None:
    parts = [shapely.linestrings(line) for line in lines if len(line) > 1]
    return shapely.multilinestrings(parts) if parts else None


def as_wkb(shapes: Sequence[shapely.Geometry | None]) -> npt.NDArray[np.object_]:
    """Return shapes as WKB by row."""
    array = np.empty(len(shapes), dtype=object)
    array[:] = shapes
    found: npt.NDArray[np.object_] = np.asarray(shapely.to_wkb(array, byte_order=1), dtype=object)
    return found
