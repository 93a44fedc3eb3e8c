"""VLG-09: payments before the permit (FACTS.md, entry VLG-09)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ITEMS = ("local_fee", "regional_fee", "outstanding_charges", "installation", "consultants", "administration")


def find(*due: tuple[str, object, bool | None]) -> Finding:
    stated = [{"item": item, "amount": amount, "paid": paid} for item, amount, paid in due]
    return judge("VLG-09", read_facts("VLG-09", {"due": stated}), LAW)


@pytest.mark.parametrize(
    ("due", "state", "answer"),
    [
        ([], "pass", "0.00"),
        ([("regional_fee", "850.00", True)], "pass", "0.00"),
        ([("regional_fee", "850.00", False)], "fail", "850.00"),
        ([("local_fee", "0.00", False), ("regional_fee", "850.00", True)], "pass", "0.00"),
        ([("local_fee", "0.00", None)], "pass", "0.00"),
        ([("consultants", None, True)], "pass", "0.00"),
        ([("consultants", "12.34", False), ("consultants", "0.66", False)], "fail", "13.00"),
        ([("installation", "0.01", False)], "fail", "0.01"),
        ([("regional_fee", "850.00", None)], "needs_evidence", None),
        ([("regional_fee", None, False)], "needs_evidence", None),
        ([("regional_fee", None, None)], "needs_evidence", None),
        # Something is unpaid whatever the rest is; how much is not known.
        ([("regional_fee", "850.00", False), ("administration", None, None)], "fail", None),
    ],
)
def test_what_is_unpaid(due: list[tuple[str, object, bool | None]], state: str, answer: str | None) -> None:
    found = find(*due)
    assert (found.state, found.answer) == (state, answer)


def test_what_is_known_to_be_unpaid_is_told_beside_what_is_not_known() -> None:
    found = find(("regional_fee", "850.00", False), ("administration", None, None))
    assert found.measures == {"known_unpaid": "850.00"}
    assert "$850 is unpaid: regional connection fee" in found.because
    assert "not known of administrative costs" in found.because


def test_items_that_are_not_stated_are_noted() -> None:
    assert "local connection fee" in find(("regional_fee", "1", True)).notes[0]
    assert find(*((item, "1", True) for item in ITEMS)).notes == ()


def test_without_a_list_nothing_is_said() -> None:
    found = judge("VLG-09", read_facts("VLG-09", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "What is due before the permit is not known" in found.because


def test_a_negative_amount_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(("local_fee", "1", True), ("regional_fee", "-850", True))
    assert caught.value.where == "facts.due[1].amount"


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(ITEMS), st.integers(0, 10**8), st.booleans()), max_size=8))
def test_the_unpaid_sum_is_exact_in_any_order(rows: list[tuple[str, int, bool]]) -> None:
    due = [(item, f"{cents // 100}.{cents % 100:02}", paid) for item, cents, paid in rows]
    found = find(*due)
    assert Fraction(str(found.answer)) == Fraction(sum(cents for _, cents, paid in rows if not paid), 100)
    assert find(*reversed(due)).answer == found.answer


def test_an_item_that_stands_twice_is_named_once() -> None:
    found = find(("consultants", None, False), ("consultants", "12.00", None))
    assert found.because == "Whether or how much is unpaid is not known of consultants' fees."
