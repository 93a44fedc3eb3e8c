"""Where do the entries of a register contradict each other?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.register.counting import ByKind, announces_another_day, by_kind, counted, denied_by, holding
from gis.register.entries import Entry
from gis.register.kinds import kinds

Subject = tuple[str, str]
"""Kind of subject and subject."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Entries that cannot all be right; what free text says is not repeated."""

    __pydantic_config__ = STRICT

    subject_kind: str
    subject: str
    kind: str
    """The kind of entry that is in doubt through it."""
    lines: tuple[int, ...]
    """Lines of the file on which the entries begin."""
    why: str


def contradictions(entries: Sequence[Entry]) -> tuple[Contradiction, ...]:
    """Find what cannot all be right: different facts where there can be one, and days that do not fit each other.

    Parameters
    ----------
    entries
        Entries that no other corrects, as `Register.standing` or `Register.current` returns them.

    Returns
    -------
    tuple of Contradiction
        By subject and kind; the same whatever the order of the entries.

    Examples
    --------
    >>> import datetime as dt
    >>> bond = Entry("proceeding", "P1", "bond_filed", "", dt.date(2026, 6, 1), "", "", line=2)
    >>> petition = Entry("proceeding", "P1", "petition_received", "", dt.date(2026, 6, 3), "", "", line=3)
    >>> contradictions([bond, petition])[0].why
    'bond_filed is of 2026-06-01, before petition_received of 2026-06-03, which it follows.'
    """
    by_subject: dict[Subject, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_subject[entry.subject_kind, entry.subject].append(entry)
    return tuple(found for subject, own in sorted(by_subject.items()) for found in _of_subject(subject, by_kind(own)))


def _of_subject(subject: Subject, entries: ByKind) -> Iterator[Contradiction]:
    counting = counted(entries)
    for name in sorted(entries):
        yield from _differing(subject, name, counting[name])
        yield from _denying(subject, name, entries)
        yield from _out_of_order(subject, name, entries)
        yield from _of_another_day(subject, name, entries)


def _differing(subject: Subject, name: str, entries: Sequence[Entry]) -> Iterator[Contradiction]:
    """Find entries of a kind of which one can be right, that say different things."""
    kind = kinds()[name]
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in () if kind.repeats == "all" else holding(entries):
        groups[entry.value if kind.repeats == "by_value" else ""].append(entry)
    for _, group in sorted(groups.items()):
        values = {"" if kind.value == "note" else entry.value for entry in group}
        days = {entry.date for entry in group} if kind.is_dated else set()
        if len(values) > 1 or len(days) > 1:
            differ = "say different things" if len(values) > 1 else "are of different days"
            why = f"{len(group)} entries of {name} {differ}, and none says that it replaces the other."
            yield Contradiction(*subject, name, _lines(group), why)


def _denying(subject: Subject, name: str, entries: ByKind) -> Iterator[Contradiction]:
    """Find what a kind says never was, and another entry says was before."""
    for denied in kinds()[name].denies:
        found = denied_by(entries, name, denied)
        if found is not None:
            says, was = found
            why = f"{name} of {says.date} says that {denied} never was, and there is one of {was.date}."
            yield Contradiction(*subject, name, _lines((says, was)), why)


def _out_of_order(subject: Subject, name: str, entries: ByKind) -> Iterator[Contradiction]:
    """Find the days of a kind that lie before what it follows."""
    for earlier in kinds()[name].after:
        if earlier not in entries:
            continue
        first = _first(entries[earlier])
        for entry in sorted(entries[name], key=lambda entry: (entry.date, entry.line)):
            if entry.date < first.date:
                why = f"{name} is of {entry.date}, before {earlier} of {first.date}, which it follows."
                yield Contradiction(*subject, name, _lines((entry, first)), why)


def _of_another_day(subject: Subject, name: str, entries: ByKind) -> Iterator[Contradiction]:
    """Find what announces a hearing that sat on a day for which it was not set."""
    if announces_another_day(entries, name):
        setting = kinds()[name].anew_with
        held = _first(entries[kinds()[setting].held_as])
        why = f"{name} announces the day that {setting} tells, and {held.kind} is of {held.date}, another day."
        yield Contradiction(*subject, name, _lines((*entries[name], held)), why)


def _first(entries: Sequence[Entry]) -> Entry:
    return min(entries, key=lambda entry: (entry.date, entry.line))


def _lines(entries: Sequence[Entry]) -> tuple[int, ...]:
    return tuple(sorted(entry.line for entry in entries))
