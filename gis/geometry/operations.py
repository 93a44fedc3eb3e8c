"""How coordinates get from one system to another: by which named operation, and how surely."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError

from gis.errors import CrsUnknown
from gis.model.edition import CoordinateOperation

LONLAT = "EPSG:4326"
COARSE_M = 1.0
NAD83_DECIMETRES_M = 0.3
"""Townline's bound for "decimetres or less", by which HARN and the later realisations of NAD83 differ."""
NAD83_FIRST_M = 1.0
"""By how much the first realisation, of 1986, differs from HARN: 0.2 to 1.0 m (NOAA, with its HPGN grids)."""
_FIRST = "North American Datum 1983"
_NAD83 = re.compile(
    r"^(North American Datum 1983"
    r"|NAD83 \((High Accuracy Reference Network|Federal Base Network"
    r"|National Spatial Reference System 20(07|11)|Continuously Operating Reference Station 1996).*\))$"
)
_WGS84 = 4326
_WISCONSIN_LONLAT = (-89.6, 44.9)


def parse_crs(text: str) -> CRS:
    """Return the coordinate system that a code, WKT or PROJ text names.

    Parameters
    ----------
    text : str
        "EPSG:3071", "3071", WKT of a .prj file, or PROJ text. Of a compound system the
        horizontal part is taken.

    Returns
    -------
    pyproj.CRS
        A geographic or projected system.

    Raises
    ------
    CrsUnknown
        Where PROJ does not know it, or it is neither geographic nor projected.

    Examples
    --------
    >>> parse_crs("EPSG:8112").name
    'NAD83(HARN) / WISCRS Vernon (ftUS)'
    """
    return _parse(text.strip())


@lru_cache(maxsize=256)
def _parse(text: str) -> CRS:
    shown = text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004  one line of a terminal
    next_step = 'Give an EPSG code such as "EPSG:3071" (state), "EPSG:8112" (Vernon County feet) or "EPSG:4326".'
    try:
        crs = CRS.from_user_input(f"EPSG:{text}" if text.isdigit() else text)
    except CRSError as error:
        raise CrsUnknown(
            what=f"{shown!r} is no coordinate system that PROJ knows.",
            where="the coordinate system given",
            why="Without it nobody can say where on the Earth the coordinates lie.",
            next=next_step,
        ) from error
    if crs.is_compound:
        crs = crs.sub_crs_list[0]
    if not (crs.is_geographic or crs.is_projected):
        raise CrsUnknown(
            what=f"{shown!r} ({crs.name}) is neither degrees nor a plane.",
            where="the coordinate system given",
            why="A map layer has longitude and latitude, or eastings and northings.",
            next=next_step,
        )
    return crs.to_2d()


def crs_name(crs: CRS) -> str:
    """Return the EPSG code of a system, where that code means exactly the same; its WKT elsewhere.

    Two systems that differ only in the foot (state plane in US survey and in international
    feet) do not share a code, so coordinates never move by parts in a million on the way.

    Parameters
    ----------
    crs : pyproj.CRS
        Any system.

    Returns
    -------
    str
        "EPSG:3071", or WKT.

    Examples
    --------
    >>> crs_name(parse_crs("3071"))
    'EPSG:3071'
    """
    return _named(crs)


@lru_cache(maxsize=256)
def _named(crs: CRS) -> str:
    """Search PROJ's database once for each system: for a WKT without a code that takes most of a second."""
    authority = crs.to_authority(auth_name="EPSG", min_confidence=70)
    if authority is not None:
        name = ":".join(authority)
        if crs.equals(CRS.from_user_input(name), ignore_axis_order=True):
            return name
    if crs.equals(CRS.from_epsg(_WGS84), ignore_axis_order=True):  # OGC:CRS84: longitude first, as here always
        return f"EPSG:{_WGS84}"
    authority = crs.to_authority(min_confidence=100)
    return ":".join(authority) if authority is not None else crs.to_wkt()


def crs_member_name(member: object) -> str | None:
    """Return what the `crs` member of old GeoJSON names: a system, known to PROJ or not; None where it names none.

    Examples
    --------
    >>> crs_member_name({"type": "EPSG", "properties": {"code": 3071}})
    'EPSG:3071'
    >>> crs_member_name({"type": "name"}) is None
    True
    """
    properties = member.get("properties") if isinstance(member, Mapping) else None
    if isinstance(properties, Mapping):
        name, code = properties.get("name"), properties.get("code")
        if isinstance(name, str):
            return name
        if isinstance(code, int | str):
            return f"EPSG:{code}"
    return None


