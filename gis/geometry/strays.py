"""Which few shapes lie where the coordinate system of all the others cannot have them?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gis.errors import CrsImplausible
from gis.geometry.frame import Frame
from gis.geometry.plausible import Bounds, check_plausible, check_reach

STRAY_SHARE = 10
"""Fewer than a tenth of the shapes may be strays; more are no slips, and the system claimed is wrong."""


def find_strays(bounds: NDArray[np.float64], crs: str, where: str, frame: Frame) -> NDArray[np.int64]:
    """Return the rows that lie where they cannot, after the others are shown to lie where they can.

    The shapes nearest to the middle of all, more than nine tenths of them, must be plausible
    together; what lies farther out is then judged shape by shape.

    Parameters
    ----------
    bounds : ndarray, shape (n, 4)
        West, south, east, north of each shape, in `crs`; not a number where there is no shape.
    crs : str
        The system claimed.
    where : str
        What was read, for messages.
    frame : Frame
        Where the coordinates are to be used.

    Returns
    -------
    ndarray of int
        Rows of strays, in order; fewer than a tenth of the shapes.

    Raises
    ------
    CrsImplausible
        Where most shapes, or a tenth of them and more, cannot belong to the system.

    Examples
    --------
    >>> from gis.geometry.frame import working_frame
    >>> lots = np.tile([-90.9, 43.6, -90.8, 43.7], (20, 1))
    >>> lots[4] = [0, 0, 0.1, 0.1]
    >>> find_strays(lots, "EPSG:4326", "lots.geojson", working_frame("EPSG:3071")).tolist()
    [4]
    """
    there = np.flatnonzero(np.isfinite(bounds).all(axis=1))
    if not len(there):
        return there
    placed = bounds[there]
    if _corners_fit(_total(placed), crs, where, frame):
        check_plausible(_total(placed), crs, where, frame)
        return there[:0]
    middles = (placed[:, :2] + placed[:, 2:]) / 2
    by_distance = np.argsort(np.hypot(*(middles - np.median(middles, axis=0)).T), kind="stable")
    most = (len(there) - 1) // STRAY_SHARE
    core, rest = by_distance[: len(there) - most], by_distance[len(there) - most :]
    if not _corners_fit(_total(placed[core]), crs, where, frame):
        check_plausible(_total(placed), crs, where, frame)
        return there[:0]
    off = [row for row in rest.tolist() if _misfits(_plain(placed[row]), crs, where, frame)]
    check_plausible(_total(np.delete(placed, off, axis=0)), crs, where, frame)
    return np.sort(there[np.array(off, dtype=np.int64)])


def _total(bounds: NDArray[np.float64]) -> Bounds:
    return _plain(np.concatenate((bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0))))


def _plain(bounds: NDArray[np.float64]) -> Bounds:
    west, south, east, north = bounds.tolist()
    return west, south, east, north


def _corners_fit(bounds: Bounds, crs: str, where: str, frame: Frame) -> bool:
    """Say whether each corner by itself could be a place of the layer; then all between them could."""
    west, south, east, north = bounds
    corners = ((west, south), (west, north), (east, south), (east, north))
    return not any(_misfits((x, y, x, y), crs, where, frame) for x, y in corners)


def _misfits(bounds: Bounds, crs: str, where: str, frame: Frame) -> bool:
    try:
        check_reach(bounds, crs, where, frame)
    except CrsImplausible:
        return True
    return False
