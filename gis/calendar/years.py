"""Which days can be meant at all: those of the years from 1800 to 2199?"""

from __future__ import annotations

import datetime as dt

FIRST_YEAR, LAST_YEAR = 1800, 2199
"""A year before or past these is a slip of the finger: no land of Wisconsin was surveyed, and nobody plans so far."""
YEARS_READ = f"years are read from {FIRST_YEAR} to {LAST_YEAR}; another one is a slip"


def is_sensible(day: dt.date) -> bool:
    """Return whether a day can be meant.

    >>> is_sensible(dt.date(1848, 5, 29)), is_sensible(dt.date(9999, 12, 31))
    (True, False)
    """
    return FIRST_YEAR <= day.year <= LAST_YEAR


def sensible(day: dt.date) -> dt.date:
    """Return a day that can be meant.

    Raises
    ------
    ValueError
        It is of a year that is not read.

    Examples
    --------
    >>> sensible(dt.date(206, 6, 15))
    Traceback (most recent call last):
    ValueError: years are read from 1800 to 2199; another one is a slip
    """
    if not is_sensible(day):
        raise ValueError(YEARS_READ)
    return day
