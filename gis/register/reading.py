"""How is a register read: every bad row named by its line and column, and no cell repeated?"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gis.errors import RegisterInvalid
from gis.register.csv_rows import Fault, Row, read_rows, sentence
from gis.register.entries import COLUMNS, HISTORY_COLUMNS, PARCEL, Entry, Register, corrected_by
from gis.register.kinds import SUBJECT_KINDS, WITHDRAWN, Kind, kinds, meaning, near
from gis.register.values import day, written

_OWNER_KEY = re.compile(r"(?:owner )?(\d{1,12})", re.IGNORECASE)
_IN_DATE = "state the day in the column date, and here a note or nothing."


def read_entries(data: bytes, where: str) -> tuple[Entry, ...]:
    r"""Read entries from a CSV file by its form alone: kinds and values are taken as they stand.

    Parameters
    ----------
    data : bytes
        UTF-8, a byte order mark is taken off. The columns of `COLUMNS`, and those of `HISTORY_COLUMNS` where there
        are any; no others.
    where : str
        Name of the file, for errors.

    Raises
    ------
    RegisterInvalid
        Where a column is missing, unknown or named twice, a row has no subject or kind or is about nothing of
        `SUBJECT_KINDS`, or a date is none. Every bad row is listed; cells are not repeated.

    Examples
    --------
    >>> head = b"subject_kind,subject,kind,value,date,document,who"
    >>> read_entries(head + b"\nparcel,004-1, Benefit found ,yes,2004-06-01,Order 7,Clerk", "register.csv")[0].kind
    'benefit_found'
    """
    entries, faults = _entries(data)
    _refuse(faults, where)
    return entries


def read_register(data: bytes, where: str, latest: dt.date | None = None) -> Register:
    """Read a register strictly: known kinds, values that are some, corrections that name what they correct.

    Parameters
    ----------
    data : bytes
        As `read_entries` takes them.
    where : str
        Name of the file, for errors.
    latest : date, optional
        A day after which nothing can have been so; a later one is refused.

    Returns
    -------
    Register
        Kinds by their own names, values as `gis.register.values.written` settles them. An owner is named by the key.

    Raises
    ------
    RegisterInvalid
        Every bad row is listed with line, column and what is needed; kinds that look alike are named.
    """
    entries, faults = _entries(data)
    settled: list[Entry] = []
    for entry in entries:
        found = list(_faults(entry, latest))
        faults.extend(found)
        if not found:
            settled.append(_settled(entry))
    register = Register(tuple(settled))
    if not faults:
        faults.extend(_history_faults(register))
    _refuse(faults, where)
    return register


def _entries(data: bytes) -> tuple[tuple[Entry, ...], list[Fault]]:
    """Return the rows that have the form of an entry, and what is wrong with the others."""
    rows, faults = read_rows(data, COLUMNS, HISTORY_COLUMNS)
    entries: list[Entry] = []
    for row in rows:
        found = [*_form_faults(row)]
        faults.extend(found)
        if not found:
            entries.append(_entry(row))
    return tuple(entries), faults


def _form_faults(row: Row) -> Iterator[Fault]:
    cells = row.cells
    for name in ("subject_kind", "subject", "kind"):
        if not cells[name]:
            yield Fault(row.line, name, f"The row has no {name}.")
    if cells["subject_kind"] and cells["subject_kind"].casefold() not in SUBJECT_KINDS:
        yield Fault(row.line, "subject_kind", f"A subject_kind is none of {', '.join(sorted(SUBJECT_KINDS))}.")
    for name in ("date", "entered_on"):
        if name == "date" or cells[name]:
            try:
                day(cells[name])
            except ValueError as error:
                yield Fault(row.line, name, sentence(error))


def _entry(row: Row) -> Entry:
    text = row.cells
    return Entry(
        subject_kind=text["subject_kind"].casefold(),
        subject=text["subject"],
        kind="_".join(text["kind"].casefold().split()),
        value=text["value"],
        date=day(text["date"]),
        document=text["document"],
        who=text["who"],
        entry=text["entry"],
        entered_on=day(text["entered_on"]) if text["entered_on"] else None,
        replaces=text["replaces"],
        carried_from=text["carried_from"],
        line=row.line,
    )


def _faults(entry: Entry, latest: dt.date | None) -> Iterator[Fault]:
    """Return what a strict reader refuses of an entry."""
    line = entry.line
    found = meaning(entry.kind)
    if found is None:
        alike = near(entry.kind)
        hint = f"; alike are {', '.join(alike)}" if alike else ""
        yield Fault(line, "kind", f"There is no kind of that name{hint}.")
    else:
        kind = kinds()[found.name]
        if entry.subject_kind not in kind.subjects:
            about = " or ".join(kind.subjects)
            yield Fault(line, "subject_kind", f"{found.name} is about a {about}, not about a {entry.subject_kind}.")
        yield from _value_faults(entry, kind, found.value, latest)
    if entry.subject_kind == "owner" and not _OWNER_KEY.fullmatch(entry.subject):
        yield Fault(line, "subject", "An owner is named by the key, such as 812, never by name.")
    if entry.subject_kind == PARCEL and not any(sign.isdigit() for sign in entry.subject):
        yield Fault(line, "subject", "A parcel's number has a digit.")
    for name, date in (("date", entry.date), ("entered_on", entry.entered_on)):
        if latest is not None and date is not None and date > latest:
            yield Fault(line, name, f"{date} is later than {latest}, the day asked about.")
    if found is not None and found.name == WITHDRAWN and not entry.replaces:
        yield Fault(line, "replaces", "An entry that takes one back names it.")


def _value_faults(entry: Entry, kind: Kind, said: str, latest: dt.date | None) -> Iterator[Fault]:
    """Return what is wrong with a value; `said` is what the word for the kind says already."""
    if said:
        if entry.value.casefold() not in {"", "yes"}:
            yield Fault(entry.line, "value", "The kind says it already; leave the value empty.")
        return
    try:
        value = written(entry.value, kind)
    except ValueError as error:
        yield Fault(entry.line, "value", sentence(error))
        return
    if _is_another_day(entry, kind, value):
        yield Fault(entry.line, "value", f"It is a day, and the day of the entry, {entry.date}, is another: {_IN_DATE}")
    if kind.value_day:
        known = day(value)
        if kind.value_day == "past" and known > entry.date:
            yield Fault(entry.line, "value", f"{known} is later than the day of the entry, {entry.date}.")
        if kind.value_day == "future" and known < entry.date:
            yield Fault(entry.line, "value", f"{known} is earlier than the day of the entry, {entry.date}.")
        if kind.value_day == "past" and latest is not None and known > latest:
            yield Fault(entry.line, "value", f"{known} is later than {latest}, the day asked about.")


def _is_another_day(entry: Entry, kind: Kind, value: str) -> bool:
    """Say whether a note is a day that is not the entry's, where the entry's is what counts."""
    if kind.value != "note" or not any(each.take == "date" for each in kind.gives):
        return False
    try:
        return day(value) != entry.date
    except ValueError:
        return False


def _settled(entry: Entry) -> Entry:
    """Return an entry that has no fault, by the kind's own name and with the value as registers write it."""
    found = meaning(entry.kind)
    if found is None:
        msg = "an entry of no known kind was taken for one without fault"
        raise LookupError(msg)
    owner = _OWNER_KEY.fullmatch(entry.subject) if entry.subject_kind == "owner" else None
    return replace(
        entry,
        subject=str(int(owner[1])) if owner else " ".join(entry.subject.split()),
        kind=found.name,
        value=found.value or written(entry.value, kinds()[found.name]),
    )


