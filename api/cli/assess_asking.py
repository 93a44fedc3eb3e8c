"""What is asked of `townline assess`, and do its options go together?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from api.cli.connections_asking import refuse_unless_clerk
from api.cli.named_files import refuse_unwritable
from gis.errors import OptionInvalid


@dataclass(frozen=True, slots=True)
class AssessQuestion:
    """The files that are to be written, and who asks."""

    out: Path | None = None
    lien_list: Path | None = None
    notices: Path | None = None
    calendar: Path | None = None
    mailing_list: Path | None = None
    role: str | None = None

    def refuse_what_does_not_go_together(self, layers: Path | None) -> None:
        """Refuse a mailing list for anyone but the clerk, or without layers, and a role without one.

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
        from gis.proposals.runoff.tables import check_suffix  # noqa: PLC0415 - --help stays quick

        if self.out is not None:
            check_suffix(self.out)
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


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise OptionInvalid(what=what, where=where, why=why, next=next_step)
