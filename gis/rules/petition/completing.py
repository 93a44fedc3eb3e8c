"""Which owners who have not signed would complete the petition, one alone or the fewest together?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from gis.rules.petition.limbs import Holding, Owners
from gis.rules.span import exact_sum


class Unsigned:
    """The parcels that are not signed yet, and what is missing of each: every co-owner has to sign.

    Parameters
    ----------
    holdings
        The parcels; those outside the limits, of unknown owners or of unknown area help nobody.
    signers
        Who signed.
    """

    def __init__(self, holdings: Iterable[Holding], signers: Owners) -> None:
        parcels = [
            (holding.owners - signers, holding.land.low)
            for holding in holdings
            if holding.is_inside and holding.land.is_known and not holding.owners <= signers
        ]
        self._parcels: Sequence[tuple[Owners, Fraction]] = parcels
        self.owners: Owners = frozenset[str]().union(*(missing for missing, _ in parcels))
        """Known owners of land within the limits who have not signed."""

    def completing_alone(self, short_acres: Fraction) -> list[str]:
        """Return the owners each of whose signature alone gives that much land, by name."""
        gained: defaultdict[str, Fraction] = defaultdict(Fraction)
        for missing, acres in self._parcels:
            if len(missing) == 1:
                gained[next(iter(missing))] += acres
        return sorted(owner for owner, acres in gained.items() if acres >= short_acres)

    def completing_together(self, short_acres: Fraction) -> list[str] | None:
        """Return few owners who together give that much land, most land first; null where all of them do not.

        Owners are taken by their land (a co-owned parcel in equal parts), ties by name, until it suffices; then those
        whose signature turned out not to be needed are left out again, least land first. Among owners without
        co-owners no smaller set suffices.
        """
        if short_acres <= 0:
            return []
        shares: defaultdict[str, Fraction] = defaultdict(Fraction)
        for missing, acres in self._parcels:
            for owner in missing:
                shares[owner] += acres / len(missing)
        signing = _Signing(self._parcels)
        taken: list[str] = []
        for owner in sorted(shares, key=lambda owner: (-shares[owner], owner)):
            if signing.gained_acres >= short_acres:
                break
            signing.sign(owner)
            taken.append(owner)
        if signing.gained_acres < short_acres:
            return None
        for owner in tuple(reversed(taken)):
            if signing.gained_acres - signing.held_up_by(owner) >= short_acres:
                signing.withdraw(owner)
                taken.remove(owner)
        return taken


class _Signing:
    """Owners sign and withdraw one by one; a parcel is gained once nobody of it is missing."""

    def __init__(self, parcels: Sequence[tuple[Owners, Fraction]]) -> None:
        self.gained_acres = Fraction(0)
        self._acres = [acres for _, acres in parcels]
        self._waiting = [len(missing) for missing, _ in parcels]
        self._parcels_of: defaultdict[str, list[int]] = defaultdict(list)
        for position, (missing, _) in enumerate(parcels):
            for owner in missing:
                self._parcels_of[owner].append(position)

    def sign(self, owner: str) -> None:
        """Let an owner sign who has not."""
        for position in self._parcels_of[owner]:
            self._waiting[position] -= 1
        self.gained_acres += self.held_up_by(owner)

    def held_up_by(self, owner: str) -> Fraction:
        """Return the land that is signed now and would not be without this owner, acres."""
        return exact_sum(self._acres[at] for at in self._parcels_of[owner] if not self._waiting[at])

    def withdraw(self, owner: str) -> None:
        """Take back the signature of an owner who signed."""
        self.gained_acres -= self.held_up_by(owner)
        for position in self._parcels_of[owner]:
            self._waiting[position] += 1
