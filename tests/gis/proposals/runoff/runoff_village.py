"""A village with ten lots and a utility district, on file, whose surfaces make round numbers; worked by hand.

Feet from a corner in the county's zone, in which a foot is a foot on the ground to a part in 20,000. The utility
district ends at x = 800, so that it cuts lot F; T is a town's lot.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.model.edition import Kind
from tests.gis.proposals.connections.village import EAST, NORTH, SOUTH, WEST, ZONE, box

DATE = dt.date(2026, 6, 15)
PLACE, DISTRICT = "Village of Mukwonago", "Utility District No. 1"
DISTRICT_EAST = 800
LOTS = {
    "A": (0, 0, 100, 150),
    "B": (110, 0, 210, 150),
    "C": (220, 0, 420, 150),
    "D": (0, 200, 400, 500),
    "E": (430, 0, 630, 100),
    "F": (700, 0, 900, 100),
    "G": (640, 0, 690, 100),
    "H": (430, 200, 530, 350),
    "I": (540, 200, 640, 350),
    "T": (1_200, 0, 1_300, 150),
}
CLASSES = {"A": "1", "B": "1", "G": "1", "T": "1"}
"""All others are commercial."""
DWELLINGS = {"A": 1, "B": 2, "T": 1}
"""G is bare; in all other buildings nobody lives."""
OLD, SEEN = "2003-05-01", "2023-04-01"
# Lot, class, day on which it was seen, south-west corner from the lot's, width and height.
Outline = tuple[str, str, str, float, float, float, float]
SURFACES: Sequence[Outline] = (
    ("A", "roof", SEEN, 20, 20, 40, 50),  # 2,000
    ("B", "roof", SEEN, 20, 20, 40, 80),  # 3,200
    ("C", "roof", SEEN, 20, 20, 80, 80),  # 6,400, and 4,400 of asphalt, of which 20 by 40 lie under the roof: 10,000
    ("C", "asphalt", SEEN, 80, 60, 55, 80),
    ("D", "roof", OLD, 50, 50, 100, 80),  # 8,000 of 120,000
    ("E", "roof", OLD, 20, 20, 38, 50),  # 1,900 of 20,000
    ("F", "asphalt", SEEN, 20, 20, 160, 50),  # 8,000, half of it in the district
    ("H", "roof", SEEN, 20, 20, 20, 50),  # 1,000
    ("H", "gravel", SEEN, 50, 20, 38, 50),  # 1,900, which the text leaves open
    ("I", "roof", SEEN, 20, 20, 46, 65),  # 2,990, with an outline of 222 ft known to 0.1 ft
)
ADDED: Sequence[Outline] = (("E", "drive", "2025-04-01", 100, 20, 10, 20),)  # 200 more: 2,100 of 20,000


def write_village(folder: Path, *, with_district: bool = True) -> Path:
    """Import the village into a folder of layers under it, survey-sharp, and return that folder.

    Surfaces are on file as of 2024, and with a drive on E as of 2026.
    """
    municipalities = [
        {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))},
        {
            "name": "Town of Vernon",
            "kind": "town",
            "county": "Waukesha",
            "geometry": box((EAST, SOUTH, EAST + 1_000, NORTH)),
        },
    ]
    write(folder, "municipalities", municipalities)
    write(folder, "parcels", [_parcel(lot) for lot in LOTS])
    write(folder, "buildings", [_building(lot) for lot in LOTS if lot != "G"])
    write(folder, "impervious", outlines(SURFACES))
    write(folder, "impervious", outlines([*SURFACES, *ADDED]), "2026")
    if with_district:
        land = box((WEST, SOUTH, DISTRICT_EAST, NORTH))
        write(folder, "districts", [{"name": DISTRICT, "kind": "utility", "geometry": land}])
    return folder / "layers"


def split_and_merged(folder: Path) -> Path:
    """Import the village with a roll of 2026, in which C is split at x = 330, and H and I with what parts them are one.

    C1 has the roof and 1,600 sq ft of asphalt beside it, 8,000 in all; C2 has 2,000 of asphalt and no building.
    """
    layers = write_village(folder)
    kept = [_parcel(lot) for lot in LOTS if lot not in {"C", "H", "I"}]
    anew = {"C1": (220, 0, 330, 150), "C2": (330, 0, 420, 150), "HI": (430, 200, 640, 350)}
    made = [
        {
            **_parcel("C"),
            "parcel_id": f"7-{lot}",
            "improvement_value": 0 if lot == "C2" else 90_000,
            "geometry": box(bounds),
        }
        for lot, bounds in anew.items()
    ]
    write(folder, "parcels", [*kept, *made], "2026")
    return layers


def write(folder: Path, kind: Kind, rows: Sequence[dict[str, Any]], vintage: str = "2024") -> None:
    """Import rows as an edition."""
    file = folder / f"{kind}-{vintage}.gpkg"
    gpd.GeoDataFrame(list(rows), crs=ZONE).to_file(file, driver="GPKG")
    request = ImportRequest(kind, file, preset="generic", vintage=vintage, accuracy_ft="0.1")
    import_layer(request, folder / "layers")


def outlines(surfaces: Sequence[Outline]) -> list[dict[str, Any]]:
    """Return surfaces as rows of their layer."""
    return [
        {
            "surface_id": f"s{number}",
            "surface": surface,
            "captured": captured,
            "geometry": box((LOTS[lot][0] + x, LOTS[lot][1] + y, LOTS[lot][0] + x + width, LOTS[lot][1] + y + height)),
        }
        for number, (lot, surface, captured, x, y, width, height) in enumerate(surfaces)
    ]


def _parcel(lot: str) -> dict[str, Any]:
    return {
        "parcel_id": f"7-{lot}",
        "municipality": "Town of Vernon" if lot == "T" else PLACE,
        "county": "Waukesha",
        "roll_year": 2024,
        "property_classes": CLASSES.get(lot, "2"),
        "improvement_value": 0 if lot == "G" else 90_000,
        "site_address": f"{ord(lot)} NOWHERE ST",
        "owner_name_1": f"OWNER 70{ord(lot)} OF NOWHERE",
        "mailing_address": f"BOX {ord(lot)}, NOWHERE",
        "geometry": box(LOTS[lot]),
    }


def _building(lot: str) -> dict[str, Any]:
    return {
        "building_id": f"B-{lot}",
        "use": "dwelling" if lot in DWELLINGS else "commercial",
        "dwelling_units": DWELLINGS.get(lot, 0),
        "geometry": shapely.centroid(box(LOTS[lot])),
    }
