"""What does Townline say of the law itself: a rule explained, a value through time, the list of both."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from pydantic import JsonValue

from gis.model.config import STRICT


@dataclass(frozen=True, slots=True)
class Requirement:
    """What one passage of the law asks, in our own words."""

    __pydantic_config__ = STRICT

    holds_from: dt.date
    """Day from which the text on file is used; what held before is not on file."""
    citation: str
    says: str


@dataclass(frozen=True, slots=True)
class FactNeeded:
    """A fact that a rule asks for."""

    __pydantic_config__ = STRICT

    name: str
    unit: str
    says: str


@dataclass(frozen=True, slots=True)
class OutsideSource:
    """A text outside the five on file that a rule rests on, and how sure it is."""

    __pydantic_config__ = STRICT

    citation: str
    confidence: str
    """High, Med-High, Med or Low: only the first two decide; the others stand as notes to be verified."""
    says: str


@dataclass(frozen=True, slots=True)
class LawValue:
    """One value of the law and the days on which it holds."""

    __pydantic_config__ = STRICT

    value: JsonValue
    holds_from: dt.date
    until: dt.date | None
    """Last day on which it holds; null where it holds until another begins, or still."""
    citation: str
    note: str = ""
    in_force: bool = False
    """Whether it holds on the day asked about."""


@dataclass(frozen=True, slots=True)
class ParameterExplained:
    """A value of the law through time, oldest first, and the rules that use it."""

    __pydantic_config__ = STRICT

    name: str
    says: str
    unit: str
    section: str
    date: dt.date
    """Day asked about."""
    values: tuple[LawValue, ...]
    rules: tuple[str, ...]

    @property
    def in_force(self) -> LawValue | None:
        """The value that holds on the day; null where none does."""
        return next((value for value in self.values if value.in_force), None)


@dataclass(frozen=True, slots=True)
class RuleExplained:
    """A rule as it is applied on a day: what the law asks, how it is read, and what it does not decide."""

    __pydantic_config__ = STRICT

    rule: str
    version: str
    citation: str
    question: str
    date: dt.date
    """Day asked about."""
    holds_from: dt.date
    """First day that the rule can judge with the law on file."""
    requirement: tuple[Requirement, ...]
    interpretation: str
    readings: dict[str, str]
    """Name of each reading: what it takes differently, or that it is the default."""
    facts: tuple[FactNeeded, ...]
    parameters: tuple[ParameterExplained, ...]
    not_decided: tuple[str, ...]
    outside: tuple[OutsideSource, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in the list."""

    __pydantic_config__ = STRICT

    rule: str
    version: str
    citation: str
    question: str
    holds_from: dt.date
    in_force: bool
    """Whether the law on file lets it judge on the day asked about."""


@dataclass(frozen=True, slots=True)
class LawList:
    """Every rule and every value of the law that is on file."""

    __pydantic_config__ = STRICT

    date: dt.date
    """Day asked about."""
    parameters_hash: str
    rules: tuple[RuleLine, ...]
    parameters: tuple[ParameterExplained, ...]
