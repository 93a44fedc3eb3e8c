"""On which day are the elections of a year?"""

import datetime as dt

import pytest

from gis.calendar.elections import (
    general_election,
    next_general_election,
    next_spring_election,
    partisan_primary,
    spring_election,
    third_monday_of_april,
)

day = dt.date.fromisoformat


@pytest.mark.parametrize(
    ("year", "election"),
    # Days of past general elections, and 2026 as RULES.md has it: the first Monday of November and one day.
    [(1970, 3), (2010, 2), (2014, 4), (2016, 8), (2018, 6), (2022, 8), (2024, 5), (2026, 3), (2028, 7)],
)
def test_the_general_election_is_the_tuesday_after_the_first_monday_of_november(year: int, election: int) -> None:
    assert general_election(year) == dt.date(year, 11, election)


@pytest.mark.parametrize(
    ("year", "primary"),
    # Partisan primaries that were held, and the second Tuesday of August 2026 and 2028 by the printed calendar.
    [(2012, 14), (2014, 12), (2016, 9), (2018, 14), (2020, 11), (2022, 9), (2024, 13), (2026, 11), (2028, 8)],
)
def test_the_partisan_primary_is_the_second_tuesday_of_august(year: int, primary: int) -> None:
    assert partisan_primary(year) == dt.date(year, 8, primary)


@pytest.mark.parametrize("which", [general_election, partisan_primary])
def test_an_odd_year_has_neither(which: object) -> None:
    assert callable(which)
    with pytest.raises(ValueError, match="2027 is odd"):
        which(2027)


@pytest.mark.parametrize(
    ("year", "election", "third_monday"),
    # RULES.md, TSD-25, for 2027 to 2029; 2019 and 2024 by the printed calendar (April 1 a Monday: the first Tuesday
    # is the 2nd and the third Monday the 15th); 2025 has April 1 on a Tuesday.
    [
        (2019, "2019-04-02", "2019-04-15"),
        (2024, "2024-04-02", "2024-04-15"),
        (2025, "2025-04-01", "2025-04-21"),
        (2027, "2027-04-06", "2027-04-19"),
        (2028, "2028-04-04", "2028-04-17"),
        (2029, "2029-04-03", "2029-04-16"),
    ],
)
def test_the_spring_election_and_the_day_on_which_terms_end(year: int, election: str, third_monday: str) -> None:
    assert spring_election(year) == day(election)
    assert third_monday_of_april(year) == day(third_monday)


@pytest.mark.parametrize(
    ("after", "election"),
    [
        pytest.param("2027-04-05", "2027-04-06", id="the day before"),
        pytest.param("2027-04-06", "2028-04-04", id="election day is not after itself"),
        pytest.param("2027-12-31", "2028-04-04", id="the end of the year"),
    ],
)
def test_the_next_spring_election(after: str, election: str) -> None:
    assert next_spring_election(day(after)) == day(election)


@pytest.mark.parametrize(
    ("after", "election"),
    [
        pytest.param("2026-11-02", "2026-11-03", id="the day before"),
        pytest.param("2026-11-03", "2028-11-07", id="election day is not after itself"),
        pytest.param("2027-11-02", "2028-11-07", id="an odd year"),
    ],
)
def test_the_next_general_election(after: str, election: str) -> None:
    assert next_general_election(day(after)) == day(election)
