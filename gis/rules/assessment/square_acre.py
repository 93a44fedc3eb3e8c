"""How long is the side of a square acre, and what is an amount whose square is known?"""

from __future__ import annotations

import math
from fractions import Fraction

from gis.units import SQFT_PER_ACRE

_SIDE_STEPS_PER_FT = 10**6


def square_side_ft(acres: Fraction = Fraction(1)) -> Fraction:
    """Return the side of a square of so many acres, rounded down to a millionth of a foot.

    Parameters
    ----------
    acres
        Area of the square, not negative.

    Returns
    -------
    Fraction
        US survey feet. The side itself is no fraction; what a threshold hangs on is compared by squares.

    Notes
    -----
    Wis. Stat. 66.0721(3)(a); FACTS.md SA-02.

    Examples
    --------
    >>> float(square_side_ft())
    208.710325
    """
    return root_down(acres * SQFT_PER_ACRE, _SIDE_STEPS_PER_FT)


def root_down(square: Fraction, steps: int) -> Fraction:
    """Return the square root of a number, rounded down to the next of so many steps in one; exact, without floats.

    Examples
    --------
    >>> root_down(Fraction(2), 100), root_down(Fraction(9, 4), 100)
    (Fraction(141, 100), Fraction(3, 2))
    """
    return Fraction(math.isqrt(math.floor(square * steps**2)), steps)
