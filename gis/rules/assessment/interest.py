"""How much simple interest runs on an assessment?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from gis.rules.rounding import cents_down
from gis.rules.words import count_of, day_words, dollars, quantity

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


@dataclass(frozen=True, slots=True)
class InterestRun:
    """Simple interest on an amount from one day to another."""

    amount: Fraction
    annual_rate: Fraction
    first: dt.date
    last: dt.date

    def due(self, year_days: int = YEAR_DAYS) -> Fraction:
        """Return the interest in dollars, whole cents; see `simple_interest`."""
        return simple_interest(self.amount, self.annual_rate, (self.last - self.first).days, year_days)

    @property
    def said(self) -> str:
        """A clause that says from what and for which days it runs, and what it comes to."""
        days = (self.last - self.first).days
        return (
            f"simple interest on {dollars(self.amount)} at {quantity(self.annual_rate * _PERCENT, 4)} percent a year "
            f"from {day_words(self.first)} to {day_words(self.last)}, {count_of(days, 'day')}, "
            f"is {dollars(self.due())}"
        )


def interest_run(
    amount: Fraction | None, annual_rate: Fraction | None, first: dt.date | None, last: dt.date | None
) -> InterestRun | None:
    """Return the interest that runs, or null where a part of it is not known.

    Examples
    --------
    >>> run = interest_run(Fraction(12000), Fraction("0.035"), dt.date(2025, 3, 1), dt.date(2026, 3, 1))
    >>> run.said if run else None
    'simple interest on $12,000 at 3.5 percent a year from March 1, 2025 to March 1, 2026, 365 days, is $420'
    >>> interest_run(None, Fraction("0.035"), dt.date(2025, 3, 1), dt.date(2026, 3, 1)) is None
    True
    """
    if amount is None or annual_rate is None or first is None or last is None:
        return None
    return InterestRun(amount, annual_rate, first, last)
