"""What has one parcel of every spread: as judged, with what is open exempt, and by the other reading of the cap?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.model.assessment import PartShare
from gis.model.facts.assessment import Basis
from gis.proposals.assessment.spreading import Spread, Weight
from gis.rules.rounding import cents_down

_NOTHING = Fraction(0)
Weights = Mapping[Basis, Mapping[str, Weight]]
"""What each parcel brings to the spread on each basis."""


@dataclass(frozen=True, slots=True)
class ParcelShares:
    """What one parcel has of every spread."""

    name: str
    weights: Weights
    exempting: Weights
    """Its weights with what is open exempt."""
    found: Mapping[Basis, Spread]
    otherwise: Mapping[Basis, Spread] | None

    def amount(self) -> Fraction:
        """Return what it pays."""
        return sum((each.shares[self.name] for each in self.found.values()), _NOTHING)

    def unexempt(self) -> Fraction:
        """Return what it would have paid had nobody been exempt."""
        return sum((each.unexempt[self.name] for each in self.found.values()), _NOTHING)

    def eligible(self) -> Fraction:
        """Return what its land that the farmland and camp rules exempt or cap would have borne, rounded down."""
        return sum((self._eligible(basis, each) for basis, each in self.found.items()), _NOTHING)

    def _eligible(self, basis: Basis, of_basis: Spread) -> Fraction:
        weight = self.exempting[basis][self.name]
        portion = (weight.full - weight.free) / weight.full if weight.full else _NOTHING
        return cents_down(of_basis.unexempt[self.name] * portion)

    def for_structure(self) -> Fraction:
        """Return what of its amount is levied on its capped land."""
        return sum((self._for_structure(basis, each) for basis, each in self.found.items()), _NOTHING)

    def _for_structure(self, basis: Basis, of_basis: Spread) -> Fraction:
        weight, share = self.weights[basis][self.name], of_basis.shares[self.name]
        if not weight.free or of_basis.rate is None:
            return share if weight.capped else _NOTHING
        return min(share, cents_down(of_basis.rate * weight.under_cap))

    def if_exempt(self) -> Fraction | None:
        """Return what it pays with what is open exempt; null where nothing is open."""
        if self.otherwise is None:
            return None
        return sum((each.shares[self.name] for each in self.otherwise.values()), _NOTHING)

    def by_unexempt_cap(self) -> Fraction | None:
        """Return its amount by the other reading of the cap; null where no parcel is capped on any basis."""
        if all(each.by_unexempt_cap is None for each in self.found.values()):
            return None
        return sum(((each.by_unexempt_cap or each.shares)[self.name] for each in self.found.values()), _NOTHING)

    def if_both(self) -> Fraction | None:
        """Return its amount by the other cap, with what is open exempt; null where none is open, or capped then."""
        spreads = (self.otherwise or {}).values()
        if all(each.by_unexempt_cap is None for each in spreads):
            return None
        return sum(((each.by_unexempt_cap or each.shares)[self.name] for each in spreads), _NOTHING)

    def parts(self) -> tuple[PartShare, ...]:
        """Return what it pays on each basis."""
        return tuple(self._part(basis, each) for basis, each in self.found.items())

    def _part(self, basis: Basis, of_basis: Spread) -> PartShare:
        weight = self.weights[basis][self.name]
        return PartShare(
            basis=basis,
            full=weight.full,
            paying=weight.paying,
            cap=weight.cap if weight.capped else None,
            rate=of_basis.rate,
            amount=of_basis.shares[self.name],
            unexempt=of_basis.unexempt[self.name],
        )
