"""What is asked about runoff: on which day, under which ordinance, at which rate, for which budget?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from gis.errors import LawUnknown, OptionInvalid
from gis.law.parameters import Parameters
from gis.model.ordinance import Ordinance
from gis.model.stormwater_policy import StormwaterPolicy
from gis.proposals.connections.asked import Asked


@dataclass(frozen=True)
class RunoffAsked:
    """A question about runoff units and charges; not slotted, because ordinance and law are kept once looked up."""

    asked: Asked
    """Day, ordinance and register; the ordinance must be named."""
    folder: Path
    """Where the layers lie; cells of a raster are read there."""
    rate: Fraction | None = None
    """Dollars for one unit and one bill, in place of what register and ordinance say."""
    budget: Fraction | None = None
    """Costs of one billing period, dollars."""

    @cached_property
    def ordinance(self) -> Ordinance:
        """The ordinance in force on the day.

        Raises
        ------
        OptionInvalid
            None is named.
        LawUnknown, OrdinanceNotInForce
            None has the id, none of that id is in force, or it has no stormwater utility.
        """
        if self.asked.ordinance is None:
            raise OptionInvalid(
                what="No ordinance is named.",
                where="the option --ordinance",
                why="Size of a unit, rounding, credits and district are those of one utility.",
                next="Name it, for example --ordinance mukwonago, or give a file of your own.",
            )
        found = self.asked.ordinances.get(self.asked.ordinance, self.asked.day)
        if found.stormwater is None:
            raise LawUnknown(
                what=f"The ordinance {found.id} has no stormwater utility.",
                where="the ordinance asked for",
                why="It says nothing of runoff units, and those of another utility's text are not taken in its place.",
                next="Add the section stormwater to its file; `townline ordinance new` writes one to be filled in.",
            )
        return found

    @property
    def policy(self) -> StormwaterPolicy:
        """The utility's lists and choices."""
        return self.ordinance.stormwater or StormwaterPolicy()

    @cached_property
    def parameters(self) -> Parameters:
        """The law on the day, with the ordinance's own values."""
        return self.asked.ordinances.parameters(self.ordinance, self.asked.day)
