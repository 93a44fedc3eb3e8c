"""To which day does a time run that the law gives: counted, moved off closed days, and planned with care?"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Collection

from gis.calendar.holidays import is_holiday
from gis.calendar.weekdays import SATURDAY, SUNDAY, weekday
from gis.errors import FactsInvalid

__all__ = [
    "add_business_days",
    "add_days",
    "add_months",
    "add_years",
    "court_rolled",
    "is_business_day",
    "plan_by",
    "rolled",
    "weekday",
]

_MONTHS = 12


def add_days(day: dt.date, days: int) -> dt.date:
    """Return the day so many days later (earlier where negative): the first day left out, the last counted.

    Raises
    ------
    FactsInvalid
        The result lies outside the years 1 to 9999.

    Notes
    -----
    Wis. Stat. 990.001(4)(a).

    Examples
    --------
    >>> add_days(dt.date(2028, 1, 31), 30).isoformat()
    '2028-03-01'
    """
    try:
        return day + dt.timedelta(days=days)
    except OverflowError as error:
        raise _outside(day) from error


def add_months(day: dt.date, months: int) -> dt.date:
    """Return the same day of the month so many months later, or the last of that month where there is none.

    Raises
    ------
    FactsInvalid
        The result lies outside the years 1 to 9999.

    Examples
    --------
    >>> add_months(dt.date(2026, 5, 31), 9).isoformat(), add_months(dt.date(2028, 2, 29), 12).isoformat()
    ('2027-02-28', '2029-02-28')
    """
    years, month_index = divmod(day.month - 1 + months, _MONTHS)
    year, month = day.year + years, month_index + 1
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        raise _outside(day)
    return dt.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def add_years(day: dt.date, years: int) -> dt.date:
    """Return the same day of the year so many years later; February 29 becomes the 28th in a common year.

    Raises
    ------
    FactsInvalid
        The result lies outside the years 1 to 9999.

    Examples
    --------
    >>> add_years(dt.date(2028, 2, 29), 5).isoformat()
    '2033-02-28'
    """
    return add_months(day, years * _MONTHS)


def rolled(
    day: dt.date, holidays: Collection[dt.date] | None = None, office_open_saturday: bool | None = None
) -> dt.date:
    """Return the day to which a last day moves: the next one that is no Sunday and no legal holiday.

    Parameters
    ----------
    day
        Last day as counted.
    holidays
        Days on which a legal holiday is kept; null takes Wisconsin's.
    office_open_saturday
        Whether the office that receives the filing or payment is open on Saturdays. Only a plain no moves a
        Saturday; where nobody knows (null) it stays.

    Returns
    -------
    datetime.date
        The day itself where nothing moves it. Never use it for a minimum notice, which runs backward.

    Notes
    -----
    Wis. Stat. 990.001(4)(b) and (c); outside the five texts on file.

    Examples
    --------
    >>> rolled(dt.date(2026, 8, 2)).isoformat(), rolled(dt.date(2026, 9, 5)).isoformat()
    ('2026-08-03', '2026-09-05')
    """
    closed = {SATURDAY, SUNDAY} if office_open_saturday is False else {SUNDAY}
    while day.weekday() in closed or is_holiday(day, holidays):
        day = add_days(day, 1)
    return day


def court_rolled(day: dt.date, holidays: Collection[dt.date] | None = None) -> dt.date:
    """Return the day to which a last day in court moves: the next one on which the clerk of courts is open.

    That is no Saturday, no Sunday and no legal holiday.

    Notes
    -----
    Wis. Stat. 801.15(1)(b); outside the five texts on file.

    Examples
    --------
    >>> court_rolled(dt.date(2026, 8, 22)).isoformat()
    '2026-08-24'
    """
    return rolled(day, holidays, office_open_saturday=False)


def plan_by(day: dt.date, holidays: Collection[dt.date] | None = None) -> dt.date:
    """Return the last business day on or before a day: whoever acts by then need not argue about closed days.

    Examples
    --------
    >>> plan_by(dt.date(2026, 5, 31)).isoformat(), plan_by(dt.date(2026, 9, 7)).isoformat()
    ('2026-05-29', '2026-09-04')
    """
    while not is_business_day(day, holidays):
        day = add_days(day, -1)
    return day


def is_business_day(day: dt.date, holidays: Collection[dt.date] | None = None) -> bool:
    """Say whether a day is Monday to Friday and no legal holiday.

    Examples
    --------
    >>> is_business_day(dt.date(2026, 11, 3)), is_business_day(dt.date(2025, 11, 4))
    (False, True)
    """
    return day.weekday() < SATURDAY and not is_holiday(day, holidays)


def add_business_days(day: dt.date, days: int, holidays: Collection[dt.date] | None = None) -> dt.date:
    """Return the day so many business days later; the first day is left out, and none gives the day itself.

    Examples
    --------
    >>> add_business_days(dt.date(2026, 6, 18), 10).isoformat()
    '2026-07-03'
    """
    for _ in range(days):
        day = add_days(day, 1)
        while not is_business_day(day, holidays):
            day = add_days(day, 1)
    return day


def _outside(day: dt.date) -> FactsInvalid:
    return FactsInvalid(
        what=f"A time counted from {day.isoformat()} leaves the calendar.",
        where=f"the date {day.isoformat()}",
        why="Days are counted within the years 1 to 9999.",
        next="Correct the date.",
    )
