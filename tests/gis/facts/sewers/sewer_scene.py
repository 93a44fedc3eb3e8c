"""Layers of a small scene, made from a handed scene file or from shapes written in a test."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET, Frame, planar_frame
from gis.layers.layer import Layer

DATE = dt.date(2026, 6, 15)
SCENES = Path(__file__).parents[3] / "cases" / "scenes"
Record = Mapping[str, Any]

_STATED_OF_PARCELS = (
    *("in_use", "private_system", "connected"),
    *("improvement_value_cents", "property_classes", "exempt_codes"),
)
"""Columns that a layer of parcels has only where a record states them."""
_ROWS: dict[str, tuple[str, Callable[[Record], Record]]] = {
    "municipalities": ("municipalities", lambda it: {"name": it["name"], "kind": it["kind"], "county": it["county"]}),
    "districts": (
        "districts",
        lambda it: {"name": it["name"], "kind": "sanitary", "valid_from": None, "valid_to": None},
    ),
    "parcels": (
        "parcels",
        lambda it: {
            "parcel_id": it["parcel_id"],
            "record_kind": it.get("record_kind", "parcel"),
            "municipality": it.get("municipality"),
            "municipality_kind": None,
            "county": it.get("county"),
            **{name: it[name] for name in _STATED_OF_PARCELS if name in it},
        },
    ),
    "rights_of_way": (
        "rights_of_way",
        lambda it: {"right_of_way_id": it["row_id"], "street": it.get("street"), "row_kind": it["kind"]},
    ),
    "easements": ("easements", lambda it: {"easement_id": it["easement_id"], "parcel_id": it["parcel_id"]}),
    "blocks": ("blocks", lambda it: {"block_id": it["block_id"]}),
    "buildings": (
        "buildings",
        lambda it: {name: it.get(name) for name in ("building_id", "use", "dwelling_units", "in_use")},
    ),
    "sewers": (
        "sewers",
        lambda it: {
            **{name: it.get(name) for name in ("sewer_id", "kind", "owner", "status")},
            "operator": None,
            "operational": it.get("in_service_date"),
        },
    ),
    "private_systems": (
        "private_systems",
        lambda it: {name: it.get(name) for name in ("parcel_id", "county", "kind", "status")},
    ),
    "streets": ("streets", lambda it: {"street_id": it["street_id"], "name": it.get("name"), "kind": None}
                | {"right_of_way_width_ft": it.get("width_ft")}),
    "plats": ("plats", lambda it: {"plat_id": it["plat_id"], "name": None, "recorded": None}),
    "railroads": ("railroads", lambda it: {"railroad_id": it["railroad_id"], "name": None}),
    "water_bodies": ("water", lambda it: {"name": it.get("name")}),
}  # fmt: skip
"""Kind of layer, and the row that a record of a scene becomes."""


def layer_set(records: Mapping[str, Sequence[Record]], frame: Frame = LOCAL_FEET, accuracy_ft: str = "0.1") -> LayerSet:
    """Return layers from records with a shape each, under `wkt` or `shape`."""
    layers = {}
    for held_as, rows in records.items():
        kind, row = _ROWS[held_as]
        shapes = [record.get("shape") or shapely.from_wkt(record["wkt"]) for record in rows]
        shapes = shapely.set_precision(np.array(shapes, dtype=object), frame.grid)
        table = gpd.GeoDataFrame([row(record) for record in rows], geometry=shapes)
        layers[kind] = Layer(kind, "scene", accuracy_ft=None, frame=frame, table=table)
    return LayerSet(frame, layers, Fraction(accuracy_ft), combined_accuracy_ft=Fraction(accuracy_ft))


def scene(name: str) -> tuple[LayerSet, dt.date]:
    """Return the layers of a handed scene and its date."""
    held = json.loads((SCENES / f"{name}.json").read_text(encoding="utf-8"))
    return layer_set(held["layers"], planar_frame(held["crs"])), dt.date.fromisoformat(held["date"])
