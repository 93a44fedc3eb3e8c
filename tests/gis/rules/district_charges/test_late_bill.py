"""CKSD-07: late charges (FACTS.md, entry CKSD-07)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.district_charges import LateBillFacts
from gis.model.finding import Finding
from gis.rules.district_charges import late_bill
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
BILL: dict[str, Any] = {"bill_kind": "user", "amount": "150.00"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-07", read_facts("CKSD-07", {**BILL, **facts}), law)


@pytest.mark.parametrize(
    ("kind", "amount", "months", "parts", "totals"),
    # Parts are penalty and finance charge, totals those of simple, compound and a started month.
    [
        # 3 percent is 4.50, 3 months 4.50; 154.50 x 1.030301 = 159.1815...; 4 months 6.00.
        ("user", "150.00", 3, ("4.50", "4.50"), ("159.00", "159.18", "160.50")),
        ("user", "150.00", 0, ("4.50", "0.00"), ("154.50", "154.50", "156.00")),
        ("scac", "4200.00", 5, ("0.00", "210.00"), ("4410.00", "4414.24", "4452.00")),  # 1.01^5 = 1.0510100501
        ("cac", "1000.00", 12, ("0.00", "120.00"), ("1120.00", "1126.83", "1130.00")),
        ("scac", "4200.00", 0, ("0.00", "0.00"), ("4200.00", "4200.00", "4242.00")),
        ("user", "0", 2, ("0.00", "0.00"), ("0.00", "0.00", "0.00")),
        # 3.3045 and 1.1015 make 4.406, so 4.41: the missing cent is the penalty's, whose fraction is larger.
        ("user", "110.15", 1, ("3.31", "1.10"), ("114.56", "114.59", "115.66")),
        ("cac", "0.50", 1, ("0.00", "0.01"), ("0.51", "0.51", "0.51")),  # half a cent up
    ],
)
def test_what_is_owed(kind: str, amount: str, months: int, parts: tuple[str, str], totals: tuple[str, ...]) -> None:
    found = find(bill_kind=kind, amount=amount, months_late=months)
    assert (found.state, found.answer, found.answer_unit) == ("fail", totals[0], "usd")
    assert tuple(found.measures.values()) == parts
    assert list(found.readings) == ["simple", "compound", "first_month_started"]
    assert tuple(reading.answer for reading in found.readings.values()) == totals


@pytest.mark.parametrize(
    ("days", "months", "state", "answer"),
    [
        (0, None, "pass", "150.00"),
        (30, None, "pass", "150.00"),
        (30, 0, "pass", "150.00"),
        (31, 0, "fail", "154.50"),
        (31, None, "fail", "154.50"),  # no month is shorter than 28 days
        (57, None, "fail", "154.50"),
        (58, None, "needs_evidence", None),  # a whole February, or no whole month
        (70, 1, "fail", "156.00"),
        (None, 1, "fail", "156.00"),
        (None, None, "needs_evidence", None),
    ],
)
def test_when_it_is_late(days: int | None, months: int | None, state: str, answer: str | None) -> None:
    found = find(days_after_bill=days, months_late=months)
    assert (found.state, found.answer) == (state, answer)


def test_a_bill_in_time_is_owed_alone_by_every_reading() -> None:
    found = find(days_after_bill=30, bill_kind=None)
    assert (found.state, found.answer) == ("pass", "150.00")
    assert {reading.answer for reading in found.readings.values()} == {"150.00"}
    assert found.measures == {"penalty": "0.00", "finance_charge": "0.00"}


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"months_late": 1, "bill_kind": None}, "Which kind of bill it is is not known."),
        ({"months_late": 1, "amount": None}, "The amount of the bill is not known."),
        ({"days_after_bill": 90}, "How many whole months it is past due is not known."),
        ({}, "When it was paid is not known."),
        ({"days_after_bill": 5, "amount": None, "bill_kind": None}, "The amount of the bill is not known."),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.because) == ("needs_evidence", None, words)
    assert found.readings == {}


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"amount": "-1"}, "amount"),
        ({"days_after_bill": -1}, "days_after_bill"),
        ({"months_late": -1}, "months_late"),
        ({"months_late": 1201}, "months_late"),
        ({"months_late": 1, "days_after_bill": 30}, "months_late"),
        ({"months_late": 2, "days_after_bill": 55}, "months_late"),  # two months have at least 56 days
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(cksd_bill_days=20, cksd_late_user_bill_percent=10, cksd_finance_percent_a_month=2)
    found = find(law, days_after_bill=48, months_late=1)
    assert (found.state, found.answer) == ("fail", "168.00")  # 150 + 15 + 3


@settings(max_examples=50)
@given(st.integers(0, 10_000_000), st.integers(0, 120), st.sampled_from(["scac", "cac", "user"]))
def test_parts_sum_to_the_total_and_time_never_makes_it_less(cents: int, months: int, kind: Any) -> None:  # noqa: ANN401 - one of three words
    bill = Fraction(cents, 100)
    now, later = (
        late_bill.judge(LateBillFacts(bill_kind=kind, amount=bill, months_late=count), LAW)
        for count in (months, months + 1)
    )
    penalty, finance = (Fraction(str(now.measures[name])) for name in ("penalty", "finance_charge"))
    assert penalty >= 0
    assert finance >= 0
    assert bill + penalty + finance == Fraction(str(now.answer))
    assert Fraction(str(now.answer)) <= Fraction(str(later.answer))
    assert Fraction(str(now.answer)) <= Fraction(str(now.readings["compound"].answer))
    assert now.readings["first_month_started"].answer == later.answer


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"days_after_bill": 1}, "The bill was paid 1 day after its date, within 30, so $150 is owed."),
        ({"days_after_bill": 0}, "The bill was paid 0 days after its date, within 30, so $150 is owed."),
        (
            {"months_late": 0},
            (
                "The bill of $150 is past due, which adds a penalty of $4.50; no whole month has passed, so no finance "
                "charge runs; $154.50 is owed."
            ),
        ),
        (
            {"months_late": 0, "bill_kind": "scac"},
            (
                "The bill of $150 is past due, which adds nothing yet; no whole month has passed, so no finance charge "
                "runs; $150 is owed."
            ),
        ),
        (
            {"months_late": 1},
            (
                "The bill of $150 is past due, which adds a penalty of $4.50 and a finance charge of $1.50 for 1 whole "
                "month; $156 is owed."
            ),
        ),
        (
            {"months_late": 2, "bill_kind": "cac"},
            "The bill of $150 is past due, which adds a finance charge of $3 for 2 whole months; $153 is owed.",
        ),
    ],
)
def test_what_is_added_is_said_plainly(facts: dict[str, Any], words: str) -> None:
    assert find(**facts).because == words
