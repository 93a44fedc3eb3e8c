"""What do the rules say of a drawn scene: small layers in a plane of their own, read as they are."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shapely.geometry.base import BaseGeometry

from gis.facts.exclusions import addition_facts, decision_facts, joined, part
from gis.facts.gathered import Gathered
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.facts.owners_inside import owned_inside
from gis.geometry.frame import planar_frame
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.decision import AppearanceFacts, OwnedParcel
from gis.model.finding import Finding
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.charge_scenes import judge_charges
from gis.proposals.connection_scenes import ParcelScene, judge_parcels
from gis.proposals.gathering import Stated, Surveyed, surveyed
from gis.proposals.judging import ACCURACY, judge_ground, judged
from gis.proposals.scene_layers import Scene, scene_layers, scene_shape, scene_stated
from gis.proposals.stormwater_scenes import judge_surfaces
from gis.rules.electors.elections import last_governor_election
from gis.rules.registry import RULES

_JURISDICTION, _APPEARANCE, _DECISION, _ADDITION, _SELECTION = "TSD-01", "TSD-08", "TSD-12", "TSD-13", "TSD-23"
Findings = dict[tuple[str, str | None], Finding]


def judge_scene(scene: Scene, rules: Collection[str]) -> Findings:
    """Judge rules over a scene (FACTS.md 1.7), measured in the scene's own plane.

    Parameters
    ----------
    scene : mapping
        The scene as its JSON file has it, numbers exact.
    rules : collection of rule ids
        Rules to judge; those that nobody implemented are left out.

    Returns
    -------
    dict
        Findings by rule id and subject; None is the whole scene.

    Raises
    ------
    CaseFileInvalid
        Where a layer or fact of the scene cannot be read.
    """
    wanted = [rule_id for rule_id in sorted(rules) if rule_id in BOUNDARY_RULES]
    of_parcels = [rule_id for rule_id in sorted(rules) if rule_id in RULES and rule_id not in BOUNDARY_RULES]
    found: Findings = {}
    if of_parcels:
        asked = _parcel_scene(scene)
        found.update(judge_parcels(asked, of_parcels))
        found.update(judge_surfaces(asked, of_parcels))
        found.update(judge_charges(asked, of_parcels))
    if wanted and scene.get("boundary") is not None:
        found.update(_judge_boundary(scene, wanted))
    return found


def _judge_boundary(scene: Scene, wanted: Collection[str]) -> Findings:
    drawn = _drawn(scene, wanted)
    plain = {rule_id: facts for rule_id, facts in drawn.stated.items() if rule_id != _APPEARANCE}
    found: Findings = {(rule_id, None): finding for rule_id, finding in judge_ground(drawn.seen, plain).items()}
    if _DECISION in plain and drawn.not_benefited:
        gathered = decision_facts(drawn.seen.ground, drawn.not_benefited)
        found[_DECISION, None] = judged(_DECISION, gathered, plain[_DECISION], drawn.seen)
    if _SELECTION in plain and drawn.not_benefited:
        found[_SELECTION, None] = drawn.on_land(drawn.established(), _SELECTION, plain[_SELECTION])
    if _ADDITION in plain and drawn.additions:
        found[_ADDITION, None] = _addition(drawn, plain[_ADDITION])
    if _APPEARANCE in wanted:
        found.update(_appearances(scene, drawn))
    return found


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A scene's ground, the facts that it states, and the land that it leaves out or takes in."""

    seen: Surveyed
    stated: Mapping[str, Stated]
    not_benefited: tuple[BaseGeometry, ...]
    additions: tuple[BaseGeometry, ...]

    def established(self) -> BaseGeometry:
        ground = self.seen.ground
        return part(ground.boundary, self.not_benefited, ground.layers.frame).left

    def revised(self) -> BaseGeometry:
        ground = self.seen.ground
        return joined([ground.boundary, *self.additions], ground.layers.frame)

    def on_land(self, land: BaseGeometry, rule_id: str, stated: Stated) -> Finding:
        """Judge one rule on other land of the same scene."""
        ground = survey(land, self.seen.ground.layers)
        return judge_ground(surveyed(ground, self.seen.parameters, self.seen.date), {rule_id: stated})[rule_id]


def _parcel_scene(scene: Scene) -> ParcelScene:
    frame = planar_frame(str(scene["crs"]))
    date = dt.date.fromisoformat(scene["date"])
    parameters = load_law().parameters(date)
    default = parameters.number(ACCURACY)
    layers = LayerSet(frame, scene_layers(scene, frame, date.year), default, combined_accuracy_ft=default)
    return ParcelScene(scene, layers, date, parameters)


def _drawn(scene: Scene, wanted: Collection[str]) -> _Drawn:
    frame = planar_frame(str(scene["crs"]))
    date = dt.date.fromisoformat(scene["date"])
    parameters = load_law().parameters(date)
    facts: Mapping[str, Any] = scene.get("facts", {})
    stated = {rule_id: scene_stated(scene, rule_id, facts) for rule_id in wanted}
    default = parameters.number(ACCURACY)
    accuracies = {each["boundary_accuracy_ft"] for each in stated.values() if "boundary_accuracy_ft" in each}
    layers = LayerSet(
        frame=frame,
        layers=scene_layers(scene, frame, _election_year(stated, date, parameters)),
        default_accuracy_ft=default,
        combined_accuracy_ft=max(accuracies, default=default),
    )
    ground = survey(scene_shape(scene["boundary"], frame, "boundary"), layers)
    out, added = (
        tuple(scene_shape(record["wkt"], frame, f"layers.{kind}") for record in scene["layers"].get(kind) or ())
        for kind in ("not_benefited", "additions")
    )
    return _Drawn(surveyed(ground, parameters, date), stated, out, added)


def _election_year(stated: Mapping[str, Stated], date: dt.date, parameters: Parameters) -> int:
    filed = next((facts["petition_filed"] for facts in stated.values() if facts.get("petition_filed")), date)
    return last_governor_election(filed, parameters).year


def _addition(drawn: _Drawn, stated: Stated) -> Finding:
    before = judge_ground(drawn.seen, {_JURISDICTION: {}})[_JURISDICTION]
    after = drawn.on_land(drawn.revised(), _JURISDICTION, {})
    gathered = addition_facts(drawn.seen.ground, drawn.additions, before, after)
    return judged(_ADDITION, gathered, stated, drawn.seen)


def _appearances(scene: Scene, drawn: _Drawn) -> Iterator[tuple[tuple[str, str | None], Finding]]:
    """Judge TSD-08 of each person whom the scene asks about."""
    parcels = tuple(
        OwnedParcel(each.parcel_id, each.owners, each.overlap_area_sqft, each.overlap_width_ft)
        for each in owned_inside(drawn.seen.ground)
    )
    for expected in scene["expect"]:
        if expected["rule"] == _APPEARANCE:
            person = expected.get("subject")
            gathered = Gathered(AppearanceFacts(person=person, parcels=parcels))
            yield (_APPEARANCE, person), judged(_APPEARANCE, gathered, drawn.stated[_APPEARANCE], drawn.seen)
