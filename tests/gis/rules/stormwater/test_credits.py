"""What credits take off: who has them, in which order, and parts that sum to the whole."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.model.stormwater_policy import CreditOrder, CreditStep, StormwaterPolicy
from gis.rules.stormwater.credits import Credited, credit_standings, credited, credited_charge, in_cents

POND = CreditStep("pond", Fraction(1, 2), ("The pond is private.", "It is inspected each year."), "Code 9.04(2)")
SWALE = CreditStep("swale", Fraction(1, 4), ("A swale takes the roof's water.",), "Code 9.04(3)")
SCHOOL = CreditStep("lessons", Fraction(1, 10), ("The school teaches about runoff.",), "Resolution 12")
ALL = (POND, SWALE, SCHOOL)
POLICY = StormwaterPolicy(credits=ALL)


def parts(found: Credited) -> tuple[list[tuple[str, str]], str]:
    return [(line.name, str(float(line.taken_off))) for line in found.lines], str(float(found.left))


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        # 100: half is 50, a quarter of the 50 left 12.5, a tenth of the 37.5 left 3.75.
        (POLICY, ([("pond", "50.0"), ("swale", "12.5"), ("lessons", "3.75")], "33.75")),
        # Each of the whole: 50, 25 and 10.
        (
            StormwaterPolicy(credits=ALL, credit_order="of_the_whole"),
            ([("pond", "50.0"), ("swale", "25.0"), ("lessons", "10.0")], "15.0"),
        ),
        # Together at most 60: the second is cut to 10 and the third takes off nothing.
        (
            StormwaterPolicy(credits=ALL, credits_at_most_portion=Fraction(3, 5)),
            ([("pond", "50.0"), ("swale", "10.0"), ("lessons", "0.0")], "40.0"),
        ),
        (
            StormwaterPolicy(credits=ALL, credits_at_most_portion=Fraction(0)),
            ([("pond", "0.0"), ("swale", "0.0"), ("lessons", "0.0")], "100.0"),
        ),
    ],
)
def test_credits_are_applied_in_the_order_of_the_ordinance(
    policy: StormwaterPolicy, expected: tuple[list[tuple[str, str]], str]
) -> None:
    assert parts(credited(Fraction(100), ALL, policy)) == expected
    assert parts(credited(Fraction(100), ALL[::-1], policy)) == expected


def test_only_those_given_are_taken_off_with_their_source() -> None:
    found = credited(Fraction(8), [SWALE], POLICY)
    assert parts(found) == ([("swale", "2.0")], "6.0")
    assert found.lines[0].source == "Code 9.04(3)"
    assert credited(Fraction(8), [], POLICY) == Credited(Fraction(8), (), Fraction(8))


def test_credits_of_more_than_the_whole_leave_nothing_and_never_less() -> None:
    whole = CreditStep("outfall", Fraction(1), ("It drains to the lake.",), "Code 9.05")
    policy = StormwaterPolicy(credits=(whole, POND), credit_order="of_the_whole")
    assert parts(credited(Fraction(8), policy.credits, policy)) == ([("outfall", "8.0"), ("pond", "0.0")], "0.0")


@pytest.mark.parametrize(
    ("stated", "given", "not_met", "not_stated"),
    [
        ({}, None, 0, 2),
        ({POND.conditions[0]: True}, None, 0, 1),
        ({POND.conditions[0]: True, POND.conditions[1]: None}, None, 0, 1),
        ({POND.conditions[0]: True, POND.conditions[1]: True}, True, 0, 0),
        ({POND.conditions[0]: False}, False, 1, 1),
        ({POND.conditions[0]: True, POND.conditions[1]: False}, False, 1, 0),
        ({"It is inspected.": True}, None, 0, 2),
    ],
)
def test_a_person_states_the_conditions_of_a_credit(
    stated: dict[str, bool | None], given: bool | None, not_met: int, not_stated: int
) -> None:
    pond, swale, _ = credit_standings(POLICY, stated)
    assert (pond.given, len(pond.not_met), len(pond.not_stated)) == (given, not_met, not_stated)
    assert (pond.credit, swale.given) == (POND, None)


@pytest.mark.parametrize(
    ("units", "rate", "given", "expected"),
    [
        # 28.875 is 28.88, and its halves are whole cents.
        ("3.5", "8.25", [POND], ([("pond", "14.44")], "14.44")),
        # 8.25: 2.0625 and 6.1875: 2.06 and 6.18, the missing cent to the larger fraction.
        ("1", "8.25", [SWALE], ([("swale", "2.06")], "6.19")),
        # 0.01 in equal parts: of equal fractions what is due comes first.
        ("1", "0.01", [POND], ([("pond", "0.0")], "0.01")),
        ("0", "8.25", [POND], ([("pond", "0.0")], "0.0")),
        ("0.001", "0.01", [POND], ([("pond", "0.0")], "0.0")),
    ],
)
def test_a_bill_with_credits_is_in_whole_cents_that_sum(
    units: str, rate: str, given: list[CreditStep], expected: tuple[list[tuple[str, str]], str]
) -> None:
    found = credited_charge(Fraction(units), Fraction(rate), given, POLICY)
    assert parts(found) == expected
    assert found.left + sum(line.taken_off for line in found.lines) == found.whole


def test_a_negative_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        credited(Fraction(-1), [], POLICY)


steps = st.lists(st.integers(0, 100), max_size=5).map(
    lambda offs: tuple(CreditStep(f"c{i}", Fraction(off, 100), ("stated",), "Code") for i, off in enumerate(offs))
)
orders: st.SearchStrategy[CreditOrder] = st.sampled_from(["of_what_is_left", "of_the_whole"])


@settings(max_examples=60, derandomize=True, deadline=None)
@given(steps, orders, st.integers(0, 100), st.decimals(0, 10_000, places=3).map(Fraction))
def test_parts_sum_to_the_whole_and_never_exceed_the_most(
    given_steps: tuple[CreditStep, ...], order: CreditOrder, most: int, charge: Fraction
) -> None:
    policy = StormwaterPolicy(credits=given_steps, credit_order=order, credits_at_most_portion=Fraction(most, 100))
    exact = credited(charge, given_steps, policy)
    taken = sum((line.taken_off for line in exact.lines), start=Fraction(0))
    assert exact.left + taken == exact.whole == charge
    assert 0 <= taken <= charge * most / 100
    cents = in_cents(exact)
    assert cents.left + sum((line.taken_off for line in cents.lines), start=Fraction(0)) == cents.whole
    assert all((amount * 100).denominator == 1 for amount in (cents.left, *(line.taken_off for line in cents.lines)))
    assert abs(cents.left - exact.left) <= Fraction(1, 100)
