"""Where do the layers on file contradict each other or themselves, and which rules does that touch?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from gis.model.config import STRICT
from gis.model.exact import Exact, Money

SectionId = Literal["roll_and_polygons", "municipalities", "parcels", "reporting_units", "tables"]
Situation = Literal[
    "roll_polygon_disagree",
    "name_unmatched",
    "no_municipality",
    "split_parcel",
    "municipalities_overlap",
    "land_unclaimed",
    "land_outside_county",
    "county_not_on_file",
    "parcels_overlap",
    "parcel_within_parcel",
    "parcels_stacked",
    "gap_hairline",
    "gap_strip",
    "gap_enclosed",
    "gap_open",
    "gap_corridor",
    "gap_recorded",
    "land_without_unit",
    "unit_outside_municipality",
    "units_overlap",
    "unit_name_unmatched",
    "municipality_without_units",
    "municipality_without_parcels",
    "ratio_missing",
    "ratio_name_unmatched",
    "votes_without_unit",
    "unit_without_votes",
    "population_missing",
    "population_name_unmatched",
]
SITUATIONS: tuple[Situation, ...] = get_args(Situation)


@dataclass(frozen=True, slots=True)
class FeatureRef:
    """A feature of a layer: kind of layer, edition, id."""

    __pydantic_config__ = STRICT

    layer: str
    edition: str
    feature_id: str


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """One place, or one row of a table, where the layers do not fit."""

    __pydantic_config__ = STRICT

    kind: Situation
    features: tuple[FeatureRef, ...]
    claims: tuple[str, ...]
    """What each source says, such as "roll: Town of Birch" and "polygon: City of Fir"."""
    rules: tuple[str, ...]
    """Rules that it touches; the group says how."""
    area_sqft: Exact | None = None
    """Ground area of the place; null where a table is at fault."""
    width_ft: Exact | None = None
    """Greatest width: the diameter of the largest circle that fits in; null where whole features are told."""
    accuracy_ft: Exact | None = None
    """Combined accuracy of the layers compared."""
    within_accuracy: bool = False
    longitude: float | None = None
    """Longitude of a point inside, where there is one the centre of that circle; null in a plane tied to no place."""
    latitude: float | None = None
    bbox: tuple[float, float, float, float] | None = None
    """West, south, east, north in degrees, seven decimals."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many, how much ground in all, and how wide the widest."""

    __pydantic_config__ = STRICT

    count: int = 0
    area_sqft: Exact = Fraction(0)
    width_ft: Exact = Fraction(0)


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """What a kind of inconsistency does to one rule."""

    __pydantic_config__ = STRICT

    rule: str
    effect: str


@dataclass(frozen=True, slots=True)
class Group:
    """All inconsistencies of one kind: those beyond the accuracy, and apart from them the slivers within it."""

    __pydantic_config__ = STRICT

    kind: Situation
    title: str
    is_fault: bool
    """False for a fact worth knowing that is no fault, such as a parcel that a municipal line splits."""
    effects: tuple[RuleEffect, ...]
    mend: str
    beyond: Tally
    within: Tally
    items: tuple[Inconsistency, ...]
    """Those beyond the accuracy, the largest first."""
    slivers: tuple[Inconsistency, ...]
    """Those within the accuracy, the largest first."""


@dataclass(frozen=True, slots=True)
class Section:
    """One question of the report, and what was found; a question whose layers are missing says so."""

    __pydantic_config__ = STRICT

    id: SectionId
    title: str
    not_on_file: tuple[str, ...]
    """Kinds of layer that the question needs and nobody imported."""
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollSum:
    """What the roll on file adds up to in one municipality and year, to be held against its statement of assessment."""

    __pydantic_config__ = STRICT

    municipality: str | None
    """As the roll has it; null for parcels without one."""
    county: str | None
    roll_year: int | None
    parcels: int
    without_value: int
    """Parcels without an assessed value, which add nothing."""
    exempt: int
    """Parcels with an exemption code."""
    assessed_value: Money
    land_value: Money
    improvement_value: Money
    mfl_value: Money
    est_fair_market_value: Money


@dataclass(frozen=True, slots=True)
class ConsistencyReport:
    """Whether the layers on file fit each other: every contradiction, where, how large, and what it touches."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    measured_in: str
    editions: dict[str, str]
    sections: tuple[Section, ...]
    values: tuple[RollSum, ...]
    notes: tuple[str, ...] = ()

    @property
    def faults_beyond(self) -> int:
        """How many faults are beyond the accuracy of the layers; facts and slivers are none."""
        return sum(group.beyond.count for section in self.sections for group in section.groups if group.is_fault)
