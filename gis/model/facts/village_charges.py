"""What may be stated of the village's charges (MUK-05 to MUK-09, MUK-16, MUK-17, and the surcharge of 86-239)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money


@dataclass(frozen=True, slots=True)
class WaterByQuarter:
    """Gallons of water by the quarter that ends in a month; null is not known."""

    __pydantic_config__ = STRICT

    march: Exact | None = None
    june: Exact | None = None
    september: Exact | None = None
    december: Exact | None = None


@dataclass(frozen=True, slots=True)
class EquivalencyChargeFacts:
    """Facts of MUK-05, Village of Mukwonago Code ch. 86, 86-237."""

    __pydantic_config__ = STRICT

    debt_service: Money | None = None
    """Yearly debt service of the sewer utility."""
    total_recs: Exact | None = None
    """Residential equivalent units of all users."""
    village_water_customer: bool | None = True
    """Whether the building is attached to the village water utility and a customer of it."""
    single_family: bool | None = False
    quarters_gal: WaterByQuarter | None = None
    """Water of the customer."""
    single_family_average_gal: Exact | None = None
    """Average of all single-family dwellings over the same quarters, a quarter."""


@dataclass(frozen=True, slots=True)
class SewerUseFacts:
    """Facts of MUK-06, Village of Mukwonago Code ch. 86, sewer use charge, and 86-263(a)(3)."""

    __pydantic_config__ = STRICT

    rate_per_kgal: Money | None = None
    """Rate as adopted; null divides the budget by the consumption."""
    net_om_budget: Money | None = None
    """Net operation and maintenance budget of the year."""
    consumption_kgal: Exact | None = None
    """Water used in the year before, thousands of gallons."""
    quarter: Literal["march", "june", "september", "december"] | None = None
    """Month in which the quarter ends."""
    volume_kgal: Exact | None = None
    """Metered volume of the quarter."""
    june_volume_kgal: Exact | None = None
    """Metered volume of the quarter that ends on June 30."""
    user: Literal["single_family", "duplex", "multifamily", "nonresidential"] | None = None
    disconnected_in_june_quarter: bool | None = False
    """Whether the water service was disconnected at any time from April to June."""


@dataclass(frozen=True, slots=True)
class UnitTableFacts:
    """Facts of MUK-07, Village of Mukwonago Code ch. 86, Appendix A."""

    __pydantic_config__ = STRICT

    use: str | None = None
    """One of the uses of the table, or another word for what it does not list."""
    quantity: int | None = None
    """Dwelling units, rooms, capacity, lanes, employees, care stations or machines, as the table counts the use."""
    garbage_grinder: bool | None = False
    """Whether it is a commercial use with a garbage grinder."""


@dataclass(frozen=True, slots=True)
class ReserveCapacityFacts:
    """Facts of MUK-08, Village of Mukwonago Code ch. 86, reserve capacity assessment."""

    __pydantic_config__ = STRICT

    permit_date: dt.date | None = None
    """Issue of the building permit."""
    recs: Exact | None = None
    """Residential equivalent connections of the building."""
    existing_at_cutoff: bool | None = False
    """Whether the connection stood, or was permitted and begun, when March 31, 1980 ended."""
    defaulted_amount: Money | None = None
    """Whole amount that became due after a missed instalment; null where none was missed."""
    tax_bill_amount: Money | None = None
    """Amount put on the tax bill; null takes the defaulted amount."""


@dataclass(frozen=True, slots=True)
class LateChargeFacts:
    """Facts of MUK-09, Village of Mukwonago Code ch. 86, billing paragraphs."""

    __pydantic_config__ = STRICT

    bill_kind: Literal["water", "sewer", "stormwater"] | None = None
    amount: Money | None = None
    """Bill."""
    issued: dt.date | None = None
    """Day of the statement."""
    paid: dt.date | None = None
    """Day of the payment; null where it is unpaid on the day asked about."""
    as_of: dt.date | None = None
    """Day asked about."""


@dataclass(frozen=True, slots=True)
class MainExtensionFacts:
    """Facts of MUK-16, Village of Mukwonago Code ch. 86, main extensions (b)2."""

    __pydantic_config__ = STRICT

    assessable_cost: Money | None = None
    """Assessable cost of the whole extension."""
    total_frontage_ft: Exact | None = None
    """Frontage of all property along the extension."""
    customer_frontage_ft: Exact | None = None
    """Shared line of the served parcel and the right-of-way along the main."""
    completed: dt.date | None = None
    """Completion of the extension."""
    connected: dt.date | None = None
    """Connection of the later customer."""
    refunded_to_date: Money | None = Fraction(0)
    """Refunds that the first contributor got already."""


@dataclass(frozen=True, slots=True)
class WaterVolumeFacts:
    """Facts of MUK-17, Village of Mukwonago Code ch. 86, bulk water and municipal use."""

    __pydantic_config__ = STRICT

    service: Literal["bulk", "municipal_estimate"] | None = None
    volume_gal: Exact | None = None
    """Gallons, metered or estimated."""


@dataclass(frozen=True, slots=True)
class StrengthSurchargeFacts:
    """Facts of MUK-239, Village of Mukwonago Code ch. 86, 86-239; the vocabulary of the cases does not have them."""

    __pydantic_config__ = STRICT

    volume_kgal: Exact | None = None
    """Metered water of the period, or waste metered by an industrial waste installation."""
    bod_mg_l: Exact | None = None
    """Biochemical oxygen demand, by the utility's tests."""
    ss_mg_l: Exact | None = None
    """Suspended solids, by the utility's tests."""
    phosphorus_mg_l: Exact | None = None
    normal_phosphorus_mg_l: Exact | None = None
    """Phosphorus that domestic wastewater has; the text on file leaves the figure out."""
    bod_dollars_per_lb: Exact | None = None
    """What removing one pound costs the utility."""
    ss_dollars_per_lb: Exact | None = None
    phosphorus_dollars_per_lb: Exact | None = None
