"""What does the benchmark measure on: a seeded county of parcels, and boundaries over it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pyproj
import shapely

ZONE = "EPSG:8189"
"""WISCRS Dodge and Jefferson, NAD83(HARN), US survey feet."""
SOUTH_WEST_FT = (780_000.0, 480_000.0)
LOT_FT = 200.0
JITTER_FT = 20.0
"""Lot corners are moved by up to this, so that no edge is straight over two lots."""
COUNTY = "Jefferson"
TOWNS = ("ALDER", "BIRCH")
RATIOS = {"Town of Alder": "0.8012", "Town of Birch": "0.9534"}
YEAR = 2025


@dataclass(frozen=True, slots=True)
class County:
    """The files of one seeded county and its extent in feet."""

    parcels: Path
    municipalities: Path
    ratios: Path
    columns: int
    rows: int


def make_county(folder: Path, parcel_count: int, seed: int) -> County:
    """Write a county of about `parcel_count` lots in two towns, in the statewide parcel schema.

    Lots share their corners exactly; the town line follows lot corners, so that it jogs.
    """
    columns = int(np.sqrt(parcel_count * 1.6))
    rows = parcel_count // columns
    corners = _corners(columns, rows, np.random.default_rng(seed))
    lots = _lots(corners)
    town = np.repeat(np.arange(columns) >= columns // 2, rows).astype(int)
    number = np.arange(len(lots))
    value = (np.random.default_rng(seed + 1).integers(20_000, 900_000, len(lots)) // 100 * 100).astype(float)
    parcels = gpd.GeoDataFrame(
        {
            "PARCELID": [f"{COUNTY[:3].upper()}-{n:07d}" for n in number],
            "TAXROLLYEAR": str(YEAR),
            "PLACENAME": np.array([f"TOWN OF {name}" for name in TOWNS])[town],
            "CONAME": COUNTY.upper(),
            "CNTASSDVALUE": value,
            "PROPCLASS": "1",
        },
        geometry=lots,
        crs=ZONE,
    )
    towns = gpd.GeoDataFrame(
        {"MCD_NAME": TOWNS, "CTV": "T", "CNTY_NAME": COUNTY},
        geometry=[
            shapely.unary_union(lots[town == 0], grid_size=0.001),
            shapely.unary_union(lots[town == 1], grid_size=0.001),
        ],
        crs=ZONE,
    )
    county = County(folder / "parcels.gpkg", folder / "municipalities.gpkg", folder / "ratios.csv", columns, rows)
    parcels.to_file(county.parcels, driver="GPKG")
    towns.to_file(county.municipalities, driver="GPKG")
    lines = [f"{name},{COUNTY},{YEAR},{ratio}" for name, ratio in RATIOS.items()]
    county.ratios.write_text("\n".join(["municipality,county,year,ratio", *lines]) + "\n", encoding="utf-8")
    return county


def _corners(columns: int, rows: int, random: np.random.Generator) -> npt.NDArray[np.float64]:
    x, y = np.meshgrid(np.arange(columns + 1), np.arange(rows + 1), indexing="ij")
    corners = np.stack([x, y], axis=-1) * LOT_FT + np.array(SOUTH_WEST_FT)
    moved: npt.NDArray[np.float64] = np.round(corners + random.uniform(-JITTER_FT, JITTER_FT, corners.shape), 3)
    return moved


def _lots(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.object_]:
    a, b, c, d = corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:]
    rings = np.stack([a, b, c, d, a], axis=2).reshape(-1, 5, 2)
    lots: npt.NDArray[np.object_] = shapely.polygons(rings)
    return lots


def boundary_geojson(county: County, parcels_inside: int, seed: int, vertices: int = 200) -> dict[str, Any]:
    """Return a wavy boundary around the middle of the county that encloses about so many lots.

    It crosses the town line and cuts the lots along its line; longitude and latitude, RFC 7946.
    """
    random = np.random.default_rng(seed)
    angles = np.linspace(0, 2 * np.pi, vertices, endpoint=False)
    waves = sum(random.uniform(0, 0.06) * np.sin(k * angles + random.uniform(0, 6.28)) for k in range(2, 7))
    radius = np.sqrt(parcels_inside * LOT_FT**2 / np.pi) * (1 + waves)
    centre = np.array(SOUTH_WEST_FT) + np.array([county.columns, county.rows]) * LOT_FT / 2
    points = centre + np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)
    to_degrees = pyproj.Transformer.from_crs(ZONE, "EPSG:4326", always_xy=True)
    ring = np.round(np.stack(to_degrees.transform(points[:, 0], points[:, 1]), axis=1), 9).tolist()
    return {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}


def as_bytes(boundary: dict[str, Any]) -> bytes:
    """Return the boundary as the bytes that the service would be sent."""
    return json.dumps(boundary).encode()
