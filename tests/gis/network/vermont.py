"""Five real towns of Vermont: imported as any layer is, and read plainly for a count that owes nothing to our code.

Townline's frame is Wisconsin's, and import refuses land outside it (test_every_handed_file.py holds it to that) unless
a plane of its own is named, as here that of Vermont.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pyproj
import shapely

from gis.geometry.frame import planar_frame
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.layer import Layer
from gis.layers.store import LayerStore
from gis.model.edition import Kind, Manifest

VERMONT_CRS = "EPSG:32145"
VERMONT = planar_frame(VERMONT_CRS)
"""NAD83 / Vermont, metres; measured in itself, for Vermont has no zones of its counties."""
FILES: tuple[tuple[str, Kind], ...] = (
    ("LinearFeatures", "sewers"),
    ("PointFeatures", "sewer_nodes"),
    ("WWTF", "sewer_nodes"),
    ("ServiceArea", "service_areas"),
    ("Border", "municipalities"),
)
TOWNS = ("Barre", "Benson", "Middlebury", "RutlandCity", "RutlandTown")
BORDERS = """\
title = "Town borders of the Vermont wastewater inventory"
kind = "municipalities"

[[column]]
canonical = "name"
aliases = ["Name_LSAD"]
read = "place"
"""
"""No preset knows the borders: the class stands in a column whose name differs from town to town."""
M_PER_FT = 1200 / 3937


@dataclass(frozen=True)
class Town:
    """One town's layers as stored, with the manifests of its files."""

    name: str
    layers: dict[str, Layer]
    manifests: dict[str, Manifest]


def imported(folder: Path, town: str, scratch: Path) -> Town:
    """Import a town into a folder of its own; its plants, where it has any, are nodes beside its manholes."""
    borders = scratch / "borders.toml"
    borders.write_text(BORDERS, "utf-8")
    store = LayerStore(scratch / town)
    layers: dict[str, Layer] = {}
    manifests: dict[str, Manifest] = {}
    for name, kind in FILES:
        file = folder / town / f"{town}{name}.geojson"
        if not file.exists():
            continue
        map_file = borders if name == "Border" else None
        request = ImportRequest(kind, file, vintage="2020", map_file=map_file, working_crs=VERMONT_CRS)
        manifests[name] = import_layer(request, store.directory).manifest
        layer = store.load(manifests[name])
        if kind in layers:
            layer = replace(layer, table=gpd.GeoDataFrame(pd.concat([layers[kind].table, layer.table])))
        layers[kind] = layer
    return Town(town, layers, manifests)


@cache
def plain_rows(folder: Path, town: str, name: str) -> list[dict[str, Any]]:
    """Return the features of a file as they stand, each with its shape in Vermont's plane."""
    data = json.loads((folder / town / f"{town}{name}.geojson").read_text("utf-8"))
    way = pyproj.Transformer.from_crs("EPSG:4269", VERMONT_CRS, always_xy=True)
    rows = []
    for feature in data["features"]:
        shape = shapely.force_2d(shapely.geometry.shape(feature["geometry"]))
        # Long edges are divided as import divides them, so that both measure the same line.
        shape = shapely.transform(shapely.segmentize(shape, 0.0002), way.transform, interleaved=False)
        rows.append({key.replace("_", " "): value for key, value in feature["properties"].items()} | {"shape": shape})
    return rows


def distinct(rows: Sequence[dict[str, Any]], *columns: str) -> list[dict[str, Any]]:
    """Return rows of which no two have one shape and one value in the columns."""
    seen = {(shapely.to_wkb(row["shape"]), *(row.get(column) for column in columns)): row for row in reversed(rows)}
    return list(reversed(seen.values()))
