"""How is a parcel's share said in one line of arithmetic?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gis.model.assessment import PartShare
from gis.model.facts.assessment import Basis
from gis.rules.rounding import CENTS, cents_half_up
from gis.rules.words import count_of, dollars, quantity
from gis.units import acres

UNITS: Mapping[Basis, tuple[str, str]] = {
    "frontage": ("ft", "a foot"),
    "area": ("sq ft", "a square foot"),
    "unit": ("units", "a unit"),
}
"""How feet, square feet and units are said, of a number and of one."""
_RATE_DECIMALS, _SMALL_RATE_DECIMALS = 6, 10
"""So many that the rate as said, times the feet of a farm, gives the amount to the cent."""


def arithmetic(parts: Sequence[PartShare], amount: Fraction) -> str:
    """Say what of a parcel pays at which rate, basis by basis, and what that is.

    >>> part = PartShare("frontage", Fraction(300), Fraction("208.71"), Fraction("208.71"), Fraction(100),
    ...     Fraction(20871), Fraction(30000))
    >>> arithmetic([part], Fraction(20871))
    '208.71 of 300 ft (the cap) at $100 a foot is $20,871'
    """
    clauses = [_clause(part) for part in parts]
    if len(clauses) == 1:
        return clauses[0]
    return f"{'; '.join(clauses)}; together {dollars(amount)}"


def acres_said(area_sqft: Fraction, decimals: int = 2) -> str:
    """Say how many acres a piece of land has, rounded for the eye; never none of what has some.

    >>> acres_said(Fraction(43_561)), acres_said(Fraction(87_120)), acres_said(Fraction(100))
    ('1 acre', '2 acres', 'less than 0.01 acres')
    """
    least = Fraction(1, 10**decimals)
    rounded = round(acres(area_sqft), decimals)
    if area_sqft and not rounded:
        return f"less than {quantity(least, decimals)} acres"
    return count_of(rounded, "acre", decimals)


def weight_said(weight: Fraction, basis: Basis) -> str:
    """Say so many feet, square feet or units.

    >>> weight_said(Fraction(2259), "frontage"), weight_said(Fraction(1), "unit"), weight_said(Fraction(0), "unit")
    ('2,259 ft', '1 unit', '0 units')
    """
    return f"{quantity(weight, 3)} {'unit' if basis == 'unit' and weight == 1 else UNITS[basis][0]}"


def rate_said(rate: Fraction, basis: Basis) -> str:
    """Say a rate, rounded for the eye only where it is no whole number of cents.

    >>> rate_said(Fraction(100, 3), "unit"), rate_said(Fraction("50.2"), "frontage")
    ('$33.333333 a unit', '$50.20 a foot')
    """
    if (rate * CENTS).denominator == 1:
        return f"{dollars(rate)} {UNITS[basis][1]}"
    decimals = _RATE_DECIMALS if rate >= 1 else _SMALL_RATE_DECIMALS
    return f"${quantity(rate, decimals)} {UNITS[basis][1]}"


def _clause(part: PartShare) -> str:
    full = weight_said(part.full, part.basis)
    if part.rate is None:
        return f"nobody is left to pay by {part.basis}"
    if part.paying == part.full:
        what = full
    else:
        cap = " (the cap)" if part.cap is not None and part.paying >= part.cap else ""
        what = f"{quantity(part.paying, 3)} of {full}{cap}"
    return f"{what} at {rate_said(part.rate, part.basis)}{_remainder(part)} is {dollars(part.amount)}"


def _remainder(part: PartShare) -> str:
    """Say which cents make the amount another than feet at a rate: a roll sums to its cost, and a cap is rounded down.

    >>> lot = PartShare("unit", Fraction(1), Fraction(1), None, Fraction(100, 3), Fraction("33.34"), Fraction("33.34"))
    >>> _clause(lot)
    '1 unit at $33.333333 a unit + 1 cent of the remainder is $33.34'
    """
    if part.rate is None:
        return ""
    cents = (part.amount - cents_half_up(part.paying * part.rate)) * CENTS
    if not cents:
        return ""
    return f" + {count_of(cents, 'cent')} of the remainder" if cents > 0 else ", rounded down,"
