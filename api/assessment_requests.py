"""What does a caller ask of /api/assess: a project, a day, a register?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from api.bringing import bring_data, utf8
from api.errors import RequestInvalid
from api.on_file import OnFile
from api.requests import BOUNDARY_SCHEMA, EditionId
from api.values import iso_day
from gis.model.edition import Kind
from gis.model.facts.assessment import Basis
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.project import Project
from gis.proposals.assessment.reading import read_project
from gis.rules.words import all_listed


def _day(value: object) -> object:
    return None if value is None else iso_day(value if isinstance(value, str) else "")


class AssessmentRequest(BaseModel):
    """A project to assess, and whether its levy is reopened."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    project: str
    """Text of a project file (`townline assess --help`)."""
    drawn: dict[str, Annotated[dict[str, Any], WithJsonSchema(BOUNDARY_SCHEMA)]] = Field(default_factory=dict)
    """GeoJSON of each file that the project names, a line or an area, by the name that the project gives it."""
    date: Annotated[dt.date | None, BeforeValidator(_day)] = None
    """YYYY-MM-DD; the day of the levy where it is left out. To reopen a levy it is needed."""
    editions: dict[Kind, EditionId] = Field(default_factory=dict)
    register_csv: str | None = Field(default=None, alias="register")  # `register` is a method of every model
    """What people established, as the CSV text of a register (`townline register --help`)."""
    basis: Basis | None = None
    """Spreads the whole cost on this basis, in place of the one in the file."""
    reopen: bool = False

    def asked(self, editions: Mapping[str, str]) -> AssessmentAsked:
        """Return the question; `editions` are the service's, which those of the request go before.

        Raises
        ------
        ProjectInvalid, RegisterInvalid
            Project or register cannot be read.
        RequestInvalid
            A levy is reopened, and no day is given; or what is drawn is not what the project names.
        """
        project = read_project(utf8(self.project, "the request, member project"), "of the request, member project")
        if self.basis is not None:
            project = replace(project, basis={self.basis: Fraction(1)})
        self._refuse_other_drawn(project)
        if self.reopen and self.date is None:
            raise RequestInvalid(
                what="No day is given on which the levy is reopened.",
                where="the member date",
                why="Later parcels are those of a day.",
                next="Give date as YYYY-MM-DD.",
            )
        date = self.date or project.levied
        brought = bring_data(None, self.register_csv, None, date, _no_petition)
        chosen = {**editions, **{str(kind): edition for kind, edition in self.editions.items()}}
        return AssessmentAsked(project, date, brought.register, chosen, drawn=self.drawn)

    def _refuse_other_drawn(self, project: Project) -> None:
        """Refuse a project that names what is not drawn, and drawings that it does not name."""
        named = [*dict.fromkeys(project.files())]
        missing = [name for name in named if name not in self.drawn]
        if missing:
            raise RequestInvalid(
                what=f"The project names {missing[0]}, and it is not drawn.",
                where="the member drawn",
                why="A request has no files beside it: what the project names comes with it.",
                next="Give it under drawn as GeoJSON, by that name; or name mains, streets, a district or the parcels.",
            )
        if self.drawn.keys() - named:
            raise RequestInvalid(
                what="Something is drawn that the project does not name.",
                where="the member drawn",
                why=f"The project names {all_listed(named)}." if named else "The project names no drawing.",
                next="Leave it out, or mend the name in the project.",
            )


def _no_petition() -> OnFile:
    """Return what a petition would be held against; none is brought."""
    return OnFile(frozenset(), "")
