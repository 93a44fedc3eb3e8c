"""What do the rules on charges and special assessments say of the parcels and streets that a scene draws?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from gis.facts.assessments.areas import parcel_areas
from gis.facts.assessments.frontage import frontage_along, lines_drawn
from gis.facts.assessments.land import ParcelLand, parcel_land
from gis.facts.assessments.railroads import railroad_frontage
from gis.facts.assessments.service_area import in_service_area
from gis.model.facts.assessment import LienFacts, LienParcel, RailroadCrossingFacts
from gis.model.facts.district_charges import DevelopmentContributionFacts
from gis.model.facts.village_charges import MainExtensionFacts
from gis.model.finding import Finding
from gis.proposals.connection_scenes import ParcelScene
from gis.proposals.scene_layers import scene_shape, scene_stated, unreadable
from gis.rules.registry import judge

_DEVELOPMENT, _EXTENSION, _LIENS, _CROSSING = "CKSD-05", "MUK-16", "SA-06", "SA-10"
Stated = Mapping[str, Any]


def judge_charges(asked: ParcelScene, rules: Collection[str]) -> Iterator[tuple[tuple[str, str | None], Finding]]:
    """Judge the rules on charges, each of the parcels that the scene names, or the scene as a whole.

    Parameters
    ----------
    asked : ParcelScene
        The scene. Its boundary is the service area (FACTS.md 1.7).
    rules : collection of rule ids
        Those that are not here are left out.

    Yields
    ------
    tuple
        Rule id and subject, and the finding. What the scene states goes before what is measured.

    Raises
    ------
    CaseFileInvalid
        A fact, shape or subject of the scene cannot be read.
    EditionMissing
        The scene draws no parcels, streets or railroads where a rule measures them. Without a main or a service area
        the fact is unknown.
    """
    for rule_id in sorted({*rules} & {*_FACTS}):
        stated = scene_stated(asked.scene, rule_id, asked.facts)
        subjects = {each.get("subject"): None for each in asked.scene["expect"] if each["rule"] == rule_id}
        for subject, facts in _FACTS[rule_id](asked, [*subjects]):
            finding = judge(rule_id, replace(facts, **stated), asked.parameters)
            yield (rule_id, subject), replace(finding, subject=subject)


_Gathered = Iterator[tuple[str | None, Any]]


def _development(asked: ParcelScene, subjects: Collection[str | None]) -> _Gathered:
    land = parcel_land(asked.layers)
    areas = parcel_areas(land)
    for position in _positions(asked, land, subjects):
        acres = areas.acres(position)["drawn"]
        yield str(land.ids[position]), DevelopmentContributionFacts(area_acres=acres)


def _extension(asked: ParcelScene, subjects: Collection[str | None]) -> _Gathered:
    land = parcel_land(asked.layers)
    drawn = asked.scene["layers"].get("mains") or ()
    frontage = None
    if drawn:
        lines = [scene_shape(each["wkt"], asked.layers.frame, "layers.mains") for each in drawn]
        mains = lines_drawn(asked.layers, lines, [str(each["main_id"]) for each in drawn])
        frontage = frontage_along(land, mains, asked.date)
    for position in _positions(asked, land, subjects):
        front_ft = None if frontage is None else frontage.frontage_ft(position)
        yield str(land.ids[position]), MainExtensionFacts(customer_frontage_ft=front_ft)


def _liens(asked: ParcelScene, subjects: Collection[str | None]) -> _Gathered:
    boundary = asked.scene.get("boundary")
    parcels = None
    if boundary is not None:
        land = parcel_land(asked.layers)
        lies = in_service_area(land, scene_shape(boundary, asked.layers.frame, "boundary"))
        eligible = {each["parcel_id"]: each.get("farmland_eligible") for each in asked.scene["layers"]["parcels"]}
        parcels = tuple(
            LienParcel(str(parcel_id), eligible[parcel_id], bool(lies.is_inside[position]))
            for position, parcel_id in enumerate(land.ids.tolist())
        )
    for subject in subjects:
        yield subject, LienFacts(parcels=parcels)


def _crossing(asked: ParcelScene, subjects: Collection[str | None]) -> _Gathered:
    fronts = railroad_frontage(asked.layers, asked.date)
    for subject in subjects:
        yield subject, RailroadCrossingFacts(frontages_ft=fronts.frontages_ft)


def _positions(asked: ParcelScene, land: ParcelLand, subjects: Collection[str | None]) -> Iterator[int]:
    """Yield the positions of the parcels that the scene asks about."""
    for subject in subjects:
        found = [position for position, each in enumerate(land.ids.tolist()) if each == subject]
        if len(found) != 1:
            raise unreadable(str(asked.scene["id"]), "expect", f"{len(found)} parcels have the id {subject}.")
        yield found[0]


_FACTS: Mapping[str, Callable[[ParcelScene, Collection[str | None]], _Gathered]] = MappingProxyType(
    {_DEVELOPMENT: _development, _EXTENSION: _extension, _LIENS: _liens, _CROSSING: _crossing}
)
