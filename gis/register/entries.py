"""What is an entry of a register: one fact that a person established, and what corrects what?"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gis.register.kinds import WITHDRAWN

COLUMNS = ("subject_kind", "subject", "kind", "value", "date", "document", "who")
HISTORY_COLUMNS = ("entry", "entered_on", "replaces", "carried_from")
"""Columns that a register may have besides: its own name for an entry, the day on which it was written down, the entry
that it corrects, and the parcel of an earlier roll from which it was carried."""
PARCEL = "parcel"


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact that a person entered; `value`, `document` and `who` may name people and are never printed."""

    subject_kind: str
    subject: str
    kind: str
    value: str = field(repr=False)
    date: dt.date
    """Day on which it was so, or was established."""
    document: str = field(repr=False)
    who: str = field(repr=False)
    entry: str = ""
    """Name by which a later entry can correct it; empty for none."""
    entered_on: dt.date | None = None
    replaces: str = ""
    """Name of the entry that this one corrects; empty for none."""
    carried_from: str = ""
    line: int = field(default=0, compare=False)
    """Line of the file on which it begins, from 1; 0 where it came from none."""

    def cells(self) -> dict[str, str]:
        """Return the entry as its columns have it."""
        return {
            "subject_kind": self.subject_kind,
            "subject": self.subject,
            "kind": self.kind,
            "value": self.value,
            "date": self.date.isoformat(),
            "document": self.document,
            "who": self.who,
            "entry": self.entry,
            "entered_on": "" if self.entered_on is None else self.entered_on.isoformat(),
            "replaces": self.replaces,
            "carried_from": self.carried_from,
        }


@dataclass(frozen=True, slots=True)
class Register:
    """The entries of a register, its history included; their order says nothing."""

    entries: tuple[Entry, ...]

    def standing(self, date: dt.date) -> tuple[Entry, ...]:
        """Return the entries that hold on a day: dated on or before it, and not corrected.

        A correction counts whenever it was written down, for what was a mistake was never so.

        Examples
        --------
        >>> day = dt.date(2026, 6, 1)
        >>> first = Entry("proceeding", "P1", "bond_filed", "", day, "", "", entry="1")
        >>> second = Entry("proceeding", "P1", "bond_filed", "", dt.date(2026, 6, 3), "", "", replaces="1")
        >>> [each.date.day for each in Register((first, second)).standing(dt.date(2026, 6, 30))]
        [3]
        """
        return tuple(each for each in self.current() if each.date <= date)

    def current(self) -> tuple[Entry, ...]:
        """Return the entries of any day that no other corrects."""
        named = self.named()
        corrected = {id(each) for entry in self.entries if entry.replaces for each in corrected_by(entry, named)}
        return tuple(each for each in self.entries if id(each) not in corrected and each.kind != WITHDRAWN)

    def named(self) -> Mapping[str, Sequence[Entry]]:
        """Return the entries that bear a name, by it; one entry about several subjects stands in several rows."""
        named: dict[str, list[Entry]] = defaultdict(list)
        for each in self.entries:
            if each.entry:
                named[each.entry].append(each)
        return named

    def subjects(self, subject_kind: str) -> tuple[str, ...]:
        """Return what the entries of one kind of subject are about, each once, sorted."""
        return tuple(sorted({each.subject for each in self.entries if each.subject_kind == subject_kind}))

    @property
    def hash(self) -> str:
        """SHA-256 of all entries, whatever their order; 64 hexadecimal digits."""
        return hashlib.sha256("\n".join(sorted(_canonical(self.entries))).encode()).hexdigest()


def corrected_by(entry: Entry, named: Mapping[str, Sequence[Entry]]) -> tuple[Entry, ...]:
    """Return the entries that an entry replaces: those of the name on its own subject, where there are any."""
    all_named = named.get(entry.replaces, ()) if entry.replaces else ()
    subject = (entry.subject_kind, entry.subject)
    own = [each for each in all_named if (each.subject_kind, each.subject) == subject]
    return tuple(own or all_named)


def about_parcel(entry: Entry, parcel_id: str, county: str | None = None) -> bool:
    """Say whether an entry is about a parcel, named by its number alone or with its county ("1-22, Dane").

    Examples
    --------
    >>> entry = Entry("parcel", "1-22, Dane", "benefit_found", "yes", dt.date(2026, 6, 1), "", "")
    >>> about_parcel(entry, "1-22", "Dane"), about_parcel(entry, "1-22", "Rock")
    (True, False)
    """
    names = {parcel_id} if county is None else {parcel_id, f"{parcel_id}, {county}"}
    return entry.subject_kind == PARCEL and entry.subject in names


def _canonical(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        yield json.dumps(entry.cells(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
