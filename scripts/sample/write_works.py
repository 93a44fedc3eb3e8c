"""How are sewers, buildings, private systems, surfaces, zoning and heights written, so that bytes repeat?"""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import rasterio
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from sample.buildings import Building, all_buildings
from sample.ground import Ground
from sample.heights import heights_of
from sample.impervious import UNKNOWN, Surface, all_surfaces, raster_of, square_mile
from sample.plane import Point, densified, lines_on_the_state_frame, on_the_state_frame
from sample.private_systems import PrivateSystem, all_private_systems
from sample.sewers import PROPOSED_MAIN, Sewers, all_sewers
from sample.write import EDGE_STEP_FT, FRAME, WRITTEN_AT, write_feature, write_layer
from sample.zoning import ADOPTED, AGENCY, PLAN_YEAR, RESOLUTION, ServiceArea, Zone, service_areas, zones

HEIGHT_CELL_M = 3.0
UNKNOWN_HEIGHT = -9999
BINARY_STEP_M = 1 / 64
"""What is outlined from photographs, and sewers, stand on this grid of 0.05 ft: zipped, such numbers take half the
room."""
HEIGHT_FRAME = "EPSG:3071+6360"
"""The state's frame, and heights of NAVD88 in US survey feet."""

Columns = Mapping[str, Sequence[str | float | None]]


def write_works(folder: Path, ground: Ground, seed: int) -> None:
    """Write all of it into a folder."""
    buildings = all_buildings(ground)
    surfaces = all_surfaces(ground, buildings, seed)
    _write_sewers(folder, all_sewers(ground, seed))
    write_feature(folder / "main-proposed.geojson", "A main in Glover Road", PROPOSED_MAIN)
    _write_buildings(folder / "buildings.gpkg.zip", buildings)
    _write_private_systems(folder / "private_systems.csv", all_private_systems(ground, buildings))
    _write_impervious(folder / "impervious.gpkg.zip", surfaces)
    _write_zoning(folder / "zoning.gpkg.zip", list(zones(ground)))
    _write_service_areas(folder / "service_areas.gpkg.zip", list(service_areas(ground)))
    cells, transform = raster_of(surfaces, seed)
    _write_raster(folder / "impervious_1m.tif", cells, transform, FRAME, nodata=UNKNOWN)
    heights, transform = heights_of(square_mile(seed), HEIGHT_CELL_M)
    _write_raster(folder / "elevations_3m.tif", heights, transform, HEIGHT_FRAME, nodata=UNKNOWN_HEIGHT)


def _write_zipped(file: Path, layer: str, columns: Columns, shapes: Sequence[BaseGeometry]) -> None:
    """Write a layer as a zipped GeoPackage, with a fixed time and no system's own attributes."""
    with TemporaryDirectory() as place:
        plain = Path(place, file.stem)
        write_layer(plain, layer, columns, shapes, FRAME)
        entry = zipfile.ZipInfo(plain.name, WRITTEN_AT.timetuple()[:6])
        entry.external_attr = 0o644 << 16
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(entry, plain.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)


