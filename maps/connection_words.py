"""How is the duty to connect said to a person: the answer, the day, the charges, and where the layers come from?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gis.model.connections import ChargeDue, ParcelConnection
from gis.model.finding import State
from gis.model.found_parcels import LiesIn
from gis.model.view import LayerShown
from gis.proposals.connections.words import CONNECTED, connection_words, standing, weekday_words
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
        "plats": "Plats",
        "water": "Water",
        "elevations": "Elevations of the ground",
        "counties": "Counties",
        "zoning": "Zoning",
        "impervious": "Outlines of impervious surfaces",
        "impervious_raster": "Raster of impervious surfaces",
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


def answer_words(parcel: ParcelConnection) -> str:
    """Say the answer to "must I connect?": of connected land that it is, and since when."""
    connection = connection_words(parcel)
    if connection is None:
        return ANSWER_WORDS[parcel.state]
    answer = f"It is {connection}"
    return answer if standing(parcel) == CONNECTED else f"{ANSWER_WORDS[parcel.state]}. {answer}"


def due_words(parcel: ParcelConnection) -> str | None:
    """Say by when the parcel must connect; None where no day follows yet."""
    return None if parcel.connect_by is None else weekday_words(parcel.connect_by)


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
