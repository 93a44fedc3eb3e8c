"""Which layers answer a question about connections: of a whole folder, or of the ground around one place?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.layerset import LayerSet
from gis.geometry.boundary import Boundary
from gis.layers.layer import Layer
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.supposed import no_sewers
from gis.proposals.on_file import LayersOnFile, plain_frame

KINDS = (
    *("municipalities", "counties", "districts", "parcels", "rights_of_way", "streets", "railroads", "water"),
    *("buildings", "private_systems", "sewers", "sewer_nodes"),
)
_CUT = ("parcels", "rights_of_way", "streets", "railroads", "water", "buildings")
"""Kinds of which the ground around a place is enough; sewers are followed to the plant, wherever that is."""
_AROUND_FT = 5280.0
"""A block, or a street between two crossings, is rarely longer than a mile."""
Change = Callable[[Layer], Layer]
"""What is supposed of the layer of sewers: a main in service, or one that is only proposed."""


def layers_asked(
    on_file: LayersOnFile, asked: Asked, around: BaseGeometry | None = None, change: Change | None = None
) -> LayerSet:
    """Return the layers in force, in the frame of the county with most of the land asked about.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder.
    asked : Asked
        The day, and editions to use in place of those in force.
    around : geometry, optional
        In the state's frame: only what lies within a mile of it is looked at. Without it all parcels are.
    change : callable, optional
        What is supposed of the layer of sewers; where none is on file, of an empty one.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file.
    BoundaryOutside
        No municipality on file lies under the land.
    """
    parcels = on_file.layer("parcels", asked.date, asked.editions.get("parcels"))
    held = on_file.layer_set(_as_boundary(_land(parcels, around)), asked.date, KINDS, asked.editions)
    layers = dict(held.layers)
    if around is not None:
        for kind in _CUT:
            if kind in layers:
                layers[kind] = _near(layers[kind], around)
    if change is not None:
        changed = change(layers.get("sewers") or no_sewers(held.frame))
        if len(changed.table):
            layers["sewers"] = changed
    return replace(held, layers=layers)


def _land(parcels: Layer, around: BaseGeometry | None) -> BaseGeometry:
    return shapely.box(*shapely.total_bounds(parcels.geometries)) if around is None else shapely.envelope(around)


def _as_boundary(land: BaseGeometry) -> Boundary:
    """Return land in the form in which a folder is asked which layers and which county's system are for it."""
    box = land.buffer(1.0) if land.area == 0 else land
    return Boundary(box, None, plain_frame(), plain_frame().crs, hash="", parts=1, holes=0, notes=())


def _near(layer: Layer, around: BaseGeometry) -> Layer:
    """Return the rows whose box comes within a mile of the box of a place."""
    west, south, east, north = around.bounds
    reach = _AROUND_FT / plain_frame().unit_ft
    low, high = np.array([west, south]) - reach, np.array([east, north]) + reach
    bounds = shapely.bounds(layer.geometries)
    is_near = (bounds[:, :2] <= high).all(axis=1) & (bounds[:, 2:] >= low).all(axis=1)
    return layer if is_near.all() else replace(layer, table=layer.table[is_near].reset_index(drop=True))
