"""How do the connections of a service area, of a new main or of a proposed one read on paper?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from gis.model.finding import State
from gis.proposals.connections.permissions import permissions_said
from gis.proposals.connections.words import (
    DUTY_WORDS,
    feet,
    fronts_words,
    reason,
    standing,
    weekday_words,
)
from gis.rules.words import all_listed, day_words

if TYPE_CHECKING:
    from gis.model.connections import (
        Connections,
        LayerFault,
        LiableParcel,
        MainInService,
        ParcelAnswer,
        ParcelConnection,
        ProposedMain,
    )

TOLD: tuple[str, ...] = (State.PASS, State.UNDETERMINED, State.WITHIN_TOLERANCE, State.NEEDS_EVIDENCE)
"""Standings whose parcels are named: those that must connect, and those that wait for a person or a fact."""
_REASONS_AT_MOST = 12
_PARCELS_AT_MOST = 20
_PLACES_AT_MOST = 3
LAST_LINE = "Draft for review. Not legal advice, not a survey."


def area_lines(answer: Connections, out: Path | None = None) -> Iterator[str]:
    """Return the lines of a service area: counts, reasons with some of their parcels, faults by kind, notes.

    Where every parcel stands in a file, only the counts are told of them.
    """
    yield f"Duty to connect on {day_words(answer.date)}: {answer.ordinance_title}"
    yield f"  {_parcels(len(answer.parcels))}"
    for state, words in DUTY_WORDS.items():
        if answer.counts.get(state):
            yield f"  {answer.counts[state]:>9,}  {words}"
    if out is not None:
        yield f"  every parcel stands in {out.name}"
    for state in TOLD if out is None else ():
        yield from _reasons(state, [parcel for parcel in answer.parcels if standing(parcel) == state])
    yield from _faults(answer.faults)
    yield from notes_lines(answer.notes)


def notes_lines(notes: Sequence[str]) -> Iterator[str]:
    """Return each note once, and last that nothing here is advice."""
    yield ""
    yield from (f"Note: {note}" for note in dict.fromkeys(notes))
    yield LAST_LINE


def _reasons(state: str, parcels: Sequence[ParcelConnection]) -> Iterator[str]:
    if not parcels:
        return
    yield ""
    yield f"{DUTY_WORDS[state][:1].upper()}{DUTY_WORDS[state][1:]}: {_parcels(len(parcels))}"
    groups: dict[str, list[ParcelConnection]] = defaultdict(list)
    for parcel in parcels:
        groups[reason(parcel)].append(parcel)
    by_size = sorted(groups.items(), key=lambda group: -len(group[1]))
    for because, of_it in by_size[:_REASONS_AT_MOST]:
        yield f"  {because}"
        shown = ", ".join(parcel.parcel_id for parcel in of_it[:_PARCELS_AT_MOST])
        rest = len(of_it) - _PARCELS_AT_MOST
        yield f"    {len(of_it):,}: {shown}{f' and {rest:,} more' if rest > 0 else ''}"
    if len(by_size) > _REASONS_AT_MOST:
        others, count = sum(len(of_it) for _, of_it in by_size[_REASONS_AT_MOST:]), len(by_size) - _REASONS_AT_MOST
        yield f"  {_parcels(others)} for {count:,} other reasons; --out FILE.csv gives them all."


def _faults(faults: Sequence[LayerFault]) -> Iterator[str]:
    if not faults:
        return
    yield ""
    yield f"Faults of the layers ({len(faults):,}); none of them makes a duty"
    for kind, count in Counter(fault.kind for fault in faults).most_common():
        yield f"  {kind.replace('_', ' ')}: {count:,}"
        of_kind = [fault for fault in faults if fault.kind == kind]
        yield from (f"    {fault.feature_id}: {fault.what} ({fault.where})" for fault in of_kind[:_PLACES_AT_MOST])
        if count > _PLACES_AT_MOST:
            yield f"    and {count - _PLACES_AT_MOST:,} more; --format json gives them all."


def in_service_lines(answer: MainInService, mailing_list: Path | None = None) -> Iterator[str]:
    """Return the lines of mains that become operational, and what was written to the clerk's mailing list."""
    one = len(answer.mains) == 1
    heading = f"{'Main' if one else 'Mains'} {all_listed(answer.mains)} in service from"
    yield f"{heading} {weekday_words(answer.operational)}, asked on {day_words(answer.date)}"
    yield from _liable("It makes liable" if one else "They make liable", answer.liable)
    yield from _liable(f"{'It leaves' if one else 'They leave'} a fact to find out for", answer.open)
    yield from _already(answer.already)
    if mailing_list is not None:
        count = sum(bool(each.notices) for each in (*answer.liable, *answer.open))
        why = "" if count else ": no parcel above gets a notice, and the notes say why"
        yield f"The mailing list {mailing_list.name} holds the owners of {_parcels(count)}{why}."
    yield from _faults(answer.faults)
    yield from notes_lines(answer.notes)


