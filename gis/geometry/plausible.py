"""Whether coordinates can belong to the system claimed, and to which they could belong."""

from __future__ import annotations

import math
from functools import lru_cache

from pyproj import CRS, Transformer

from gis.errors import CrsImplausible
from gis.geometry.frame import LOCAL, Frame
from gis.geometry.operations import Area, area_of, parse_crs
from gis.geometry.wiscrs import zones

Bounds = tuple[float, float, float, float]

DEGREES = "EPSG:4326/4269 degrees"
STATE_PLANE_FEET = "EPSG:2289-family state plane feet"
WTM_METRES = "EPSG:3071-family WTM metres"
COUNTY_FEET = "county (WISCRS) feet"
_STATE_CRS = "EPSG:3071"
AMBIGUOUS = "ambiguous: county (WISCRS) feet, WTM metres or other"
OTHERS = {
    "state plane metres (EPSG:32154 family)": ("EPSG:32152", "EPSG:32153", "EPSG:32154"),
    "web map metres (EPSG:3857)": ("EPSG:3857",),
    "UTM metres (EPSG:26915 or 26916)": ("EPSG:26915", "EPSG:26916"),
}

BEYOND_ANY_MAP = 1e12
"""No coordinate of a place on the Earth is that large, in whatever unit."""
_MAX_LON, _MAX_LAT = 180.0, 90.0
_M_PER_FT = 0.3048
_LEAST_MARGIN_DEG = 0.5
_NEAR_DEG = 0.1
"""A township: so far a county's layer may lie beyond the county altogether, as a neighbour's sewer does."""
_COUNTY_WIDTH_DEG = 2.0
"""Wider than any zone of the county systems, which are a county or a few, and narrower than all others."""
_FRAME_MARGIN_DEG = 1.0
_SMALL_COUNTY_EXTENT_FT = 2640.0
"""Half a mile. A file that is smaller than that, read as county feet, is taken for metres first."""


def check_plausible(bounds: Bounds, crs: str, where: str, frame: Frame | None = None) -> None:
    """Refuse coordinates that cannot belong to the system claimed.

    Degrees in a system of feet, feet in a system of metres, latitude before longitude and the
    wrong hemisphere are told by where the coordinates would lie: in the system's area of use,
    widened by its own size, or not. In a system made for a part of Wisconsin something of the whole
    must lie in that part: within a tenth of a degree of a county's zone, within half a degree of a zone of
    state plane. What straddles its line belongs.

    Parameters
    ----------
    bounds : tuple of float
        West, south, east, north of what was read, in `crs`.
    crs : str
        The system claimed; in "local" only coordinates beyond any map are implausible.
    where : str
        What was read, for the message.
    frame : Frame, optional
        Where the coordinates are to be used: they must lie within a degree of its area of use.

    Raises
    ------
    CrsImplausible
        With what the coordinates look like instead.
    CrsUnknown
        Where the system is not known.

    Examples
    --------
    >>> check_plausible((-89.5, 43.0, -89.4, 43.1), "EPSG:4326", "boundary.geojson")
    """
    check_reach(bounds, crs, where, frame)
    if crs == LOCAL:
        return
    claimed = parse_crs(crs)
    hint = None if claimed.is_geographic else _hint_part(bounds, claimed)
    if hint is not None:
        raise _implausible(bounds, claimed.name, where, hint)


def check_reach(bounds: Bounds, crs: str, where: str, frame: Frame | None = None) -> None:
    """Refuse coordinates so far from where the system is used that no layer in it reaches them.

    As `check_plausible`, but for one shape of a layer, which may well lie beyond the part of
    Wisconsin that the system is made for.

    Raises
    ------
    CrsImplausible, CrsUnknown
        As there.
    """
    if not all(math.isfinite(value) and abs(value) < BEYOND_ANY_MAP for value in bounds):
        raise _implausible(
            bounds,
            "a local plane" if crs == LOCAL else parse_crs(crs).name,
            where,
            "A coordinate is infinite or void (some programs write -1.8e308 for none).",
        )
    if crs == LOCAL:
        return
    claimed = parse_crs(crs)
    hint = (_hint_degrees if claimed.is_geographic else _hint_plane)(bounds, claimed)
    if hint is not None:
        raise _implausible(bounds, claimed.name, where, hint)
    if frame is None or frame.is_local:
        return
    elsewhere = _hint_frame(bounds, claimed, frame)
    if elsewhere is not None:
        raise _not_here(bounds, where, elsewhere, frame)


