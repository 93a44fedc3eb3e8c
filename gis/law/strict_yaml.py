"""How is a YAML file of the law read: strictly, every fault named with its file and line?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NoReturn

import yaml
from yaml.composer import Composer
from yaml.resolver import Resolver

from gis.errors import LawFileInvalid

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_STR = "tag:yaml.org,2002:str"
_MAX_DEPTH = 8
"""A law file is four levels deep; more is a mistake or a trick."""

_Loader = type[yaml.SafeLoader] | type[yaml.CSafeLoader]
_FASTEST: _Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
"""PyYAML's reader in C, some ten times as fast; a PyYAML that was built without it has its own alone."""


@dataclass(frozen=True, slots=True)
class StrictYaml:
    """Reads one file; knows its name, so that every refusal can say where.

    Every method raises `LawFileInvalid` with file and line where the file holds something else than asked for.
    """

    file: str
    KIND: ClassVar[str] = "law file"
    STATES: ClassVar[str] = "states or explains the law"
    """What such a file is called, and what it is for."""

    def root(self, content: bytes | str) -> yaml.Node:
        """Return the root of the file, which is UTF-8, plain YAML and not empty."""
        try:
            text = content if isinstance(content, str) else content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            self.refuse(line, "The file is not UTF-8 text.", str(error.reason), "Save it as UTF-8.")
        try:
            root = self._composed(text, _FASTEST)
        except (yaml.YAMLError, UnicodeEncodeError):  # libyaml reads bytes, and half a surrogate pair has none
            root = self._told_why(text)
        if root is None:
            self.refuse(1, "The file is empty.", f"A {self.KIND} {self.STATES}.", "Fill it or delete it.")
        return root

    def _composed(self, text: str, loader: _Loader) -> yaml.Node | None:
        return _Composer(self._plain_events(text, loader)).get_single_node()

    def _told_why(self, text: str) -> yaml.Node | None:
        """Read with PyYAML's own reader, which says most exactly what is wrong, and passes over a byte order mark."""
        try:
            return self._composed(text, yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            # An open quote is noticed at the end of the file; the scanner's context says where it began.
            marks = (error.problem_mark, error.context_mark)
            mark = next(filter(None, reversed(marks) if isinstance(error, yaml.scanner.ScannerError) else marks), None)
            self.refuse(
                mark.line + 1 if mark else 1,
                "The file is not valid YAML.",
                f"{error.problem or error.context}.",
                "Mend the line; compare the indentation and quotes with a file beside it.",
            )
        except yaml.reader.ReaderError as error:
            self.refuse(
                text[: error.position].count("\n") + 1,
                "The file holds a character that YAML does not allow.",
                f"Its code is {error.character!r}.",
                "Delete the character.",
            )

    def mapping(
        self, node: yaml.Node, what: str, *, needed: tuple[str, ...], allowed: tuple[str, ...] = ()
    ) -> Mapping[str, yaml.Node]:
        """Return the values of a mapping by key: all the needed keys, none but those and the allowed ones."""
        found: dict[str, yaml.Node] = {}
        for key, value in self.items(node, what):
            if key.value not in needed + allowed:
                self.refuse(
                    line_of(key),
                    f"{key.value!r} is no key of {what}.",
                    f"Known keys are {', '.join(needed + allowed)}.",
                    "Correct the spelling or delete the line.",
                )
            found[key.value] = value
        for key_name in needed:
            if key_name not in found:
                self.refuse(
                    line_of(node),
                    f"The key {key_name} is missing in {what}.",
                    "What is said of the law without its source, date, unit and meaning cannot be checked.",
                    f"Add a line for {key_name}.",
                )
        return found

    def items(self, node: yaml.Node, what: str) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
        """Return keys and values of a mapping that is not empty; each key is a word and stands once."""
        if not isinstance(node, yaml.MappingNode) or not node.value:
            self.refuse(
                line_of(node),
                f"Keys are needed for {what}.",
                "Something else stands there.",
                "Write key: value.",
            )
        seen: dict[str, int] = {}
        items: list[tuple[yaml.ScalarNode, yaml.Node]] = []
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag != _STR:
                self.refuse(line_of(key), f"A key of {what} is no word.", "Keys are plain words.", "Rename it.")
            if key.value in seen:
                self.refuse(
                    line_of(key),
                    f"The key {key.value} stands twice in {what}.",
                    f"It stands first in line {seen[key.value]}; only one of the two can be meant.",
                    "Delete one of the two lines.",
                )
            seen[key.value] = line_of(key)
            items.append((key, value))
        return items

    def sequence(self, node: yaml.Node, what: str, form: str) -> list[yaml.Node]:
        """Return the items of a list that is not empty; `form` says what each item is."""
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.refuse(line_of(node), f"The {what} are not a list.", "Something else stands there.", form)
        return list(node.value)

    def text(self, node: yaml.Node, what: str) -> str:
        """Return words; a number, a truth value or nothing is refused."""
        if not isinstance(node, yaml.ScalarNode) or node.tag != _STR or not node.value.strip():
            self.refuse(line_of(node), f"Words are needed for {what}.", "Something else stands there.", "Write it.")
        return str(node.value.strip())

    def date(self, node: yaml.Node, name: str) -> dt.date:
        """Return a day of the calendar, written without quotes."""
        text = node.value if isinstance(node, yaml.ScalarNode) and node.style is None else ""
        try:
            date = dt.date.fromisoformat(text) if _DATE.fullmatch(text) else None
        except ValueError:  # a month 13 or a day 31 that the month does not have
            date = None
        if date is None:
            self.refuse(
                line_of(node),
                f"A date of {name} is no date.",
                "A date is a day of the calendar, written without quotes as year-month-day.",
                "Write it as 2011-07-01.",
            )
        return date

    def refuse(self, line: int, what: str, why: str, next_step: str) -> NoReturn:
        """Refuse the file at a line."""
        raise LawFileInvalid(what=what, where=f"file {self.file}, line {line}", why=why, next=next_step)

    def _plain_events(self, text: str, loader: _Loader) -> Iterator[yaml.Event]:
        """Yield what the file is made of; refuse what lets one part of it change the meaning of another."""
        depth = documents = 0
        for event in yaml.parse(text, Loader=loader):
            documents += isinstance(event, yaml.DocumentStartEvent)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            found = trick(event)
            if documents > 1:
                found = "a second document"
            elif depth > _MAX_DEPTH:
                found = f"more nested levels than a {self.KIND} has"
            if found is not None:
                self.refuse(
                    event.start_mark.line + 1 if event.start_mark else 1,
                    f"The file uses {found}.",
                    f"A {self.KIND} says each value where it stands, so that a reader sees what holds.",
                    "Write the value out in full, in plain YAML.",
                )
            if isinstance(event, yaml.ScalarEvent) and not event.style:
                event.style = None  # without quotes; the reader in C says ""
            yield event


class _Composer(Composer, Resolver):
    """Makes nodes of events that were looked at on their way."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        Composer.__init__(self)
        Resolver.__init__(self)
        self._events = events
        self._next = next(events, None)

    def check_event(self, *kinds: type[yaml.Event]) -> bool:
        return self._next is not None and (not kinds or isinstance(self._next, kinds))

    def peek_event(self) -> yaml.Event | None:
        return self._next

    def get_event(self) -> yaml.Event | None:
        event, self._next = self._next, next(self._events, None)
        return event


def line_of(node: yaml.Node) -> int:
    """Return the line on which a node begins, counted from 1."""
    return int(node.start_mark.line) + 1


def trick(event: yaml.Event) -> str | None:
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
