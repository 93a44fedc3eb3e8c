"""Of which parcels do the entries of a register hold after the parcels changed?

An entry is carried where its land is one parcel still, or where it speaks of the land as a whole and the land was
divided. Where it speaks of one building or an amount of money and the land was divided, where it would come to hold of
land that no entry of its kind speaks of, and where the land itself is in doubt, a person is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gis.layers.lineage.lineage import WHOLE, Descent, Lineage
from gis.model.carried import AskedEntry, Carried, CarriedEntry, Choice
from gis.register.entries import PARCEL, Entry
from gis.register.writing import write_register

LAND_KINDS = frozenset({"benefit_found", "exclusion_decision"})
"""Kinds of entry that hold of every part of the land alike: a finding that the land is benefited, a decision that it is
in or out. All others (a private system, its cost, a levy paid, a lien, an objection, a certificate) speak of one
building, one amount or one person, and only a person can say to which part of divided land they belong."""


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
                for each in (line.children(entry.subject) if entry.subject_kind == PARCEL else ())
            )
            asked.append(AskedEntry(row, entry.subject, entry.kind, entry.date, choices, why))
    return Carried(tuple(carried), tuple(asked))


def write_carried(entries: Sequence[Entry], done: Carried) -> bytes:
    """Return the entries that were carried as CSV, one row for each new subject, with the old subject beside it."""
    return write_register([*_as_carried(entries, done)], always=("carried_from",))


def _as_carried(entries: Sequence[Entry], done: Carried) -> Iterator[Entry]:
    for each in done.carried:
        entry = entries[each.row - 1]
        for subject in each.new_subjects:
            came_from = entry.carried_from if subject == entry.subject else entry.subject
            yield replace(entry, subject=subject, carried_from=came_from)


def _with_county(entry: Entry, line: Lineage) -> Entry:
    """Return an entry on a plain parcel number as one on the parcel of that number in the only county that has it."""
    if entry.subject_kind != PARCEL or entry.subject in line.by_old:
        return entry
    borne_by = [name for name in line.by_old if name.startswith(f"{entry.subject}, ")]
    return replace(entry, subject=borne_by[0]) if len(borne_by) == 1 else entry


def _fate(entry: Entry, line: Lineage, latest: Mapping[tuple[str, str], str]) -> tuple[tuple[str, ...], str]:
    """Return the new subjects of an entry and why; no subject where a person must be asked."""
    if entry.subject_kind != PARCEL:
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
        if entry.subject_kind == PARCEL:
            dated[entry.subject, entry.kind].append(entry)
    latest = {}
    for key, mine in dated.items():
        day = max(each.date for each in mine)
        latest[key] = "\n".join(sorted({each.value for each in mine if each.date == day}))
    return latest
