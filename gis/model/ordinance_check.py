"""What is found of an ordinance file: what is missing or impossible, and what it says beside the law on file?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from gis.model.config import STRICT
from gis.model.exact import Money
from gis.model.ordinance import ChargeRule, ConnectionRule, OrdinanceCharges, PlaceKind, SewerOwner
from gis.model.stormwater_policy import StormwaterPolicy

Standing = Literal["own", "taken_over", "missing"]
"""Whether the file states a number, takes that of the law on file, or must state it before anybody is charged by it."""


@dataclass(frozen=True, slots=True)
class FileFault:
    """What is missing or impossible at one line of a file."""

    __pydantic_config__ = STRICT

    line: int
    what: str
    why: str
    next: str
    """What to write."""


@dataclass(frozen=True, slots=True)
class OwnValue:
    """A value that the file states, and the days on which it holds."""

    __pydantic_config__ = STRICT

    value: JsonValue
    holds_from: dt.date
    until: dt.date | None
    citation: str


@dataclass(frozen=True, slots=True)
class NumberBeside:
    """A number or reading of the file beside that of the law on file."""

    __pydantic_config__ = STRICT

    name: str
    says: str
    unit: str
    rule: str
    """First rule of the ordinance that uses it."""
    own: tuple[OwnValue, ...]
    """Oldest first; empty where the file states none, so that the value of the law on file holds."""
    law: JsonValue
    """Newest value on file of the text from which the rule was written."""
    law_citation: str
    differs: bool
    """Whether the newest value that the file states is another than that."""
    law_of: str
    """Whose text that is: a municipality or district, Wisconsin, or a convention of Townline."""
    standing: Standing


@dataclass(frozen=True, slots=True)
class OrdinanceSays:
    """What the file says."""

    __pydantic_config__ = STRICT

    id: str
    title: str
    citation: str
    place_kinds: tuple[PlaceKind, ...]
    place_name: str | None
    county: str | None
    holds_from: dt.date
    until: dt.date | None
    connection_rule: ConnectionRule | None
    test: str | None
    """What the text behind the rule asks of owners; null where the ordinance makes no such duty."""
    operators: dict[str, SewerOwner]
    charges: OrdinanceCharges
    utility_district: str | None
    stormwater_rate: Money | None
    stormwater: StormwaterPolicy | None
    numbers: tuple[NumberBeside, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrdinanceCheck:
    """Whether an ordinance file can be used."""

    __pydantic_config__ = STRICT

    file: str
    """Its name, without the folder."""
    usable: bool
    faults: tuple[FileFault, ...]
    """Every one that can be told before another is mended, by line."""
    says: OrdinanceSays | None
    """Null where the file cannot be used."""


@dataclass(frozen=True, slots=True)
class OrdinanceWritten:
    """A new ordinance file, and what is to be filled in."""

    __pydantic_config__ = STRICT

    file: str
    """Its name, without the folder."""
    id: str
    to_fill_in: tuple[FileFault, ...]


@dataclass(frozen=True, slots=True)
class OrdinanceLine:
    """One version of an ordinance on file."""

    __pydantic_config__ = STRICT

    id: str
    title: str
    place_kinds: tuple[PlaceKind, ...]
    place_name: str | None
    """Null where the text names no place, so that it governs only where somebody asks for it."""
    county: str | None
    connection_rule: ConnectionRule | None
    utility_district: str | None
    charge_rules: tuple[ChargeRule, ...]
    holds_from: dt.date
    until: dt.date | None
    """Last day; null where none is stated. A later version ends it all the same."""


@dataclass(frozen=True, slots=True)
class OrdinanceList:
    """The ordinances on file, by id, the versions of each oldest first."""

    __pydantic_config__ = STRICT

    ordinances: tuple[OrdinanceLine, ...]
