"""Small rasters for the tests of impervious land, written as a publisher would."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import rasterio
from rasterio.transform import Affine

from gis.facts.impervious.rasters import RasterCells
from gis.geometry.operations import crs_name, parse_crs
from gis.layers.rasters.files import describe

ONE = {1: Fraction(1)}


def written(
    path: Path,
    cells: npt.NDArray[Any],
    transform: Affine,
    crs: str = "EPSG:8102",
    nodata: float | None = None,
) -> Path:
    """Write one band of cells."""
    profile = {"driver": "GTiff", "count": 1, "dtype": cells.dtype, "crs": crs, "transform": transform}
    with rasterio.open(path, "w", height=cells.shape[0], width=cells.shape[1], nodata=nodata, **profile) as target:
        target.write(cells, 1)
    return path


def cells_of(
    path: Path, weights: Mapping[int, Fraction] | None = None, crs: str | None = None, full: float = 1.0
) -> RasterCells:
    """Return the cells of a file as those of an edition, without importing it."""
    band = describe(path, 1)
    used = crs or crs_name(parse_crs(str(band.wkt)))
    return RasterCells(path, used, band.transform, band.width, band.height, band.nodata, weights, full)


def checkered(rows: int, columns: int, seed: int = 1, values: tuple[int, ...] = (0, 1)) -> npt.NDArray[np.uint8]:
    """Return cells of values that follow no pattern."""
    return np.random.default_rng(seed).choice(np.array(values, dtype=np.uint8), (rows, columns))