class Area(NamedTuple):
    """West, south, east and north of the land for which a system is made, in degrees."""

    west: float
    south: float
    east: float
    """Smaller than `west` where the land lies on both sides of the 180th meridian."""
    north: float

    @property
    def width(self) -> float:
        """Degrees of longitude from west to east."""
        return (self.east - self.west) % 360 or 360.0


def area_of(crs: CRS) -> Area | None:
    """Return the area of use that the registry states for a system; None where it states none."""
    area = crs.area_of_use
    return None if area is None else Area(area.west, area.south, area.east, area.north)


def datum_shifts(operations: Sequence[CoordinateOperation]) -> tuple[CoordinateOperation, ...]:
    """Return the steps that may move land: those that are not exact.

    Two layers whose steps differ may lie apart by their accuracy; with the same steps they moved alike.
    """
    return tuple(step for step in operations if step.accuracy_m != 0)


def accuracy_m(operations: Sequence[CoordinateOperation]) -> float:
    """Return the stated accuracy of coordinate operations in metres, steps of unknown accuracy left out."""
    return sum(step.accuracy_m for step in operations if step.accuracy_m is not None)


def coarse_accuracy_m(operations: Sequence[CoordinateOperation]) -> float:
    """Return the accuracy of coordinate operations in metres where it is more than `COARSE_M`, else 0.

    >>> coarse_accuracy_m([CoordinateOperation("NAD27 to NAD83 without grids", 14.0), CoordinateOperation("TM", 0.0)])
    14.0
    """
    total = accuracy_m(operations)
    return total if total > COARSE_M else 0.0


