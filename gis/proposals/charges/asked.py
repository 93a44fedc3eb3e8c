"""What is asked about the charges of a parcel: on which day and event, under which ordinances, with what stated?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from gis.law.ordinance_files import Ordinances
from gis.model.charges import ChargesStated, Event
from gis.model.connections import ParcelAnswer
from gis.model.ordinance import Ordinance
from gis.proposals.connections.asked import Asked
from gis.register.entries import Entry, Register


@dataclass(frozen=True, slots=True)
class ChargesAsked:
    """A question about charges."""

    date: dt.date
    """Day by which law, ordinances, figures, editions and the register are read."""
    event: Event
    ordinances: Ordinances
    folder: Path
    """Where the layers lie."""
    ids: tuple[str, ...] = ()
    """Ordinances to ask; none asks those on file that name the place of the land."""
    register: Register | None = None
    editions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Editions to use in place of those in force, by kind."""
    stated: ChargesStated = field(default_factory=ChargesStated)
    connection_of: Callable[[str, str, str | None], ParcelAnswer] | None = None
    """Answers whether a parcel must connect, by ordinance, number and county, where a survey of all parcels was kept;
    without it one is made where it is needed."""
    without: frozenset[str] = frozenset()
    """Ordinances on file that are left out where none is named."""
    supposed: tuple[Entry, ...] = ()
    """What is taken for granted of a parcel, as entries of the register; what people entered of it goes before."""

    @property
    def known(self) -> Register | None:
        """The register with what is taken for granted; null where there is neither."""
        if not self.supposed:
            return self.register
        return Register((*(() if self.register is None else self.register.entries), *self.supposed))

    def chosen(self) -> tuple[Ordinance, ...]:
        """Return the ordinances in force on the day that may charge, in the order of their ids or as they are named.

        Raises
        ------
        LawUnknown, OrdinanceNotInForce
            One that is named is not on file, or not in force on the day.
        """
        if self.ids:
            return tuple(self.ordinances.get(each, self.date) for each in self.ids)
        in_force = (each for each in self.ordinances.in_force(self.date) if each.id not in self.without)
        return tuple(each for each in in_force if each.place_name is not None)

    def under(self, ordinance: str | None) -> Asked:
        """Return the question about connections and runoff under one ordinance."""
        return Asked(self.date, self.ordinances, ordinance, self.register, self.editions)
