"""What may be stated of the permission for a connection (MUK-24, VLG-01 to -05, -09 to -11)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.facts.closed_days import ClosedDays, Holidays


@dataclass(frozen=True, slots=True)
class NetworkComponent:
    """One part of the wastewater works, and the next one down."""

    __pydantic_config__ = STRICT

    component_id: str
    downstream: str | None = None
    """Next component; null only for the plant."""
    kind: Literal["pipe", "lift_station", "plant"] | None = None
    spare_gpd: Exact | None = None
    """Spare capacity, gallons per day; null where nobody stated it."""


@dataclass(frozen=True, slots=True)
class CapacityFacts:
    """Facts of MUK-24, Village of Mukwonago Code ch. 86, capacity of all downstream components."""

    __pydantic_config__ = STRICT

    components: tuple[NetworkComponent, ...] | None = None
    connects_to: str | None = None
    """Component that takes the connection."""
    added_gpd: Exact | None = None
    """Flow that the connection adds, gallons per day."""


@dataclass(frozen=True, slots=True)
class ApproverFacts:
    """Facts of VLG-01, village connection ordinance, introduction and A(1)."""

    __pydantic_config__ = STRICT

    sewer_owner: Literal["local", "regional"] | None = None
    """Owner of the sewer to which the connection is made."""
    industrial_or_significant: bool | None = False
    """Whether it is an industrial connection or one of a significant discharger."""


@dataclass(frozen=True, slots=True)
class VillageCapacityFacts:
    """Facts of VLG-02, village connection ordinance, A(1) and B(1)."""

    __pydantic_config__ = STRICT

    local_sewer_adequate: bool | None = None
    """Whether the local sewer is sized for the added flow."""
    commission_capacity: bool | None = None
    """Whether the wastewater facilities have capacity, as the Commission indicates."""
    downstream_adequate: bool | None = None
    """Whether the capacity of downstream collection is adequate."""


@dataclass(frozen=True, slots=True)
class PlanFilingFacts(Holidays):
    """Facts of VLG-03, village connection ordinance, B(2)(b)-(c)."""

    __pydantic_config__ = STRICT

    board_meeting: dt.date | None = None
    """Village board meeting at which the plans shall be presented."""
    plans_received: dt.date | None = None
    """Day on which the village engineer received them."""
    sets: int | Literal["unstated"] | None = "unstated"
    """Sets of plans and specifications; unstated takes as many as the ordinance asks, null is not known."""


@dataclass(frozen=True, slots=True)
class VillageActionFacts(ClosedDays):
    """Facts of VLG-04, village connection ordinance, B(2)(e)."""

    __pydantic_config__ = STRICT

    filed: dt.date | None = None
    """Day on which plans that the village engineer approved are filed."""
    acted: dt.date | None = None
    """Day on which the village approved, conditionally approved or rejected them; null where it has not."""
    extended_to: dt.date | None = None
    """Day that a written agreement sets; null where there is none."""


@dataclass(frozen=True, slots=True)
class PlanDatumFacts:
    """Facts of VLG-05, village connection ordinance, B(2)(b)."""

    __pydantic_config__ = STRICT

    crs: str | None = None
    """Horizontal system that the file declares, such as EPSG:7599; null where it declares none."""
    vertical_datum: str | None = None
    """As written on the plan."""
    true_north_shown: bool | None = None
    """Whether every plan bears a sign of true north."""
    units: Literal["us_survey_foot", "foot", "metre"] | None = None
    """Units written on the plan; null where none are."""


PaymentItem: TypeAlias = Literal[
    "local_fee", "regional_fee", "outstanding_charges", "installation", "consultants", "administration"
]
"""What is paid before a local connection permit, one of each for the numbered items of the ordinance."""


@dataclass(frozen=True, slots=True)
class PaymentDue:
    """One payment that is due before the permit."""

    __pydantic_config__ = STRICT

    item: PaymentItem
    amount: Money | None = None
    paid: bool | None = None


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    """Facts of VLG-09, village connection ordinance, payments before the permit."""

    __pydantic_config__ = STRICT

    due: tuple[PaymentDue, ...] | None = None
    """Empty where nothing is due."""


@dataclass(frozen=True, slots=True)
class ReviewCostFacts:
    """Facts of VLG-10, village connection ordinance, construction paragraph A."""

    __pydantic_config__ = STRICT

    invoices: Money | None = None
    """Invoices for engineering, inspection, consulting and legal services."""
    payroll_cost: Money | None = None
    """Actual payroll cost of the time that employees of the village spent."""


@dataclass(frozen=True, slots=True)
class ProhibitedFacts:
    """Facts of VLG-11, village connection ordinance, prohibited connections."""

    __pydantic_config__ = STRICT

    kind: Literal["building_sewer", "combined_storm", "septic_contents", "foundation_drain"] | None = None
    """What the connection carries."""
    required_pretreatment: bool | None = False
    """Whether a septic tank serves as pretreatment that is required or permitted."""
