"""A county of two towns side by side, as small layers on file, for tests that work values out by hand."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.proposals.evaluate import Evaluator

DATE = dt.date(2026, 6, 15)
# Rectangles in feet of EPSG:8189 from this corner; two towns side by side, the line between them at x = 3000.
X0, Y0 = 780_000, 480_000
Box = tuple[float, float, float, float]
TOWNS: dict[str, Box] = {"Town of Alder": (0, 0, 3000, 3000), "Town of Birch": (3000, 0, 6000, 3000)}
RATIOS = {("Town of Alder", 2025): "0.8", ("Town of Birch", 2025): "1.0", ("Town of Birch", 2024): "0.5"}
HALF_IN_EACH: Box = (2000, 1000, 4000, 2000)


def rectangle(box: Box) -> shapely.Polygon:
    west, south, east, north = box
    return shapely.box(X0 + west, Y0 + south, X0 + east, Y0 + north)


def parcel(parcel_id: str, place: str | None, box: Box, value: float | None, year: int = 2025) -> dict[str, Any]:
    row: dict[str, Any] = {"parcel_id": parcel_id, "municipality": place, "county": "Jefferson"}
    return {**row, "assessed_value": value, "roll_year": year, "geometry": rectangle(box)}


def county(  # noqa: PLR0913 - the layers, and how they are stated
    folder: Path,
    parcels: Sequence[Mapping[str, Any]],
    municipalities: Mapping[str, Box] = TOWNS,
    ratios: Mapping[tuple[str, int], str] = RATIOS,
    crs: str = "EPSG:8189",
    accuracy_ft: str | None = "0.1",
) -> Evaluator:
    """Import small layers, survey-sharp unless told otherwise, and return an evaluator over them."""
    places = [{"name": name, "county": "Jefferson", "geometry": rectangle(box)} for name, box in municipalities.items()]
    for kind, rows in (("municipalities", places), ("parcels", list(parcels))):
        file = folder / f"{kind}.gpkg"
        gpd.GeoDataFrame(rows, crs="EPSG:8189").to_crs(crs).to_file(file, driver="GPKG")
        request = ImportRequest(kind, file, vintage="2025", accuracy_ft=accuracy_ft)  # type: ignore[arg-type]  # two kinds
        import_layer(request, folder / "layers")
    table = folder / "ratios.csv"
    lines = [f"{name},Jefferson,{year},{ratio}" for (name, year), ratio in ratios.items()]
    table.write_text("\n".join(["municipality,county,year,ratio", *lines]) + "\n", "utf-8")
    import_layer(ImportRequest("ratios", table, vintage="2025"), folder / "layers")
    return Evaluator(folder / "layers")


def drawn(box: Box, crs: str = "8189") -> dict[str, Any]:
    shape = gpd.GeoSeries([rectangle(box)], crs="EPSG:8189").to_crs(f"EPSG:{crs}").iloc[0]
    member = {"type": "name", "properties": {"name": f"urn:ogc:def:crs:EPSG::{crs}"}}
    geometry: dict[str, Any] = json.loads(shapely.to_geojson(shape))
    return geometry if crs == "4326" else {**geometry, "crs": member}
