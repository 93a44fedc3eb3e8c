"""In which survey section does a parcel lie?"""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.layerset import LayerSet
from gis.layers.layer import Layer


def sections_of(layers: LayerSet, grounds: Sequence[BaseGeometry]) -> list[str | None]:
    """Name the survey section in which a point inside each ground lies.

    Parameters
    ----------
    layers : LayerSet
        With a layer of sections, or without one.
    grounds : sequence of Polygon or MultiPolygon
        In the frame.

    Returns
    -------
    list of str or None
        In words, as "Section 32, T8N, R15E"; None where no section is on file there, or it has no number. Land
        that reaches into two is named by one of them.
    """
    layer = layers.layers.get("sections")
    return [None if layer is None else _section(layer, ground) for ground in grounds]


def _section(layer: Layer, ground: BaseGeometry) -> str | None:
    rows = layer.tree.query(shapely.point_on_surface(ground), predicate="intersects")
    if not len(rows):
        return None
    row = int(rows.min())
    number, township, range_, direction = (
        layer.column_if_there(name)[row] for name in ("section", "township", "range", "range_direction")
    )
    if None in (number, township, range_):
        return None
    return f"Section {int(number)}, T{int(township)}N, R{int(range_)}{direction or ''}"
