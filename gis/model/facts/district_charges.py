"""What may be stated of the charges of the Koshkonong district (CKSD-04 to CKSD-10, CKSD-14, CKSD-15)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money


@dataclass(frozen=True, slots=True)
class ContributionFacts:
    """Facts of CKSD-04, CKSD Sewer Use Ordinance ch. II(2)."""

    __pydantic_config__ = STRICT

    serviceable: bool | None = None
    """Whether the sewer system can serve the parcel."""
    vacant: bool | None = None
    """Whether it holds no dwelling and no business."""
    improved: bool | None = None
    """Whether it holds any improvement."""
    lateral_observed: dt.date | None = None
    """Day on which the lateral was installed and observed; null where it is not yet."""
    schedule_amount: Money | None = None
    """Charge for the parcel in the district's Schedule."""


@dataclass(frozen=True, slots=True)
class DevelopmentContributionFacts:
    """Facts of CKSD-05, CKSD Sewer Use Ordinance ch. II(3)."""

    __pydantic_config__ = STRICT

    annexed: bool | None = None
    """Whether the parcel is annexed into the district."""
    area_acres: Exact | None = None
    area_accuracy_acres: Exact | None = Fraction(0)
    """How far the area may be off either way."""
    in_district: bool | None = None
    """Whether the parcel lies in the district already; null takes it that land is either annexed or in the district."""
    levy_first_paid: dt.date | Literal["never"] | None = None
    """Day on which the sanitary levy was first paid for the parcel."""
    subdivided: bool | None = False
    """Whether it is subdivided from an existing parcel."""
    lots: int | None = 1
    """Lots developed."""
    existing_lots: int | None = 1
    """Lots that stood before."""
    fcac_levied_before: bool | None = False
    """Whether a future development charge was levied on it earlier."""
    substantial_increase: bool | None = False
    """Whether later development substantially increases the service to it without further subdivision."""
    developer_agreement: bool | None = False


@dataclass(frozen=True, slots=True)
class BuildingClassFacts:
    """Facts of CKSD-06, CKSD Sewer Use Ordinance ch. II(4)."""

    __pydantic_config__ = STRICT

    sub_district: Literal["FSD2", "ASD4"] | None = None
    """Fulton Sanitary District No. 2, or Albion Sanitary District No. 4."""
    single_family: bool | None = False
    """Whether it is a single-family residence."""
    average_gpd: Exact | None = None
    """Average daily flow, gallons per day."""
    days_over_1000: int | None = None
    """Days of the calendar month with a flow over 1,000 gallons."""
    bod_mg_l: Exact | None = None
    """Biochemical oxygen demand; this and the others null where nothing speaks for more than the normal."""
    ss_mg_l: Exact | None = None
    """Suspended solids."""
    tkn_mg_l: Exact | None = None
    """Total Kjeldahl nitrogen."""
    tp_mg_l: Exact | None = None
    """Total phosphorus."""
    existing_since: dt.date | None = None
    """Day from which the building existed, or was permitted and begun."""


@dataclass(frozen=True, slots=True)
class LateBillFacts:
    """Facts of CKSD-07, CKSD Sewer Use Ordinance ch. II(2)(b), (4)(d) and (9)."""

    __pydantic_config__ = STRICT

    bill_kind: Literal["scac", "cac", "user"] | None = None
    """Sewer contribution, contribution of a sub-district, or quarterly user bill."""
    amount: Money | None = None
    days_after_bill: int | None = None
    """Days from the date of the bill to its payment."""
    months_late: int | None = None
    """Whole months past due."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space on a property, and what makes it a billing unit of its own."""

    __pydantic_config__ = STRICT

    kind: str | None = None
    """In a word, such as residence, flat, store or garage; it decides nothing."""
    fixtures: bool | None = None
    """Whether it has a fixture that renders sewer service."""
    separate: bool | None = None
    """Whether it is occupied for a distinct purpose, separate from other users."""
    average_gpd: Exact | None = None
    """Average flow, gallons per day; it never counts for billing."""


@dataclass(frozen=True, slots=True)
class BillingUnitFacts:
    """Facts of CKSD-08, CKSD Sewer Use Ordinance ch. I(44)-(45) and II(9)."""

    __pydantic_config__ = STRICT

    spaces: tuple[Space, ...] | None = None
    rate: Money | None = None
    """Rate of one billing unit for a quarter."""


@dataclass(frozen=True, slots=True)
class DetachedBuildingFacts:
    """Facts of CKSD-09, CKSD Sewer Use Ordinance ch. II(5)."""

    __pydantic_config__ = STRICT

    private_interceptor: bool | None = None
    """Whether it is connected through the private interceptor main sewer on the same property."""
    dwelling_or_business: bool | None = None
    """Whether it is used as a dwelling or a business, for however short a time."""
    recordable_agreement: bool | None = None
    """Whether the owner made the agreement in recordable form."""


@dataclass(frozen=True, slots=True)
class ReconnectionFacts:
    """Facts of CKSD-10, CKSD Sewer Use Ordinance ch. II(6)."""

    __pydantic_config__ = STRICT

    cause: Literal["fire", "razed", "natural_disaster", "choice"] | None = None
    """Why the lateral was disconnected."""
    destroyed: dt.date | None = None
    """Day on which the building was destroyed, or the lateral disconnected by choice."""
    reconnected: dt.date | None = None
    """Day of the reconnection; null where there is none yet."""


@dataclass(frozen=True, slots=True)
class FootageAndYears:
    """A policy that spreads the cost evenly over feet and users, and writes it down evenly over years."""

    __pydantic_config__ = STRICT

    total_ft: Exact
    """Length of the lateral, US survey feet."""
    shared_ft: Exact
    """Length of it that the new user uses."""
    users: int
    """Users of that length, the new one counted."""
    years_since: Exact
    """Years from the installation to the new connection."""
    years_of_life: Exact
    """Years after which nothing is owed."""


@dataclass(frozen=True, slots=True)
class SharedLateralFacts:
    """Facts of CKSD-14, CKSD Sewer Use Ordinance ch. IV(8)."""

    __pydantic_config__ = STRICT

    policy: str | None = None
    """Formula that the district adopted, in its own words; null where it adopted none."""
    installed_cost: Money | None = None
    footage_and_years: FootageAndYears | None = None
    """Numbers of that policy where it is one of footage and years; null where it is not."""


@dataclass(frozen=True, slots=True)
class UserKindFacts:
    """Facts of CKSD-15, CKSD Sewer Use Ordinance ch. I(7) and (22)."""

    __pydantic_config__ = STRICT

    average_gpd: Exact | None = None
    """Average daily flow, gallons per day."""
