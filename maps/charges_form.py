"""Which boxes has the form of charges, and how do sentences for other callers read beside it: boxes, not options?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gis.model.charges import Event

EVENTS: Mapping[Event, str] = MappingProxyType(
    {
        "connect": "Connect it to the public sewer",
        "develop": "Develop it",
        "divide": "Divide it into lots",
        "bill": "Receive a bill",
    }
)
_BUILT: tuple[Event, ...] = ("connect", "develop")
_MADE: tuple[Event, ...] = (*_BUILT, "divide")
_BILLED: tuple[Event, ...] = ("bill",)


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the form."""

    name: str
    """As `ChargesStated` has it."""
    label: str
    sample: str
    """How it is filled in; empty where it is chosen from a list."""
    events: tuple[Event, ...]
    """Events of which it is read; filled in for another, it says nothing."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values and their words; none where it is written."""


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes that are shown and folded together."""

    heading: str
    boxes: tuple[Box, ...]


_YES_NO = (("", "I do not know"), ("yes", "Yes"), ("no", "No"))
_QUARTERS = (
    ("", "The last one that is billed"),
    ("march", "January to March"),
    ("june", "April to June"),
    ("september", "July to September"),
    ("december", "October to December"),
)
GROUPS = (
    BoxGroup(
        "What you know of the building and the lots",
        (
            Box("new_building", "Is the building new?", "", _BUILT, _YES_NO),
            Box("replaces_same", "Does it only replace a building of the same size and use?", "", _BUILT, _YES_NO),
            Box("dwellings", "How many new homes of each kind", "single_family=1, two_bedroom=4", _MADE),
            Box("commercial_sqft", "New floor of a business, in square feet", "12000", _BUILT),
            Box("acres", "How many acres of each use", "commercial=2.5", _MADE),
            Box("before", "What stands there now, of each kind", "single_family=1", _MADE),
            Box(
                "recs",
                "How many homes it counts as, also on a bill (residential equivalents)",
                "1",
                (*_BUILT, *_BILLED),
            ),
            Box("use", "What the building is used for", "restaurant", _BUILT),
            Box("quantity", "How many seats, rooms or employees it has", "60", _BUILT),
            Box("lots", "How many lots there will be", "3", _MADE),
            Box("existing_lots", "How many lots there were before", "1", _MADE),
            Box("permit_date", "Day of the building permit", "2026-06-15", _BUILT),
        ),
    ),
    BoxGroup(
        "What you know of the bill",
        (
            Box("quarter", "Which quarter the bill is for", "", _BILLED, _QUARTERS),
            Box("volume_kgal", "Water used in the quarter, in thousand gallons", "12.5", _BILLED),
            Box("june_volume_kgal", "Water used from April to June, in thousand gallons", "10", _BILLED),
            Box("issued", "Day on the bill", "2026-07-01", _BILLED),
            Box("paid", "Day it was paid", "2026-07-20", _BILLED),
        ),
    ),
)
"""Boxes of the form beside parcel, county, event, day and ordinance."""
BOXES = tuple(box for group in GROUPS for box in group.boxes)
LABELS: Mapping[str, str] = MappingProxyType(
    {
        **{box.name: box.label for box in BOXES},
        "parcel": "Parcel number, as the tax bill has it",
        "county": "County, if two of them use that number",
        "event": "What would you do?",
        "date": "Day you ask about",
        "ordinance": "Whose rules",
    }
)
"""What each parameter of the address is called in the form."""
_OTHER_OPTIONS: Mapping[str, str] = MappingProxyType(
    {"new": "new_building", "existing": "new_building", "units": "recs"}
)
"""Options of the command that are not called like their box."""

_WHERE = re.compile(r"\(((?:options? |register: )[^()]+)\)")
"""Where something is stated, in brackets within a sentence."""
_EVENT = re.compile(r"--event ([a-z]+)")
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)(?: [A-Z]+(?:=[A-Z]+)?)?")
_PARAMETER = re.compile(rf"\b({'|'.join(LABELS)})=")
_SAYS_NOTHING = re.compile(rf"^({'|'.join(LABELS)})(?= says nothing)")
_OF_COMMANDS = (
    (re.compile(r"Write it as a file [^.]*\."), "Whoever keeps this service can put it on file."),
    (re.compile(r"ask with `[^`]+`"), "ask the clerk"),
    (re.compile(r"`townline [^`]+`"), "whoever keeps this service"),
    (re.compile(r", for example --ordinance [\w-]+"), ""),
    (re.compile(r" ?\b[Rr]egister: [a-z_]+\.$"), " The clerk can put it on record."),
)
"""What a reader of the page has no command for, and what it can do instead."""
_ON_RECORD = "the clerk or the utility can put it on record"
_NOT_ON_FILE = "the body sets it, and its clerk knows it"


def in_form(text: str) -> str:
    """Return a sentence as a reader of the page can follow it: boxes in place of options and parameters.

    >>> in_form("On connection more falls due: ask again with --event connect.")
    'On connection more falls due: ask again with “What would you do?”: Connect it to the public sewer.'
    >>> in_form("State --issued too, or leave --paid out.")
    'State “Day on the bill” too, or leave “Day it was paid” out.'
    """
    text = _WHERE.sub(lambda found: f"({where_in_form(found[1])})", text)
    for pattern, words in _OF_COMMANDS:
        text = pattern.sub(words, text)
    text = _EVENT.sub(lambda found: f"{_box('event')}: {_event_words(found[1])}", text)
    text = _OPTION.sub(lambda found: _box(_OTHER_OPTIONS.get(found[1], found[1].replace("-", "_"))), text)
    text = _PARAMETER.sub(lambda found: f"{_box(found[1])}: ", text)
    return _SAYS_NOTHING.sub(lambda found: _box(found[1]), text)


def where_in_form(where: str) -> str:
    """Say where a missing fact is stated: in a box, or by whom where the form has none.

    >>> where_in_form("option --quantity; register: building_use_quantity")
    'in the form, “How many seats, rooms or employees it has”; or the clerk or the utility can put it on record'
    >>> where_in_form("ordinance file: scac_dollars")
    'the body sets it, and its clerk knows it'
    """
    return "; or ".join(dict.fromkeys(_place(each) for each in where.split("; ")))


def read_of(event: str | None, filled: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return what of a filled form is read for an event, and the labels of the boxes that say nothing of it.

    >>> read_of("connect", {"parcel": "7-S1", "lots": "2", "volume_kgal": "12.5", "paid": ""})
    ({'parcel': '7-S1', 'lots': '2', 'paid': ''}, ('Water used in the quarter, in thousand gallons',))
    """
    unread = [box for box in BOXES if filled.get(box.name, "").strip() and event in EVENTS and event not in box.events]
    names = {box.name for box in unread}
    return {name: value for name, value in filled.items() if name not in names}, tuple(box.label for box in unread)


def filled_groups(filled: Mapping[str, str]) -> Iterator[tuple[BoxGroup, bool]]:
    """Yield the groups of boxes, and whether one of each is filled in, so that it is shown unfolded."""
    for group in GROUPS:
        yield group, any(filled.get(box.name) for box in group.boxes)


def _place(part: str) -> str:
    kind, colon, _ = part.partition(": ")
    if colon and kind == "register":
        return _ON_RECORD
    if colon and kind == "ordinance file":
        return _NOT_ON_FILE
    return in_form(re.sub(r"^options? ", "in the form, ", part))


def _box(name: str) -> str:
    return f"“{LABELS.get(name, name.replace('_', ' '))}”"


def _event_words(name: str) -> str:
    return {str(event): words for event, words in EVENTS.items()}.get(name, name)