def guess_crs(bounds: Bounds) -> tuple[str, ...]:
    """Say in words which systems of Wisconsin the coordinates could be in; never to assign one.

    Parameters
    ----------
    bounds : tuple of float
        West, south, east, north, of unknown meaning.

    Returns
    -------
    tuple of str
        The likeliest first; empty where none fits. Where county feet and state metres both fit
        and the extent does not tell them apart, the first says that it is ambiguous. A file less
        than half a mile wide in feet is taken for metres first, and county feet named second.

    Examples
    --------
    >>> guess_crs((-89.5, 43.0, -89.4, 43.1))
    ('EPSG:4326/4269 degrees',)
    >>> guess_crs((2149000, 479000, 2151000, 481000))
    ('EPSG:2289-family state plane feet',)
    """
    west, south, east, north = bounds
    if not all(math.isfinite(value) for value in bounds):
        return ()
    if abs(west) <= _MAX_LON and abs(east) <= _MAX_LON and abs(south) <= _MAX_LAT and abs(north) <= _MAX_LAT:
        state = area_of(parse_crs(_STATE_CRS))
        swapped = state is not None and _inside(state, (south + north) / 2, (west + east) / 2, 0)
        return (
            ("degrees, latitude first (EPSG:4326/4269 with the axes the wrong way round)",) if swapped else (DEGREES,)
        )
    guesses = [STATE_PLANE_FEET] if _fits(bounds, ("EPSG:2287", "EPSG:2288", "EPSG:2289")) else []
    is_wtm = _fits(bounds, ("EPSG:3071",))
    is_county = _fits(bounds, tuple(zone.harn_ftus for zone in zones()))
    if is_wtm and is_county:
        small = max(east - west, north - south) < _SMALL_COUNTY_EXTENT_FT
        guesses += [WTM_METRES, f"less likely for so small an extent: {COUNTY_FEET}"] if small else [AMBIGUOUS]
        return tuple(guesses)
    guesses += [WTM_METRES] if is_wtm else []
    guesses += [COUNTY_FEET] if is_county else []
    guesses += [words for words, codes in OTHERS.items() if _fits(bounds, codes)]
    return tuple(guesses)


def _hint_degrees(bounds: Bounds, crs: CRS) -> str | None:
    west, south, east, north = bounds
    if max(abs(west), abs(east)) > _MAX_LON or max(abs(south), abs(north)) > _MAX_LAT:
        if abs(west) <= _MAX_LAT and abs(east) <= _MAX_LAT and max(abs(south), abs(north)) <= _MAX_LON:
            return "The latitude seems to stand first; longitude must stand first."
        return f"They are feet or metres, not degrees.{_fitting(bounds)}"
    return _hint_area(area_of(crs), (west + east) / 2, (south + north) / 2, _margin(area_of(crs)))


def _hint_area(area: Area | None, lon: float, lat: float, margin: float) -> str | None:
    """Return what is wrong with a place outside an area; None inside it."""
    if area is None or _inside(area, lon, lat, margin):
        return None
    if _inside(area, lat, lon, margin):
        return "The latitude seems to stand first; longitude must stand first."
    if _inside(area, -lon, lat, margin):
        return "The longitude seems to lack its minus sign: west of Greenwich is negative."
    if _inside(area, lon, -lat, margin):
        return "The latitude seems to have the wrong sign: that is the southern hemisphere."
    return _outside(area, lon, lat)


def _outside(area: Area, lon: float, lat: float) -> str:
    return (
        f"They would lie at longitude {lon:.4f}, latitude {lat:.4f}, outside the area of use "
        f"({area.west:g} to {area.east:g}, {area.south:g} to {area.north:g})."
    )


def _hint_plane(bounds: Bounds, crs: CRS) -> str | None:
    west, south, east, north = bounds
    if max(abs(west), abs(east)) <= _MAX_LON and max(abs(south), abs(north)) <= _MAX_LAT:
        return "They look like degrees of longitude and latitude (EPSG:4326 or EPSG:4269)."
    if max(abs(west), abs(east)) <= _MAX_LAT and max(abs(south), abs(north)) <= _MAX_LON:
        return "They look like degrees, latitude first."
    area = area_of(crs)
    if area is None:
        return None
    return _hint_misread(bounds, crs, area) or _hint_corners(bounds, crs, area)


def _hint_misread(bounds: Bounds, crs: CRS, area: Area) -> str | None:
    """Return the unit or the order of axes in which the coordinates fit, where as read they do not."""
    x, y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    if _at(crs, x, y, area, _NEAR_DEG):
        return None
    unit = crs.axis_info[0].unit_name
    true, factor = ("feet", _M_PER_FT) if unit == "metre" else ("metres", 1 / _M_PER_FT)
    if _at(crs, x * factor, y * factor, area, 0):
        return f"They would fit if they were {true}, but the system's unit is the {unit}.{_fitting(bounds)}"
    if _at(crs, y, x, area, 0):
        return "Northing seems to stand before easting; easting must stand first."
    return None


