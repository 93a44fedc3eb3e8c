"""Does the land lie in the county that its rows name, or was it read in the wrong coordinate system?

Feet of a county read as metres of the state's frame can fall inside the state, so that only the rows can tell.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.errors import CrsImplausible
from gis.geometry.crs import to_lonlat
from gis.geometry.operations import Area, area_of, parse_crs
from gis.geometry.wiscrs import zone_for_county
from gis.layers.rows.counties import fips_of_county
from gis.layers.shapes import WORKING
from gis.model.edition import CrsRecord

_MOST_ROWS = 500
"""Of a county, evenly spread over its rows; the question is where most of them lie."""
_MARGIN_DEG = 0.25
"""Zones end at the county line or a little beyond; a layer that spills over is no fault."""
_MOST_OUTSIDE = 0.5


def check_counties(table: pd.DataFrame, crs: CrsRecord, where: str) -> None:
    """Refuse a layer most of whose rows lie outside the county that they name.

    Parameters
    ----------
    table : DataFrame
        Canonical rows with `geometry` in the working frame; kinds without a county are not looked at.
    crs : CrsRecord
        System in which the coordinates were read.
    where : str
        File and layer, for the message.

    Raises
    ------
    CrsImplausible
        Where more than half of the rows that name a county of Wisconsin lie beyond its zone.
    """
    if "county" not in table:
        return
    seen, outside = 0.0, 0.0
    worst: tuple[float, str, Area, tuple[float, float]] | None = None
    for county, rows in table["county"].dropna().groupby(table["county"]).groups.items():
        zone = _zone(str(county))
        places = _places(table, rows)
        if zone is None or not len(places):
            continue
        low = np.array([zone.west, zone.south]) - _MARGIN_DEG
        high = np.array([zone.east, zone.north]) + _MARGIN_DEG
        is_outside = ((places < low) | (places > high)).any(axis=1)
        seen += len(rows)
        outside += len(rows) * float(is_outside.mean())
        if is_outside.any() and (worst is None or len(rows) * is_outside.mean() > worst[0]):
            first = places[is_outside][0]
            worst = (len(rows) * float(is_outside.mean()), str(county), zone, (float(first[0]), float(first[1])))
    if worst is not None and outside > _MOST_OUTSIDE * seen:
        _, name, zone, (longitude, latitude) = worst
        raise CrsImplausible(
            what=f"The land does not lie in {name} County, which its rows name.",
            where=where,
            why=f"Read in {crs.used[:60]}, it lies at longitude {longitude:.4f}, latitude {latitude:.4f}; the county "
            f"lies within {zone.west:g} to {zone.east:g}, {zone.south:g} to {zone.north:g}. Feet read as metres, or "
            "the system of another county, do that.",
            next="Name the right coordinate system with --crs EPSG:code, or mend the county in the source.",
        )


def _zone(county: str) -> Area | None:
    """Return where a county's own coordinate system is made for; None for what is no county of Wisconsin."""
    return None if fips_of_county(county) is None else area_of(parse_crs(zone_for_county(county).harn_ftus))


def _places(table: pd.DataFrame, rows: pd.Index) -> npt.NDArray[np.float64]:
    """Return longitude and latitude of the middles of some of a county's rows."""
    spread = np.unique(np.linspace(0, len(rows) - 1, _MOST_ROWS).astype(int))
    bounds = shapely.bounds(np.asarray(table.loc[rows[spread], "geometry"].array, dtype=object))
    bounds = bounds[np.isfinite(bounds).all(axis=1)]
    middles = shapely.points((bounds[:, 0] + bounds[:, 2]) / 2, (bounds[:, 1] + bounds[:, 3]) / 2)
    found: npt.NDArray[np.float64] = shapely.get_coordinates(to_lonlat(middles, WORKING))
    return found
