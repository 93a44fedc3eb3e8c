"""How wide is a piece of land at its widest and on the average, and which gaps are only hairlines?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame
from gis.geometry.inscribed import largest_inscribed_circle
from gis.geometry.measure import ground_ft
from gis.geometry.overlay import difference, on_grid, union

# Half of the 0.001 ft to which lengths are stated, halved again because it bounds a radius.
_RADIUS_TOLERANCE_FT = 0.000_25
_HALF_STEP_FT = 0.000_5
_BOTH_SIDES = 0.75


@dataclass(frozen=True, slots=True)
class Closed:
    """Land joined over its hairline gaps.

    Attributes
    ----------
    geometry : Polygon or MultiPolygon
        The union of the shapes and the gaps closed.
    gaps : tuple of Polygon
        What was closed: gaps and pinholes, largest first; none is wider than the tolerance.
    gap_area : float
        Area of the gaps in squared units of the frame.
    parts_before, parts_after : int
        Parts of the plain union, and of `geometry`.
    """

    geometry: BaseGeometry
    gaps: tuple[BaseGeometry, ...]
    gap_area: float
    parts_before: int
    parts_after: int


def greatest_width(geometry: BaseGeometry, frame: Frame) -> float:
    """Return the diameter of the largest circle that fits into a shape.

    Parameters
    ----------
    geometry : Polygon or MultiPolygon
        In the frame; of several parts the widest counts.
    frame : Frame
        The plane; its unit is that of the result.

    Returns
    -------
    float
        Never more than the true width, and less by at most 0.0005 ft. 0 for an empty shape.

    Raises
    ------
    GeometryError
        Where the shape crosses itself.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> round(greatest_width(shapely.box(0, 0, 5280, 0.11), LOCAL_FEET), 4)
    0.11
    """
    return 2 * largest_inscribed_circle(geometry, _RADIUS_TOLERANCE_FT / frame.unit_ft).radius


def greatest_width_ft(geometry: BaseGeometry, frame: Frame) -> float:
    """Return `greatest_width` in US survey feet on the ground.

    Examples
    --------
    >>> from gis.geometry.frame import working_frame
    >>> at_westby = shapely.box(450000, 354000, 451200, 355200)  # 1,200 m are 3,937 ft in the plane
    >>> round(greatest_width_ft(at_westby, working_frame("EPSG:8112")), 1)
    3938.5
    """
    circle = largest_inscribed_circle(geometry, _RADIUS_TOLERANCE_FT / frame.unit_ft)
    return 2 * circle.radius * ground_ft(circle.x, circle.y, frame)


def is_wider(geometries: npt.NDArray[np.object_], width_ft: float, frame: Frame) -> npt.NDArray[np.bool_]:
    """Say of each shape whether a circle of more than that diameter fits into it.

    Told by pulling the outline in by half the width: something must be left. Half a thousandth of a foot more is
    asked for, so that the answer is that of `greatest_width_ft` rounded to the thousandth.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> is_wider(shapely.box([0, 0], 0, [0.1, 0.102], 900), 0.1, LOCAL_FEET)
    array([False,  True])
    """
    if len(geometries) == 0:
        return np.zeros(0, dtype=bool)
    x, y = shapely.get_coordinates(geometries)[0] if shapely.get_num_coordinates(geometries).any() else (0.0, 0.0)
    # Without the grid that overlays leave on their results: GEOS pulls such shapes in wrongly by a step.
    free = shapely.set_precision(geometries, 0)
    left = shapely.buffer(free, -(width_ft + _HALF_STEP_FT) / ground_ft(x, y, frame) / 2)
    return ~np.asarray(shapely.is_empty(left), dtype=bool)


def mean_width(geometry: BaseGeometry, frame: Frame) -> float:
    """Return the area of a shape over its length.

    The length of a part is the long side of the smallest rectangle around it, or, where the part
    bends, half its outline less its greatest width; the longer of the two. Both are exact for a
    rectangle; for a thin triangle the first is.

    Parameters
    ----------
    geometry : Polygon or MultiPolygon
        In the frame; lengths of parts are added up.
    frame : Frame
        The plane; its unit is that of the result.

    Returns
    -------
    float
        0 for an empty shape.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> mean_width(shapely.box(0, 0, 200, 0.125), LOCAL_FEET)
    0.125
    """
    parts = [part for part in shapely.get_parts(geometry) if part.area > 0]
    length = sum(max(_long_side(part), part.length / 2 - greatest_width(part, frame)) for part in parts)
    return float(geometry.area / length) if length else 0.0


def close_hairline_gaps(
    geometries: Sequence[BaseGeometry] | npt.NDArray[np.object_], tolerance_ft: float, frame: Frame
) -> Closed:
    """Join shapes over gaps and pinholes no wider than a tolerance; streets and real holes stay open.

    Parameters
    ----------
    geometries : polygons and multipolygons
        In the frame.
    tolerance_ft : float
        Greatest width of a gap that is closed, in US survey feet.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    Closed
        No vertex of the shapes moves, and no land is lost; what is added are the gaps listed.
        Shapes that meet in a corner only are not joined by it.

    Raises
    ------
    OverlayUnverified
        Where the union cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = [shapely.box(0, 0, 100, 200), shapely.box(100.04, 0, 200, 200)]
    >>> closed = close_hairline_gaps(lots, 0.1, LOCAL_FEET)
    >>> closed.parts_before, closed.parts_after, round(closed.gap_area, 6)
    (2, 1, 8.0)
    """
    joined = union(geometries, frame)
    tolerance = tolerance_ft / frame.unit_ft
    # Pushed out by half the tolerance and pulled back, land closes over whatever is narrower; a
    # grid step more, so that a gap of exactly the tolerance is closed.
    reach = tolerance / 2 + frame.grid
    pushed = shapely.buffer(joined, reach, join_style="mitre")
    filled = on_grid([shapely.buffer(pushed, -reach, join_style="mitre")], frame)[0]
    candidates = shapely.get_parts(difference(filled, joined, frame))
    gaps = [gap for gap in candidates if _is_gap(gap, joined, tolerance, frame)]
    gaps.sort(key=lambda gap: (-gap.area, gap.bounds))
    geometry = union([joined, *gaps], frame) if gaps else joined
    return Closed(
        geometry=geometry,
        gaps=tuple(gaps),
        gap_area=float(sum(gap.area for gap in gaps)),
        parts_before=_count(joined),
        parts_after=_count(geometry),
    )


def _is_gap(gap: BaseGeometry, land: BaseGeometry, tolerance: float, frame: Frame) -> bool:
    """Say whether a filled piece is a gap between lines of the land, no wider than the tolerance."""
    rounding = 2 * frame.grid
    width = greatest_width(gap, frame)
    if width > rounding:
        return width <= tolerance + rounding
    # As thin as rounding itself: a gap has land on both long sides, a crumb of an outer line on one.
    along = shapely.intersection(gap.boundary, land.boundary, grid_size=frame.grid)
    return bool(along.length > _BOTH_SIDES * gap.length)


def _long_side(part: BaseGeometry) -> float:
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(part))
    return float(np.hypot(*np.diff(corners, axis=0).T).max())


def _count(geometry: BaseGeometry) -> int:
    return 0 if geometry.is_empty else int(shapely.get_num_geometries(geometry))
