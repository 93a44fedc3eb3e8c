"""Which pieces do the lines of several shapes cut the plane into, and which shape covers each piece?

The other way to overlay: it never asks GEOS what is left and right of a line. All lines are cut at
their crossings on the grid, the pieces between them are built from the cut lines alone, and a point
within each piece says which shapes it belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame


@dataclass(frozen=True, slots=True)
class Faces:
    """The pieces of the plane between the lines of some shapes.

    Attributes
    ----------
    pieces : object array of Polygon
        They do not overlap; their lines meet only in shared vertices.
    covered : bool array (shapes, pieces)
        Whether each shape covers each piece.
    """

    pieces: npt.NDArray[np.object_]
    covered: npt.NDArray[np.bool_]

    def merged(self, wanted: npt.NDArray[np.bool_]) -> BaseGeometry:
        """Return the wanted pieces as one polygon or multipolygon, shared lines taken out."""
        pieces = self.pieces[wanted]
        return shapely.coverage_union_all(pieces) if len(pieces) else shapely.Polygon()


def faces(shapes: Sequence[BaseGeometry] | npt.NDArray[np.object_], frame: Frame) -> Faces:
    """Return the pieces into which the lines of the shapes cut the plane.

    Parameters
    ----------
    shapes : polygons and multipolygons
        In the frame, on its grid; empty ones cover nothing.
    frame : Frame
        Its grid is where crossings are placed.

    Returns
    -------
    Faces
        All bounded pieces, those that no shape covers (holes, gaps) among them. Shapes that only
        touch share no piece.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> found = faces([shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1)], LOCAL_FEET)
    >>> both = found.covered.all(axis=0)
    >>> len(found.pieces), found.merged(both).area
    (3, 1.0)
    """
    inputs = np.asarray(shapes, dtype=object)
    lines = shapely.union_all(shapely.boundary(inputs), grid_size=frame.grid)
    pieces = np.asarray(shapely.get_parts(shapely.polygonize([lines])), dtype=object)
    covered = np.zeros((len(inputs), len(pieces)), dtype=bool)
    if len(pieces):
        points = shapely.point_on_surface(pieces)
        piece, shape = shapely.STRtree(inputs).query(points, predicate="intersects")
        covered[shape, piece] = True
    return Faces(pieces, covered)
