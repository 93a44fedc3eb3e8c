"""Which parcels stand on one ground, as those of a condominium do, and which part of its units does each bear?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gis.facts.impervious.accuracy import UnitsWithin
from gis.facts.impervious.areas import ImperviousAreas
from gis.model.runoff import UnitsReading
from gis.model.stormwater_policy import GroundRule
from gis.proposals.runoff.descent import ParcelKey
from gis.rules.apportionment import apportioned
from gis.rules.words import quantity

Texts = npt.NDArray[np.object_]
_ROUNDED_BY = Fraction(1, 1_000_000)
"""Parts that people state, such as three times 0.333333, may sum to one but for so much."""


@dataclass(frozen=True, slots=True)
class SharedGround:
    """The ground of several parcels: its surface counts once, and its units are shared."""

    name: str
    """Number of the parcel by which the ground is known."""
    count: int
    portion: Fraction | None
    """Part of its units that this parcel bears; null where nobody says."""
    says: str
    parts: tuple[Fraction, ...] = ()
    """Parts of all parcels on it, by their numbers and counties; empty where nobody says them."""
    place: int = 0
    """Which of the parts is this parcel's."""

    def share_of_charge(self, charge: Fraction) -> Fraction:
        """Return what this parcel bears of the charge of the ground, both in whole cents; all shares sum to it."""
        return apportioned(charge, {str(i): part for i, part in enumerate(self.parts)})[str(self.place)]

    def of(self, units: Fraction | None) -> Fraction | None:
        """Return what this parcel bears of the units of the ground."""
        return None if units is None or self.portion is None else units * self.portion

    def within(self, within: UnitsWithin) -> UnitsWithin:
        """Return what it bears of the fewest and the most."""
        part = self._part
        return UnitsWithin(within.units * part, within.fewest * part, within.most * part)

    def readings(self, of_ground: Sequence[UnitsReading], units: Fraction | None) -> Iterator[UnitsReading]:
        """Yield readings of the parcel: those of the ground by its part, by equal parts while nobody states one."""
        if not of_ground and self.portion is None:
            yield UnitsReading("equal_parts", None if units is None else units * self._part, _EQUAL)
        for each in of_ground:
            part = each.units if each.units is None else each.units * self._part
            yield UnitsReading(each.name, part, f"{each.says} {_EQUAL}" if self.portion is None else each.says)

    @property
    def _part(self) -> Fraction:
        return Fraction(1, self.count) if self.portion is None else self.portion


_EQUAL = "Each parcel on the ground bears an equal part."


def stacks(areas: ImperviousAreas, ids: Texts, counties: Texts) -> dict[int, tuple[ParcelKey, ...]]:
    """Return the parcels on each ground that has several, by the row that holds it; one with the same number is one."""
    others = np.flatnonzero(areas.ground_of != np.arange(len(areas.ground_of)))
    found: dict[int, dict[ParcelKey, None]] = {}
    for row in others.tolist():
        holder = int(areas.ground_of[row])
        on_it = found.setdefault(holder, {(str(ids[holder]), counties[holder]): None})
        on_it[str(ids[row]), counties[row]] = None
    return {holder: tuple(on_it) for holder, on_it in found.items() if len(on_it) > 1}


def shared_ground(key: ParcelKey, stated: Mapping[ParcelKey, Fraction | None], rule: GroundRule | None) -> SharedGround:
    """Return which part a parcel bears of the units of its ground.

    Parameters
    ----------
    key : ParcelKey
        The parcel.
    stated : mapping of ParcelKey to Fraction or None
        Every parcel on the ground, and the part that people stated for it; these go before the rule.
    rule : GroundRule or None
        What the ordinance says.

    Examples
    --------
    >>> units = {("1", None): None, ("2", None): None, ("3", None): None}
    >>> shared_ground(("2", None), units, "equal_parts").portion
    Fraction(1, 3)
    >>> shared_ground(("2", None), units, None).portion is None
    True
    """
    keys = sorted(stated, key=lambda each: (each[0], each[1] or ""))
    count, first, place = len(stated), keys[0][0], keys.index(key)
    where = f"It stands on one ground with {count - 1:,} other{'' if count == 2 else 's'}, known by {first}"  # noqa: PLR2004 - one other
    told = [part for part in stated.values() if part is not None]
    total = sum(told, Fraction(0))
    if len(told) == count and abs(total - 1) <= _ROUNDED_BY:
        own = (stated[key] or Fraction(0)) / total
        says = f"{where}; it bears {quantity(own, 4)} of its units, as the register has it."
        return SharedGround(first, count, own, says, tuple(stated[each] or Fraction(0) for each in keys), place)
    wrong = " The parts that the register states are not one for each, or not the whole." if told else ""
    if rule == "equal_parts" and not told:
        part = Fraction(1, count)
        says = f"{where}; each bears an equal part of its units, as the ordinance says."
        return SharedGround(first, count, part, says, (part,) * count, place)
    open_ = f"{where}. Its surface counts once, and nobody says which part of its units each of them bears.{wrong}"
    return SharedGround(first, count, None, open_)
