"""What is asked about connections: on which day, under which ordinance, with what people established?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from gis.errors import LawUnknown
from gis.law.ordinance_files import Ordinances
from gis.model.ordinance import Ordinance
from gis.register.entries import Register


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about the duty to connect."""

    date: dt.date
    """Day by which editions and the register are read; the duty is judged on it, unless another day is supposed."""
    ordinances: Ordinances
    ordinance: str | None = None
    """Id of the one ordinance to judge by; null asks of each parcel by the ordinances that name its place."""
    register: Register | None = None
    editions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Editions to use in place of those in force, by kind."""
    supposed: dt.date | None = None
    """A later day on which the duty is judged, by the layers of today."""

    @property
    def day(self) -> dt.date:
        """Day on which the duty is judged, by the law of that day."""
        return self.date if self.supposed is None else self.supposed

    def chosen(self) -> tuple[Ordinance, ...]:
        """Return the ordinances that parcels are judged by, in the order of their ids.

        One that is about stormwater only makes no duty to connect and is left out.

        Raises
        ------
        LawUnknown, OrdinanceNotInForce
            No ordinance has the id asked for, none of that id is in force on the day, or it makes no duty to connect.
        """
        if self.ordinance is not None:
            return (self._with_duty(self.ordinances.get(self.ordinance, self.day)),)
        named = (each for each in self.ordinances.in_force(self.day) if each.place_name is not None)
        return tuple(each for each in named if each.connection_rule is not None)

    def _with_duty(self, ordinance: Ordinance) -> Ordinance:
        if ordinance.connection_rule is None:
            raise LawUnknown(
                what=f"The ordinance {ordinance.id} makes no duty to connect.",
                where="the ordinance asked for",
                why="It is about stormwater only.",
                next="Ask for one with a section connection; `townline ordinance list` tells those on file.",
            )
        return ordinance
