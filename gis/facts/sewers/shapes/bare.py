"""What of lines and polygons lies on ground that no other shape covers?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.alongside import distinct
from gis.geometry.frame import Frame
from gis.geometry.overlay import difference, union

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


def bare_parts(lines: Geometries, covers: Geometries, reach: float) -> Geometries:
    """Return what of each line no shape covers; a part that is nowhere farther from them than the reach is left out."""
    bare = np.array(lines, dtype=object)
    line, cover = shapely.STRtree(covers).query(lines, predicate="dwithin", distance=reach)
    lengths = shapely.length(lines)
    is_whole = _covered(line, shapely.length(shapely.intersection(lines[line], covers[cover])), lengths, reach)
    left = ~is_whole[line]
    line, cover = line[left], cover[left]
    used, at = np.unique(cover, return_inverse=True)
    # A line drawn along the edge of a shape, as where each half of a street has its own, is not bare.
    grown = np.asarray(shapely.buffer(covers[used], reach, join_style="mitre"), dtype=object)
    inside = shapely.length(shapely.intersection(lines[line], grown[at]))
    is_whole[line[inside >= lengths[line] - 2 * reach]] = True
    is_whole |= _covered(line, inside, lengths, reach)
    bare[is_whole] = shapely.LineString()
    for row in distinct(line[~is_whole[line] & (inside > 0)]).tolist():
        around = line == row
        parts = shapely.get_parts(shapely.difference(lines[row], shapely.union_all(covers[cover[around]])))
        beyond = shapely.length(shapely.difference(parts, shapely.union_all(grown[at[around]])))
        bare[row] = _one(parts[beyond > 2 * reach])
    bare[np.asarray(shapely.length(bare) <= 2 * reach)] = shapely.LineString()
    return bare


def _covered(line: Rows, inside: Floats, lengths: Floats, reach: float) -> Flags:
    """Say which lines shapes side by side cover between them, unless these lie over each other and count a part twice.

    `line` and `inside` are whose part lies in a shape, and how long it is.
    """
    total, met = np.bincount(line, weights=inside, minlength=len(lengths)), np.bincount(line, minlength=len(lengths))
    return np.asarray((met > 0) & (np.abs(total - lengths) <= 2 * reach * met), dtype=bool)


def _one(parts: Geometries) -> shapely.Geometry:
    return parts[0] if len(parts) == 1 else shapely.MultiLineString(parts.tolist())


def near_boxes(shapes: Geometries, lines: Geometries, distance: float) -> Rows:
    """Return the shapes whose boxes come within a distance of the lines' boxes."""
    west, south, east, north = shapely.bounds(lines).T
    boxes = shapely.box(west - distance, south - distance, east + distance, north + distance)
    return distinct(shapely.STRtree(shapes).query(boxes)[1])


def bare_grounds(shapes: Geometries, covers: Geometries, reach: float, frame: Frame) -> Geometries:
    """Return what of each polygon no other shape covers; empty where nothing wider than the reach is left.

    Parameters
    ----------
    shapes, covers : object array of Polygon or MultiPolygon
        In the frame.
    reach : float
        What is narrower is the difference of two drawings of one line, in units of the frame.
    frame : Frame
        The plane and its grid.

    Raises
    ------
    OverlayUnverified
        Where what is left cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> streets = shapely.box([0, 0], [0, 100], [900, 900], [66, 166])
    >>> left = bare_grounds(streets, shapely.box([0], 0.05, [900], 130), 0.1, LOCAL_FEET)
    >>> left[0].is_empty, left[1].bounds
    (True, (0.0, 130.0, 900.0, 166.0))
    """
    found = np.array(shapes, dtype=object)
    row, cover = shapely.STRtree(covers).query(shapes, predicate="intersects")
    shared = np.asarray(shapely.area(shapely.intersection(shapes[row], covers[cover])), dtype=float)
    hairline = reach * shapely.length(shapes) / 2
    covered = np.bincount(row, weights=shared, minlength=len(shapes))
    found[covered >= shapely.area(shapes) - hairline] = shapely.Polygon()
    for partly in np.flatnonzero(~shapely.is_empty(found) & (covered > hairline)).tolist():
        left = difference(shapes[partly], union(covers[cover[row == partly]], frame), frame)
        parts = shapely.get_parts(left)
        is_wide = ~shapely.is_empty(shapely.buffer(shapely.set_precision(parts, 0), -reach / 2))
        found[partly] = union(parts[is_wide], frame)
    return found
