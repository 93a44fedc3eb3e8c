"""Do numbers in a sentence read as what they are, however near to a limit or however small?"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.rules.words import beside, count_of, price, quantity


@pytest.mark.parametrize(
    ("value", "limits", "said"),
    [
        ("5", ("5",), "5"),
        ("4.9999", ("5",), "4.9999"),
        ("4.99999", ("5",), "4.99999"),
        ("5.000001", ("5",), "5.000001"),
        ("999.9999", ("500", "1000"), "999.9999"),
        ("500.00001", ("500", "1000"), "500.00001"),
        ("123.456789", ("500",), "123.4568"),
        ("5.000000000000001", ("5",), "a trace more than 5"),
        ("999.999999999999999", ("500", "1000"), "a trace less than 1,000"),
    ],
)
def test_a_number_never_reads_like_a_limit_that_it_is_not(value: str, limits: tuple[str, ...], said: str) -> None:
    assert beside(Fraction(value), 4, *map(Fraction, limits)) == said


@settings(max_examples=50, derandomize=True)
@given(st.integers(0, 100), st.fractions(0, 1), st.integers(0, 20))
def test_only_the_limit_reads_like_the_limit(limit: int, part: Fraction, zeros: int) -> None:
    value = limit + part / 10**zeros
    assert (beside(value, 2, Fraction(limit)) == quantity(Fraction(limit), 2)) is (not part)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 days"),
        (1, "1 day"),
        (2, "2 days"),
        (1500, "1,500 days"),
        (Fraction(3, 2), "1.5 days"),
        (Fraction("1.0004"), "1 day"),  # said as 1
        (Fraction("0.9996"), "1 day"),
    ],
)
def test_one_of_a_thing_is_singular(number: int | Fraction, said: str) -> None:
    assert count_of(number, "day") == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [("0", "$0"), ("85", "$85"), ("60.5", "$60.50"), ("4295.715", "$4,295.715"), ("0.005", "$0.005")],
)
def test_a_price_is_said_as_stated(amount: str, said: str) -> None:
    assert price(Fraction(amount)) == said
