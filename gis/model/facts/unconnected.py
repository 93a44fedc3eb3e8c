"""What may be stated of land that a sewer serves and that is not connected (MUK-02 to MUK-04, UT-03)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.ordinance import Period


@dataclass(frozen=True, slots=True)
class InstalmentFacts:
    """Facts of MUK-02, Village of Mukwonago Code ch. 86, failure to connect (b)(1)."""

    __pydantic_config__ = STRICT

    cost: Money | None = None
    """Cost of the connection as billed."""
    instalments: int | None = None
    """Annual instalments that the owner asks for."""
    work_completed: dt.date | None = None
    option_filed: dt.date | None = None
    """Filing of the written option with the village clerk."""


@dataclass(frozen=True, slots=True)
class StandbyFacts:
    """Facts of MUK-03, Village of Mukwonago Code ch. 86, failure to connect (b)(2)."""

    __pydantic_config__ = STRICT

    rec_charge: Money | None = None
    """Residential equivalency charge of one unit for one period."""
    rec_charge_period: Period | None = None
    recs: Exact | None = Fraction(1)
    """Residential units of the premises."""
    notice_given: dt.date | None = None
    """Written notice to the owner."""
    as_of: dt.date | None = None
    """Day asked about."""
    connected: dt.date | None = None
    """Day of the connection; null where none is made."""


@dataclass(frozen=True, slots=True)
class ReadyToServeFacts:
    """Facts of MUK-04, Village of Mukwonago Code ch. 86, ready-to-serve charge."""

    __pydantic_config__ = STRICT

    rate: Money | None = None
    """Residential equivalency charge for one period."""
    rate_period: Period | None = None
    service_provided: bool | None = None
    """Whether sewer service is provided to the premises."""
    connected: bool | None = None
    effective: dt.date | None = None
    """Day on which the charge becomes effective; null charges the whole period."""
    standby_also_charged: bool | None = False
    """Whether the standby charge (MUK-03) is charged for the same time."""


@dataclass(frozen=True, slots=True)
class ServedParcel:
    """A parcel, and whether a utility's facility is there for it."""

    __pydantic_config__ = STRICT

    parcel_id: str
    facility_available: bool | None = None
    """Whether facilities of the utility have been made available to it."""
    connected: bool | None = None


@dataclass(frozen=True, slots=True)
class UtilityRate:
    """The rate of a class of service in one part of the municipality."""

    __pydantic_config__ = STRICT

    service_class: str
    part: str | None = None
    rate: Money | None = None


@dataclass(frozen=True, slots=True)
class UtilityRateFacts:
    """Facts of UT-03, Wis. Stat. 66.0809(1)."""

    __pydantic_config__ = STRICT

    parcels: tuple[ServedParcel, ...] | None = None
    rates: tuple[UtilityRate, ...] | None = None
    """Null where no rates are asked about."""
    billing_period: Literal["monthly", "bimonthly", "quarterly", "annual", "other"] | None = "quarterly"
