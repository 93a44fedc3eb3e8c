"""The village of tests/gis/proposals/connections/village.py as a town, in one district, two, or none, with values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import geopandas as gpd

from gis.layers.importing import ImportRequest, import_layer
from tests.gis.proposals.connections.village import EAST, LOTS, NORTH, SOUTH, WEST, ZONE, box

TOWN = "Town of Albion"
SECOND = "Second Sanitary District (invented)"
VALUES = {"S1": 100_000, "S2": 200_000, "S3": 300_000, "N1": 150_000, "N2": 250_000, "N3": 90_000}
"""Assessed value, dollars; S and N rows together 1,090,000."""
RATIO = "0.8"
ROWS = (0, 0, 300, 300)
"""The S and N rows: the proposed district."""


def add_districts(layers: Path, names: tuple[str, ...], folder: Path) -> None:
    """Import districts that each hold all of the land."""
    limits = box((WEST, SOUTH, EAST, NORTH))
    rows = [{"name": name, "kind": "sanitary", "valid_from": "1990-01-01", "geometry": limits} for name in names]
    _import("districts", rows, folder, layers)


def divide(layers: Path, folder: Path) -> None:
    """Import parcels of a later day, in which X3 is divided along its middle into X3A and X3B."""
    west, south, east, north = LOTS["X3"]
    middle = (west + east) // 2
    lots = {lot: bounds for lot, bounds in LOTS.items() if lot not in ("X3", "T1")}
    lots |= {"X3A": (west, south, middle, north), "X3B": (middle, south, east, north)}
    rows = [
        {
            "parcel_id": f"7-{lot}",
            "municipality": TOWN,
            "county": "Waukesha",
            "roll_year": 2025,
            "geometry": box(bounds),
        }
        for lot, bounds in lots.items()
    ]
    _import("parcels", rows, folder, layers)


def add_values(layers: Path, folder: Path) -> None:
    """Import parcels of the town with values and classes, of a later day, and the ratios of their year."""
    rows: list[dict[str, Any]] = [
        {
            "parcel_id": f"7-{lot}",
            "municipality": TOWN,
            "county": "Waukesha",
            "roll_year": 2025,
            "assessed_value": VALUES[lot],
            # N3 is a shop, and S3 has no house.
            "property_classes": {"N3": "2"}.get(lot, "1"),
            "owner_name_1": "OWNER 7001 OF NOWHERE",
            "geometry": box(bounds),
        }
        for lot, bounds in LOTS.items()
        if lot in VALUES
    ]
    _import("parcels", rows, folder, layers)
    file = folder / "ratios.csv"
    file.write_text(f"municipality,county,year,ratio\n{TOWN},Waukesha,2025,{RATIO}\n", "utf-8")
    import_layer(ImportRequest("ratios", file, preset="generic", vintage="2025"), layers)


def _import(kind: Any, rows: list[dict[str, Any]], folder: Path, layers: Path) -> None:  # noqa: ANN401 - a kind of layer
    file = folder / f"more_{kind}.gpkg"
    gpd.GeoDataFrame(rows, crs=ZONE).to_file(file, driver="GPKG")
    import_layer(ImportRequest(kind, file, preset="generic", vintage="2025", accuracy_ft="0.1"), layers)
