"""MUK-22: refund of an unspent impact fee (FACTS.md, entry MUK-22)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
# 20 years after February 10, 2004 and 180 days: 19 of February, 31, 30, 31, 30, 31 make 172, and 8 of August.
FEE: dict[str, Any] = {"paid": "2004-02-10", "unspent": True, "applied": "2024-08-08"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-22", read_facts("MUK-22", {**FEE, **facts}), law)


@pytest.mark.parametrize(
    ("paid", "ended", "first", "full", "apply_by"),
    [
        ("2004-02-10", "2024-02-10", "2024-03-31", "2024-06-30", "2024-08-08"),
        ("2005-03-31", "2025-03-31", "2025-03-31", "2025-06-30", "2025-09-27"),
        ("2005-04-01", "2025-04-01", "2025-06-30", "2025-09-30", "2025-09-28"),
        ("2010-08-20", "2030-08-20", "2030-09-30", "2030-12-31", "2031-02-16"),
        ("2005-12-31", "2025-12-31", "2025-12-31", "2026-03-31", "2026-06-29"),
        ("2004-02-29", "2024-02-29", "2024-03-31", "2024-06-30", "2024-08-27"),
    ],
)
def test_the_days(paid: str, ended: str, first: str, full: str, apply_by: str) -> None:
    found = find(paid=paid, applied=None)
    assert (found.state, found.answer) == ("needs_evidence", apply_by)
    assert found.measures == {"twenty_years": ended, "quarter_end": first}
    answers = {name: reading.answer for name, reading in found.readings.items()}
    assert answers == {"first_quarter_end": first, "next_full_quarter": full}


@pytest.mark.parametrize(
    ("facts", "state", "words"),
    [
        ({}, "pass", "the fee goes back with interest"),
        ({"applied": "2024-02-11"}, "pass", "the fee goes back with interest"),
        ({"applied": "2024-08-09"}, "fail", "is late"),
        ({"unspent": False}, "fail", "spent or encumbered"),
        ({"unspent": False, "applied": None}, "fail", "spent or encumbered"),
        ({"unspent": False, "paid": None}, "fail", "spent or encumbered"),
        ({"applicant_is_current_owner": False}, "fail", "not the current landowner"),
        ({"applicant_is_current_owner": False, "unspent": None}, "fail", "not the current landowner"),
        ({"applied": "2024-08-09", "unspent": None}, "fail", "is late"),
        ({"unspent": None}, "needs_evidence", "whether the fee is unspent is not known"),
        ({"applied": None}, "needs_evidence", "the day of the application is not known"),
        ({"applicant_is_current_owner": None}, "needs_evidence", "whether the current landowner applies is not known"),
        ({"paid": None}, "needs_evidence", "day of the payment is not known"),
    ],
)
def test_the_states(facts: dict[str, object], state: str, words: str) -> None:
    found = find(**facts)
    assert found.state == state
    assert found.answer == (None if facts.get("paid", "") is None else "2024-08-08")
    assert {reading.state.value for reading in found.readings.values()} == {state}
    assert words in found.because


def test_an_early_application_is_noted() -> None:
    assert find(applied="2023-05-01").notes
    assert not find().notes


def test_an_application_before_the_payment_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(applied="2004-02-09")
    assert caught.value.where == "facts.applied"


def test_every_number_is_one_of_the_law() -> None:
    found = find(law_with(mukwonago_impact_refund_years=10, mukwonago_impact_refund_apply_days=1))
    assert (found.state, found.answer) == ("fail", "2014-02-11")
