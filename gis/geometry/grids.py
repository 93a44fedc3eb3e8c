"""How large is a cell of a grid on the ground?"""

from __future__ import annotations

import math

import numpy as np
from pyproj import Geod

from gis.geometry.operations import crs_name, parse_crs, route
from gis.units import FTUS_PER_M

Transform = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x = a column + b row + c, y = d column + e row + f, where a cell begins at its upper left."""


def cell_on_ground(transform: Transform, width: int, height: int, crs: str) -> tuple[float, float, float]:
    """Return how wide, how high and how large the cell in the middle of a grid is on the ellipsoid.

    Parameters
    ----------
    transform : tuple of float
        From column and row to the coordinates of `crs`.
    width, height : int
        Columns and rows.
    crs : str
        A geographic or projected system.

    Returns
    -------
    tuple of float
        US survey feet twice, and US survey square feet. In the web map's projection a cell of "1 m"
        in Wisconsin is 2.3 ft wide, and in degrees it is no square.

    Examples
    --------
    >>> [round(value, 2) for value in cell_on_ground((30, 0, 500000, 0, -30, 300000), 2, 2, "EPSG:3071")]
    [98.46, 98.46, 9695.14]
    """
    a, b, c, d, e, f = transform
    column, row = width / 2, height / 2
    ends = np.array([(column - 0.5, row), (column + 0.5, row), (column, row - 0.5), (column, row + 0.5)])
    x, y = a * ends[:, 0] + b * ends[:, 1] + c, d * ends[:, 0] + e * ends[:, 1] + f
    parsed = parse_crs(crs)
    lonlat = route(crs, crs_name(parsed.geodetic_crs or parsed))(np.column_stack((x, y)))
    geod = parsed.get_geod() or Geod(ellps="GRS80")
    across, _, width_m = geod.inv(*lonlat[0], *lonlat[1])
    down, _, height_m = geod.inv(*lonlat[2], *lonlat[3])
    ft = float(FTUS_PER_M)
    area_sqm = width_m * height_m * abs(math.sin(math.radians(across - down)))
    return width_m * ft, height_m * ft, area_sqm * ft * ft
