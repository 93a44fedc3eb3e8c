"""Which land do two polygons of one layer claim, and which does none claim?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame
from gis.geometry.overlay import difference, intersection, on_grid, sort_features, union

Geometries = npt.NDArray[np.object_]


def double_claims(polygons: Geometries, window: BaseGeometry, frame: Frame) -> list[tuple[int, int, BaseGeometry]]:
    """Return the land within a window that two polygons of one layer both cover.

    Parameters
    ----------
    polygons : object array of Polygon or MultiPolygon
        One layer, in the frame; missing and empty ones claim nothing.
    window : Polygon or MultiPolygon
        Where to look, such as a boundary.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    list of (int, int, geometry)
        Positions of each pair, ascending, and what both cover. Polygons that only touch claim no
        land twice; slivers are returned as they are, for their width to be judged. Land that three
        cover stands under each pair.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> towns = shapely.box([0, 9, 20], 0, [10, 20, 30], 10)
    >>> [(i, j, land.area) for i, j, land in double_claims(towns, shapely.box(0, 0, 30, 5), LOCAL_FEET)]
    [(0, 1, 5.0)]
    """
    rows, land = _within(polygons, window, frame)
    first, second = shapely.STRtree(land).query(land, predicate="intersects")
    pairs = sorted({(int(i), int(j)) for i, j in zip(first, second, strict=True) if i < j})
    claims = []
    for i, j in pairs:
        if not shapely.touches(land[i], land[j]):
            shared = intersection(land[i], land[j], frame)
            if not shared.is_empty:
                claims.append((int(rows[i]), int(rows[j]), shared))
    return claims


def unclaimed(polygons: Geometries, window: BaseGeometry, frame: Frame) -> BaseGeometry:
    """Return the land of a window that no polygon of a layer covers.

    Parameters
    ----------
    polygons : object array of Polygon or MultiPolygon
        One layer, in the frame.
    window : Polygon or MultiPolygon
        The land asked about, such as a boundary.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    Polygon or MultiPolygon
        Empty where all of the window is covered; the window where nothing is.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> towns = shapely.box([0, 11], 0, [10, 20], 10)
    >>> unclaimed(towns, shapely.box(0, 0, 20, 10), LOCAL_FEET).bounds
    (10.0, 0.0, 11.0, 10.0)
    """
    _, land = _within(polygons, window, frame)
    return difference(window, union(land, frame), frame)


def _within(polygons: Geometries, window: BaseGeometry, frame: Frame) -> tuple[npt.NDArray[np.intp], Geometries]:
    """Return the polygons that have land in the window, ascending, and that land."""
    told = sort_features(window, polygons, None, frame)
    rows = np.concatenate([told.inside, told.cut])
    land = np.concatenate([on_grid(polygons[told.inside], frame), told.clipped.inside])
    order = np.argsort(rows)
    return rows[order], land[order]
