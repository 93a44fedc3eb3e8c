"""Between which bounds does an amount lie, exactly, where part of it is not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Span:
    """An amount, never negative, that lies between two bounds; `high` is None where nothing limits it.

    Examples
    --------
    A parcel worth 400,000, of which between three and four tenths are inside:

    >>> Span.exactly(Fraction(400_000)) * Span(Fraction(3, 10), Fraction(4, 10))
    Span(low=Fraction(120000, 1), high=Fraction(160000, 1))

    Nothing of an unknown amount is nothing:

    >>> UNLIMITED * Span.exactly(Fraction(0))
    Span(low=Fraction(0, 1), high=Fraction(0, 1))
    """

    low: Fraction
    high: Fraction | None

    @classmethod
    def exactly(cls, amount: Fraction) -> Span:
        """Return the span of a known amount."""
        return cls(amount, amount)

    @property
    def is_known(self) -> bool:
        """Whether the bounds are one and the same amount."""
        return self.low == self.high

    def __add__(self, other: Span) -> Span:
        high = None if self.high is None or other.high is None else self.high + other.high
        return Span(self.low + other.low, high)

    def __mul__(self, other: Span) -> Span:
        if other is WHOLE:
            return self
        if self.high == 0 or other.high == 0:
            return NOTHING
        high = None if self.high is None or other.high is None else self.high * other.high
        return Span(self.low * other.low, high)

    def __truediv__(self, divisor: Fraction) -> Span:
        return Span(self.low / divisor, None if self.high is None else self.high / divisor)

    def surely_more_than(self, other: Span) -> bool:
        """Whether this amount is the greater one wherever in the bounds the two lie."""
        return other.high is not None and self.low > other.high


NOTHING = Span(Fraction(0), Fraction(0))
WHOLE = Span(Fraction(1), Fraction(1))
UNLIMITED = Span(Fraction(0), None)


def total(spans: Iterable[Span]) -> Span:
    """Add up many spans, exactly.

    >>> total([Span.exactly(Fraction(1, 3)), Span(Fraction(1, 6), None)])
    Span(low=Fraction(1, 2), high=None)
    """
    parts = list(spans)
    low = exact_sum(span.low for span in parts)
    if all(span.high is span.low for span in parts):
        return Span.exactly(low)
    highs = [span.high for span in parts if span.high is not None]
    return Span(low, exact_sum(highs) if len(highs) == len(parts) else None)


def exact_sum(amounts: Iterable[Fraction]) -> Fraction:
    """Add up many fractions with unlike denominators, reducing once at the end.

    Adding one by one would reduce an ever longer fraction at each step: with a thousand cut parcels, seconds.

    >>> exact_sum([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    Fraction(1, 1)
    """
    by_denominator: defaultdict[int, int] = defaultdict(int)
    for amount in amounts:
        by_denominator[amount.denominator] += amount.numerator
    parts = [(numerator, denominator) for denominator, numerator in by_denominator.items()]
    while len(parts) > 1:
        parts = [
            (one[0] * other[1] + other[0] * one[1], one[1] * other[1])
            for one, other in zip(parts[::2], parts[1::2], strict=False)
        ] + parts[len(parts) // 2 * 2 :]
    return Fraction(*parts[0]) if parts else Fraction(0)
