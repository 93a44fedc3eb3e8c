"""MUK-14: the stormwater charge, and the rate that a budget needs (FACTS.md, entry MUK-14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.stormwater import StormwaterChargeFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from gis.rules.stormwater.rate import covers, rate_needed, revenue
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
BILL: dict[str, Any] = {"in_utility_district": True, "units": "3.5", "rate": "8.25"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-14", read_facts("MUK-14", {**BILL, **facts}), law)


@pytest.mark.parametrize(
    ("units", "rate", "answer"),
    [
        ("3.5", "8.25", "28.88"),  # 28.875, half up
        ("14.75", "8.25", "121.69"),
        ("0.25", "8.25", "2.06"),  # 2.0625
        ("0.25", "8.26", "2.07"),  # 2.065
        ("1", "8.25", "8.25"),
        ("0", "8.25", "0.00"),
        ("3.5", "0", "0.00"),
    ],
)
def test_units_times_rate(units: str, rate: str, answer: str) -> None:
    found = find(units=units, rate=rate)
    assert (found.state, found.answer, found.answer_unit, found.readings) == ("pass", answer, "usd", {})


@pytest.mark.parametrize(
    ("rate", "budget", "total", "state", "minimum", "brought_in"),
    [
        ("8.25", "82500.00", "10000", "pass", "8.25", "82500.00"),
        ("8.24", "82500.00", "10000", "fail", "8.25", "82400.00"),
        ("8.25", "82500.01", "10000", "fail", "8.26", "82500.00"),
        ("8.34", "25000.00", "3000", "pass", "8.34", "25020.00"),
        ("8.33", "25000.00", "3000", "fail", "8.34", "24990.00"),
        # Compared before rounding: 0.333 x 3 = 0.999 is less than 1.00, though half up it is 1.00.
        ("0.333", "1.00", "3", "fail", "0.34", "1.00"),
        ("8.25", "0", "0", "pass", "0.00", "0.00"),
        ("8.25", "1", "0", "fail", None, "0.00"),
        ("8.25", "0", "100", "pass", "0.00", "825.00"),
    ],
)
def test_the_rate_covers_the_budget_or_not(  # noqa: PLR0913 - a bill has these numbers
    rate: str, budget: str, total: str, state: str, minimum: str | None, brought_in: str
) -> None:
    found = find(units=1, rate=rate, budget=budget, total_units=total)
    assert (found.state, found.measures["minimum_rate"], found.measures["revenue"]) == (state, minimum, brought_in)
    assert found.answer is not None
    assert ("less than the budget" in found.because) is (state == "fail")


def test_what_falls_short_is_said_with_the_rate_that_would_do() -> None:
    said = find(units=1, rate="8.24", budget="82500", total_units=10_000).because
    assert said == (
        "The charge is $8.24 a quarter: 1 runoff unit at $8.24 a unit; for the 10,000 units of the district the rate "
        "brings in $82,400, less than the budget of $82,500, which needs $8.25 a unit."
    )
    assert "no parcel has a unit to bear it" in find(budget=1, total_units=0).because


def test_outside_the_district_nothing_is_charged_whatever_is_unknown() -> None:
    found = find(in_utility_district=False, units=None, rate=None)
    assert (found.state, found.answer) == ("not_applicable", "0.00")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"in_utility_district": None}, "whether the parcel is in the utility district is not known"),
        ({"units": None}, "how many runoff units it is assigned is not known"),
        ({"rate": None}, "the rate that the annual resolution adopts is not known"),
        ({"rate": None, "units": None}, "are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_no_facts_at_all_need_evidence() -> None:
    assert judge("MUK-14", StormwaterChargeFacts(), LAW).state == "needs_evidence"


def test_a_board_without_a_rate_still_reads_which_rate_it_needs() -> None:
    found = find(rate=None, budget="25000", total_units=3000)
    assert (found.state, found.measures["minimum_rate"], found.measures["revenue"]) == ("needs_evidence", "8.34", None)


def test_a_budget_without_the_units_of_the_district_is_noted() -> None:
    found = find(budget="25000")
    assert (found.state, found.answer) == ("pass", "28.88")
    assert "without the units of the whole district" in found.notes[0]
    assert find().notes == ()


@pytest.mark.parametrize("name", ["units", "rate", "budget", "total_units"])
def test_what_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{name: "-0.01"})
    assert caught.value.where == f"facts.{name}"


@pytest.mark.parametrize(
    ("bills", "words"),
    [(1, "a year:"), (2, "a half-year:"), (4, "a quarter:"), (6, "a billing period:"), (12, "a month:")],
)
def test_another_utility_bills_in_other_periods(bills: int, words: str) -> None:
    found = find(law_with(eru_bills_a_year=bills))
    assert words in found.because
    assert found.measures["bills_a_year"] == bills


@settings(max_examples=60, derandomize=True, deadline=None)
@given(
    st.decimals(0, 9_999_999, places=2).map(Fraction),
    st.integers(1, 400_000).map(lambda quarters: Fraction(quarters, 4)),
)
def test_the_rate_needed_is_the_lowest_in_whole_cents_that_covers(budget: Fraction, total: Fraction) -> None:
    rate = rate_needed(budget, total)
    assert rate is not None
    assert (rate * 100).denominator == 1
    assert covers(rate, total, budget)
    assert rate == 0 or not covers(rate - Fraction(1, 100), total, budget)
    assert revenue(rate, total) >= budget
