"""By which day is an act of a proceeding due?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from gis.calendar.counting import add_days, court_rolled, plan_by, rolled, weekday
from gis.calendar.notices import first_insertion_by, second_insertion_by
from gis.law.parameters import Parameters
from gis.model.config import STRICT
from gis.proceedings.definitions import Due


@dataclass(frozen=True, slots=True)
class DueDay:
    """The last day of an act."""

    __pydantic_config__ = STRICT

    day: dt.date
    """The plain calendar day."""
    weekday: str
    last_day: dt.date
    """The day to which it moves; the same where nothing moves it. A minimum notice never moves."""
    plan_by: dt.date
    """Last business day on or before the plain day."""
    first_insertion_by: dt.date | None = None
    """Of a notice that is published twice, the last day for the first time."""


@dataclass(frozen=True, slots=True)
class Days:
    """The days from and to which a proceeding counts."""

    done: Mapping[str, dt.date]
    """Day on which each act was done."""
    set: Mapping[str, dt.date]
    """Day that an act set for something, such as the hearing; else the day on which it was done."""
    office_open_saturday: bool | None = None


def due_day(due: Due, days: Days, parameters: Parameters) -> DueDay | None:
    """Return by when an act is due.

    Parameters
    ----------
    due
        How it is counted.
    days
        What is done, and which days are set.
    parameters
        The law on the date.

    Returns
    -------
    DueDay or None
        None where the day from or to which it counts is not known.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> law = load_law().parameters(dt.date(2026, 6, 15))
    >>> days = Days({"petition": dt.date(2026, 6, 5)}, {})
    >>> found = due_day(Due("rolled", ("hearing_days",), after=("petition",)), days, law)
    >>> found.day.isoformat(), found.weekday, found.last_day.isoformat()
    ('2026-07-05', 'Sunday', '2026-07-06')
    """
    starts = [
        *(days.done[act] for act in due.after if act in days.done),
        *(days.set[act] for act in due.before if act in days.set),
    ]
    if not starts:
        return None
    start = starts[0]
    count = sum(parameters.whole(name) for name in due.days)
    match due.how:
        case "rolled":
            day = add_days(start, count)
            return _told(day, rolled(day))
        case "office":
            day = add_days(start, count)
            return _told(day, rolled(day, office_open_saturday=days.office_open_saturday))
        case "court":
            day = add_days(start, count)
            return _told(day, court_rolled(day))
        case "class_2":
            last = second_insertion_by(start, count)
            return _told(last, last, first_insertion_by(start, count))
        case "minimum" | "set":
            day = add_days(start, -count)
            return _told(day, day)


def _told(day: dt.date, last_day: dt.date, first: dt.date | None = None) -> DueDay:
    return DueDay(day, weekday(day), last_day, plan_by(day), first)
