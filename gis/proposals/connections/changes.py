"""What would change the answer for a parcel, and which unknown fact could: told by asking the rule again?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from gis.errors import FactsInvalid
from gis.model.connections import FactOpen
from gis.model.finding import Finding, State
from gis.proposals.connections.facts import DutyFacts
from gis.proposals.connections.parcels import Bench
from gis.proposals.connections.words import DUTY_WORDS, weekday_words

_CLERK = "the clerk, with the limits as the county keeps them"
_KEEPER = "whoever keeps the map of the sewers: their kind, state, owner and course"
_INSPECTOR = "the building inspector, or the assessor"
_PLACE = FactOpen("whether the land lies where the ordinance governs", _CLERK, None)
_ADJACENT = FactOpen("whether the land meets a right-of-way or easement that holds a sewer", _KEEPER, None)
_OPEN: Mapping[str, tuple[FactOpen, tuple[object, ...]]] = MappingProxyType(
    {
        "in_village": (_PLACE, (True, False)),
        "in_district": (_PLACE, (True, False)),
        "in_territory": (_PLACE, (True, False)),
        "in_use": (FactOpen("whether a building or the land is in use", _INSPECTOR, "property_in_use"), (True, False)),
        "structure_in_use": (FactOpen("whether a building is in use", _INSPECTOR, "structure_in_use"), (True, False)),
        "habitation": (FactOpen("whether people live in a building", _INSPECTOR, "human_habitation"), (True, False)),
        "adjacent": (_ADJACENT, (True, False)),
        "adjacent_local_sewer": (_ADJACENT, (True, False)),
        "abutting": (
            FactOpen("how the land meets the street that holds a sewer", _KEEPER, None),
            ("line", "point", "none"),
        ),
        "block_sewer": (
            FactOpen("how a sewer runs through the block", _KEEPER, None),
            ("interior", "bounding_street", "none"),
        ),
        "private_system": (
            FactOpen(
                "whether a private system serves the building",
                "the county office that issues sanitary permits",
                "private_system_present",
            ),
            (True, False),
        ),
        "sewer_operational": (
            FactOpen("the day on which the sewer went into operation", "the sewer utility", "main_operational"),
            ("today",),
        ),
        "notice": (
            FactOpen("the day of the notice to connect", "the clerk who sent it", "connection_notice"),
            ("today",),
        ),
    }
)
"""Each fact that the map or the register may leave open, and the values that it could have."""


@dataclass(frozen=True, slots=True)
class _If:
    """Something supposed of a parcel: where which facts hold, what is put in their place."""

    where: Mapping[str, object]
    instead: Mapping[str, object]
    words: str


_TODAY = "today"
_IFS: Sequence[_If] = (
    _If({"in_use": True}, {"in_use": False}, "nothing on the land were in use"),
    _If({"in_use": False}, {"in_use": True}, "a building or the land were in use"),
    _If({"structure_in_use": True}, {"structure_in_use": False}, "no building were in use"),
    _If({"structure_in_use": False}, {"structure_in_use": True}, "a building were in use"),
    _If({"habitation": True}, {"habitation": False}, "nobody lived in a building on it"),
    _If({"habitation": False}, {"habitation": True}, "people lived in a building on it"),
    _If({"private_system": True}, {"private_system": False}, "no private system served the building"),
    _If({"private_system": False}, {"private_system": True}, "a private system served the building"),
    _If(
        {"health_hazard": False},
        {"health_hazard": True, "hazard_notice_received": _TODAY},
        "an immediate health hazard existed, and the building inspector's notice came on the day asked about",
    ),
    _If({"exemption_granted": False}, {"exemption_granted": True}, "the district granted the exemption for recreation"),
    _If({"notice": None}, {"notice": _TODAY}, "notice were given on the day asked about"),
    _If({"waiver_until": None}, {"waiver_until": _TODAY}, "a waiver covered the day asked about"),
    _If({"sewer_status": "proposed"}, {"sewer_status": "in_service"}, "the proposed sewer were in service"),
)


def open_facts(bench: Bench, facts: DutyFacts) -> Iterator[FactOpen]:
    """Yield the facts that nobody knows and of which at least one possible value would change the answer."""
    found = _outcome(bench.judged(facts))
    for name in _names(facts):
        if getattr(facts, name) is None and name in _OPEN:
            told, values = _OPEN[name]
            others = (_supposed(bench, facts, {name: value}) for value in values)
            if any(other is not None and _outcome(other) != found for other in others):
                yield told


def what_would_change(bench: Bench, facts: DutyFacts) -> Iterator[str]:
    """Yield in sentences what would change the answer."""
    found = _outcome(bench.judged(facts))
    names = _names(facts)
    for each in _IFS:
        if all(name in names and getattr(facts, name) == value for name, value in each.where.items()):
            other = _supposed(bench, facts, each.instead)
            if other is not None and _outcome(other) != found:
                by = other.measures.get("connect_by") if other.state is State.PASS else None
                day = f", by {weekday_words(dt.date.fromisoformat(by))}" if isinstance(by, str) else ""
                yield f"If {each.words}: {DUTY_WORDS[other.state]}{day}."


def _supposed(bench: Bench, facts: DutyFacts, instead: Mapping[str, object]) -> Finding | None:
    """Judge facts with others in their place; None where these cannot be so."""
    values: dict[str, Any] = {name: bench.ground.date if value == _TODAY else value for name, value in instead.items()}
    try:
        return bench.judged(replace(facts, **values))
    except FactsInvalid:
        return None


def _outcome(finding: Finding) -> tuple[State, object, object]:
    return finding.state, finding.answer, finding.measures.get("connect_by")


def _names(facts: DutyFacts) -> frozenset[str]:
    return frozenset(each.name for each in fields(facts))
