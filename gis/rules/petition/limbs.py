"""How many owners signed, and for how much land: both counts of Wis. Stat. 60.71(2)(a), and what is not known of them.

Either count may be worse or better than what is on file: a parcel whose owners are not known may belong to one more
person who did not sign, or to one already counted who did. Both ends are counted exactly, so that only what could
change the result keeps it open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.facts.petition import PetitionParcel
from gis.rules.span import NOTHING, UNLIMITED, Span, exact_sum

Test = Literal["pass", "fail", "needs_evidence"]
Owners = frozenset[str]
FractionOf = Callable[[Owners, Owners], Fraction]
"""How much of a parcel counts as signed, from its owners and all who signed."""

ALL, NONE = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Holding:
    """A parcel as the count sees it."""

    parcel_id: str
    owners: Owners
    """Owners of record; empty where they are not known."""
    land: Span
    """Acres within the limits; without upper bound where the area is not known."""
    reach: Span
    """The same with the line pulled in and pushed out by the accuracy."""
    taxable: bool | None

    @property
    def is_inside(self) -> bool:
        """Whether any of its land is within the limits, as far as is known."""
        return _may_be_inside(self.land)


SpanOf = Callable[[Holding], Span]


@dataclass(frozen=True, slots=True)
class Count:
    """So much signed, of so much."""

    signed: Fraction
    of: Fraction

    def meets(self, portion: Fraction) -> bool:
        """Whether at least that portion signed, exactly; of nothing, no portion can.

        >>> Count(Fraction("326.394"), Fraction(640)).meets(Fraction("0.51")), Count(NONE, NONE).meets(Fraction("0.51"))
        (False, False)
        """
        return self.of > 0 and self.signed >= portion * self.of

    @property
    def share(self) -> Fraction | None:
        """Signed share; null of nothing."""
        return self.signed / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Limb:
    """One of the two counts: as known, and at worst and at best."""

    signed: Fraction | None = None
    of: Fraction | None = None
    worst: Count | None = None
    """Null where nothing limits how little is signed."""
    best: Count | None = None
    """Null where nothing limits how much is signed."""

    def test(self, portion: Fraction) -> Test:
        """Say whether the portion signed, whatever is not known; of nothing at all, that cannot be said."""
        if self.best is not None and self.best.of == 0:
            return "needs_evidence"
        if self.worst is not None and self.worst.meets(portion):
            return "pass"
        return "fail" if self.best is not None and not self.best.meets(portion) else "needs_evidence"

    @property
    def share(self) -> Fraction | None:
        """Signed share as known; null where either number is not known or there is nothing to sign for."""
        return None if self.signed is None or not self.of else self.signed / self.of

    def stated(self, signed: Fraction | None, of: Fraction | None) -> Limb:
        """Return the count with the totals that somebody stated in place of what the parcels give."""
        if signed is not None and of is not None:
            exact = Count(signed, of)
            return Limb(signed, of, exact, exact)

        def replaced(count: Count | None) -> Count | None:
            if count is None:
                return None
            return Count(count.signed if signed is None else signed, count.of if of is None else of)

        return Limb(
            self.signed if signed is None else signed,
            self.of if of is None else of,
            replaced(self.worst),
            replaced(self.best),
        )


def holdings_of(parcels: Iterable[PetitionParcel]) -> tuple[Holding, ...]:
    """Return the parcels as the count sees them, those outside the limits among them."""
    return tuple(_holding(parcel) for parcel in parcels)


def _holding(parcel: PetitionParcel) -> Holding:
    inside = parcel.area_acres if parcel.area_in_district_acres is None else parcel.area_in_district_acres
    land = UNLIMITED if inside is None else Span.exactly(inside)
    low, high = parcel.area_in_district_low_acres, parcel.area_in_district_high_acres
    reach = land
    if inside is not None:
        reach = Span(inside if low is None else min(low, inside), inside if high is None else max(high, inside))
    return Holding(parcel.parcel_id, frozenset(parcel.owners or ()), land, reach, parcel.taxable)


def as_drawn(holding: Holding) -> Span:
    """Land within the limits as they are drawn."""
    return holding.land


def within_accuracy(holding: Holding) -> Span:
    """Land within the limits, wherever in their accuracy they lie."""
    return holding.reach


def taxable_as_drawn(holding: Holding) -> Span:
    """Taxable land within the limits; of a parcel that nobody knows to be taxable, none or all."""
    if holding.taxable is False:
        return NOTHING
    return holding.land if holding.taxable else Span(NONE, holding.land.high)


def all_coowners(owners: Owners, signers: Owners) -> Fraction:
    """Count a parcel as signed only when every co-owner signed."""
    return ALL if owners <= signers else NONE


def pro_rata(owners: Owners, signers: Owners) -> Fraction:
    """Count of a parcel the fraction of its co-owners who signed."""
    return Fraction(len(owners & signers), len(owners))


def any_coowner(owners: Owners, signers: Owners) -> Fraction:
    """Count a parcel as signed when one co-owner signed."""
    return NONE if owners.isdisjoint(signers) else ALL


@dataclass(frozen=True, slots=True)
class LandReading:
    """How the land is counted; the defaults are the default reading."""

    fraction_of: FractionOf = all_coowners
    span_of: SpanOf = as_drawn
    whole_acres: Fraction | None = None
    """The area that the signed land is measured against; null takes the land counted."""


def owners_within(holdings: Iterable[Holding]) -> Owners:
    """Return the known persons who own land within the limits as drawn."""
    return frozenset[str]().union(*(holding.owners for holding in holdings if holding.is_inside))


def head_limb(holdings: Collection[Holding], signers: Owners | None, span_of: SpanOf) -> Limb:
    """Count the persons who own land within the limits, and those of them who signed.

    At worst every parcel of unknown owners belongs to one more person who did not sign, and an owner whom only the
    accuracy brings in counts where they did not sign. At best it belongs to persons already counted; only where
    nobody is counted, to a signer.

    Parameters
    ----------
    holdings
        The parcels.
    signers
        Who signed; null where nobody knows.
    span_of
        How the limits are taken: as drawn, or wherever in their accuracy they lie.
    """
    sure: set[str] = set()
    may: set[str] = set()
    unknown_sure = unknown_may = 0
    for holding in holdings:
        span = span_of(holding)
        is_sure, may_be = _is_surely_inside(span), _may_be_inside(span)
        if not holding.owners:
            unknown_sure += is_sure
            unknown_may += may_be
        elif may_be:
            may |= holding.owners
            sure |= holding.owners if is_sure else frozenset()
    within = owners_within(holdings)
    if signers is None:
        everyone = Fraction(len(may) + unknown_may)
        return Limb(None, Fraction(len(within)), Count(NONE, everyone), Count(everyone, everyone))
    best_signed = len(may & signers) if may else min(unknown_may, len(signers), 1)
    best_of = best_signed + len(sure - signers)
    return Limb(
        Fraction(len(within & signers)),
        Fraction(len(within)),
        Count(Fraction(len(sure & signers)), Fraction(len(sure & signers) + len(may - signers) + unknown_may)),
        Count(Fraction(best_signed), Fraction(max(best_of, min(unknown_sure, 1)))),
    )


def land_limb(
    holdings: Collection[Holding],
    signers: Owners | None,
    portion: Fraction,
    reading: LandReading | None = None,
) -> Limb:
    """Add up the land within the limits, and the land that counts as signed.

    At worst a parcel of unknown owners is not signed, signed land lies as little and unsigned land as much within the
    limits as can be; at best the other way.

    Parameters
    ----------
    holdings
        The parcels.
    signers
        Who signed; null where nobody knows.
    portion
        Portion that suffices: a parcel signed for more than that helps, for less it hinders.
    reading
        What counts as signed, of which land; null takes the default.
    """
    reading = reading or LandReading()
    settled, worst, best = _Pile(), _Pile(), _Pile()
    may_be_signed = _may_unknown_be_signed(holdings, signers)
    known_signed: list[Fraction] = []
    known_of: list[Fraction] = []
    is_signed_known, is_land_known = signers is not None, True
    for holding in holdings:
        span = reading.span_of(holding)
        if not _may_be_inside(span):
            continue
        low, high = _fractions(holding, signers, reading.fraction_of, may_be_signed=may_be_signed)
        if low is high and span.high is span.low:
            settled.put(low, span.low)
            continue
        helps_low, helps_high = (reading.whole_acres is not None or _helps(end, portion) for end in (low, high))
        worst.put(low, span.low if helps_low else span.high)
        best.put(high, span.high if helps_high else span.low)
        known_of.append(span.low)
        is_land_known &= span.is_known
        if low:
            known_signed.append(low * span.low)
            is_signed_known &= span.is_known
    certain = settled.count(None) or Count(NONE, NONE)
    of = reading.whole_acres
    if of is None and is_land_known:
        of = certain.of + exact_sum(known_of)
    return Limb(
        certain.signed + exact_sum(known_signed) if is_signed_known else None,
        of,
        worst.count(reading.whole_acres, certain),
        best.count(reading.whole_acres, certain),
    )


def _may_unknown_be_signed(holdings: Iterable[Holding], signers: Owners | None) -> bool:
    """Whether land of unknown owners may count as signed: somebody who is counted signed, or nobody is counted."""
    if not signers:
        return False
    counted = frozenset[str]().union(*(holding.owners for holding in holdings if _may_be_inside(holding.reach)))
    return not counted or not counted.isdisjoint(signers)


def _fractions(
    holding: Holding, signers: Owners | None, fraction_of: FractionOf, *, may_be_signed: bool
) -> tuple[Fraction, Fraction]:
    """Return how much of a parcel counts as signed, at least and at most."""
    if signers is None:
        return NONE, ALL
    if not holding.owners:
        return NONE, ALL if may_be_signed else NONE
    known = fraction_of(holding.owners, signers)
    return known, known


def _helps(fraction: Fraction, portion: Fraction) -> bool:
    """Whether more of a parcel signed for that fraction brings the count nearer to the portion."""
    return fraction is ALL or (fraction is not NONE and fraction >= portion)


def _is_surely_inside(span: Span) -> bool:
    """Whether land is within the limits; a parcel of unknown area stands among those that are."""
    return span.high is None or span.low.numerator > 0


def _may_be_inside(span: Span) -> bool:
    # The numerator alone: comparing it is many times quicker than comparing fractions.
    return span.high is None or span.high.numerator > 0


class _Pile:
    """Adds up land, signed and all; one piece without limit leaves the whole without."""

    def __init__(self) -> None:
        self.signed: list[Fraction] = []
        self.of: list[Fraction] = []
        self.is_limited = True

    def put(self, fraction: Fraction, acres: Fraction | None) -> None:
        if acres is None:
            self.is_limited = False
            return
        self.of.append(acres)
        if fraction is not NONE:
            self.signed.append(acres if fraction is ALL else fraction * acres)

    def count(self, whole_acres: Fraction | None, beside: Count | None = None) -> Count | None:
        """Return the count with what is certain beside it; null without limit."""
        if not self.is_limited:
            return None
        beside = beside or Count(NONE, NONE)
        of = beside.of + exact_sum(self.of) if whole_acres is None else whole_acres
        return Count(beside.signed + exact_sum(self.signed), of)
