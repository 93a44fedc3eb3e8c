"""Which numbers of the law hold on a date, and what is the hash of all of them."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from gis.errors import ParameterNotInForce


class Unit(StrEnum):
    """The closed list of units in which the law's values are written."""

    RATIO = "ratio"
    PERCENT = "percent"
    SQFT = "sqft"
    ACRES = "acres"
    FT = "ft"
    DAYS = "days"
    MONTHS = "months"
    YEARS = "years"
    COUNT = "count"
    USD = "usd"
    CHOICE = "choice"


WHOLE_UNITS = frozenset({Unit.DAYS, Unit.MONTHS, Unit.YEARS, Unit.COUNT})

CHOICES = frozenset({"plurality", "assessed_over_ratio", "every_county", "area_quotient", "smallest_area_reported"})
"""The choices between formulas that the rules know how to follow."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value of the law as it holds on a date."""

    name: str
    value: Fraction | str
    unit: Unit
    holds_from: dt.date
    citation: str
    says: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class DatedValue:
    """A value and the days on which it holds."""

    holds_from: dt.date
    until: dt.date | None
    """Last day on which it holds; null where only a later value ends it."""
    value: Fraction | str
    citation: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class DatedParameter:
    """A named value of the law through time, oldest first."""

    name: str
    unit: Unit
    says: str
    values: tuple[DatedValue, ...]
    section: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Parameters:
    """The law as it holds on one date."""

    law: Law
    date: dt.date

    def get(self, name: str) -> Parameter:
        """Return the value of a parameter on the date.

        Parameters
        ----------
        name
            Name of the parameter, as the YAML files have it.

        Returns
        -------
        Parameter
            The value with its unit, the date from which it holds and its citation.

        Raises
        ------
        ParameterNotInForce
            No value holds on the date, or no parameter of that name is on file.
        """
        entry = self.law.entries.get(name)
        if entry is None:
            raise ParameterNotInForce(
                what=f"The law on file has no parameter named {name}.",
                where="the YAML files of gis/law",
                why="A rule asked for a number that no file gives, and it may not make one up.",
                next="Add the parameter with its date, unit and citation, or mend the name in the rule.",
            )
        for dated in reversed(entry.values):
            if dated.holds_from <= self.date and (dated.until is None or self.date <= dated.until):
                return Parameter(
                    name, dated.value, entry.unit, dated.holds_from, dated.citation, entry.says, dated.note
                )
        first = entry.values[0]
        raise ParameterNotInForce(
            what=f"No value of {name} holds on {self.date.isoformat()}.",
            where=f"{entry.section}, file {entry.file}, line {entry.line}",
            why=f"The first value on file holds from {first.holds_from.isoformat()}. {first.note}".rstrip(),
            next=f"Ask about a date from {first.holds_from.isoformat()} on, or add the text that held "
            f"on {self.date.isoformat()} to that file with its citation.",
        )

    def number(self, name: str) -> Fraction:
        """Return the exact number that holds on the date.

        Raises
        ------
        ParameterNotInForce
            No value holds on the date.
        TypeError
            The parameter is a choice between formulas, not a number.
        """
        value = self.get(name).value
        if isinstance(value, str):
            msg = f"{name} is a choice, not a number"
            raise TypeError(msg)
        return value


@dataclass(frozen=True, slots=True)
class Law:
    """Every parameter of the law that is on file, by name."""

    entries: Mapping[str, DatedParameter]

    def parameters(self, date: dt.date) -> Parameters:
        """Return the lookup of the values that hold on a date; a missing one is refused when asked for."""
        return Parameters(self, date)

    def newest(self) -> Parameters:
        """Return the lookup on the day from which the newest value on file holds.

        Worked examples that name no date are judged by it, so that their answer does not hang on a clock.
        """
        return self.parameters(max(value.holds_from for entry in self.entries.values() for value in entry.values))


def parameters_hash(law: Law) -> str:
    """Return the SHA-256 of what the law's files state, however they are laid out.

    Name, unit, dates, exact value and citation of every value count; the explanations (`says`, `note`), the
    order of files and parameters, and the way a number is written (0.1 or 0.10) do not.

    Parameters
    ----------
    law
        The law as loaded.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    content = [
        [
            name,
            entry.unit.value,
            [
                [
                    value.holds_from.isoformat(),
                    value.until.isoformat() if value.until else None,
                    str(value.value),
                    value.citation,
                ]
                for value in entry.values
            ],
        ]
        for name, entry in sorted(law.entries.items())
    ]
    canonical = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
