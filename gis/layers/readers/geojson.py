"""Is a file GeoJSON as RFC 7946 says, feature by feature; and what would a lenient reader drop in silence?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gis.errors import Place
from gis.geometry.operations import crs_member_name
from gis.layers.readers.cut_texts import cut_in_features
from gis.layers.readers.refusals import unreadable

LARGEST_CHECKED_BYTES = 150_000_000
"""The check holds a file as Python objects, which take some fifteen times its size."""
_DEPTHS = {"Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}
"""How many arrays lie around a position."""
_FEWEST = {"LineString": 2, "MultiLineString": 2}
_MOST_PLACES = 20
_BBOX_LENGTHS = (4, 6)
_POSITION = 2
_PLAIN_POSITION = 3
_FARTHEST_DEG = (180.0, 90.0)
_NUMBERS = frozenset({int, float})
_MEND = "Write the file again with a program that keeps to RFC 7946, or correct the features named."


@dataclass(frozen=True, slots=True)
class Checked:
    """What may be handed to the reading library: `data` where the file itself may not."""

    rows: int
    crs: str | None
    """What the crs member of old GeoJSON names, known to PROJ or not."""
    remarks: tuple[str, ...]
    data: bytes | None


class _FaultError(Exception):
    """One thing that is not as the standard says, and where in the feature."""


def parse_json(data: bytes, where: str) -> Any:  # noqa: ANN401  JSON holds anything
    """Return what JSON text holds.

    Raises
    ------
    LayerUnreadable
        With line and column where it is no JSON, or nested too deep.
    """
    try:
        return json.loads(data.decode(json.detect_encoding(data)))
    except json.JSONDecodeError as error:
        why = f"It is no JSON from line {error.lineno}, column {error.colno} on: {error.msg}."
        raise unreadable(where, why, "Download it again: it may be cut off, or a web page.") from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise unreadable(where, f"It is no JSON: {error}") from error
    except ValueError as error:
        # What is left is a bound of Python's on integers.
        raise unreadable(where, "It holds a number of thousands of digits, which no program can read.") from error


def check_geojson(found: object, where: str) -> Checked:
    """Check a parsed GeoJSON file.

    A shape that is not as RFC 7946 says is never guessed at: its row is kept without a shape and
    told of, so that rows in the file are rows read. Rings that are open, too short or cross themselves
    are left to the mending of shapes, which lists them with ring and vertex.

    Parameters
    ----------
    found : object
        The parsed JSON.
    where : str
        The file, for messages.

    Returns
    -------
    Checked
        Number of features, the crs member, remarks, and the text to read where a feature had to
        be left without its shape.

    Raises
    ------
    LayerUnreadable
        Where it is no GeoJSON, or no shape that it holds can be read.

    Examples
    --------
    >>> checked = check_geojson({"type": "Point", "coordinates": [-89.4, 43.07]}, "a.geojson")
    >>> checked.rows, checked.remarks
    (1, ('The file is a bare geometry and no feature: it has no columns.',))
    """
    if not isinstance(found, dict):
        raise unreadable(where, f"It holds {_a(found)} and no GeoJSON object.", _MEND)
    kind = found.get("type")
    features = _features(found, kind, where)
    remarks: list[str] = []
    if kind not in {"FeatureCollection", "Feature"}:
        remarks.append("The file is a bare geometry and no feature: it has no columns.")
    checker = _Checker(remarks)
    kept = [checker.feature(number, feature) for number, feature in enumerate(features, start=1)]
    if checker.places and not checker.shapes:
        raise unreadable(
            where, f"None of its {len(features):,} features has a shape as RFC 7946 says.", _MEND, checker.shown()
        )
    if kind != "Feature":  # it was looked at as such
        _bbox(found, "The file", remarks)
    checker.tell()
    remarks += cut_in_features(kept)
    member = found.get("crs")
    # A member that names nothing is handed on as it is: PROJ will not know it, and that is said.
    crs = None if member is None else crs_member_name(member) or json.dumps(member)
    if crs is None and checker.beyond:
        remarks.append(
            f"{_have(checker.beyond)} coordinates beyond longitude 180 or latitude 90, which no place has: "
            "they are in another system than RFC 7946 says, or latitude is first."
        )
    data = None
    if checker.changed:
        data = json.dumps({"type": "FeatureCollection", "features": kept}).encode()
    return Checked(len(features), crs, tuple(remarks), data)


def _features(found: dict[str, Any], kind: object, where: str) -> list[Any]:
    if kind == "FeatureCollection":
        features = found.get("features")
        if isinstance(features, list):
            return features
        why = "It has no features." if features is None else f"Its features are {_a(features)} and no array."
        raise unreadable(where, why, _MEND)
    if kind == "Feature":
        return [found]
    if kind == "GeometryCollection" or (isinstance(kind, str) and kind in _DEPTHS):
        return [
            {
                "type": "Feature",
                "properties": {},
                "geometry": {key: found[key] for key in found if key not in {"crs", "bbox"}},
            }
        ]
    names = ("FeatureCollection", "Feature", "GeometryCollection", *_DEPTHS)
    meant = [name for name in names if isinstance(kind, str) and name.lower() == kind.lower()]
    hint = f" (it is written {meant[0]})" if meant else ""
    if kind is None:
        raise unreadable(where, "It does not say its type: FeatureCollection, Feature or a type of geometry.", _MEND)
    raise unreadable(where, f"Its type is {json.dumps(kind)[:40]}, which is no type of GeoJSON{hint}.", _MEND)


class _Checker:
    """Looks at one feature after another and keeps count."""

    def __init__(self, remarks: list[str]) -> None:
        self.remarks = remarks
        self.places: list[Place] = []
        self.shapes = 0
        self.changed = False
        self.long_positions = 0
        self.beyond = 0
        self.across = 0

    def shown(self) -> tuple[Place, ...]:
        return tuple(self.places[:_MOST_PLACES])

    def feature(self, number: int, feature: object) -> dict[str, Any]:
        """Return the feature as it may be read: with what is wrong in it left out and told."""
        if not isinstance(feature, dict) or feature.get("type") != "Feature":
            self._fault(number, f"is {_a(feature)} and no feature")
            return {"type": "Feature", "properties": None, "geometry": None}
        kept = feature
        if "properties" not in feature:
            self.remarks.append(f"Feature {number} has no properties; its columns are blank.")
        elif not isinstance(feature["properties"], dict | None):
            self.remarks.append(f"The properties of feature {number} are {_a(feature['properties'])}; left out.")
            kept, self.changed = {**kept, "properties": None}, True
        if "id" in feature and (isinstance(feature["id"], bool) or not isinstance(feature["id"], str | int | float)):
            self.remarks.append(f"The id of feature {number} is {_a(feature['id'])}; left out.")
            kept, self.changed = {key: value for key, value in kept.items() if key != "id"}, True
        _bbox(feature, f"Feature {number}", self.remarks)
        geometry = feature.get("geometry")
        if "geometry" not in feature:
            self._fault(number, "has no geometry member")
        elif geometry is not None:
            try:
                self._geometry(geometry, f"Feature {number}")
            except _FaultError as fault:
                self._fault(number, str(fault))
                return {**kept, "geometry": None}
            self.shapes += 1
        return kept

    def tell(self) -> None:
        """Sum up what several features share."""
        if self.places:
            listed = "; ".join(str(place) for place in self.shown())
            self.remarks.append(f"{_have(len(self.places))} no shape as RFC 7946 says, read without one: {listed}.")
        if self.long_positions:
            self.remarks.append(
                f"{_have(self.long_positions)} positions of more than three numbers; "
                "those after the third mean nothing and are left out."
            )
        if self.across:
            self.remarks.append(
                f"{_have(self.across)} a width of more than 180 degrees of longitude: not cut at the 180th "
                "meridian, as RFC 7946 asks, it is read as if it went around the Earth."
            )

    def _fault(self, number: int, what: str) -> None:
        self.places.append(Place(row=number - 1, text=what))
        self.changed = True

    def _geometry(self, geometry: object, owner: str) -> None:
        if not isinstance(geometry, dict):
            message = f"geometry is {_a(geometry)}"
            raise _FaultError(message)
        _bbox(geometry, owner, self.remarks)
        kind = geometry.get("type")
        if kind == "GeometryCollection":
            parts = geometry.get("geometries")
            if not isinstance(parts, list):
                message = f"geometries is {_a(parts)}"
                raise _FaultError(message)
            for part in parts:
                self._geometry(part, owner)
            return
        if not isinstance(kind, str) or kind not in _DEPTHS:
            message = "geometry has no type" if kind is None else f"{json.dumps(kind)[:40]} is no type of geometry"
            raise _FaultError(message)
        if "coordinates" not in geometry:
            message = f"{kind} without coordinates"
            raise _FaultError(message)
        longitudes: list[float] = []
        is_long = is_beyond = False
        for line in _lines(geometry["coordinates"], _DEPTHS[kind], kind):
            is_long |= any(len(position) > _PLAIN_POSITION for position in line)
            longitudes.extend(position[0] for position in line)
            is_beyond |= any(
                abs(position[0]) > _FARTHEST_DEG[0] or abs(position[1]) > _FARTHEST_DEG[1] for position in line
            )
        self.long_positions += is_long
        self.beyond += is_beyond
        spans = bool(longitudes) and max(longitudes) - min(longitudes) > _FARTHEST_DEG[0]
        self.across += spans and not is_beyond


def _lines(coordinates: object, depth: int, kind: str, path: str = "coordinates") -> Iterator[list[list[float]]]:
    """Yield the runs of positions of a geometry, each checked; an empty array says nothing and is no fault."""
    if not isinstance(coordinates, list):
        message = f"{path} of {kind} is {_a(coordinates)} and no array"
        raise _FaultError(message)
    if depth > 1:
        for place, part in enumerate(coordinates):
            yield from _lines(part, depth - 1, kind, f"{path}[{place}]")
        return
    line = coordinates if depth == 1 else [coordinates] if coordinates else []
    for place, position in enumerate(line):
        at = f"{path}[{place}]" if depth == 1 else path
        if not isinstance(position, list) or len(position) < _POSITION or not _NUMBERS.issuperset(map(type, position)):
            shown = (
                _a(position)
                if not isinstance(position, list)
                else "an array that is no position of two or three numbers"
            )
            message = f"{at} of {kind} is {shown}"
            raise _FaultError(message)
    if line and len(line) < _FEWEST.get(kind, 0):
        message = f"{path} of {kind} has one position"
        raise _FaultError(message)
    yield line


def _have(count: int) -> str:
    return f"{count:,} feature has" if count == 1 else f"{count:,} features have"


def _bbox(owner: Mapping[str, Any], name: str, remarks: list[str]) -> None:
    """Tell of a bbox that is none; it is never used."""
    if "bbox" not in owner:
        return
    bbox = owner["bbox"]
    if not isinstance(bbox, list) or len(bbox) not in _BBOX_LENGTHS or not _NUMBERS.issuperset(map(type, bbox)):
        remarks.append(f"{name} has a bbox that is not four or six numbers; it is not used.")


def _a(value: object) -> str:
    """Return what a JSON value is, without the value itself."""
    names = {
        dict: "an object",
        list: "an array",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "null" if value is None else names[type(value)]
