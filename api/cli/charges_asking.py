"""What is asked of `townline charges`, and do its options go together?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from gis.errors import OptionInvalid

F = TypeVar("F", bound=Callable[..., Any])


def stating_options(command: F) -> F:
    """Add the options by which a person states what no layer and no register tells."""
    for name, form, says, more in reversed(_OPTIONS):
        command = click.option(name, metavar=form, help=says, **more)(command)
    return click.option("--new/--existing", "new_building", default=None, help="Whether the building is new.")(command)


_OPTIONS: tuple[tuple[str, str | None, str, dict[str, Any]], ...] = (
    (
        "--replaces-same",
        None,
        "The building only replaces one of the same size and use, with no additional or larger connection.",
        {"is_flag": True, "default": None},
    ),
    ("--permit-date", "YYYY-MM-DD", "Day of the building permit; else the day asked about.", {}),
    ("--recs", "N", "Residential equivalent connections of the building.", {}),
    ("--units", "N", "The same as --recs.", {}),
    ("--use", "WORD", "Use of the building by Appendix A, such as restaurant; gives the connections.", {}),
    ("--quantity", "N", "How many dwellings, rooms, seats, employees or machines the use has.", {}),
    (
        "--dwellings",
        "KIND=COUNT",
        (
            "New dwellings, or with --before all that will stand there: studio, one_bedroom, two_bedroom, "
            "three_bedroom, single_family, duplex; once for each kind."
        ),
        {"multiple": True},
    ),
    ("--commercial-sqft", "SQFT", "New building area, commercial or industrial, square feet.", {}),
    ("--acres", "USE=ACRES", "Acres by use: commercial, industrial, public; once for each use.", {"multiple": True}),
    (
        "--before",
        "KIND=COUNT",
        "What stands there now, by the same kinds and uses: fees follow the net increase.",
        {"multiple": True},
    ),
    ("--lots", "N", "Lots developed, or that the parcel is divided into.", {}),
    ("--existing-lots", "N", "Lots that stood there before.", {}),
    ("--quarter", "MONTH", "Quarter billed, by the month in which it ends: march, june, september, december.", {}),
    ("--volume-kgal", "N", "Water used in the quarter, thousands of gallons.", {}),
    ("--june-volume-kgal", "N", "Water used in the quarter that ended on June 30, thousands of gallons.", {}),
    ("--issued", "YYYY-MM-DD", "Day of the statement, to tell what is late.", {}),
    ("--paid", "YYYY-MM-DD", "Day of the payment; left out, unpaid on the day asked about.", {}),
)
_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_PAIRS = ("dwellings", "acres", "before")


def stated_by(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options state, by the names of `ChargesStated`; they are checked where that is made.

    Raises
    ------
    OptionInvalid
        A kind stands without its count, or twice; or --units and --recs differ.
    """
    found = {name: value for name, value in options.items() if name not in _PAIRS and value is not None}
    units = found.pop("units", None)
    if units is not None and not _is_same(found.setdefault("recs", units), units):
        _refuse(
            "--recs and --units say different numbers.",
            "the options --recs and --units",
            "They are two names of one number.",
            "Give one of them.",
        )
    for name in _PAIRS:
        pairs = _pairs(options.get(name) or (), f"--{name}")
        if pairs:
            found[name] = pairs
    return found


def _is_same(one: str, other: str) -> bool:
    """Say whether two texts say one number; what is no number is told where it is read."""
    return one == other or (all(map(_NUMBER.fullmatch, (one, other))) and Fraction(one) == Fraction(other))


def _pairs(values: Sequence[str], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for value in values:
        kind, sign, count = (part.strip() for part in value.partition("="))
        if not sign or not kind or not count:
            _refuse(
                f"{value[:60]!r} says no kind and number.",
                f"the option {option}",
                "A kind stands before an equals sign, and its number after it.",
                f"Write, for example, {option} {'commercial=2.5' if option == '--acres' else 'single_family=2'}.",
            )
        if kind in found:
            _refuse(
                f"{kind[:60]} stands twice.",
                f"the option {option}",
                "Only one of the two numbers can be meant.",
                "Give it once.",
            )
        found[kind] = count
    return found


@dataclass(frozen=True, slots=True)
class ChargesQuestion:
    """Which parcel is asked about, and before and after which boundary."""

    parcel: str | None
    county: str | None
    proposal: Path | None
    levy: str | None
    typical: bool
    crs: str | None
    ordinances: Sequence[str]

    def refuse_what_does_not_go_together(self) -> None:
        """Refuse options of different questions in one.

        Raises
        ------
        OptionInvalid
            Names the options.
        """
        if (self.parcel is None) != self.typical:
            both = self.parcel is not None
            _refuse(
                "--parcel and --typical are given at once." if both else "No parcel is named.",
                "the options --parcel and --typical",
                "The question is about one parcel: one that is named, or a typical one of a proposal.",
                "Give one of them." if both else "Name it with --parcel ID, or give --typical with --proposal FILE.",
            )
        if self.county is not None and self.parcel is None:
            _refuse(
                "--county is given without --parcel.",
                "the option --county",
                "It says of which county the parcel named is.",
                "Give --parcel too, or leave it out.",
            )
        for name, value in (("--levy", self.levy), ("--crs", self.crs), ("--typical", self.typical or None)):
            if value is not None and self.proposal is None:
                _refuse(
                    f"{name} is given without --proposal.",
                    f"the option {name}",
                    "It says something of the proposed district.",
                    "Give the boundary with --proposal FILE, or leave it out.",
                )
        if self.proposal is not None and not self.ordinances:
            _refuse(
                "The ordinance of the proposed district is not told.",
                "the option --ordinance",
                "Charges after the proposal are those of the district that takes the land in.",
                "Name its ordinance with --ordinance, by its id or as a file.",
            )


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise OptionInvalid(what=what, where=where, why=why, next=next_step)
