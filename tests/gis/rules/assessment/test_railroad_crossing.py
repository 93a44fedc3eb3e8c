"""SA-10: railroad crossings (FACTS.md, entry SA-10)."""

from __future__ import annotations

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
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
CROSSING: dict[str, Any] = {
    "frontages_ft": [100, 100],
    "unit_price": "85.00",
    "others_assessed": "400000.00",
    "others_frontage_ft": 5000,
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("SA-10", read_facts("SA-10", {**CROSSING, **facts}), law)


@pytest.mark.parametrize(
    ("facts", "frontage", "price", "cap", "answer"),
    [
        ({}, 200, "17000.00", "16000.00", "16000.00"),  # 80 a foot on average
        ({"others_assessed": "425000.00"}, 200, "17000.00", "17000.00", "17000.00"),
        ({"others_assessed": "500000.00"}, 200, "17000.00", "20000.00", "17000.00"),
        ({"frontages_ft": [100]}, 100, "8500.00", "8000.00", "8000.00"),
        ({"frontages_ft": ["104.5", "110.25"]}, 214.75, "18253.75", "17180.00", "17180.00"),
        # 132 ft at 100,000/1,300 = 76.923...: 10,153.846
        (
            {"frontages_ft": [66, 66], "others_assessed": "100000.00", "others_frontage_ft": 1300},
            132,
            "11220.00",
            "10153.84",
            "10153.84",
        ),
        # 1/3 cent of price, rounded down: 0.333 ft x 0.01
        ({"frontages_ft": ["0.333"], "unit_price": "0.05"}, 0.333, "0.02", "26.64", "0.01"),
        ({"others_assessed": "0.00"}, 200, "17000.00", "0.00", "0.00"),
        ({"frontages_ft": [0, 0]}, 0, "0.00", "0.00", "0.00"),
    ],
)
def test_the_lesser_of_price_and_average_is_charged(
    facts: dict[str, object], frontage: float, price: str, cap: str, answer: str
) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass", answer)
    assert [found.measures[name] for name in ("frontage_ft", "price_amount", "cap_amount")] == [frontage, price, cap]


@pytest.mark.parametrize(
    ("presented", "paid", "state", "calendar_day"),
    # 30 days from July 10, 2026 end on Sunday, August 9.
    [
        ("2026-07-10", "2026-08-09", "pass", "pass"),
        ("2026-07-10", "2026-08-10", "pass", "fail"),
        ("2026-07-10", "2026-08-11", "fail", "fail"),
        ("2026-07-10", None, "pass", "pass"),
    ],
)
def test_the_railroad_pays_within_thirty_days(presented: str, paid: str | None, state: str, calendar_day: str) -> None:
    found = find(presented=presented, paid=paid)
    assert (found.state, found.answer) == (state, "16000.00")
    assert found.readings["calendar_day"].state == calendar_day
    assert (found.measures["due_by"], found.measures["rolled_date"]) == ("2026-08-09", "2026-08-10")
    assert ("no payment is on record" in found.because) is (paid is None)


def test_without_a_statement_only_the_amount_is_said() -> None:
    found = find()
    assert (found.state, found.measures["due_by"], found.readings) == ("pass", None, {})
    assert found.because.endswith("$16,000 may be charged.")


def test_a_payment_whose_time_nobody_knows_asks_for_evidence() -> None:
    found = find(paid="2026-08-10")
    assert (found.state, found.answer) == ("needs_evidence", "16000.00")
    assert "presentation of the statement is not known" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"frontages_ft": None}, "the frontage of the railroad is not known"),
        ({"frontages_ft": []}, "the frontage of the railroad is not known"),
        ({"unit_price": None}, "the price of a front foot is not known"),
        ({"others_assessed": None}, "what the other property was assessed is not known"),
        ({"others_frontage_ft": None}, "the frontage of the other property is not known"),
        ({"others_frontage_ft": 0}, "no other property has frontage"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts, presented="2026-07-10", paid="2026-08-11")
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"frontages_ft": [100, -1]}, "frontages_ft[1]"),
        ({"unit_price": "-1"}, "unit_price"),
        ({"others_assessed": "-1"}, "others_assessed"),
        ({"others_frontage_ft": -1}, "others_frontage_ft"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_the_days_are_a_number_of_the_law() -> None:
    found = find(law_with(railroad_crossing_payment_days=5), presented="2026-07-10")
    assert found.measures["due_by"] == "2026-07-15"


@settings(max_examples=50, derandomize=True, deadline=None)
@given(
    frontages=st.lists(st.integers(0, 10**4), min_size=1, max_size=3),
    price=st.integers(0, 10**6),
    assessed=st.integers(0, 10**9),
    other=st.integers(1, 10**6),
)
def test_no_foot_bears_more_than_price_or_average_and_order_changes_nothing(
    frontages: list[int], price: int, assessed: int, other: int
) -> None:
    facts = {"unit_price": price, "others_assessed": assessed, "others_frontage_ft": other}
    found = find(**facts, frontages_ft=frontages)
    amount = Fraction(str(found.answer))
    assert 0 <= amount <= sum(frontages) * min(Fraction(price), Fraction(assessed, other))
    assert find(**facts, frontages_ft=frontages[::-1]) == found


def test_the_price_is_said_as_it_is_measured() -> None:
    # 17.574 ft at a cent are 17.574 cents: 18 cents as a sum, 17 where it may not be exceeded.
    found = find(frontages_ft=["17.574"], unit_price="0.01")
    assert (found.measures["price_amount"], found.answer) == ("0.18", "0.17")
    assert "17.574 ft of frontage at $0.01 a foot is $0.18;" in found.because
    assert found.because.endswith("$0.17 may be charged, rounded down.")
    assert "1 ft of frontage at $85.50 a foot is $85.50;" in find(frontages_ft=[1], unit_price="85.5").because
