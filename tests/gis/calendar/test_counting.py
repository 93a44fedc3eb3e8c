"""To which day does a time run: counted, moved off closed days, planned with care?"""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.calendar.counting import (
    add_business_days,
    add_days,
    add_months,
    add_years,
    court_rolled,
    is_business_day,
    plan_by,
    rolled,
    weekday,
)
from gis.errors import FactsInvalid

day = dt.date.fromisoformat
DAYS = st.dates(min_value=dt.date(2011, 7, 1), max_value=dt.date(2060, 12, 31))
CLOSED_LISTS = st.none() | st.lists(DAYS, max_size=3)
SATURDAYS = st.none() | st.booleans()
quick = settings(max_examples=50, derandomize=True)


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        # 2028 has February 29: 29 days left in February after January 31 plus 1.
        pytest.param("2028-01-31", 30, "2028-03-01", id="across a leap day"),
        pytest.param("2027-01-31", 30, "2027-03-02", id="across a common February"),
        pytest.param("2026-12-02", 30, "2027-01-01", id="across the end of a year"),
        pytest.param("2028-03-09", -10, "2028-02-28", id="backward across a leap day"),
    ],
)
def test_days_leave_the_first_out_and_count_the_last(start: str, days: int, end: str) -> None:
    assert add_days(day(start), days) == day(end)


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        pytest.param("2026-05-15", 9, "2027-02-15", id="the same day number"),
        pytest.param("2026-05-31", 9, "2027-02-28", id="no 31 in February"),
        pytest.param("2027-05-31", 9, "2028-02-29", id="a leap February"),
        pytest.param("2026-12-31", 2, "2027-02-28", id="across the end of a year"),
        pytest.param("2026-11-30", 1, "2026-12-30", id="into December"),
        pytest.param("2026-01-31", -2, "2025-11-30", id="backward"),
    ],
)
def test_months_keep_the_day_number_or_take_the_last_day(start: str, months: int, end: str) -> None:
    assert add_months(day(start), months) == day(end)


@pytest.mark.parametrize(
    ("start", "years", "end"),
    [("2028-02-29", 5, "2033-02-28"), ("2028-02-29", 4, "2032-02-29"), ("2026-04-07", 5, "2031-04-07")],
)
def test_years(start: str, years: int, end: str) -> None:
    assert add_years(day(start), years) == day(end)


@pytest.mark.parametrize(
    ("last_day", "moved", "in_court", "planned"),
    [
        pytest.param("2026-08-03", "2026-08-03", "2026-08-03", "2026-08-03", id="a Monday"),
        pytest.param("2026-08-02", "2026-08-03", "2026-08-03", "2026-07-31", id="a Sunday"),
        pytest.param("2026-08-22", "2026-08-22", "2026-08-24", "2026-08-21", id="a Saturday"),
        # January 1, 2023 is a Sunday, so its Monday is a holiday.
        pytest.param("2023-01-01", "2023-01-03", "2023-01-03", "2022-12-30", id="a Sunday holiday at year end"),
        pytest.param("2022-06-19", "2022-06-21", "2022-06-21", "2022-06-17", id="Juneteenth on a Sunday"),
        pytest.param("2027-07-03", "2027-07-03", "2027-07-06", "2027-07-02", id="the Saturday before a Sunday holiday"),
        pytest.param("2027-07-04", "2027-07-06", "2027-07-06", "2027-07-02", id="July 4 on a Sunday"),
        pytest.param("2026-09-07", "2026-09-08", "2026-09-08", "2026-09-04", id="Labor Day"),
        pytest.param("2026-11-03", "2026-11-04", "2026-11-04", "2026-11-02", id="the general election"),
        pytest.param("2026-08-11", "2026-08-12", "2026-08-12", "2026-08-10", id="the partisan primary"),
        pytest.param("2025-11-04", "2025-11-04", "2025-11-04", "2025-11-04", id="that Tuesday of an odd year"),
        # July 4, 2026 is a Saturday and a holiday: it moves on, past the Sunday.
        pytest.param("2026-07-04", "2026-07-06", "2026-07-06", "2026-07-03", id="a holiday on a Saturday"),
        # November 11, 2022 is a Friday: out of court the Saturday is the next secular day.
        pytest.param("2022-11-11", "2022-11-12", "2022-11-14", "2022-11-10", id="a Friday holiday"),
    ],
)
def test_the_last_day_moves_off_closed_days(last_day: str, moved: str, in_court: str, planned: str) -> None:
    assert rolled(day(last_day)) == day(moved)
    assert court_rolled(day(last_day)) == day(in_court)
    assert plan_by(day(last_day)) == day(planned)


