"""What may be stated of commissioners: who selects them and how, terms, who may serve (TSD-22 to 25, 28, 33 to 35)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.facts.closed_days import ClosedDays
from gis.model.facts.territory import AssessedTotal, EqualizedTotal, MunicipalityFact, ParcelValue

Method = Literal["appoint", "elect", "town_board_commission"]
"""How commissioners are selected; the last is the town board that constitutes itself as the commission."""


@dataclass(frozen=True, slots=True)
class SelectionMethodFacts(ClosedDays):
    """Facts of TSD-22, Wis. Stat. 60.74(1)."""

    __pydantic_config__ = STRICT

    established: dt.date | None = None
    towns_count: int | None = 1
    """Towns with land in the district."""
    supervisors: int | None = None
    """Members of the town board, present or not."""
    method: Method | None = None
    votes_for: int | None = None
    method_determined: dt.date | None = None


@dataclass(frozen=True, slots=True)
class SelectionFacts(ClosedDays):
    """Facts of TSD-23, Wis. Stat. 60.74(2)(a): values as in TSD-01, on the boundary as established."""

    __pydantic_config__ = STRICT

    municipalities: tuple[MunicipalityFact, ...] | None = None
    assessed_totals: tuple[AssessedTotal, ...] | None = None
    equalized_totals: tuple[EqualizedTotal, ...] | None = None
    parcels: tuple[ParcelValue, ...] | None = None
    roll_year: int | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy over which the shares have low and high bounds; null where shares are stated without any."""
    near_municipalities: tuple[MunicipalityFact, ...] = ()
    """Municipalities without land inside that only the accuracy would bring in."""
    created_by: str | None = None
    """Town that created the district."""
    established: dt.date | None = None
    method: Method | None = None
    method_determined: dt.date | None = None
    deciding_town: str | None = None
    """Town whose board determined the method."""


@dataclass(frozen=True, slots=True)
class TownShare:
    """What one town has of the equalized value in the district: the value, or its share."""

    __pydantic_config__ = STRICT

    municipality: str
    equalized_value: Money | None = None
    share: Exact | None = None


@dataclass(frozen=True, slots=True)
class RollYearShares:
    """The shares of all towns by the assessment rolls of one year."""

    __pydantic_config__ = STRICT

    roll_year: int
    shares: tuple[TownShare, ...]
    changed: dt.date | None = None
    """Day from which these shares hold, so that the days run from it; null where nobody has settled it."""


@dataclass(frozen=True, slots=True)
class ShareShiftFacts(ClosedDays):
    """Facts of TSD-24, Wis. Stat. 60.74(2)(b)."""

    __pydantic_config__ = STRICT

    first_authorized: str | None = None
    """Town first authorised under 60.74(2)(a)."""
    shares: tuple[TownShare, ...] | None = None
    """Equalized values or shares in the district now; where null, those of the last roll year."""
    shares_changed: dt.date | None = None
    """Day from which the days run; where null, that of the roll year in which the first town was overtaken."""
    board_acted: dt.date | None = None
    """Action of the other town's board; null where it has not acted."""
    roll_years: tuple[RollYearShares, ...] | None = None
    """Shares through time, in any order."""


@dataclass(frozen=True, slots=True)
class FirstElectionFacts:
    """Facts of TSD-25, Wis. Stat. 60.74(3)."""

    __pydantic_config__ = STRICT

    decided_on: dt.date | None = None
    """Day on which the town board provides for the election."""
    election_kind: Literal["spring", "special"] | None = None
    established: dt.date | None = None
    interim_appointed: dt.date | None = None
    """Appointment of the commissioners who serve until the election."""
    special_election_date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class HoldOverFacts:
    """Facts of TSD-28, Wis. Stat. 60.74(4)(c) and 60.75(2)(d)."""

    __pydantic_config__ = STRICT

    event: Literal["special_election", "spring_election", "successor_elected", "successor_appointed"] | None = None
    """What replaces them: the first two, appointed ones after a petition; the third, an elected one; the fourth, an
    appointed one."""
    year: int | None = None
    """Year of the election."""


@dataclass(frozen=True, slots=True)
class CommissionSizeFacts:
    """Facts of TSD-33, Wis. Stat. 60.75(1)."""

    __pydantic_config__ = STRICT

    town_board_commission: bool | None = None
    members: int | None = None
    supervisors: int | None = None
    """Members of the town board."""


@dataclass(frozen=True, slots=True)
class FirstTermsFacts:
    """Facts of TSD-34, Wis. Stat. 60.75(2)."""

    __pydantic_config__ = STRICT

    basis: Literal["first_board", "change_5_to_3", "change_3_to_5", "town_board"] | None = None
    """Why terms are set."""
    members: int | None = None
    selection: Literal["spring_election", "special_election", "appointed"] | None = "spring_election"
    election_date: dt.date | None = None
    """Day of the spring election."""


@dataclass(frozen=True, slots=True)
class EligibilityFacts:
    """Facts of TSD-35, Wis. Stat. 60.75(3), of one person; the finding names nobody."""

    __pydantic_config__ = STRICT

    resident_of_district: bool | None = None
    """Residence in the district; null also where the home lies on the line."""
    owns_property_in_district: bool | None = None
    """Owner of a parcel with positive area inside."""
    summer_resort_district: bool | None = False
    """Whether the property of the district is mainly summer-resort property."""
    another_member_resident: bool | None = None
    """Whether at least one other member is a resident."""
    town_board_commission: bool | None = False
