"""Of which parcels do the entries of a register hold after the parcels changed?

An entry is carried where its land is one parcel still, or where it speaks of the land as a whole and the land was
divided. Where it speaks of one building or an amount of money and the land was divided, where it would come to hold of
land that no entry of its kind speaks of, and where the land itself is in doubt, a person is asked.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gis.errors import Place, RegisterInvalid
from gis.layers.lineage.lineage import WHOLE, Descent, Lineage
from gis.model.carried import AskedEntry, Carried, CarriedEntry, Choice

COLUMNS = ("subject_kind", "subject", "kind", "value", "date", "document", "who")
LAND_KINDS = frozenset({"benefit_found", "exclusion_decision"})
"""Kinds of entry that hold of every part of the land alike: a finding that the land is benefited, a decision that it is
in or out. All others (a private system, its cost, a levy paid, a lien, an objection, a certificate) speak of one
building, one amount or one person, and only a person can say to which part of divided land they belong."""
_PARCEL = "parcel"
SUBJECT_KINDS = frozenset({_PARCEL, "owner", "main", "district", "proceeding"})
"""What an entry may be about. Only parcels change with an edition, so that another word for one would be carried to
land that is no longer there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact that a person entered; `value`, `document` and `who` may name people and are never printed."""

    subject_kind: str
    subject: str
    kind: str
    value: str
    date: dt.date
    document: str
    who: str


def carry(entries: Sequence[Entry], line: Lineage) -> Carried:
    """Say which entries hold on and of what, and which must be asked about.

    Parameters
    ----------
    entries : sequence of Entry
        Of the old edition; entries on other subjects than parcels are not touched by it, and hold on. Where the
        editions hold several counties, a parcel is named with its own ("1-22, Dane"), or by a number that only one
        of them has.
    line : Lineage
        From the old edition to the new one.

    Returns
    -------
    Carried
        Every entry exactly once.
    """
    carried: list[CarriedEntry] = []
    asked: list[AskedEntry] = []
    entries = [_with_county(entry, line) for entry in entries]
    latest = _latest_values(entries)
    for row, entry in enumerate(entries, start=1):
        new_subjects, why = _fate(entry, line, latest)
        if new_subjects:
            carried.append(CarriedEntry(row, entry.subject, entry.kind, entry.date, new_subjects, why))
        else:
            choices = tuple(
                Choice(each.new_id, each.share_of_old, each.share_of_new, each.confidence)
                for each in (line.children(entry.subject) if entry.subject_kind == _PARCEL else ())
            )
            asked.append(AskedEntry(row, entry.subject, entry.kind, entry.date, choices, why))
    return Carried(tuple(carried), tuple(asked))


def read_register(data: bytes, where: str) -> tuple[Entry, ...]:
    r"""Read entries from a CSV file with the columns of `COLUMNS`.

    Parameters
    ----------
    data : bytes
        UTF-8, a byte order mark is taken off.
    where : str
        Name of the file, for errors.

    Raises
    ------
    RegisterInvalid
        Where a column is missing or named twice, a row has no subject or kind or is about nothing of `SUBJECT_KINDS`,
        or a date is none; cells are not repeated in it.

    Examples
    --------
    >>> head = b"subject_kind,subject,kind,value,date,document,who"
    >>> read_register(head + b"\nparcel,004-1, Benefit found ,yes,2004-06-01,Order 7,Clerk", "register.csv")[0].kind
    'benefit_found'
    """
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig")), strict=True, restval="")
        named = Counter(reader.fieldnames or ())
        for name in COLUMNS:
            if named[name] != 1:
                is_so = "is there more than once" if named[name] else "is missing"
                raise _invalid(where, f"The column {name} {is_so}.", Place(column=name))
        return tuple(_entry(cells, row, where) for row, cells in enumerate(reader))
    except UnicodeDecodeError as error:
        raise _invalid(where, "The file is not UTF-8 text.", Place(text=f"byte {error.start}")) from error
    except csv.Error as error:
        raise _invalid(where, "The file is no table of comma-separated values.", Place(text=str(error))) from error


def write_register(entries: Sequence[Entry], done: Carried) -> bytes:
    """Return the entries that were carried as CSV, one row for each new subject, with the old subject beside it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, "carried_from"))
    for each in done.carried:
        entry = entries[each.row - 1]
        for subject in each.new_subjects:
            now = replace(entry, subject=subject)
            cells = (now.subject_kind, now.subject, now.kind, now.value, now.date.isoformat(), now.document, now.who)
            writer.writerow((*cells, entry.subject if subject != entry.subject else ""))
    return text.getvalue().encode()


def _with_county(entry: Entry, line: Lineage) -> Entry:
    """Return an entry on a plain parcel number as one on the parcel of that number in the only county that has it."""
    if entry.subject_kind != _PARCEL or entry.subject in line.by_old:
        return entry
    borne_by = [name for name in line.by_old if name.startswith(f"{entry.subject}, ")]
    return replace(entry, subject=borne_by[0]) if len(borne_by) == 1 else entry


