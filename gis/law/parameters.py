"""Which numbers of the law hold on a date, and what is the hash of all of them."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from pydantic import JsonValue

from gis.errors import ParameterNotInForce
from gis.model.exact import number


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
    GPD = "gpd"
    MG_L = "mg_l"
    PH = "ph"
    REC = "rec"
    ERU = "eru"
    DATE = "date"
    CHOICE = "choice"


WHOLE_UNITS = frozenset({Unit.DAYS, Unit.MONTHS, Unit.YEARS, Unit.COUNT})

CHOICES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "jurisdiction_portion": frozenset({"plurality"}),
        "equalized_value_method": frozenset({"assessed_over_ratio"}),
        "order_recorded_in": frozenset({"every_county"}),
        "district_vote_method": frozenset({"area_quotient"}),
        "district_vote_areas": frozenset({"smallest_area_reported"}),
        "elected_commissioners_follow_on": frozenset({"third_monday_of_april"}),
        "last_day_on_closed_day": frozenset({"next_secular_day"}),
        "court_last_day_on_closed_day": frozenset({"next_day_clerk_open"}),
        "mukwonago_sprinkling_weekdays": frozenset({"even_monday_thursday_odd_tuesday_friday"}),
        "mukwonago_block_reading": frozenset({"bounding_street_counts", "interior_only"}),
        "statute_block_reading": frozenset({"bounding_street_counts", "interior_only"}),
        "cksd_abutting_reading": frozenset({"shared_line_only", "point_counts"}),
        "cksd_annexation_towns": frozenset({"every_affected_town"}),
        "village_plan_coordinate_system": frozenset({"wiscrs_dane"}),
        "village_plan_vertical_datum": frozenset({"navd_88"}),
        "utility_billing_periods": frozenset({"monthly_bimonthly_or_quarterly"}),
        "eru_area_rounding": frozenset({"whole_square_feet", "unrounded_area"}),
        "eru_rounding": frozenset(
            {"up_to_step", "nearest_step", "up_to_whole", "nearest_whole_half_up", "tenth_then_whole"}
        ),
    }
)
"""The formulas that the rules can follow, by the parameter whose value names one of them."""

_KINDS = {Fraction: "a number", dt.date: "a day", str: "a choice"}

T = TypeVar("T")
Value: TypeAlias = Fraction | dt.date | str
"""An exact number, a day that the law names, or the name of a choice."""


def as_json(value: Value) -> JsonValue:
    """Return a value of the law as JSON writes it; a day is its ISO date.

    >>> as_json(Fraction(51, 100)), as_json(dt.date(1990, 4, 19)), as_json("plurality")
    (0.51, '1990-04-19', 'plurality')
    """
    match value:
        case Fraction():
            return number(value)
        case dt.date():
            return value.isoformat()
        case str():
            return value


@dataclass(frozen=True, slots=True)
class Parameter:
    """One value of the law as it holds on a date."""

    name: str
    value: Value
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
    value: Value
    citation: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class DatedParameter:
    """A named value of the law through time, oldest first."""

    name: str
    unit: Unit
    says: str
    values: tuple[DatedValue, ...]
    """Empty where an ordinance has to state its own and does not (`gis.law.ordinance_inheriting`)."""
    section: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Parameters:
    """The law as it holds on one date."""

    law: Law
    date: dt.date
    _read: dict[Callable[[Parameters], Any], Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, read: Callable[[Parameters], T]) -> T:
        """Return what a function reads of the law; of a roll's many parcels each asks for the same."""
        if read not in self._read:
            self._read[read] = read(self)
        found: T = self._read[read]
        return found

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
        # A later value ends an earlier one for good: where it has an end itself, the earlier one does not come back.
        dated = next((each for each in reversed(entry.values) if each.holds_from <= self.date), None)
        if dated is None or (dated.until is not None and dated.until < self.date):
            raise self._not_in_force(entry)
        return Parameter(name, dated.value, entry.unit, dated.holds_from, dated.citation, entry.says, dated.note)

    def if_stated(self, name: str) -> Parameter | None:
        """Return the value of a parameter on the date; None where the ordinance asked about does not state its own.

        Raises
        ------
        ParameterNotInForce
            It is stated, and not for the date, or no parameter of that name is on file.
        """
        entry = self.law.entries.get(name)
        return None if entry is not None and not entry.values else self.get(name)

    def number_if_stated(self, name: str) -> Fraction | None:
        """Return the exact number that holds on the date; None where the ordinance asked about does not state its own.

        Raises
        ------
        ParameterNotInForce
            It is stated, and not for the date, or no parameter of that name is on file.
        """
        return None if self.if_stated(name) is None else self.number(name)

    def _not_in_force(self, entry: DatedParameter) -> ParameterNotInForce:
        if not entry.values:
            return ParameterNotInForce(
                what=f"The ordinance file states no {entry.name}.",
                where=f"file {entry.file}, parameters, {entry.name}",
                why=f"{entry.says} The number on file is of another municipality, and nobody is charged by it here.",
                next=f"Write {entry.name} under parameters of the file, in {entry.unit}, with its day and citation.",
                parameter=entry.name,
            )
        first, last = entry.values[0], entry.values[-1]
        from_on = f"from {first.holds_from.isoformat()} on"
        if last.until is not None:
            from_on = f"from {first.holds_from.isoformat()} to {last.until.isoformat()}"
        return ParameterNotInForce(
            what=f"No value of {entry.name} holds on {self.date.isoformat()}.",
            where=f"{entry.section}, file {entry.file}, line {entry.line}",
            why=f"The values on file hold {from_on}. {first.note}".rstrip(),
            next=f"Ask about a date {from_on}, or add the text that held "
            f"on {self.date.isoformat()} to that file with its citation.",
            parameter=entry.name,
        )

    def number(self, name: str) -> Fraction:
        """Return the exact number that holds on the date.

        Raises
        ------
        ParameterNotInForce
            No value holds on the date.
        TypeError
            The parameter is a choice between formulas or a day, not a number.
        """
        value = self.get(name).value
        if not isinstance(value, Fraction):
            msg = f"{name} is {_KINDS[type(value)]}, not a number"
            raise TypeError(msg)
        return value

    def whole(self, name: str) -> int:
        """Return the number that holds on the date and counts something: days, years, persons.

        Raises
        ------
        ParameterNotInForce
            No value holds on the date.
        TypeError
            The parameter is no number, or its unit has parts.
        """
        value = self.number(name)
        unit = self.get(name).unit
        if unit not in WHOLE_UNITS:
            msg = f"{name} is in {unit}, which has parts"
            raise TypeError(msg)
        return int(value)

    def choice(self, name: str) -> str:
        """Return the name of the formula that the law of the date has.

        Raises
        ------
        ParameterNotInForce
            No value holds on the date.
        TypeError
            The parameter is no choice.
        """
        value = self.get(name).value
        if not isinstance(value, str):
            msg = f"{name} is {_KINDS[type(value)]}, not a choice"
            raise TypeError(msg)
        return value

    def day(self, name: str) -> dt.date:
        """Return the day that the law names, as the law of the date has it.

        Raises
        ------
        ParameterNotInForce
            No value holds on the date.
        TypeError
            The parameter is no day.
        """
        value = self.get(name).value
        if not isinstance(value, dt.date):
            msg = f"{name} is {_KINDS[type(value)]}, not a day"
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
