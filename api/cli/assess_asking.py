"""What is asked of `townline assess`, and do its options go together?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from api.cli.connections_asking import refuse_unless_clerk
from api.cli.named_files import read_named, refuse_unwritable
from api.cli.register_option import register_of
from gis.errors import OptionInvalid

if TYPE_CHECKING:
    from gis.model.facts.assessment import Basis
    from gis.proposals.assessment.asked import AssessmentAsked


@dataclass(frozen=True, slots=True)
class AssessQuestion:
    """The files that are to be written, and who asks."""

    out: Path | None = None
    lien_list: Path | None = None
    notices: Path | None = None
    calendar: Path | None = None
    mailing_list: Path | None = None
    role: str | None = None

    def refuse_what_does_not_go_together(self, layers: Path | None, editions: Mapping[str, str]) -> None:
        """Refuse a mailing list for anyone but the clerk, or without layers, a role without one, editions of no layers.

        Raises
        ------
        OptionInvalid
            Names the option.
        """
        refuse_unless_clerk(self.mailing_list, self.role)
        if self.role is not None and self.mailing_list is None:
            _refuse(
                "--role is given without --mailing-list.",
                "the option --role",
                "It says who asks for the mailing list.",
                "Give --mailing-list too, or leave it out.",
            )
        if layers is None and editions:
            _refuse(
                "--edition is given without --layers.",
                "the option --edition",
                "It names an edition of a folder of layers, and none is looked at.",
                "Give the folder with --layers, or leave --edition out.",
            )
        if layers is None and (self.mailing_list or self.notices):
            _refuse(
                "Owners are not known without layers.",
                "the option --mailing-list" if self.mailing_list else "the option --notices",
                "Notices go to the owners of parcels on file.",
                "Give the folder of layers with --layers.",
            )

    def refuse_unwritable(self, layers: Path | None) -> None:
        """Refuse files that cannot be written as they are asked for, before the work that they would hold is done.

        Raises
        ------
        OptionInvalid
            Names the option.
        """
        from gis.layers.exports.suffixes import check_suffix  # noqa: PLC0415 - --help stays quick
        from gis.proposals.runoff.tables import SUFFIXES  # noqa: PLC0415 - the same

        if self.out is not None:
            check_suffix(self.out, SUFFIXES, "roll")
        for option, path in self.files():
            refuse_unwritable(path, option, layers)

    def files(self) -> Iterator[tuple[str, Path]]:
        """Yield the options that name a file to write, and the file."""
        named = (
            ("--out", self.out),
            ("--lien-list", self.lien_list),
            ("--notices", self.notices),
            ("--calendar", self.calendar),
            ("--mailing-list", self.mailing_list),
        )
        yield from ((option, path) for option, path in named if path is not None)


def project_asked(  # noqa: PLR0913 - what a question about a project consists of
    project_file: Path,
    option: str,
    date: dt.date | None,
    editions: Mapping[str, str],
    register_file: Path | None,
    basis: Basis | None,
) -> AssessmentAsked:
    """Return the question about the project of a file that an option or argument names.

    Raises
    ------
    ProjectInvalid, RegisterInvalid
        Project or register cannot be read.
    OptionInvalid
        A file is not there.
    """
    from gis.proposals.assessment.asked import AssessmentAsked  # noqa: PLC0415 - --help stays quick
    from gis.proposals.assessment.reading import read_project  # noqa: PLC0415 - the same

    project = read_project(read_named(project_file, option), project_file.name)
    if basis is not None:
        project = replace(project, basis={basis: Fraction(1)})
    register = register_of(register_file, None)
    return AssessmentAsked(project, date or project.levied, register, editions, project_file.parent)


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise OptionInvalid(what=what, where=where, why=why, next=next_step)
