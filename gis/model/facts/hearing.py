"""What may be stated of the hearing on a petition: bond, day, notice, decision, continuance and costs, and the review.

Facts of TSD-05, 06, 07, 11, 13, 14 and 21. A date that is null is not known, or the act is not yet done.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.facts.closed_days import ClosedDays, Holidays


@dataclass(frozen=True, slots=True)
class BondFacts(Holidays):
    """Facts of TSD-05, Wis. Stat. 60.71(3)."""

    __pydantic_config__ = STRICT

    hearing_date: dt.date | None = None
    bond_filed: dt.date | None = None
    """Filing with the town clerk."""
    board_approved: bool | None = None
    """Whether the town board approved the security; only false counts against the bond."""
    additional_bond_ordered: dt.date | None = None
    """Day of an order for an additional bond; null where none was ordered."""
    additional_bond_due: dt.date | None = None
    """Day set by that order."""
    additional_bond_filed: dt.date | None = None


@dataclass(frozen=True, slots=True)
class HearingFacts(ClosedDays):
    """Facts of TSD-06, Wis. Stat. 60.71(4)(a)."""

    __pydantic_config__ = STRICT

    petition_received: dt.date | None = None
    """The clerk's stamp of receipt."""
    signatures_sufficient: bool | None = None
    """Whether the petition has enough valid signatures (TSD-02); null takes that for granted."""
    hearing_date: dt.date | None = None
    first_insertion: dt.date | None = None
    """First of two weekly insertions."""
    notice_mailed: dt.date | None = None
    """Mailing to the departments."""
    bond_filed: dt.date | None = None


@dataclass(frozen=True, slots=True)
class HearingNoticeFacts(Holidays):
    """Facts of TSD-07, Wis. Stat. 60.71(4)(b)."""

    __pydantic_config__ = STRICT

    hearing_date: dt.date | None = None
    insertions: tuple[dt.date, ...] | None = None
    """Days of publication; empty where none was published."""
    notice_mailed_dsps: dt.date | None = None
    """Mailing to the Department of Safety and Professional Services."""
    notice_mailed_dnr: dt.date | None = None
    """Mailing to the Department of Natural Resources."""
    boundary_description_in_notice: bool | None = None


@dataclass(frozen=True, slots=True)
class DecisionFacts(ClosedDays):
    """Facts of TSD-11, Wis. Stat. 60.71(6)(a)."""

    __pydantic_config__ = STRICT

    hearing_concluded: dt.date | None = None
    """Last day of the hearing."""
    hearing_sessions: tuple[dt.date, ...] | None = None
    """All sessions; the last one concludes the hearing."""
    decision_issued: dt.date | None = None


@dataclass(frozen=True, slots=True)
class ContinuanceFacts(ClosedDays):
    """Facts of TSD-13, Wis. Stat. 60.71(6)(e)."""

    __pydantic_config__ = STRICT

    hearing_date: dt.date | None = None
    """Day on which the hearing is continued."""
    continued_to: dt.date | None = None
    insertions: tuple[dt.date, ...] | None = None
    """Days of publication of the new notice; empty where none was published."""
    revised_boundaries_in_notice: bool | None = None
    added_area_acres: Exact | None = None
    added_in_village_or_city_sqft: Exact | None = Fraction(0)
    """Part of the added territory inside a village or city; null where nobody measured it."""
    jurisdiction_before: str | None = None
    """Town that leads on the original boundary (TSD-01)."""
    jurisdiction_after: str | None = None
    """Town that leads on the revised boundary; null where none does or nobody knows."""


@dataclass(frozen=True, slots=True)
class CostsFacts(ClosedDays):
    """Facts of TSD-14, Wis. Stat. 60.71(6)(f)."""

    __pydantic_config__ = STRICT

    order_date: dt.date | None = None
    """Order to pay the costs."""
    costs_paid: dt.date | None = None


@dataclass(frozen=True, slots=True)
class ReviewFacts(ClosedDays):
    """Facts of TSD-21, Wis. Stat. 60.73."""

    __pydantic_config__ = STRICT

    final_determination: dt.date | None = None
    """Final determination of the town board or the department."""
    action_filed: dt.date | None = None
    """Filing in the circuit court."""
    county_of_lands: str | None = None
    """County in which the lands of the person aggrieved lie."""
    county_filed: str | None = None
    """County of the circuit court."""
