"""How much of some land is under water?"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.ground import Geometries, area_steps, sqft
from gis.facts.layerset import LayerSet
from gis.geometry.overlay import clip, union

_POLYGONS = (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)


def water_sqft(land: BaseGeometry, layers: LayerSet) -> Fraction | None:
    """Return the ground area of the water bodies in some land; None where no water is on file.

    Parameters
    ----------
    land : Polygon or MultiPolygon
        In the frame of `layers`, on its grid.
    layers : LayerSet
        Water that is drawn as lines has no area.

    Returns
    -------
    Fraction or None
        US survey square feet; water that two features claim is counted once.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays of one water body disagree.
    """
    layer = layers.layers.get("water")
    if layer is None:
        return None
    rows = np.sort(layer.tree.query(land, predicate="intersects"))
    bodies = layer.geometries[rows]
    bodies = bodies[np.isin(shapely.get_type_id(bodies), _POLYGONS)]
    parts = clip(land, bodies, layers.frame).inside
    return sqft(int(area_steps(_apart(parts[~shapely.is_empty(parts)], layers), layers.frame).sum()))


def _apart(parts: Geometries, layers: LayerSet) -> Geometries:
    """Return the same water as parts that do not overlap; mostly they do not, and nothing has to be joined."""
    first, second = shapely.STRtree(parts).query(parts, predicate="intersects")
    pairs = first < second
    overlap = pairs & ~np.asarray(shapely.touches(parts[first], parts[second]), dtype=bool)
    if not overlap.any():
        return parts
    joined = np.unique(np.concatenate([first[overlap], second[overlap]]))
    alone = np.delete(parts, joined)
    return np.array([*alone, union(parts[joined], layers.frame)], dtype=object)
