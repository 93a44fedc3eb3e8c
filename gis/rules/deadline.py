"""Was an act done in time: deadlines counted forward (Block D) and minimum notice counted backward (Block N)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from gis.calendar.counting import add_days, court_rolled, plan_by, rolled, weekday
from gis.law.parameters import Parameters
from gis.model.finding import ParameterUse, Reading, State
from gis.rules.words import day_words, sentence, used

COUNTING_NOTE = (
    "Days are counted and moved off closed days as Wis. Stat. 990.001(4) has it, with the legal holidays of 995.20. "
    "Both are outside the five texts on file."
)
COURT_NOTE = (
    "The time runs to a day on which the clerk of courts is open (Wis. Stat. 801.15(1)(b)), with the legal holidays "
    "of 995.20. Both are outside the five texts on file."
)
MINIMUM_NOTE = (
    "Days of notice are counted back from the event and never moved later (Wis. Stat. 990.001(4)(a)); that section is "
    "outside the five texts on file."
)

_CLOSED_DAY = "last_day_on_closed_day"
_COURT_CLOSED_DAY = "court_last_day_on_closed_day"


class Clock(Protocol):
    """Facts that say which days are closed, as every rule of Block D states them."""

    @property
    def holidays(self) -> Collection[dt.date] | None:
        """Days on which a legal holiday is kept; null takes Wisconsin's."""
        ...

    @property
    def office_open_saturday(self) -> bool | None:
        """Whether the office that receives the filing is open on Saturdays; only a plain no moves a Saturday."""
        ...


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last day of a time that runs forward, and the act that it waits for. Null is what is not known."""

    start: dt.date | None
    day: dt.date | None
    """The plain calendar day: the first day left out, the last counted."""
    rolled_day: dt.date | None
    """That day, moved off the days on which the act cannot be done."""
    plan_day: dt.date | None
    """Last business day on or before the plain day."""
    act: dt.date | None

    @property
    def answer(self) -> str | None:
        """The plain calendar day, as the finding gives it."""
        return day_or_null(self.day)

    @property
    def state(self) -> State:
        """Whether the act is in time on or before the rolled day."""
        return self.state_by(self.rolled_day)

    def state_by(self, last_day: dt.date | None) -> State:
        """Say whether the act is done on or before a last day; `needs_evidence` where one of the two is not known."""
        return state_by(self.act, last_day)

    def measures(self) -> dict[str, JsonValue]:
        """Return the measures that every rule of Block D shares."""
        return {
            "weekday": None if self.day is None else weekday(self.day),
            "rolled_date": day_or_null(self.rolled_day),
            "plan_by": day_or_null(self.plan_day),
            "days_used": _days(self.start, self.act),
        }

    def readings(self, judge_by: Callable[[dt.date | None], State] | None = None) -> dict[str, Reading]:
        """Return both readings: the last day moved off closed days, and the plain calendar day.

        Parameters
        ----------
        judge_by
            What the rule says with a given last day, where it asks more than whether the act is in time.
        """
        by = judge_by or self.state_by
        return {
            "rolled": Reading(
                by(self.rolled_day), day_or_null(self.rolled_day), "A last day on a closed day moves on."
            ),
            "calendar_day": Reading(by(self.day), day_or_null(self.day), "No closed day moves the last day."),
        }

    def said(self, start: str, act: str) -> list[str]:
        """Say in clauses when the time ends and whether the act is in time.

        Parameters
        ----------
        start
            What starts the time, with its article: "the receipt of the petition".
        act
            What has to be done in time, with its article: "the hearing".
        """
        if self.start is None or self.day is None or self.rolled_day is None:
            unknown = f"the day of {start} is not known, so nothing can be counted from it"
            return [unknown] if self.act is not None else [unknown, f"the day of {act} is not known"]
        days = (self.day - self.start).days
        clauses = [f"{days} days from {start} on {day_words(self.start)} end on {_dated(self.day)}"]
        if self.rolled_day != self.day:
            clauses.append(f"that day is closed, so {_dated(self.rolled_day)} still counts")
        return [*clauses, self._act_said(act, self.day, self.rolled_day)]

    def early_note(self, start: str, act: str) -> tuple[str, ...]:
        """Return a note where the act is dated before the time begins: it may be so, or one date is wrong."""
        if self.start is None or self.act is None or self.act >= self.start:
            return ()
        return (sentence([f"{act} is dated before {start}", "check both dates"]),)

    def _act_said(self, act: str, day: dt.date, rolled_day: dt.date) -> str:
        if self.act is None:
            return f"the day of {act} is not known"
        done = f"{act} on {day_words(self.act)}"
        if self.act <= day:
            return f"{done} is in time"
        if self.act <= rolled_day:
            return f"{done} is in time only because the last day moves"
        return f"{done} is {_counted((self.act - rolled_day).days)} late"


@dataclass(frozen=True, slots=True)
class Notice:
    """The last day of a notice that must be given before an event, and when it was given. Null is not known."""

    event: dt.date | None
    day: dt.date | None
    """The event less the days of notice; it never moves later."""
    plan_day: dt.date | None
    """Last business day on or before that day."""
    act: dt.date | None

    @property
    def answer(self) -> str | None:
        """The last day for the notice, as the finding gives it."""
        return day_or_null(self.day)

    @property
    def state(self) -> State:
        """Whether the notice was given on or before its last day."""
        return state_by(self.act, self.day)

    @property
    def days_before(self) -> int | None:
        """Days from the notice to the event."""
        return _days(self.act, self.event)

    def measures(self) -> dict[str, JsonValue]:
        """Return the measures that every rule of Block N shares."""
        return {
            "weekday": None if self.day is None else weekday(self.day),
            "plan_by": day_or_null(self.plan_day),
            "days_before": self.days_before,
        }

    def said(self, event: str, act: str) -> list[str]:
        """Say in clauses by when the notice is due and whether it is in time; both named with their article."""
        if self.event is None or self.day is None:
            unknown = f"the day of {event} is not known, so nothing can be counted back from it"
            return [unknown] if self.act is not None else [unknown, f"the day of {act} is not known"]
        days = (self.event - self.day).days
        due = f"{days} days before {event} on {day_words(self.event)} is {_dated(self.day)}"
        if self.act is None:
            return [due, f"the day of {act} is not known"]
        done = f"{act} on {day_words(self.act)}"
        late = (self.act - self.day).days
        return [due, f"{done} is in time" if late <= 0 else f"{done} is {_counted(late)} late"]


def deadline(clock: Clock, start: dt.date | None, days: int, act: dt.date | None, *, court: bool = False) -> Deadline:
    """Count a time of days forward.

    Parameters
    ----------
    clock
        Facts that say which days are closed.
    start
        Day from which the time runs; it is not counted. Null where nobody knows.
    days
        Days of the time; the last is counted.
    act
        Day of the act that is due; null where nobody knows or it is not yet done.
    court
        Whether the time runs to a day on which the clerk of courts is open, so that no Saturday ends it.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.

    Notes
    -----
    FACTS.md 1.4; Wis. Stat. 990.001(4), and 801.15(1)(b) in court.

    Examples
    --------
    >>> from gis.model.facts.hearing import CostsFacts
    >>> due = deadline(CostsFacts(), dt.date(2026, 7, 3), 30, dt.date(2026, 8, 3))
    >>> due.answer, due.state.value, due.measures()["rolled_date"]
    ('2026-08-02', 'pass', '2026-08-03')
    """
    return deadline_on(clock, start, None if start is None else add_days(start, days), act, court=court)


def deadline_on(
    clock: Clock, start: dt.date | None, day: dt.date | None, act: dt.date | None, *, court: bool = False
) -> Deadline:
    """Return the deadline of a plain calendar day counted elsewhere, in months or years; else as `deadline`."""
    if day is None:
        return Deadline(start, None, None, None, act)
    rolled_day = court_rolled(day, clock.holidays) if court else rolled(day, clock.holidays, clock.office_open_saturday)
    return Deadline(start, day, rolled_day, plan_by(day, clock.holidays), act)


def minimum_notice(
    holidays: Collection[dt.date] | None, event: dt.date | None, days: int, act: dt.date | None
) -> Notice:
    """Count days of notice back from an event.

    Parameters
    ----------
    holidays
        Days on which a legal holiday is kept; null takes Wisconsin's. They only move the day to plan by.
    event
        Day of the event; null where nobody knows.
    days
        Days that must lie between the notice and the event, the event's own counted.
    act
        Day on which the notice was given; null where nobody knows.

    Raises
    ------
    FactsInvalid
        The notice would be due before the calendar begins.

    Notes
    -----
    FACTS.md 1.5; Wis. Stat. 990.001(4)(a).

    Examples
    --------
    >>> notice = minimum_notice(None, dt.date(2026, 6, 15), 15, dt.date(2026, 6, 1))
    >>> notice.answer, notice.state.value, notice.measures()["plan_by"]
    ('2026-05-31', 'fail', '2026-05-29')
    """
    if event is None:
        return Notice(None, None, None, act)
    day = add_days(event, -days)
    return Notice(event, day, plan_by(day, holidays), act)


def state_by(act: dt.date | None, last_day: dt.date | None) -> State:
    """Say whether an act is done on or before a last day; `needs_evidence` where one of the two is not known."""
    if act is None or last_day is None:
        return State.NEEDS_EVIDENCE
    return State.PASS if act <= last_day else State.FAIL


def day_or_null(day: dt.date | None) -> str | None:
    """Return a day as JSON writes it, or null for what is not known."""
    return None if day is None else day.isoformat()


def counting_used(parameters: Parameters, *names: str, court: bool = False) -> tuple[ParameterUse, ...]:
    """Return the parameters of a finding that counts forward: its own, and how a closed last day moves."""
    return tuple(used(parameters.get(name)) for name in (*names, _COURT_CLOSED_DAY if court else _CLOSED_DAY))


def _days(first: dt.date | None, last: dt.date | None) -> int | None:
    return None if first is None or last is None else (last - first).days


def _dated(day: dt.date) -> str:
    return f"{weekday(day)}, {day_words(day)}"


def _counted(days: int) -> str:
    return f"{days} day{'' if days == 1 else 's'}"
