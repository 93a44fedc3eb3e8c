"""Which land does each surface add to those that count before it, so that no land counts twice?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame
from gis.geometry.pairs import cut_pairs
from gis.geometry.slivers import is_wider

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]


def counted_once(surfaces: Geometries, rank: Rows, frame: Frame) -> Geometries:
    """Return of each surface the land that no surface of lower rank covers.

    Parameters
    ----------
    surfaces : object array of Polygon or MultiPolygon
        In the frame, on its grid; may overlap, repeat each other or touch.
    rank : intp array
        Which counts first where two overlap; no two the same.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    object array
        Apart from each other, and together the union of the surfaces.

    Raises
    ------
    OverlayUnverified
        Where a cut cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> roof_and_patio = shapely.box([0, 30], [0, 40], [40, 60], [50, 70])
    >>> shapely.area(counted_once(roof_and_patio, np.array([0, 1]), LOCAL_FEET)).tolist()
    [2000.0, 800.0]
    """
    first, second = shapely.STRtree(surfaces).query(surfaces, predicate="intersects")
    later = rank[second] < rank[first]
    return _without(surfaces, surfaces, (first[later], second[later]), frame)


def off_rights_of_way(surfaces: Geometries, rights: Geometries, accuracy_ft: float, frame: Frame) -> Geometries:
    """Return of each surface the land that lies on no right-of-way; a sliver on one is left with the surface.

    Parameters
    ----------
    surfaces, rights : object arrays of Polygon or MultiPolygon
        In the frame, on its grid.
    accuracy_ft : float
        Land on a right-of-way no wider than this is within the accuracy of its line.
    frame : Frame
        The plane and its grid.

    Raises
    ------
    OverlayUnverified
        Where a cut cannot be shown to be right.
    """
    right, surface = shapely.STRtree(surfaces).query(rights, predicate="intersects")
    return _without(surfaces, rights, (surface, right), frame, accuracy_ft)


def _without(
    surfaces: Geometries, others: Geometries, pairs: tuple[Rows, Rows], frame: Frame, sliver_ft: float | None = None
) -> Geometries:
    """Return surfaces without the land of the others that each is paired with, one other of each at a time."""
    left = surfaces.copy()
    apart = ~np.asarray(shapely.touches(surfaces[pairs[0]], others[pairs[1]]), dtype=bool)
    first, second = (each[apart] for each in pairs)
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    turn = np.arange(len(first)) - np.searchsorted(first, first)
    for now in range(int(turn.max(initial=-1)) + 1):
        at, by = first[turn == now], second[turn == now]
        meets = shapely.intersects(left[at], others[by])
        at, by = at[meets], by[meets]
        inside, outside = cut_pairs(left[at], others[by], frame)
        real = ~shapely.is_empty(inside)
        if sliver_ft is not None:
            real[real] = is_wider(inside[real], sliver_ft, frame) | shapely.is_empty(outside[real])
        left[at[real]] = outside[real]
    return left
