"""What is asked of `townline connections`, and do its options go together?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from gis.errors import BoundaryInvalid, BoundaryNotPolygon, BoundaryUnreadable, OptionInvalid

if TYPE_CHECKING:
    from gis.proposals.connections.proposed_main import Proposal

CLERK = "clerk"


@dataclass(frozen=True, slots=True)
class Question:
    """The options by which one asks of something smaller than the whole service area."""

    parcel: str | None = None
    county: str | None = None
    mains: tuple[str, ...] = ()
    operational: dt.date | None = None
    proposed_main: Path | None = None
    crs: str | None = None
    added_gpd: str | None = None
    proceeding: str | None = None
    mailing_list: Path | None = None
    role: str | None = None
    out: Path | None = None

    def refuse_what_does_not_go_together(self) -> None:
        """Refuse options of different questions in one.

        Raises
        ------
        OptionInvalid
            Two questions are asked at once, an option lacks the one that it belongs to, or the mailing list is asked
            for by anyone but the clerk.
        """
        asked = [name for name, value in self._subjects() if value is not None]
        if len(asked) > 1:
            _refuse(
                f"{' and '.join(asked)} are asked at once.",
                f"the options {' and '.join(asked)}",
                "Each is a question of its own.",
                "Give one of them, and run the command again for the other.",
            )
        for name, value, belongs_to, other in self._belonging():
            if value is not None and other is None:
                _refuse(
                    f"{name} is given without {belongs_to}.",
                    f"the option {name}",
                    f"It says something of what {belongs_to} asks about.",
                    f"Give {belongs_to} too, or leave it out.",
                )
        if self.mains and self.operational is None:
            _refuse(
                "No day is given on which the main becomes operational.",
                "the option --operational",
                "The time to connect runs from that day.",
                "Give it as --operational YYYY-MM-DD.",
            )
        if self.out is not None and asked:
            _refuse(
                f"--out writes all parcels of a service area, and {asked[0]} asks of something else.",
                "the option --out",
                "A file of rows is made of the whole area only.",
                "Leave --out out, and take the answer with --format json.",
            )
        refuse_unless_clerk(self.mailing_list, self.role)

    def proposal(self) -> Proposal:
        """Read the proposed main.

        Raises
        ------
        OptionInvalid
            The file cannot be read or does not hold one line, or the flow is no number.
        CrsMissing, CrsImplausible
            Nothing says what the coordinates mean, or they lie far from Wisconsin.
        """
        from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - --help stays quick
        from gis.proposals.connections.proposed_main import Proposal  # noqa: PLC0415 - the same
        from gis.proposals.on_file import plain_frame  # noqa: PLC0415 - the same

        if self.proposed_main is None:
            msg = "no proposed main is asked about"
            raise ValueError(msg)
        try:
            drawn = read_boundary(self.proposed_main, plain_frame(), crs=self.crs)
            line = drawn.line
        except BoundaryUnreadable as error:
            why = f"As a proposed main it cannot be read: {error.what[:1].lower()}{error.what[1:]}"
            _refuse(f"{self.proposed_main.name} cannot be read.", "the option --proposed-main", why, error.next)
        except (BoundaryNotPolygon, BoundaryInvalid):
            # A reader of boundaries says what keeps a shape from being an outline; a main need not be one.
            line = None
        if line is None or line.geom_type != "LineString":
            _refuse(
                f"{self.proposed_main.name} does not hold one line.",
                "the option --proposed-main",
                "A main is drawn as one line in the direction of flow that does not close: no point, no outline, and "
                "not several lines.",
                "Draw it so, and save it as GeoJSON or in another format of shapes.",
            )
        return Proposal(line, _gallons(self.added_gpd), drawn.source_crs, self.proceeding)

    def _subjects(self) -> Iterator[tuple[str, object]]:
        yield "--parcel", self.parcel
        yield "--main", self.mains or None
        yield "--proposed-main", self.proposed_main

    def _belonging(self) -> Iterator[tuple[str, object, str, object]]:
        yield "--county", self.county, "--parcel", self.parcel
        yield "--operational", self.operational, "--main", self.mains or None
        yield "--mailing-list", self.mailing_list, "--main", self.mains or None
        yield "--role", self.role, "--mailing-list", self.mailing_list
        yield "--crs", self.crs, "--proposed-main", self.proposed_main
        yield "--added-gpd", self.added_gpd, "--proposed-main", self.proposed_main
        yield "--proceeding", self.proceeding, "--proposed-main", self.proposed_main


def refuse_unless_clerk(mailing_list: Path | None, role: str | None) -> None:
    """Refuse a mailing list for anyone but the clerk.

    Raises
    ------
    OptionInvalid
        It is asked for, and by another.
    """
    if mailing_list is not None and role != CLERK:
        _refuse(
            "The mailing list is for the clerk only.",
            "the option --mailing-list",
            "It holds names and addresses of owners, which no other role may see.",
            f"The clerk asks for it with --role {CLERK}.",
        )


def _gallons(text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        gallons = Fraction(text.strip().replace(",", ""))
    except (ValueError, ZeroDivisionError):
        gallons = Fraction(-1)
    if gallons < 0:
        _refuse(
            "The added flow is no number of gallons.",
            "the option --added-gpd",
            "The capacity of each sewer downstream is compared with it.",
            "Write gallons a day, such as 12500.",
        )
    return gallons


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise OptionInvalid(what=what, where=where, why=why, next=next_step)
