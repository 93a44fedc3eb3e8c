"""When does a day that comes every year come next?"""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_years


def following(day: dt.date, month: int, day_of_month: int) -> dt.date:
    """Return the next day of a date in the year; on that date itself, the one of the next year.

    Parameters
    ----------
    day
        Day after which it is looked for.
    month, day_of_month
        The date in the year.

    Raises
    ------
    FactsInvalid
        The year would be after 9999.

    Examples
    --------
    >>> following(dt.date(2026, 6, 29), 6, 30).isoformat(), following(dt.date(2026, 6, 30), 6, 30).isoformat()
    ('2026-06-30', '2027-06-30')
    """
    this_year = dt.date(day.year, month, day_of_month)
    return this_year if this_year > day else add_years(this_year, 1)
