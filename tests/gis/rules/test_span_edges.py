"""The whole of an amount is that amount, on either side of the sign."""

from fractions import Fraction

import pytest

from gis.rules.span import NOTHING, UNLIMITED, WHOLE, Span


@pytest.mark.parametrize("amount", [Span(Fraction(2), Fraction(3)), Span(Fraction(2), None), NOTHING, UNLIMITED, WHOLE])
def test_the_whole_of_an_amount_is_the_amount(amount: Span) -> None:
    assert WHOLE * amount == amount == amount * WHOLE
