"""Are amounts rounded to cents as the rules say?"""

from fractions import Fraction

import pytest

from gis.rules.rounding import cents_down, cents_half_up


@pytest.mark.parametrize(
    ("exact", "down", "half_up"),
    [
        ("0", "0", "0"),
        ("1/3", "0.33", "0.33"),
        ("2/3", "0.66", "0.67"),
        ("0.005", "0", "0.01"),
        ("0.00499999999999999999999", "0", "0"),
        ("1.005", "1", "1.01"),
        ("1234.5", "1234.5", "1234.5"),
        ("12345678901234.565", "12345678901234.56", "12345678901234.57"),
    ],
)
def test_cents(exact: str, down: str, half_up: str) -> None:
    assert cents_down(Fraction(exact)) == Fraction(down)
    assert cents_half_up(Fraction(exact)) == Fraction(half_up)
