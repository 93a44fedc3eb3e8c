"""What do the rules say of the parcels, sewers and components that a scene draws?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from gis.facts.district_annexation import district_annexation_facts
from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.uses import uses
from gis.facts.sewers.areas.governing import governs
from gis.facts.sewers.areas.membership import Place
from gis.facts.sewers.ground import SewerGround, sewer_ground
from gis.law.ordinance_files import load_ordinances
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.model.ordinance import Ordinance
from gis.network.capacity import components_facts
from gis.proposals.connections.facts import DUTIES
from gis.proposals.connections.parcels import parcel_finding
from gis.proposals.connections.standby import standby_facts
from gis.proposals.connections.stated import stated_of
from gis.proposals.scene_layers import Scene, scene_stated, unreadable
from gis.rules.registry import judge

_STANDBY, _CAPACITY, _ANNEXATION = "UT-03", "MUK-24", "CKSD-12"
_APPROVALS = "approvals"
"""Of CKSD-12 a scene says by town which board approved (FACTS.md 1.7)."""
_SANITARY, _CKSD = "sanitary", "cksd"


@dataclass(frozen=True)
class ParcelScene:
    """A scene, its layers, and the law on its day."""

    scene: Scene
    layers: LayerSet
    date: dt.date
    parameters: Parameters

    @cached_property
    def ground(self) -> SewerGround:
        """Parcels and sewers of the scene, surveyed once."""
        return sewer_ground(self.layers, self.date)

    @property
    def facts(self) -> Mapping[str, Any]:
        """Facts that the scene states."""
        told: Mapping[str, Any] = self.scene.get("facts") or {}
        return told

    @cached_property
    def districts(self) -> frozenset[str]:
        """Names of the district asked about: CKSD where the scene has it, else every sanitary district."""
        drawn = self.scene["layers"].get("districts") or ()
        names = frozenset(str(each["name"]) for each in drawn if _SANITARY in str(each["kind"]))
        ordinance = load_ordinances().get(_CKSD, self.date)
        return frozenset(name for name in names if governs(ordinance, Place(name, _SANITARY, None))) or names

    def ordinance(self, rule_id: str) -> Ordinance | None:
        """Return the ordinance of CKSD for its own rule where the scene has that district; else any place will do."""
        ordinance = load_ordinances().get(_CKSD, self.date)
        is_its = ordinance.connection_rule == rule_id and any(
            governs(ordinance, Place(name, _SANITARY, None)) for name in self.districts
        )
        return ordinance if is_its else None

    def subjects(self, rule_id: str) -> Iterator[str]:
        """Yield the parcels that the scene asks a rule about."""
        for expected in self.scene["expect"]:
            if expected["rule"] == rule_id:
                yield str(expected["subject"])

    def position(self, parcel_id: str) -> int:
        """Return where a parcel stands in the survey.

        Raises
        ------
        CaseFileInvalid
            No parcel, or several, have the id.
        """
        found = [i for i, each in enumerate(self.ground.ids) if each == parcel_id]
        if len(found) != 1:
            raise unreadable(str(self.scene["id"]), "expect", f"{len(found)} parcels have the id {parcel_id}.")
        return found[0]


def judge_parcels(asked: ParcelScene, rules: Collection[str]) -> Iterator[tuple[tuple[str, str | None], Finding]]:
    """Judge the rules that ask about parcels, sewers and components, each of the subjects that the scene names.

    Parameters
    ----------
    asked : ParcelScene
        The scene.
    rules : collection of rule ids
        Those that are not here are left out.

    Yields
    ------
    tuple
        Rule id and subject, and the finding.

    Raises
    ------
    CaseFileInvalid
        A fact or subject of the scene cannot be read.
    """
    for rule_id in sorted(rules):
        if rule_id in DUTIES:
            stated = scene_stated(asked.scene, rule_id, asked.facts)
            for subject in asked.subjects(rule_id):
                position = asked.position(subject)
                ordinance = asked.ordinance(rule_id)
                found = parcel_finding(asked.ground, rule_id, position, stated, asked.parameters, ordinance)
                yield (rule_id, subject), found
        elif rule_id in _OTHERS:
            yield from _OTHERS[rule_id](asked)


_Found = Iterator[tuple[tuple[str, str | None], Finding]]


def _standby(asked: ParcelScene) -> _Found:
    facts = standby_facts(asked.ground, uses(asked.ground), stated_of(None, asked.date))
    facts = replace(facts, **scene_stated(asked.scene, _STANDBY, asked.facts))
    yield (_STANDBY, None), judge(_STANDBY, facts, asked.parameters)


def _capacity(asked: ParcelScene) -> _Found:
    components = asked.scene["layers"].get("components") or ()
    drawn = components_facts(components, asked.layers.frame)
    facts = replace(drawn, **scene_stated(asked.scene, _CAPACITY, asked.facts))
    yield (_CAPACITY, facts.connects_to), judge(_CAPACITY, facts, asked.parameters)


def _annexation(asked: ParcelScene) -> _Found:
    own = dict(asked.facts.get(_ANNEXATION) or {})
    approvals = own.pop(_APPROVALS, asked.facts.get(_APPROVALS) or {})
    stated = scene_stated(asked.scene, _ANNEXATION, {**asked.facts, _ANNEXATION: own})
    for subject in asked.subjects(_ANNEXATION):
        land = asked.ground.geometries[asked.position(subject)]
        gathered = district_annexation_facts(land, asked.layers, asked.date, asked.districts, approvals)
        found = judge(_ANNEXATION, replace(gathered.facts, **stated), asked.parameters)
        yield (_ANNEXATION, subject), replace(found, subject=subject, evidence=gathered.evidence, notes=gathered.notes)


_OTHERS: Mapping[str, Callable[[ParcelScene], _Found]] = MappingProxyType(
    {_STANDBY: _standby, _CAPACITY: _capacity, _ANNEXATION: _annexation}
)
