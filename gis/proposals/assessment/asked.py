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

        An entry of the register names the service area or the levying body. Where the file names no area, an earlier
        levy of the body leaves it unknown too.
        """
        area, days = self.project.service_area, self.first_levies()
        if area is None:
            return replace(self, project=replace(self.project, body_levied=days))
        day = days[0] if len(days) == 1 else None
        return replace(self, project=replace(self.project, service_area=replace(area, first_levy=day)))

    def first_levies(self) -> tuple[dt.date, ...]:
        """Return the days that file and register tell of the first levy in the service area, in their order.

        Where the file names no area, those before this levy that the register tells of the body.
        """
        project, area = self.project, self.project.service_area
        if area is None:
            return tuple(sorted(day for day in self._entered(project.body) if day < project.levied))
        stated = set() if area.first_levy is None else {area.first_levy}
        return tuple(sorted(stated | self._entered(area.name, project.body)))

    def _entered(self, *names: str) -> set[dt.date]:
        """Return the days of first levies that the register tells of districts or service areas until the levy."""
        keys = {name_key(each) for each in names}
        standing = () if self.register is None else self.register.standing(self.project.levied)
        return {
            each.date
            for each in standing
            if each.kind == _FIRST_LEVY and each.subject_kind == "district" and name_key(each.subject) in keys
        }

    def on(self, date: dt.date) -> AssessmentAsked:
        """Return the same question on another day, by the editions in force then."""
        return replace(self, date=date)
