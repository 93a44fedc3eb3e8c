"""What do the sample's files say, read with plain geopandas in the plane of EPSG:8189 (US survey feet)?"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import geopandas as gpd
import pandas as pd
import shapely

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "boundaries"
ORIGIN_FT = (846_000, 600_000)
OLD, NEW = "parcels_2024.gpkg.zip", "parcels.gpkg"
GRID_FT = 0.001
"""Two ends of a distance, each on the grid of 0.0001 m in both directions, rounded up."""
UNITS_ON_ONE_LOT = 4
"""Condominium units inside the lawful proposal, all on one ground."""
Row = dict[str, str]


def rows_of_table(name: str) -> list[Row]:
    with (SAMPLE / name).open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def situations(beginning: str) -> dict[str, Row]:
    """Return the rows of situations.csv whose keys begin so, in the order of the file."""
    return {row["key"]: row for row in rows_of_table("situations.csv") if row["key"].startswith(beginning)}


@cache
def layer(name: str) -> gpd.GeoDataFrame:
    table = gpd.read_file(SAMPLE / name).to_crs("EPSG:8189")
    return table.set_geometry(table.translate(-ORIGIN_FT[0], -ORIGIN_FT[1]))


@cache
def proposal(name: str) -> shapely.Geometry:
    return layer(name).geometry[0]


@cache
def inside(roll: str, name: str) -> dict[str, tuple[float, float]]:
    """Return the square feet of each parcel that are inside a proposal, and their share, where there are any."""
    line = proposal(name)
    table = layer(roll)
    near = table.iloc[table.sindex.query(line, predicate="intersects")]
    near = near[near["PARCELID"].str.contains(r"\d", regex=True)].drop_duplicates(["PARCELID", "geometry"])
    found = {}
    for number, rows in near.groupby("PARCELID"):
        ground = shapely.union_all(rows.geometry.to_numpy())
        area = ground.intersection(line).area
        if area / ground.area > 1e-6:
            found[str(number)] = (area, area / ground.area)
    return found


def assessed(roll: str, name: str) -> dict[str, float]:
    table = layer(roll)
    rows = dict(zip(table["PARCELID"], zip(table["PLACENAME"], table["CNTASSDVALUE"], strict=True), strict=True))
    totals: dict[str, float] = {}
    for number, (_, share) in inside(roll, name).items():
        town, value = rows[number]
        if pd.notna(value):
            town = town.title().replace("Of", "of")
            totals[town] = totals.get(town, 0.0) + float(value) * share
    return totals


def leading_town(roll: str, name: str, year: int) -> str:
    ratio = {
        row["municipality"]: float(row["ratio"]) for row in rows_of_table("ratios.csv") if row["year"] == str(year)
    }
    values = {town: value / ratio[town] for town, value in assessed(roll, name).items()}
    return max(values, key=lambda town: values[town])


def folded(name: object) -> str | None:
    """Write a name in capitals, with single blanks and no point at its end; nothing where it is withheld."""
    if not isinstance(name, str) or name == "REDACTED":
        return None
    return " ".join(name.upper().split()).rstrip(".")


@cache
def land_inside(name: str) -> dict[str, tuple[set[str], float]]:
    """Return the owners and square feet inside a proposal, by parcel; of units on one ground each an equal part."""
    table = layer(NEW)
    held = dict(zip(table["PARCELID"], zip(table["OWNERNME1"], table["OWNERNME2"], strict=True), strict=True))
    found = {}
    for number, (whole, _) in inside(NEW, name).items():
        area = whole / (UNITS_ON_ONE_LOT if number.count("-") == 4 else 1)
        names = {folded(name) for name in held[number]}
        found[number] = ({name for name in names if name is not None}, area)
    return found


def signed_land_sqft(name: str, signed: set[str | None]) -> float:
    """Return the land inside a proposal that all its owners signed for."""
    return sum(area for owners, area in land_inside(name).values() if owners and owners <= signed)
