"""How long is a foot, and how much is an acre: exact factors, the unit in every name.

Feet are US survey feet (1200/3937 m); acres and square miles are made of them.
"""

from __future__ import annotations

from fractions import Fraction

M_PER_FTUS = Fraction(1200, 3937)
FTUS_PER_M = 1 / M_PER_FTUS
SQFT_PER_SQM = FTUS_PER_M**2
SQFT_PER_ACRE = 43_560
ACRES_PER_SQMI = 640
SQFT_PER_SQMI = SQFT_PER_ACRE * ACRES_PER_SQMI

AREA_STEPS_PER_SQFT = 100
LENGTH_STEPS_PER_FT = 1000


def quantise_area_sqft(area_sqft: float) -> Fraction:
    """Round a measured area to the hundredth of a square foot, exact from there on.

    >>> quantise_area_sqft(150015.00499)
    Fraction(150015, 1)
    """
    return Fraction(round(area_sqft * AREA_STEPS_PER_SQFT), AREA_STEPS_PER_SQFT)


def quantise_length_ft(length_ft: float) -> Fraction:
    """Round a measured length to the thousandth of a foot, exact from there on.

    >>> quantise_length_ft(0.0204)
    Fraction(1, 50)
    """
    return Fraction(round(length_ft * LENGTH_STEPS_PER_FT), LENGTH_STEPS_PER_FT)


def acres(area_sqft: Fraction) -> Fraction:
    """Return an area in acres.

    >>> acres(Fraction(435600))
    Fraction(10, 1)
    """
    return area_sqft / SQFT_PER_ACRE
