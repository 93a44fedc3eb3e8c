"""MUK-08: the reserve capacity assessment (FACTS.md, entry MUK-08)."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from gis.rules.village_charges.reserve_capacity import rca_per_rec
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("MUK-08", read_facts("MUK-08", {"permit_date": "2026-06-01", "recs": 1, **facts}), LAW)


@pytest.mark.parametrize(
    ("permit", "amount"),
    # 900 and 50 for each January 1 from 1981 to the permit.
    [
        ("1979-06-01", "900.00"),
        ("1980-04-01", "900.00"),
        ("1980-12-31", "900.00"),
        ("1981-01-01", "950.00"),
        ("1981-12-31", "950.00"),
        ("1982-01-01", "1000.00"),
        ("1995-10-25", "1650.00"),  # the note of Appendix A
        ("2026-06-01", "3200.00"),  # 900 + 46 x 50
    ],
)
def test_the_year_of_the_permit_says_which_assessment_holds(permit: str, amount: str) -> None:
    found = find(permit_date=permit)
    assert (found.state, found.answer, found.measures["rca_per_rec"]) == ("pass", amount, amount)


@pytest.mark.parametrize(
    ("recs", "total", "plan", "instalment"),
    [
        ("11.99", "38368.00", False, None),  # 3,200 x 11.99
        ("12", "38400.00", True, "3200.00"),
        ("12.001", "38403.20", True, "3200.27"),  # 38,403.20 / 12 = 3,200.2666...
        ("0", "0.00", False, None),
        ("0.333", "1065.60", False, None),
    ],
)
def test_twelve_or_more_may_be_paid_by_plan(recs: str, total: str, plan: bool, instalment: str | None) -> None:
    found = find(recs=recs)
    assert (found.answer, found.measures["plan_allowed"]) == (total, plan)
    assert found.measures["instalment_amount"] == instalment
    assert bool(found.notes) is plan


@pytest.mark.parametrize("facts", [{}, {"recs": None}, {"permit_date": None}])
def test_an_existing_connection_bears_none(facts: dict[str, object]) -> None:
    found = find(existing_at_cutoff=True, **facts)
    assert (found.state, found.answer) == ("not_applicable", "0.00")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"recs": None}, "how many residential equivalent connections the building has is not known"),
        ({"permit_date": None}, "the day of the building permit is not known"),
        ({"existing_at_cutoff": None}, "whether the connection stood at the cutoff is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


def test_after_a_default_interest_and_fee_are_shown() -> None:
    # 1.5 percent of 20,000.10 = 300.0015; 10 percent = 2,000.01.
    found = find(recs=12, defaulted_amount="20000.10")
    assert found.answer == "38400.00"
    assert found.measures["default_interest"] == "300.00"
    assert found.measures["administrative_fee"] == "2000.01"
    assert found.readings["interest_flat"].answer == "300.00"


def test_the_fee_is_of_what_is_put_on_the_tax_bill() -> None:
    found = find(recs=12, defaulted_amount="20000", tax_bill_amount="20300")
    assert (found.measures["default_interest"], found.measures["administrative_fee"]) == ("300.00", "2030.00")


def test_without_default_there_is_no_interest() -> None:
    found = find()
    assert (found.measures["default_interest"], found.measures["administrative_fee"], found.readings) == (
        None,
        None,
        {},
    )


@pytest.mark.parametrize("name", ["recs", "defaulted_amount", "tax_bill_amount"])
def test_what_is_negative_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{name: -1})
    assert caught.value.where == f"facts.{name}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        mukwonago_rca_base_dollars=100,
        mukwonago_rca_increase_dollars=10,
        mukwonago_rca_first_increase=dt.date(2020, 7, 1),
        mukwonago_rca_plan_from_recs=2,
        mukwonago_rca_instalments=4,
        mukwonago_rca_default_interest_percent=2,
        mukwonago_rca_tax_bill_fee_percent=5,
    )
    facts = read_facts("MUK-08", {"permit_date": "2021-06-30", "recs": 2, "defaulted_amount": 100})
    found = judge("MUK-08", facts, law)
    # By June 30, 2021 only the increase of July 1, 2020.
    assert (found.answer, found.measures["instalment_amount"]) == ("220.00", "55.00")
    assert (found.measures["default_interest"], found.measures["administrative_fee"]) == ("2.00", "5.00")


DAYS = st.dates(dt.date(1970, 1, 1), dt.date(2100, 12, 31))


@settings(max_examples=50, derandomize=True)
@given(earlier=DAYS, later=DAYS)
def test_a_later_permit_never_has_an_earlier_assessment(earlier: dt.date, later: dt.date) -> None:
    first, last = sorted((earlier, later))
    assert rca_per_rec(last, LAW) - rca_per_rec(first, LAW) >= 0
    if last.year > first.year >= 1980:
        assert rca_per_rec(last, LAW) > rca_per_rec(first, LAW)


@settings(max_examples=50, derandomize=True)
@given(day=DAYS, recs=st.decimals(0, 500, places=3))
def test_no_assessment_is_negative(day: dt.date, recs: Decimal) -> None:
    assert Decimal(str(find(permit_date=day.isoformat(), recs=str(recs)).answer)) >= 0


def test_the_sentence_shows_what_a_default_adds() -> None:
    # 1.5 percent of 38,400 is 576, 10 percent is 3,840
    found = find(permit_date="2026-06-01", recs=12, defaulted_amount="38400.00")
    assert "1.5 percent interest, once, on the $38,400 in default is $576" in found.because
    assert found.because.endswith("the fee of 10 percent of the $38,400 on the tax bill is $3,840.")
    spared = find(permit_date="2026-06-01", recs=12, existing_at_cutoff=True, tax_bill_amount="5.00")
    assert "percent" not in spared.because
