"""Which days are legal holidays in Wisconsin?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from functools import cache

from gis.calendar.elections import general_election, partisan_primary
from gis.calendar.weekdays import MONDAY, SUNDAY, THURSDAY, last_weekday, nth_weekday

_JANUARY, _FEBRUARY, _MAY, _JUNE, _JULY, _SEPTEMBER, _OCTOBER, _NOVEMBER, _DECEMBER = 1, 2, 5, 6, 7, 9, 10, 11, 12


@cache
def legal_holidays(year: int) -> frozenset[dt.date]:
    """Return the legal holidays of a year, each on the day on which it is kept.

    Parameters
    ----------
    year
        Calendar year. The list is today's for every year; deadlines are asked about from 2011 on, when all of it
        was law but the name of the August primary (in September until 2010).

    Returns
    -------
    frozenset of datetime.date
        January 1, third Monday of January, third Monday of February, last Monday of May, June 19, July 4, first
        Monday of September, second Monday of October, November 11, fourth Thursday of November, December 25, and in
        even years the partisan primary and the general election. One on a Sunday is kept on the Monday after it;
        one on a Saturday stays there.

    Notes
    -----
    Wis. Stat. 995.20; outside the five texts on file. Good Friday afternoon and the municipal elections of cities of
    the first class are left out: the first is no whole day, the second no matter of a town.

    Examples
    --------
    >>> dt.date(2027, 7, 5) in legal_holidays(2027), dt.date(2027, 7, 4) in legal_holidays(2027)
    (True, False)
    """
    days = {
        dt.date(year, _JANUARY, 1),
        nth_weekday(year, _JANUARY, MONDAY, 3),
        nth_weekday(year, _FEBRUARY, MONDAY, 3),
        last_weekday(year, _MAY, MONDAY),
        dt.date(year, _JUNE, 19),
        dt.date(year, _JULY, 4),
        nth_weekday(year, _SEPTEMBER, MONDAY, 1),
        nth_weekday(year, _OCTOBER, MONDAY, 2),
        dt.date(year, _NOVEMBER, 11),
        nth_weekday(year, _NOVEMBER, THURSDAY, 4),
        dt.date(year, _DECEMBER, 25),
    }
    if year % 2 == 0:
        days |= {partisan_primary(year), general_election(year)}
    return frozenset(day + dt.timedelta(days=1) if day.weekday() == SUNDAY else day for day in days)


def is_holiday(day: dt.date, holidays: Collection[dt.date] | None) -> bool:
    """Say whether a day is a legal holiday.

    Parameters
    ----------
    day
        The day asked about.
    holidays
        Days on which a legal holiday is kept, where they are stated; empty means none, null Wisconsin's.

    Examples
    --------
    >>> is_holiday(dt.date(2026, 6, 19), None), is_holiday(dt.date(2026, 6, 19), [])
    (True, False)
    """
    return day in (legal_holidays(day.year) if holidays is None else holidays)
