"""What is drawn: the features of one evaluation in degrees, ready for a map and its equal list."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from gis.model.config import STRICT


class Role(StrEnum):
    """Why a feature is on the map; the legend gives each its words, hatch and colour."""

    BOUNDARY = "boundary"
    TOWN = "town"
    VILLAGE = "village"
    CITY = "city"
    PARCEL_INSIDE = "parcel_inside"
    PARCEL_CUT = "parcel_cut"
    OTHER_RECORD = "other_record"
    OFFENDING = "offending"
    SLIVER = "sliver"
    DISPUTED = "disputed"
    EXCLUDED = "excluded"
    KEPT = "kept"
    UNDECIDED = "undecided"
    ADDED = "added"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class ViewFeature:
    """One feature in longitude and latitude (RFC 7946, seven decimals)."""

    __pydantic_config__ = STRICT

    role: Role
    feature_id: str
    title: str
    geometry: dict[str, JsonValue]
    facts: tuple[tuple[str, str], ...] = ()
    """Lines of the popup and of the list: name and value as words, never a person's name."""


@dataclass(frozen=True, slots=True)
class MapView:
    """Everything that one map shows, in drawing order, and what it leaves out."""

    __pydantic_config__ = STRICT

    title: str
    bbox: tuple[float, float, float, float]
    features: tuple[ViewFeature, ...]
    left_out: tuple[str, ...] = ()
    """Sentences that say what is simplified or not drawn one by one."""
