"""Which entries of a subject count: those of the newest hearing or petition, the newest, or the first answer?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gis.register.entries import Entry
from gis.register.kinds import kinds

ByKind = Mapping[str, Sequence[Entry]]
"""The entries on one subject, or on a proceeding and its district, by kind."""

_NEVER = dt.date.max


def by_kind(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Return entries by their kind."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for each in entries:
        found[each.kind].append(each)
    return dict(found)


def counted(entries: ByKind) -> dict[str, list[Entry]]:
    """Return the entries that are not about an earlier hearing or petition than the newest.

    A notice from before the day of the hearing was set announces another day, and so does every notice of a hearing
    that sat on a day for which it was not set.

    Examples
    --------
    >>> def on(kind, value, day):
    ...     return Entry("proceeding", "P1", kind, value, dt.date(2026, 7, day), "", "")
    >>> put_off = [on("hearing_scheduled", "2026-07-30", 2), on("hearing_scheduled", "2026-08-06", 20)]
    >>> published = [on("notice_published", "", 16), on("notice_published", "", 23)]
    >>> [each.date.day for each in counted(by_kind([*put_off, *published]))["notice_published"]]
    [23]
    """
    found = {}
    for name, own in entries.items():
        begun = _begun(entries, kinds()[name].anew_with)
        found[name] = [each for each in own if each.date >= begun]
    return found


def announces_another_day(entries: ByKind, name: str) -> bool:
    """Say whether entries of a kind announce a hearing that sat on a day for which it was not set."""
    return _begun(entries, kinds()[name].anew_with) == _NEVER


def holding(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries of one kind that count: the newest where a later one holds, else all."""
    if not entries or kinds()[entries[0].kind].repeats != "later_holds":
        return tuple(entries)
    newest = max(each.date for each in entries)
    return tuple(each for each in entries if each.date == newest)


def denied_by(entries: ByKind, name: str, denied: str) -> tuple[Entry, Entry] | None:
    """Return the newest entry of a kind that says that another never was, and the first of those that were till then.

    Null where none was: what came to be after the last denial denies nothing.
    """
    says = max(entries.get(name, ()), key=lambda each: (each.date, each.line), default=None)
    was = min(entries.get(denied, ()), key=lambda each: (each.date, each.line), default=None)
    return None if says is None or was is None or was.date > says.date else (says, was)


def in_dispute(entries: ByKind) -> frozenset[str]:
    """Return the kinds of which one says that the other never was."""
    pairs = ((name, denied) for name in entries for denied in kinds()[name].denies if denied_by(entries, name, denied))
    return frozenset(name for pair in pairs for name in pair)


def answering(name: str, event: str, entries: ByKind) -> tuple[Entry, ...]:
    """Return the entries of a kind that answer an event: of the first day on or after it.

    What was done before the event answers another. Where the day of the event is not known, the first day of all
    counts.
    """
    days = {each.date for each in holding(entries.get(event, ()))}
    return first_since(days.pop() if len(days) == 1 else dt.date.min, entries[name])


def first_since(day: dt.date, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries of the first day that is not before a day."""
    first = min((each.date for each in entries if each.date >= day), default=None)
    return tuple(each for each in entries if each.date == first)


def _begun(entries: ByKind, name: str) -> dt.date:
    """Return from which day on entries are about the newest hearing or petition; `_NEVER` where none can be.

    Parameters
    ----------
    entries
        Of one subject.
    name
        Kind that begins them anew; empty for none.
    """
    if name not in entries:
        return dt.date.min
    held = min((each.date for each in entries.get(kinds()[name].held_as, ())), default=None)
    beginnings = [each for each in entries[name] if held is None or each.date < held]
    if not beginnings:
        return dt.date.min
    newest = max(each.date for each in beginnings)
    now = {_said(each) for each in beginnings if each.date == newest}
    if held is not None and held.isoformat() not in now:
        return _NEVER
    changed = max((each.date for each in beginnings if _said(each) not in now), default=dt.date.min)
    return min(each.date for each in beginnings if _said(each) in now and each.date > changed)


def _said(entry: Entry) -> str:
    """Return what tells a hearing or petition from the next; the same day set once more is no other hearing."""
    return entry.value if kinds()[entry.kind].value_day else entry.date.isoformat()
