"""By when must the two insertions of a class 2 notice be in the newspaper, and in which issues can they be?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from gis.calendar.counting import add_days
from gis.calendar.notices import issue_on_or_before, last_two_weeks_follow
from gis.calendar.weekdays import WEEK_DAYS
from gis.model.finding import Finding
from gis.model.timetable import TimetableRow
from gis.proceedings.timetable.rows import Clerk, Step, day_measure, joined, said, unmoved


def insertion_rows(
    clerk: Clerk, steps: tuple[Step, Step], finding: Finding, insertions: tuple[dt.date, ...], note: str = ""
) -> Iterator[TimetableRow]:
    """Yield the rows of the first and the second insertion.

    Parameters
    ----------
    clerk
        The proceeding and the law.
    steps
        The two rows.
    finding
        Of TSD-07, 13 or 16: its measures are the last days by law.
    insertions
        Days stated; one alone is the first, of more the last decides.
    note
        What else the rows say.

    Notes
    -----
    Ch. 985, outside the five texts. In a weekly newspaper both stand in its issues, a week apart; elsewhere it is
    enough that they stand in consecutive weeks, Sunday to Saturday.
    """
    first_step, second_step = steps
    first_by, second_by = day_measure(finding, "first_insertion_by"), day_measure(finding, "second_insertion_by")
    stated = sorted(insertions)
    plans = _weekly_issues(clerk, second_by)
    words = joined(note, _issues_said(clerk, plans))
    first_done, second_done = (stated[-2], stated[-1]) if len(stated) > 1 else (next(iter(stated), None), None)
    first = unmoved(clerk, first_step, "minimum_notice", first_by, first_done, words)
    if second_done is not None:
        # With a second insertion known, the first is in time where the weeks follow each other, whatever the day.
        first = replace(first, in_time=last_two_weeks_follow(stated))
    yield replace(first, plan_by=plans[0] or first.plan_by)
    second = unmoved(clerk, second_step, "minimum_notice", second_by, second_done, note)
    yield replace(second, plan_by=plans[1] or second.plan_by)


def _weekly_issues(clerk: Clerk, second_by: dt.date | None) -> tuple[dt.date | None, dt.date | None]:
    """Return the last issues of a weekly newspaper that can carry the notice; null where it is none."""
    paper = clerk.given.newspaper_weekday
    if paper is None or second_by is None:
        return None, None
    second = issue_on_or_before(second_by, paper)
    return add_days(second, -WEEK_DAYS), second


def _issues_said(clerk: Clerk, plans: tuple[dt.date | None, dt.date | None]) -> str | None:
    first, second = plans
    if first is None or second is None:
        return None
    return f"The last issues of a {clerk.given.newspaper_weekday} newspaper are {said(first)} and {said(second)}."
