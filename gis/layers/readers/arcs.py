"""By which chords is an arc replaced, so that none lies farther from it than allowed?"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from pyproj import CRS

from gis.errors import CrsUnknown
from gis.geometry.operations import parse_crs
from gis.units import M_PER_FTUS

CHORD_ERROR_FT = 0.01
_METRES_PER_DEGREE = 111_320.0
"""Along a meridian or the equator; a degree of longitude elsewhere is less, so the error is less as well."""
FARTHEST = 1e12
"""No coordinate on earth is larger, in any unit; the squares of much larger ones overflow."""
MOST_CHORDS = 50_000
"""Of one arc: a full circle of more than some 5,000,000 ft is not drawn within `CHORD_ERROR_FT`."""
_WIDEST = math.pi / 4
"""A whole circle has eight chords at least, however small it is."""
_DEGREES_AT_MOST = 360.0

Points = npt.NDArray[np.float64]


def chord_error(crs: str | None, largest: float) -> float:
    """Return `CHORD_ERROR_FT` in the unit of a layer.

    Parameters
    ----------
    crs : str or None
        Its coordinate system. Where nobody says which it is, the unit that gives the smaller error
        is taken: degrees where no coordinate is beyond 360, else metres.
    largest : float
        Largest coordinate, without its sign.

    Examples
    --------
    >>> chord_error("EPSG:8112", 700_000.0)
    0.01
    >>> f"{chord_error('EPSG:3071', 600_000.0):.7f} {chord_error('EPSG:4326', 90.0):.1e}"
    '0.0030480 2.7e-08'
    """
    metres = CHORD_ERROR_FT * float(M_PER_FTUS)
    known = _known(crs)
    if known is None:
        return metres if largest > _DEGREES_AT_MOST else metres / _METRES_PER_DEGREE
    if known.is_geographic:
        return metres / _METRES_PER_DEGREE
    factor = float(known.axis_info[0].unit_conversion_factor)
    return CHORD_ERROR_FT if math.isclose(factor, float(M_PER_FTUS), rel_tol=1e-9) else metres / factor


def _known(crs: str | None) -> CRS | None:
    try:
        return None if crs is None else parse_crs(crs)
    except CrsUnknown:
        return None


def stroke(start: Points, middle: Points, end: Points, error: float) -> tuple[Points, float]:
    """Return the vertices of an arc through three points, and how far its chords lie from it.

    The arc is divided in equal parts, from the same end whichever way it runs, so that two lots
    that share it get the same vertices. Start and end are the given points to the last bit.

    Parameters
    ----------
    start, middle, end : ndarray
        Points of the arc. Where start and end are one point it is a full circle, whose `middle`
        lies opposite. Where the three lie on a line, the arc is that line.
    error : float
        Greatest distance of a chord from the arc, in the unit of the points.

    Returns
    -------
    tuple
        Vertices from start to end, and the true greatest distance, which is more than asked for where
        `MOST_CHORDS` do not suffice.

    Examples
    --------
    >>> points, error = stroke(np.array([1.0, 0]), np.array([0, 1.0]), np.array([-1.0, 0]), 0.1)
    >>> len(points), round(error, 4)  # 1 - cos(180 / 4 / 2 degrees)
    (5, 0.0761)
    """
    circle = np.array_equal(start, end)
    is_turned = not circle and (end.tolist() < start.tolist())
    first, last = (end, start) if is_turned else (start, end)
    centre = (start + middle) / 2 if circle else _centre(first, middle, last)
    if centre is None:
        return np.array([start, middle, end]), 0.0
    radius = float(np.hypot(*(first - centre)))
    if radius == 0:
        return np.array([start, end]), 0.0
    begin = math.atan2(*(first - centre)[::-1])
    sweep = 2 * math.pi if circle else _sweep(centre, first, middle, last)
    points, farthest = chords(centre, radius, begin, sweep, error)
    points[0], points[-1] = first, last
    return points[::-1] if is_turned else points, farthest


def chords(centre: Points, radius: float, begin: float, sweep: float, error: float) -> tuple[Points, float]:
    """Return the vertices of an arc about a centre, and how far its chords lie from it.

    Parameters
    ----------
    centre : ndarray
        Its centre.
    radius : float
        Its radius, more than 0.
    begin, sweep : float
        Angle at which it begins and angle that it runs, in radians against the clock.
    error : float
        Greatest distance of a chord from the arc, in the unit of the points.

    Returns
    -------
    tuple
        As of `stroke`.

    Examples
    --------
    >>> points, error = chords(np.array([0.0, 0.0]), 1.0, 0.0, math.pi, 0.1)
    >>> len(points), round(error, 4)
    (5, 0.0761)
    """
    # A chord of an angle lies 2 r sin(angle / 4)^2 from its arc at most: in its middle.
    widest = min(4 * math.asin(min(math.sqrt(error / (2 * radius)), 1.0)), _WIDEST)
    parts = max(math.ceil(min(abs(sweep) / widest, MOST_CHORDS)), 2)
    angles = begin + sweep * np.arange(parts + 1) / parts
    points: Points = centre + radius * np.column_stack((np.cos(angles), np.sin(angles)))
    return points, 2 * radius * math.sin(sweep / parts / 4) ** 2


def bulge_middle(start: Points, end: Points, bulge: float) -> Points:
    """Return the middle of an arc that is said by its bulge, as drawings do.

    Parameters
    ----------
    start, end : ndarray
        Ends of the arc.
    bulge : float
        Tangent of a quarter of the arc's angle, positive where it runs against the clock: the arc rises
        from its chord by half the chord times the bulge, to the right.

    Examples
    --------
    >>> bulge_middle(np.array([100.0, 0.0]), np.array([-100.0, 0.0]), 1.0).tolist()  # half a circle
    [0.0, 100.0]
    """
    along = end - start
    middle: Points = (start + end + bulge * np.array([along[1], -along[0]])) / 2
    return middle


def _centre(start: Points, middle: Points, end: Points) -> Points | None:
    """Return the point as far from all three, or None where they lie on a line."""
    a, b = middle - start, end - start
    doubled = 2 * float(a[0] * b[1] - a[1] * b[0])
    # An arc so flat that rounding decides on which side its middle lies is a line.
    if abs(doubled) <= 1e-12 * float(a @ a + b @ b):
        return None
    square_a, square_b = float(a @ a), float(b @ b)
    offset = np.array([b[1] * square_a - a[1] * square_b, a[0] * square_b - b[0] * square_a]) / doubled
    centre: Points = start + offset
    return centre


def _sweep(centre: Points, first: Points, middle: Points, last: Points) -> float:
    """Return the angle from first to last by way of middle, positive against the clock."""
    start, via, end = (math.atan2(*(point - centre)[::-1]) for point in (first, middle, last))
    whole = 2 * math.pi
    against = (end - start) % whole
    return against if (via - start) % whole <= against else against - whole
