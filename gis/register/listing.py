"""What stands in a register, subject by subject, without what free text, documents and people say?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.register.contradictions import Contradiction, contradictions
from gis.register.entries import Register
from gis.register.kinds import kinds


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """One entry, told by its line of the file."""

    __pydantic_config__ = STRICT

    line: int
    kind: str
    says: str
    """What the kind means, in words."""
    value: str | None
    """Null where it is free text, which may name people."""
    date: dt.date
    entered_on: dt.date | None
    entry: str
    replaces: str
    counts: bool
    """Whether it holds; one that another corrects, or that takes one back, is history."""


@dataclass(frozen=True, slots=True)
class ListedSubject:
    """The entries on one subject, oldest first."""

    __pydantic_config__ = STRICT

    subject_kind: str
    subject: str
    entries: tuple[ListedEntry, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A register as people may see it."""

    __pydantic_config__ = STRICT

    register_hash: str
    """SHA-256 of the whole register, whatever was chosen to be listed."""
    count: int
    """Entries of the whole register."""
    subjects: tuple[ListedSubject, ...]
    contradictions: tuple[Contradiction, ...]


def listing(register: Register, subject: str | None = None, chosen: Collection[str] | None = None) -> Listing:
    """List a register by subject, with what contradicts itself.

    Parameters
    ----------
    register : Register
        With its history.
    subject : str, optional
        Only entries and contradictions on the subject of this name.
    chosen : collection of str, optional
        Only those of these kinds.
    """
    current = register.current()
    counted = {id(each) for each in current}
    found: dict[tuple[str, str], list[ListedEntry]] = {}
    for each in sorted(register.entries, key=lambda each: (each.subject_kind, each.subject, each.date, each.line)):
        if _is_chosen(each.subject, each.kind, subject, chosen):
            kind = kinds()[each.kind]
            found.setdefault((each.subject_kind, each.subject), []).append(
                ListedEntry(
                    line=each.line,
                    kind=each.kind,
                    says=kind.says,
                    value=None if kind.is_free_text else each.value,
                    date=each.date,
                    entered_on=each.entered_on,
                    entry=each.entry,
                    replaces=each.replaces,
                    counts=id(each) in counted,
                )
            )
    return Listing(
        register_hash=register.hash,
        count=len(register.entries),
        subjects=tuple(ListedSubject(*about, tuple(entries)) for about, entries in found.items()),
        contradictions=tuple(
            each for each in contradictions(current) if _is_chosen(each.subject, each.kind, subject, chosen)
        ),
    )


def _is_chosen(subject: str, kind: str, wanted: str | None, chosen: Collection[str] | None) -> bool:
    return (wanted is None or subject == wanted) and (chosen is None or kind in chosen)
