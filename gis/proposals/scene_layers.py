"""How do the small layers of a scene become layers as a county's files do (FACTS.md 1.7)?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.errors import CaseFileInvalid, FactsInvalid
from gis.facts.electors import UNITS
from gis.facts.owners_inside import NAMES_COLUMN
from gis.geometry.frame import Frame
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.model.exact import to_fraction
from gis.proposals.stated import stated_facts

Scene = Mapping[str, Any]
CENTS = 100
SCENE_YEAR = 1
"""A scene states one ratio a municipality and no roll year; its parcels and ratios share this one."""
_DISTRICT_KINDS = {"metropolitan_sewerage": "metropolitan", "town_sanitary": "sanitary"}
"""Kinds of district as scenes name them, and as the layer of districts has them."""
_SEWER_COLUMNS = tuple(CONTRACTS["sewers"].names)
"""Columns of the layer of sewers; a scene states few of them."""
_SEWER_KINDS = {"gravity": "gravity_main"}
"""The same of sewers."""
OF_SCENES = ("in_use", "private_system", "connected")
"""What a scene may say of a parcel itself, where a county's layers leave it to buildings, systems and the register."""


def unreadable(scene_id: str, where: str, why: str) -> CaseFileInvalid:
    """Return the error for a scene that is not as FACTS.md section 1.7 says."""
    return CaseFileInvalid(
        what="The scene cannot be read.",
        where=f"{scene_id}, {where}",
        why=why,
        next="Write the scene as FACTS.md section 1.7 says.",
    )


def scene_stated(scene: Scene, rule_id: str, stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that a scene states of a rule, typed.

    Raises
    ------
    CaseFileInvalid
        A name is no fact of the rule, or a value does not fit.
    """
    try:
        return stated_facts(rule_id, stated, str(scene["id"]))
    except FactsInvalid as error:
        raise unreadable(str(scene["id"]), error.what, error.why) from error


def scene_shape(wkt: str, frame: Frame, where: str) -> shapely.Geometry:
    """Return a shape of a scene on the grid of its plane.

    Raises
    ------
    CaseFileInvalid
        It is no WKT.
    """
    try:
        return shapely.set_precision(shapely.from_wkt(wkt), frame.grid)
    except shapely.errors.ShapelyError as error:
        raise unreadable(where, "wkt", str(error)) from error


def scene_layers(scene: Scene, frame: Frame, year: int) -> dict[str, Layer]:
    """Return the layers of a scene; its votes are taken as those of the election of `year`."""
    held: Mapping[str, Sequence[Mapping[str, Any]]] = scene.get("layers", {})
    layers = {}
    if held.get("municipalities"):
        layers["municipalities"] = _layer("municipalities", held["municipalities"], _municipality, frame)
        layers["ratios"] = _ratios(held["municipalities"], frame)
    for kind, held_as, row in (
        ("counties", "counties", _county),
        (UNITS, UNITS, _unit),
        ("water", "water_bodies", _water),
        ("districts", "districts", _district),
        ("rights_of_way", "rights_of_way", _right_of_way),
        ("sewers", "sewers", _sewer),
        ("blocks", "blocks", _block),
        ("easements", "easements", _easement),
        ("impervious", "impervious", _impervious),
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
    shapes = [scene_shape(record["wkt"], frame, f"layers.{kind}") for record in records]
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


def _district(record: Mapping[str, Any]) -> dict[str, Any]:
    kind = _DISTRICT_KINDS.get(record["kind"], record["kind"])
    return {"name": record["name"], "kind": kind, "valid_from": None, "valid_to": None}


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
        NAMES_COLUMN: None if record.get("owners") is None else tuple(record["owners"]),
        "site_address": record.get("site_address"),
        **{name: record.get(name) for name in OF_SCENES},
    }


def _record_kind(record: Mapping[str, Any]) -> str:
    if record.get("water"):
        return "water"
    return "parcel" if any(character.isdigit() for character in record["parcel_id"]) else "other"


def _cents(value: object) -> int | None:
    return None if value is None else round(to_fraction(value) * CENTS)


def _building(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"building_id": record.get("building_id"), "in_use": record.get("in_use")}


def _right_of_way(record: Mapping[str, Any]) -> dict[str, Any]:
    row_id = record["row_id"]
    return {"right_of_way_id": row_id, "street": row_id, "width_ft": None, "row_kind": record.get("kind", "street")}


def _sewer(record: Mapping[str, Any]) -> dict[str, Any]:
    unsaid = dict.fromkeys(_SEWER_COLUMNS)
    kind = record.get("kind")
    return {
        **unsaid,
        "sewer_id": record["sewer_id"],
        "kind": _SEWER_KINDS.get(kind, kind) if isinstance(kind, str) else None,
        "status": record.get("status"),
        "owner": record.get("owner"),
        "operational": record.get("in_service_date"),
    }


def _block(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"block_id": record["block_id"]}


def _easement(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"easement_id": record["easement_id"], "parcel_id": record.get("parcel_id")}


def _impervious(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "surface_id": record.get("surface_id"),
        "surface": record.get("kind"),
        "captured": None,
        "built": record.get("built"),
    }