def _hint_corners(bounds: Bounds, crs: CRS, area: Area) -> str | None:
    """Return where a corner lies that is far outside the system's area of use."""
    west, south, east, north = bounds
    margin = _margin(area)
    for x, y in ((west, south), (west, north), (east, south), (east, north)):
        lon, lat = _lonlat(crs, x, y)
        if not (math.isfinite(lon) and math.isfinite(lat)):
            return f"They have no place in it.{_fitting(bounds)}"
        if not _inside(area, lon, lat, margin):
            return f"{_hint_area(area, lon, lat, margin)}{_fitting(bounds)}"
    return None


def _hint_part(bounds: Bounds, crs: CRS) -> str | None:
    """Return where all of it lies, where that is outside the part of Wisconsin for which the system is made."""
    part, state = area_of(crs), area_of(parse_crs(_STATE_CRS))
    if part is None or state is None or not _is_part(part, state):
        return None
    west, south, east, north = bounds
    places = [_lonlat(crs, x, y) for x, y in ((west, south), (west, north), (east, south), (east, north))]
    lons, lats = [lon for lon, _ in places], [lat for _, lat in places]
    margin = _NEAR_DEG if part.width < _COUNTY_WIDTH_DEG else _LEAST_MARGIN_DEG
    if (
        min(lons) <= part.east + margin
        and max(lons) >= part.west - margin
        and min(lats) <= part.north + margin
        and max(lats) >= part.south - margin
    ):
        return None
    lon, lat = _lonlat(crs, (west + east) / 2, (south + north) / 2)
    return f"{_outside(part, lon, lat)}{_fitting(bounds)}{_fitting_counties(bounds)}"


def _is_part(area: Area, state: Area) -> bool:
    return (
        state.west <= area.west < area.east <= state.east
        and state.south <= area.south
        and area.north <= state.north
        and area != state
    )


def _hint_frame(bounds: Bounds, crs: CRS, frame: Frame) -> str | None:
    x, y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    lon, lat = (x, y) if crs.is_geographic else _lonlat(crs, x, y)
    return _hint_area(area_of(parse_crs(frame.crs)), lon, lat, _FRAME_MARGIN_DEG)


def _fitting(bounds: Bounds) -> str:
    guesses = guess_crs(bounds)
    return f" They would fit: {'; '.join(guesses)}." if guesses else ""


def _fitting_counties(bounds: Bounds) -> str:
    """Name the counties in whose own feet the coordinates are land of theirs."""
    fitting = [zone.county for zone in zones() if _fits(bounds, (zone.harn_ftus,))]
    return f" As county feet they fit: {', '.join(fitting)}." if fitting else ""


def _margin(area: Area | None) -> float:
    if area is None:
        return 0.0
    return max(_LEAST_MARGIN_DEG, area.width, area.north - area.south)


def _inside(area: Area, lon: float, lat: float, margin: float) -> bool:
    if not area.south - margin <= lat <= area.north + margin:
        return False
    # Counted eastward from the western edge, so that an area across the 180th meridian holds too.
    return (lon - (area.west - margin)) % 360 <= area.width + 2 * margin or area.width + 2 * margin >= 360  # noqa: PLR2004  a circle


def _at(crs: CRS, x: float, y: float, area: Area, margin: float) -> bool:
    return _inside(area, *_lonlat(crs, x, y), margin)


def _lonlat(crs: CRS, x: float, y: float) -> tuple[float, float]:
    lon, lat = _unprojected(crs).transform(x, y)
    return float(lon), float(lat)


@lru_cache(maxsize=256)
def _unprojected(crs: CRS) -> Transformer:
    return Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)


def _fits(bounds: Bounds, codes: tuple[str, ...]) -> bool:
    """Say whether the middle lies in Wisconsin and in the area of use of one of the systems."""
    middle = ((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
    state = area_of(parse_crs(_STATE_CRS))
    for code in codes:
        crs = parse_crs(code)
        area = area_of(crs)
        lon, lat = _lonlat(crs, *middle)
        if area and state and _inside(area, lon, lat, 0) and _inside(state, lon, lat, 0):
            return True
    return False


def _not_here(bounds: Bounds, where: str, hint: str, frame: Frame) -> CrsImplausible:
    west, south, east, north = bounds
    here = "in Wisconsin" if frame.crs == _STATE_CRS else f"where {parse_crs(frame.crs).name} is used"
    return CrsImplausible(
        what=f"The land does not lie {here}.",
        where=f"{where}: {west:g} to {east:g} east, {south:g} to {north:g} north",
        why=f"{hint} Townline works in a plane that is not true elsewhere.",
        next=f"Give a file of land {here}; if this is one, name its coordinate system with --crs EPSG:code.",
    )


def _implausible(bounds: Bounds, claimed: str, where: str, hint: str) -> CrsImplausible:
    west, south, east, north = bounds
    return CrsImplausible(
        what=f"The coordinates cannot belong to {claimed}.",
        where=f"{where}: {west:g} to {east:g} east, {south:g} to {north:g} north",
        why=hint,
        next="Name the right coordinate system (--crs EPSG:code), or mend the file and try again.",
    )
