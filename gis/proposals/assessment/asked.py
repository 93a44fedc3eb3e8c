"""What is asked about a project's assessment: on which day, with which register, beside which files?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gis.law.ordinance_files import load_ordinances
from gis.layers.rows.names import name_key
from gis.proposals.assessment.project import Project
from gis.proposals.connections.asked import Asked
from gis.register.entries import Register

_FIRST_LEVY = "first_levy"
"""Kind of entry of the register."""


@dataclass(frozen=True, slots=True)
class AssessmentAsked:
    """A question about the assessment of a project."""

    project: Project
    date: dt.date
    """Day by which editions and the register are read."""
    register: Register | None = None
    editions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Editions to use in place of those in force, by kind."""
    folder: Path | None = None
    """Where the project file lies; files that it names lie beside it. Null where it came in a request."""
    drawn: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))
    """What came with the project in a request in place of those files: GeoJSON by the name that the project gives."""

    def layers_asked(self) -> Asked:
        """Return the question as one about layers."""
        return Asked(self.date, load_ordinances(), None, self.register, self.editions)

    def with_first_levy(self) -> AssessmentAsked:
        """Return the question with the first levy that file and register tell; where they tell several, it is unknown.

        An entry of the register names the service area or the levying body.
        """
        area, days = self.project.service_area, self.first_levies()
        if area is None:
            return self
        day = days[0] if len(days) == 1 else None
        return replace(self, project=replace(self.project, service_area=replace(area, first_levy=day)))

    def first_levies(self) -> tuple[dt.date, ...]:
        """Return the days that file and register tell of the first levy in the service area, in their order."""
        project, register = self.project, self.register
        area = project.service_area
        if area is None:
            return ()
        days = set() if area.first_levy is None else {area.first_levy}
        if register is not None:
            names = {name_key(area.name), name_key(project.body)}
            days |= {
                each.date
                for each in register.standing(project.levied)
                if each.kind == _FIRST_LEVY and each.subject_kind == "district" and name_key(each.subject) in names
            }
        return tuple(sorted(days))

    def on(self, date: dt.date) -> AssessmentAsked:
        """Return the same question on another day, by the editions in force then."""
        return replace(self, date=date)
