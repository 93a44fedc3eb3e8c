"""How are the sample's layers written so that the same plan gives the same bytes?"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import islice
from pathlib import Path

import geopandas as gpd
import pyogrio
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from sample import proposals
from sample.ground import COUNTY_FIPS, COUNTY_OF, Ground, Land, Municipality, Piece
from sample.plane import densified, in_degrees, lines_on_the_state_frame, noded, on_the_state_frame
from sample.roll import FIELDS, RATIOS, roll_rows

WRITTEN_AT = datetime(2026, 1, 31, tzinfo=UTC)
"""The time stamped into each GeoPackage; a clock would change the bytes at each run."""
FRAME = "EPSG:3071"
PROPOSAL_STEP_FT = 200.0
"""A line straight in degrees leaves the same line on the ground by 0.0003 ft in this length."""
EDGE_STEP_FT = 1400.0
VALUE_YEARS = (2024, 2025)
NOT_ON_THE_STREET_LAYER = "SOUTH 313 DOGWOOD ST"
"""A street of the village of which the county has neither a centre line nor a right-of-way: a gap between its lots."""
DERIVATION = (
    "Worked from the plan in US survey feet of EPSG:8189 (scripts/sample/proposals.py), not from the written "
    "layers. Whole parcels: every parcel number of the quarter-quarters named there, once. Cut parcels: the "
    "share stated, exact in the plan. Equalized value: assessed value divided by the town's ratio, rounded half "
    "up to the cent at the end. The written layers stand on a grid of 0.0001 m, so that a share measured on "
    "them differs by less than one part in a million. Both years use the assessed values of the 2025 roll."
)


def write_layer(
    file: Path,
    layer: str,
    columns: Mapping[str, Sequence[str | float | None]],
    ground: Sequence[BaseGeometry],
    crs: str,
) -> None:
    """Write one layer as a GeoPackage."""
    file.unlink(missing_ok=True)
    stamp = WRITTEN_AT.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": stamp})
    table = gpd.GeoDataFrame(dict(columns), geometry=list(ground), crs=crs)
    pyogrio.write_dataframe(
        table, file, layer=layer, driver="GPKG", promote_to_multi=True, layer_options={"SPATIAL_INDEX": "NO"}
    )
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": None})


def write_parcels(file: Path, pieces: Sequence[Piece], ground: list[Land], seed: int) -> dict[str, int]:
    """Write the parcel layer; return the assessed value of each parcel number."""
    inside = [(point.x, point.y) for point in in_degrees([shapely.point_on_surface(shape.polygon) for shape in pieces])]
    rows, assessed = roll_rows(pieces, inside, seed)
    columns = {name: [row[name] for row in rows] for name in FIELDS}
    write_layer(file, "parcels", columns, on_the_state_frame(ground), FRAME)
    return assessed


def write_municipalities(file: Path, known: Sequence[Municipality], ground: list[Land]) -> None:
    """Write the municipal layer by the field names of the Legislative Technology Services Bureau."""
    columns: dict[str, Sequence[str | None]] = {
        "MCD_FIPS": [f"55{COUNTY_FIPS[one.county]}{one.cousubfp}" for one in known],
        "GEOID": [f"55{COUNTY_FIPS[one.county]}{one.cousubfp}" for one in known],
        "CNTY_FIPS": [f"55{COUNTY_FIPS[one.county]}" for one in known],
        "CNTY_NAME": [one.county for one in known],
        "COUSUBFP": [one.cousubfp for one in known],
        "MCD_NAME": [one.name for one in known],
        "CTV": [one.ctv for one in known],
    }
    write_layer(file, "municipalities", columns, on_the_state_frame(ground), FRAME)


def write_counties(file: Path, known: Sequence[tuple[str, Land]], ground: list[Land]) -> None:
    """Write the two counties' invented extents in longitude and latitude."""
    columns: dict[str, Sequence[str | None]] = {
        "NAME": [name for name, _ in known],
        "STATE": ["55" for _ in known],
        "COUNTY": [COUNTY_FIPS[name] for name, _ in known],
        "GEO_ID": [f"0500000US55{COUNTY_FIPS[name]}" for name, _ in known],
        "LSAD": ["County" for _ in known],
    }
    write_layer(file, "counties", columns, in_degrees(ground), "EPSG:4326")


def write_ratios(file: Path) -> None:
    """Write the assessment ratios of both roll years."""
    with file.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(("municipality", "county", "year", "ratio"))
        writer.writerows((name, COUNTY_OF[name.upper()], year, ratio) for (name, year), ratio in RATIOS.items())


def write_proposal(file: Path, name: str, plan: Polygon) -> None:
    """Write a boundary as RFC 7946 has it: longitude and latitude, outer ring counter-clockwise."""
    write_feature(file, name, densified(shapely.geometry.polygon.orient(plan), PROPOSAL_STEP_FT))


def write_feature(file: Path, name: str, plan: BaseGeometry) -> None:
    """Write one named shape of the plan in longitude and latitude."""
    (ground,) = in_degrees([plan])
    feature = {"type": "Feature", "properties": {"name": name}, "geometry": shapely.geometry.mapping(ground)}
    file.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}) + "\n", "utf-8")


