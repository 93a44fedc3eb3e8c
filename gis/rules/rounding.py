"""How is an exact amount of money rounded to cents?"""

import math
from fractions import Fraction

CENTS = 100


def cents_down(amount: Fraction) -> Fraction:
    """Give an amount in dollars, rounded down to the cent.

    Examples
    --------
    >>> cents_down(Fraction(10, 3))
    Fraction(333, 100)
    """
    return Fraction(math.floor(amount * CENTS), CENTS)


def cents_half_up(amount: Fraction) -> Fraction:
    """Give an amount in dollars that is not negative, rounded to the nearest cent, half a cent up.

    Examples
    --------
    >>> cents_half_up(Fraction(5, 1000))
    Fraction(1, 100)
    """
    return cents_down(amount + Fraction(1, 2 * CENTS))
