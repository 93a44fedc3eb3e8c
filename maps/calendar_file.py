"""How does a timetable become a calendar file (RFC 5545) that any calendar program opens?"""

from __future__ import annotations

import datetime as dt
import uuid

from icalendar import Calendar, Event, vText

from gis.model.timetable import HearingWindow, ProceedingDates, Timetable, TimetableRow
from gis.proceedings.timetable.checking import start_of
from gis.proceedings.timetable.rows import said

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "timetable.townline")
_MIDNIGHT = dt.time(tzinfo=dt.UTC)
_ONE_DAY = dt.timedelta(days=1)
_PLANNED = frozenset({"deadline", "minimum_notice"})


def calendar_file(made: Timetable) -> bytes:
    """Write a timetable as a calendar of all-day events; same timetable, same bytes.

    A deadline stands on the business day (or issue of the newspaper) by which one should act, and says the last day
    by law; everything else stands on its own day. A row without a day is left out. No clock is read: DTSTAMP is the
    latest day stated of the proceeding. UIDs hang on the title, the start and the row, so that a later version of
    the same proceeding replaces its events instead of doubling them; so two proceedings that begin on one day need
    titles of their own.

    Parameters
    ----------
    made
        The timetable.

    Returns
    -------
    bytes
        UTF-8 with CRLF line ends, long lines folded.
    """
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//Townline//Timetable {made.townline}//EN")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", vText(_headline(made.given)))  # escaped as a text; other X- values are not
    stamp = dt.datetime.combine(_latest_stated(made.given), _MIDNIGHT)
    for step, window in (("window", made.window), ("continued_window", made.continued_window)):
        if window is not None and window.is_possible:
            calendar.add_component(_window_event(made.given, step, window, stamp))
    for row in (*made.rows, *made.public_days):
        if row.day is not None:
            calendar.add_component(_row_event(made.given, row, row.day, stamp))
    written: bytes = calendar.to_ical()
    return written


def _row_event(given: ProceedingDates, row: TimetableRow, day: dt.date, stamp: dt.datetime) -> Event:
    shown = row.plan_by if row.kind in _PLANNED and row.plan_by is not None else day
    due = f" (last day by law: {said(day)})" if shown != day else ""
    event = _event(given, f"{row.step}/{day}" if row.kind == "holiday" else row.step, shown, shown, stamp)
    event.add("summary", f"{_prefix(given)}{row.what}{due}")
    event.add("description", "\n".join(_description(row)))
    event.add("categories", [row.kind.replace("_", " ")])
    return event


def _description(row: TimetableRow) -> list[str]:
    lines = [f"Who acts: {row.who}"] if row.who else []
    if row.rolled is not None and row.rolled != row.day:
        lines.append(f"The last day is closed; by law {said(row.rolled)} still counts.")
    if row.done is not None and row.in_time is not None:
        lines.append(f"Stated: {said(row.done)}, {'in time' if row.in_time else 'late'}.")
    beyond = f"Outside the five texts: {row.beyond}." if row.beyond else ""
    return [line for line in (*lines, row.citation, row.note, beyond) if line]


def _window_event(given: ProceedingDates, step: str, window: HearingWindow, stamp: dt.datetime) -> Event:
    what = "Hearing possible" if step == "window" else "Continued hearing possible"
    event = _event(given, step, window.earliest, window.latest, stamp)
    event.add("summary", f"{_prefix(given)}{what}")
    event.add("description", window.because)
    event.add("categories", ["window"])
    return event


def _event(given: ProceedingDates, step: str, first: dt.date, last: dt.date, stamp: dt.datetime) -> Event:
    event = Event()
    event.add("uid", str(uuid.uuid5(_NAMESPACE, f"{_identity(given)}|{step}")))
    event.add("dtstamp", stamp)
    event.add("dtstart", first)
    event.add("dtend", last + _ONE_DAY)  # RFC 5545: the end of an all-day event is the day after it
    event.add("transp", "TRANSPARENT")
    return event


def _identity(given: ProceedingDates) -> str:
    return f"{given.title}|{given.proceeding}|{start_of(given)}"


def _latest_stated(given: ProceedingDates) -> dt.date:
    values = [getattr(given, name) for name in ProceedingDates.__slots__]
    return max(value for value in values if isinstance(value, dt.date))


def _headline(given: ProceedingDates) -> str:
    return f"Timetable: {given.title}" if given.title else "Timetable of a town sanitary district"


def _prefix(given: ProceedingDates) -> str:
    return f"{given.title}: " if given.title else ""