def _history_faults(register: Register) -> Iterator[Fault]:
    """Return corrections that correct nothing, or not one thing."""
    named = register.named()
    times: Counter[int] = Counter()
    for entry in register.entries:
        corrected = corrected_by(entry, named)
        times.update(id(each) for each in corrected)
        for why in _correction_faults(entry, corrected):
            yield Fault(entry.line, "replaces", why)
    for entries in named.values():
        first = entries[0]
        alike = {replace(each, subject="", carried_from="") for each in entries}
        subjects = {(each.subject_kind, each.subject) for each in entries}
        if len(alike) > 1 or len(subjects) < len(entries):
            yield Fault(entries[-1].line, "entry", f"Line {first.line} has that name, and is another entry.")
    for each in register.entries:
        if times[id(each)] > 1:
            yield Fault(each.line, None, "Two entries correct this one; only one of them can hold.")


def _correction_faults(entry: Entry, corrected: Sequence[Entry]) -> Iterator[str]:
    if not entry.replaces:
        return
    if not corrected:
        yield "No entry has that name."
    elif entry.replaces == entry.entry:
        yield "An entry cannot correct itself."
    elif len(corrected) > 1 and entry.kind != WITHDRAWN:
        yield "That entry is about several subjects, and none of them is this one."
    for each in corrected:
        if entry.kind not in {each.kind, WITHDRAWN}:
            yield f"Line {each.line} is of another kind; take it back with {WITHDRAWN}, and enter what is so."
        if entry.entered_on and each.entered_on and entry.entered_on < each.entered_on:
            yield f"Line {each.line} was entered later than what corrects it."


def _refuse(faults: Sequence[Fault], where: str) -> None:
    """Refuse a register with all its faults, in the order of the file."""
    if not faults:
        return
    ordered = sorted(faults, key=lambda fault: fault.line)
    count = len(ordered)
    raise RegisterInvalid(
        what="The register has a fault." if count == 1 else f"The register has {count:,} faults.",
        where=where,
        why="An entry that is misread would be lost, or hold of what it was not said of.",
        next=f"Give a CSV file in UTF-8 with the columns {', '.join(COLUMNS)}, days as YYYY-MM-DD, and kinds as "
        "`townline register --kinds` lists them.",
        places=tuple(fault.place for fault in ordered),
    )
