"""How far does ground go on from a place in it before one comes to its outline?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.alongside import Floats, Sides, sides_of

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]


class Outlines:
    """Polygons with an index of their sides, to be asked many times.

    Attributes
    ----------
    shapes : object array of Polygon or MultiPolygon
        The polygons.
    sides : Sides
        Their sides, each ring with its land on the left.
    tree : STRtree
        Index of the sides.
    """

    def __init__(self, shapes: Geometries) -> None:
        self.shapes = shapes
        self.sides: Sides = sides_of(shapely.orient_polygons(shapes))
        self.tree = shapely.STRtree(self.sides.lines())
        shapely.prepare(shapes)

    def inner_lengths(self, rows: Rows, origin: Floats, way: Floats, slack: float) -> Floats:
        """Return how far one gets along a way before leaving the shape, and no farther than the way leads.

        Parameters
        ----------
        rows : int array
            Shape of each way.
        origin, way : float arrays, shape (n, 2)
            Where it begins, in the shape or on its outline, and where from there it leads.
        slack : float
            An outline nearer than this to the beginning is where one stands.

        Returns
        -------
        float array
            0 where the way leads out at once.

        Examples
        --------
        >>> street = Outlines(shapely.box([0], 0, [66], 900))
        >>> street.inner_lengths(np.array([0, 0]), np.array([[33.0, 5], [66, 5]]), np.array([[200.0, 0]] * 2), 0.1)
        array([33.,  0.])
        """
        length = np.hypot(*way.T)
        ray, side = self.tree.query(
            shapely.linestrings(np.stack([origin, origin + way], axis=1)), predicate="intersects"
        )
        own = self.sides.owner[side] == rows[ray]
        ray, side = ray[own], side[own]
        start, along = self.sides.start[side] - origin[ray], self.sides.end[side] - self.sides.start[side]
        turn = way[ray, 0] * along[:, 1] - way[ray, 1] * along[:, 0]
        is_across = turn != 0
        ray, start, along, turn = ray[is_across], start[is_across], along[is_across], turn[is_across]
        at = (start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0]) / turn * length[ray]
        found = length.copy()
        is_ahead = at > slack
        np.minimum.at(found, ray[is_ahead], at[is_ahead])
        inner = origin + way * (np.minimum(2 * slack, found / 2) / np.maximum(length, slack))[:, None]
        starts_in = shapely.intersects_xy(self.shapes[rows], inner[:, 0], inner[:, 1])
        return np.where(starts_in, found, 0.0)
