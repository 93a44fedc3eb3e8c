"""What does a rule say of these facts: the Finding and its parts."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import JsonValue

from gis.model.config import STRICT


class State(StrEnum):
    """The answer to a rule's own question; see FACTS.md 1.3."""

    PASS = "pass"  # noqa: S105 - a state of the law, not a password
    FAIL = "fail"
    WITHIN_TOLERANCE = "within_tolerance"
    NEEDS_EVIDENCE = "needs_evidence"
    NOT_APPLICABLE = "not_applicable"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class Reading:
    """What another honest reading of the text would give."""

    __pydantic_config__ = STRICT

    state: State
    answer: JsonValue = None
    because: str = ""
    """One sentence: what this reading takes differently."""


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """A number of the law that the finding used."""

    __pydantic_config__ = STRICT

    name: str
    value: JsonValue
    unit: str
    holds_from: dt.date
    citation: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A feature that decided the finding, and where to zoom to see it."""

    __pydantic_config__ = STRICT

    layer: str
    edition: str
    feature_id: str
    role: str
    """What the feature did: cut, offending, sliver, excluded, unknown, disputed."""
    bbox: tuple[float, float, float, float] | None = None
    """West, south, east, north in degrees (longitude and latitude), seven decimals."""
    measures: dict[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sources that disagree about the same ground, and what that does to this finding."""

    __pydantic_config__ = STRICT

    kind: Literal["roll_and_polygon", "claimed_twice", "claimed_by_none"]
    subject: str
    """Parcel id, or the place in words."""
    claims: tuple[str, ...]
    area_sqft: float
    effect: str
    width_ft: float | None = None
    within_accuracy: bool = False
    bbox: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Margin:
    """How far the outcome is from the threshold, and whether the layers' accuracy could flip it."""

    __pydantic_config__ = STRICT

    measure: str
    unit: str
    value: JsonValue
    threshold: JsonValue
    low: JsonValue = None
    """The measure in the worst case one way, over the accuracy of the layers."""
    high: JsonValue = None
    """The measure in the worst case the other way."""
    accuracy_ft: float | None = None
    holds: bool | None = None
    """Whether the outcome is the same over the whole interval; null where no interval is known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule's answer on one set of facts, with everything needed to check it."""

    __pydantic_config__ = STRICT

    rule: str
    citation: str
    version: str
    state: State
    answer: JsonValue
    measures: dict[str, JsonValue]
    readings: dict[str, Reading]
    because: str
    parameters: tuple[ParameterUse, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    margin: Margin | None = None
    subject: str | None = None
    """The parcel, person or connection asked about; null where the rule asks about the whole boundary."""
    question: str = ""
    answer_unit: str | None = None
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str, ...] = ()
    """What the finding took for granted, in sentences."""
