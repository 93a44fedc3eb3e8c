"""Which numbers and readings of its own does an ordinance file state, in place of those of the law on file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from types import MappingProxyType

import yaml

from gis.calendar.years import YEARS_READ, is_sensible
from gis.law.loader import LawFile
from gis.law.ordinance_filling import open_places
from gis.law.ordinance_yaml import OrdinanceYaml
from gis.law.parameters import DatedParameter, DatedValue, Law, Unit, Value, as_json
from gis.law.strict_yaml import line_of

InForce = tuple[dt.date, dt.date | None]
"""First and last day; no last one where the ordinance has no end."""
_DAY = dt.timedelta(days=1)
_MOST: Mapping[Unit, int] = MappingProxyType(
    {
        Unit.DAYS: 36_525,
        Unit.MONTHS: 1_200,
        Unit.YEARS: 100,
        Unit.PERCENT: 1_000,
        Unit.RATIO: 10,
        Unit.COUNT: 1_000,
        Unit.SQFT: 1_000_000,
        Unit.ERU: 1_000_000,
        Unit.FT: 5_280,
    }
)
"""More than these, such as a time to connect of over a century, no ordinance can mean."""
_BETWEEN: Mapping[str, tuple[Fraction, Fraction]] = MappingProxyType(
    {
        "eru_sqft": (Fraction(100), Fraction(100_000)),
        "eru_step": (Fraction(1, 100), Fraction(10)),
        "eru_bills_a_year": (Fraction(1), Fraction(12)),
    }
)
"""Least and most that an ordinance can mean: a unit from a shed to two acres, a bill at most each month."""
_QUALIFYING, _AHEAD = "eru_low_density_date", dt.timedelta(days=366)
"""What stood on a day is known when the text begins to hold, or in the year of it."""
_PORTION = "_portion"
"""How the names of parameters end that are a part of a whole."""
_DIVIDES = frozenset({"eru_sqft", "eru_step", "eru_bills_a_year"})
"""Numbers by which is divided."""


def is_table(of_law: DatedParameter) -> bool:
    """Return whether a value of the law is a table by days that ends, as of impact fees by year.

    A day past such a table, or before it, has no value; nobody makes one up.
    """
    return of_law.values[-1].until is not None


@dataclass(frozen=True, slots=True)
class OwnValues:
    """Reads the parameters of one ordinance file."""

    source: OrdinanceYaml
    law: Law
    used: Mapping[str, Collection[str]]
    """Names of parameters by the rule of the ordinance that uses them."""
    in_force: InForce | None
    """Null where the file does not say it yet."""
    citation: str

    def read(self, node: yaml.Node, what: str) -> Mapping[str, DatedParameter]:
        """Return the values that can be read, by name; a fault in one of them hides no other."""
        found = {
            key.value: self.source.kept(partial(self._value, key), value, key.value, None)
            for key, value in self.source.items(node, what)
        }
        return MappingProxyType({name: each for name, each in found.items() if each is not None})

    def _value(self, key: yaml.ScalarNode, node: yaml.Node, _what: str) -> DatedParameter | None:
        of_law = self.law.entries.get(key.value)
        if of_law is None:
            near = get_close_matches(key.value, self.law.entries)
            self.source.refuse(
                line_of(key),
                f"The law on file has no parameter {key.value}.",
                f"Near it are {', '.join(near)}." if near else "No name of a parameter is near it.",
                "Correct the name; `townline law` lists them.",
            )
        names = sorted({name for each in self.used.values() for name in each})
        if key.value not in names:
            self.source.refuse(
                line_of(key),
                f"No rule of this ordinance uses {key.value}.",
                f"Its rules {', '.join(self.used)} use {', '.join(names) or 'none'}.",
                "Delete the parameter, or add what makes the rule apply: its section, its charge, or its test.",
            )
        if any(open_places(node)):
            return None
        found = LawFile(self.source).parameter(key, node, self.citation, of_law.says)
        if found.unit != of_law.unit:
            self.source.refuse(
                found.line,
                f"{found.name} is in {found.unit} here and in {of_law.unit} in the law.",
                "The rule that uses it reckons in the law's unit.",
                f"State it in {of_law.unit}.",
            )
        for each in found.values:
            self._refuse_impossible(found, each)
        if self.in_force is not None and not is_table(of_law):
            self._refuse_gap(found, self.in_force)
        return found

    def _refuse_impossible(self, found: DatedParameter, dated: DatedValue) -> None:
        value = dated.value
        why = _impossible(found, value)
        if found.name == _QUALIFYING and isinstance(value, dt.date) and value - dated.holds_from > _AHEAD:
            why = why or f"It lies more than a year after {dated.holds_from}, from which the value holds."
        if why is not None:
            said = f"{as_json(value)} {found.unit}" if isinstance(value, Fraction) else as_json(value)
            self.source.refuse(found.line, f"{found.name} cannot be {said}.", why, "Mend the value.")

    def _refuse_gap(self, found: DatedParameter, in_force: InForce) -> None:
        """Refuse values that leave a day on which the ordinance is in force and no value holds."""
        since, until = in_force
        open_day: dt.date | None = since
        for each, later in zip(found.values, [*found.values[1:], None], strict=True):
            if open_day is not None and each.holds_from <= open_day:
                ended = _day_after(each, later)
                open_day = None if ended is None else max(ended, since)
        if open_day is not None and open_day <= (until or dt.date.max):
            self.source.refuse(
                found.line,
                f"No value of {found.name} holds on {open_day}.",
                f"The ordinance is in force from {since}{'' if until is None else f' until {until}'}, and its own "
                "values leave that day out.",
                "Add the value that held on that day, or mend the dates.",
            )


def _impossible(found: DatedParameter, value: Value) -> str | None:
    """Return why an ordinance cannot mean a value; null where it can."""
    if isinstance(value, dt.date):
        return None if is_sensible(value) else f"{YEARS_READ[:1].upper()}{YEARS_READ[1:]}."
    if isinstance(value, str):
        return None
    if value == 0 and found.name in _DIVIDES:
        return "Something is divided by it."
    least, limit = _BETWEEN.get(found.name, (value, value))
    if not least <= value <= limit:
        return f"No ordinance means less than {as_json(least)} or more than {as_json(limit)} {found.unit}."
    most = 1 if found.name.endswith(_PORTION) else _MOST.get(found.unit)
    return None if most is None or value <= most else f"More than {most:,} {found.unit} no ordinance means."


def _day_after(value: DatedValue, later: DatedValue | None) -> dt.date | None:
    """Return the first day on which a value does not hold; null where it goes on."""
    if value.until is not None:
        return value.until + _DAY
    return None if later is None else later.holds_from
