"""How are the law's YAML files read: strictly, every fault named with its file and line."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import NoReturn

import yaml

from gis.errors import LawFileInvalid
from gis.law.parameters import CHOICES, WHOLE_UNITS, DatedParameter, DatedValue, Law, Unit

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_STR = "tag:yaml.org,2002:str"
_MAX_DEPTH = 8
"""A law file is four levels deep; more is a mistake or a trick."""


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
        citation, names a unit outside the list, has a value of the wrong type or dates that are unordered or
        overlap; or two files define the same name. File and line are named.
    """
    entries: dict[str, DatedParameter] = {}
    for name in sorted(files):
        for entry in _FileReader(name).read(files[name]):
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
class _FileReader:
    """Reads one file; knows its name, so that every refusal can say where."""

    file: str

    def read(self, content: bytes | str) -> Iterator[DatedParameter]:
        try:
            text = content if isinstance(content, str) else content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            self._refuse(line, "The file is not UTF-8 text.", str(error.reason), "Save it as UTF-8.")
        try:
            self._refuse_tricks(text)
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            # An open quote is noticed at the end of the file; the scanner's context says where it began.
            marks = (error.problem_mark, error.context_mark)
            mark = next(filter(None, reversed(marks) if isinstance(error, yaml.scanner.ScannerError) else marks), None)
            self._refuse(
                mark.line + 1 if mark else 1,
                "The file is not valid YAML.",
                f"{error.problem or error.context}.",
                "Mend the line; compare the indentation and quotes with a file beside it.",
            )
        except yaml.reader.ReaderError as error:
            self._refuse(
                text[: error.position].count("\n") + 1,
                "The file holds a character that YAML does not allow.",
                f"Its code is {error.character!r}.",
                "Delete the character.",
            )
        if root is None:
            self._refuse(1, "The file is empty.", "A law file states a section.", "Fill it or delete it.")
        top = self._mapping(root, "the file", needed=("section", "parameters"), allowed=())
        section = self._text(top["section"], "section")
        for key, node in self._items(top["parameters"], "parameters"):
            yield self._parameter(key, node, section)

    def _parameter(self, key: yaml.ScalarNode, node: yaml.Node, section: str) -> DatedParameter:
        name = key.value
        if not _NAME.fullmatch(name):
            self._refuse(
                _line(key),
                f"{name!r} is no parameter name.",
                "Names are small letters, digits and underscores, and begin with a letter.",
                "Rename the parameter.",
            )
        parts = self._mapping(node, name, needed=("says", "unit", "values"), allowed=())
        unit = self._unit(parts["unit"], name)
        values = parts["values"]
        if not isinstance(values, yaml.SequenceNode) or not values.value:
            self._refuse(
                _line(values),
                f"The values of {name} are not a list.",
                "Each value stands in a list item with the date from which it holds.",
                "Write the values as a list of from, value and citation.",
            )
        dated: list[DatedValue] = []
        for item in values.value:
            value = self._value(item, name, unit)
            self._refuse_disorder(dated, value, _line(item), name)
            dated.append(value)
        says = self._text(parts["says"], f"says of {name}")
        return DatedParameter(name, unit, says, tuple(dated), section, self.file, _line(key))

    def _value(self, node: yaml.Node, name: str, unit: Unit) -> DatedValue:
        parts = self._mapping(
            node, f"a value of {name}", needed=("from", "value", "citation"), allowed=("until", "note")
        )
        return DatedValue(
            holds_from=self._date(parts["from"], name),
            until=self._date(parts["until"], name) if "until" in parts else None,
            value=self._choice(parts["value"], name)
            if unit is Unit.CHOICE
            else self._number(parts["value"], name, unit),
            citation=self._text(parts["citation"], f"citation of {name}"),
            note=self._text(parts["note"], f"note of {name}") if "note" in parts else "",
        )

    def _refuse_disorder(self, before: list[DatedValue], value: DatedValue, line: int, name: str) -> None:
        if value.until is not None and value.until < value.holds_from:
            self._refuse(
                line,
                f"A value of {name} ends before it begins.",
                f"It holds from {value.holds_from} until {value.until}.",
                "Mend one of the two dates.",
            )
        if not before:
            return
        last = before[-1]
        if value.holds_from <= last.holds_from:
            self._refuse(
                line,
                f"The dates of {name} are not in order, each once.",
                f"{value.holds_from} stands after {last.holds_from}.",
                "Order the values oldest first, one for each date.",
            )
        if last.until is not None and value.holds_from <= last.until:
            self._refuse(
                line,
                f"Two values of {name} overlap.",
                f"One holds until {last.until}, the next already from {value.holds_from}.",
                "Let the earlier value end the day before the later one begins.",
            )

    def _mapping(
        self, node: yaml.Node, what: str, *, needed: tuple[str, ...], allowed: tuple[str, ...]
    ) -> dict[str, yaml.Node]:
        found: dict[str, yaml.Node] = {}
        for key, value in self._items(node, what):
            if key.value not in needed + allowed:
                self._refuse(
                    _line(key),
                    f"{key.value!r} is no key of {what}.",
                    f"Known keys are {', '.join(needed + allowed)}.",
                    "Correct the spelling or delete the line.",
                )
            found[key.value] = value
        for key_name in needed:
            if key_name not in found:
                self._refuse(
                    _line(node),
                    f"The key {key_name} is missing in {what}.",
                    "A value of the law without its source, date, unit and meaning cannot be checked.",
                    f"Add a line for {key_name}.",
                )
        return found

    def _items(self, node: yaml.Node, what: str) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode) or not node.value:
            self._refuse(
                _line(node),
                f"Keys are needed for {what}.",
                "Something else stands there.",
                "Write key: value.",
            )
        seen: dict[str, int] = {}
        items: list[tuple[yaml.ScalarNode, yaml.Node]] = []
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag != _STR:
                self._refuse(_line(key), f"A key of {what} is no word.", "Keys are plain words.", "Rename it.")
            if key.value in seen:
                self._refuse(
                    _line(key),
                    f"The key {key.value} stands twice in {what}.",
                    f"It stands first in line {seen[key.value]}; only one of the two can be meant.",
                    "Delete one of the two lines.",
                )
            seen[key.value] = _line(key)
            items.append((key, value))
        return items

    def _text(self, node: yaml.Node, what: str) -> str:
        if not isinstance(node, yaml.ScalarNode) or node.tag != _STR or not node.value.strip():
            self._refuse(_line(node), f"Words are needed for {what}.", "Something else stands there.", "Write it.")
        return str(node.value.strip())

    def _unit(self, node: yaml.Node, name: str) -> Unit:
        text = self._text(node, f"unit of {name}")
        try:
            return Unit(text)
        except ValueError:
            self._refuse(
                _line(node),
                f"{text!r} is no unit (parameter {name}).",
                f"Units come from a closed list: {', '.join(Unit)}.",
                "Take one of the list.",
            )

    def _choice(self, node: yaml.Node, name: str) -> str:
        text = self._text(node, f"value of {name}")
        if text not in CHOICES:
            self._refuse(
                _line(node),
                f"{text!r} is no choice (parameter {name}).",
                f"The rules can follow: {', '.join(sorted(CHOICES))}.",
                "Take one of the list; a new choice needs a new formula first.",
            )
        return text

    def _number(self, node: yaml.Node, name: str, unit: Unit) -> Fraction:
        plain = isinstance(node, yaml.ScalarNode) and node.style is None
        if not plain or not _NUMBER.fullmatch(node.value):
            self._refuse(
                _line(node),
                f"The value of {name} is not a plain decimal number.",
                f"A value in {unit} is written with digits and at most one point, without quotes or sign.",
                "Write it as 51 or 0.1.",
            )
        value = Fraction(Decimal(node.value))
        if unit in WHOLE_UNITS and value.denominator != 1:
            self._refuse(_line(node), f"{name} is not whole.", f"Values in {unit} are whole.", "Write a whole number.")
        return value

    def _date(self, node: yaml.Node, name: str) -> dt.date:
        text = node.value if isinstance(node, yaml.ScalarNode) and node.style is None else ""
        try:
            date = dt.date.fromisoformat(text) if _DATE.fullmatch(text) else None
        except ValueError:  # a month 13 or a day 31 that the month does not have
            date = None
        if date is None:
            self._refuse(
                _line(node),
                f"A date of {name} is no date.",
                "A date is a day of the calendar, written without quotes as year-month-day.",
                "Write it as 2011-07-01.",
            )
        return date

    def _refuse_tricks(self, text: str) -> None:
        """Refuse what lets one part of the file change the meaning of another."""
        depth = documents = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            documents += isinstance(event, yaml.DocumentStartEvent)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            trick = _trick(event)
            if documents > 1:
                trick = "a second document"
            elif depth > _MAX_DEPTH:
                trick = "more nested levels than a law file has"
            if trick is not None:
                self._refuse(
                    event.start_mark.line + 1 if event.start_mark else 1,
                    f"The file uses {trick}.",
                    "A law file says each value where it stands, so that a reader sees what holds.",
                    "Write the value out in full, in plain YAML.",
                )

    def _refuse(self, line: int, what: str, why: str, next_step: str) -> NoReturn:
        raise LawFileInvalid(what=what, where=f"file {self.file}, line {line}", why=why, next=next_step)


def _line(node: yaml.Node) -> int:
    """Return the line on which a node begins, counted from 1."""
    return int(node.start_mark.line) + 1


def _trick(event: yaml.Event) -> str | None:
    """Return what an event does that a law file may not do, in words."""
    match event:
        case yaml.DocumentStartEvent() if event.version or event.tags:
            return "a YAML directive"
        case yaml.AliasEvent():
            return f"the alias *{event.anchor}"
        case yaml.NodeEvent() if event.anchor is not None:
            return f"the anchor &{event.anchor}"
        case yaml.ScalarEvent() | yaml.CollectionStartEvent() if event.tag is not None:
            return f"the tag {event.tag}"
        case _:
            return None
