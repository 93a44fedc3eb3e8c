"""How much of each polygon lies on cells of each class, to the fraction of a cell?

The area of a polygon on some cells is an integral along its outline (Green): over each piece of the outline within one
cell, the land of the class to the left of its middle, times the rows that the piece goes up. The land to the left is a
prefix sum along the row. So the cost follows the length of the outlines and not the area, and no cell is weighed by
whether its centre lies inside.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gis.geometry.cell_walk import Floats, Geometries, Outlines, outlines_of, walk

Layer = npt.NDArray[np.floating] | npt.NDArray[np.bool_]
"""What each cell of a block is worth, rows by columns."""
Block = tuple[tuple[int, int], tuple[int, int]]
"""First row of some cells of a grid, and one past the last; the same of their columns."""


def class_areas(polygons: Geometries, cells: npt.NDArray[np.generic], classes: Sequence[int | float]) -> Floats:
    """Return how many cells of each class lie in each polygon, fractions of cells included.

    Parameters
    ----------
    polygons : object array of Polygon or MultiPolygon
        In columns (x) and rows (y) of the grid, whose cell in row 0 and column 0 is the square from (0, 0) to (1, 1).
        Holes are taken off, parts added; what touches only a side or a corner of a cell has nothing of it. Missing
        and empty ones have no cell.
    cells : ndarray, shape (rows, columns)
        Values. Land beyond them is of no class.
    classes : sequence of numbers
        Values to look for; "not a number" is found as a value too.

    Returns
    -------
    ndarray of float, shape (polygons, classes)
        In cells, exact to a billionth of a cell for grids of up to some ten thousand columns.

    Examples
    --------
    >>> import shapely
    >>> cells = np.array([[1, 2], [1, 1]])
    >>> class_areas(np.array([shapely.box(0.5, 0.5, 1.25, 9), None]), cells, [1, 2]).tolist()
    [[1.0, 0.125], [0.0, 0.0]]
    """
    layers = [np.isnan(cells) if each != each else cells == each for each in classes]  # noqa: PLR0124  only NaN differs from itself
    rows, columns = cells.shape
    return integrate(outlines_of(np.asarray(polygons, dtype=object)), layers, ((0, rows), (0, columns))).T


def integrate(
    outlines: Outlines,
    layers: Sequence[Layer | None],
    block: Block,
    row_weights: Floats | None = None,
    into: Floats | None = None,
) -> Floats:
    """Return what the land of each polygon on a block of cells is worth, once for each layer.

    Parameters
    ----------
    outlines : Outlines
        Of polygons, in columns and rows of the whole grid; those that no column of the block meets may be left out.
    layers : sequence of ndarray or None
        What a whole cell is worth: true or false for a class, a share, or any number; None where each is worth one.
    block : Block
        Which rows and columns of the whole grid the layers are of.
    row_weights : ndarray of float, optional
        By which the cells of each row are multiplied: their area on the ground.
    into : ndarray of float, shape (layers, polygons), optional
        Sums of other blocks, to which these are added.

    Returns
    -------
    ndarray of float, shape (layers, polygons)
        Sums of blocks that are beside each other are those of the whole; `into`, where given.
    """
    found = np.zeros((len(layers), outlines.count)) if into is None else into
    columns = block[1][1] - block[1][0]
    # A class that no cell of the block has costs nothing.
    sums = [
        (at, None if layer is None else _sums_along_rows(layer))
        for at, layer in enumerate(layers)
        if layer is None or layer.any()
    ]
    for pieces in walk(outlines, *block):
        rise = pieces.rise if row_weights is None else pieces.rise * row_weights[pieces.row]
        left = pieces.row * (columns + 3) + pieces.column + 1
        begins = np.flatnonzero(np.diff(pieces.owner, prepend=-1))
        owners = pieces.owner[begins]
        for at, along in sums:
            if along is None:
                worth = np.clip(pieces.column + pieces.share, 0, columns)
            else:
                before, after = along.take(left), along.take(left + 1)
                worth = before + (after - before) * pieces.share
            found[at, owners] += np.add.reduceat(worth * rise, begins)
    return found


def _sums_along_rows(layer: Layer) -> npt.NDArray[np.int32] | Floats:
    """Return the worth of all cells of the row left of each column; flat left of the block and right of it."""
    rows, columns = layer.shape
    is_class = layer.dtype == np.bool_
    sums = np.empty((rows, columns + 3), dtype=np.int32 if is_class else np.float64)
    sums[:, :2] = 0
    # Whole numbers are added up more than twice as quickly, and exactly.
    np.cumsum(layer.view(np.uint8) if is_class else layer, axis=1, out=sums[:, 2:-1], dtype=sums.dtype)
    sums[:, -1] = sums[:, -2]
    return sums.reshape(-1)
