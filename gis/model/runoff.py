"""What is a runoff roll: parcels of a utility with their units and bills, what changed, and what an owner disputes?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.connections import Said
from gis.model.exact import Exact, Money
from gis.model.finding import Finding
from gis.model.interval import Interval

Standing = Literal["assigned", "open", "outside"]
"""Whether a parcel has its units, waits for a fact or a person, or lies outside."""
Kind = Literal["single_family", "duplex", "multifamily", "nonresidential", "undeveloped"]
Decided = Literal["granted", "granted_in_part", "denied"]


@dataclass(frozen=True, slots=True)
class ClassArea:
    """Surface of one class on a parcel; no ground stands in two classes."""

    __pydantic_config__ = STRICT

    surface: str
    area_sqft: Exact
    weight: Exact | None
    """Part of it that counts; null where the ordinance leaves that open."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of a parcel, and how surely."""

    __pydantic_config__ = STRICT

    lot_sqft: Exact
    impervious_sqft: Interval
    """Surface that counts, each class by its weight, with what it could be within the accuracy of the layers."""
    unknown_sqft: Exact
    """Land of which nobody can tell; never counted as pervious."""
    basis: str
    """polygons, raster, unknown, or register where a decision found the area."""
    surfaces: tuple[ClassArea, ...]
    captured_first: dt.date | None
    captured_last: dt.date | None
    needs_review: bool
    baseline_sqft: Exact | None
    """Surface on the qualifying date of low density; null where it is not known or the ordinance has no such rule."""
    baseline_lot_sqft: Exact | None = None
    """The lot of that day, where it was another than now and is known."""

    @property
    def is_undrawn(self) -> bool:
        """Whether outlines were looked for and none was ever drawn on the lot: bare, or land that they do not cover."""
        is_seen = self.captured_first is not None or bool(self.surfaces) or bool(self.impervious_sqft.value)
        return self.basis == "polygons" and not is_seen


@dataclass(frozen=True, slots=True)
class UnitsReading:
    """What another reading of a text that is silent would assign."""

    __pydantic_config__ = STRICT

    name: str
    units: Exact | None
    says: str


@dataclass(frozen=True, slots=True)
class CreditGiven:
    """A credit that the register gives a parcel, and what it takes off."""

    __pydantic_config__ = STRICT

    name: str
    source: str
    taken_off: Money
    conditions: tuple[str, ...] = ()
    """What must be true of the parcel, as the ordinance has it."""
    stated_on: dt.date | None = None
    """Day on which a person found that they hold."""
    register_line: int | None = None
    """Line of the register that names the evidence; the document itself may name people, and stays there."""


@dataclass(frozen=True, slots=True)
class Bill:
    """One bill of a parcel, in whole cents."""

    __pydantic_config__ = STRICT

    units: Exact
    rate: Money
    charge: Money
    """Units times rate; of parcels on one ground, a share of the charge of the ground in whole cents."""
    credits: tuple[CreditGiven, ...]
    due: Money
    """Charge less credits."""
    says: str
    """The arithmetic in one sentence."""


@dataclass(frozen=True, slots=True)
class ParcelUnits:
    """What is found of one parcel."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    municipality: str | None
    site_address: str | None
    standing: Standing
    development: Kind | None
    """Null where it is unclear."""
    development_says: str
    """What tells the kind, in one sentence."""
    measured: Measured
    membership: Finding | None
    """MUK-15; null where no utility district is on file, and the municipality's limits stand in its place."""
    membership_says: str
    why: str
    """Why this rule governs, or why the parcel has no units."""
    finding: Finding | None = None
    """The finding that governs the units of its ground; null outside the utility."""
    units: Exact | None = None
    """Null where text or evidence leave them open."""
    units_fewest: Exact | None = None
    """Fewest and most units within the accuracy of the measured area; null where the units are open."""
    units_most: Exact | None = None
    readings: tuple[UnitsReading, ...] = ()
    units_bearing: Exact | None = None
    """Units that bear the budget: after credits, where the utility takes them off units."""
    units_paying: Exact | None = None
    """Units that bills are paid for: after credits, be they taken off units or off the charge."""
    bill: Bill | None = None
    """Null where no rate is adopted, or the units are open."""
    shares_ground_with: str | None = None
    """Number by which the ground is known that it shares with other parcels; null where it has its ground alone."""
    more: tuple[Finding, ...] = ()
    """What other rules say of the same parcel; told of one parcel only."""
    notes: tuple[str, ...] = ()

    @property
    def could_differ(self) -> bool:
        """Whether another measure within the accuracy would give other units."""
        return self.units_fewest != self.units_most


