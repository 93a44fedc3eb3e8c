"""What does the bench of connections measure on: a seeded village of blocks, streets, lots and sewers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.layers.importing import ImportRequest, import_layer
from gis.model.edition import Kind

ZONE = "EPSG:8102"
"""WISCRS Waukesha, NAD83(HARN), US survey feet."""
SOUTH_WEST_FT = (660_000.0, 110_000.0)
COUNTY = "Waukesha"
PLACE = "Village of Mukwonago"
VINTAGE = "2026"
ACCURACY_FT = "0.1"
LOT_FT, DEPTH_FT, STREET_FT = 80.0, 130.0, 66.0
LOTS_ALONG = 10
"""Lots along one side of a block; a block has two sides, back to back."""
LOTS_A_BLOCK = 2 * LOTS_ALONG
BLOCK_FT = (LOTS_ALONG * LOT_FT, 2 * DEPTH_FT)
PITCH_FT = (BLOCK_FT[0] + STREET_FT, BLOCK_FT[1] + STREET_FT)
_SWAY_FT, _SWAY_OVER_FT = 40.0, 2_500.0
"""Streets sway by so much over such a length, so that no line is straight for long."""
_BUILT_ON, _PRIVATE = 0.85, 0.03
_RARE = {"proposed": 0.02, "abandoned": 0.01, "in_service": 0.97}
_FORCE = 0.01
_LAID_TOGETHER = 20

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Geometries = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Village:
    """How many blocks there are, and what was laid on them."""

    across: int
    down: int
    parcels: int
    mains: int


def make_village(folder: Path, parcel_count: int, main_count: int, seed: int, *, with_rights_of_way: bool) -> Village:
    """Write and import a village of about so many lots, with sewers in the middle of its streets.

    Sewers run along the streets that lie east and west, then along others; all flow east and south to one plant.
    Without rights-of-way the streets are only what the lots leave free.
    """
    across = max(1, round(np.sqrt(parcel_count / LOTS_A_BLOCK * 0.4)))
    down = max(1, round(parcel_count / LOTS_A_BLOCK / across))
    random = np.random.default_rng(seed)
    lots = _lots(across, down)
    number = np.arange(len(lots))
    ids = [f"MUK-{each:07d}" for each in number]
    parcels = {"parcel_id": ids, "municipality": PLACE, "county": COUNTY, "roll_year": 2026}
    limits = shapely.box(0, 0, across * PITCH_FT[0] + STREET_FT, down * PITCH_FT[1] + STREET_FT)
    place = {"name": [PLACE], "county": [COUNTY], "valid_from": ["1905-01-01"]}
    built = number[random.random(len(lots)) < _BUILT_ON]
    houses = {"building_id": [f"B{each}" for each in built], "use": "dwelling"}
    unserved = number[random.random(len(lots)) < _PRIVATE]
    systems = {"system_id": [f"S{each}" for each in unserved], "county": COUNTY, "kind": "septic"}
    systems["parcel_id"] = [ids[each] for each in unserved]
    sewers, lines = _sewers(across, down, main_count, random)
    nodes, points = _nodes(across, down)
    layers: dict[Kind, tuple[dict[str, object], Geometries | None]] = {
        "parcels": (dict(parcels), lots),
        "municipalities": (dict(place), np.array([shapely.segmentize(limits, LOT_FT)], dtype=object)),
        "buildings": (dict(houses), shapely.centroid(lots[built])),
        "private_systems": (dict(systems), None),
        "sewers": (sewers, lines),
        "sewer_nodes": (nodes, points),
    }
    if with_rights_of_way:
        strips = _strips(across, down)
        layers["rights_of_way"] = ({"right_of_way_id": [f"R{each}" for each in range(len(strips))]}, strips)
    for kind, (columns, shapes) in layers.items():
        _import(folder, kind, columns, None if shapes is None else _swayed(shapes))
    return Village(across, down, len(lots), len(lines))


def _lots(across: int, down: int) -> Geometries:
    column, row = np.meshgrid(np.arange(across * LOTS_ALONG), np.arange(down * 2), indexing="ij")
    west = STREET_FT + column // LOTS_ALONG * PITCH_FT[0] + column % LOTS_ALONG * LOT_FT
    south = STREET_FT + row // 2 * PITCH_FT[1] + row % 2 * DEPTH_FT
    lots: Geometries = shapely.box(west.ravel(), south.ravel(), west.ravel() + LOT_FT, south.ravel() + DEPTH_FT)
    return lots


def _strips(across: int, down: int) -> Geometries:
    """Return the streets: one long strip from east to west each, and pieces between them, divided where lots are."""
    width = across * PITCH_FT[0] + STREET_FT
    south = np.arange(down + 1) * PITCH_FT[1]
    long = shapely.box(0, south, width, south + STREET_FT)
    column, row = (each.ravel() for each in np.meshgrid(np.arange(across + 1), np.arange(down), indexing="ij"))
    west, from_south = column * PITCH_FT[0], row * PITCH_FT[1] + STREET_FT
    short = shapely.box(west, from_south, west + STREET_FT, from_south + BLOCK_FT[1])
    xs = np.unique(np.concatenate([shapely.get_coordinates(_lots(across, 1))[:, 0], [0.0, width]]))
    divided = [_with_vertices(strip, xs) for strip in long]
    return np.array([*divided, *shapely.segmentize(short, DEPTH_FT)], dtype=object)


def _with_vertices(strip: shapely.Polygon, xs: Floats) -> shapely.Polygon:
    _, low, _, high = strip.bounds
    below, above = np.column_stack([xs, np.full_like(xs, low)]), np.column_stack([xs[::-1], np.full_like(xs, high)])
    return shapely.Polygon(np.concatenate([below, above]))


def _crossing(column: Whole, row: Whole) -> Floats:
    """Return the middle of a crossing of streets."""
    return np.stack([column * PITCH_FT[0] + STREET_FT / 2, row * PITCH_FT[1] + STREET_FT / 2], axis=-1)


def _sewers(across: int, down: int, count: int, random: np.random.Generator) -> tuple[dict[str, object], Geometries]:
    column, row = (each.ravel() for each in np.meshgrid(np.arange(across), np.arange(down + 1), indexing="xy"))
    east = np.stack([column, row, column + 1, row], axis=1)
    column, row = (
        each.ravel() for each in np.meshgrid(np.arange(across, -1, -1), np.arange(down, 0, -1), indexing="ij")
    )
    south = np.stack([column, row, column, row - 1], axis=1)
    ends = np.concatenate([east, south])[:count]
    lines = shapely.linestrings(np.stack([_crossing(*ends[:, :2].T), _crossing(*ends[:, 2:].T)], axis=1))
    number = len(ends)
    # Sewers that were laid together began to serve on one day.
    began = random.integers(0, 18_000, number // _LAID_TOGETHER + 1)[np.arange(number) // _LAID_TOGETHER]
    days = pd.to_datetime("1975-01-01") + pd.to_timedelta(began, unit="D")
    statuses = random.choice([*_RARE], number, p=[*_RARE.values()])
    return {
        "sewer_id": [f"M{each}" for each in range(number)],
        "kind": np.where(random.random(number) < _FORCE, "force_main", "gravity_main"),
        "status": statuses,
        "operator": PLACE,
        "upstream_node": [f"N{a}-{b}" for a, b in ends[:, :2]],
        "downstream_node": [f"N{a}-{b}" for a, b in ends[:, 2:]],
        "operational": [
            day if status == "in_service" else None
            for day, status in zip(days.strftime("%Y-%m-%d"), statuses, strict=True)
        ],
    }, shapely.segmentize(lines, LOT_FT)


def _nodes(across: int, down: int) -> tuple[dict[str, object], Geometries]:
    column, row = (each.ravel() for each in np.meshgrid(np.arange(across + 1), np.arange(down + 1), indexing="ij"))
    is_plant = (column == across) & (row == 0)
    return {
        "node_id": [f"N{a}-{b}" for a, b in zip(column, row, strict=True)],
        "kind": np.where(is_plant, "plant", "manhole"),
        "status": "in_service",
    }, shapely.points(_crossing(column, row))


def _swayed(shapes: Geometries) -> Geometries:
    """Let all lines sway alike, so that what shared a corner still does."""

    def sway(places: Floats) -> Floats:
        swung = places[:, ::-1] / _SWAY_OVER_FT
        moved: Floats = np.round(places + _SWAY_FT * np.sin(swung) + np.array(SOUTH_WEST_FT), 3)
        return moved

    swayed: Geometries = shapely.transform(shapes, sway)
    return swayed


def _import(folder: Path, kind: Kind, columns: dict[str, object], shapes: Geometries | None) -> None:
    if shapes is None:
        file = folder / f"{kind}.csv"
        pd.DataFrame(columns).to_csv(file, index=False)
    else:
        file = folder / f"{kind}.gpkg"
        gpd.GeoDataFrame(columns, geometry=shapes, crs=ZONE).to_file(file, driver="GPKG")
    import_layer(
        ImportRequest(kind, file, preset="generic", vintage=VINTAGE, accuracy_ft=ACCURACY_FT), folder / "layers"
    )
