"""How is one amount of money divided so that its parts are whole cents and add up to it?"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor

_CENT = Fraction(1, 100)


def apportioned(amount: Fraction, weights: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Divide an amount by weights, by largest remainder: floor every part to the cent, then give the missing cents.

    Parameters
    ----------
    amount
        Dollars in whole cents, not negative.
    weights
        What each part counts by; not negative, and not all zero.

    Returns
    -------
    dict
        Dollars in whole cents, in the order of the weights; their sum is the amount. A missing cent goes to the part
        with the largest fraction, of equal ones to the earlier.

    Raises
    ------
    ValueError
        The amount is negative or has parts of a cent, or the weights have no positive sum.

    Notes
    -----
    FACTS.md 1.2.

    Examples
    --------
    >>> parts = apportioned(Fraction(1), {"Alder": Fraction(1), "Birch": Fraction(1), "Cedar": Fraction(1)})
    >>> [str(part) for part in parts.values()]
    ['17/50', '33/100', '33/100']
    """
    total = sum(weights.values(), start=Fraction(0))
    cents = amount / _CENT
    if cents < 0 or cents.denominator != 1 or total <= 0 or min(weights.values()) < 0:
        msg = "an amount in whole cents and weights with a positive sum are needed"
        raise ValueError(msg)
    exact = {name: cents * weight / total for name, weight in weights.items()}
    whole = {name: floor(part) for name, part in exact.items()}
    missing = int(cents) - sum(whole.values())
    first = set(sorted(exact, key=lambda name: whole[name] - exact[name])[:missing])
    return {name: (count + (name in first)) * _CENT for name, count in whole.items()}
