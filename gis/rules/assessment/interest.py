"""How much simple interest runs on an assessment?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.rules.rounding import cents_down
from gis.rules.words import day_words, dollars, quantity

# Wis. Stat. 66.0721 says neither how interest is reckoned nor how long a year is: both are conventions of FACTS.md.
YEAR_DAYS = 365
BANK_YEAR_DAYS = 360
_PERCENT = 100


def simple_interest(amount: Fraction, annual_rate: Fraction, days: int, year_days: int = YEAR_DAYS) -> Fraction:
    """Return simple interest for actual days, rounded down to the cent, because it may not exceed its rate.

    Parameters
    ----------
    amount
        Dollars on which interest runs, not negative.
    annual_rate
        Interest for a year, 0.05 being 5 percent; not negative.
    days
        Days from the first, which is left out, to the last, which is counted; not negative.
    year_days
        Days by which a year is reckoned.

    Raises
    ------
    ValueError
        A number is negative.

    Notes
    -----
    Wis. Stat. 66.0721(3); FACTS.md SA-03 to SA-05.

    Examples
    --------
    >>> float(simple_interest(Fraction(9500), Fraction("0.0425"), 579))
    640.46
    """
    if amount < 0 or annual_rate < 0 or days < 0:
        msg = "interest runs on an amount, at a rate and for days that are not negative"
        raise ValueError(msg)
    return cents_down(amount * annual_rate * days / year_days)


def interest_said(amount: Fraction, annual_rate: Fraction, first: dt.date, last: dt.date) -> str:
    """Say in a clause what simple interest from one day to another comes to.

    Examples
    --------
    >>> interest_said(Fraction(12000), Fraction("0.035"), dt.date(2025, 3, 1), dt.date(2026, 3, 1))
    'simple interest on $12,000 at 3.5 percent a year from March 1, 2025 to March 1, 2026, 365 days, is $420'
    """
    days = (last - first).days
    return (
        f"simple interest on {dollars(amount)} at {quantity(annual_rate * _PERCENT, 4)} percent a year "
        f"from {day_words(first)} to {day_words(last)}, {days} day{'' if days == 1 else 's'}, "
        f"is {dollars(simple_interest(amount, annual_rate, days))}"
    )
