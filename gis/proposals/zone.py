"""In which county's system is this boundary measured?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing
from gis.geometry.frame import GRID
from gis.geometry.wiscrs import Zone, zone_for_county
from gis.layers.layer import Layer


def measuring_zone(shape: BaseGeometry, layers: Mapping[str, Layer]) -> Zone:
    """Return the WISCRS zone of the county with most of the boundary's land.

    Counties are told by the counties layer where it covers most of the boundary, else by the county that
    the municipalities name. Equal shares go to the county whose name comes first, so that the same input
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
    whole = _size(np.array([shape], dtype=object))[0]
    best: tuple[float, str] | None = None
    for kind, column in (("counties", "name"), ("municipalities", "county")):
        layer = layers.get(kind)
        if layer is None:
            continue
        rows = np.sort(layer.tree.query(shape, predicate="intersects"))
        found = _largest(shape, layer.geometries[rows], layer.table[column].iloc[rows].tolist())
        if found is not None and found[0] * 2 >= whole:
            return zone_for_county(found[1])
        best = max(filter(None, (best, found)), default=None)
    if best is not None:
        return zone_for_county(best[1])
    raise EditionMissing(
        what="No layer says which county this land is in.",
        where="the layers folder, kinds counties and municipalities",
        why="Acres are ground measures in the county's own coordinate system (WISCRS).",
        next="Import counties with: townline import counties FILE --layers DIR",
    )


def _largest(
    shape: BaseGeometry, polygons: npt.NDArray[np.object_], counties: Sequence[object]
) -> tuple[float, str] | None:
    """Return the county with the largest part and its size; sizes only rank counties, so no overlay is verified."""
    sizes = _size(shapely.intersection(polygons, shape, grid_size=GRID))
    totals: dict[str, float] = defaultdict(float)
    for county, size in zip(counties, sizes, strict=True):
        if isinstance(county, str):
            totals[county] += round(size, 2)
    if not totals:
        return None
    county = min(totals, key=lambda name: (-totals[name], name))
    return totals[county], county


def _size(shapes: npt.NDArray[np.object_]) -> list[float]:
    """Return areas, or lengths of lines that are not closed yet, or one for a single point."""
    areas, lengths = shapely.area(shapes), shapely.length(shapes)
    is_there = (~shapely.is_empty(shapes)).astype(float)
    sizes: list[float] = np.where(areas > 0, areas, np.where(lengths > 0, lengths, is_there)).tolist()
    return sizes
