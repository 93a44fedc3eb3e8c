"""Which rate covers a budget, and what does a rate bring in?"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

_CENT = Fraction(1, 100)


def rate_needed(budget: Fraction, total_units: Fraction) -> Fraction | None:
    """Return the lowest rate in whole cents that covers a budget, dollars a unit.

    Parameters
    ----------
    budget
        Costs of one billing period, dollars.
    total_units
        Units of the whole district, after credits on units where there are any.

    Returns
    -------
    Fraction or None
        Rounded up to the cent; null where there are no units to bear a budget.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater: the budgeted revenues are sufficient to cover the projected costs.

    Examples
    --------
    >>> rate_needed(Fraction(25_000), Fraction(3_000))
    Fraction(417, 50)
    """
    if total_units == 0:
        return None if budget else Fraction(0)
    return ceil(budget / total_units / _CENT) * _CENT


def revenue(rate: Fraction, total_units: Fraction) -> Fraction:
    """Return what a rate brings in for one billing period, dollars, exact."""
    return rate * total_units


def covers(rate: Fraction, total_units: Fraction, budget: Fraction) -> bool:
    """Return whether a rate covers a budget, judged before any rounding.

    >>> covers(Fraction("8.24"), Fraction(10_000), Fraction(82_500))
    False
    """
    return revenue(rate, total_units) >= budget
