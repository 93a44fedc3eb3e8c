"""What may be stated of a municipal utility: referendum, commission, arrears, reimbursement (UT-01, -02, -04, -05)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.exact import Money
from gis.model.facts.closed_days import Holidays


@dataclass(frozen=True, slots=True)
class ReferendumFacts:
    """Facts of UT-01, Wis. Stat. 66.0803(1)."""

    __pydantic_config__ = STRICT

    referenda_this_year: int | None = None
    """Referenda on acquiring a public utility that were already held in the year."""
    bus_system: bool | None = False
    """Whether this one is for a bus transportation system."""
    bus_referenda_this_year: int | None = 0
    water_acquired_free: bool | None = False
    """Whether a water plant is acquired by dedication or without consideration."""


@dataclass(frozen=True, slots=True)
class UtilityCommissionFacts:
    """Facts of UT-02, Wis. Stat. 66.0805(1)-(2)."""

    __pydantic_config__ = STRICT

    members: int | None = None
    first_term_begins: dt.date | None = None
    """Day on which the commissioners first elected begin, an October 1."""


@dataclass(frozen=True, slots=True)
class ArrearsFacts(Holidays):
    """Facts of UT-04, Wis. Stat. 66.0809(3)(a)-(b)."""

    __pydantic_config__ = STRICT

    year: int | None = None
    """Year of the cycle, from the notice in October to the list in November."""
    service_date: dt.date | None = None
    """Last day of the service in arrears."""
    arrears: Money | None = None
    """In arrears on October 15, penalties under the rules of the utility included."""
    paid: dt.date | None = None
    """Payment in full of what was then due; null where none is made on the day asked about."""
    as_of: dt.date | None = None
    """Day asked about."""


@dataclass(frozen=True, slots=True)
class MainAssessment:
    """What one lot or parcel was assessed for a water main."""

    __pydantic_config__ = STRICT

    parcel_id: str
    amount: Money | None = None
    paid: bool | None = None
    """Whether the assessment was paid, whenever that was."""


@dataclass(frozen=True, slots=True)
class MainReimbursementFacts:
    """Facts of UT-05, Wis. Stat. 66.0805(4)(b)."""

    __pydantic_config__ = STRICT

    water_mains: bool | None = None
    """Whether water mains have been installed or extended in the municipality."""
    paid_otherwise_elsewhere: bool | None = None
    """Whether in other instances the municipality or a utility paid the cost."""
    provided: bool | None = None
    """Whether the governing body has provided for reimbursement."""
    assessments: tuple[MainAssessment, ...] | None = None
    """Assessments of the cost against abutting owners; empty where there are none."""
