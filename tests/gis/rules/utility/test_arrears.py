"""UT-04: arrears to the tax roll (FACTS.md, entry UT-04)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from gis.rules.utility.arrears_cycle import arrears_cycle, owing_on, penalty_of
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
DEBT: dict[str, Any] = {
    "year": 2026,
    "service_date": "2026-09-15",
    "arrears": "480.00",
    "as_of": "2026-12-01",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("UT-04", read_facts("UT-04", {**DEBT, **facts}), law)


def both(found: Finding) -> list[tuple[str, object]]:
    return [(found.readings[name].state.value, found.readings[name].answer) for name in ("rolled", "calendar_day")]


@pytest.mark.parametrize(
    ("paid", "rolled", "calendar_day"),
    # November 1 and 15, 2026 are Sundays.
    [
        ("2026-10-20", ("pass", "480.00"), ("pass", "480.00")),
        ("2026-11-01", ("pass", "480.00"), ("pass", "480.00")),
        ("2026-11-02", ("pass", "480.00"), ("pass", "528.00")),
        ("2026-11-03", ("pass", "528.00"), ("pass", "528.00")),
        ("2026-11-15", ("pass", "528.00"), ("pass", "528.00")),
        ("2026-11-16", ("pass", "528.00"), ("fail", "528.00")),
        ("2026-11-17", ("fail", "528.00"), ("fail", "528.00")),
    ],
)
def test_the_sundays_of_november_2026(paid: str, rolled: tuple[str, str], calendar_day: tuple[str, str]) -> None:
    found = find(paid=paid)
    assert both(found) == [rolled, calendar_day]
    assert (found.state.value, found.answer) == rolled
    assert found.measures["certified"] is (rolled[0] == "fail")
    assert found.measures["penalty"] == ("0.00" if rolled[1] == "480.00" else "48.00")
    assert any("after the close of business" in note for note in found.notes)


@pytest.mark.parametrize(
    ("as_of", "rolled", "calendar_day"),
    [
        ("2026-10-15", ("needs_evidence", "480.00"), ("needs_evidence", "480.00")),
        ("2026-11-02", ("needs_evidence", "480.00"), ("needs_evidence", "528.00")),
        ("2026-11-03", ("needs_evidence", "528.00"), ("needs_evidence", "528.00")),
        ("2026-11-15", ("needs_evidence", "528.00"), ("needs_evidence", "528.00")),
        ("2026-11-16", ("needs_evidence", "528.00"), ("fail", "528.00")),
        ("2026-11-17", ("fail", "528.00"), ("fail", "528.00")),
        ("2027-03-01", ("fail", "528.00"), ("fail", "528.00")),
    ],
)
def test_what_is_still_owing(as_of: str, rolled: tuple[str, str], calendar_day: tuple[str, str]) -> None:
    found = find(as_of=as_of)
    assert both(found) == [rolled, calendar_day]
    assert found.measures["certified"] is (rolled[0] == "fail")


@pytest.mark.parametrize(
    ("year", "without_penalty", "pay"),
    [
        (2024, "2024-11-01", "2024-11-15"),  # Fridays
        (2025, "2025-11-01", "2025-11-15"),  # Saturdays stay: nobody says that the office is closed
        (2026, "2026-11-02", "2026-11-16"),  # Sundays
        (2027, "2027-11-01", "2027-11-15"),  # Mondays
        (2032, "2032-11-01", "2032-11-15"),  # Mondays, before the general election on the 2nd
        (2037, "2037-11-02", "2037-11-16"),  # Sundays
    ],
)
def test_the_days_of_a_cycle(year: int, without_penalty: str, pay: str) -> None:
    found = find(year=year, service_date="2020-01-01", paid=f"{year}-10-16")
    assert (found.measures["pay_without_penalty_by"], found.measures["pay_by"]) == (without_penalty, pay)
    assert (found.measures["notice_on"], found.measures["certify_on"]) == (f"{year}-10-15", f"{year}-11-16")


def test_stated_holidays_move_the_last_day_and_never_the_list() -> None:
    found = find(holidays=["2026-11-02", "2026-11-16"], paid="2026-11-17")
    assert found.measures["pay_without_penalty_by"] == "2026-11-03"
    assert (found.measures["pay_by"], found.measures["certify_on"]) == ("2026-11-17", "2026-11-16")
    assert both(found) == [("pass", "528.00"), ("fail", "528.00")]


@pytest.mark.parametrize(
    ("service_date", "in_cycle"),
    [("2019-01-01", True), ("2026-09-30", True), ("2026-10-01", False), ("2026-11-10", False)],
)
def test_service_before_october_1_is_of_the_cycle(service_date: str, in_cycle: bool) -> None:
    found = find(service_date=service_date)
    assert found.measures["in_cycle"] is in_cycle
    assert both(found) == ([("fail", "528.00")] * 2 if in_cycle else [("not_applicable", "480.00")] * 2)
    assert found.measures["penalty"] == ("48.00" if in_cycle else "0.00")
    assert found.measures["certified"] is in_cycle


@pytest.mark.parametrize(
    ("arrears", "penalty", "owing"),
    [
        ("0.04", "0.00", "0.04"),
        ("0.05", "0.01", "0.06"),
        ("0.15", "0.02", "0.17"),
        ("123.44", "12.34", "135.78"),
        ("123.45", "12.35", "135.80"),  # 12.345
        ("99999999.95", "10000000.00", "109999999.95"),
    ],
)
def test_ten_percent_half_up(arrears: str, penalty: str, owing: str) -> None:
    found = find(arrears=arrears)
    assert (found.measures["penalty"], found.answer) == (penalty, owing)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"year": None}, "the year of the cycle is not known"),
        ({"service_date": None}, "the last day of the service is not known"),
        ({"arrears": None}, "the amount in arrears is not known"),
        ({"as_of": None}, "the day asked about is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert both(found) == [("needs_evidence", None)] * 2
    assert (found.state, found.measures["penalty"], found.measures["certified"]) == ("needs_evidence", None, None)
    assert words in found.because


def test_a_day_asked_about_is_not_needed_once_paid_nor_outside_the_cycle() -> None:
    assert find(paid="2026-11-10", as_of=None).state == "pass"
    assert find(service_date="2026-10-01", as_of=None).state == "not_applicable"


def test_odd_dates_are_noted() -> None:
    assert any("before the notice" in note for note in find(paid="2026-10-14").notes)
    assert any("after the day asked about" in note for note in find(paid="2026-11-10", as_of="2026-11-01").notes)
    assert len(find(paid="2026-11-10").notes) == 2


@pytest.mark.parametrize(
    ("facts", "path"),
    [({"arrears": "-0.01"}, "arrears"), ({"year": 26}, "year"), ({"year": 0}, "year"), ({"year": 99999}, "year")],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        utility_service_before_october_day=10,
        utility_arrears_notice_october_day=20,
        utility_arrears_penalty_after_november_day=4,
        utility_arrears_pay_by_november_day=18,
        utility_arrears_certify_november_day=19,
        utility_arrears_penalty_percent=25,
    )
    found = find(law, service_date="2026-10-09")
    assert found.answer == "600.00"
    days = [found.measures[name] for name in ("notice_on", "pay_without_penalty_by", "pay_by", "certify_on")]
    assert days == ["2026-10-20", "2026-11-04", "2026-11-18", "2026-11-19"]


# 66.0809(3)(a): "unless the amount is paid by November 1 a penalty of 10 percent", "paid by November 15". In 2025 they
# are a Saturday each, in 2026 a Sunday, in 2027 a Monday; only a Sunday moves them by a day.
@pytest.mark.parametrize(("year", "moved"), [(2025, 0), (2026, 1), (2027, 0)])
@pytest.mark.parametrize("is_paid", [True, False])
def test_each_reading_counts_every_day_by_itself(year: int, moved: int, *, is_paid: bool) -> None:
    for after in range(50):
        day = dt.date(year, 10, 15) + dt.timedelta(days=after)
        known = {"paid": day.isoformat()} if is_paid else {"as_of": day.isoformat()}
        found = find(year=year, service_date=f"{year}-09-15", **known)
        for by, (state, answer) in zip((moved, 0), both(found), strict=True):
            is_late = day > dt.date(year, 11, 1 + by)
            in_time = "pass" if is_paid else "needs_evidence"
            assert answer == ("528.00" if is_late else "480.00"), day
            assert state == ("fail" if day > dt.date(year, 11, 15 + by) else in_time), day


def test_what_stands_on_the_certified_list() -> None:
    cycle = arrears_cycle(2026, LAW)
    late = owing_on(Fraction("75.00"), cycle.certify_on + dt.timedelta(days=1), cycle.last_days("rolled"), LAW)
    assert (late.amount, late.penalty, late.certified) == (Fraction("82.50"), Fraction("7.50"), True)
    on_the_day = [
        owing_on(Fraction(75), cycle.certify_on, cycle.last_days(name), LAW).certified
        for name in ("rolled", "calendar_day")
    ]
    assert on_the_day == [False, True]


@settings(max_examples=50, derandomize=True)
@given(st.integers(0, 10**9), st.integers(2000, 2099), st.integers(0, 60))
def test_no_penalty_is_negative_and_a_later_day_never_owes_less(cents: int, year: int, after: int) -> None:
    arrears = Fraction(cents, 100)
    cycle = arrears_cycle(year, LAW)
    assert abs(penalty_of(arrears, LAW) - arrears / 10) <= Fraction(1, 200)
    for last in (cycle.rolled, cycle.calendar_day):
        day = cycle.notice_on + dt.timedelta(days=after)
        today, tomorrow = (owing_on(arrears, each, last, LAW) for each in (day, day + dt.timedelta(days=1)))
        assert today.penalty >= 0
        assert today.amount - today.penalty == arrears
        assert today.amount <= tomorrow.amount
        assert today.certified <= tomorrow.certified


@pytest.mark.parametrize("facts", [{}, {"as_of": "2026-11-01"}, {"as_of": None}, {"paid": "2026-11-20"}])
def test_where_nothing_is_in_arrears_nothing_is_certified(facts: dict[str, object]) -> None:
    found = find(arrears="0.00", **facts)  # 66.0809(3)(a): "payment for which is owing and in arrears"
    assert both(found) == [("pass", "0.00")] * 2
    assert (found.measures["penalty"], found.measures["certified"]) == ("0.00", False)
    assert found.because == "Nothing is in arrears, so there is nothing to certify."


def test_service_after_september_is_of_a_later_cycle_whatever_is_owing() -> None:
    found = find(service_date="2026-10-01", arrears=None)
    assert both(found) == [("not_applicable", None)] * 2
    assert (found.measures["penalty"], found.measures["certified"]) == ("0.00", False)
    assert "the arrears wait for a later one, without penalty" in found.because


def test_a_penalty_that_rounds_to_nothing_is_said_to() -> None:
    # A tenth of 4 cents is 0.4 of a cent.
    assert "is less than half a cent, so none is in it" in find(arrears="0.04", paid="2026-11-10").because
    assert "no penalty is in it, and one is added" in find(arrears="0.04", paid="2026-11-02").because
