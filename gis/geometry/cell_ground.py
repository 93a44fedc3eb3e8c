"""How large is each cell of a block on the ground, and where do shapes lie in a grid?

In the web map's projection or in degrees, a cell is not what its sides say, and not the same size in every row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gis.errors import CrsMissing
from gis.geometry.edges import map_edges
from gis.geometry.frame import Frame, unit_ft
from gis.geometry.grids import Transform
from gis.geometry.operations import Route, route

Floats = npt.NDArray[np.float64]
Geometries = npt.NDArray[np.object_]

CHORD_ERROR_CELLS = 1e-4
"""How far an edge of a shape may lie from its place in the grid, in sides of a cell."""
_NODES = 5
"""Rows of a block in which cells are measured; between them their size changes evenly."""
_REACH_CELLS = 8.0
"""Over so many cells each way, so that differences of coordinates keep their digits."""


@dataclass(frozen=True, slots=True)
class GridPlace:
    """A grid of cells and the plane in which shapes are given.

    Parameters
    ----------
    transform : Transform
        From column and row to the coordinates of `crs`; rows may run either way, and slantwise.
    crs : str
        Coordinate system of the grid: projected, in degrees, or "local".
    frame : Frame
        Plane of the shapes, and system in which ground is measured.
    """

    transform: Transform
    crs: str
    frame: Frame

    def __post_init__(self) -> None:
        """Refuse a grid and a plane of which only one is tied to the Earth."""
        if self.frame.is_local and self.crs != self.frame.crs:
            raise CrsMissing(
                what="Shapes in a local plane cannot be laid on a grid that lies on the Earth.",
                where="a grid of cells",
                why="Nothing says where the plane lies.",
                next="Give the shapes in a coordinate system.",
            )

    @property
    def way(self) -> Route:
        """The operation from the frame to the grid's system."""
        return Route((), (), 0.0) if self.frame.is_local else route(self.frame.crs, self.crs)

    def into_grid(self, shapes: Geometries) -> Geometries:
        """Return shapes in columns and rows, long edges divided so that they stay in their place."""
        a, b, c, d, e, f = self.transform
        determinant = a * e - b * d

        def cells(coordinates: Floats) -> Floats:
            x, y = (self.way(coordinates) - (c, f)).T
            return np.column_stack((e * x - b * y, a * y - d * x)) / determinant

        mapped, _ = map_edges(shapes, cells, CHORD_ERROR_CELLS)
        return np.asarray(mapped, dtype=object)

    def row_sqft(self, rows: tuple[int, int], columns: tuple[int, int]) -> Floats:
        """Return the area on the ground of a cell in each row of a block, in the middle of its columns.

        Returns
        -------
        ndarray
            US survey square feet, measured in `frame.measure_crs`. Over the width of a block cells differ in area by
            parts in 100,000 at most, where a projection is at all fit to measure the land.

        Examples
        --------
        >>> from gis.geometry.frame import LOCAL_FEET
        >>> place = GridPlace((10.0, 0.0, 0.0, 0.0, -10.0, 60.0), "local", LOCAL_FEET)
        >>> place.row_sqft((0, 2), (3, 6)).tolist()
        [100.0, 100.0]
        """
        down = np.linspace(*rows, _NODES)
        found = self._cells_sqft(np.full(_NODES, sum(columns) / 2), down)
        areas: Floats = np.interp(np.arange(*rows) + 0.5, down, found)
        return areas

    def _cells_sqft(self, column: Floats, row: Floats) -> Floats:
        """Return the area of a cell around each place."""
        a, b, c, d, e, f = self.transform
        way = Route((), (), 0.0) if self.frame.is_local else route(self.crs, self.frame.measure_crs)

        def ground(columns: Floats, rows: Floats) -> Floats:
            return way(np.column_stack((a * columns + b * rows + c, d * columns + e * rows + f)))

        along = ground(column + _REACH_CELLS, row) - ground(column - _REACH_CELLS, row)
        down = ground(column, row + _REACH_CELLS) - ground(column, row - _REACH_CELLS)
        cross = np.abs(along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]) / (2 * _REACH_CELLS) ** 2
        areas: Floats = cross * unit_ft(self.frame.measure_crs) ** 2
        return areas
