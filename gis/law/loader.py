"""How are the law's YAML files read: strictly, every fault named with its file and line?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib import resources
from types import MappingProxyType

import yaml

from gis.errors import LawFileInvalid
from gis.law.parameters import CHOICES, WHOLE_UNITS, DatedParameter, DatedValue, Law, Unit, Value
from gis.law.strict_yaml import StrictYaml, line_of

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")


@cache
def load_law() -> Law:
    """Return the law that is packaged with Townline, read once.

    Raises
    ------
    LawFileInvalid
        A packaged file breaks the schema.

    Examples
    --------
    >>> import datetime
    >>> load_law().parameters(datetime.date(2026, 6, 15)).number("boundary_accuracy_default_ft")
    Fraction(1, 10)
    """
    folder = resources.files("gis.law")
    return read_law({item.name: item.read_bytes() for item in folder.iterdir() if item.name.endswith(".yaml")})


def read_law(files: Mapping[str, bytes | str]) -> Law:
    """Read law files strictly; nothing unknown, unordered or unsourced passes.

    Parameters
    ----------
    files
        Name of each file and its content, UTF-8.

    Returns
    -------
    Law
        Every parameter, numbers exact as written (never through binary).

    Raises
    ------
    LawFileInvalid
        A file is empty, is not YAML, uses anchors, aliases or tags, has an unknown or duplicate key, lacks a
        citation, names a unit outside the list or a choice that no formula follows, has a value of the wrong type or
        dates that are unordered or overlap; or two files define the same name. File and line are named.
    """
    entries: dict[str, DatedParameter] = {}
    for name in sorted(files):
        for entry in LawFile(StrictYaml(name)).read(files[name]):
            earlier = entries.get(entry.name)
            if earlier is not None:
                raise LawFileInvalid(
                    what=f"The parameter {entry.name} is defined in two files.",
                    where=f"file {name}, line {entry.line}",
                    why=f"File {earlier.file}, line {earlier.line} defines it too, and a rule could not tell "
                    "which of them is the law.",
                    next="Delete one of the two, or give it another name.",
                )
            entries[entry.name] = entry
    return Law(MappingProxyType(dict(sorted(entries.items()))))


@dataclass(frozen=True, slots=True)
class LawFile:
    """Reads the parameters of one file."""

    source: StrictYaml

    def read(self, content: bytes | str) -> Iterator[DatedParameter]:
        """Return the parameters in the order of the file."""
        top = self.source.mapping(self.source.root(content), "the file", needed=("section", "parameters"))
        section = self.source.text(top["section"], "section")
        for key, node in self.source.items(top["parameters"], "parameters"):
            yield self.parameter(key, node, section)

    def parameter(self, key: yaml.ScalarNode, node: yaml.Node, section: str, says: str = "") -> DatedParameter:
        """Return the parameter of a key; `says` stands where the file leaves it out, and must be there without it."""
        name = key.value
        if not _NAME.fullmatch(name):
            self.source.refuse(
                line_of(key),
                f"{name!r} is no parameter name.",
                "Names are small letters, digits and underscores, and begin with a letter.",
                "Rename the parameter.",
            )
        needed, allowed = (("unit", "values"), ("says",)) if says else (("says", "unit", "values"), ())
        parts = self.source.mapping(node, name, needed=needed, allowed=allowed)
        unit = self._unit(parts["unit"], name)
        dated: list[DatedValue] = []
        form = "Write the values as a list of from, value and citation."
        for item in self.source.sequence(parts["values"], f"values of {name}", form):
            value = self._value(item, name, unit)
            self._refuse_disorder(dated, value, line_of(item), name)
            dated.append(value)
        if "says" in parts:
            says = self.source.text(parts["says"], f"says of {name}")
        return DatedParameter(name, unit, says, tuple(dated), section, self.source.file, line_of(key))

    def _value(self, node: yaml.Node, name: str, unit: Unit) -> DatedValue:
        needed, allowed = ("from", "value", "citation"), ("until", "note")
        parts = self.source.mapping(node, f"a value of {name}", needed=needed, allowed=allowed)
        return DatedValue(
            holds_from=self.source.date(parts["from"], name),
            until=self.source.date(parts["until"], name) if "until" in parts else None,
            value=self._worth(parts["value"], name, unit),
            citation=self.source.text(parts["citation"], f"citation of {name}"),
            note=self.source.text(parts["note"], f"note of {name}") if "note" in parts else "",
        )

    def _refuse_disorder(self, before: list[DatedValue], value: DatedValue, line: int, name: str) -> None:
        if value.until is not None and value.until < value.holds_from:
            self.source.refuse(
                line,
                f"A value of {name} ends before it begins.",
                f"It holds from {value.holds_from} until {value.until}.",
                "Mend one of the two dates.",
            )
        if not before:
            return
        last = before[-1]
        if value.holds_from <= last.holds_from:
            self.source.refuse(
                line,
                f"The dates of {name} are not in order, each once.",
                f"{value.holds_from} stands after {last.holds_from}.",
                "Order the values oldest first, one for each date.",
            )
        if last.until is not None and value.holds_from <= last.until:
            self.source.refuse(
                line,
                f"Two values of {name} overlap.",
                f"One holds until {last.until}, the next already from {value.holds_from}.",
                "Let the earlier value end the day before the later one begins.",
            )

    def _unit(self, node: yaml.Node, name: str) -> Unit:
        text = self.source.text(node, f"unit of {name}")
        try:
            return Unit(text)
        except ValueError:
            self.source.refuse(
                line_of(node),
                f"{text!r} is no unit (parameter {name}).",
                f"Units come from a closed list: {', '.join(Unit)}.",
                "Take one of the list.",
            )

    def _worth(self, node: yaml.Node, name: str, unit: Unit) -> Value:
        match unit:
            case Unit.CHOICE:
                return self._choice(node, name)
            case Unit.DATE:
                return self.source.date(node, name)
            case _:
                return self._number(node, name, unit)

    def _choice(self, node: yaml.Node, name: str) -> str:
        text = self.source.text(node, f"value of {name}")
        known = CHOICES.get(name, frozenset())
        if text not in known:
            self.source.refuse(
                line_of(node),
                f"{text!r} is no choice (parameter {name}).",
                f"The rules can follow: {', '.join(sorted(known)) or 'no choice of that name'}.",
                "Take one of the list; a new choice needs a new formula first.",
            )
        return text

    def _number(self, node: yaml.Node, name: str, unit: Unit) -> Fraction:
        plain = isinstance(node, yaml.ScalarNode) and node.style is None
        if not plain or not _NUMBER.fullmatch(node.value):
            self.source.refuse(
                line_of(node),
                f"The value of {name} is not a plain decimal number.",
                f"A value in {unit} is written with digits and at most one point, without quotes or sign.",
                "Write it as 51 or 0.1.",
            )
        value = Fraction(Decimal(node.value))
        if unit in WHOLE_UNITS and value.denominator != 1:
            self.source.refuse(
                line_of(node), f"{name} is not whole.", f"Values in {unit} are whole.", "Write a whole number."
            )
        return value
