"""MUK-16: contributions to a customer-financed main (FACTS.md, entry MUK-16)."""

from __future__ import annotations

from decimal import Decimal

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
EXTENSION: dict[str, object] = {
    "assessable_cost": "60000.00",
    "total_frontage_ft": 700,
    "customer_frontage_ft": 120,
    "completed": "2020-06-15",
    "connected": "2026-03-01",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-16", read_facts("MUK-16", {**EXTENSION, **facts}), law)


def test_the_share_is_rounded_down() -> None:
    # 60,000 x 120 / 700 = 10,285.714...
    found = find()
    assert (found.state, found.answer, found.measures["proportionate_amount"]) == ("pass", "10285.71", "10285.71")
    assert found.measures["frontage_ft"] == 120


@pytest.mark.parametrize(
    ("completed", "connected", "ends", "state"),
    [
        ("2020-06-15", "2030-06-15", "2030-06-15", "pass"),
        ("2020-06-15", "2030-06-16", "2030-06-15", "not_applicable"),
        ("2020-02-29", "2030-02-28", "2030-02-28", "pass"),
        ("2020-02-29", "2030-03-01", "2030-02-28", "not_applicable"),
        ("2020-06-15", "2020-06-15", "2030-06-15", "pass"),
    ],
)
def test_the_window_of_ten_years(completed: str, connected: str, ends: str, state: str) -> None:
    found = find(completed=completed, connected=connected)
    assert (found.state, found.measures["window_ends"]) == (state, ends)
    assert found.answer == ("10285.71" if state == "pass" else "0.00")


@pytest.mark.parametrize(
    ("refunded", "answer"),
    # 60,000 less what is refunded, where that is less than 10,285.71.
    [("0", "10285.71"), ("49714.29", "10285.71"), ("49714.30", "10285.70"), ("60000", "0.00")],
)
def test_no_more_is_collected_than_the_cost(refunded: str, answer: str) -> None:
    assert find(refunded_to_date=refunded).answer == answer


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"assessable_cost": None}, "the assessable cost is not known"),
        ({"total_frontage_ft": None}, "the frontage of all property is not known"),
        ({"customer_frontage_ft": None}, "the frontage of the parcel along the main is not known"),
        ({"completed": None}, "the day of the completion is not known"),
        ({"connected": None}, "the day of the connection is not known"),
        ({"refunded_to_date": None}, "what was refunded so far is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


def test_after_the_window_nothing_else_need_be_known() -> None:
    found = find(connected="2031-01-01", customer_frontage_ft=None, assessable_cost=None)
    assert (found.state, found.answer) == ("not_applicable", "0.00")


def test_a_connection_before_the_completion_is_pointed_out() -> None:
    found = find(connected="2020-06-14")
    assert (found.state, len(found.notes)) == ("pass", 1)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"assessable_cost": "-1"}, "assessable_cost"),
        ({"total_frontage_ft": 0}, "total_frontage_ft"),
        ({"total_frontage_ft": -1}, "total_frontage_ft"),
        ({"customer_frontage_ft": -1}, "customer_frontage_ft"),
        ({"customer_frontage_ft": "700.001"}, "customer_frontage_ft"),
        ({"refunded_to_date": "-1"}, "refunded_to_date"),
        ({"refunded_to_date": "60000.01"}, "refunded_to_date"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_the_years_are_those_of_the_law() -> None:
    assert find(law_with(mukwonago_main_refund_years=5)).state == "not_applicable"


@settings(max_examples=50, derandomize=True)
@given(
    cost=st.integers(0, 10**7),
    fronts=st.lists(st.integers(0, 10**6), min_size=1, max_size=8).filter(any),
)
def test_what_all_pay_never_exceeds_the_cost(cost: int, fronts: list[int]) -> None:
    total, paid = sum(fronts), Decimal(0)
    for front in fronts:
        found = find(
            assessable_cost=str(Decimal(cost) / 100),
            total_frontage_ft=total,
            customer_frontage_ft=front,
            refunded_to_date=str(paid),
        )
        amount = Decimal(str(found.answer))
        assert amount >= 0
        paid += amount
    assert paid <= Decimal(cost) / 100
    assert Decimal(cost) / 100 - paid < Decimal(len(fronts)) / 100