def _on_the_step(shapes: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    def move(coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.round(coordinates / BINARY_STEP_M) * BINARY_STEP_M

    return list(shapely.remove_repeated_points(shapely.transform(np.array(shapes, dtype=object), move)))


def _write_sewers(folder: Path, system: Sewers) -> None:
    """Write mains and manholes by the names of Esri's models of local government and of utility networks."""
    pipes, nodes = system.sewers, system.nodes
    _write_zipped(
        folder / "sewers.gpkg.zip",
        "ssMain",
        {
            "FACILITYID": [one.sewer_id for one in pipes],
            "ASSETGROUP": [one.sort for one in pipes],
            "LIFECYCLESTATUS": [one.status for one in pipes],
            "OWNEDBY": [one.operator for one in pipes],
            "DIAMETER": [one.diameter_in for one in pipes],
            "MATERIAL": [one.material for one in pipes],
            "FROMMH": [one.upper_node for one in pipes],
            "TOMH": [one.lower_node for one in pipes],
            "UPELEV": [one.upper_invert_ft for one in pipes],
            "DOWNELEV": [one.lower_invert_ft for one in pipes],
            "VERTDATUM": ["NAVD88" if one.upper_invert_ft is not None else None for one in pipes],
            "INSTALLDATE": [one.installed for one in pipes],
        },
        _on_the_step(lines_on_the_state_frame([one.line for one in pipes])),
    )
    _write_zipped(
        folder / "sewer_nodes.gpkg.zip",
        "ssManhole",
        {
            "FACILITYID": [one.node_id for one in nodes],
            "MHTYPE": [one.sort for one in nodes],
            "LIFECYCLESTATUS": [one.status for one in nodes],
            "OWNEDBY": [one.operator for one in nodes],
            "RIMELEV": [one.rim_ft for one in nodes],
            "INVERTELEV": [one.invert_ft for one in nodes],
            "VERTDATUM": ["NAVD88" for _ in nodes],
            "CAPACITYGPM": [one.capacity_gpm for one in nodes],
            "INSTALLDATE": [one.installed for one in nodes],
        },
        _on_the_step(_spots([one.at for one in nodes])),
    )


def _spots(at: Sequence[Point]) -> list[Spot]:
    """Return points in the state's frame; a line through all of them is moved there at once."""
    (path,) = lines_on_the_state_frame([LineString(at)])
    return [Spot(xy) for xy in path.coords]


def _write_buildings(file: Path, buildings: Sequence[Building]) -> None:
    _write_zipped(
        file,
        "buildings",
        {
            "BLDG_ID": [one.building_id for one in buildings],
            "BLDG_USE": [one.use for one in buildings],
            "NUM_UNITS": [one.dwellings for one in buildings],
            "YR_BUILT": [one.built for one in buildings],
            "BLDG_ADDR": [one.address for one in buildings],
        },
        _on_the_step(on_the_state_frame([one.outline for one in buildings])),
    )


def _write_private_systems(file: Path, systems: Sequence[PrivateSystem]) -> None:
    """Write the counties' lists of sanitary permits as one table; grants are those of the state's fund."""
    with file.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(
            ("SAN_PERMIT", "PARCELID", "CONAME", "POWTS_TYPE", "POWTS_STATUS", "INSTALL_DATE", "COST", "WI_FUND_GRANT")
        )
        writer.writerows(
            (one.permit, one.parcel_id, one.county, one.sort, one.status, one.installed, one.cost, one.grant)
            for one in systems
        )


def _write_impervious(file: Path, surfaces: Sequence[Surface]) -> None:
    columns: Columns = {
        "IMPERV_ID": [one.surface_id for one in surfaces],
        "IMP_TYPE": [one.sort for one in surfaces],
        "PHOTO_DATE": [one.captured for one in surfaces],
        "BUILT_DATE": [one.built for one in surfaces],
    }
    _write_zipped(file, "impervious", columns, _on_the_step(on_the_state_frame([one.outline for one in surfaces])))


def _write_zoning(file: Path, known: Sequence[Zone]) -> None:
    columns = {
        "ZONING": [one.zone for one in known],
        "JURISDICTION": [one.jurisdiction for one in known],
        "CONAME": [one.county for one in known],
        "ORDINANCE": [one.ordinance for one in known],
        "EFF_DATE": [one.effective for one in known],
    }
    land = [densified(one.land, EDGE_STEP_FT) for one in known]
    _write_zipped(file, "zoning", columns, on_the_state_frame(land))


def _write_service_areas(file: Path, known: Sequence[ServiceArea]) -> None:
    columns: Columns = {
        "SSA_NAME": [one.name for one in known],
        "SSA_TYPE": [one.sort for one in known],
        "WQM_AGENCY": [AGENCY for _ in known],
        "PLAN_YEAR": [PLAN_YEAR for _ in known],
        "ADOPT_DATE": [ADOPTED for _ in known],
        "RESOLUTION": [RESOLUTION for _ in known],
    }
    land = [densified(one.land, EDGE_STEP_FT) for one in known]
    _write_zipped(file, "service_areas", columns, on_the_state_frame(land))


def _write_raster(
    file: Path,
    cells: NDArray[np.uint8] | NDArray[np.float32],
    transform: rasterio.Affine,
    crs: str,
    *,
    nodata: int,
) -> None:
    high, wide = cells.shape
    profile = {
        "driver": "GTiff", "height": high, "width": wide, "count": 1, "dtype": cells.dtype.name, "crs": crs,
        "transform": transform, "nodata": nodata, "compress": "deflate", "zlevel": 9, "tiled": True,
        "predictor": 3 if cells.dtype.kind == "f" else 1,
    }  # fmt: skip
    with rasterio.open(file, "w", **profile) as target:
        target.write(cells, 1)
