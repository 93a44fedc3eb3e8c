"""In which county's system is this boundary measured?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing
from gis.geometry.wiscrs import Zone, zone_for_county
from gis.layers.layer import Layer


def measuring_zone(shape: BaseGeometry, layers: Mapping[str, Layer]) -> Zone:
    """Return the WISCRS zone of the county with most of the boundary's land.

    Counties are told by the counties layer where there is one, else by the county that the
    municipalities name. Equal shares go to the county whose name comes first, so that the same input
    gives the same zone.

    Parameters
    ----------
    shape : Polygon, MultiPolygon or LineString
        The boundary, or a line that is not closed yet, in the working frame.
    layers : mapping of kind to Layer
        Layers in the working frame.

    Returns
    -------
    Zone
        The county's zone, NAD83(HARN), US survey feet.

    Raises
    ------
    EditionMissing
        Where no layer says which county the land is in.
    """
    for kind, column in (("counties", "name"), ("municipalities", "county")):
        layer = layers.get(kind)
        if layer is None:
            continue
        rows = np.sort(layer.tree.query(shape, predicate="intersects"))
        counties = layer.table[column].iloc[rows].tolist()
        known = sorted({county for county in counties if isinstance(county, str)})
        if len(known) == 1:
            return zone_for_county(known[0])
        if known:
            return zone_for_county(_largest(shape, layer.geometries[rows], counties))
    raise EditionMissing(
        what="No layer says which county this land is in.",
        where="the layers folder, kinds counties and municipalities",
        why="Acres are ground measures in the county's own coordinate system (WISCRS).",
        next="Import counties with: townline import counties FILE --layers DIR",
    )


def _largest(shape: BaseGeometry, polygons: np.ndarray, counties: list[object]) -> str:
    """Return the county with the largest share; shares only rank counties, so no overlay is verified."""
    parts = shapely.intersection(polygons, shape, grid_size=0.0001)
    sizes = shapely.area(parts) if shape.area > 0 else shapely.length(parts)
    totals: dict[str, float] = defaultdict(float)
    for county, size in zip(counties, sizes.tolist(), strict=True):
        if isinstance(county, str):
            totals[county] += round(size, 2)
    return min(totals, key=lambda county: (-totals[county], county))
