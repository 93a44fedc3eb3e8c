"""What may be stated of land, streets and utilities for which a special assessment is levied (SA-01 to SA-11)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.facts.closed_days import ClosedDays

LevyingBody = Literal["town_sanitary_district", "town", "village", "city"]
ChargeKind = Literal["special_assessment", "user_charge", "standby_charge"]
Purpose = Literal["sewerage_system", "water_system", "street", "other"]
Basis = Literal["frontage", "area", "unit"]
LienRecorded = dt.date | Literal["never"] | None
"""Day on which the notice of lien was recorded, or that it never was; null where the record was not searched."""


@dataclass(frozen=True, slots=True)
class FarmlandExemptionFacts:
    """Facts of SA-01, Wis. Stat. 66.0721(1)-(2)."""

    __pydantic_config__ = STRICT

    levying_body: LevyingBody | None = None
    charge_kind: ChargeKind | None = "special_assessment"
    purpose: Purpose | None = "sewerage_system"
    """What is built."""
    land_kind: Literal["farmland", "camp"] | None = None
    """What the land is said to be."""
    farmland_eligible: bool | None = None
    """Whether it is eligible for farmland preservation tax credits."""
    property_classes: tuple[str, ...] | None = None
    """Classes of the assessment roll; they decide nothing."""
    camp_501c3: bool | None = None
    """Whether a nonprofit described in section 501(c)(3), and exempt, conducts the camp."""
    camp_wisconsin: bool | None = None
    """Whether that nonprofit is organized under the laws of Wisconsin."""
    camp_mainly_children: bool | None = None
    """Whether it is used primarily for camping for children, and for no individual's profit."""
    area_acres: Exact | None = None
    eligible_area_acres: Exact | None = None
    """Eligible part; null is the whole."""
    connected_structure: bool | None = False
    """Whether it holds a structure connected at or after the first levy."""


@dataclass(frozen=True, slots=True)
class ConnectedStructureFacts:
    """Facts of SA-02, Wis. Stat. 66.0721(3)(a)."""

    __pydantic_config__ = STRICT

    connected_structure: bool | None = None
    """Whether the land holds a structure connected at or after the first levy."""
    basis: Basis | None = None
    """What the assessment goes by."""
    rate: Money | None = None
    """Dollars for a foot, a square foot or a unit."""
    frontage_ft: Exact | None = None
    area_sqft: Exact | None = None
    area_acres: Exact | None = None
    """Not read where the area in square feet is stated."""
    units: Exact | None = Fraction(1)
    sides: int | None = 1
    """Sides of the square acre that are counted, on frontage."""
    ordinance_max_lot: bool | None = False
    """Whether an ordinance chooses the largest lot that is not devoted to agriculture or a camp."""
    max_lot_acres: Exact | None = None
    max_lot_frontage_ft: Exact | None = None


@dataclass(frozen=True, slots=True)
class Obligation:
    """A debt of the district or town in the time between the levies."""

    __pydantic_config__ = STRICT

    principal: Money | None = None
    rate: Exact | None = None
    """Interest for a year, 0.05 being 5 percent."""


@dataclass(frozen=True, slots=True)
class LateConnectionFacts:
    """Facts of SA-03, Wis. Stat. 66.0721(3)(a)."""

    __pydantic_config__ = STRICT

    amount: Money | None = None
    """Special assessment."""
    first_levy: dt.date | None = None
    """First levy in the service area."""
    connected: dt.date | None = None
    """Connection of the structure."""
    levied: dt.date | None = None
    """Levy on the farmland or camp."""
    average_rate: Exact | None = None
    """Average interest rate for a year that the district or town paid, 0.05 being 5 percent."""
    obligations: tuple[Obligation, ...] | None = None
    """What the average is made of."""


@dataclass(frozen=True, slots=True)
class ParcelOfDivision:
    """A parcel that a division of exempt land makes."""

    __pydantic_config__ = STRICT

    parcel_id: str
    area_acres: Exact | None = None
    exclusively_agricultural_or_camp: bool | None = None
    """Whether it is devoted exclusively to agricultural use or to use as a camp."""


@dataclass(frozen=True, slots=True)
class LandDivisionFacts:
    """Facts of SA-04, Wis. Stat. 66.0721(3)(b)."""

    __pydantic_config__ = STRICT

    first_levy: dt.date | None = None
    """First levy in the service area."""
    lien_recorded: LienRecorded = None
    """Day on which the notice of lien was recorded, or never; null where the record was not searched."""
    divided: dt.date | None = None
    unexempt_amount: Money | None = None
    """Assessment that would have been levied had the land not been exempt."""
    already_levied: Money | None = Fraction(0)
    """Levied earlier for a connected structure (SA-02)."""
    parcels: tuple[ParcelOfDivision, ...] | None = None
    levied: dt.date | None = None
    """Levy after the division; null where interest is not asked about."""
    average_rate: Exact | None = None
    """Average interest rate for a year that the district or town paid, 0.05 being 5 percent."""


