"""What GeoJSON says was drawn: rings and lines, the coordinate system it names, and what was changed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from gis.errors import BoundaryInvalid, BoundaryNotPolygon, BoundaryUnreadable, Place
from gis.geometry.operations import crs_member_name, crs_name, parse_crs

MUST_BE_POLYGON = "a boundary must be a Polygon or MultiPolygon"
_LEAST_DISTINCT = 3
_MOST_DECIMAL_SHOWN = 60
_NOWHERE = np.zeros((0, 2))


@dataclass(slots=True)
class Drawn:
    """Polygons and lines in the file's own coordinates."""

    polygons: list[shapely.Polygon] = field(default_factory=list)
    lines: list[shapely.LineString | shapely.Point] = field(default_factory=list)
    """Lines, and outlines of fewer than three distinct points: half-drawn. One position alone is a point."""
    crs: str | None = None
    """The system that an old `crs` member names."""
    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Say once what was changed."""
        if text not in self.notes:
            self.notes.append(text)

    def coordinates(self) -> NDArray[np.float64]:
        """Return all vertices."""
        found: NDArray[np.float64] = shapely.get_coordinates([*self.polygons, *self.lines])
        return found


def parse_geojson(data: Mapping[str, Any] | str | bytes, where: str) -> Drawn:
    """Read a geometry, a Feature or a FeatureCollection (RFC 7946).

    An unclosed ring is closed, Z is dropped and an old `crs` member is honoured; the notes say
    so. A line that ends where it began is read as an outline.

    Parameters
    ----------
    data : mapping, str or bytes
        GeoJSON, parsed or not (UTF-8).
    where : str
        What is read, for messages.

    Returns
    -------
    Drawn
        Polygons may be invalid; that is judged later.

    Raises
    ------
    BoundaryUnreadable
        Where it is no GeoJSON, or a coordinate is no finite number.
    BoundaryNotPolygon
        For points (also with a radius), many lines, or a mixture.
    BoundaryInvalid
        For a closed ring that encloses nothing.
    CrsUnknown
        Where the `crs` member names no system.

    Examples
    --------
    >>> text = '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 3]]]}'
    >>> drawn = parse_geojson(text, "a drawing")
    >>> drawn.polygons[0].area, drawn.notes
    (6.0, ['A ring whose last vertex is not its first was closed.'])
    """
    found = data if isinstance(data, Mapping) else _loaded(data, where)
    drawn = Drawn(crs=_old_crs(found, where))
    if drawn.crs is not None:
        drawn.note(f"The file's old crs member was honoured: {drawn.crs}.")
    for geometry, properties in _geometries(found, where):
        if geometry is None:
            drawn.note("A feature without a shape was left aside.")
            continue
        _add(drawn, geometry, properties, where)
    if drawn.polygons and drawn.lines:
        raise _not_polygon(where, "It mixes polygons with lines or unfinished outlines", "Send the polygons only.")
    if len(drawn.lines) > 1:
        raise _not_polygon(where, f"It has {len(drawn.lines)} lines", "Draw one closed outline.")
    if not drawn.polygons and not drawn.lines:
        raise _unreadable(where, "It has no geometry.", "Draw an outline and send it as a Polygon.")
    return drawn


def _loaded(data: str | bytes, where: str) -> Mapping[str, Any]:
    try:
        found = json.loads(data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise _unreadable(
            where, "It is not JSON.", f"Send GeoJSON in UTF-8 ({type(error).__name__}: {error})."
        ) from error
    if not isinstance(found, Mapping):
        raise _unreadable(where, "It is JSON, but no GeoJSON object.", 'It must be an object with a "type".')
    return found


def _old_crs(found: Mapping[str, Any], where: str) -> str | None:
    member = found.get("crs")
    if member is None:
        return None
    name = crs_member_name(member)
    if name is None:
        raise _unreadable(
            where,
            "Its crs member names no coordinate system.",
            'Write {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3071"}}, or longitude and '
            "latitude without it.",
        )
    return crs_name(parse_crs(name))


def _geometries(found: Mapping[str, Any], where: str) -> Iterator[tuple[Mapping[str, Any] | None, Mapping[str, Any]]]:
    """Yield each geometry with its feature's properties; None for a feature without one."""
    kind = found.get("type")
    features = [found] if kind == "Feature" else found.get("features") if kind == "FeatureCollection" else None
    if features is None:
        yield from ((single, {}) for single in _flat(found, where))
        return
    if not isinstance(features, list):
        raise _unreadable(where, "Its features are no list.", "Send a FeatureCollection as RFC 7946 has it.")
    for feature in features:
        geometry = feature.get("geometry") if isinstance(feature, Mapping) else None
        if not isinstance(geometry, Mapping):
            yield None, {}
            continue
        properties = feature.get("properties")
        for single in _flat(geometry, where):
            yield single, properties if isinstance(properties, Mapping) else {}


def _flat(geometry: Mapping[str, Any], where: str) -> Iterator[Mapping[str, Any]]:
    if geometry.get("type") != "GeometryCollection":
        yield geometry
        return
    members = geometry.get("geometries")
    if not isinstance(members, list) or not all(isinstance(member, Mapping) for member in members):
        raise _unreadable(where, "Its geometries are no list.", "Send a Polygon or MultiPolygon.")
    if any(member.get("type") == "GeometryCollection" for member in members):
        raise _unreadable(where, "It has a collection in a collection.", "Send a Polygon or MultiPolygon.")
    yield from members


