"""How did a unit or a municipality vote for governor in one year, as far as votes are on file?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from gis.facts.ground import same_place
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key
from gis.model.facts.electors import VoteBasis

OFFICE = "governor"


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote for governor, all candidates; null where it is not known."""

    votes: Fraction | None
    basis: VoteBasis = "reported"


@dataclass(frozen=True)
class GovernorVotes:
    """The votes for governor of one year; not slotted, because the index of places is kept once it is made.

    Parameters
    ----------
    layer : Layer or None
        The votes on file; None where there are none.
    units : Layer or None
        The reporting units on file, which tell whether the votes of a municipality are all there.
    year : int
        Year of the election.
    """

    layer: Layer | None
    units: Layer | None
    year: int

    @property
    def is_on_file(self) -> bool:
        """Whether any vote for governor of that year is on file."""
        return self.year in self.years_on_file

    @cached_property
    def years_on_file(self) -> tuple[int, ...]:
        """Years in which votes for governor are on file, ascending."""
        if self.layer is None:
            return ()
        years = self.layer.column("year")[self.layer.column("office") == OFFICE]
        return tuple(sorted({int(year) for year in years if year is not None}))

    def of_unit(self, unit: str, municipality: str, county: str | None) -> Vote:
        """Return the vote of a reporting unit; not known where no row names it."""
        for name, vote in self._votes_in(municipality, county):
            if name is not None and _same(name, unit):
                return vote
        return Vote(None)

    def of_municipality(self, municipality: str, county: str | None) -> Vote:
        """Return the vote of a municipality: its own row, else the sum of its units.

        The sum is known only where no unit's vote is missing.
        """
        told = self._votes_in(municipality, county)
        own = [vote for unit, vote in told if unit is None]
        if own:
            return own[0]
        names = [unit for unit, _ in told if unit is not None]
        known = [vote.votes for _, vote in told if vote.votes is not None]
        basis: VoteBasis = "modelled" if any(vote.basis == "modelled" for _, vote in told) else "reported"
        missing = [
            unit for unit in self._units_of(municipality, county) if not any(_same(unit, name) for name in names)
        ]
        if not told or missing or len(known) < len(told):
            return Vote(None, basis)
        return Vote(sum(known, start=Fraction(0)), basis)

    def _votes_in(self, municipality: str, county: str | None) -> list[tuple[str | None, Vote]]:
        """Return unit and vote of each row of a municipality; the unit is None where the row is of all of it."""
        layer = self.layer
        if layer is None:
            return []
        units, counties, votes, basis = (layer.column(name) for name in ("unit", "county", "votes", "basis"))
        return [
            (units[i], Vote(None if votes[i] is None else Fraction(votes[i]), _basis(basis[i])))
            for i in self._rows_by_place.get(name_key(municipality), ())
            if same_place(municipality, county, municipality, counties[i])
        ]

    @cached_property
    def _rows_by_place(self) -> dict[str, list[int]]:
        """Rows of the year by the name of their municipality, however it is spelled."""
        layer = self.layer
        if layer is None:
            return {}
        rows = np.flatnonzero((layer.column("office") == OFFICE) & (layer.column("year") == self.year))
        return _by_place(layer, rows.tolist())

    def _units_of(self, municipality: str, county: str | None) -> list[str]:
        if self.units is None:
            return []
        units, counties = (self.units.column(name) for name in ("unit", "county"))
        rows = _by_place(self.units, range(len(units))).get(name_key(municipality), ())
        return [str(units[i]) for i in rows if same_place(municipality, county, municipality, counties[i])]


def _by_place(layer: Layer, rows: Iterable[int]) -> dict[str, list[int]]:
    names = layer.column("municipality")
    keys = {name: name_key(name) for name in set(names) if name is not None}
    found: dict[str, list[int]] = defaultdict(list)
    for i in rows:
        if names[i] is not None:
            found[keys[names[i]]].append(i)
    return found


def _same(unit: str, other: str) -> bool:
    return unit.casefold().split() == other.casefold().split()


def _basis(basis: object) -> VoteBasis:
    return "modelled" if basis == "modelled" else "reported"
