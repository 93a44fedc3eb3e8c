"""Days by hand; July 4, 2026 is a Saturday and a legal holiday, so that July 3 is the last business day before it."""

from __future__ import annotations

import datetime as dt

import pytest

from gis.law.loader import load_law
from gis.proceedings.definitions import Due
from gis.proceedings.due_days import Days, due_day

LAW = load_law().parameters(dt.date(2026, 6, 15))
D = dt.date.fromisoformat


@pytest.mark.parametrize(
    ("due", "start", "day", "last_day", "plan_by"),
    [
        (Due("rolled", ("hearing_days",), after=("a",)), "2026-06-05", "2026-07-05", "2026-07-06", "2026-07-03"),
        (Due("rolled", ("hearing_days",), after=("a",)), "2026-06-08", "2026-07-08", "2026-07-08", "2026-07-08"),
        # Independence Day is a Saturday in 2026: a legal holiday moves even where Saturdays do not, and then a Sunday.
        (Due("rolled", ("hearing_days",), after=("a",)), "2026-06-04", "2026-07-04", "2026-07-06", "2026-07-03"),
        (Due("minimum", ("bond_days",), before=("a",)), "2026-07-20", "2026-07-05", "2026-07-05", "2026-07-03"),
        (Due("court", ("court_review_days",), after=("a",)), "2026-04-05", "2026-07-04", "2026-07-06", "2026-07-03"),
        (Due("set", before=("a",)), "2026-07-06", "2026-07-06", "2026-07-06", "2026-07-06"),
        # 90 and 60 days from January 1, 2026: day 151 of the year is May 31, a Sunday.
        (
            Due("rolled", ("court_review_days", "department_commissioner_days"), after=("a",)),
            "2026-01-01",
            "2026-05-31",
            "2026-06-01",
            "2026-05-29",
        ),
    ],
)
def test_the_last_day(due: Due, start: str, day: str, last_day: str, plan_by: str) -> None:
    found = due_day(due, Days({"a": D(start)}, {"a": D(start)}), LAW)
    assert found is not None
    assert (found.day, found.last_day, found.plan_by) == (D(day), D(last_day), D(plan_by))
    assert found.weekday == found.day.strftime("%A")


def test_a_notice_of_two_insertions() -> None:
    found = due_day(Due("class_2", ("last_insertion_days",), before=("a",)), Days({}, {"a": D("2026-07-30")}), LAW)
    assert found is not None
    assert (found.last_day, found.first_insertion_by) == (D("2026-07-23"), D("2026-07-16"))


def test_days_run_from_the_first_named_act_that_is_done() -> None:
    due = Due("rolled", ("hearing_days",), after=("a", "b"))
    for done, day in (
        ({"b": D("2026-06-08")}, "2026-07-08"),
        ({"a": D("2026-06-09"), "b": D("2026-06-08")}, "2026-07-09"),
    ):
        found = due_day(due, Days(done, {}), LAW)
        assert found is not None
        assert found.day == D(day)
    assert due_day(due, Days({}, {}), LAW) is None


@pytest.mark.parametrize(
    ("due", "last_days"),
    [
        (Due("office", ("costs_paid_days",), after=("a",)), ["2026-06-13", "2026-06-13", "2026-06-15"]),
        # Only filings and payments wait for an office, 990.001(4)(c).
        (Due("rolled", ("hearing_days",), after=("a",)), ["2026-06-13", "2026-06-13", "2026-06-13"]),
    ],
)
def test_an_office_closed_on_saturdays_moves_a_payment(due: Due, last_days: list[str]) -> None:
    """May 14 and 30 days are Saturday, June 13."""
    for hours, last_day in zip((None, True, False), last_days, strict=True):
        found = due_day(due, Days({"a": D("2026-05-14")}, {}, hours), LAW)
        assert found is not None
        assert found.last_day == D(last_day)


def test_days_run_back_from_the_first_named_act_that_is_known() -> None:
    due = Due("minimum", ("bond_days",), before=("held", "set"))
    for known, day in (
        ({"set": D("2026-07-30")}, "2026-07-15"),
        ({"set": D("2026-07-30"), "held": D("2026-08-20")}, "2026-08-05"),
    ):
        found = due_day(due, Days({}, known), LAW)
        assert found is not None
        assert found.day == D(day)