def write_proposals(folder: Path) -> None:
    """Write the three proposals."""
    write_proposal(folder / "proposal-lawful.geojson", "Alder and Birch Sanitary District", proposals.LAWFUL)
    write_proposal(folder / "proposal-unlawful.geojson", "Finger Road Sanitary District", proposals.UNLAWFUL)
    write_proposal(folder / "proposal-sliver.geojson", "Elm Road Sanitary District", proposals.SLIVER)


def write_expected(file: Path, pieces: Sequence[Piece], assessed: dict[str, int]) -> None:
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


def write_streets(file: Path, ground: Ground) -> None:
    """Write the centre lines by field names that county land information offices use."""
    known = [one for one in ground.streets if one.name != NOT_ON_THE_STREET_LAYER]
    columns: dict[str, Sequence[str | float | None]] = {
        "ROAD_ID": [one.street_id for one in known],
        "STREET": [one.name for one in known],
        "ROAD_TYPE": [one.sort for one in known],
        "ROW_Width": [one.width_ft for one in known],
    }
    write_layer(file, "streets", columns, lines_on_the_state_frame([one.line for one in known]), FRAME)


def write_rights_of_way(file: Path, ground: Ground, land: list[Land]) -> None:
    """Write the rights-of-way by field names that county land information offices use."""
    columns: dict[str, Sequence[str | float | None]] = {
        "ROW_ID": [one.right_of_way_id for one in ground.rights_of_way],
        "STREET": [one.street for one in ground.rights_of_way],
        "ROW_WIDTH": [one.width_ft for one in ground.rights_of_way],
        "DEDICATION": [one.dedication for one in ground.rights_of_way],
    }
    write_layer(file, "rights_of_way", columns, on_the_state_frame(land), FRAME)


def write_railroads(file: Path, ground: Ground) -> None:
    """Write the railroad by the field names of the national network."""
    columns = {
        "FRAARCID": [one.railroad_id for one in ground.railroads],
        "SUBDIV": [one.division for one in ground.railroads],
        "RROWNER1": [one.mark for one in ground.railroads],
    }
    write_layer(file, "railroads", columns, lines_on_the_state_frame([one.line for one in ground.railroads]), FRAME)


def write_water(file: Path, ground: Ground, land: list[Land]) -> None:
    """Write lakes and river as polygons and creeks as lines, by the field names of the state's hydrography."""
    creeks = [one.shape for one in ground.water if isinstance(one.shape, LineString)]
    ordered = [one for one in ground.water if not isinstance(one.shape, LineString)]
    ordered += [one for one in ground.water if isinstance(one.shape, LineString)]
    columns: dict[str, Sequence[str | float | None]] = {
        "HYDROID": [one.water_id for one in ordered],
        "WATERBODY_NAME": [one.name or None for one in ordered],
        "HYDROTYPE": [one.sort for one in ordered],
    }
    shapes = [*on_the_state_frame(land), *lines_on_the_state_frame(creeks)]
    write_layer(file, "water", columns, shapes, FRAME)


def write_sections(file: Path, ground: Ground) -> None:
    """Write the survey's sections by the field names of the state's land net; ranges are east, which is 4."""
    columns: dict[str, Sequence[str | float | None]] = {
        "DTRS": [f"4{one.township:02d}{one.range:02d}{one.number:02d}" for one in ground.sections],
        "TWP": [one.township for one in ground.sections],
        "RNG": [one.range for one in ground.sections],
        "DIR_ALPHA": ["E" for _ in ground.sections],
        "SEC": [one.number for one in ground.sections],
        "COUNTY_NAME": [one.county for one in ground.sections],
    }
    land: list[Land] = [densified(one.polygon, EDGE_STEP_FT) for one in ground.sections]
    write_layer(file, "sections", columns, on_the_state_frame(land), FRAME)


def write_all(folder: Path, ground: Ground, seed: int) -> None:
    """Write every file of the sample into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    lakes = [one.shape for one in ground.water if not isinstance(one.shape, LineString)]
    plans: list[Land] = [
        *(piece.polygon for piece in ground.pieces),
        *(one.polygon for one in ground.municipalities),
        *(land for _, land in ground.counties),
        *(one.polygon for one in ground.rights_of_way),
        *lakes,
    ]
    # Once to share corners, then long edges cut alike from both sides, then the new corners shared too.
    land = iter(noded([densified(plan, EDGE_STEP_FT) for plan in noded(plans)]))
    assessed = write_parcels(folder / "parcels.gpkg", ground.pieces, list(islice(land, len(ground.pieces))), seed)
    known = list(islice(land, len(ground.municipalities)))
    write_municipalities(folder / "municipalities.gpkg", ground.municipalities, known)
    write_counties(folder / "counties.gpkg", ground.counties, list(islice(land, len(ground.counties))))
    write_rights_of_way(folder / "rights_of_way.gpkg", ground, list(islice(land, len(ground.rights_of_way))))
    write_water(folder / "water.gpkg", ground, list(land))
    write_streets(folder / "streets.gpkg", ground)
    write_railroads(folder / "railroads.gpkg", ground)
    write_sections(folder / "sections.gpkg", ground)
    write_ratios(folder / "ratios.csv")
    write_proposals(folder)
    write_expected(folder / "expected.json", ground.pieces, assessed)
