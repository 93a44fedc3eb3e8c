"""Which imported lines and points are sound, which are mended by a stated rule, and which are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from gis.geometry.frame import Frame
from gis.geometry.places import places_at
from gis.geometry.repair import Mended, Verdict

_OK = Verdict("ok")
_LEAST_DISTINCT = 2


def mend_lines(geometries: NDArray[Any], frame: Frame) -> Mended:
    """Judge each line, and mend it where a stated rule leaves its course as it is.

    The rules, by name: `repeated_vertex`, a vertex that stands twice in a row is taken once;
    `empty_part`, a part without a vertex is left out; `collapsed_part`, a part whose vertices are
    one point of the grid is left out beside others that have a length. A line of which nothing is
    left is refused (`collapsed`). A line keeps its direction, for a sewer flows one way, and may
    cross itself.

    Parameters
    ----------
    geometries : ndarray of geometry
        LineStrings, LinearRings and MultiLineStrings in `frame.crs`, on its grid; missing and
        empty ones are refused (`no_geometry`).
    frame : Frame
        For places in longitude and latitude.

    Returns
    -------
    Mended
        LineStrings and MultiLineStrings, parts in a fixed order; verdicts in the same order.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lines = ["LINESTRING (9 0, 5 0, 5 0, 0 0)", "LINESTRING (3 3, 3 3)"]
    >>> mended = mend_lines(np.array([shapely.from_wkt(line) for line in lines]), LOCAL_FEET)
    >>> mended.geometries[0].wkt, [verdict.rule for verdict in mended.verdicts]
    ('LINESTRING (9 0, 5 0, 0 0)', ['repeated_vertex', 'collapsed'])
    """
    found = np.array(shapely.force_2d(np.asarray(geometries, dtype=object)), dtype=object)
    verdicts = _refused_blanks(found, "line")
    for row in _to_look_at(found).tolist():
        found[row], verdicts[row] = _mend_line(found[row], frame)
    return Mended(found, tuple(verdicts))


def mend_points(geometries: NDArray[Any], frame: Frame) -> Mended:
    """Judge each point; the rules are `repeated_vertex` (one place twice) and `empty_part`.

    Parameters
    ----------
    geometries : ndarray of geometry
        Points and MultiPoints in `frame.crs`, on its grid; missing and empty ones are refused
        (`no_geometry`).
    frame : Frame
        For places in longitude and latitude.

    Returns
    -------
    Mended
        Points, and MultiPoints with their points in a fixed order; verdicts in the same order.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> mended = mend_points(np.array([shapely.from_wkt("MULTIPOINT ((4 5), (4 5))")]), LOCAL_FEET)
    >>> mended.geometries[0].wkt, mended.verdicts[0].rule
    ('POINT (4 5)', 'repeated_vertex')
    """
    found = np.array(shapely.force_2d(np.asarray(geometries, dtype=object)), dtype=object)
    verdicts = _refused_blanks(found, "point")
    several = shapely.get_type_id(found) == shapely.GeometryType.MULTIPOINT
    for row in np.flatnonzero(several).tolist():
        parts = shapely.get_parts(found[row])
        there = parts[~shapely.is_empty(parts)]
        places = np.unique(shapely.get_coordinates(there), axis=0)
        if len(places) < len(there):
            verdicts[row] = _repaired("repeated_vertex", "A point that stands twice was taken once.", places, frame)
        elif len(there) < len(parts):
            verdicts[row] = _repaired("empty_part", "A part without a place was left out.", places, frame)
        points = shapely.points(places)
        found[row] = points[0] if len(points) == 1 else shapely.multipoints(points)
    return Mended(found, tuple(verdicts))


def _refused_blanks(found: NDArray[Any], what: str) -> list[Verdict]:
    """Return one verdict for each shape, and clear those that have no vertex at all."""
    blank = shapely.is_missing(found) | shapely.is_empty(found)
    found[blank] = None
    refused = Verdict(
        "refused",
        "no_geometry",
        "The feature has no shape.",
        "Without one it lies nowhere.",
        f"Give its {what}, or leave the record out.",
    )
    return [refused if is_blank else _OK for is_blank in blank.tolist()]


def _to_look_at(found: NDArray[Any]) -> NDArray[np.int64]:
    """Return the rows that are not one part, or have a vertex twice in a row; nearly all lines are plain."""
    types = shapely.get_type_id(found)
    coordinates, row = shapely.get_coordinates(found, return_index=True)
    again = (row[1:] == row[:-1]) & (np.diff(coordinates, axis=0) == 0).all(axis=1)
    is_plain = types == shapely.GeometryType.LINESTRING
    is_plain[row[1:][again]] = False
    return np.flatnonzero(~is_plain & (types >= 0))


def _mend_line(line: shapely.Geometry, frame: Frame) -> tuple[shapely.Geometry | None, Verdict]:
    parts = shapely.get_parts(line)
    there = parts[~shapely.is_empty(parts)]
    courses = [shapely.get_coordinates(part) for part in there]
    kept = [_once(course) for course in courses]
    long = [course for course in kept if len(course) >= _LEAST_DISTINCT]
    if not long:
        return None, Verdict(
            "refused",
            "collapsed",
            "The line has no length.",
            f"Its vertices are one point on the grid of {frame.grid:g}.",
            "Give the line its ends, or leave the record out.",
            places_at(courses[0][:1], frame),
        )
    verdict = _OK
    again = [course for course, once in zip(courses, kept, strict=True) if len(once) < len(course)]
    lost = [course for course in kept if len(course) < _LEAST_DISTINCT]
    if lost:
        what = f"{len(lost)} part(s) without a length were left out; the length is unchanged."
        verdict = _repaired("collapsed_part", what, lost[0], frame)
    elif again:
        what = "A vertex that stands twice in a row was taken once."
        verdict = _repaired("repeated_vertex", what, _first_again(again[0]), frame)
    elif len(there) < len(parts):
        verdict = _repaired("empty_part", "A part without a vertex was left out.", long[0], frame)
    lines = [shapely.LineString(course) for course in sorted(long, key=lambda course: course.tolist())]
    return lines[0] if len(lines) == 1 else shapely.MultiLineString(lines), verdict


def _once(course: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return vertices without those equal to the one before."""
    new: NDArray[np.float64] = course[np.append(True, (np.diff(course, axis=0) != 0).any(axis=1))]
    return new


def _first_again(course: NDArray[np.float64]) -> NDArray[np.float64]:
    again = np.flatnonzero((np.diff(course, axis=0) == 0).all(axis=1))
    first: NDArray[np.float64] = course[again[:1]]
    return first


def _repaired(rule: str, what: str, points: NDArray[np.float64], frame: Frame) -> Verdict:
    return Verdict("repaired", rule, what, places=places_at(points[:1], frame))
