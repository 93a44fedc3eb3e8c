"""When must a class 2 notice be in the newspaper before an event?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from gis.calendar.counting import add_days
from gis.calendar.weekdays import SUNDAY, WEEK_DAYS, weekday_number

INSERTIONS = 2
"""A class 2 notice is printed twice: Wis. Stat. 985.07(2)."""


def second_insertion_by(event: dt.date, notice_days: int = WEEK_DAYS) -> dt.date:
    """Return the last day for the second insertion: a week before the event, the day of the event counted.

    The paper's day never moves for a Sunday or a holiday; a paper of Sunday is good.

    Parameters
    ----------
    event
        Day of the hearing.
    notice_days
        Days from the last insertion to the event.

    Notes
    -----
    Wis. Stat. 985.01(1m) and 985.09; outside the five texts on file.

    Examples
    --------
    >>> second_insertion_by(dt.date(2026, 7, 30)).isoformat()
    '2026-07-23'
    """
    return add_days(event, -notice_days)


def first_insertion_by(event: dt.date, notice_days: int = WEEK_DAYS) -> dt.date:
    """Return the last day for the first insertion in a paper that comes out on one weekday.

    Examples
    --------
    >>> first_insertion_by(dt.date(2028, 3, 9)).isoformat()
    '2028-02-24'
    """
    return add_days(second_insertion_by(event, notice_days), -WEEK_DAYS)


def weekly_insertions(first: dt.date, count: int = INSERTIONS) -> tuple[dt.date, ...]:
    """Return the days of so many insertions, a week apart, from the first on.

    Examples
    --------
    >>> [day.isoformat() for day in weekly_insertions(dt.date(2026, 7, 2))]
    ['2026-07-02', '2026-07-09']
    """
    return tuple(add_days(first, week * WEEK_DAYS) for week in range(count))


def issue_on_or_after(day: dt.date, paper_weekday: str) -> dt.date:
    """Return the first issue of a weekly paper on or after a day.

    Parameters
    ----------
    day
        The day from which one may publish.
    paper_weekday
        English name of the weekday on which the paper comes out.

    Raises
    ------
    ValueError
        No weekday has that name.

    Examples
    --------
    >>> issue_on_or_after(dt.date(2026, 7, 1), "Thursday").isoformat()
    '2026-07-02'
    """
    return add_days(day, (weekday_number(paper_weekday) - day.weekday()) % WEEK_DAYS)


def issue_on_or_before(day: dt.date, paper_weekday: str) -> dt.date:
    """Return the last issue of a weekly paper on or before a day, as `issue_on_or_after`.

    Examples
    --------
    >>> issue_on_or_before(dt.date(2026, 7, 23), "Wednesday").isoformat()
    '2026-07-22'
    """
    return add_days(day, -((day.weekday() - weekday_number(paper_weekday)) % WEEK_DAYS))


def last_two_weeks_follow(insertions: Iterable[dt.date]) -> bool:
    """Say whether the week before that of the last insertion has one too; weeks run from Sunday to Saturday.

    Earlier insertions, and more than one in a week, do no harm. None or one insertion follows nothing.

    Notes
    -----
    Wis. Stat. 985.07(2), once a week in consecutive weeks; outside the five texts on file.

    Examples
    --------
    >>> last_two_weeks_follow([dt.date(2026, 7, 16), dt.date(2026, 7, 23)])
    True
    >>> last_two_weeks_follow([dt.date(2026, 7, 19), dt.date(2026, 7, 25)])
    False
    """
    weeks = {_week_start(day) for day in insertions}
    return bool(weeks) and add_days(max(weeks), -WEEK_DAYS) in weeks


def _week_start(day: dt.date) -> dt.date:
    return add_days(day, -((day.weekday() - SUNDAY) % WEEK_DAYS))
