"""What does a finding cite under another utility's ordinance that follows the same rules: its own sections?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from gis.law.loader import load_law
from gis.model.assigned_units import AssignedUnits
from gis.model.finding import Finding
from gis.proposals.runoff.asked import RunoffAsked

_DECIDES = MappingProxyType({"MUK-10": "eru_single_family", "MUK-12": "eru_low_density", "MUK-15": "boundary"})
"""How the names of the numbers begin by which a rule decides, where it tells those of the formula beside them."""


@dataclass(frozen=True)
class Citing:
    """An ordinance before the findings of its rules; not slotted, because what is looked up once is kept."""

    run: RunoffAsked

    def finding(self, found: Finding) -> Finding:
        """Return a finding that cites the ordinance asked about.

        Where the rule is made of the text of that very place, it stays as it is. Elsewhere it cites the sections by
        which the ordinance's file states the numbers that the finding used, or the ordinance as a whole.
        """
        ordinance = self.run.ordinance
        if ordinance.place_name is not None and found.citation.startswith(ordinance.place_name):
            return found
        decides = _DECIDES.get(found.rule, "")
        used = [use for use in found.parameters if use.name in self._stated and use.name.startswith(decides)]
        sections = dict.fromkeys(use.citation for use in used)
        return replace(found, citation="; ".join(sections) or ordinance.citation)

    def assigned(self, units: AssignedUnits) -> AssignedUnits:
        """Return units whose findings cite the ordinance asked about."""
        return replace(units, governing=self.finding(units.governing), beside=tuple(map(self.finding, units.beside)))

    @cached_property
    def _stated(self) -> frozenset[str]:
        """Names of the numbers that the ordinance's file states for itself."""
        under, of_law = self.run.asked.ordinances.law_under(self.run.ordinance).entries, load_law().entries
        return frozenset(name for name, entry in under.items() if entry != of_law[name])
