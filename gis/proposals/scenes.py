"""What do the rules say of a drawn scene: small layers in a plane of their own, read as they are."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.errors import CaseFileInvalid, FactsInvalid
from gis.facts.electors import UNITS
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.geometry.frame import Frame, planar_frame
from gis.law.loader import load_law
from gis.layers.layer import Layer
from gis.model.exact import to_fraction
from gis.model.finding import Finding
from gis.proposals.gathering import surveyed
from gis.proposals.judging import ACCURACY, judge_ground
from gis.proposals.stated import stated_facts
from gis.rules.electors.elections import last_governor_election
from gis.rules.registry import RULES

Scene = Mapping[str, Any]
CENTS = 100


def judge_scene(scene: Scene, rules: Collection[str]) -> dict[tuple[str, str | None], Finding]:
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
    wanted = [rule_id for rule_id in sorted(rules) if rule_id in RULES]
    if not wanted or scene.get("boundary") is None:
        return {}
    frame = planar_frame(str(scene["crs"]))
    date = dt.date.fromisoformat(scene["date"])
    parameters = load_law().parameters(date)
    default = parameters.number(ACCURACY)
    stated: Mapping[str, Any] = scene.get("facts", {})
    stated_by_rule = {rule_id: _stated_in(scene, rule_id, stated) for rule_id in wanted}
    filed = next((facts["petition_filed"] for facts in stated_by_rule.values() if facts.get("petition_filed")), date)
    accuracies = {facts["boundary_accuracy_ft"] for facts in stated_by_rule.values() if "boundary_accuracy_ft" in facts}
    layers = LayerSet(
        frame=frame,
        layers=_layers(scene, frame, last_governor_election(filed, parameters).year),
        default_accuracy_ft=default,
        combined_accuracy_ft=max(accuracies, default=default),
    )
    ground = survey(_shape(scene["boundary"], frame, "boundary"), layers)
    findings = judge_ground(surveyed(ground, parameters, date), stated_by_rule)
    return {(rule_id, None): finding for rule_id, finding in findings.items()}


def _stated_in(scene: Scene, rule_id: str, stated: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return stated_facts(rule_id, stated, str(scene["id"]))
    except FactsInvalid as error:
        raise _unreadable(str(scene["id"]), error.what, error.why) from error


def _unreadable(scene_id: str, where: str, why: str) -> CaseFileInvalid:
    return CaseFileInvalid(
        what="The scene cannot be read.",
        where=f"{scene_id}, {where}",
        why=why,
        next="Write the scene as FACTS.md section 1.7 says.",
    )


def _shape(wkt: str, frame: Frame, where: str) -> shapely.Geometry:
    try:
        return shapely.set_precision(shapely.from_wkt(wkt), frame.grid)
    except shapely.errors.ShapelyError as error:
        raise _unreadable(where, "wkt", str(error)) from error


def _layers(scene: Scene, frame: Frame, year: int) -> dict[str, Layer]:
    held: Mapping[str, Sequence[Mapping[str, Any]]] = scene.get("layers", {})
    layers = {}
    if held.get("municipalities"):
        layers["municipalities"] = _layer("municipalities", held["municipalities"], _municipality, frame)
        layers["ratios"] = _ratios(held["municipalities"], frame)
    for kind, held_as, row in (
        ("counties", "counties", _county),
        (UNITS, UNITS, _unit),
        ("water", "water_bodies", _water),
    ):
        if held.get(held_as):
            layers[kind] = _layer(kind, held[held_as], row, frame)
    if any("votes_for_governor" in record for kind in ("municipalities", UNITS) for record in held.get(kind) or ()):
        layers["votes"] = _votes(held, year, frame)
    if held.get("parcels"):
        layers["parcels"] = _layer("parcels", _once(held["parcels"]), _parcel, frame)
    if held.get("buildings"):
        layers["buildings"] = _layer("buildings", held["buildings"], _building, frame)
    return layers


def _layer(
    kind: str, records: Sequence[Mapping[str, Any]], row: Callable[[Mapping[str, Any]], dict[str, Any]], frame: Frame
) -> Layer:
    shapes = [_shape(record["wkt"], frame, f"layers.{kind}") for record in records]
    table = gpd.GeoDataFrame([row(record) for record in records], geometry=np.array(shapes, dtype=object))
    return Layer(kind=kind, edition="scene", accuracy_ft=None, frame=frame, table=table)


def _municipality(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": record["name"], "kind": record.get("kind", "town"), "county": record.get("county")}


def _county(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": record["name"]}


def _unit(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"unit": record["name"], "municipality": record.get("municipality"), "county": None}


def _water(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": record.get("name")}


def _votes(held: Mapping[str, Sequence[Mapping[str, Any]]], year: int, frame: Frame) -> Layer:
    """Return the votes of municipalities and units, taken as those of the election that counts: scenes name none."""
    stated = [(None, record["name"], record.get("county"), record) for record in held.get("municipalities") or ()]
    stated += [(record["name"], record.get("municipality"), None, record) for record in held.get(UNITS) or ()]
    rows = [
        {
            "unit": unit,
            "municipality": municipality,
            "county": county,
            "office": "governor",
            "year": year,
            "votes": str(record["votes_for_governor"]),
            "basis": "reported",
        }
        for unit, municipality, county, record in stated
        if record.get("votes_for_governor") is not None
    ]
    columns = ["unit", "municipality", "county", "office", "year", "votes", "basis"]
    return Layer("votes", "scene", accuracy_ft=None, frame=frame, table=gpd.GeoDataFrame(rows, columns=columns))


def _ratios(records: Sequence[Mapping[str, Any]], frame: Frame) -> Layer:
    rows = [
        {
            "municipality": record["name"],
            "county": record.get("county"),
            "year": SCENE_YEAR,
            "ratio": str(record["assessment_ratio"]),
        }
        for record in records
        if record.get("assessment_ratio") is not None
    ]
    table = gpd.GeoDataFrame(rows, columns=["municipality", "county", "year", "ratio"])
    return Layer(kind="ratios", edition="scene", accuracy_ft=None, frame=frame, table=table)


SCENE_YEAR = 1
"""A scene states one ratio a municipality and no roll year; its parcels and ratios share this one."""


def _once(records: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return records with repeats of one id and one polygon counted once."""
    seen: dict[tuple[str, bytes], Mapping[str, Any]] = {}
    for record in records:
        shape = shapely.to_wkb(shapely.normalize(shapely.from_wkt(record["wkt"])))
        seen.setdefault((record["parcel_id"], shape), record)
    return list(seen.values())


def _parcel(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "parcel_id": record["parcel_id"],
        "record_kind": _record_kind(record),
        "municipality": record.get("municipality"),
        "municipality_kind": str(record.get("municipality") or "").split(" ", 1)[0].lower(),
        "county": record.get("county"),
        "roll_year": SCENE_YEAR,
        "assessed_value_cents": _cents(record.get("assessed_value")),
        "exempt_codes": ",".join(record.get("exempt_codes") or ()),
        "forest_codes": ",".join(record.get("forest_codes") or ()),
        "unknown_codes": "",
    }


def _record_kind(record: Mapping[str, Any]) -> str:
    if record.get("water"):
        return "water"
    return "parcel" if any(character.isdigit() for character in record["parcel_id"]) else "other"


def _cents(value: object) -> int | None:
    return None if value is None else round(to_fraction(value) * CENTS)


def _building(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"building_id": record.get("building_id"), "in_use": record.get("in_use")}
