"""Sums of money that nobody can pay, because they have parts of a cent: every rule refuses them by their path."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.exact import to_fraction
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()

SUMS = (
    ("CKSD-04", "schedule_amount"),
    ("CKSD-07", "amount"),
    ("CKSD-14", "installed_cost"),
    ("MUK-02", "cost"),
    ("MUK-05", "debt_service"),
    ("MUK-06", "net_om_budget"),
    ("MUK-08", "defaulted_amount"),
    ("MUK-08", "tax_bill_amount"),
    ("MUK-09", "amount"),
    ("MUK-16", "assessable_cost"),
    ("MUK-16", "refunded_to_date"),
    ("SA-03", "amount"),
    ("SA-04", "unexempt_amount"),
    ("SA-04", "already_levied"),
    ("SA-05", "unexempt_amount"),
    ("UT-04", "arrears"),
    ("VLG-10", "invoices"),
    ("VLG-10", "payroll_cost"),
)
"""Facts of FACTS.md that are bills, costs or other sums; money there has two places (1.2)."""

PRICES = (("CKSD-08", "rate"), ("MUK-06", "rate_per_kgal"), ("SA-02", "rate"), ("SA-10", "unit_price"))
"""Facts that are a price for one unit, foot or thousand gallons, which may have parts of a cent."""


@pytest.mark.parametrize(("rule", "fact"), SUMS)
def test_a_sum_with_parts_of_a_cent_is_refused(rule: str, fact: str) -> None:
    for refused in ("1234.505", 1234.505, "0.001", "-0.01"):
        with pytest.raises(FactsInvalid) as caught:
            judge(rule, read_facts(rule, {fact: refused}), LAW)
        assert caught.value.where == f"facts.{fact}"
    for amount in ("0", "0.01", "1234.50", "1234.500", 1234.5, None):
        assert judge(rule, read_facts(rule, {fact: amount}), LAW).rule == rule


@pytest.mark.parametrize(
    ("rule", "listed", "name", "first", "second"),
    [("UT-05", "assessments", "parcel_id", "P1", "P2"), ("VLG-09", "due", "item", "local_fee", "regional_fee")],
)
def test_so_is_one_in_a_list(rule: str, listed: str, name: str, first: str, second: str) -> None:
    rows = [{name: first, "amount": "1.00"}, {name: second, "amount": "1.005"}]
    with pytest.raises(FactsInvalid) as caught:
        judge(rule, read_facts(rule, {listed: rows}), LAW)
    assert caught.value.where == f"facts.{listed}[1].amount"


@pytest.mark.parametrize(("rule", "fact"), PRICES)
def test_a_price_may_have_parts_of_a_cent(rule: str, fact: str) -> None:
    assert judge(rule, read_facts(rule, {fact: "3.1255"}), LAW).rule == rule


def test_the_refusal_says_what_to_write() -> None:
    with pytest.raises(FactsInvalid, match=r"1,234\.505 dollars") as caught:
        refuse_parts_of_cent("amount", to_fraction("1234.505"))
    assert "whole cents" in caught.value.why
    assert "two decimals" in caught.value.next
