"""How much of each parcel is impervious, by a raster: every fraction of a cell, on the ground, unknown told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from rasterio.windows import Window

from gis.errors import CellsUnexplained, EditionCorrupt
from gis.facts.ground import Steps
from gis.geometry.cell_cover import Layer, integrate
from gis.geometry.cell_ground import GridPlace
from gis.geometry.cell_walk import Outlines, outlines_of
from gis.geometry.chunks import by_chunks
from gis.geometry.frame import Frame
from gis.geometry.grids import Transform
from gis.geometry.measure import areas_sqft
from gis.layers.rasters.files import STRIP_ROWS, is_known, opened
from gis.layers.rasters.storing import cells_path, nodata_of
from gis.model.edition import Manifest, RasterRecord
from gis.units import AREA_STEPS_PER_SQFT

Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

CELLS_READ_AT_ONCE = 1 << 22
"""Cells that each of two processors holds, whatever the size of the raster; a whole row at least."""
_CELLS_SUMMED_AT_ONCE = 1 << 17
"""Of these, with up to eight bytes for each and for each class that counts. All in all a run of 50,000 parcels holds
less than half a gigabyte, and the size of the raster adds nothing to that."""
_FULL = {"percent": 100.0, "fraction": 1.0}
_HALF = 0.5
"""Of a cell, by which a line between cells may be off; each of the two has half of the doubt."""
_ROUNDING_SHARE = 1e-9
"""Of a parcel, that rounding of sums along rows may leave over where all of it is known."""
_STRETCHES = 2
"""Of the raster, worked on at the same time, each with blocks of its own in memory."""


@dataclass(frozen=True, slots=True)
class RasterCells:
    """A raster of impervious surface: where its cells lie and what they are worth.

    Attributes
    ----------
    path : Path
        A GeoTIFF of one band.
    crs : str
        Its coordinate system, as the edition names it.
    transform : Transform
        From column and row to coordinates.
    width, height : int
        Columns and rows.
    nodata : float or None
        Value of unknown cells. A cell that is no finite number is unknown too.
    weights : mapping of int to Fraction, or None
        Which classes count as impervious, and how much of a cell of each, 0 to 1; None where the cells hold shares.
    full : float
        Where they hold shares: what a cell that is wholly impervious holds, 100 or 1.
    left_open : tuple of int
        Classes of which nobody says whether they count: their cells are unknown.
    """

    path: Path
    crs: str
    transform: Transform
    width: int
    height: int
    nodata: float | None
    weights: Mapping[int, Fraction] | None
    full: float = 1.0
    left_open: tuple[int, ...] = ()

    def notes_in(self, frame: Frame) -> tuple[str, ...]:
        """Return what a reader must know about the way of parcels into the raster."""
        return GridPlace(self.transform, self.crs, frame).way.notes()


def cells_of_edition(
    directory: Path, manifest: Manifest, weights: Mapping[int, Fraction | None] | None = None
) -> RasterCells:
    """Return the cells of an edition of impervious_raster.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    manifest : Manifest
        The edition.
    weights : mapping of int to Fraction or None, optional
        How much of a cell of each class counts, where the edition holds classes, and None where that is open; without
        it all of each class that was said to be impervious when it was imported.

    Raises
    ------
    CellsUnexplained
        Where weights are given for a raster of shares, or the cells hold heights.
    EditionCorrupt
        Where the manifest describes no grid.
    """
    raster, crs = grid_of(manifest)
    holds_classes = raster.measure == "class"
    if not holds_classes and (weights is not None or raster.measure not in _FULL):
        raise CellsUnexplained(
            what=f"Cells that hold {raster.measure} have no weights by class.",
            where=f"{manifest.kind}/{manifest.edition}",
            why="Only classes count by a weight; a share of a cell counts as it is, and a height not at all.",
            next="Leave the weights out, or name a raster of classes.",
        )
    stated: Mapping[int, Fraction | None] = dict.fromkeys(raster.classes, Fraction(1)) if weights is None else weights
    counted = {each: weight for each, weight in stated.items() if weight is not None}
    return RasterCells(
        path=cells_path(directory, manifest),
        crs=crs,
        transform=raster.transform,
        width=raster.width,
        height=raster.height,
        nodata=nodata_of(raster),
        weights=counted if holds_classes else None,
        full=_FULL.get(raster.measure, 1.0),
        left_open=tuple(each for each, weight in stated.items() if weight is None),
    )


def grid_of(manifest: Manifest) -> tuple[RasterRecord, str]:
    """Return the grid of a raster edition, and its coordinate system.

    Raises
    ------
    EditionCorrupt
        Where the manifest describes none.
    """
    if manifest.raster is None or manifest.crs is None:
        raise EditionCorrupt(
            what=f"The edition {manifest.edition} of {manifest.kind} describes no grid of cells.",
            where=f"{manifest.kind}/{manifest.edition}",
            why="Nothing says where its cells lie.",
            next=f"Remove that folder and import {manifest.source.name} again.",
        )
    return manifest.raster, manifest.crs.used


@dataclass(frozen=True, slots=True, eq=False)
class RasterAreas:
    """Impervious land of parcels by a raster; areas in hundredths of a US survey square foot on the ground.

    Attributes
    ----------
    area : int array
        Of each parcel.
    impervious : int array
        What is known to be impervious, each class by its weight. Unknown land is not scaled up for.
    unknown : int array
        Land on unknown cells or beyond the raster: neither impervious nor pervious.
    by_class : mapping of int to int array
        Land of each class that counts, without its weight; empty for a raster of shares.
    resolution : int array
        By how much `impervious` may be off because a cell is one number: half a cell along every line between cells
        that count and cells that do not. What is smaller than a cell it does not tell.
    """

    area: Steps
    impervious: Steps
    unknown: Steps
    by_class: Mapping[int, Steps]
    resolution: Steps

    @property
    def bounds(self) -> tuple[Steps, Steps]:
        """Impervious land if none of the unknown land is, and if all of it is."""
        return self.impervious, self.impervious + self.unknown

    @property
    def unknown_share(self) -> Floats:
        """Part of each parcel that is unknown, 0 to 1; 1 for a parcel without land."""
        shares: Floats = np.divide(self.unknown, self.area, out=np.ones(len(self.area)), where=self.area > 0)
        return shares

    def needs_review(self, most_unknown: Fraction) -> Flags:
        """Say of which parcels more than a stated share is unknown, exactly."""
        flags: Flags = self.unknown * most_unknown.denominator > self.area * most_unknown.numerator
        return flags


def raster_areas(parcels: Geometries, raster: RasterCells, frame: Frame) -> RasterAreas:
    """Measure the impervious land of parcels on a raster.

    The parcels are carried into the grid, never the cells into the frame: no cell is resampled, averaged or weighed
    by its centre. Blocks of rows are read one after another, so that memory does not grow with the raster.

    Parameters
    ----------
    parcels : object array of Polygon or MultiPolygon
        In the frame. Missing and empty ones have no land.
    raster : RasterCells
        In any coordinate system, rows running any way.
    frame : Frame
        The plane of the parcels and the system in which ground is measured.

    Returns
    -------
    RasterAreas
        Known and unknown land of a parcel sum to its area, as `areas_sqft` measures it.

    Raises
    ------
    LayerUnreadable
        Where a part of the raster is not whole.
    """
    place = GridPlace(raster.transform, raster.crs, frame)
    shapes = place.into_grid(np.asarray(parcels, dtype=object))
    *worth, resolution, inside, dark = _sums(outlines_of(shapes), raster, place)
    area_sqft = areas_sqft(parcels, frame)
    # Within the raster a parcel's own measure goes before that of its cells, from which it differs by rounding.
    is_within = _is_within(shapes, raster) & (inside > 0)
    factor = np.divide(area_sqft, inside, out=np.ones_like(inside), where=is_within)
    is_known = is_within & (dark <= _ROUNDING_SHARE * inside)
    known = np.where(is_known, area_sqft, (inside - dark) * factor)
    area = _steps(area_sqft)
    unknown = np.maximum(area - _steps(known), 0)
    if raster.weights is None:
        by_class: dict[int, Steps] = {}
        impervious = _steps(worth[0] * factor)
    else:
        by_class = {each: _steps(land * factor) for each, land in zip(raster.weights, worth, strict=True)}
        impervious = _weighted(by_class, raster.weights, len(area))
    return RasterAreas(area, np.minimum(impervious, area - unknown), unknown, by_class, _steps(resolution * factor))


def _weighted(by_class: Mapping[int, Steps], weights: Mapping[int, Fraction], count: int) -> Steps:
    total = np.zeros(count)
    for each, land in by_class.items():
        total += land * float(weights[each])
    return np.rint(total).astype(np.int64)


def _steps(area_sqft: Floats) -> Steps:
    steps: Steps = np.rint(area_sqft * AREA_STEPS_PER_SQFT).astype(np.int64)
    return steps


def _is_within(shapes: Geometries, raster: RasterCells) -> Flags:
    left, top, right, bottom = shapely.bounds(shapes).T
    within: Flags = (left >= 0) & (top >= 0) & (right <= raster.width) & (bottom <= raster.height)
    return within


def _sums(outlines: Outlines, raster: RasterCells, place: GridPlace) -> Floats:
    """Return square feet of the cells under each outline: of each class, in doubt, all, and unknown."""
    left, right, low, high = outlines.bounds()
    wide = max(1, np.subtract(*_clipped(left, right, raster.width)[::-1]))
    deep = max(1, min(STRIP_ROWS, CELLS_READ_AT_ONCE // wide))
    first_rows = np.arange(*_clipped(low, high, raster.height), deep)
    stretch = max(1, -(-len(first_rows) // _STRETCHES))
    parts = by_chunks(lambda some: _sums_of(some.tolist(), deep, outlines, raster, place), first_rows, stretch)
    return np.asarray(np.sum(parts, axis=0), dtype=np.float64)


def _sums_of(first_rows: list[int], deep: int, outlines: Outlines, raster: RasterCells, place: GridPlace) -> Floats:
    count = 1 if raster.weights is None else len(raster.weights)
    sums = np.zeros((count + 3, outlines.count))
    # Cells that stay near the processor, and differ little in size.
    wide = max(1, _CELLS_SUMMED_AT_ONCE // deep)
    with opened(raster.path) as dataset:
        for first in first_rows:
            rows = (first, min(first + deep, raster.height))
            near = outlines.between(*rows)
            from_left, to_right, _, _ = near.bounds()
            columns = _clipped(from_left, to_right, raster.width)
            if columns[0] == columns[1]:
                continue
            block = _read(dataset, raster, rows, columns)
            for left in range(*columns, wide):
                right = min(left + wide, columns[1])
                layers = _layers(block.part(left - columns[0], right - columns[0]), raster)
                row_sqft = place.row_sqft(rows, (left, right))
                integrate(near.across(left, right), layers, (rows, (left, right)), row_sqft, into=sums)
    return sums


def _clipped(low: float, high: float, most: int) -> tuple[int, int]:
    """Return the first whole cell and one past the last that a stretch reaches within 0 to `most`."""
    first, last = int(np.clip(np.floor(low), 0, most)), int(np.clip(np.ceil(high), 0, most))
    return first, last


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Cells and those around them, as far as the raster goes, and which of them are the block's."""

    cells: npt.NDArray[np.generic]
    is_known: Flags
    rows: slice
    columns: slice

    def part(self, left: int, right: int) -> _Block:
        """Return some columns of the block, with those beside them."""
        first, last = self.columns.start + left, self.columns.start + right
        beside = max(0, first - 1)
        around = np.s_[:, beside : last + 1]
        return _Block(self.cells[around], self.is_known[around], self.rows, slice(first - beside, last - beside))


