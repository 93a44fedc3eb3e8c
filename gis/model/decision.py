"""What did the board decide, parcel by parcel, and what does that do to the boundary and to every rule?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import JsonValue

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.finding import Finding, State
from gis.model.report import Report


class Ruling(StrEnum):
    """What the board decided about some land."""

    EXCLUDE = "exclude"
    KEEP = "keep"
    UNDECIDED = "undecided"
    ADD = "add"


RULING_WORDS: dict[Ruling, str] = {
    Ruling.EXCLUDE: "excluded",
    Ruling.KEEP: "kept",
    Ruling.UNDECIDED: "not decided yet",
    Ruling.ADD: "to be added",
}


class Reason(StrEnum):
    """What the evidence is about, for which land is proposed to be left out."""

    OWN_SYSTEM = "own_system"
    CANNOT_BE_SERVED = "cannot_be_served"
    SERVED_ELSEWHERE = "served_elsewhere"
    NO_BUILDING = "no_building"
    OWNER_STATEMENT = "owner_statement"
    OTHER = "other"


REASON_WORDS: dict[Reason, str] = {
    Reason.OWN_SYSTEM: "it has a private system that works",
    Reason.CANNOT_BE_SERVED: "no main can reach it",
    Reason.SERVED_ELSEWHERE: "it is served by another district or utility",
    Reason.NO_BUILDING: "nothing is or can be built on it",
    Reason.OWNER_STATEMENT: "its owner said so at the hearing or in writing",
    Reason.OTHER: "another reason, named in the document",
}


@dataclass(frozen=True, slots=True)
class DecidedLand:
    """One parcel or drawn piece of land that was proposed to be left out or taken in, and what was decided."""

    __pydantic_config__ = STRICT

    name: str
    """Parcel id, with its county where the file gives one, or the name of a drawn piece; never a person's name."""
    kind: Literal["parcel", "drawn"]
    ruling: Ruling
    reason: Reason | None
    """Kind of evidence; null for land to be added."""
    evidence: str
    """The document; empty for land to be added without one."""
    because: str
    """The board's reasons; empty while it is undecided."""
    area_sqft: Exact
    """Ground area of the whole parcel or piece."""
    inside_sqft: Exact
    """Ground area of it inside the boundary described."""
    relation: Literal["inside", "cut", "outside"]
    """How it lies to the boundary described."""
    bbox: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One separate piece of the resulting territory, or one hole in it."""

    __pydantic_config__ = STRICT

    area_sqft: Exact
    width_ft: Exact | None
    """Greatest width, where it is no more than the accuracy; null where it is plainly wider."""
    bbox: tuple[float, float, float, float] | None = None

    @property
    def is_sliver(self) -> bool:
        """Whether it is nowhere wider than the lines are accurate."""
        return self.width_ft is not None


@dataclass(frozen=True, slots=True)
class Shape:
    """What became of the territory's shape."""

    __pydantic_config__ = STRICT

    area_sqft: Exact
    pieces: tuple[Piece, ...]
    """Largest first; pieces that meet at a point only are separate."""
    holes: tuple[Piece, ...]
    corner_contacts: tuple[tuple[float, float], ...]
    """Longitude and latitude of places where two pieces meet at a point only."""
    newly_cut: tuple[str, ...]
    """Ids of the parcels that the resulting line cuts and the described line does not."""
    accuracy_ft: Exact
    """Width up to which a piece or hole is a sliver."""
    sentences: tuple[str, ...] = ()
    """The same, as a lay reader understands it."""


@dataclass(frozen=True, slots=True)
class MeasureChange:
    """One number or list behind an answer that is not what it was."""

    __pydantic_config__ = STRICT

    name: str
    before: JsonValue
    after: JsonValue


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What changed in one rule's finding."""

    __pydantic_config__ = STRICT

    rule: str
    question: str
    subject: str | None
    state_before: State
    state_after: State
    answer_before: JsonValue
    answer_after: JsonValue
    answer_unit: str | None
    sentences: tuple[str, ...]
    """What changed, as a lay reader understands it."""
    measures: tuple[MeasureChange, ...]

    @property
    def outcome_changed(self) -> bool:
        """Whether the state or the answer changed, and not only numbers behind them."""
        return (self.state_before, self.answer_before) != (self.state_after, self.answer_after)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed between two reports on two boundaries."""

    __pydantic_config__ = STRICT

    boundary_before: str
    boundary_after: str
    """Hashes of the two boundaries."""
    land: tuple[str, ...]
    """Sentences on the land itself: area, towns, counties, parcels."""
    changed: tuple[RuleChange, ...]
    """Rules whose state, answer or numbers changed, by rule id."""
    unchanged: tuple[str, ...]
    """Ids of the rules of which nothing changed."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The board's decision on one boundary, the boundary that results, and what it changed."""

    __pydantic_config__ = STRICT

    date: dt.date
    outcome: str | None
    """order, order_with_exclusion or dismiss; null while evidence is missing."""
    decided: Finding
    """TSD-12 on the board's findings and the land left out."""
    addition: Finding | None
    """TSD-13, where land is to be added."""
    lands: tuple[DecidedLand, ...]
    """In the order of the decision file."""
    shape: Shape | None
    """Null where nothing is left, or nothing is ordered."""
    boundary: dict[str, JsonValue] | None
    """The resulting boundary as GeoJSON (RFC 7946: longitude and latitude)."""
    before: Report
    after: Report | None
    """The report on the resulting boundary; null where there is none."""
    changes: Changes | None
    notes: tuple[str, ...] = ()
