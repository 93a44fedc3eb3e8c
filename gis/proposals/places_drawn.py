"""Which ground does a map show, and which municipalities lie there?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.crs import to_lonlat
from gis.geometry.frame import Frame
from gis.layers.layer import Layer
from gis.model.view import LayerShown, Role
from gis.proposals.on_file import LayersOnFile
from gis.proposals.service_area_layers import ServiceAreaLayers
from gis.proposals.view import Drawing
from gis.rules.words import day_words

WINDOW = 0.06
"""Share of the extent shown around what the map is about."""


def window_of(shapes: npt.NDArray[np.object_], least: float) -> BaseGeometry:
    """Return the ground that a map of these shapes shows, with a margin as around an extent of `least` or more."""
    west, south, east, north = shapely.total_bounds(shapes).tolist()
    reach = max(east - west, north - south, least) * WINDOW
    return shapely.box(west - reach, south - reach, east + reach, north + reach)


def ground_around(window: BaseGeometry) -> BaseGeometry:
    """Return the ground that a frame wider or higher than the window shows too."""
    west, south, east, north = window.bounds
    reach = max(east - west, north - south)
    x, y = (west + east) / 2, (south + north) / 2
    return shapely.box(x - reach, y - reach, x + reach, y + reach)


def box_in_degrees(window: BaseGeometry, frame: Frame) -> tuple[float, float, float, float]:
    """Return west, south, east and north of a window in longitude and latitude."""
    west, south, east, north = shapely.bounds(to_lonlat(np.array([window], dtype=object), frame)[0]).tolist()
    return west, south, east, north


def municipalities_drawn(layers: ServiceAreaLayers, ground: BaseGeometry) -> Iterator[Drawing]:
    """Yield the municipalities in force as far as they lie on the ground shown."""
    for row in layers.in_force("municipalities"):
        layer = layers.layers["municipalities"]
        name, kind, county = (layer.column(part)[row] for part in ("name", "kind", "county"))
        shape = shapely.intersection(layer.geometries[row], ground)
        facts = (("Kind", str(kind).capitalize()), ("County", county or "not stated"))
        if not shape.is_empty:
            named = f"{name}, {county or ''}".rstrip(", ")
            yield Drawing(Role(kind), named, name, shape, (*facts, *made_by_law(layer, row)))


def made_by_law(layer: Layer, row: int) -> Iterator[tuple[str, str]]:
    """Yield since when a line made by law holds, and what made it."""
    since, authority = (layer.column(name)[row] for name in ("valid_from", "authority"))
    if since is not None:
        yield "In force from", day_words(dt.date.fromisoformat(str(since)))
    if authority is not None:
        yield "Made by", str(authority)


def layers_shown(on_file: LayersOnFile, editions: Mapping[str, str]) -> tuple[LayerShown, ...]:
    """Return where the layers of some editions come from, and of which day they are, in the order given."""
    return tuple(
        LayerShown(kind, edition, each.vintage, each.source.name, each.accuracy_ft)
        for kind, edition in editions.items()
        for each in on_file.editions(kind)
        if each.edition == edition
    )
