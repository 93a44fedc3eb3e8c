"""Does a stored report still stand: what of it is read, and what has changed since?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from pydantic import ConfigDict, JsonValue

from gis.model.config import STRICT

_LENIENT = ConfigDict(extra="ignore")
"""A report of an earlier version may hold what this one no longer writes; only what is compared is read."""

ReasonKind = Literal[
    "townline",
    "rule_changed",
    "rule_added",
    "rule_removed",
    "values",
    "value_changed",
    "value_removed",
    "edition_replaced",
    "edition_added",
    "edition_not_in_force",
    "edition_gone",
    "editions_undecided",
]


@dataclass(frozen=True, slots=True)
class StoredValue:
    """A value of the law that a stored finding used."""

    __pydantic_config__ = _LENIENT

    name: str
    value: JsonValue


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """What is compared of a stored finding."""

    __pydantic_config__ = _LENIENT

    rule: str
    parameters: tuple[StoredValue, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredReport:
    """What is compared of a stored report, whichever version of Townline wrote it."""

    __pydantic_config__ = _LENIENT

    townline: str
    rules: dict[str, str]
    parameters_hash: str
    date: dt.date
    editions: dict[str, str]
    findings: tuple[StoredFinding, ...]


@dataclass(frozen=True, slots=True)
class StaleReason:
    """One thing that has changed since the report was made."""

    __pydantic_config__ = STRICT

    kind: ReasonKind
    subject: str
    """Rule, value or kind of layer that changed."""
    was: JsonValue
    now: JsonValue
    says: str


@dataclass(frozen=True, slots=True)
class Staleness:
    """Whether a stored report still stands. Nothing is judged again to find out."""

    __pydantic_config__ = STRICT

    status: Literal["current", "stale"]
    report_date: dt.date
    """Day for which the report was made."""
    date: dt.date
    """Day for which law and editions are compared."""
    reasons: tuple[StaleReason, ...]
    not_compared: tuple[str, ...]
    """What could have changed without being seen here, in sentences."""

    @property
    def is_stale(self) -> bool:
        """Whether anything has changed."""
        return self.status == "stale"
