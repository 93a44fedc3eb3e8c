"""How do the days of an assessment become a calendar file (RFC 5545) that any calendar program opens?"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import TYPE_CHECKING

from icalendar import Calendar, Event, vText

if TYPE_CHECKING:
    from gis.model.assessment import Assessment, AssessmentDay

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "assessment.townline")
_ONE_DAY = dt.timedelta(days=1)


def assessment_calendar(answer: Assessment) -> bytes:
    """Write the days of an assessment as all-day events; same assessment, same bytes.

    A deadline stands on the business day by which one should act and says the last day; a window stands on all of its
    days. What is counted from a day that is not set is left out. No clock is read: the stamp is the day of the levy.
    """
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//Townline//Assessment {answer.townline}//EN")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", vText(f"Assessment: {answer.title}"))
    for day in answer.days:
        if day.last is not None or day.done is not None:
            calendar.add_component(_event(answer, day))
    written: bytes = calendar.to_ical()
    return written


def _event(answer: Assessment, day: AssessmentDay) -> Event:
    first, last = _shown(day)
    event = Event()
    event.add("uid", str(uuid.uuid5(_NAMESPACE, f"{answer.id}|{answer.levied}|{day.step}")))
    event.add("dtstamp", dt.datetime.combine(answer.levied, dt.time(tzinfo=dt.UTC)))
    event.add("dtstart", first)
    event.add("dtend", last + _ONE_DAY)  # RFC 5545: the end of an all-day event is the day after it
    event.add("transp", "TRANSPARENT")
    event.add("summary", f"{answer.title}: {day.what}")
    event.add("description", "\n".join(_described(day)))
    return event


def _shown(day: AssessmentDay) -> tuple[dt.date, dt.date]:
    """Return the days on which an event stands: that which is set, else the window, else the day to plan by."""
    if day.done is not None:
        return day.done, day.done
    last = day.last or dt.date.min
    if day.first is not None:
        return day.first, last
    by = day.plan_by or last
    return by, by


def _described(day: AssessmentDay) -> list[str]:
    lines = []
    if day.first is not None:
        lines.append(f"First day: {day.first.isoformat()}.")
    if day.last is not None:
        lines.append(f"Last day: {day.last.isoformat()}.")
    if day.rolled is not None and day.rolled != day.last:
        lines.append(f"That day is closed; {day.rolled.isoformat()} still counts.")
    if day.in_time is False:
        lines.append("It was not done in time." if day.done is None else "The stated day is not in time.")
    return [*lines, *day.doubts, *filter(None, (day.citation, day.verify, day.note))]
