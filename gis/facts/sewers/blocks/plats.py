"""Where does the limit of a plat close a block, because streets stop at it?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]

_BEYOND_FT = 33.0
"""A street that goes on beyond a limit is seen so far beyond it, half of a usual street's width."""
_WIDEST_END_FT = 150.0
"""A street's ground that lies along a limit for more than this runs along it, and does not stop there."""


def closing_limits(plats: Geometries, streets: Geometries, faces: Geometries, reach: float, frame: Frame) -> Geometries:
    """Return the limits of plats, each as far as it parts ground in which a street stops at it.

    Parameters
    ----------
    plats : object array of Polygon or MultiPolygon
        In the frame.
    streets : object array of line or polygon
        Centrelines and ground of streets.
    faces : object array of Polygon
        Ground that streets and other lines enclose without the plats.
    reach : float
        What the layers are accurate to, in units of the plane.
    frame : Frame
        The plane.

    Returns
    -------
    object array of line
        Within the faces in which a street stops, and, where one stops on ground that nothing encloses, outside of all
        faces. A plat whose streets all go on, as where two lie back to back in a grid, closes nothing.

    Notes
    -----
    RULES.md section 8: a block is the area bounded by streets, and by plat limits where streets stop.
    """
    limits = shapely.boundary(plats)
    found = []
    tree = shapely.STRtree(faces)
    for plat, limit in zip(plats, limits, strict=True):
        stops = _stops(plat, limit, streets, reach, frame)
        if not len(stops):
            continue
        at_face = np.zeros(len(stops), dtype=bool)
        stop, face = tree.query(stops, predicate="dwithin", distance=_BEYOND_FT / frame.unit_ft)
        at_face[stop] = True
        found.extend(shapely.intersection(limit, faces[np.unique(face)]))
        if not at_face.all():
            near = faces[tree.query(limit, predicate="intersects")]
            found.append(shapely.difference(limit, shapely.union_all(near)))
    lines: Geometries = np.array(found, dtype=object)
    kept: Geometries = lines[~shapely.is_empty(lines)]
    return kept


def _stops(plat: object, limit: object, streets: Geometries, reach: float, frame: Frame) -> Geometries:
    """Return the points of a plat's limit at which a street comes to it from within and does not go on."""
    near = streets[shapely.dwithin(streets, limit, reach)]
    at_limit = shapely.intersection(near, shapely.buffer(limit, reach))
    ends = shapely.get_parts(at_limit)
    ends = ends[shapely.length(ends) <= 2 * (_WIDEST_END_FT / frame.unit_ft + 2 * reach)]
    points = shapely.point_on_surface(ends)
    outside = shapely.difference(
        shapely.buffer(points, _BEYOND_FT / frame.unit_ft), shapely.buffer(plat, 2 * reach, join_style="mitre")
    )
    point, _ = shapely.STRtree(near).query(outside, predicate="intersects")
    stopped: Geometries = np.delete(points, np.unique(point))
    return stopped
