"""One amount divided into whole cents: nothing lost, nothing made."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.rules.apportionment import apportioned


@pytest.mark.parametrize(
    ("amount", "weights", "parts"),
    [
        # 62.5 and 37.5 percent of 100.00
        ("100.00", {"A": 125, "B": 75}, ["62.50", "37.50"]),
        # a third each of 1.00: 33 cents and a third; the missing cent goes to the earliest of the equal fractions
        ("1.00", {"A": 1, "B": 1, "C": 1}, ["0.34", "0.33", "0.33"]),
        # 5 cents by 1:1:2 are 1.25, 1.25, 2.5; the floors make 4; the fifth goes to the largest fraction
        ("0.05", {"A": 1, "B": 1, "C": 2}, ["0.01", "0.01", "0.03"]),
        ("7.00", {"A": 0, "B": 3}, ["0", "7.00"]),
        ("0", {"A": 1, "B": 3}, ["0", "0"]),
    ],
)
def test_parts_by_largest_remainder(amount: str, weights: dict[str, int], parts: list[str]) -> None:
    found = apportioned(Fraction(amount), {name: Fraction(weight) for name, weight in weights.items()})
    assert list(found.values()) == [Fraction(part) for part in parts]
    assert list(found) == list(weights)


@settings(max_examples=50)
@given(st.integers(0, 10**12), st.lists(st.fractions(min_value=0, max_value=10**9), min_size=1, max_size=6))
def test_the_parts_add_up_and_each_is_within_a_cent_of_its_share(cents: int, values: list[Fraction]) -> None:
    total = sum(values)
    amount = Fraction(cents, 100)
    weights = {str(i): value for i, value in enumerate(values)}
    if total == 0:
        with pytest.raises(ValueError, match="positive sum"):
            apportioned(amount, weights)
        return
    found = apportioned(amount, weights)
    assert sum(found.values()) == amount
    assert all(abs(found[name] - amount * weight / total) < Fraction(1, 100) for name, weight in weights.items())


@pytest.mark.parametrize(
    ("amount", "weights"),
    [("-1.00", {"A": 1}), ("0.005", {"A": 1}), ("1.00", {"A": 0}), ("1.00", {"A": -1, "B": 2})],
)
def test_no_money_and_no_weights(amount: str, weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="whole cents"):
        apportioned(Fraction(amount), {name: Fraction(weight) for name, weight in weights.items()})