@dataclass(frozen=True, slots=True)
class Sums:
    """The whole roll in figures."""

    __pydantic_config__ = STRICT

    parcels: int
    assigned: int
    open: int
    outside: int
    same_ground: int
    """Those of them that share their ground with others, assigned or open."""
    could_differ: int
    """Parcels whose units hang on less than the accuracy of their area."""
    total_units: Exact
    """Units assigned, after credits on units; parcels that are open have none yet."""
    open_fewest: Exact
    """What the open parcels would add by the least and by the most of their readings, as far as those are known."""
    open_most: Exact
    open_unknown: int
    """Open parcels of which not even a reading gives units."""
    rate: Money | None
    rate_says: str
    """Who set the rate."""
    revenue: Money | None
    """Rate times units."""
    credits: Money
    """What credits take off charges."""
    billed: Money | None
    """Sum of the bills, each rounded to the cent."""
    budget: Money | None
    rate_needed: Money | None
    """Lowest rate in whole cents that covers the budget by the units assigned, after all credits."""
    finding: Finding | None
    """MUK-14 of one unit: the charge, and whether the rate covers the budget, after all credits."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The parcels of a stormwater utility on one day."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    ordinance: str
    ordinance_title: str
    bills_a_year: int
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    parcels: tuple[ParcelUnits, ...]
    sums: Sums
    notes: tuple[str, ...]

    @property
    def units_before_credits(self) -> Fraction:
        """Units assigned, before credits on units take any off; parcels that are open have none yet."""
        return sum((each.units for each in self.parcels if each.units is not None), start=Fraction(0))


@dataclass(frozen=True, slots=True)
class Appeal:
    """What an owner says of the impervious area, beside what was measured."""

    __pydantic_config__ = STRICT

    owner_sqft: Exact
    measured_sqft: Exact
    difference_sqft: Exact
    """Owner's figure less ours."""
    within_accuracy: bool
    """Whether the owner's figure lies within the accuracy of ours."""
    units_measured: Exact | None
    units_by_owner: Exact | None
    due_measured: Money | None
    due_by_owner: Money | None
    evidence: str | None
    decided: Decided | None
    """From the register; null where nothing is decided."""
    decided_on: dt.date | None
    found_sqft: Exact | None
    """Area that the decision found."""
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParcelRunoff:
    """One parcel explained."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    ordinance_title: str
    parcel: ParcelUnits
    said: tuple[Said, ...]
    appeal: Appeal | None
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnitsChange:
    """One parcel on two days, and why it has other units or another bill."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    units_before: Exact | None
    units_after: Exact | None
    due_before: Money | None
    due_after: Money | None
    reasons: tuple[str, ...]
    impervious_before_sqft: Exact | None = None
    """Surface of the earlier day within the lot of now, also of a lot that was divided or joined since; null where some
    of it is unknown, or the parcel is no longer on the roll."""
    impervious_after_sqft: Exact | None = None
    construction: Finding | None = None
    """MUK-13 of a parcel that goes by its area, where its surface changed; null elsewhere."""


@dataclass(frozen=True, slots=True)
class RollChanges:
    """Two rolls compared."""

    __pydantic_config__ = STRICT

    townline: str
    ordinance: str
    before: dt.date
    after: dt.date
    sums_before: Sums
    sums_after: Sums
    changes: tuple[UnitsChange, ...]
    unchanged: int
    notes: tuple[str, ...]
