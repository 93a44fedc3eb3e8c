"""How are the sample's layers written so that the same plan gives the same bytes?"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import pyogrio
import shapely
from shapely.geometry import MultiPolygon, Polygon

from sample import proposals
from sample.land import Piece
from sample.limits import Municipality
from sample.plane import densified, in_degrees, noded, on_the_state_frame
from sample.roll import FIELDS, RATIOS, roll_rows

WRITTEN_AT = datetime(2026, 1, 31, tzinfo=UTC)
"""The time stamped into each GeoPackage; a clock would change the bytes at each run."""
PROPOSAL_STEP_FT = 200.0
"""A line straight in degrees leaves the same line on the ground by 0.0003 ft in this length."""
EDGE_STEP_FT = 1400.0
VALUE_YEARS = (2024, 2025)
DERIVATION = (
    "Worked from the plan in US survey feet of EPSG:8189 (scripts/sample/proposals.py), not from the written "
    "layers. Whole parcels: every parcel number of the quarter-quarters named there, once. Cut parcels: the "
    "share stated, exact in the plan. Equalized value: assessed value divided by the town's ratio, rounded half "
    "up to the cent at the end. The written layers stand on a grid of 0.0001 m, so that a share measured on "
    "them differs by less than one part in a million. Both years use the assessed values of the 2025 roll."
)

Ground = Polygon | MultiPolygon


def write_layer(
    file: Path, layer: str, columns: dict[str, Sequence[str | None]], ground: Sequence[Ground], crs: str
) -> None:
    """Write one layer as a GeoPackage of text columns."""
    file.unlink(missing_ok=True)
    stamp = WRITTEN_AT.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": stamp})
    table = gpd.GeoDataFrame(dict(columns), geometry=list(ground), crs=crs)
    pyogrio.write_dataframe(
        table, file, layer=layer, driver="GPKG", promote_to_multi=True, layer_options={"SPATIAL_INDEX": "NO"}
    )
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": None})


def write_parcels(file: Path, pieces: list[Piece], ground: list[Ground], seed: int) -> dict[str, int]:
    """Write the parcel layer; return the assessed value of each parcel number."""
    inside = [(point.x, point.y) for point in in_degrees([shapely.point_on_surface(shape.polygon) for shape in pieces])]
    rows, assessed = roll_rows(pieces, inside, seed)
    columns = {name: [row[name] for row in rows] for name in FIELDS}
    write_layer(file, "parcels", columns, on_the_state_frame(ground), "EPSG:3071")
    return assessed


def write_municipalities(file: Path, known: list[Municipality], ground: list[Ground]) -> None:
    """Write the municipal layer by the field names of the Legislative Technology Services Bureau."""
    columns: dict[str, Sequence[str | None]] = {
        "MCD_FIPS": [f"55055{one.cousubfp}" for one in known],
        "GEOID": [f"55055{one.cousubfp}" for one in known],
        "CNTY_FIPS": ["55055" for _ in known],
        "CNTY_NAME": ["Jefferson" for _ in known],
        "COUSUBFP": [one.cousubfp for one in known],
        "MCD_NAME": [one.name for one in known],
        "CTV": [one.ctv for one in known],
    }
    write_layer(file, "municipalities", columns, on_the_state_frame(ground), "EPSG:3071")


def write_counties(file: Path, known: list[tuple[str, Polygon]], ground: list[Ground]) -> None:
    """Write the two counties' invented extents in longitude and latitude."""
    fips = {"Dodge": "027", "Jefferson": "055"}
    columns: dict[str, Sequence[str | None]] = {
        "NAME": [name for name, _ in known],
        "STATE": ["55" for _ in known],
        "COUNTY": [fips[name] for name, _ in known],
        "GEO_ID": [f"0500000US55{fips[name]}" for name, _ in known],
        "LSAD": ["County" for _ in known],
    }
    write_layer(file, "counties", columns, in_degrees(ground), "EPSG:4326")


def write_ratios(file: Path) -> None:
    """Write the assessment ratios of both roll years."""
    with file.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(("municipality", "county", "year", "ratio"))
        writer.writerows((name, "Jefferson", year, ratio) for (name, year), ratio in RATIOS.items())


def write_proposal(file: Path, name: str, plan: Polygon) -> None:
    """Write a boundary as RFC 7946 has it: longitude and latitude, outer ring counter-clockwise."""
    (ground,) = in_degrees([densified(shapely.geometry.polygon.orient(plan), PROPOSAL_STEP_FT)])
    feature = {"type": "Feature", "properties": {"name": name}, "geometry": shapely.geometry.mapping(ground)}
    file.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}) + "\n", "utf-8")


def write_proposals(folder: Path) -> None:
    """Write the three proposals."""
    write_proposal(folder / "proposal-lawful.geojson", "Alder and Birch Sanitary District", proposals.LAWFUL)
    write_proposal(folder / "proposal-unlawful.geojson", "Finger Road Sanitary District", proposals.UNLAWFUL)
    write_proposal(folder / "proposal-sliver.geojson", "Elm Road Sanitary District", proposals.SLIVER)


def write_expected(file: Path, pieces: list[Piece], assessed: dict[str, int]) -> None:
    """Write what the proposals come to by construction, and how that was worked."""
    towns = {}
    for name, counted in proposals.lawful_values(pieces, assessed).items():
        towns[name] = {
            "whole_parcels": counted.whole_parcels,
            "cut_parcels": {parcel: str(share) for parcel, share in counted.cut.items()},
            "assessed_value": proposals.money(counted.assessed),
            "equalized_value": {
                str(year): proposals.money(counted.assessed / Fraction(RATIOS[name, year])) for year in VALUE_YEARS
            },
        }
    content = {
        "derivation": DERIVATION,
        "lawful": {
            "area_sqft": f"{proposals.LAWFUL.area:.2f}",
            "area_working": "2639.5 x 4603.5 + 3300 x 1963.5 - 331 x 331",
            "towns": towns,
            "overlaps_sqft": {},
        },
        "unlawful": {
            "overlaps_sqft": {"City of Fir": "392040", "Village of Elm": "14391.5625"},
            "overlaps_working": {
                "City of Fir": "finger 2640 x 66 + annexed lots 660 x 330",
                "Village of Elm": "notch 107.5 x 133.875",
            },
        },
        "sliver": {
            "overlaps_sqft": {"Village of Elm": "211.2"},
            "overlaps_working": {"Village of Elm": "0.04 x 5280"},
        },
    }
    file.write_text(json.dumps(content, indent=1) + "\n", "utf-8")


def write_all(
    folder: Path, pieces: list[Piece], known: list[Municipality], counties: list[tuple[str, Polygon]], seed: int
) -> None:
    """Write every file of the sample into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    plans: list[Ground] = [
        *(piece.polygon for piece in pieces),
        *(one.polygon for one in known),
        *(ground for _, ground in counties),
    ]
    # Once to share corners, then long edges cut alike from both sides, then the new corners shared too.
    ground = noded([densified(plan, EDGE_STEP_FT) for plan in noded(plans)])
    first, second = len(pieces), len(pieces) + len(known)
    assessed = write_parcels(folder / "parcels.gpkg", pieces, ground[:first], seed)
    write_municipalities(folder / "municipalities.gpkg", known, ground[first:second])
    write_counties(folder / "counties.gpkg", counties, ground[second:])
    write_ratios(folder / "ratios.csv")
    write_proposals(folder)
    write_expected(folder / "expected.json", pieces, assessed)