def _add(drawn: Drawn, geometry: Mapping[str, Any], properties: Mapping[str, Any], where: str) -> None:
    kind, coordinates = geometry.get("type"), geometry.get("coordinates")
    if kind in {"Point", "MultiPoint"}:
        next_step = "Draw the outline and send it as a Polygon."
        if "radius" in properties:
            next_step = (
                "GeoJSON has no circle: draw it as a polygon of many sides (128 keep 0.9996 of its land) and send that."
            )
        raise _not_polygon(where, f"It is a {kind}", next_step)
    if kind == "Polygon":
        _add_polygon(drawn, _list(coordinates, where), where)
    elif kind == "MultiPolygon":
        for rings in _list(coordinates, where):
            _add_polygon(drawn, _list(rings, where), where)
    elif kind == "LineString":
        line = _positions(drawn, coordinates, where, None)
        if len(line) and _is_closed(line) and _distinct(line) >= _LEAST_DISTINCT:
            drawn.note("A line that ends where it began was read as an outline.")
            drawn.polygons.append(shapely.polygons(line))
        else:
            _add_line(drawn, line)
    elif kind == "MultiLineString":
        raise _not_polygon(where, "It is a MultiLineString", "Draw one closed outline.")
    else:
        shown = str(kind)[:_MOST_DECIMAL_SHOWN]
        raise _unreadable(where, f"It has a geometry of type {shown!r}.", f"Remember that {MUST_BE_POLYGON}.")


def _add_polygon(drawn: Drawn, rings: list[Any], where: str) -> None:
    add_outline(drawn, [_positions(drawn, ring, where, i) for i, ring in enumerate(rings)], where)


def add_outline(drawn: Drawn, found: Sequence[NDArray[np.float64]], where: str) -> None:
    """Add one polygon by its rings, the shell first; a shell of fewer than three distinct points is half-drawn.

    Raises
    ------
    BoundaryUnreadable
        Where a hole has fewer than three distinct points.
    BoundaryInvalid
        Where the shell is a whole ring (four positions, the last as the first) of fewer than three distinct points.
    """
    if found and _is_whole_ring(found[0]) and _distinct(found[0]) < _LEAST_DISTINCT:
        raise BoundaryInvalid(
            what="The outline is closed and encloses no land.",
            where=where,
            why="Its vertices are one or two points only, so that its area is zero.",
            next="Draw an outline of three different points or more; send one that is half-drawn as a LineString.",
            places=(Place(ring=0),),
        )
    if not found or _distinct(found[0]) < _LEAST_DISTINCT:
        _add_line(drawn, found[0] if found else _NOWHERE)
        return
    closed = []
    for i, ring in enumerate(found):
        if _distinct(ring) < _LEAST_DISTINCT:
            raise _unreadable(
                where,
                f"Ring {i} has fewer than three different points.",
                "Draw the hole, or leave it out.",
                (Place(ring=i),),
            )
        if not _is_closed(ring):
            drawn.note("A ring whose last vertex is not its first was closed.")
        closed.append(ring if _is_closed(ring) else np.vstack((ring, ring[:1])))
    drawn.polygons.append(shapely.Polygon(closed[0], closed[1:]))


def _positions(drawn: Drawn, ring: object, where: str, number: int | None) -> NDArray[np.float64]:
    points = []
    for i, position in enumerate(_list(ring, where)):
        is_numbers = isinstance(position, list | tuple) and all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in position
        )
        if not is_numbers or len(position) < 2 or not all(map(_is_finite, position[:2])):  # noqa: PLR2004  x and y
            raise _unreadable(
                where,
                "A position is not two finite numbers.",
                "Write [longitude, latitude].",
                (Place(ring=number, vertex=i),),
            )
        if len(position) > 2:  # noqa: PLR2004  x and y
            drawn.note("Heights (Z) were dropped.")
        points.append((float(position[0]), float(position[1])))
    return np.asarray(points, dtype=np.float64).reshape(-1, 2)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer too large for any float
        return False


def _list(value: object, where: str) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    raise _unreadable(where, "Its coordinates are no list.", "Write coordinates as RFC 7946 has them.")


def _is_closed(ring: NDArray[np.float64]) -> bool:
    return bool((ring[0] == ring[-1]).all())


def _is_whole_ring(ring: NDArray[np.float64]) -> bool:
    """Return whether a ring is one as RFC 7946 has it: four positions or more, the last the same as the first."""
    return len(ring) > _LEAST_DISTINCT and _is_closed(ring)


def _distinct(ring: NDArray[np.float64]) -> int:
    return len(np.unique(ring, axis=0))


def _add_line(drawn: Drawn, points: NDArray[np.float64]) -> None:
    if len(points):
        drawn.lines.append(line_through(points))


def line_through(points: NDArray[np.float64]) -> shapely.LineString | shapely.Point:
    """Return what was drawn so far: a line without repeated vertices, or a point where all are one.

    Examples
    --------
    >>> line_through(np.array([[1.0, 2.0], [1.0, 2.0]])).wkt
    'POINT (1 2)'
    """
    if _distinct(points) < 2:  # noqa: PLR2004  a line has two ends
        return shapely.Point(points[0])
    is_new = np.concatenate(([True], (points[1:] != points[:-1]).any(axis=1)))
    return shapely.LineString(points[is_new])


def _not_polygon(where: str, what: str, next_step: str) -> BoundaryNotPolygon:
    return BoundaryNotPolygon(
        what=f"{what}: {MUST_BE_POLYGON}.",
        where=where,
        why="Only an outline encloses land that can be judged.",
        next=next_step,
    )


def _unreadable(where: str, what: str, next_step: str, places: tuple[Place, ...] = ()) -> BoundaryUnreadable:
    return BoundaryUnreadable(
        what=what, where=where, why="The boundary cannot be read as GeoJSON.", next=next_step, places=places
    )
