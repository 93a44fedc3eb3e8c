"""On which day of a month does a weekday fall?"""

import datetime as dt

import pytest

from gis.calendar.weekdays import FRIDAY, MONDAY, SUNDAY, THURSDAY, last_weekday, nth_weekday


@pytest.mark.parametrize(
    ("year", "month", "day_of_week", "nth", "day"),
    [
        # November 2026 begins on a Sunday.
        (2026, 11, SUNDAY, 1, 1),
        (2026, 11, MONDAY, 1, 2),
        (2026, 11, THURSDAY, 4, 26),
        (2026, 11, SUNDAY, 5, 29),
        # June 2026 begins on a Monday.
        (2026, 6, MONDAY, 1, 1),
        (2026, 6, SUNDAY, 1, 7),
    ],
)
def test_the_nth_weekday(year: int, month: int, day_of_week: int, nth: int, day: int) -> None:
    assert nth_weekday(year, month, day_of_week, nth) == dt.date(year, month, day)


@pytest.mark.parametrize(
    ("year", "month", "day_of_week", "day"),
    # May 2026 has Mondays on the 4th, 11th, 18th and 25th; May 2027 a fifth on the 31st; December 2026 ends on a
    # Thursday.
    [(2026, 5, MONDAY, 25), (2027, 5, MONDAY, 31), (2026, 12, THURSDAY, 31), (2026, 12, FRIDAY, 25)],
)
def test_the_last_weekday(year: int, month: int, day_of_week: int, day: int) -> None:
    assert last_weekday(year, month, day_of_week) == dt.date(year, month, day)