@dataclass(frozen=True, slots=True)
class Route:
    """The one way from a source to a target system, the same for every point."""

    transformers: tuple[Transformer, ...]
    operations: tuple[CoordinateOperation, ...]
    accuracy_m: float | None
    """Sum of the steps' stated accuracies; None where one of them is not known."""
    remarks: tuple[str, ...] = ()
    """What is to be told besides the accuracy."""

    def __call__(self, coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the coordinates (n, 2: easting or longitude first) in the target system."""
        x, y = coordinates[:, 0], coordinates[:, 1]
        for transformer in self.transformers:
            x, y = transformer.transform(x, y)
        return np.column_stack((x, y))

    def notes(self) -> tuple[str, ...]:
        """Return what a reader of the results must know about the operations."""
        names = " + ".join(step.name for step in self.operations)
        if self.accuracy_m is None:
            return (*self.remarks, f"The accuracy of the coordinate operation used is not known ({names}).")
        if self.accuracy_m > COARSE_M:
            return (
                *self.remarks,
                (
                    f"Coordinates came through an operation that is good to {self.accuracy_m:g} m only "
                    f"({names}): warning, findings that turn on less than that are not final."
                ),
            )
        return self.remarks


def route(source: str, target: str) -> Route:
    """Return the operation from one system to another, as PROJ chooses it for the target's area.

    One operation is chosen for each pair of systems, at the middle of the target's area of
    use, so that neighbouring features, and layers read on different days, are never moved by
    different datum shifts.

    Between two realisations of NAD83 (1986, HARN, 2007, 2011) PROJ without grids goes by way of
    WGS 84 and moves points by a metre, which is no less than they differ by; there the
    two are taken as one, unless an operation better than 1 m is installed: good to `NAD83_FIRST_M`
    where one is that of 1986, else to `NAD83_DECIMETRES_M`.

    Parameters
    ----------
    source, target : str
        Coordinate systems; coordinates are always easting or longitude first.

    Returns
    -------
    Route
        The transformation, with its steps and their accuracy as PROJ states it.

    Raises
    ------
    CrsUnknown
        Where one of the systems is not known.

    Examples
    --------
    >>> route("EPSG:3071", "EPSG:8112").accuracy_m
    0.0
    >>> route("EPSG:4326", "EPSG:3071").accuracy_m
    1.0
    >>> route("EPSG:4269", "EPSG:3071").accuracy_m, route("EPSG:6318", "EPSG:3071").accuracy_m
    (1.0, 0.3)
    """
    return _route(source, target)


@lru_cache(maxsize=256)
def _route(source: str, target: str) -> Route:
    start, end = parse_crs(source), parse_crs(target)
    if start.equals(end, ignore_axis_order=True):
        return Route((), (), 0.0)
    as_one = _taken_as_one(start, end)
    chosen = _chosen(start, end)
    steps = _steps(chosen)
    accuracies = [step.accuracy_m for step in steps]
    accuracy = None if None in accuracies else sum(a for a in accuracies if a is not None)
    both_nad83 = _is_nad83(start) and _is_nad83(end) and not _same_datum(start, end)
    if both_nad83 and (accuracy is None or accuracy >= COARSE_M):
        datums = f"{_datum(start)} taken as {_datum(end)}"
        is_first = _FIRST in {_datum(start), _datum(end)}
        bound_m = NAD83_FIRST_M if is_first else NAD83_DECIMETRES_M
        differ = "0.2 to 1.0 m" if is_first else f"decimetres or less, for which Townline takes {bound_m:g} m"
        note = f"no grid between the two realisations is installed; they differ by {differ}"
        return Route(as_one, (CoordinateOperation(datums, bound_m, note),), bound_m, (f"{datums}: {note}.",))
    middle = np.asarray([_middle(start, end)])
    moved_m = _moved_m(chosen, as_one, middle, end)
    noted = tuple(
        CoordinateOperation(
            step.name, step.accuracy_m, f"moves points by {moved_m:.2f} m here" if step.accuracy_m else ""
        )
        for step in steps
    )
    return Route((Transformer.from_pipeline(chosen.definition),), noted, accuracy)


def _chosen(start: CRS, end: CRS) -> Transformer:
    """Return the one operation that PROJ takes in the middle of the target's area."""
    transformer = Transformer.from_crs(start, end, always_xy=True)
    transformer.transform(*_middle(start, end))
    return transformer.get_last_used_operation()


def _middle(start: CRS, end: CRS) -> tuple[float, float]:
    """Return the middle of the area in question, in coordinates of the source."""
    areas = [area for area in (area_of(start), area_of(end)) if area is not None]
    smallest = min(areas, key=_size, default=None)
    if smallest is None or smallest.width > 180:  # noqa: PLR2004  half the Earth
        lonlat = _WISCONSIN_LONLAT
    else:
        lonlat = (smallest.west + smallest.width / 2, (smallest.south + smallest.north) / 2)
    x, y = Transformer.from_crs(start.geodetic_crs, start, always_xy=True).transform(*lonlat)
    return float(x), float(y)


def _size(area: Area) -> float:
    return area.width * (area.north - area.south)


def _steps(operation: Transformer) -> tuple[CoordinateOperation, ...]:
    """Return the steps that PROJ names; a map projection is exact, a datum shift is not."""
    singles = operation.operations or ()
    steps = []
    for single in singles:
        if single.name.startswith("axis order change"):
            continue
        is_conversion = single.type_name == "Conversion"
        accuracy = 0.0 if is_conversion else float(single.accuracy)
        steps.append(CoordinateOperation(single.name, accuracy if accuracy >= 0 else None))
    if not singles:
        accuracy = float(operation.accuracy)
        is_exact = operation.definition == "proj=noop" or accuracy == 0
        steps.append(
            CoordinateOperation(operation.description, 0.0 if is_exact else (accuracy if accuracy > 0 else None))
        )
    return tuple(steps)


def _taken_as_one(start: CRS, end: CRS) -> tuple[Transformer, ...]:
    """Return the way that changes the projection only, as if both had one datum."""
    legs: Sequence[tuple[CRS | None, CRS | None]] = ((start, start.geodetic_crs), (end.geodetic_crs, end))
    return tuple(Transformer.from_crs(a, b, always_xy=True) for a, b in legs if a != b)


def _moved_m(chosen: Transformer, as_one: tuple[Transformer, ...], middle: NDArray[np.float64], end: CRS) -> float:
    """Return how far the datum shift moves a point, in metres."""
    plain = Route(as_one, (), None)(middle)
    shifted = np.column_stack(chosen.transform(middle[:, 0], middle[:, 1]))
    back = Transformer.from_crs(end, end.geodetic_crs, always_xy=True)
    geod = end.get_geod()
    if geod is None:
        return float("nan")
    a, b = back.transform(*plain[0]), back.transform(*shifted[0])
    return float(geod.inv(a[0], a[1], b[0], b[1])[2])


def _datum(crs: CRS) -> str:
    geodetic = crs.geodetic_crs
    if geodetic is None:
        return crs.name
    return geodetic.name if geodetic.datum is None else geodetic.datum.name


def _is_nad83(crs: CRS) -> bool:
    return _NAD83.match(_datum(crs)) is not None


def _same_datum(start: CRS, end: CRS) -> bool:
    return _datum(start) == _datum(end)
