"""What changed between two editions of one kind: which features became which, how sure, and what it adds up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from gis.model.config import STRICT
from gis.model.edition import Kind
from gis.model.exact import Exact, Money

RelationKind = Literal[
    "split",
    "merged",
    "rearranged",
    "stacked",
    "renumbered",
    "moved",
    "redrawn",
    "changed",
    "added",
    "gone",
]
RELATION_KINDS: tuple[RelationKind, ...] = get_args(RelationKind)
"""In the order in which they are listed.

split: one becomes several; merged: several become one; rearranged: several become several others; stacked: one outline
bears other ids than before, as units of a condominium do; renumbered: same land, other id; moved: same id, other
outline; redrawn: same id, an outline that lies within the accuracy of where it was; changed: same id and outline, other
values; added and gone: no land and no id in common with the other edition, or only land that stays another's: asked.
"""
Confidence = Literal["certain", "likely", "asked"]
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)
"""From sure to unsure. asked: there are several readings, and a person must choose."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value before and after, as text; money as decimal dollars, with the column's name without its unit."""

    __pydantic_config__ = STRICT

    column: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Share:
    """Land that an old and a new feature have in common."""

    __pydantic_config__ = STRICT

    old: str
    new: str
    area_sqft: Exact
    share_of_old: Exact
    """0 to 1."""
    share_of_new: Exact
    """0 to 1."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Land that went from one feature to another while at least one of them stayed what it was."""

    __pydantic_config__ = STRICT

    land: Share
    longitude: float | None
    latitude: float | None


@dataclass(frozen=True, slots=True)
class Relation:
    """Old features, the new features that they became, and why that is said; one side is empty for added and gone."""

    __pydantic_config__ = STRICT

    relation: RelationKind
    confidence: Confidence
    old: tuple[str, ...]
    new: tuple[str, ...]
    why: str
    area_sqft_old: Exact
    """Ground area of the old features, added up; 0 for lines, points and rows of a table."""
    area_sqft_new: Exact
    shares: tuple[Share, ...] = ()
    """Of each pair with land in common that is no mere hairline."""
    moved_ft: Exact | None = None
    """Of one feature that stays one: the greatest distance between its two outlines, on the ground."""
    changes: tuple[Change, ...] = ()
    """Of several features: money added up, and the municipalities and codes of all."""
    longitude: float | None = None
    """Of a point in the first new feature, or the first old one where there is no new."""
    latitude: float | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many features are in relations of one kind: over all kinds, every feature counts once."""

    __pydantic_config__ = STRICT

    relation: RelationKind | Literal["unchanged"]
    relations: int
    asked: int
    """Relations among them that a person must look at."""
    old_features: int
    new_features: int
    area_sqft_old: Exact
    area_sqft_new: Exact


@dataclass(frozen=True, slots=True)
class SumChange:
    """A column of money added up, before and after."""

    __pydantic_config__ = STRICT

    column: str
    old: Money
    new: Money


@dataclass(frozen=True, slots=True)
class PlaceTotal:
    """What one municipality's rows add up to, before and after."""

    __pydantic_config__ = STRICT

    municipality: str | None
    """Null: rows without one, or all rows of a kind that has none."""
    old_features: int
    new_features: int
    area_sqft_old: Exact
    area_sqft_new: Exact
    sums: tuple[SumChange, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed between two editions; every feature is in one relation or unchanged."""

    __pydantic_config__ = STRICT

    kind: Kind
    old: str
    """Edition id."""
    new: str
    accuracy_ft: Exact
    """Combined accuracy of the two: what lies apart by no more is the same place."""
    measured_in: str
    """Coordinate system of the measures."""
    tallies: tuple[Tally, ...]
    changed_columns: dict[str, int]
    """Column: relations in which its value changed, alone or with the land."""
    throughout: tuple[Change, ...]
    """Changes of a year that every feature shows alike: said here once, and counted as no change of a feature."""
    totals: tuple[PlaceTotal, ...]
    relations: tuple[Relation, ...]
    passed: tuple[Passed, ...]
    unchanged: tuple[str, ...]
    """Ids of the features with the same id, outline and values."""
    shared_ids_old: tuple[str, ...]
    """Ids that tell no feature apart: borne by several rows, or by records of roads and water."""
    shared_ids_new: tuple[str, ...]
    notes: tuple[str, ...] = ()
