"""What does the register tell of one parcel: facts of the rules of charges, and what no rule has a fact for?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from gis.proposals.connections.stated import StatedParcel, stated_of
from gis.register.contradictions import Contradiction, contradictions
from gis.register.counting import by_kind, holding
from gis.register.entries import Entry, Register
from gis.rules.words import all_listed

_GOES_BEFORE: Mapping[str, str] = MappingProxyType(
    {"space_with_fixtures": "billing_units", "space_without_fixtures": "billing_units"}
)
"""Kinds that count only where the other says nothing: while that one is in doubt, they do not stand in for it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What people established of one parcel; null where nobody did, or entries contradict each other."""

    parcel: StatedParcel = field(default_factory=StatedParcel)
    entries: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    """By kind."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """Where entries contradict each other, in sentences; no value is repeated."""
        every = [each for own in self.entries.values() for each in own]
        return tuple(_doubt(each) for each in contradictions(every))

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

    def number_between(self, kind: str, since: dt.date, before: dt.date) -> Fraction | None:
        """Return what a kind says by its entries from one day on and before another."""
        known = holding([each for each in self.entries.get(kind, ()) if since <= each.date < before])
        return None if not known or contradictions(known) else Fraction(known[0].value)

    def total(self, kind: str) -> Fraction | None:
        """Return the sum of the amounts of a kind; null where there is none."""
        amounts = [Fraction(each.value) for each in self.entries.get(kind, ())]
        return sum(amounts, start=Fraction(0)) if amounts else None

    def values(self, kind: str) -> frozenset[str]:
        """Return every value that a kind has."""
        return frozenset(each.value for each in self.entries.get(kind, ()))

    def count(self, kind: str) -> int:
        """Return how many entries of a kind there are; none where what goes before them is in doubt."""
        before = self.entries.get(_GOES_BEFORE.get(kind, ""), ())
        return 0 if contradictions(holding(before)) else len(self.entries.get(kind, ()))

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
    # Named with its county or without, it is one parcel of which entries can contradict each other.
    entries = [replace(each, subject=parcel_id) for name in names for each in known.entries.get(name, ())]
    return Told(known.of(parcel_id, county), by_kind(entries))


def _doubt(found: Contradiction) -> str:
    lines = all_listed([str(each) for each in found.lines])
    return f"The register contradicts itself, lines {lines}: {found.why} What rests on them is open."
