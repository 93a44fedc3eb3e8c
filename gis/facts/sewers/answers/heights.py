"""How high is the ground at a place, by an elevation layer, and above which datum?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gis.geometry.frame import Frame
from gis.geometry.operations import route
from gis.layers.rasters.meaning import FT_PER_UNIT
from gis.layers.rasters.storing import read_cells
from gis.model.edition import Manifest

Floats = npt.NDArray[np.float64]

_TILE = 512
"""Cells of a side of the blocks that are read at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Heights:
    """Heights of the ground at some points.

    Attributes
    ----------
    feet : float array
        US survey feet above the datum, of the cell that holds each point; NaN beyond the grid and where the cell is not
        known.
    vertical_datum : str or None
        NAVD88 or NGVD29.
    edition : str
        Edition of the elevation layer.
    """

    feet: Floats
    vertical_datum: str | None
    edition: str


def ground_heights(directory: Path, manifest: Manifest, points: Floats, frame: Frame) -> Heights:
    """Return how high the ground lies at points.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    manifest : Manifest
        An edition of the kind elevations.
    points : float array, shape (n, 2)
        In the frame.
    frame : Frame
        A plane that is tied to the Earth.

    Returns
    -------
    Heights
        In the order of the points.

    Raises
    ------
    EditionCorrupt
        Where the cells cannot be read.
    """
    raster, crs = manifest.raster, manifest.crs
    if raster is None or raster.measure != "elevation" or crs is None:
        msg = f"{manifest.kind} {manifest.edition} holds no heights"
        raise ValueError(msg)
    feet = np.full(len(points), np.nan)
    if not len(points):
        return Heights(feet, raster.vertical_datum, manifest.edition)
    a, b, c, d, e, f = raster.transform
    to_cells = np.linalg.inv(np.array([[a, b, c], [d, e, f], [0.0, 0.0, 1.0]]))
    placed = points if frame.crs == crs.used else route(frame.crs, crs.used)(points)
    column, row = np.floor((to_cells @ np.column_stack((placed, np.ones(len(placed)))).T)[:2]).astype(np.int64)
    is_on = (column >= 0) & (column < raster.width) & (row >= 0) & (row < raster.height)
    tiles = np.stack([row // _TILE, column // _TILE], axis=1)
    for tile_row, tile_column in np.unique(tiles[is_on], axis=0).tolist():
        mine = np.flatnonzero(is_on & (tiles[:, 0] == tile_row) & (tiles[:, 1] == tile_column))
        rows = tile_row * _TILE, min((tile_row + 1) * _TILE, raster.height)
        columns = tile_column * _TILE, min((tile_column + 1) * _TILE, raster.width)
        cells, known = read_cells(directory, manifest, rows, columns)
        at = row[mine] - rows[0], column[mine] - columns[0]
        feet[mine] = np.where(known[at], cells[at].astype(np.float64) * FT_PER_UNIT[str(raster.unit)], np.nan)
    return Heights(feet, raster.vertical_datum, manifest.edition)