@dataclass(frozen=True, slots=True)
class UseChangeFacts:
    """Facts of SA-05, Wis. Stat. 66.0721(3)(c)."""

    __pydantic_config__ = STRICT

    stopped: dt.date | None = None
    """First day on which the land is not devoted exclusively to agricultural use or to use as a camp."""
    resumed: dt.date | None = None
    """Day from which it is again; null where it is not."""
    as_of: dt.date | None = None
    """Day of the levy, or of the question."""
    first_levy: dt.date | None = None
    """First levy in the service area."""
    lien_recorded: LienRecorded = None
    """Day on which the notice of lien was recorded, or never; null where the record was not searched."""
    unexempt_amount: Money | None = None
    """Assessment that would have been levied had the land not been exempt."""
    average_rate: Exact | None = None
    """Average interest rate for a year that the district or town paid, 0.05 being 5 percent."""
    part_of_parcel_only: bool | None = False
    """Whether only a part of the land changed its use."""


@dataclass(frozen=True, slots=True)
class LienParcel:
    """A parcel that may belong on the list of liens."""

    __pydantic_config__ = STRICT

    parcel_id: str
    farmland_eligible: bool | None = None
    """Whether it is eligible farmland or a camp."""
    in_service_area: bool | None = None
    """Whether ground of it lies in the service area."""


@dataclass(frozen=True, slots=True)
class LienFacts(ClosedDays):
    """Facts of SA-06, Wis. Stat. 66.0721(3)(b)-(c)."""

    __pydantic_config__ = STRICT

    first_levy: dt.date | None = None
    """First levy in the service area."""
    recorded: LienRecorded = None
    """Recording with the register of deeds."""
    describes_exemption: bool | None = True
    """Whether the notice describes the exemption, or the assessment of a structure, and the potential assessment."""
    parcels: tuple[LienParcel, ...] | None = None


@dataclass(frozen=True, slots=True)
class ServiceAreaVersion:
    """A service area as it was drawn for some time."""

    __pydantic_config__ = STRICT

    name: str
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    """First day on which it no longer holds; null where it still does."""


@dataclass(frozen=True, slots=True)
class ServiceAreaFacts:
    """Facts of SA-07, Wis. Stat. 66.0721(3)."""

    __pydantic_config__ = STRICT

    versions: tuple[ServiceAreaVersion, ...] | None = None
    as_of: dt.date | None = None
    """Day asked about."""


@dataclass(frozen=True, slots=True)
class UtilityExtensionFacts:
    """Facts of SA-08, Wis. Stat. 66.0723."""

    __pydantic_config__ = STRICT

    benefited: bool | None = None
    """Whether the property is benefited."""
    abutting: bool | None = None
    """Whether it abuts on the work; that decides nothing."""
    official_paper: bool | None = True
    """Whether an official paper is published in the municipality."""


@dataclass(frozen=True, slots=True)
class CondemnationBenefitFacts(ClosedDays):
    """Facts of SA-09, Wis. Stat. 66.0725."""

    __pydantic_config__ = STRICT

    resolution_adopted: dt.date | None = None
    """Adoption of the resolution that confirms the assessment."""
    appeal_filed: dt.date | None = None
    assessment_paid: dt.date | None = None
    """Payment; null where none is on record."""
    outside_limits: bool | None = False
    """Whether the land lies outside the corporate limits."""
    registered_mail_sent: bool | None = None
    """Whether resolution and notice were sent to its owner by registered mail."""
    town_clerk_copy_filed: bool | None = None
    """Whether a copy of the resolution was filed with the clerk of its town."""


@dataclass(frozen=True, slots=True)
class RailroadCrossingFacts(ClosedDays):
    """Facts of SA-10, Wis. Stat. 66.0727."""

    __pydantic_config__ = STRICT

    frontages_ft: tuple[Exact, ...] | None = None
    """Railroad right-of-way along the street, one number for each side."""
    unit_price: Money | None = None
    """Dollars for a front foot of the improvement."""
    others_assessed: Money | None = None
    """Assessed in all against the other property along the street."""
    others_frontage_ft: Exact | None = None
    """Frontage of that property in all."""
    presented: dt.date | None = None
    """Presentation of the statement to the railroad's local representative."""
    paid: dt.date | None = None
    """Payment; null where none is on record."""


@dataclass(frozen=True, slots=True)
class TrackInStreetFacts:
    """Facts of SA-11, Wis. Stat. 66.0729."""

    __pydantic_config__ = STRICT

    ordered: dt.date | None = None
    """Day on which the municipality ordered the work."""
    notice_presented: dt.date | None = None
    """Presentation of the clerk's notice to the railroad's local agent."""
    statement_received: dt.date | None = None
    """Receipt of the statement of the actual cost; null where there is none."""