def _fate(entry: Entry, line: Lineage, latest: Mapping[tuple[str, str], str]) -> tuple[tuple[str, ...], str]:
    """Return the new subjects of an entry and why; no subject where a person must be asked."""
    if entry.subject_kind != _PARCEL:
        return (entry.subject,), "It is about no parcel."
    found = line.children(entry.subject)
    doubts = {
        f"The old edition has no parcel {entry.subject}.": entry.subject not in line.by_old,
        f"The id {entry.subject} tells no parcel apart: several rows, or roads and water, bear it.": entry.subject
        in line.shared_old,
        f"The land of {entry.subject} is in no parcel of the new edition.": not found,
        f"What became of {entry.subject} is not sure.": any(each.confidence == "asked" for each in found),
        f"The land of {entry.subject} is road, water or the like now.": all(
            each.new_id in line.shared_new for each in found
        ),
    }
    for doubt, is_so in doubts.items():
        if is_so:
            return (), doubt
    if len(found) == 1:
        return _one_child(entry, found[0], line, latest)
    return _several_children(entry, [each for each in found if each.new_id not in line.shared_new])


def _one_child(
    entry: Entry, child: Descent, line: Lineage, latest: Mapping[tuple[str, str], str]
) -> tuple[tuple[str, ...], str]:
    if child.share_of_old < WHOLE:
        return (), f"Only part of the land of {entry.subject} is in {child.new_id}."
    if child.share_of_new >= WHOLE:
        if child.confidence != "certain":
            return (), f"That {entry.subject} became {child.new_id} is likely, not certain."
        same = "is the same land" if child.new_id == entry.subject else f"is {child.new_id} now, the same land"
        return (child.new_id,), f"{entry.subject} {same}."
    return _merged(entry, child, line, latest)


def _merged(
    entry: Entry, child: Descent, line: Lineage, latest: Mapping[tuple[str, str], str]
) -> tuple[tuple[str, ...], str]:
    """Decide where the land is part of a larger parcel, whose other land may bear other entries, or none."""
    parents = line.parents(child.new_id)
    values = {latest[each.old_id, entry.kind] for each in parents if (each.old_id, entry.kind) in latest}
    if len(values) > 1:
        return (), f"{child.new_id} was made of several parcels, whose entries of this kind differ."
    spoken_of = sum(each.share_of_new for each in parents if (each.old_id, entry.kind) in latest)
    if spoken_of < WHOLE:
        return (), f"It would come to hold of land in {child.new_id} of which nothing of this kind is entered."
    return (child.new_id,), f"All land of {entry.subject} is in {child.new_id} now."


def _several_children(entry: Entry, parcels: Sequence[Descent]) -> tuple[tuple[str, ...], str]:
    if entry.kind not in LAND_KINDS:
        return (), f"{entry.subject} was divided, and this entry may belong to one part only."
    beyond = [each.new_id for each in parcels if each.share_of_new < WHOLE]
    if beyond:
        return (), f"It would come to hold of land in {beyond[0]} that was not {entry.subject}."
    return tuple(sorted(each.new_id for each in parcels)), f"{entry.subject} was divided; it holds of every part."


def _latest_values(entries: Iterable[Entry]) -> dict[tuple[str, str], str]:
    """Return what the newest entry of each kind says of each parcel; several of one day together."""
    dated: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.subject_kind == _PARCEL:
            dated[entry.subject, entry.kind].append(entry)
    latest = {}
    for key, mine in dated.items():
        day = max(each.date for each in mine)
        latest[key] = "\n".join(sorted({each.value for each in mine if each.date == day}))
    return latest


def _entry(cells: Mapping[str | None, str], row: int, where: str) -> Entry:
    if None in cells:
        raise _invalid(where, "A row has more cells than there are columns.", Place(row=row))
    text = {name: cells[name].strip() for name in COLUMNS}
    for name in ("subject_kind", "subject", "kind"):
        if not text[name]:
            raise _invalid(where, f"A row has no {name}.", Place(row=row, column=name))
    try:
        date = dt.date.fromisoformat(text["date"])
    except ValueError as error:
        raise _invalid(where, "A date is not written as YYYY-MM-DD.", Place(row=row, column="date")) from error
    kind = "_".join(text["kind"].casefold().split())
    subject_kind = text["subject_kind"].casefold()
    if subject_kind not in SUBJECT_KINDS:
        kinds = ", ".join(sorted(SUBJECT_KINDS))
        raise _invalid(where, f"A subject_kind is none of {kinds}.", Place(row=row, column="subject_kind"))
    return Entry(subject_kind, text["subject"], kind, text["value"], date, text["document"], text["who"])


def _invalid(where: str, what: str, place: Place) -> RegisterInvalid:
    return RegisterInvalid(
        what=what,
        where=where,
        why="An entry that is misread would be carried to the wrong land, or lost.",
        next=f"Give a CSV file in UTF-8 with the columns {', '.join(COLUMNS)}, and dates as YYYY-MM-DD.",
        places=(place,),
    )
