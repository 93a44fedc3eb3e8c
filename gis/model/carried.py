"""Which entries of a register find their land again in a new edition, and about which must somebody be asked?

Entries are named by their row in the register: what they say, of whom and by whom, is not repeated here.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.difference import Confidence
from gis.model.exact import Exact


@dataclass(frozen=True, slots=True)
class CarriedEntry:
    """An entry that holds on, and of which features of the new edition."""

    __pydantic_config__ = STRICT

    row: int
    """Row of the register, the first entry being 1."""
    subject: str
    kind: str
    date: dt.date
    new_subjects: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A feature of the new edition of which an entry may hold."""

    __pydantic_config__ = STRICT

    subject: str
    share_of_old: Exact
    """Part of the old feature's land that it has, 0 to 1."""
    share_of_new: Exact
    """Part of its land that was the old feature's, 0 to 1."""
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class AskedEntry:
    """An entry of which a person must say what it holds of now."""

    __pydantic_config__ = STRICT

    row: int
    subject: str
    kind: str
    date: dt.date
    choices: tuple[Choice, ...]
    """Most of the old land first; none where the land is gone."""
    why: str


@dataclass(frozen=True, slots=True)
class Carried:
    """Every entry of a register, carried or asked about, each once and in the order of its row."""

    __pydantic_config__ = STRICT

    carried: tuple[CarriedEntry, ...]
    asked: tuple[AskedEntry, ...]
