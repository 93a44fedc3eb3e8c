"""What is asked of `townline eru`, and do its options go together?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from api.cli.named_files import read_named, refuse_unwritable
from gis.errors import OptionInvalid
from gis.model.exact import to_fraction

F = TypeVar("F", bound=Callable[..., Any])


def exact_option(name: str, form: str, says: str) -> Callable[[F], F]:
    """Return an option that takes a number of 0 or more, exact, and may be left out; `says` is its help."""
    return click.option(name, metavar=form, callback=_in_cents if form == "DOLLARS" else _exact, help=says)


@dataclass(frozen=True, slots=True)
class EruQuestion:
    """The options by which one asks of less, or of more, than the roll of a day."""

    parcel: str | None = None
    county: str | None = None
    appeal_sqft: Fraction | None = None
    evidence: str | None = None
    compare_with: dt.date | None = None
    out: Path | None = None
    columns: Path | None = None
    resolution: Path | None = None

    def refuse_what_does_not_go_together(self, date: dt.date) -> None:
        """Refuse options of different questions in one, and a comparison with a day that is not earlier.

        Raises
        ------
        OptionInvalid
            Names the options.
        """
        for name, value, belongs_to, other in self._belonging():
            if value is not None and other is None:
                _refuse(
                    f"{name} is given without {belongs_to}.",
                    f"the option {name}",
                    f"It says something of what {belongs_to} asks about.",
                    f"Give {belongs_to} too, or leave it out.",
                )
        subjects = [name for name, value in self._subjects() if value is not None]
        if "--parcel" in subjects and len(subjects) > 1:
            _refuse(
                f"{' and '.join(subjects)} are asked at once.",
                f"the options {' and '.join(subjects)}",
                "One asks about a parcel, the other about the whole roll.",
                "Give one of them, and run the command again for the other.",
            )
        if self.compare_with is not None and (self.out or self.resolution):
            _refuse(
                "A comparison is not written as a roll.",
                "the option --compare-with",
                "The files of --out and --resolution hold the roll of one day.",
                "Leave them out, and take the comparison with --format json.",
            )
        if self.compare_with is not None and self.compare_with >= date:
            _refuse(
                f"{self.compare_with.isoformat()} is not before {date.isoformat()}.",
                "the option --compare-with",
                "The roll of --date is compared with that of an earlier day.",
                "Name the earlier day with --compare-with.",
            )

    def refuse_unwritable(self, layers: Path) -> None:
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
            refuse_unwritable(self.out, "--out", layers)
        if self.resolution is not None:
            refuse_unwritable(self.resolution, "--resolution", layers)

    def column_map(self) -> Mapping[str, str] | None:
        """Read the map of columns; None without one.

        Raises
        ------
        OptionInvalid
            It cannot be read, names columns that are not there, or is unfit for the file of --out.
        """
        from gis.proposals.runoff.tables import read_columns, refuse_unfit_columns  # noqa: PLC0415 - --help stays quick

        if self.columns is None:
            return None
        columns = read_columns(self.columns.name, read_named(self.columns, "--columns"))
        if self.out is not None:
            refuse_unfit_columns(columns, self.out)
        return columns

    def _subjects(self) -> Iterator[tuple[str, object]]:
        yield "--parcel", self.parcel
        yield "--compare-with", self.compare_with
        yield "--out", self.out
        yield "--resolution", self.resolution

    def _belonging(self) -> Iterator[tuple[str, object, str, object]]:
        yield "--county", self.county, "--parcel", self.parcel
        yield "--appeal-sqft", self.appeal_sqft, "--parcel", self.parcel
        yield "--evidence", self.evidence, "--appeal-sqft", self.appeal_sqft
        yield "--columns", self.columns, "--out", self.out


def _exact(_context: click.Context, option: click.Parameter, value: str | None) -> Fraction | None:
    if value is None:
        return None
    try:
        found = Fraction(to_fraction(value.strip().removeprefix("$").replace(",", "")))
    except ValueError:
        found = Fraction(-1)
    if found < 0:
        _refuse(
            f"{value!r} is no number of 0 or more.",
            f"the option {option.opts[0]}",
            "Units and charges are reckoned exactly from it.",
            "Write it as 18.75 or 82500.",
        )
    return found


def _in_cents(context: click.Context, option: click.Parameter, value: str | None) -> Fraction | None:
    found = _exact(context, option, value)
    if found is not None and (found * 100).denominator != 1:
        _refuse(
            f"{value} has parts of a cent.",
            f"the option {option.opts[0]}",
            "Rates and budgets are told, and ordinances state them, in whole cents.",
            "Write it with two places at most, as 18.75.",
        )
    return found


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise OptionInvalid(what=what, where=where, why=why, next=next_step)
