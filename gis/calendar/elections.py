"""On which day of a year are Wisconsin's regular elections, and when do those elected in spring take office?"""

from __future__ import annotations

import datetime as dt

from gis.calendar.weekdays import MONDAY, TUESDAY, nth_weekday

_APRIL, _AUGUST, _NOVEMBER = 4, 8, 11


def spring_election(year: int) -> dt.date:
    """Return the day of the spring election of a year: the first Tuesday of April.

    Notes
    -----
    Wis. Stat. 5.02(21); outside the five texts on file.

    Examples
    --------
    >>> [spring_election(year).isoformat() for year in (2027, 2028, 2029)]
    ['2027-04-06', '2028-04-04', '2029-04-03']
    """
    return nth_weekday(year, _APRIL, TUESDAY, 1)


def next_spring_election(after: dt.date) -> dt.date:
    """Return the first spring election after a day; election day itself is not after it.

    Examples
    --------
    >>> [next_spring_election(dt.date(2027, 4, day)).isoformat() for day in (5, 6)]
    ['2027-04-06', '2028-04-04']
    """
    election = spring_election(after.year)
    return election if election > after else spring_election(after.year + 1)


def third_monday_of_april(year: int) -> dt.date:
    """Return the day on which commissioners elected in spring follow those before them.

    Notes
    -----
    Wis. Stat. 60.74(3) and (4)(c), 60.75(2)(d).

    Examples
    --------
    >>> [third_monday_of_april(year).isoformat() for year in (2027, 2028, 2029)]
    ['2027-04-19', '2028-04-17', '2029-04-16']
    """
    return nth_weekday(year, _APRIL, MONDAY, 3)


def partisan_primary(year: int) -> dt.date:
    """Return the day of the partisan primary of an even year: the second Tuesday of August.

    Raises
    ------
    ValueError
        The year is odd and has none.

    Notes
    -----
    Wis. Stat. 5.02(12s), since 2012; outside the five texts on file.

    Examples
    --------
    >>> partisan_primary(2026).isoformat()
    '2026-08-11'
    """
    _refuse_odd(year)
    return nth_weekday(year, _AUGUST, TUESDAY, 2)


def general_election(year: int) -> dt.date:
    """Return the day of the general election of an even year: the Tuesday after the first Monday of November.

    Raises
    ------
    ValueError
        The year is odd and has none.

    Notes
    -----
    Wis. Stat. 5.02(5); outside the five texts on file.

    Examples
    --------
    >>> general_election(2022).isoformat(), general_election(2026).isoformat()
    ('2022-11-08', '2026-11-03')
    """
    _refuse_odd(year)
    return nth_weekday(year, _NOVEMBER, MONDAY, 1) + dt.timedelta(days=TUESDAY - MONDAY)


def next_general_election(after: dt.date) -> dt.date:
    """Return the first general election after a day; election day itself is not after it.

    Examples
    --------
    >>> [next_general_election(dt.date(2026, 11, day)).isoformat() for day in (2, 3)]
    ['2026-11-03', '2028-11-07']
    """
    year = after.year + after.year % 2
    election = general_election(year)
    return election if election > after else general_election(year + 2)


def _refuse_odd(year: int) -> None:
    if year % 2:
        msg = f"{year} is odd; partisan primaries and general elections are held in even years"
        raise ValueError(msg)
