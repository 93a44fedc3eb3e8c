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
_NODES = 33
"""Places along a block at which cells are measured; between them the size changes evenly."""
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

    def ground_sqft(self, rows: tuple[int, int], columns: tuple[int, int]) -> tuple[Floats, Floats]:
        """Return the area of the cells of a block on the ground, as a factor for each row and one for each column.

        The area of a cell is their product. It is measured in `frame.measure_crs` across the middle of the block both
        ways; what the product misses is of fourth order in the size of the block over that of the Earth.

        Returns
        -------
        tuple of ndarray
            US survey square feet by row; by column, over that of the middle column.

        Examples
        --------
        >>> from gis.geometry.frame import LOCAL_FEET
        >>> place = GridPlace((10.0, 0.0, 0.0, 0.0, -10.0, 60.0), "local", LOCAL_FEET)
        >>> [factor.tolist() for factor in place.ground_sqft((0, 2), (3, 6))]
        [[100.0, 100.0], [1.0, 1.0, 1.0]]
        """
        middle = (sum(rows) / 2, sum(columns) / 2)
        down, across = np.linspace(*rows, _NODES), np.linspace(*columns, _NODES)
        by_row = self._cells_sqft(np.full(_NODES, middle[1]), down)
        by_column = self._cells_sqft(across, np.full(_NODES, middle[0]))
        return (
            np.interp(np.arange(*rows) + 0.5, down, by_row),
            np.interp(np.arange(*columns) + 0.5, across, by_column / by_column[_NODES // 2]),
        )

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
