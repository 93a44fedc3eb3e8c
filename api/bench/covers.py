"""What does the bench of impervious areas measure, and with what: a raster made of known outlines, and four methods?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
import rasterio
import shapely
from rasterio.transform import Affine

Floats = npt.NDArray[np.float64]
Shapes = npt.NDArray[np.object_]

CRS = "EPSG:3071"
SOUTH_WEST_M = (650_000.0, 270_000.0)
CLASSES = (22, 23, 24)
OTHER, UNKNOWN = 11, 250
_ALONG = 4
"""Pieces of each side of a lot; its outline has four times as many vertices."""
_AWAY_M = 2.0
"""How far a vertex lies from its place in the pattern, at most."""
_PARCELS, _CELLS, _EXACT = "parcels.npy", "cells.tif", "exact.npy"


def make(folder: Path, parcel_count: str, side: str, seed: str) -> dict[str, object]:
    """Write lots, and a raster of cells of a metre that holds surfaces of which every side lies between two cells.

    So the raster is exact, and whatever a method is off by comes from cells that a lot line cuts.
    """
    random, cells = np.random.default_rng(int(seed)), int(side)
    across = round(float(parcel_count) ** 0.5)
    lots = _lots(across, cells, random)
    surfaces, boxes = _surfaces(across, cells, random)
    grid = np.full((cells, cells), OTHER, dtype=np.uint8)
    for (left, top, right, bottom), kind in zip(boxes.tolist(), random.choice(CLASSES, len(boxes)), strict=True):
        grid[top:bottom, left:right] = kind
    profile = {"driver": "GTiff", "width": cells, "height": cells, "count": 1, "dtype": "uint8", "nodata": UNKNOWN}
    place = Affine(1, 0, SOUTH_WEST_M[0], 0, -1, SOUTH_WEST_M[1] + cells)
    tiles = {"tiled": True, "blockxsize": 256, "blockysize": 256, "compress": "deflate"}
    with rasterio.open(folder / _CELLS, "w", crs=CRS, transform=place, **tiles, **profile) as target:
        target.write(grid, 1)
    np.save(folder / _PARCELS, shapely.to_wkb(lots))
    lot, surface = shapely.STRtree(surfaces).query(lots, predicate="intersects")
    shared = shapely.area(shapely.intersection(lots[lot], surfaces[surface]))
    np.save(folder / _EXACT, np.bincount(lot, weights=shared, minlength=len(lots)))
    vertices = shapely.get_num_coordinates(lots).mean() - 1
    return {"parcels": len(lots), "vertices": float(vertices), "raster_mb": (folder / _CELLS).stat().st_size / 1e6}


def _lots(across: int, cells: int, random: np.random.Generator) -> Shapes:
    """Return lots over the whole raster that share their lines exactly."""
    nodes = across * _ALONG + 1
    places = np.stack(np.meshgrid(*[np.linspace(0, cells, nodes)] * 2, indexing="ij"), axis=-1)
    inner = np.s_[1:-1, 1:-1]
    places[inner] += random.uniform(-_AWAY_M, _AWAY_M, places[inner].shape)
    steps = np.arange(_ALONG)
    ahead = np.concatenate((steps, np.full(_ALONG, _ALONG), _ALONG - steps, np.zeros(_ALONG, dtype=steps.dtype)))
    aside = np.roll(ahead, _ALONG)
    column, row = np.divmod(np.arange(across * across), across)
    rings = places[column[:, np.newaxis] * _ALONG + ahead, row[:, np.newaxis] * _ALONG + aside]
    lots: Shapes = shapely.polygons(rings + np.array(SOUTH_WEST_M))
    return lots


def _surfaces(across: int, cells: int, random: np.random.Generator) -> tuple[Shapes, npt.NDArray[np.int64]]:
    """Return surfaces that do not overlap, and the columns and rows of their cells."""
    # Two for each lot, in squares of a pattern of their own, so that many lie across a lot line.
    places = np.linspace(0, cells, round(across * 2**0.5) + 1).astype(np.int64)
    left, top = (each.ravel() for each in np.meshgrid(places[:-1], places[:-1]))
    room = int(np.diff(places).min())
    size = random.integers(room // 4, room, (2, len(left)))
    boxes = np.stack((left, top, left + size[0], top + size[1]), axis=1)
    west, north = SOUTH_WEST_M[0], SOUTH_WEST_M[1] + cells
    shapes: Shapes = shapely.box(west + boxes[:, 0], north - boxes[:, 3], west + boxes[:, 2], north - boxes[:, 1])
    return shapes, boxes


def townline(folder: Path) -> dict[str, object]:
    """Measure as Townline does, with unknown land and the error of resolution told for each parcel."""
    from gis.facts.impervious.rasters import RasterCells, raster_areas  # noqa: PLC0415 - each run loads what it needs
    from gis.geometry.frame import planar_frame  # noqa: PLC0415 - each run loads what it needs
    from gis.layers.rasters.files import describe  # noqa: PLC0415 - each run loads what it needs
    from gis.units import SQFT_PER_SQM  # noqa: PLC0415 - each run loads what it needs

    band = describe(folder / _CELLS)
    weights = {each: Fraction(1) for each in CLASSES}
    cells = RasterCells(band.path, CRS, band.transform, band.width, band.height, band.nodata, weights)
    found = raster_areas(_parcels(folder), cells, planar_frame(CRS))
    return _errors(folder, found.impervious / 100 / float(SQFT_PER_SQM))


def exactextract(folder: Path) -> dict[str, object]:
    """Measure with exactextract: fractions of cells, each as a class by itself."""
    import geopandas as gpd  # noqa: PLC0415 - each run loads what it needs
    from exactextract import exact_extract  # noqa: PLC0415 - in the group dev

    parcels = gpd.GeoDataFrame(geometry=_parcels(folder), crs=CRS)
    told = exact_extract(str(folder / _CELLS), parcels, ["unique", "frac", "count"], output="pandas")
    shares = [
        float(parts[np.isin(values, CLASSES)].sum()) for values, parts in zip(told["unique"], told["frac"], strict=True)
    ]
    return _errors(folder, np.array(shares) * told["count"].to_numpy())


def rasterstats(folder: Path) -> dict[str, object]:
    """Measure with rasterstats: whole cells by their centres; from an array, as from a file it takes far longer."""
    from rasterstats import zonal_stats  # noqa: PLC0415 - in the group soak

    with rasterio.open(folder / _CELLS) as source:
        cells, place = source.read(1), source.transform
    told = zonal_stats(list(_parcels(folder)), cells, affine=place, nodata=UNKNOWN, categorical=True)
    return _errors(folder, np.array([sum(each.get(kind, 0) for kind in CLASSES) for each in told], dtype=np.float64))


def counting(folder: Path) -> dict[str, object]:
    """Measure by burning the parcels into a grid of their numbers, whole cells by their centres, and counting."""
    from rasterio.features import rasterize  # noqa: PLC0415 - each run loads what it needs

    parcels = _parcels(folder)
    with rasterio.open(folder / _CELLS) as source:
        cells = source.read(1)
        numbered = ((shape, number + 1) for number, shape in enumerate(parcels))
        owner = rasterize(numbered, cells.shape, transform=source.transform, dtype="int32")
    return _errors(folder, np.bincount(owner[np.isin(cells, CLASSES)], minlength=len(parcels) + 1)[1:])


def _parcels(folder: Path) -> Shapes:
    shapes: Shapes = shapely.from_wkb(np.load(folder / _PARCELS, allow_pickle=True))
    return shapes


def _errors(folder: Path, areas_sqm: npt.NDArray[np.number]) -> dict[str, object]:
    """Return by how much a method is off, in square feet a parcel."""
    from gis.units import SQFT_PER_SQM  # noqa: PLC0415 - each run loads what it needs

    off_sqft = np.abs(areas_sqm - np.load(folder / _EXACT)) * float(SQFT_PER_SQM)
    return {"mean_off_sqft": float(off_sqft.mean()), "most_off_sqft": float(off_sqft.max())}


WORKS: Mapping[str, Callable[..., dict[str, object]]] = {
    "make": make,
    "townline": townline,
    "exactextract": exactextract,
    "rasterstats": rasterstats,
    "counting": counting,
}
