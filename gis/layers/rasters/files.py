"""What does this raster file hold, and where do its cells lie: as the file says, nothing assumed."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import rasterio
from rasterio.enums import ColorInterp, MaskFlags
from rasterio.errors import NotGeoreferencedWarning, RasterioError
from rasterio.windows import Window

from gis.errors import CellsUnfit, CrsMissing, LayerChoiceNeeded, LayerUnreadable, OptionInvalid
from gis.geometry.grids import Transform
from gis.model.edition import Orientation

DRIVER = "GTiff"
STRIP_ROWS = 256
"""Rows in memory at a time, whatever the height of the grid; as many as a stored tile has."""
_PICTURE = (ColorInterp.red, ColorInterp.green, ColorInterp.blue)
_LONGEST_REASON = 200
# A GeoTIFF may name a vertical system beside the horizontal one; without this the library keeps it to itself.
# Its own store of cells would else take a twentieth of the machine's memory (megabytes).
_READING = {"GTIFF_REPORT_COMPD_CS": "YES", "GDAL_CACHEMAX": 128}


@dataclass(frozen=True, slots=True)
class Band:
    """One band of a raster file, before a cell is read."""

    path: Path
    number: int
    bands: int
    width: int
    height: int
    dtype: str
    transform: Transform
    wkt: str | None
    """Coordinate system as the file names it, with its vertical part."""
    nodata: float | None
    unit: str | None
    is_masked: bool
    """Whether the file says beside the values which cells are known (a mask or an alpha band)."""
    is_picture: bool
    """Whether the band is the red, green or blue of a picture."""
    has_palette: bool
    is_scaled: bool
    """Whether the values stand for others, by a factor or an offset."""

    @property
    def where(self) -> str:
        """File and band, for messages."""
        return self.path.name if self.bands == 1 else f"{self.path.name}, band {self.number}"

    @property
    def orientation(self) -> Orientation:
        """Which way the rows run; east is right in all but a rotated grid."""
        a, b, _, d, e, _ = self.transform
        if b or d or a < 0:
            return "rotated"
        return "south_up" if e > 0 else "north_up"

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north of the four corners, in the file's system."""
        a, b, c, d, e, f = self.transform
        corners = [(0, 0), (self.width, 0), (0, self.height), (self.width, self.height)]
        x = [a * column + b * row + c for column, row in corners]
        y = [d * column + e * row + f for column, row in corners]
        return min(x), min(y), max(x), max(y)


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Open a GeoTIFF, and say in our own words what the reading library cannot read.

    Raises
    ------
    LayerUnreadable
        Where it is not there, no GeoTIFF, or not whole; also for a fault met while it is read.
    """
    if not path.exists():
        raise LayerUnreadable(
            what="There is no such file.", where=str(path), why="Nothing can be read.", next="Check the path."
        )
    try:
        with rasterio.Env(**_READING):
            with warnings.catch_warnings():
                # A grid without a place is told by `check_band`, in words that say what to do.
                warnings.simplefilter("ignore", NotGeoreferencedWarning)
                dataset = rasterio.open(path, driver=DRIVER, sharing=False)
            with dataset:
                yield dataset
    except RasterioError as error:
        reason = str(error.__cause__ or error).replace(str(path), path.name)
        raise LayerUnreadable(
            what="The file cannot be read as a raster.",
            where=path.name,
            why=f"The reader says: {reason[:_LONGEST_REASON]}",
            next="Give a GeoTIFF that is whole; gdal_translate makes one of other formats, or download it again.",
        ) from error


def describe(path: Path, number: int | None = None) -> Band:
    """Return what a file says of one of its bands.

    Parameters
    ----------
    path : Path
        A GeoTIFF.
    number : int, optional
        Band from 1; needed where there are several.

    Raises
    ------
    LayerUnreadable
        Where it cannot be opened.
    LayerChoiceNeeded
        Where it has several bands and none is named.
    OptionInvalid
        Where it has no band of that number.
    """
    with opened(path) as dataset:
        chosen = _choose(path, number, dataset)
        index = chosen - 1
        flags = dataset.mask_flag_enums[index]
        crs = dataset.crs
        a, b, c, d, e, f = (float(number) for number in dataset.transform[:6])
        return Band(
            path=path,
            number=chosen,
            bands=dataset.count,
            width=dataset.width,
            height=dataset.height,
            dtype=str(dataset.dtypes[index]),
            transform=(a, b, c, d, e, f),
            wkt=crs.to_wkt(version="WKT2_2019") if crs else None,
            nodata=None if dataset.nodatavals[index] is None else float(dataset.nodatavals[index]),
            unit=dataset.units[index] or None,
            is_masked=MaskFlags.per_dataset in flags,
            is_picture=dataset.colorinterp[index] in _PICTURE,
            has_palette=dataset.colorinterp[index] == ColorInterp.palette,
            is_scaled=(dataset.scales[index], dataset.offsets[index]) != (1.0, 0.0),
        )


def _choose(path: Path, number: int | None, dataset: Any) -> int:  # noqa: ANN401 - rasterio has no types
    if number is None and dataset.count > 1:
        picture = " It is a picture in colours." if dataset.colorinterp[0] in _PICTURE else ""
        raise LayerChoiceNeeded(
            what=f"The file holds {dataset.count} bands.",
            where=path.name,
            why=f"An edition is made of one.{picture}",
            next=f"Name it with --set band=N, 1 to {dataset.count}.",
        )
    if number is not None and not 1 <= number <= dataset.count:
        raise OptionInvalid(
            what=f"There is no band {number}.",
            where=path.name,
            why=f"The file holds {dataset.count}.",
            next=f"Name one with --set band=N, 1 to {dataset.count}.",
        )
    return 1 if number is None else number


def check_band(band: Band) -> None:
    """Refuse a band whose numbers do not say what they seem to say, or whose cells lie nowhere.

    Raises
    ------
    CellsUnfit
        For the red, green or blue of a picture, for values that stand for others, for complex ones.
    CrsMissing
        Where nothing says where the cells lie.
    """
    if band.is_picture:
        raise CellsUnfit(
            what="This is a picture in colours.",
            where=band.where,
            why="How red or green a cell looks says neither its class nor a share.",
            next="Give the raster of classes, percent or heights that was made from it.",
        )
    if band.is_scaled:
        raise CellsUnfit(
            what="The stored values stand for others, by a factor or an offset.",
            where=band.where,
            why="Cells are kept as they are, so each would be read wrongly.",
            next="Write the true values first: gdal_translate -unscale -ot Float32 IN.tif OUT.tif",
        )
    if np.dtype(band.dtype).kind not in "iuf":
        raise CellsUnfit(
            what=f"The cells are of type {band.dtype}.",
            where=band.where,
            why="A class, a share or a height is one plain number.",
            next="Give a raster of whole or floating numbers.",
        )
    a, b, _, d, e, _ = band.transform
    is_unplaced = band.transform == (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    if is_unplaced or not math.isfinite(a * e - b * d) or a * e == b * d:
        raise CrsMissing(
            what="Nothing in the file says where its cells lie.",
            where=band.where,
            why="It has no corner and no size of cells, or only control points.",
            next="Ask the publisher for the georeferenced file, or put its world file (.tfw) beside it.",
        )


def strips(dataset: Any, band: Band, nodata: float | None) -> Iterator[npt.NDArray[Any]]:  # noqa: ANN401 - rasterio has no types
    """Return the cells of a band, `STRIP_ROWS` rows at a time, little-endian, one bit pattern for "not a number".

    Cells that a mask of the file takes out hold `nodata`, which must be given then.
    """
    dtype = np.dtype(band.dtype).newbyteorder("<")
    for first in range(0, band.height, STRIP_ROWS):
        window = Window(0, first, band.width, min(STRIP_ROWS, band.height - first))
        cells = np.asarray(dataset.read(band.number, window=window), dtype=dtype)
        if band.is_masked and nodata is not None:
            cells[dataset.read_masks(band.number, window=window) == 0] = nodata
        if dtype.kind == "f":
            cells[np.isnan(cells)] = np.nan
        yield cells


def is_known(cells: npt.NDArray[Any], nodata: float | None) -> npt.NDArray[np.bool_]:
    """Say of each cell whether its value is known: a finite number, and not the one that stands for none.

    >>> is_known(np.array([1.0, -9999.0, np.nan, np.inf]), -9999.0).tolist()
    [True, False, False, False]
    """
    known: npt.NDArray[np.bool_] = np.isfinite(cells)
    if nodata is not None and not math.isnan(nodata):
        known &= cells != cells.dtype.type(nodata)
    return known
