"""How is the duty to connect said to a person: the answer, the day, the charges, and where the layers come from?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gis.model.connections import ChargeDue, ParcelConnection
from gis.model.finding import State
from gis.model.found_parcels import LiesIn
from gis.model.view import LayerShown
from gis.proposals.connections.words import weekday_words
from maps.wording import date_words, quantity

DRAFT = "Draft for review. Not legal advice, not a survey."
NO_ORDINANCE = "No ordinance on file governs this land"
ANSWER_WORDS: Mapping[State | None, str] = MappingProxyType(
    {
        State.PASS: "Yes, it must connect",
        State.FAIL: "No, it need not connect",
        State.WITHIN_TOLERANCE: "It hangs on less than the maps are accurate: a person must look",
        State.NEEDS_EVIDENCE: "Not known yet: a fact is missing",
        State.NOT_APPLICABLE: "No, not now",
        State.UNDETERMINED: "The ordinance does not settle it",
        None: NO_ORDINANCE,
    }
)
"""What the state of the duty answers to "must I connect?"."""
LAYER_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "municipalities": "Municipal limits",
        "districts": "Districts",
        "service_areas": "Service areas",
        "sewers": "Sewer mains",
        "sewer_nodes": "Manholes and stations",
        "parcels": "Parcels",
        "rights_of_way": "Rights-of-way",
        "streets": "Streets",
        "buildings": "Buildings",
        "private_systems": "Private systems",
        "railroads": "Railroads",
        "water": "Water",
        "elevations": "Elevations of the ground",
        "counties": "Counties",
        "zoning": "Zoning",
    }
)
ASK_RATE = "the clerk or utility that bills sewer charges"
"""Who knows a charge that the ordinance on file does not state."""


@dataclass(frozen=True, slots=True)
class LayerLine:
    """Where one layer comes from and of which day it is."""

    name: str
    date: str
    source: str
    accuracy: str
    edition: str


def due_words(parcel: ParcelConnection) -> str | None:
    """Say by when the parcel must connect; None where no day follows yet."""
    return None if parcel.connect_by is None else weekday_words(parcel.connect_by)


def earlier_day(parcel: ParcelConnection) -> tuple[str, ...]:
    """Say which other rules give the day, where the duty's own rule gives a later one."""
    finding, due = parcel.finding, parcel.connect_by
    if finding is None or due is None or finding.measures.get("connect_by") in (None, due.isoformat()):
        return ()
    of_others = [each for each in parcel.more if each.answer == due.isoformat()]
    return tuple(f"It follows from another rule, {each.rule}: {each.because}" for each in of_others)


def part_words(place: LiesIn) -> str:
    """Say how a parcel lies in a place.

    >>> part_words(LiesIn("districts", "Elm Sanitary District", "sanitary", is_whole=False))
    'Elm Sanitary District (sanitary): in part'
    """
    kind = f" ({place.kind.replace('_', ' ')})" if place.kind else ""
    return f"{place.name}{kind}: {'the whole parcel' if place.is_whole else 'in part'}"


def charge_line(charge: ChargeDue) -> tuple[str, str, str]:
    """Say a charge: its name and period, its amount or whom to ask, and why it is due.

    >>> charge_line(ChargeDue("MUK-03", "standby charge", None, "a month", "Because."))
    ('Standby charge, a month', 'Not known: ask the clerk or utility that bills sewer charges', 'Because.')
    """
    amount = f"Not known: ask {ASK_RATE}" if charge.amount is None else quantity(charge.amount, "usd")
    return f"{charge.name[:1].upper()}{charge.name[1:]}, {charge.period}", amount, charge.because


def layer_lines(sources: Sequence[LayerShown]) -> tuple[LayerLine, ...]:
    """Return each layer with its day, its source and how accurate it is said to be."""
    return tuple(
        LayerLine(
            LAYER_WORDS.get(source.kind, source.kind.replace("_", " ").capitalize()),
            date_words(source.vintage),
            source.source,
            "not stated" if source.accuracy_ft is None else quantity(source.accuracy_ft, "ft"),
            source.edition,
        )
        for source in sources
    )
