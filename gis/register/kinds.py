"""Which kinds of fact may be entered, about what, with which values, and which rules do they serve?"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal, get_args

from gis.model.config import STRICT
from gis.register.tables import read_table

SubjectKind = Literal["parcel", "owner", "main", "district", "proceeding"]
ValueType = Literal[
    "note", "text", "yes_no", "money", "whole", "decimal", "date", "choice", "county", "municipality", "district"
]
Repeats = Literal["no", "by_value", "later_holds", "all"]
Take = Literal[
    "date",
    "value",
    "is_so",
    "word",
    "equals",
    "dates",
    "first_date",
    "last_date",
    "values",
    "mailed_to",
    "sum",
]

SUBJECT_KINDS = frozenset(get_args(SubjectKind))
"""What an entry may be about. Only parcels change with an edition, so that another word for one would be carried to
land that is no longer there."""
FREE_TEXT = frozenset({"note", "text"})
"""Values that may name people and are never repeated."""
WITHDRAWN = "entry_withdrawn"
"""The kind of an entry that takes back the one it names, and puts nothing in its place."""
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Given:
    """A fact of FACTS.md that follows from an entry, and what is taken of the entry."""

    __pydantic_config__ = STRICT

    rules: tuple[str, ...]
    fact: str
    """Name of the fact; after a point the name inside it ("contents.name")."""
    take: Take
    word: str = ""
    """For `word` the fact itself; for `equals` what the value is compared with."""
    when: str = ""
    """Only entries of this value give the fact."""
    goes_first: bool = False
    """Whether it goes before what other kinds say of the fact, whichever is newer."""
    answers: str = ""
    """Kind of the event that the entry answers: the first on or after it gives the fact, and not the newest."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of entry."""

    __pydantic_config__ = STRICT

    says: str
    subjects: tuple[SubjectKind, ...]
    value: ValueType
    choices: tuple[str, ...] = ()
    repeats: Repeats = "no"
    """no: once on a subject; by_value: once for each value; later_holds: the newest counts; all: every one counts."""
    value_day: Literal["", "past", "future"] = ""
    """Of a value that is a day: not after, or not before, the day of the entry."""
    dated: bool = False
    """Whether the day of the entry counts beside its value, where nothing else tells."""
    after: tuple[str, ...] = ()
    """Kinds of entry on the same subject that cannot be of a later day."""
    denies: tuple[str, ...] = ()
    """Kinds of entry on the same subject that this one says never were until its day."""
    held_as: str = ""
    """Of the setting of a day: the kind that says on which day it came to be."""
    anew_with: str = ""
    """Kind whose newest entry begins this one anew: entries of before are about an earlier hearing or petition."""
    gives: tuple[Given, ...] = ()
    aliases: tuple[str, ...] = ()
    alias_values: Mapping[str, str] = field(default_factory=dict)
    """Other words for the kind that say the value too."""

    @property
    def is_free_text(self) -> bool:
        """Whether the value may hold anything, a name too."""
        return self.value in FREE_TEXT

    @property
    def is_dated(self) -> bool:
        """Whether two entries of different days say different things."""
        takes_day = any("date" in given.take for given in self.gives)
        return self.dated or takes_day or self.value == "note" or self.repeats == "by_value"


@dataclass(frozen=True, slots=True)
class Named:
    """What a word in the column kind means."""

    name: str
    value: str = ""
    """The value that the word says too; empty where it says none."""


@cache
def kinds() -> Mapping[str, Kind]:
    """Return every kind by its name, in the order of the table.

    Raises
    ------
    LawFileInvalid
        The packaged table breaks its form.

    Examples
    --------
    >>> kinds()["bond_filed"].gives[0].rules
    ('TSD-05', 'TSD-06')
    """
    return read_kinds((resources.files("gis.register") / "kinds.yaml").read_bytes(), "kinds.yaml")


def read_kinds(content: bytes | str, file: str) -> Mapping[str, Kind]:
    """Read a table of kinds strictly.

    Raises
    ------
    LawFileInvalid
        The table breaks its form. File and line are named.
    ValueError
        The table contradicts itself: a kind names one that is not there, a word means two kinds, choices stand
        without a choice.
    """
    table: Mapping[str, Kind] = read_table(content, file, dict[str, Kind])
    words = [word for kind in table.values() for word in (*kind.aliases, *kind.alias_values)]
    doubled = sorted({word for word in words if words.count(word) > 1 or word in table})
    lost = sorted({name for kind in table.values() for name in _named(kind)} - set(table))
    odd = [name for name, kind in table.items() if (kind.value == "choice") != bool(kind.choices)]
    for what, names in (
        ("means two kinds", doubled),
        ("is no kind", lost),
        ("has choices and is none, or is one without", odd),
    ):
        if names:
            msg = f"{file}: {names[0]} {what}"
            raise ValueError(msg)
    return MappingProxyType(table)


def _named(kind: Kind) -> Iterator[str]:
    """Return the other kinds that a kind names."""
    yield from (*kind.after, *kind.denies)
    yield from filter(None, (kind.held_as, kind.anew_with, *(given.answers for given in kind.gives)))


def meaning(word: str) -> Named | None:
    """Return which kind a word of a register means; null where it means none.

    Blanks and hyphens between words, and capitals, make no difference.

    Examples
    --------
    >>> meaning("Bond filed"), meaning("not-benefited"), meaning("bonds")
    (Named(name='bond_filed', value=''), Named(name='benefit_found', value='no'), None)
    """
    return _words().get(re.sub(r"[\s\-]+", "_", word.strip().casefold()))


def near(word: str) -> tuple[str, ...]:
    """Return the kinds whose names are most like a word that means none, most like it first.

    Examples
    --------
    >>> near("bond_field")[0]
    'bond_filed'
    """
    found = difflib.get_close_matches("_".join(word.casefold().split()), _words(), n=_NEAR, cutoff=0.6)
    return tuple(dict.fromkeys(_words()[name].name for name in found))


@cache
def _words() -> Mapping[str, Named]:
    words = {name: Named(name) for name in kinds()}
    for name, kind in kinds().items():
        words.update({alias: Named(name) for alias in kind.aliases})
        words.update({alias: Named(name, value) for alias, value in kind.alias_values.items()})
    return words
