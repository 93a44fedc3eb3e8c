"""A village of three streets, six lots of one block and three beyond, on file, for tests that are worked by hand.

    y 516  +----+----+----+
           | X1 | X2 | X3 |                      T1: a lot in the town to the east, on no street
    y 366  +----+----+----+
===================== Oak Street (P1, proposed) =====================
    y 300  +----+----+----+
 West      | N1 | N2 | N3 |  East
 Avenue    +----+----+----+  Avenue (F1, a force main)
           | S1 | S2 | S3 |
    y   0  +----+----+----+
===================== Elm Street (M1, flows east to the plant) ======
           x 0 100  200  300
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.model.edition import Kind

DATE = dt.date(2026, 6, 15)
ZONE = "EPSG:8102"
X0, Y0 = 660_000, 110_000
WEST, SOUTH, EAST, NORTH = -600, -600, 1_000, 1_000
"""Limits of the village; the town lies east of it."""
LOTS = {
    **{
        f"{row}{i + 1}": (100 * i, y, 100 * i + 100, y + 150)
        for row, y in (("S", 0), ("N", 150), ("X", 366))
        for i in range(3)
    },
    "T1": (1_200, 0, 1_300, 150),
}
HOUSES = ("S1", "S2", "N1", "N2", "X1", "X2", "T1")
"""S3 has no building; N3 and X3 have a shed, which tells of no use."""
OWNERS = {lot: f"OWNER 70{number:02d} OF NOWHERE" for number, lot in enumerate(LOTS, 1)}
STREETS = {
    "Oak Street": (WEST, 300, EAST, 366),
    "Elm Street": (WEST, -66, EAST, 0),
    "West Avenue": (-66, 0, 0, 300),
    "East Avenue": (300, 0, 366, 300),
}
Sewers = Mapping[str, tuple[list[tuple[float, float]], dict[str, Any]]]
SEWERS: Sewers = {
    "M1": ([(-33, -33), (333, -33)], {"status": "in_service", "operational": "2025-03-15"}),
    "P1": ([(-33, 333), (280, 333)], {"status": "proposed"}),
    "F1": ([(333, 290), (333, -33)], {"kind": "force_main", "status": "in_service", "operational": "2020-01-01"}),
}


def box(bounds: tuple[float, float, float, float]) -> shapely.Polygon:
    west, south, east, north = bounds
    return shapely.box(X0 + west, Y0 + south, X0 + east, Y0 + north)


def line(places: list[tuple[float, float]]) -> shapely.LineString:
    return shapely.LineString([(X0 + x, Y0 + y) for x, y in places])


VILLAGE = "Village of Mukwonago"
DISTRICT = "Consolidated Koshkonong Sanitary District"


def write_village(folder: Path, place: str = VILLAGE, district: str | None = None, sewers: Sewers = SEWERS) -> Path:
    """Import the village into a folder of layers under it, survey-sharp, and return that folder.

    The same land may be a town's, in a sanitary district that owns the sewers; the sewers may be others.
    """
    kind = place.split(maxsplit=1)[0].lower()
    rows: dict[Kind, list[dict[str, Any]]] = {
        "parcels": [
            {
                "parcel_id": f"7-{lot}",
                "municipality": "Town of Vernon" if lot == "T1" else place,
                "county": "Waukesha",
                "roll_year": 2024,
                "improvement_value": 0 if lot == "S3" else 90_000,
                "site_address": f"{number} NOWHERE ST",
                "owner_name_1": OWNERS[lot],
                "mailing_address": f"BOX {number}, NOWHERE",
                "geometry": box(bounds),
            }
            for number, (lot, bounds) in enumerate(LOTS.items(), 1)
        ],
        "municipalities": [
            {"name": place, "kind": kind, "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))},
            {
                "name": "Town of Vernon",
                "kind": "town",
                "county": "Waukesha",
                "geometry": box((EAST, SOUTH, EAST + 1_000, NORTH)),
            },
        ],
        "rights_of_way": [
            {"right_of_way_id": name, "street": name, "geometry": box(bounds)} for name, bounds in STREETS.items()
        ],
        "sewers": [
            {"sewer_id": name, "kind": "gravity_main", "operator": district or place, **told, "geometry": line(places)}
            for name, (places, told) in sewers.items()
        ],
        "sewer_nodes": [
            {
                "node_id": "WWTP",
                "kind": "plant",
                "status": "in_service",
                "geometry": shapely.Point(X0 + 333, Y0 - 33),
            }
        ],
        "buildings": [
            {
                "building_id": f"B-{lot}",
                "use": "dwelling" if lot in HOUSES else "shed",
                "geometry": shapely.centroid(box(LOTS[lot])),
            }
            for lot in (*HOUSES, "N3", "X3")
        ],
    }
    if district is not None:
        limits = box((WEST, SOUTH, EAST, NORTH))
        rows["districts"] = [{"name": district, "kind": "sanitary", "valid_from": "1990-01-01", "geometry": limits}]
    for each, of_kind in rows.items():
        file = folder / f"{each}.gpkg"
        gpd.GeoDataFrame(of_kind, crs=ZONE).to_file(file, driver="GPKG")
        request = ImportRequest(each, file, preset="generic", vintage="2024", accuracy_ft="0.1")
        import_layer(request, folder / "layers")
    return folder / "layers"
