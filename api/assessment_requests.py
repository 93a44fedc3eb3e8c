"""What does a caller ask of /api/assess: a project, a day, a register?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from api.bringing import bring_data, utf8
from api.errors import RequestInvalid
from api.on_file import OnFile
from api.requests import EditionId
from api.values import iso_day
from gis.model.edition import Kind
from gis.model.facts.assessment import Basis
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.reading import read_project


def _day(value: object) -> object:
    return None if value is None else iso_day(value if isinstance(value, str) else "")


class AssessmentRequest(BaseModel):
    """A project to assess, and whether its levy is reopened."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    project: str
    """Text of a project file (`townline assess --help`); it may name no other file."""
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
            A levy is reopened, and no day is given; or the project names a file.
        """
        project = read_project(utf8(self.project, "the request, member project"), "of the request, member project")
        if self.basis is not None:
            project = replace(project, basis={self.basis: Fraction(1)})
        files = [*project.files()]
        if files or (self.reopen and self.date is None):
            raise RequestInvalid(
                what="The project names a file." if files else "No day is given on which the levy is reopened.",
                where="the member project" if files else "the member date",
                why="A request has no files beside it." if files else "Later parcels are those of a day.",
                next="Name mains, streets, a district or the parcels." if files else "Give date as YYYY-MM-DD.",
            )
        date = self.date or project.levied
        brought = bring_data(None, self.register_csv, None, date, _no_petition)
        chosen = {**editions, **{str(kind): edition for kind, edition in self.editions.items()}}
        return AssessmentAsked(project, date, brought.register, chosen)


def _no_petition() -> OnFile:
    """Return what a petition would be held against; none is brought."""
    return OnFile(frozenset(), "")
