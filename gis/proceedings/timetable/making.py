"""What is the whole timetable of one proceeding?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from gis import __version__
from gis.law.parameters import Law
from gis.model.timetable import HearingWindow, ProceedingDates, Timetable, TimetableRow
from gis.proceedings.timetable.changes import change_rows
from gis.proceedings.timetable.checking import outcome_of, refuse_impossible, start_of
from gis.proceedings.timetable.commissioners import commissioner_rows
from gis.proceedings.timetable.department import department_rows
from gis.proceedings.timetable.orders import order_rows, review_row
from gis.proceedings.timetable.petition import petition_rows
from gis.proceedings.timetable.public_days import public_days
from gis.proceedings.timetable.rows import Clerk, in_order, known
from gis.proceedings.timetable.window import continued_window, hearing_window
from gis.rules.words import day_words

_MOVING = (
    "A last day on a Sunday or legal holiday moves to the next day that is neither. A Saturday moves only for what is "
    "filed, paid or served at an office that is closed then (Wis. Stat. 990.001(4)(c)), as in the reports of these "
    "rules. What must be done so many days before a hearing never moves later."
)

_HOLIDAYS_WITHIN = dt.timedelta(days=366)
"""Holidays are told where a last day follows within so long."""


def timetable(given: ProceedingDates, law: Law) -> Timetable:
    """Return every day of a proceeding on a town sanitary district that its stated days lead to.

    Parameters
    ----------
    given
        What is stated. What is not stays open: its row has no day and says what is missing.
    law
        The law on file; the text that held on the day with which the proceeding begins is used.

    Returns
    -------
    Timetable
        The same for the same input; no clock is read and no hearing date proposed.

    Raises
    ------
    TimetableInvalid
        The stated days contradict each other, or do not belong to the proceeding.
    ParameterNotInForce
        The law on that day is not on file.

    Notes
    -----
    Wis. Stat. 60.71 to 60.75. Days are counted by the rules that judge them (TSD-05 to 07, 11, 13, 14, 16 to 18, 21
    to 23, 25, 27 to 30), so that a timetable and a report cannot differ.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> made = timetable(ProceedingDates(petition_received=dt.date(2026, 6, 1)), load_law())
    >>> made.window.earliest.isoformat(), made.window.latest.isoformat()
    ('2026-06-16', '2026-07-01')
    """
    refuse_impossible(given)
    start = known(start_of(given))
    clerk = Clerk(given, law.parameters(start))
    window = continued = None
    if given.petition_received is not None:
        window = hearing_window(clerk, given.petition_received)
        continued = None if given.hearing_date is None else continued_window(clerk, given.hearing_date)
    rows = in_order(list(_rows(clerk, window, continued)))
    return Timetable(
        townline=__version__,
        given=given,
        window=window,
        continued_window=continued,
        rows=rows,
        public_days=_public_days(clerk, rows, start),
        notes=(f"Counted by the law that held on {day_words(start)}. Not legal advice.", _MOVING),
        parameters=clerk.used(),
    )


def _rows(clerk: Clerk, window: HearingWindow | None, continued: HearingWindow | None) -> Iterator[TimetableRow]:
    given = clerk.given
    if given.petition_received is not None and window is not None:
        established = None if outcome_of(given) == "dismissed" else given.established or given.order_date
        yield from petition_rows(clerk, given.petition_received, window, continued)
        yield from order_rows(clerk, established)
    else:
        established = given.established or given.town_acted
        yield from department_rows(clerk)
        yield review_row(clerk, established)
    if outcome_of(given) != "dismissed":
        yield from commissioner_rows(clerk, established)
    yield from change_rows(clerk)


def _public_days(clerk: Clerk, rows: tuple[TimetableRow, ...], start: dt.date) -> tuple[TimetableRow, ...]:
    acts = [row.rolled or row.day for row in rows if row.day is not None and row.kind in ("deadline", "minimum_notice")]
    elections = [row.day for row in rows if row.day is not None and row.kind in ("election", "term_end")]
    range_of = [start, *(day for day in acts if day is not None)]
    first, last = min(range_of), max(range_of)
    every = public_days(first, last, max((last, *elections)), clerk.given.holidays)
    # Years may lie between two acts; the holidays of such a gap move nothing.
    return tuple(row for row in every if row.kind != "holiday" or any(_is_shortly_before(row.day, act) for act in acts))


def _is_shortly_before(day: dt.date | None, act: dt.date | None) -> bool:
    return day is not None and act is not None and dt.timedelta(0) <= act - day <= _HOLIDAYS_WITHIN
