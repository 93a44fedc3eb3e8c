"""What may be stated of a district that the state department orders: notice, the town's act, commissioners.

Facts of TSD-16, 17 and 18. A date that is null is not known, or the act is not yet done.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.facts.closed_days import ClosedDays, Holidays

TownAction = Literal["sanitary_district", "utility_district", "none"]
CommissionerEvent = Literal["no_appeal", "order_affirmed", "vacancy", "initial_terms_expired"]


@dataclass(frozen=True, slots=True)
class NotifiedTown:
    """A town in or at the area of the department's order, and the notice to its clerk."""

    __pydantic_config__ = STRICT

    name: str
    overlap_area_sqft: Exact | None = None
    """Area affected in the town; 0 where it only touches, null where it is known to have some."""
    mailed: dt.date | None = None


@dataclass(frozen=True, slots=True)
class DepartmentNoticeFacts(Holidays):
    """Facts of TSD-16, Wis. Stat. 60.72(3)."""

    __pydantic_config__ = STRICT

    hearing_date: dt.date | None = None
    towns: tuple[NotifiedTown, ...] | None = None
    insertions: tuple[dt.date, ...] | None = None
    """Insertions by the town board; empty where none was published."""


@dataclass(frozen=True, slots=True)
class TownActionFacts(ClosedDays):
    """Facts of TSD-17, Wis. Stat. 60.72(6) and (7)."""

    __pydantic_config__ = STRICT

    order_received: dt.date | None = None
    """Receipt of the department's order."""
    town_action: TownAction | None = None
    """What the town board did; null where nobody knows."""
    town_acted: dt.date | None = None


@dataclass(frozen=True, slots=True)
class DepartmentCommissionersFacts(ClosedDays):
    """Facts of TSD-18, Wis. Stat. 60.72(8)."""

    __pydantic_config__ = STRICT

    event: CommissionerEvent | None = None
    """What starts the time."""
    event_date: dt.date | None = None
    """Final determination (no appeal), affirmance, vacancy, or end of the first terms."""
    board_acted: dt.date | None = None
    """Selection, or filling of the vacancy."""