def proposed_lines(answer: ProposedMain) -> Iterator[str]:
    """Return the lines of a proposed main."""
    yield f"Proposed main, {feet(answer.length_ft)} on the ground, asked on {day_words(answer.date)}"
    yield from _liable("It would make liable", answer.liable)
    yield from _liable("It would leave a fact to find out for", answer.open)
    yield from _already(answer.already)
    if answer.connects_to is None:
        yield "Its lower end meets no sewer on file, so that no capacity can be checked."
    if answer.downstream is not None:
        yield f"Down the flow: {' > '.join(answer.downstream.path)}"
    if answer.capacity is not None:
        yield f"{answer.capacity.rule}, {answer.capacity.question} {answer.capacity.because}"
    if answer.permissions:
        yield "Permission under the village's ordinance"
        yield from (f"  {line}" for line in permissions_said(answer.permissions))
    yield from _faults(answer.faults)
    yield from notes_lines(answer.notes)


def parcel_lines(answer: ParcelAnswer) -> Iterator[str]:
    """Return the lines of one parcel: the answer in sentences, and what is unknown and who could supply it."""
    parcel = answer.parcel
    county = f", {parcel.county} County" if parcel.county else ""
    address = f", {parcel.site_address}" if parcel.site_address else ""
    yield f"Parcel {parcel.parcel_id}{county}{address}, {parcel.municipality or 'municipality not on the roll'}"
    yield f"Asked on {day_words(answer.date)}"
    for part in answer.said:
        yield ""
        yield part.heading
        yield from (f"  {sentence}" for sentence in part.sentences)
    if answer.open_facts:
        yield ""
        yield "Unknown, and could change the answer"
        for each in answer.open_facts:
            entry = f"; enter it in the register as {each.register_kind}" if each.register_kind else ""
            yield f"  {each.fact[:1].upper()}{each.fact[1:]}: ask {each.who}{entry}."
    yield from notes_lines(answer.notes)


def _liable(heading: str, parcels: Sequence[LiableParcel]) -> Iterator[str]:
    yield ""
    frontage = sum((each.frontage_ft for each in parcels), start=Fraction(0))
    yield f"{heading} {_parcels(len(parcels))}, {feet(frontage)} of frontage"
    for each in parcels[:_PARCELS_AT_MOST]:
        parcel = each.parcel
        by = "" if parcel.connect_by is None else f", by {weekday_words(parcel.connect_by)}"
        sides = f" ({fronts_words(each.fronts)})" if each.fronts else " (through its block only)"
        yield f"  {parcel.parcel_id}{f', {parcel.site_address}' if parcel.site_address else ''}{sides}{by}"
    if len(parcels) > _PARCELS_AT_MOST:
        yield f"  and {len(parcels) - _PARCELS_AT_MOST:,} more; --format json gives them all."
    said = dict.fromkeys(notice.says for each in parcels for notice in each.notices)
    yield from (f"  Notice: {says}" for says in said)


def _already(parcels: Sequence[LiableParcel]) -> Iterator[str]:
    """Name the parcels along the main that are on no list of notices, because other sewers serve them."""
    if not parcels:
        return
    yield ""
    yield f"Liable already by other sewers: {_parcels(len(parcels))}"
    for each in parcels[:_PARCELS_AT_MOST]:
        by = f" by {all_listed(list(dict.fromkeys(each.sewers_before)))}" if each.sewers_before else ""
        yield f"  {each.parcel.parcel_id}{f', {each.parcel.site_address}' if each.parcel.site_address else ''}{by}"
    if len(parcels) > _PARCELS_AT_MOST:
        yield f"  and {len(parcels) - _PARCELS_AT_MOST:,} more; --format json gives them all."


def _parcels(count: int) -> str:
    return f"{count:,} parcel{'' if count == 1 else 's'}"
