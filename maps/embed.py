"""How do features go into a page: as JSON that no browser reads as markup."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from pydantic import JsonValue
from shapely.geometry import box, shape
from shapely.geometry.base import BaseGeometry
from shapely.validation import make_valid

from gis.model.view import MapView, Role, ViewFeature
from maps.legend import ROLE_STYLES, drawing_order

DECIMALS = 7  # about a centimetre
BLOCK_BYTES = 80
"""What holds the features of one role together: `{"type":"FeatureCollection", ...}`."""

MOST_SPOTS = 12

_GRID = 12
_KEY_LENGTH = 8
_LONGEST_PLACE = (-179.1234567, -89.1234567)
_RECORDS = (Role.PARCEL_INSIDE, Role.PARCEL_CUT, Role.OTHER_RECORD, Role.DISPUTED)
_ROW = re.compile(r"#\d+$")

_UNSAFE = {
    ord("<"): "\\u003c",
    ord(">"): "\\u003e",
    ord("&"): "\\u0026",
    ord("`"): "\\u0060",
    ord("$"): "\\u0024",
    ord("\u2028"): "\\u2028",
    ord("\u2029"): "\\u2029",
}


@dataclass(frozen=True, slots=True)
class DrawnFeature:
    """A feature with its key in the page and, where its role asks for one, the place of its label or icon."""

    key: str
    feature: ViewFeature
    label_at: tuple[float, float] | None
    """Longitude and latitude inside the feature."""
    label_spots: tuple[tuple[float, float, float], ...] = ()
    """Places inside the feature for its label, each with its room in degrees; the page takes the best that is free."""


@dataclass(frozen=True, slots=True)
class RoleBlock:
    """All features of one role, as the page holds them."""

    role: Role
    features: tuple[DrawnFeature, ...]
    text: str
    """JSON, safe inside a script element."""


def script_json(data: object) -> str:
    r"""Write compact JSON that cannot end a script element, open a comment or start a template.

    >>> script_json("</script>")
    '"\\u003c/script\\u003e"'
    """
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(_UNSAFE)


def shown_id(feature: ViewFeature) -> str | None:
    """Return the id to show beside the title; None where the title says it or it is only our own name.

    A record's id may carry "#" and its row, which tells records of one id apart.
    """
    if feature.role not in _RECORDS:
        return None
    parcel_id = record_id(feature)
    return None if parcel_id in feature.title else parcel_id


def record_id(feature: ViewFeature) -> str:
    """Return the id as the layer has it, without the row.

    >>> record_id(ViewFeature(Role.PARCEL_CUT, "012-7#31", "Parcel 012-7", {}))
    '012-7'
    """
    return _ROW.sub("", feature.feature_id)


def role_blocks(view: MapView) -> tuple[RoleBlock, ...]:
    """Return one block for each role that has features, from the lowest to the topmost."""
    drawn = [
        DrawnFeature(f"f{number}", feature, _label_at(feature, view.bbox), label_spots(feature, view.bbox))
        for number, feature in enumerate(view.features, start=1)
    ]
    blocks = []
    for role in drawing_order():
        members = tuple(item for item in drawn if item.feature.role is role)
        if members:
            data = {"type": "FeatureCollection", "role": role.value, "features": [_geojson(m) for m in members]}
            blocks.append(RoleBlock(role, members, script_json(data)))
    return tuple(blocks)


def feature_bytes(feature: ViewFeature) -> int:
    """Return the most bytes that a feature can take in a page."""
    spots = ((*_LONGEST_PLACE, _LONGEST_PLACE[0]),) * 2 * MOST_SPOTS if ROLE_STYLES[feature.role].label else ()
    longest = DrawnFeature("f" * _KEY_LENGTH, feature, _LONGEST_PLACE, spots)
    return len(script_json(_geojson(longest)).encode()) + 1


def label_spots(feature: ViewFeature, bbox: Sequence[float]) -> tuple[tuple[float, float, float], ...]:
    """Return places inside a labelled feature, within the box first and then around it, the roomiest first.

    Each has longitude, latitude and, in degrees of latitude, how far the edge of the land is away.

    The page's frame may be wider or higher than the box, and only the browser knows by how much.
    """
    if not ROLE_STYLES[feature.role].label:
        return ()
    west, south, east, north = bbox
    whole = make_valid(shape(feature.geometry))
    reach = max(east - west, north - south)
    around = whole.intersection(box(west - reach, south - reach, east + reach, north + reach))
    return (*_roomiest(whole.intersection(box(*bbox))), *_roomiest(around))


def _roomiest(part: BaseGeometry) -> Iterator[tuple[float, float, float]]:
    """Yield the places of a grid over a part that lie inside it, and the room at each."""
    if part.is_empty or part.area == 0:
        return
    west, south, east, north = part.bounds
    steps = (np.arange(_GRID) + 0.5) / _GRID
    x, y = (grid.ravel() for grid in np.meshgrid(west + (east - west) * steps, south + (north - south) * steps))
    inside = shapely.contains_xy(part, x, y)
    x, y = x[inside], y[inside]
    # A degree of longitude is shorter than one of latitude, and room is meant as it is seen.
    squeeze = np.cos(np.radians((south + north) / 2))
    edge = shapely.transform(part.boundary, lambda points: points * [squeeze, 1])
    room = np.round(shapely.distance(shapely.points(x * squeeze, y), edge), DECIMALS)
    for at in np.lexsort((y, x, -room))[:MOST_SPOTS]:
        yield round(float(x[at]), DECIMALS), round(float(y[at]), DECIMALS), float(room[at])


def _label_at(feature: ViewFeature, bbox: Sequence[float]) -> tuple[float, float] | None:
    style = ROLE_STYLES[feature.role]
    if not (style.label or style.marker):
        return None
    # Seven decimals can fold a hair-thin ring onto itself, which a plain intersection refuses.
    whole = make_valid(shape(feature.geometry))
    visible = whole.intersection(box(*bbox))
    point = (whole if visible.is_empty else visible).representative_point()
    return None if point.is_empty else (round(point.x, DECIMALS), round(point.y, DECIMALS))


def _geojson(drawn: DrawnFeature) -> dict[str, JsonValue]:
    feature = drawn.feature
    properties: dict[str, JsonValue] = {
        "key": drawn.key,
        "id": shown_id(feature),
        "title": feature.title,
        "facts": [[name, value] for name, value in feature.facts],
    }
    if drawn.label_at is not None:
        properties["at"] = list(drawn.label_at)
    if drawn.label_spots:
        properties["spots"] = [list(spot) for spot in drawn.label_spots]
    return {"type": "Feature", "properties": properties, "geometry": _rounded(feature.geometry)}


def _rounded(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return value


def features_of(blocks: Sequence[RoleBlock]) -> Iterator[DrawnFeature]:
    """Yield the features of all blocks."""
    for block in blocks:
        yield from block.features
