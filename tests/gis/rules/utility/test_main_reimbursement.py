"""UT-05: reimbursement of assessments for water mains (Wis. Stat. 66.0805(4)(b))."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def assessed(parcel_id: str, amount: str | None, paid: bool | None = True) -> dict[str, object]:
    return {"parcel_id": parcel_id, "amount": amount, "paid": paid}


MAINS: dict[str, Any] = {
    "water_mains": True,
    "paid_otherwise_elsewhere": True,
    "provided": True,
    "assessments": [assessed("W2", "1250.50"), assessed("W1", "900.00"), assessed("W3", "700.00", paid=False)],
}


def find(**facts: object) -> Finding:
    return judge("UT-05", read_facts("UT-05", {**MAINS, **facts}), LAW)


def test_all_who_paid_get_what_they_paid() -> None:
    found = find()
    assert (found.state, found.answer) == ("pass", "2150.50")
    assert found.measures == {"reimbursed_by_parcel": {"W1": "900.00", "W2": "1250.50"}, "unpaid_parcels": ["W3"]}
    assert "W3 paid none" in found.because


def test_two_assessments_of_one_parcel_add_up() -> None:
    found = find(assessments=[assessed("W1", "0.10"), assessed("W1", "0.20")])
    assert (found.answer, found.measures["reimbursed_by_parcel"]) == ("0.30", {"W1": "0.30"})
    assert "1 lot or parcel" in found.because


def test_nobody_paid() -> None:
    assert (find(assessments=[assessed("W1", None, paid=False)]).answer, find().state) == ("0.00", "pass")


@pytest.mark.parametrize(
    ("facts", "state", "words"),
    [
        ({"water_mains": False}, "not_applicable", "No water main was installed"),
        ({"assessments": []}, "not_applicable", "No cost of a main was assessed"),
        ({"paid_otherwise_elsewhere": False}, "not_applicable", "Nowhere else"),
        ({"paid_otherwise_elsewhere": False, "provided": None}, "not_applicable", "Nowhere else"),
        ({"provided": False}, "fail", "may provide for reimbursement, and has not"),
        ({"provided": False, "assessments": None}, "fail", "has not"),
    ],
)
def test_nothing_is_reimbursed_without_its_conditions(facts: dict[str, object], state: str, words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, "0.00")
    assert words in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"water_mains": None}, "whether water mains were installed or extended is not known"),
        ({"paid_otherwise_elsewhere": None}, "whether the municipality or a utility paid elsewhere is not known"),
        ({"provided": None}, "whether the governing body provides for reimbursement is not known"),
        ({"assessments": None}, "which assessments there were is not known"),
        ({"assessments": [assessed("W1", None)]}, "the amount of the assessment of W1 is not known"),
        ({"assessments": [assessed("W1", "5", None)]}, "whether the assessment of W1 was paid is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.measures["reimbursed_by_parcel"]) == ("needs_evidence", None, None)
    assert words in found.because


def test_a_negative_assessment_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(assessments=[assessed("W1", "1"), assessed("W2", "-1")])
    assert caught.value.where == "facts.assessments[1].amount"


@settings(max_examples=50, derandomize=True)
@given(
    st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 10**7), st.booleans()), min_size=1, max_size=8),
    st.randoms(),
)
def test_the_parts_sum_to_the_whole_in_any_order(rows: list[tuple[str, int, bool]], random: Random) -> None:
    stated = [assessed(name, f"{cents / 100:.2f}", paid) for name, cents, paid in rows]
    found = find(assessments=stated)
    parts: Any = found.measures["reimbursed_by_parcel"]
    assert sum(map(Fraction, parts.values())) == Fraction(str(found.answer)) >= 0
    assert Fraction(str(found.answer)) == Fraction(sum(cents for _, cents, paid in rows if paid), 100)
    random.shuffle(stated)
    assert find(assessments=stated) == found
