"""MUK-09: late charges (FACTS.md, entry MUK-09)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid, LawFileInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
BILL = {"bill_kind": "sewer", "amount": "100.00", "issued": "2026-07-01", "paid": "2026-07-22"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-09", read_facts("MUK-09", {**BILL, **facts}), law)


@pytest.mark.parametrize(
    ("kind", "amount", "charge", "total"),
    [
        ("water", "16.66", "0.50", "17.16"),  # 3 percent is 0.4998
        ("water", "16.67", "0.50", "17.17"),  # 0.5001
        ("water", "16.84", "0.51", "17.35"),  # 0.5052
        ("water", "80", "2.40", "82.40"),
        ("sewer", "100", "10.00", "110.00"),
        ("sewer", "0.05", "0.01", "0.06"),  # half a cent, up
        ("stormwater", "28.88", "2.89", "31.77"),  # 2.888
        ("water", "0", "0.00", "0.00"),
    ],
)
def test_what_is_added_to_a_late_bill(kind: str, amount: str, charge: str, total: str) -> None:
    found = find(bill_kind=kind, amount=amount)
    assert (found.state, found.answer, found.measures["total"]) == ("fail", charge, total)


@pytest.mark.parametrize(
    ("paid", "state"), [("2026-06-30", "pass"), ("2026-07-01", "pass"), ("2026-07-21", "pass"), ("2026-07-22", "fail")]
)
def test_the_twentieth_day_is_in_time(paid: str, state: str) -> None:
    found = find(paid=paid)
    assert (found.state, found.measures["due_date"]) == (state, "2026-07-21")
    assert found.answer == ("0.00" if state == "pass" else "10.00")


@pytest.mark.parametrize(
    ("as_of", "state", "answer"),
    [(None, "needs_evidence", "0.00"), ("2026-07-21", "needs_evidence", "0.00"), ("2026-07-22", "fail", "10.00")],
)
def test_an_unpaid_bill(as_of: str | None, state: str, answer: str) -> None:
    found = find(paid=None, as_of=as_of)
    assert (found.state, found.answer) == (state, answer)


def test_a_last_day_on_a_sunday_does_not_move() -> None:
    # June 29, 2026 and 20 days are Sunday, July 19.
    assert find(issued="2026-06-29", paid="2026-07-20").state == "fail"


@pytest.mark.parametrize(
    ("issued", "paid", "by_days", "by_month"),
    [
        ("2026-07-01", "2026-07-15", "0.00", "0.00"),
        ("2026-07-01", "2026-07-16", "0.00", "10.00"),
        ("2026-07-01", "2026-07-22", "10.00", "10.00"),
        ("2026-07-20", "2026-07-20", "0.00", "10.00"),
    ],
)
def test_the_two_paragraphs_on_sewer_bills(issued: str, paid: str, by_days: str, by_month: str) -> None:
    found = find(issued=issued, paid=paid)
    assert found.readings["twenty_days"].answer == found.answer == by_days
    assert found.readings["fifteenth_of_month"].answer == by_month


@pytest.mark.parametrize("kind", ["water", "stormwater"])
def test_only_sewer_bills_have_the_second_paragraph(kind: str) -> None:
    assert list(find(bill_kind=kind).readings) == ["twenty_days"]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"issued": None}, "the day of the statement is not known"),
        ({"amount": None}, "its amount is not known"),
        ({"bill_kind": None}, "what the bill is for is not known"),
    ],
)
def test_what_is_missing_of_a_late_bill_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


@pytest.mark.parametrize("facts", [{"amount": None}, {"bill_kind": None}])
def test_a_bill_paid_in_time_passes_whatever_is_unknown(facts: dict[str, object]) -> None:
    found = find(paid="2026-07-10", **facts)
    assert (found.state, found.answer) == ("pass", "0.00")


@pytest.mark.parametrize(("facts", "where"), [({"amount": "-0.01"}, "facts.amount")])
def test_what_cannot_be_is_refused(facts: dict[str, object], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == where


def test_a_time_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(issued="9999-12-20", paid=None)


def test_a_day_that_a_month_does_not_have_is_a_fault_of_the_ordinance() -> None:
    with pytest.raises(LawFileInvalid, match="has no such day"):
        find(law_with(mukwonago_sewer_bill_day_of_month=31), issued="2026-06-01")


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        mukwonago_bill_days=10,
        mukwonago_sewer_bill_day_of_month=5,
        mukwonago_water_late_percent=1,
        mukwonago_water_late_least_dollars=2,
        mukwonago_sewer_late_percent=4,
        mukwonago_stormwater_late_percent=6,
    )
    charges = {kind: find(law, bill_kind=kind, paid="2026-07-12").answer for kind in ("water", "sewer", "stormwater")}
    assert charges == {"water": "2.00", "sewer": "4.00", "stormwater": "6.00"}
    assert find(law, paid="2026-07-11").answer == "0.00"
    assert find(law, paid="2026-07-06").readings["fifteenth_of_month"].answer == "4.00"


@settings(max_examples=50, derandomize=True)
@given(
    kind=st.sampled_from(["water", "sewer", "stormwater"]),
    cents=st.integers(0, 10**7),
    paid=st.dates().map(str),
)
def test_no_late_charge_is_negative(kind: str, cents: int, paid: str) -> None:
    found = find(bill_kind=kind, amount=str(Decimal(cents) / 100), paid=paid)
    assert Decimal(str(found.answer)) >= 0
    assert Decimal(str(found.measures["total"])) == Decimal(cents) / 100 + Decimal(str(found.answer))


@pytest.mark.parametrize(
    ("kind", "amount", "said"),
    [
        ("water", "80.00", "3 percent of the bill of $80, $2.40, is added."),
        ("water", "12.00", "3 percent of the bill of $12 is less than the least charge, so $0.50 is added."),  # 0.36
        ("water", "16.67", "3 percent of the bill of $16.67, $0.50, is added."),  # 0.5001
        ("sewer", "0.05", "10 percent of the bill of $0.05, $0.01, is added."),  # 0.005
        ("sewer", "0.04", "nothing is added to the bill of $0.04."),  # 0.004
    ],
)
def test_the_sentence_shows_how_the_charge_comes_about(kind: str, amount: str, said: str) -> None:
    assert find(bill_kind=kind, amount=amount, issued="2026-07-01", paid="2026-07-22").because.endswith(said)