@pytest.mark.parametrize(
    ("office_open_saturday", "moved"), [(True, "2026-08-22"), (None, "2026-08-22"), (False, "2026-08-24")]
)
def test_only_an_office_known_to_be_closed_moves_a_saturday(office_open_saturday: bool | None, moved: str) -> None:
    assert rolled(day("2026-08-22"), None, office_open_saturday) == day(moved)


def test_a_stated_list_of_holidays_replaces_the_legal_one() -> None:
    assert rolled(day("2026-12-25"), []) == day("2026-12-25")
    assert rolled(day("2026-12-28"), [day("2026-12-28"), day("2026-12-29")]) == day("2026-12-30")
    assert plan_by(day("2026-12-28"), [day("2026-12-28")]) == day("2026-12-25")


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        pytest.param("2026-06-11", 0, "2026-06-11", id="none"),
        # 12 and 15 to 18 are five; the 19th is a holiday, 20 and 21 a weekend; 22 to 26 make ten.
        pytest.param("2026-06-11", 10, "2026-06-26", id="ten across Juneteenth"),
        pytest.param("2026-08-21", 1, "2026-08-24", id="from a Friday"),
        pytest.param("2026-08-22", 1, "2026-08-24", id="from a Saturday"),
    ],
)
def test_business_days(start: str, days: int, end: str) -> None:
    assert add_business_days(day(start), days) == day(end)


def test_business_days_by_a_stated_list() -> None:
    assert add_business_days(day("2026-06-11"), 10, []) == day("2026-06-25")


@pytest.mark.parametrize(
    ("date", "name"),
    [("2026-08-02", "Sunday"), ("2026-08-03", "Monday"), ("2028-02-29", "Tuesday"), ("2026-09-05", "Saturday")],
)
def test_the_weekday_has_its_english_name(date: str, name: str) -> None:
    assert weekday(day(date)) == name


@pytest.mark.parametrize(
    ("start", "days", "months"), [(dt.date.max, 1, 1), (dt.date.min, -1, -1)], ids=["the last day", "the first day"]
)
def test_a_time_that_leaves_the_calendar_is_refused(start: dt.date, days: int, months: int) -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar") as caught:
        add_days(start, days)
    assert start.isoformat() in caught.value.where
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        add_months(start, months)


@quick
@given(DAYS, CLOSED_LISTS, SATURDAYS)
def test_a_moved_day_is_the_first_open_one(
    last_day: dt.date, holidays: list[dt.date] | None, hours: bool | None
) -> None:
    moved = rolled(last_day, holidays, hours)
    assert moved >= last_day
    assert weekday(moved) != "Sunday"
    assert hours is not False or is_business_day(moved, holidays)
    assert rolled(moved, holidays, hours) == moved
    between = [last_day + dt.timedelta(days=n) for n in range((moved - last_day).days)]
    assert all(rolled(closed, holidays, hours) == moved for closed in between)


@quick
@given(DAYS, CLOSED_LISTS)
def test_the_day_to_plan_by_is_the_last_business_day(last_day: dt.date, holidays: list[dt.date] | None) -> None:
    planned = plan_by(last_day, holidays)
    assert planned <= last_day
    assert is_business_day(planned, holidays)
    after = [planned + dt.timedelta(days=n + 1) for n in range((last_day - planned).days)]
    assert not any(is_business_day(day_after, holidays) for day_after in after)


@quick
@given(DAYS, DAYS, CLOSED_LISTS, SATURDAYS, st.integers(0, 120))
def test_a_later_start_never_gives_an_earlier_deadline(
    one: dt.date, other: dt.date, holidays: list[dt.date] | None, hours: bool | None, count: int
) -> None:
    first, second = sorted((one, other))
    assert rolled(add_days(first, count), holidays, hours) <= rolled(add_days(second, count), holidays, hours)
    assert add_months(first, count) <= add_months(second, count)
    assert plan_by(first, holidays) <= plan_by(second, holidays)
