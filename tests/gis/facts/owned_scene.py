"""Small plats with owners in a plane of feet, as layers: what the tests of petition and owners survey."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.facts.ground import Ground, survey
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer

SCENES = Path(__file__).parents[2] / "cases" / "scenes"
Lot = tuple[str, str | None, shapely.Geometry]
"""Parcel id, owner keys joined by commas, land."""


def lots(parcels: Sequence[Lot], **more: Sequence[object]) -> Layer:
    """Return parcels as a layer; records without a digit in their id are no parcels."""
    rows = {
        "parcel_id": [parcel_id for parcel_id, _, _ in parcels],
        "record_kind": ["parcel" if any(map(str.isdigit, parcel_id)) else "row" for parcel_id, _, _ in parcels],
        "county": ["Dane"] * len(parcels),
        "owner_keys": [keys or "" for _, keys, _ in parcels],
        "exempt_codes": [""] * len(parcels),
        "forest_codes": [""] * len(parcels),
        "unknown_codes": [""] * len(parcels),
        "assessed_value_cents": [100_00] * len(parcels),
        **more,
    }
    shapes = np.array([land for _, _, land in parcels], dtype=object)
    return Layer("parcels", "e1", None, LOCAL_FEET, gpd.GeoDataFrame(rows, geometry=shapes))


def ground(boundary: shapely.Geometry, *layers: Layer, accuracy_ft: str = "0.1") -> Ground:
    """Survey a boundary over layers."""
    accuracy = Fraction(accuracy_ft)
    held = {layer.kind: layer for layer in layers}
    return survey(boundary, LayerSet(LOCAL_FEET, held, accuracy, combined_accuracy_ft=accuracy))


def handed_scene(name: str) -> tuple[dict[str, Any], Ground]:
    """Return a handed scene, and its parcels surveyed with their owners by name."""
    scene = json.loads((SCENES / f"{name}.json").read_text("utf-8"))
    records = scene["layers"]["parcels"]
    layer = lots(
        [(record["parcel_id"], None, shapely.from_wkt(record["wkt"])) for record in records],
        owners=[record["owners"] and tuple(record["owners"]) for record in records],
    )
    is_lake = [bool(record.get("water")) for record in records]
    layer.table.loc[is_lake, "record_kind"] = "water"
    return scene, ground(shapely.from_wkt(scene["boundary"]), layer)
