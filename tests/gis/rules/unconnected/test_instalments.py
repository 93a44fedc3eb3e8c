"""MUK-02: instalments for a connection that the village made (FACTS.md, entry MUK-02)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
OPTION: dict[str, Any] = {
    "cost": "9000.00",
    "instalments": 3,
    "work_completed": "2026-06-01",
    "option_filed": "2026-06-20",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-02", read_facts("MUK-02", {**OPTION, **facts}), law)


@pytest.mark.parametrize(
    ("cost", "instalments", "payments", "total", "level"),
    # Each year a part of the cost and 8 percent of what was unpaid. Level payment: cost x 0.08 / (1 - 1.08^-n).
    [
        ("7500", 5, ["2100.00", "1980.00", "1860.00", "1740.00", "1620.00"], "9300.00", "9392.10"),  # 5 x 1,878.42
        ("9000", 3, ["3720.00", "3480.00", "3240.00"], "10440.00", "10476.90"),  # 3 x 3,492.30 (3,492.3016)
        ("1000", 1, ["1080.00"], "1080.00", "1080.00"),
        ("1000", 2, ["580.00", "540.00"], "1120.00", "1121.54"),  # 2 x 560.77 (560.7692)
        # 100 in three: 33.34, 33.33 and 33.33; interest 8.00, 5.33 (5.3328) and 2.67 (2.6664); 3 x 38.80 (38.8034).
        ("100", 3, ["41.34", "38.66", "36.00"], "116.00", "116.40"),
        # Two cents in three: 0.01, 0.01 and nothing, which bear no interest of half a cent; 3 x 0.01 (0.0078).
        ("0.02", 3, ["0.01", "0.01", "0.00"], "0.02", "0.03"),
        ("0", 4, ["0.00", "0.00", "0.00", "0.00"], "0.00", "0.00"),
    ],
)
def test_what_is_payable(cost: str, instalments: int, payments: list[str], total: str, level: str) -> None:
    found = find(cost=cost, instalments=instalments)
    assert (found.state, found.answer, found.measures["payments"]) == ("pass", total, payments)
    assert {name: (reading.state, reading.answer) for name, reading in found.readings.items()} == {
        "equal_principal": ("pass", total),
        "level_payment": ("pass", level),
    }


@pytest.mark.parametrize(
    ("filed", "state", "words"),
    # Completed June 1, 2026: 30 days end on July 1.
    [
        ("2026-07-01", "pass", "it was filed on July 1, 2026, in time"),
        ("2026-07-02", "fail", "1 day late"),
        ("2026-07-04", "fail", "3 days late"),
        (None, "needs_evidence", "the day on which the option was filed is not known"),
    ],
)
def test_the_option_is_filed_within_thirty_days(filed: str | None, state: str, words: str) -> None:
    found = find(option_filed=filed)
    assert (found.state, found.measures["option_by"]) == (state, "2026-07-01")
    assert (found.answer is None) is (state != "pass")
    assert bool(found.readings) is (state == "pass")
    assert words in found.because


def test_a_last_day_on_a_sunday_does_not_move() -> None:
    # May 1 and 30 days are Sunday, May 31, 2026.
    assert find(work_completed="2026-05-01", option_filed="2026-05-31").state == "pass"
    assert find(work_completed="2026-05-01", option_filed="2026-06-01").state == "fail"


@pytest.mark.parametrize(
    "facts", [{}, {"cost": None}, {"work_completed": None}, {"option_filed": None}, {"option_filed": "2026-07-02"}]
)
def test_more_than_five_instalments_fail_whatever_else_is_unknown(facts: dict[str, object]) -> None:
    found = find(instalments=6, **facts)
    assert (found.state, found.answer, found.measures["payments"]) == ("fail", None, None)
    assert "at most 5 annual instalments are allowed, not 6" in found.because.lower()
    assert "not known" not in found.because


@pytest.mark.parametrize("facts", [{"cost": None}, {"instalments": None}])
def test_a_late_option_fails_whatever_else_is_unknown(facts: dict[str, object]) -> None:
    assert find(option_filed="2026-07-02", **facts).state == "fail"


@pytest.mark.parametrize(
    ("facts", "words", "has_payments"),
    [
        ({"cost": None}, "the cost billed is not known", False),
        ({"instalments": None}, "how many instalments are asked for is not known", False),
        ({"work_completed": None}, "the day on which the work was completed is not known", True),
        ({"option_filed": None}, "the day on which the option was filed is not known", True),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str, has_payments: bool) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert words in found.because
    assert (found.measures["payments"] is not None) is has_payments


def test_an_option_before_the_completion_is_pointed_out() -> None:
    found = find(option_filed="2026-05-31")
    assert found.state == "pass"
    assert any("check both dates" in note for note in found.notes)
    assert find(option_filed="2026-06-01").notes == ()


@pytest.mark.parametrize(
    ("facts", "path"),
    [({"cost": "-0.01"}, "cost"), ({"instalments": 0}, "instalments"), ({"instalments": -2}, "instalments")],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_a_time_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(work_completed="9999-12-15", option_filed=None)


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        mukwonago_option_days=10,
        mukwonago_instalments_at_most=2,
        mukwonago_instalment_interest_percent=6,
    )
    assert find(law, instalments=3).state == "fail"
    late = find(law, instalments=2, option_filed="2026-06-12")
    assert (late.state, late.measures["option_by"]) == ("fail", "2026-06-11")
    found = find(law, cost="1000", instalments=2, option_filed="2026-06-11")
    # 500 and 6 percent of 1,000, then 500 and 6 percent of 500.
    assert (found.answer, found.measures["payments"]) == ("1090.00", ["560.00", "530.00"])
    assert "with 6 percent a year" in found.because
    assert [use.value for use in found.parameters] == [10, 2, 6]


def test_without_interest_both_readings_pay_the_cost() -> None:
    found = find(law_with(mukwonago_instalment_interest_percent=0), cost="900", instalments=3)
    assert [reading.answer for reading in found.readings.values()] == ["900.00", "900.00"]


@settings(max_examples=50, derandomize=True)
@given(cents=st.integers(0, 5_000_000), instalments=st.integers(1, 5))
def test_the_parts_pay_the_whole_cost_and_never_grow(cents: int, instalments: int) -> None:
    cost = Decimal(cents) / 100
    found = find(cost=str(cost), instalments=instalments)
    payments = found.measures["payments"]
    assert isinstance(payments, list)
    paid = [Decimal(str(payment)) for payment in payments]
    assert paid == sorted(paid, reverse=True)
    assert sum(paid) == Decimal(str(found.answer))
    # Interest of 8 percent on average over (n + 1) / 2 years, give or take a cent a year for rounding.
    interest = cost * 8 * (instalments + 1) / 200
    assert abs(sum(paid) - cost - interest) <= Decimal(instalments) / 100
