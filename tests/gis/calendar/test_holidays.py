"""Are the legal holidays those of Wis. Stat. 995.20, each on the day on which it is kept?"""

import datetime as dt

import pandas as pd
import pytest
from pandas.tseries.holiday import (
    TU,
    Holiday,
    USColumbusDay,
    USLaborDay,
    USMartinLutherKingJr,
    USMemorialDay,
    USPresidentsDay,
    USThanksgivingDay,
    sunday_to_monday,
)
from pandas.tseries.offsets import DateOffset

from gis.calendar.holidays import is_holiday, legal_holidays

# Read off a printed calendar: weekday of January 1, leap years, and the section's list in its order.
BY_HAND = {
    # June 19 a Sunday, kept on the 20th; December 25 a Sunday, kept on the 26th; January 1 a Saturday, not moved.
    2022: "01-01 01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26 08-09 11-08",
    # January 1 a Sunday, kept on the 2nd; November 11 a Saturday, not moved to the Friday.
    2023: "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25",
    2024: "01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25 08-13 11-05",
    # July 4 a Saturday, not moved.
    2026: "01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25 08-11 11-03",
    # July 4 a Sunday, kept on the 5th; June 19 and December 25 on Saturdays, not moved.
    2027: "01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25",
    # A leap year.
    2028: "01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25 08-08 11-07",
}

FIRST, LAST = dt.date(2011, 1, 1), dt.date(2060, 12, 31)


def fixed(month: int, day: int) -> Holiday:
    return Holiday(f"{month}-{day}", month=month, day=day, observance=sunday_to_monday)


def first_tuesday_from(month: int, day: int) -> Holiday:
    return Holiday(f"{month}-{day} Tuesday", month=month, day=day, offset=DateOffset(weekday=TU(1)))


def days(*rules: Holiday) -> set[dt.date]:
    return {stamp.date() for rule in rules for stamp in rule.dates(pd.Timestamp(FIRST), pd.Timestamp(LAST))}


@pytest.mark.parametrize("year", BY_HAND)
def test_the_list_worked_by_hand(year: int) -> None:
    assert legal_holidays(year) == {dt.date.fromisoformat(f"{year}-{day}") for day in BY_HAND[year].split()}


def test_every_day_of_fifty_years_by_the_holiday_rules_of_pandas() -> None:
    yearly = days(
        fixed(1, 1),
        USMartinLutherKingJr,
        USPresidentsDay,
        USMemorialDay,
        fixed(6, 19),
        fixed(7, 4),
        USLaborDay,
        USColumbusDay,
        fixed(11, 11),
        USThanksgivingDay,
        fixed(12, 25),
    )
    # The first Monday of November is the 1st at the earliest, so election day is the first Tuesday from the 2nd on.
    elections = {day for day in days(first_tuesday_from(8, 8), first_tuesday_from(11, 2)) if day.year % 2 == 0}
    expected = yearly | elections
    assert expected == {day for year in range(FIRST.year, LAST.year + 1) for day in legal_holidays(year)}


@pytest.mark.parametrize(
    ("day", "is_one"),
    [
        pytest.param("2023-01-01", False, id="a Sunday holiday is kept on the Monday"),
        pytest.param("2023-01-02", True, id="that Monday"),
        pytest.param("2023-11-10", False, id="the Friday before a Saturday holiday"),
        pytest.param("2026-02-15", False, id="a day that the library has and the section has not"),
        pytest.param("2026-12-24", False, id="Christmas Eve, when offices close"),
        pytest.param("2025-11-04", False, id="no general election in an odd year"),
        pytest.param("2026-04-07", False, id="the spring election"),
    ],
)
def test_what_is_one_and_what_is_none(day: str, is_one: bool) -> None:
    assert is_holiday(dt.date.fromisoformat(day), None) is is_one


def test_a_stated_list_replaces_the_legal_one() -> None:
    christmas, fair = dt.date(2026, 12, 25), dt.date(2026, 8, 6)
    assert is_holiday(fair, [fair])
    assert not is_holiday(christmas, [fair])
    assert not is_holiday(christmas, [])
