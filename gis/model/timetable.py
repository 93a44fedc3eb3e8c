"""What days are given for a proceeding on a district, and which days follow: the timetable and its parts."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.finding import ParameterUse

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

RowKind = Literal["given", "deadline", "minimum_notice", "no_day", "first_day", "election", "term_end", "holiday"]
"""What a row's day is: a day that was given; a last day counted forward; a last day counted back from an event; none,
because the law states none; the first day on which something may be done; an election; the end of a term; a legal
holiday."""


@dataclass(frozen=True, slots=True)
class ProceedingDates:
    """What is known of one proceeding; every part but the petition's or the order's receipt may be left out."""

    __pydantic_config__ = STRICT

    title: str = ""
    """Name of the proposed district, to tell one timetable from another."""
    proceeding: Literal["petition", "department_order"] = "petition"
    """Creation by petition (60.71), or by order of the Department of Natural Resources (60.72)."""
    petition_received: dt.date | None = None
    """The clerk's receipt of a petition with enough valid signatures; only a petition needs it."""
    newspaper_weekday: Weekday | None = None
    """Day on which the weekly newspaper comes out; null where any day can be had."""
    notice_ready: dt.date | None = None
    """First day on which the notice can be out: the board has set the hearing and the newspaper has its copy; null
    is the day of receipt."""
    bond_filed: dt.date | None = None
    insertions: tuple[dt.date, ...] = ()
    """Days on which the notice of the hearing was or will be published."""
    notice_mailed: dt.date | None = None
    """The later of the two mailings to the departments."""
    clerks_mailed: dt.date | None = None
    """The department's last mailing to a town clerk, before its own hearing (60.72(3))."""
    hearing_date: dt.date | None = None
    continued_to: dt.date | None = None
    """Continued hearing, because other territory is to be taken in (60.71(6)(e))."""
    continued_insertions: tuple[dt.date, ...] = ()
    decision_issued: dt.date | None = None
    outcome: Literal["established", "dismissed"] | None = None
    """What the board decided; null where it has not, so that both ways are told."""
    order_date: dt.date | None = None
    """The order: establishing the district, or dismissing the proceedings and awarding the costs."""
    filed_with_dnr: dt.date | None = None
    recorded: dt.date | None = None
    """Recording with the last register of deeds."""
    costs_paid: dt.date | None = None
    order_received: dt.date | None = None
    """Receipt of the department's order by the town board (60.72(6)); only a proceeding by such an order has it."""
    town_acted: dt.date | None = None
    """The town board's own order after the department's."""
    established: dt.date | None = None
    """Day on which the district came to be; null is the day of the order that establishes it."""
    action_filed: dt.date | None = None
    """Court action to set the determination aside (60.73)."""
    towns_count: int | None = None
    counties_count: int | None = None
    method: Literal["appoint", "elect", "town_board_commission"] | None = None
    method_determined: dt.date | None = None
    election_kind: Literal["spring", "special"] | None = None
    """At which election the first commissioners are chosen, where they are elected."""
    interim_appointed: dt.date | None = None
    commissioners_chosen: dt.date | None = None
    """What the town board did about commissioners after an order of the department (60.72(8))."""
    election_petition_filed: dt.date | None = None
    """Petition for elected in place of appointed commissioners (60.74(4))."""
    election_petition_asks: Literal["spring", "special"] | None = None
    elected_by_petition: dt.date | None = None
    """Election of commissioners that such a petition led to: five years without a petition back (60.74(5m)(a))."""
    referendum_date: dt.date | None = None
    """Referendum on a change to appointment (60.74(5))."""
    referendum_certified: dt.date | None = None
    """Certified results of it: five years without a petition for elections (60.74(5m)(b))."""
    appointed_after_referendum: dt.date | None = None
    office_open_saturday: bool | None = None
    """Whether the office that takes filings and payments is open on Saturdays."""
    holidays: tuple[dt.date, ...] = ()
    """Legal holidays beyond Wisconsin's usual ones."""


@dataclass(frozen=True, slots=True)
class TimetableRow:
    """One act or day of the proceeding, and by when."""

    __pydantic_config__ = STRICT

    step: str
    """Stable name of the row."""
    what: str
    who: str
    kind: RowKind
    day: dt.date | None
    """The plain calendar day; null where what it is counted from is not known, or where no day is stated."""
    weekday: str | None
    rolled: dt.date | None
    """That day moved off a Sunday or legal holiday, where the law moves it; null where it never moves."""
    plan_by: dt.date | None
    """Last business day (Monday to Friday, no legal holiday) on or before the day; for a weekly newspaper, its issue
    on or before it."""
    citation: str
    note: str = ""
    beyond: str = ""
    """Sources outside the five texts on which the day hangs."""
    rule: str | None = None
    """Rule whose finding the day is."""
    done: dt.date | None = None
    """When it was or will be done, as stated."""
    in_time: bool | None = None
    """Whether the stated day is in time; null where nothing is stated, or nothing to compare it with."""


@dataclass(frozen=True, slots=True)
class WindowCondition:
    """One thing that must come before a hearing, and the first day that it leaves for it."""

    __pydantic_config__ = STRICT

    condition: Literal["insertions", "mailing", "bond"]
    earliest: dt.date
    because: str
    citation: str


@dataclass(frozen=True, slots=True)
class HearingWindow:
    """From which day to which day a hearing can lawfully be held."""

    __pydantic_config__ = STRICT

    is_possible: bool
    earliest: dt.date
    """First day that every condition leaves."""
    latest: dt.date
    """Last lawful day, moved off a Sunday or legal holiday."""
    latest_calendar_day: dt.date
    conditions: tuple[WindowCondition, ...]
    because: str
    first_insertion_from: dt.date
    """First day, or first issue of the weekly newspaper, on which the notice can stand."""
    first_insertions: tuple[dt.date, ...] = ()
    """Issues of the weekly newspaper that can carry the first of the two insertions."""
    failing: tuple[str, ...] = ()
    """Why the stated hearing date is outside the window; empty where it is inside or none is stated."""


@dataclass(frozen=True, slots=True)
class Timetable:
    """A whole proceeding by the statutory calendar."""

    __pydantic_config__ = STRICT

    townline: str
    """Version that made it."""
    given: ProceedingDates
    window: HearingWindow | None
    """Null where the day of receipt that opens it is not part of the proceeding."""
    continued_window: HearingWindow | None
    """Days for a continued hearing; null before a hearing date is stated."""
    rows: tuple[TimetableRow, ...]
    """In the order of their days; a row without a day follows the step before it."""
    public_days: tuple[TimetableRow, ...]
    """Elections and legal holidays between the first and the last of these days."""
    notes: tuple[str, ...]
    parameters: tuple[ParameterUse, ...]
    """The numbers of the law that were used, by name."""
