"""What does the register tell of one parcel: facts of the rules of charges, and what no rule has a fact for?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from gis.proposals.connections.stated import StatedParcel, stated_of
from gis.register.contradictions import contradictions
from gis.register.counting import by_kind, holding
from gis.register.entries import Entry, Register


@dataclass(frozen=True, slots=True)
class Told:
    """What people established of one parcel; null where nobody did, or entries contradict each other."""

    parcel: StatedParcel = field(default_factory=StatedParcel)
    entries: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    """By kind."""

    @property
    def facts(self) -> Mapping[str, Mapping[str, Any]]:
        """Facts by rule."""
        return self.parcel.facts

    def yes_no(self, kind: str) -> bool | None:
        """Return what a kind of yes or no says."""
        value = self._value(kind)
        return None if value is None else value == "yes"

    def number(self, kind: str) -> Fraction | None:
        """Return what a kind with a number or an amount says."""
        value = self._value(kind)
        return None if value is None else Fraction(value)

    def total(self, kind: str) -> Fraction | None:
        """Return the sum of the amounts of a kind; null where there is none."""
        amounts = [Fraction(each.value) for each in self.entries.get(kind, ())]
        return sum(amounts, start=Fraction(0)) if amounts else None

    def values(self, kind: str) -> frozenset[str]:
        """Return every value that a kind has."""
        return frozenset(each.value for each in self.entries.get(kind, ()))

    def count(self, kind: str) -> int:
        """Return how many entries of a kind there are."""
        return len(self.entries.get(kind, ()))

    def _value(self, kind: str) -> str | None:
        known = holding(self.entries.get(kind, ()))
        return None if not known or contradictions(known) else known[0].value


def told_of(register: Register | None, date: dt.date, parcel_id: str, county: str | None) -> Told:
    """Return what the register tells of a parcel on a day.

    Raises
    ------
    FactsInvalid
        A value that the register lets pass does not fit a rule.
    """
    known = stated_of(register, date)
    names = (parcel_id,) if county is None else (parcel_id, f"{parcel_id}, {county}")
    entries = [each for name in names for each in known.entries.get(name, ())]
    return Told(known.of(parcel_id, county), by_kind(entries))
