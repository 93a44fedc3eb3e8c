"""How does a finding of the village's charges give an amount of money?"""

from __future__ import annotations

from fractions import Fraction

from gis.model.exact import money
from gis.rules.rounding import cents_half_up

PERCENT = 100


def charged(amount: Fraction | None) -> str | None:
    """Return dollars rounded half up to the cent, or null for what is not known.

    >>> charged(Fraction(750_000, 4_120)), charged(None)
    ('182.04', None)
    """
    return None if amount is None else money(cents_half_up(amount))
