"""What is drawn: the features of one evaluation in degrees, ready for a map and its equal list."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from gis.model.config import STRICT
from gis.model.exact import Exact


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
    DISTRICT = "district"
    SERVICE_AREA = "service_area"
    PARCEL_NEAR = "parcel_near"
    MUST_CONNECT = "must_connect"
    NEED_NOT_CONNECT = "need_not_connect"
    PERSON_MUST_LOOK = "person_must_look"
    FACT_MISSING = "fact_missing"
    NOT_GOVERNED = "not_governed"
    NO_ANSWER = "no_answer"
    GRAVITY_IN_SERVICE = "gravity_in_service"
    GRAVITY_PROPOSED = "gravity_proposed"
    GRAVITY_ABANDONED = "gravity_abandoned"
    INTERCEPTOR_IN_SERVICE = "interceptor_in_service"
    INTERCEPTOR_PROPOSED = "interceptor_proposed"
    INTERCEPTOR_ABANDONED = "interceptor_abandoned"
    FORCE_IN_SERVICE = "force_in_service"
    FORCE_PROPOSED = "force_proposed"
    FORCE_ABANDONED = "force_abandoned"
    SEWER_UNKNOWN = "sewer_unknown"
    SKETCHED_MAIN = "sketched_main"
    LAYER_FAULT = "layer_fault"
    RUNOFF_NONE = "runoff_none"
    RUNOFF_TO_ONE = "runoff_to_one"
    RUNOFF_TO_FIVE = "runoff_to_five"
    RUNOFF_TO_TWENTY = "runoff_to_twenty"
    RUNOFF_MORE = "runoff_more"
    RUNOFF_OPEN = "runoff_open"
    ASSESSED = "assessed"
    ASSESSED_IN_PART = "assessed_in_part"
    ASSESSED_TO_CAP = "assessed_to_cap"
    EXEMPT = "exempt"
    EXEMPTION_OPEN = "exemption_open"
    NOT_ON_ROLL = "not_on_roll"
    PROJECT_STREET = "project_street"
    PROJECT_FRONT = "project_front"
    PROJECT_LINE = "project_line"
    LEVY_AREA = "levy_area"


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
class LayerShown:
    """Where the features of one kind on a map come from, and of which day they are."""

    __pydantic_config__ = STRICT

    kind: str
    edition: str
    vintage: dt.date
    source: str
    """Name of the file that was imported."""
    accuracy_ft: Exact | None
    """Stated positional accuracy; null where nobody stated one."""


@dataclass(frozen=True, slots=True)
class MapView:
    """Everything that one map shows, in drawing order, and what it leaves out."""

    __pydantic_config__ = STRICT

    title: str
    bbox: tuple[float, float, float, float]
    features: tuple[ViewFeature, ...]
    left_out: tuple[str, ...] = ()
    """Sentences that say what is simplified or not drawn one by one."""
    sources: tuple[LayerShown, ...] = ()
    """The layers that are drawn, where the map says so of each."""
