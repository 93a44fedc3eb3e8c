"""Which facts does the rule of a duty to connect get from the map, for one parcel?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from gis.facts.sewers.answers.access import SewerAccess
from gis.facts.sewers.meetings.predicates import SewerTest
from gis.model.facts.connection import (
    KoshkonongConnectionFacts,
    MukwonagoConnectionFacts,
    StatuteConnectionFacts,
    VillageConnectionFacts,
)
from gis.model.ordinance import ConnectionRule, PlaceKind

DutyFacts: TypeAlias = (
    MukwonagoConnectionFacts | KoshkonongConnectionFacts | VillageConnectionFacts | StatuteConnectionFacts
)


@dataclass(frozen=True, slots=True)
class Use:
    """What is known of the use of one parcel; null is unknown."""

    in_use: bool | None = None
    habitation: bool | None = None
    private_system: bool | None = None
    connected: bool | None = None
    structure: bool | None = None
    """Whether a building or other structure is in use."""


@dataclass(frozen=True, slots=True)
class Duty:
    """How one rule asks about the duty to connect."""

    test: SewerTest
    place_kinds: tuple[PlaceKind, ...]
    """Kinds of place whose land the rule is about where no ordinance names one."""
    facts: Callable[[bool | None, SewerAccess, Use, dt.date], DutyFacts]
    """In place, how the parcel lies to sewers, its use, the day asked about."""


def _mukwonago(in_place: bool | None, access: SewerAccess, use: Use, _date: dt.date) -> DutyFacts:
    return MukwonagoConnectionFacts(
        in_village=in_place,
        in_use=use.in_use,
        adjacent=access.adjacent,
        block_sewer=access.block_sewer,
        sewer_status=access.sewer_status,
        sewer_operational=access.sewer_operational,
        only_force_main=access.only_force_main,
    )


def _koshkonong(in_place: bool | None, access: SewerAccess, use: Use, _date: dt.date) -> DutyFacts:
    return KoshkonongConnectionFacts(
        in_district=in_place,
        in_use=use.in_use,
        abutting=access.abutting,
        reaches_by_easement_only=access.reaches_by_easement_only,
        only_force_main=access.only_force_main,
    )


def _village(in_place: bool | None, access: SewerAccess, use: Use, date: dt.date) -> DutyFacts:
    return VillageConnectionFacts(
        in_village=in_place,
        adjacent_local_sewer=access.adjacent,
        structure_in_use=use.structure,
        private_system=use.private_system,
        as_of=date,
        only_force_main=access.only_force_main,
    )


def _statute(in_place: bool | None, access: SewerAccess, use: Use, date: dt.date) -> DutyFacts:
    return StatuteConnectionFacts(
        in_territory=in_place,
        habitation=use.habitation,
        adjacent=access.adjacent,
        block_sewer=access.block_sewer,
        sewer_status=access.sewer_status,
        as_of=date,
        only_force_main=access.only_force_main,
    )


DUTIES: Mapping[ConnectionRule, Duty] = MappingProxyType(
    {
        "MUK-01": Duty(SewerTest.ADJACENT_OR_BLOCK, ("village",), _mukwonago),
        "CKSD-01": Duty(SewerTest.ABUTTING_STREET, ("sanitary",), _koshkonong),
        "VLG-06": Duty(SewerTest.ADJACENT_LOCAL, ("village",), _village),
        "WIS-281.45": Duty(SewerTest.ADJACENT_OR_BLOCK, ("town", "village", "city", "sanitary"), _statute),
    }
)
"""By the rule that an ordinance follows."""
