"""What does a case or scene file hold: read strictly, by the format of FACTS.md 1.1 and 1.7."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from gis.errors import CaseFileInvalid
from gis.model.exact import to_fraction
from gis.model.jsonio import read_json

_CASE_KEYS = ("id", "rule", "title", "facts", "expect", "note", "tolerance")
_SCENE_KEYS = ("id", "title", "crs", "date", "layers", "boundary", "facts", "expect", "tolerance", "note")
_EXPECT_KEYS = ("state", "answer", "measures", "readings")
_READING_KEYS = ("state", "answer")


@dataclass(frozen=True, slots=True)
class Case:
    """One worked example of one rule, without any map."""

    id: str
    rule: str
    facts: Mapping[str, Any]
    expect: Mapping[str, Any]
    tolerance: Fraction | None

    @property
    def rules(self) -> frozenset[str]:
        """The rule it asks about."""
        return frozenset({self.rule})


@dataclass(frozen=True, slots=True)
class Scene:
    """One small map with what is expected of it."""

    id: str
    data: Mapping[str, Any]
    expect: tuple[Mapping[str, Any], ...]
    tolerance: Fraction | None

    @property
    def rules(self) -> frozenset[str]:
        """The rules it asks about."""
        return frozenset(expectation["rule"] for expectation in self.expect)


def read_case_file(file: Path) -> list[Case] | list[Scene]:
    """Read a file of cases (a list) or a scene (one object), decimals exact.

    Raises
    ------
    CaseFileInvalid
        The file cannot be read, is not JSON, or is no case or scene; the position is named.
    """
    reader = _CaseFile(file.name)
    data = reader.json(file)
    if isinstance(data, list):
        if not data:
            reader.refuse("the list", "It is empty.", "Add a case, or leave the file out.")
        return [reader.case(index, item) for index, item in enumerate(data)]
    return [reader.scene(data)]


@dataclass(frozen=True, slots=True)
class _CaseFile:
    """Reads one file; knows its name, so that every refusal can say where."""

    name: str

    def json(self, file: Path) -> object:
        try:
            return read_json(file.read_bytes())
        except json.JSONDecodeError as error:
            self.refuse(f"line {error.lineno}, column {error.colno}", f"It is not JSON: {error.msg}.", "Mend it.")
        except UnicodeDecodeError as error:
            self.refuse(f"byte {error.start}", "It is not UTF-8 text.", "Save it as UTF-8.")
        except RecursionError:
            self.refuse("the whole file", "It is nested deeper than any case.", "Give a case or scene file.")
        except OSError as error:
            self.refuse("the whole file", f"It cannot be opened: {error.strerror}.", "Correct the path.")

    def case(self, index: int, data: object) -> Case:
        place = f"case {index + 1}"
        known = self._object(place, data, _CASE_KEYS, needed=("id", "rule", "facts", "expect"))
        case_id = self._text(place, known, "id")
        place = f"{place} ({case_id})"
        facts = known["facts"]
        if not isinstance(facts, Mapping):
            self.refuse(f"{place}, facts", "Facts are an object of names and values.", "Write {name: value}.")
        self._expectation(f"{place}, expect", known["expect"], _EXPECT_KEYS)
        return Case(
            id=case_id,
            rule=self._text(place, known, "rule"),
            facts=facts,
            expect=known["expect"],
            tolerance=self._tolerance(place, known),
        )

    def scene(self, data: object) -> Scene:
        known = self._object("the scene", data, _SCENE_KEYS, needed=("id", "crs", "date", "layers", "expect"))
        scene_id = self._text("the scene", known, "id")
        self._text(scene_id, known, "crs")
        self._date(scene_id, known)
        for field in ("layers", "facts"):
            if not isinstance(known.get(field, {}), Mapping):
                self.refuse(f"{scene_id}, {field}", "Names and values are needed here.", "Write {name: value}.")
        expect = known["expect"]
        if not isinstance(expect, list) or not expect:
            self.refuse(f"{scene_id}, expect", "A scene expects a list of findings.", "Name at least one.")
        for index, item in enumerate(expect):
            place = f"{scene_id}, expect[{index}]"
            self._expectation(place, item, ("rule", "subject", *_EXPECT_KEYS))
            self._text(place, item, "rule")
            if not isinstance(item.get("subject"), str | None):
                self.refuse(f"{place}.subject", "A subject is an id in quotes, or null.", "Write it so.")
        return Scene(id=scene_id, data=known, expect=tuple(expect), tolerance=self._tolerance(scene_id, known))

    def refuse(self, place: str, why: str, next_step: str) -> NoReturn:
        raise CaseFileInvalid(
            what=f"{self.name} cannot be read as worked examples.",
            where=f"file {self.name}, {place}",
            why=why,
            next=next_step,
        )

    def _expectation(self, place: str, data: object, keys: tuple[str, ...]) -> None:
        known = self._object(place, data, keys)
        for field in ("measures", "readings"):
            part = known.get(field)
            if part is not None and not isinstance(part, Mapping):
                self.refuse(f"{place}.{field}", "Names and values are needed here.", "Write {name: value}.")
        for name, reading in (known.get("readings") or {}).items():
            if reading is not None:
                self._object(f"{place}.readings.{name}", reading, _READING_KEYS)

    def _object(
        self, place: str, data: object, keys: tuple[str, ...], needed: tuple[str, ...] = ()
    ) -> Mapping[str, Any]:
        if not isinstance(data, Mapping):
            self.refuse(place, "An object with names and values is needed here.", "Write {name: value}.")
        unknown = [key for key in data if key not in keys]
        if unknown:
            self.refuse(
                f"{place}, {unknown[0]}",
                f"{unknown[0]!r} is no name that belongs here; known are {', '.join(keys)}.",
                "Correct the spelling or leave it out.",
            )
        missing = [key for key in needed if key not in data]
        if missing:
            self.refuse(place, f"The name {missing[0]} is missing.", f"Add {missing[0]}.")
        return data

    def _text(self, place: str, data: Mapping[str, Any], key: str) -> str:
        value = data.get(key)
        if not isinstance(value, str) or not value:
            self.refuse(f"{place}, {key}", f"The {key} is words in quotes, not empty.", f"Write the {key}.")
        return value

    def _date(self, place: str, data: Mapping[str, Any]) -> None:
        try:
            dt.date.fromisoformat(self._text(place, data, "date"))
        except ValueError as error:
            self.refuse(f"{place}, date", f"{error}.", "Write the date as 2026-06-15.")

    def _tolerance(self, place: str, data: Mapping[str, Any]) -> Fraction | None:
        stated = data.get("tolerance")
        if stated is None:
            return None
        try:
            tolerance: Fraction = to_fraction(stated)
        except ValueError as error:
            self.refuse(f"{place}, tolerance", f"{error}.", "Write a relative tolerance such as 0.0002.")
        if tolerance < 0:
            self.refuse(f"{place}, tolerance", "It is negative.", "Write a relative tolerance such as 0.0002.")
        return tolerance
