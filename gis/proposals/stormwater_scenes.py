"""What do the rules on runoff say of the parcels, surfaces and utility district that a scene draws?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from gis.errors import CaseFileInvalid
from gis.facts.ground import area_steps, sqft
from gis.facts.impervious.measuring import impervious_of
from gis.model.facts.stormwater import LowDensityFacts, NonresidentialFacts, UtilityMembershipFacts
from gis.model.finding import Finding
from gis.model.stormwater_policy import StormwaterPolicy
from gis.proposals.connection_scenes import ParcelScene
from gis.proposals.runoff.district import in_district, utility_land
from gis.proposals.runoff.surfaces import Land, impervious_policy, rule_policy
from gis.proposals.scene_layers import scene_stated, unreadable
from gis.rules.registry import judge

_BY_AREA, _LOW, _PLACE = "MUK-11", "MUK-12", "MUK-15"
_BASELINE = "eru_low_density_date"
_ACCURACY = "boundary_accuracy_ft"
_TEXT = StormwaterPolicy()
Stated = Mapping[str, Any]


def judge_surfaces(asked: ParcelScene, rules: Collection[str]) -> Iterator[tuple[tuple[str, str | None], Finding]]:
    """Judge the rules on runoff, each of the parcels that the scene names.

    Surfaces are cut to the parcel and merged, so that nothing counts twice; one existed on the qualifying date where it
    was built by then (FACTS.md 1.7).

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
    for rule_id in sorted({*rules} & {*_FACTS}):
        stated = scene_stated(asked.scene, rule_id, asked.facts)
        for subject in asked.subjects(rule_id):
            drawn = _FACTS[rule_id](asked, _row(asked, subject), stated)
            yield (rule_id, subject), replace(judge(rule_id, drawn, asked.parameters), subject=subject)


def _row(asked: ParcelScene, parcel_id: str) -> int:
    rows = np.flatnonzero(asked.layers.layers["parcels"].column("parcel_id") == parcel_id)
    if len(rows) != 1:
        raise _not_one(asked, parcel_id, len(rows))
    return int(rows[0])


def _not_one(asked: ParcelScene, parcel_id: str, count: int) -> CaseFileInvalid:
    return unreadable(str(asked.scene["id"]), "expect", f"{count} parcels have the id {parcel_id}.")


def _land(asked: ParcelScene) -> Land:
    policy = impervious_policy(_TEXT, asked.parameters)
    return Land(impervious_of(asked.layers, asked.date, policy), policy)


def _by_area(asked: ParcelScene, row: int, stated: Stated) -> NonresidentialFacts:
    land = _land(asked)
    drawn = NonresidentialFacts(
        impervious_sqft=land.total_sqft(row),
        surfaces=land.surfaces(row),
        weights=rule_policy(_TEXT, land.classes).weights or None,
    )
    return replace(drawn, **stated)


def _low_density(asked: ParcelScene, row: int, stated: Stated) -> LowDensityFacts:
    policy = impervious_policy(_TEXT, asked.parameters)
    then = Land(impervious_of(asked.layers, asked.parameters.day(_BASELINE), policy), policy)
    drawn = LowDensityFacts(
        lot_area_sqft=sqft(_area_steps(asked, row)),
        impervious_2004_sqft=then.total_sqft(row),
        impervious_now_sqft=_land(asked).total_sqft(row),
    )
    return replace(drawn, **stated)


def _membership(asked: ParcelScene, row: int, stated: Stated) -> UtilityMembershipFacts:
    layers = replace(asked.layers, combined_accuracy_ft=stated.get(_ACCURACY, asked.layers.combined_accuracy_ft))
    utility = utility_land(layers.layers.get("districts"), None, asked.date)
    area_sqft = sqft(_area_steps(asked, row))
    if utility is None:
        return replace(UtilityMembershipFacts(parcel_area_sqft=area_sqft), **stated)
    lying = in_district(layers, layers.layers["parcels"].geometries[row : row + 1], *utility)
    return replace(lying.facts_of(0, area_sqft), **stated)


def _area_steps(asked: ParcelScene, row: int) -> int:
    shapes = asked.layers.layers["parcels"].geometries[row : row + 1]
    return int(area_steps(shapes, asked.layers.frame)[0])


_FACTS: Mapping[str, Callable[[ParcelScene, int, Stated], Any]] = MappingProxyType(
    {_BY_AREA: _by_area, _LOW: _low_density, _PLACE: _membership}
)
