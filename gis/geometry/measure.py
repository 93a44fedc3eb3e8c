"""How much land is this on the ground, and how long is this line, in US survey feet."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod

from gis.errors import CrsMissing, MeasureDisagreement
from gis.geometry.chunks import joined
from gis.geometry.edges import subdivide
from gis.geometry.frame import Frame, unit_ft
from gis.geometry.operations import crs_name, parse_crs, route
from gis.geometry.rings import rings_of_all
from gis.units import SQFT_PER_SQM

Floats = NDArray[np.float64]

_POLYGONAL = (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)
_PIECE_FT = 1000.0
"""Longer edges are divided; the rest is exact to a millionth of a square foot, see `_ring_areas`."""
_STRAIGHT_FT = 20.0
"""Shorter edges are straight in both planes: their bulge is about a millionth of a square foot."""
_GEODESIC_PIECE_FT = 1000.0
_DISAGREEMENT = 2e-4
_SMALL_M = 300.0
_SCALE_SQUARE_M = 100.0
_ROUNDING_SQFT = 0.01


def areas_sqft(geometries: NDArray[Any], frame: Frame) -> Floats:
    """Return ground areas in US survey square feet, as measured in `frame.measure_crs`.

    The land measured is what the straight lines of the frame enclose: the image of each edge in
    the measuring system is followed, not the chord between its ends, so that the parts of a
    six-mile town add up to the whole.

    Parameters
    ----------
    geometries : ndarray of geometry
        Polygons and multipolygons in `frame.crs`, valid. Holes are taken off, parts added.
        Missing, empty, and shapes without area (points, lines) give 0.
    frame : Frame
        A planar or local frame is measured in itself.

    Returns
    -------
    ndarray of float
        US survey square feet.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET, working_frame
    >>> areas_sqft(np.array([shapely.box(0, 0, 600, 400), None]), LOCAL_FEET).tolist()
    [240000.0, 0.0]
    >>> vernon = working_frame("EPSG:8112")  # WTM is 0.067 percent small there, and the ground lies above
    >>> round(area_sqft(shapely.box(447000, 350000, 447100, 350100), vernon) / 107638.673, 4)
    1.0008
    """
    found = np.asarray(geometries, dtype=object)
    if frame.is_planar:
        return np.nan_to_num(np.asarray(shapely.area(found), dtype=np.float64)) * frame.unit_ft**2
    return np.asarray(joined(lambda rows: _areas_sqft(rows, frame), found), dtype=np.float64)


def _areas_sqft(found: NDArray[Any], frame: Frame, *, by_scale: bool = False) -> Floats:
    types = shapely.get_type_id(found)
    mixed = np.flatnonzero(types == shapely.GeometryType.GEOMETRYCOLLECTION)
    parts, part_of = shapely.get_parts(found[mixed], return_index=True)
    is_land = np.isin(shapely.get_type_id(parts), _POLYGONAL)
    lands = np.flatnonzero(np.isin(types, _POLYGONAL))
    owner = np.concatenate((lands, mixed[part_of[is_land]]))
    rings = rings_of_all(np.concatenate((found[lands], parts[is_land])))
    if not len(rings.owner):
        return np.zeros(len(found))
    areas = (_scaled_ring_areas if by_scale else _ring_areas)(rings.coordinates, rings.offsets, frame)
    signed = np.where(rings.is_hole, -areas, areas) * unit_ft(frame.measure_crs) ** 2
    sums = np.bincount(owner[rings.owner], weights=signed, minlength=len(found))
    return np.asarray(sums, dtype=np.float64)


def areas_by_scale_sqft(geometries: NDArray[Any], frame: Frame) -> Floats:
    """Return areas as `areas_sqft` does, those of small rings by the scale of areas at their centroid.

    For counting what lies in a layer, in a quarter of the time; no judgement by law rests on it. The
    scale is linear over a ring but for terms of second order, and at the centroid the linear part
    adds nothing: up to `_SMALL_M` across what is left is less than a thousandth of a square foot.

    Parameters
    ----------
    geometries : ndarray of geometry
        As for `areas_sqft`.
    frame : Frame
        In metres, and measured in another system than its own.

    Returns
    -------
    ndarray of float
        US survey square feet.

    Examples
    --------
    >>> from gis.geometry.frame import Frame
    >>> lot = np.array([shapely.box(447000, 350000, 447060, 350040)])
    >>> equal_area = Frame("EPSG:3071", "EPSG:5070", 0.0001)
    >>> round(float(abs(areas_by_scale_sqft(lot, equal_area) - areas_sqft(lot, equal_area))[0]), 5)
    0.0
    """
    found = np.asarray(geometries, dtype=object)
    return np.asarray(joined(lambda rows: _areas_sqft(rows, frame, by_scale=True), found), dtype=np.float64)


def area_sqft(geometry: shapely.Geometry, frame: Frame) -> float:
    """Return the ground area of one geometry in US survey square feet; see `areas_sqft`."""
    return float(areas_sqft(np.array([geometry], dtype=object), frame)[0])


def lengths_ft(geometries: NDArray[Any], frame: Frame) -> Floats:
    """Return ground lengths in US survey feet: of lines, and around polygons with their holes.

    Parameters
    ----------
    geometries : ndarray of geometry
        In `frame.crs`. Points, missing and empty geometries give 0.
    frame : Frame
        A planar or local frame is measured in itself.

    Returns
    -------
    ndarray of float
        US survey feet.

    Examples
    --------
    >>> from gis.geometry.frame import planar_frame
    >>> line = shapely.LineString([(830000, 520000), (830300, 520400)])
    >>> lengths_ft(np.array([line]), planar_frame("EPSG:7600")).tolist()
    [500.0]
    """
    found = np.asarray(geometries, dtype=object)
    if frame.is_planar:
        return np.nan_to_num(np.asarray(shapely.length(found), dtype=np.float64)) * frame.unit_ft
    parts, of_whole = shapely.get_parts(shapely.force_2d(found), return_index=True)
    # GEOS cannot divide a line that comes back to where it began at once: it has no length, and is left out.
    is_long = shapely.length(parts) > 0
    divided = shapely.segmentize(parts[is_long], _PIECE_FT / frame.unit_ft)
    way = route(frame.crs, frame.measure_crs)
    moved = shapely.set_coordinates(divided, way(shapely.get_coordinates(divided)))
    lengths = np.bincount(of_whole[is_long], weights=shapely.length(moved), minlength=len(found))
    return np.asarray(lengths, dtype=np.float64) * unit_ft(frame.measure_crs)


def ellipsoidal_areas_sqft(geometries: NDArray[Any], frame: Frame) -> Floats:
    """Return areas on the ellipsoid of the frame's datum, in US survey square feet.

    An independent check of `areas_sqft` (C. F. F. Karney, Algorithms for geodesics, 2013, as in
    pyproj.Geod), never the statutory measure itself: on the ground, above the ellipsoid, land
    is a little larger.

    Parameters
    ----------
    geometries : ndarray of geometry
        Polygons in `frame.crs`. Missing and empty ones give 0.
    frame : Frame
        Any frame that is tied to the Earth.

    Returns
    -------
    ndarray of float
        US survey square feet.

    Raises
    ------
    CrsMissing
        For a local plane.
    """
    if frame.is_local:
        raise CrsMissing(
            what="A local plane has no ellipsoid.",
            where="the ellipsoidal check of an area",
            why="It is tied to no place on the Earth.",
            next="Measure it in its own plane.",
        )
    crs = parse_crs(frame.crs)
    divided = shapely.segmentize(
        shapely.force_2d(np.asarray(geometries, dtype=object)), _GEODESIC_PIECE_FT / frame.unit_ft
    )
    way = route(frame.crs, crs_name(crs.geodetic_crs or crs))
    lonlat = shapely.set_coordinates(divided, way(shapely.get_coordinates(divided)))
    geod = crs.get_geod() or Geod(ellps="GRS80")
    # Rings that all run as RFC 7946 says: holes are then taken off, whatever ran where before.
    oriented = shapely.orient_polygons(lonlat)
    areas = [0.0 if shape is None else abs(geod.geometry_area_perimeter(shape)[0]) for shape in oriented]
    return np.asarray(areas, dtype=np.float64) * float(SQFT_PER_SQM)


def ground_ft(x: float, y: float, frame: Frame) -> float:
    """Return how many feet on the ground one unit of the frame is at a place.

    The state's frame is too short by up to 0.04 percent; the county's zone is true to the ground.

    Parameters
    ----------
    x, y : float
        The place, in the frame.
    frame : Frame
        The plane and the system of its measures.

    Returns
    -------
    float
        US survey feet; `frame.unit_ft` where the plane is measured in itself.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET, working_frame
    >>> ground_ft(0, 0, LOCAL_FEET)
    1.0
    >>> round(ground_ft(450000, 354000, working_frame("EPSG:8112")) / (3937 / 1200), 5)
    1.00038
    """
    if frame.is_planar:
        return frame.unit_ft
    side = 100.0
    square = shapely.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2)
    return math.sqrt(area_sqft(square, frame)) / side


def check_against_ellipsoid(area_sqft: float, ellipsoidal_sqft: float, where: str) -> None:
    """Refuse a ground area that differs from the ellipsoidal one by more than 2 parts in 10,000.

    Parameters
    ----------
    area_sqft, ellipsoidal_sqft : float
        US survey square feet.
    where : str
        What was measured.

    Raises
    ------
    MeasureDisagreement
        Where they differ by more; areas below a hundredth of a square foot never do.

    Examples
    --------
    >>> check_against_ellipsoid(100_000.0, 99_985.0, "boundary")
    """
    allowed = _DISAGREEMENT * max(abs(area_sqft), abs(ellipsoidal_sqft)) + _ROUNDING_SQFT
    # Written so that an area that is not a number is refused as well.
    if not abs(area_sqft - ellipsoidal_sqft) <= allowed:
        raise MeasureDisagreement(
            what=(
                f"The ground area of {area_sqft:,.2f} sq ft and the ellipsoidal area of "
                f"{ellipsoidal_sqft:,.2f} sq ft differ by more than 2 parts in 10,000."
            ),
            where=where,
            why="Measured in a system that is not made for this land, acres and shares would be wrong.",
            next="Measure in the zone of the county where the land lies (WISCRS), and check the layer's CRS.",
        )


def _ring_areas(coordinates: Floats, offsets: NDArray[np.int64], frame: Frame) -> Floats:
    """Return the area inside each ring's image in the measuring system, in its own unit squared.

    An edge's image is a flat parabola but for terms of third order, which enclose nothing
    between curve and chord: the bulge adds two thirds of chord times height (Archimedes), with
    the height taken at the image of the middle. With edges of at most 1,000 ft what is left is
    of fifth order in the length, and parts add up to the whole.
    """
    way = route(frame.crs, frame.measure_crs)
    coordinates, offsets = _divided(coordinates, offsets, _PIECE_FT / frame.unit_ft)
    mapped = way(coordinates)
    starts = offsets[:-1]
    # Near the first vertex of its ring, a product of coordinates loses no digits.
    origin = np.repeat(mapped[starts], np.diff(offsets), axis=0)
    near = mapped - origin
    twice = np.zeros(len(near))
    twice[:-1] = _cross(near[:-1], near[1:])
    chord = np.hypot(*np.diff(coordinates, axis=0).T)
    is_bent = chord > _STRAIGHT_FT / frame.unit_ft
    is_bent[offsets[1:-1] - 1] = False
    bent = np.flatnonzero(is_bent)
    if bent.size:
        middle = way((coordinates[bent] + coordinates[bent + 1]) / 2) - origin[bent]
        twice[bent] += 4 / 3 * _cross(middle - near[bent], near[bent + 1] - near[bent])
    twice[offsets[1:] - 1] = 0.0
    areas: Floats = np.abs(np.add.reduceat(twice, starts)) / 2
    return areas


def _scaled_ring_areas(coordinates: Floats, offsets: NDArray[np.int64], frame: Frame) -> Floats:
    """Return the area inside each ring's image: of small rings by the scale at their centroid."""
    starts = offsets[:-1]
    spans = np.maximum.reduceat(coordinates, starts) - np.minimum.reduceat(coordinates, starts)
    is_small = (spans <= _SMALL_M).all(axis=1)
    near = coordinates - np.repeat(coordinates[starts], np.diff(offsets), axis=0)
    twice = np.zeros(len(near))
    twice[:-1] = _cross(near[:-1], near[1:])
    twice[offsets[1:] - 1] = 0.0
    doubled = np.add.reduceat(twice, starts)
    moments = np.zeros_like(near)
    moments[:-1] = (near[:-1] + near[1:]) * twice[:-1, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        offset = np.add.reduceat(moments, starts) / (3 * doubled[:, None])
    # A ring that encloses nothing, or lies over itself, has no centroid within it, and hardly an area to be scaled.
    centroids = (coordinates[starts] + np.where(np.abs(offset) <= _SMALL_M, offset, 0.0))[is_small]
    areas = np.zeros(len(starts))
    areas[is_small] = np.abs(doubled[is_small]) / 2 * _area_scales(centroids, frame)
    large = np.flatnonzero(~is_small)
    if len(large):
        sizes = np.diff(offsets)[large]
        vertices = np.repeat(starts[large] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        areas[large] = _ring_areas(coordinates[vertices], np.concatenate(([0], np.cumsum(sizes))), frame)
    return areas


def _area_scales(places: Floats, frame: Frame) -> Floats:
    """Return how many square units of the measuring system one of the frame is, by a square around each place."""
    way = route(frame.crs, frame.measure_crs)
    half = _SCALE_SQUARE_M / 2
    east, west, north, south = (
        way(places + np.array(away) * half) for away in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    )
    return np.abs(_cross(east - west, north - south)) / _SCALE_SQUARE_M**2


def _cross(a: Floats, b: Floats) -> Floats:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def _divided(coordinates: Floats, offsets: NDArray[np.int64], longest: float) -> tuple[Floats, NDArray[np.int64]]:
    lengths = np.hypot(*np.diff(coordinates, axis=0).T)
    counts = np.ones(len(coordinates), dtype=np.int64)
    counts[:-1] = np.maximum(1, np.ceil(lengths / longest)).astype(np.int64)
    counts[offsets[1:] - 1] = 1
    if (counts == 1).all():
        return coordinates, offsets
    return subdivide(coordinates, offsets, counts)
