"""Which weekday is a day, and on which day of a month does a weekday fall?"""

from __future__ import annotations

import datetime as dt

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEK_DAYS = len(WEEKDAYS)
"""A week is seven consecutive days: Wis. Stat. 990.01(46)."""


def weekday(day: dt.date) -> str:
    """Return the English name of a day's weekday, whatever the language of the machine.

    >>> weekday(dt.date(2026, 8, 2))
    'Sunday'
    """
    return WEEKDAYS[day.weekday()]


def weekday_number(name: str) -> int:
    """Return a weekday's number, Monday 0, of its English name.

    Raises
    ------
    ValueError
        No weekday has that name.

    Examples
    --------
    >>> weekday_number("Sunday") == SUNDAY
    True
    """
    if name not in WEEKDAYS:
        msg = f"{name!r} is no weekday; they are {', '.join(WEEKDAYS)}"
        raise ValueError(msg)
    return WEEKDAYS.index(name)


def nth_weekday(year: int, month: int, day_of_week: int, nth: int) -> dt.date:
    """Return the nth such weekday of a month, counted from 1.

    >>> nth_weekday(2026, 11, THURSDAY, 4).isoformat()
    '2026-11-26'
    """
    first = dt.date(year, month, 1)
    return first + dt.timedelta(days=(day_of_week - first.weekday()) % WEEK_DAYS + (nth - 1) * WEEK_DAYS)


def last_weekday(year: int, month: int, day_of_week: int) -> dt.date:
    """Return the last such weekday of a month.

    >>> last_weekday(2026, 5, MONDAY).isoformat()
    '2026-05-25'
    """
    fifth = nth_weekday(year, month, day_of_week, 5)
    return fifth if fifth.month == month else fifth - dt.timedelta(days=WEEK_DAYS)
