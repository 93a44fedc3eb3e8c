"""Which average of the interest that a district or town paid on its obligations may a late assessment bear?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.model.facts.assessment import Obligation


@dataclass(frozen=True, slots=True)
class Averages:
    """Average rates for a year, 0.05 being 5 percent; null is not known."""

    stated: Fraction | None
    weighted: Fraction | None = None
    """By principal."""
    unweighted: Fraction | None = None

    @property
    def used(self) -> Fraction | None:
        """The lowest of those known."""
        known = [rate for rate in (self.stated, self.weighted, self.unweighted) if rate is not None]
        return min(known, default=None)


def averages_of(stated: Fraction | None, obligations: Sequence[Obligation] | None) -> Averages:
    """Return the average as stated and those of the obligations, which are known where all of them are.

    Notes
    -----
    Wis. Stat. 66.0721(3)(a)-(c): the rate may not exceed the average, and how that is weighed the text does not say.

    Examples
    --------
    >>> debts = [Obligation(Fraction(300_000), Fraction("0.03")), Obligation(Fraction(100_000), Fraction("0.05"))]
    >>> found = averages_of(None, debts)
    >>> float(found.weighted), float(found.unweighted), float(found.used)
    (0.035, 0.04, 0.035)
    """
    known = [
        (each.principal, each.rate)
        for each in obligations or ()
        if each.principal is not None and each.rate is not None
    ]
    if not known or len(known) < len(obligations or ()):
        return Averages(stated)
    paid = sum((principal * rate for principal, rate in known), start=Fraction(0))
    return Averages(
        stated,
        weighted=paid / sum(principal for principal, _ in known),
        unweighted=sum((rate for _, rate in known), start=Fraction(0)) / len(known),
    )