def _read(dataset: Any, raster: RasterCells, rows: tuple[int, int], columns: tuple[int, int]) -> _Block:  # noqa: ANN401 - rasterio has no types
    top, bottom = max(0, rows[0] - 1), min(raster.height, rows[1] + 1)
    left, right = max(0, columns[0] - 1), min(raster.width, columns[1] + 1)
    cells = dataset.read(1, window=Window(left, top, right - left, bottom - top))
    known = is_known(cells, raster.nodata)
    if raster.left_open:
        known &= ~np.isin(cells, raster.left_open)
    return _Block(cells, known, slice(rows[0] - top, rows[1] - top), slice(columns[0] - left, columns[1] - left))


def _layers(block: _Block, raster: RasterCells) -> list[Layer | None]:
    """Return what each cell counts for: by class, in doubt, one for all, and unknown."""
    known, inner = block.is_known, (block.rows, block.columns)
    if raster.weights is None:
        worth = np.where(known, block.cells, 0).astype(np.float32) / np.float32(raster.full)
        counted: list[Layer | None] = [worth[inner]]
    else:
        masks = [known & (block.cells == each) for each in raster.weights]
        worth = np.zeros(known.shape, dtype=np.float32)
        for mask, weight in zip(masks, raster.weights.values(), strict=True):
            worth[mask] = float(weight)
        counted = [mask[inner] for mask in masks]
    return [*counted, _doubtful(worth, known)[inner], None, ~known[inner]]


def _doubtful(worth: npt.NDArray[np.float32], known: Flags) -> npt.NDArray[np.float32]:
    """Return by how much a cell's worth may be off, by half a cell along each side where the worth changes."""
    doubt = np.zeros_like(worth)
    for here, there in ((np.s_[:-1, :], np.s_[1:, :]), (np.s_[:, :-1], np.s_[:, 1:])):
        step = np.abs(worth[here] - worth[there]) * (known[here] & known[there]) * np.float32(_HALF * _HALF)
        doubt[here] += step
        doubt[there] += step
    return doubt
