"""When must a class 2 notice be in the newspaper?"""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.calendar.notices import (
    first_insertion_by,
    issue_on_or_after,
    issue_on_or_before,
    last_two_weeks_follow,
    second_insertion_by,
    weekly_insertions,
)
from gis.calendar.weekdays import WEEKDAYS, weekday

day = dt.date.fromisoformat


@pytest.mark.parametrize(
    ("event", "second", "first"),
    [
        # RULES.md 0.3: H - 7 and H - 14.
        pytest.param("2026-07-30", "2026-07-23", "2026-07-16", id="a Thursday"),
        pytest.param("2028-03-09", "2028-03-02", "2028-02-24", id="across a leap day"),
        pytest.param("2027-01-10", "2027-01-03", "2026-12-27", id="Sundays stay, also across the end of a year"),
        pytest.param("2026-07-11", "2026-07-04", "2026-06-27", id="a holiday stays"),
    ],
)
def test_the_last_days_for_two_insertions(event: str, second: str, first: str) -> None:
    assert second_insertion_by(day(event)) == day(second)
    assert first_insertion_by(day(event)) == day(first)


def test_insertions_are_a_week_apart() -> None:
    assert weekly_insertions(day("2026-12-24"), 3) == (day("2026-12-24"), day("2026-12-31"), day("2027-01-07"))
    assert weekly_insertions(day("2026-07-02")) == (day("2026-07-02"), day("2026-07-09"))


@pytest.mark.parametrize(
    ("start", "paper", "after", "before"),
    [
        pytest.param("2026-07-01", "Wednesday", "2026-07-01", "2026-07-01", id="the day itself"),
        pytest.param("2026-07-01", "Thursday", "2026-07-02", "2026-06-25", id="the day after"),
        pytest.param("2026-07-01", "Tuesday", "2026-07-07", "2026-06-30", id="the day before"),
        pytest.param("2026-07-01", "Sunday", "2026-07-05", "2026-06-28", id="a paper of Sunday"),
    ],
)
def test_the_issues_of_a_weekly_paper(start: str, paper: str, after: str, before: str) -> None:
    assert issue_on_or_after(day(start), paper) == day(after)
    assert issue_on_or_before(day(start), paper) == day(before)


def test_a_name_that_is_no_weekday_is_refused() -> None:
    with pytest.raises(ValueError, match="Freitag"):
        issue_on_or_after(day("2026-07-01"), "Freitag")


@pytest.mark.parametrize(
    ("insertions", "follow"),
    # July 2026: the 5th, 12th, 19th and 26th are Sundays.
    [
        pytest.param([], False, id="none"),
        pytest.param([16], False, id="one"),
        pytest.param([16, 23], True, id="a week apart"),
        pytest.param([23, 16], True, id="in any order"),
        pytest.param([18, 19], True, id="Saturday and the Sunday after it are in two weeks"),
        pytest.param([12, 25], True, id="Sunday, and Saturday of the next week"),
        pytest.param([19, 25], False, id="Sunday and Saturday of one week"),
        pytest.param([9, 23], False, id="a week left out"),
        pytest.param([2, 16, 23], True, id="one more, early"),
        pytest.param([14, 16, 23], True, id="two in a week, one in the next"),
        pytest.param([9, 16, 30], False, id="the last one alone"),
    ],
)
def test_weeks_run_from_sunday_to_saturday(insertions: list[int], follow: bool) -> None:
    assert last_two_weeks_follow(dt.date(2026, 7, number) for number in insertions) is follow


@settings(max_examples=50, derandomize=True)
@given(st.dates(dt.date(2011, 7, 1), dt.date(2060, 12, 31)), st.sampled_from(WEEKDAYS))
def test_the_last_issue_before_and_the_first_after_enclose_the_day(start: dt.date, paper: str) -> None:
    before, after = issue_on_or_before(start, paper), issue_on_or_after(start, paper)
    assert before <= start <= after
    assert weekday(before) == weekday(after) == paper
    assert (after - before).days == (0 if weekday(start) == paper else 7)
