"""What is known of the impervious land of every parcel, and how surely?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gis.facts.ground import Steps, sqft
from gis.facts.impervious.rasters import RasterCells, cells_of_edition, grid_of
from gis.facts.impervious.surfaces import Moved
from gis.model.edition import Manifest
from gis.model.interval import Interval

Objects = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

Basis = Literal["polygons", "raster", "unknown", "same_ground", "no_parcel"]
"""What the area of a parcel rests on. `same_ground`: another record holds the ground, see `ground_of`."""
OF_CELLS = "cells of class "
"""Before the number of a class of a raster: cells of class 21."""


@dataclass(frozen=True, slots=True)
class RasterOnFile:
    """A raster of impervious surface, and when it was seen."""

    cells: RasterCells
    edition: str
    captured: dt.date
    cell_ft: float
    """Longer side of a cell on the ground."""


@dataclass(frozen=True, slots=True, eq=False)
class ImperviousAreas:
    """Impervious land of parcels, one position for each row of the layer of parcels.

    Areas are hundredths of a US survey square foot on the ground.

    Attributes
    ----------
    area : int array
        The parcel itself; 0 for a record that is no parcel or whose ground another record holds.
    value : int array
        What is known to be impervious, each class by its weight.
    low, high : int arrays
        With all outlines drawn too wide and nothing of the unknown land impervious, and the other way round.
    unknown : int array
        Land of which nobody can tell: not captured, on unknown cells, of a class that the ordinance leaves open, or
        under a surface that may not have been there on the day.
    margin : int array
        By how much outlines and cells may be off; a part of `low` and `high`.
    by_class : mapping of str to int array
        Land of each class without its weight: as published, small letters, and `OF_CELLS` with the number for cells.
    basis : object array of Basis
        What it rests on.
    needs_review : bool array
        More than the stated share is unknown.
    captured_first, captured_last : object arrays of date or None
        When the surfaces on it were seen.
    ground_of : intp array
        Row that holds the ground of a record; its own row but for stacked records.
    moved : tuple of Moved
        Slivers over lot lines that count with the lot of the rest of their surface.
    off_parcels : int
        Land of surfaces on no parcel or on a right-of-way.
    editions : mapping of str to str
        Layers that were used, by kind.
    cell_ft : float or None
        Longer side of the raster's cells, where one was used.
    notes : tuple of str
        What a reader must know.
    """

    area: Steps
    value: Steps
    low: Steps
    high: Steps
    unknown: Steps
    margin: Steps
    by_class: Mapping[str, Steps]
    basis: Objects
    needs_review: Flags
    captured_first: Objects
    captured_last: Objects
    ground_of: Rows
    moved: tuple[Moved, ...]
    off_parcels: int
    editions: Mapping[str, str]
    cell_ft: float | None
    notes: tuple[str, ...]

    def interval_sqft(self, row: int) -> Interval:
        """Return the impervious land of one parcel in square feet, with its bounds."""
        return Interval(sqft(self.low[row]), sqft(self.value[row]), sqft(self.high[row]))

    def classes_sqft(self, row: int) -> dict[str, Fraction]:
        """Return the land of each class on one parcel in square feet, classes without any left out."""
        return {kind: sqft(land[row]) for kind, land in self.by_class.items() if land[row]}


def raster_on_file(
    directory: Path, manifest: Manifest, weights: Mapping[int, Fraction | None] | None = None
) -> RasterOnFile:
    """Return an edition of impervious_raster as `impervious_of` takes it.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    manifest : Manifest
        The edition in force on the day.
    weights : mapping of int to Fraction or None, optional
        `ImperviousPolicy.raster_weights`.

    Raises
    ------
    CellsUnexplained, EditionCorrupt
        As `cells_of_edition`.
    """
    cells = cells_of_edition(directory, manifest, weights)
    raster, _ = grid_of(manifest)
    return RasterOnFile(cells, manifest.edition, manifest.vintage, max(raster.cell_width_ft, raster.cell_height_ft))
