"""Which layers answer a question about connections or runoff, in which plane, and which of them is near a place?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.layerset import LayerSet
from gis.geometry.boundary import Boundary
from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.supposed import no_sewers
from gis.proposals.on_file import LayersOnFile, plain_frame

KINDS: tuple[Kind, ...] = (
    *("municipalities", "counties", "districts", "parcels", "rights_of_way", "streets", "railroads", "water", "plats"),
    *("buildings", "private_systems", "sewers", "sewer_nodes"),
)
_AROUND_FT = 5280.0
"""So far around a place a question looks that asks for nothing beyond a parcel and its neighbours."""
Change = Callable[[Layer], Layer]
"""What is supposed of the layer of sewers: a main in service, or one that is only proposed."""


def layers_asked(
    on_file: LayersOnFile,
    asked: Asked,
    land: BaseGeometry | None = None,
    change: Change | None = None,
    kinds: Sequence[Kind] = KINDS,
) -> LayerSet:
    """Return the whole layers in force, in the frame of the county with most of the land asked about.

    Whole, because a block may reach as far as its streets are apart: cut anywhere, a layer would close a block that is
    open there, or open one that is closed, and the same parcel would have two answers.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder.
    asked : Asked
        The day, and editions to use in place of those in force.
    land : geometry, optional
        In the state's frame; without it the box of all parcels. It tells the frame and cuts nothing off.
    change : callable, optional
        What is supposed of the layer of sewers; where none is on file, of an empty one.
    kinds : sequence of kind
        Layers that bear on the question; parcels and municipalities among them.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file.
    BoundaryOutside
        No municipality on file lies under the land.
    """
    parcels = on_file.layer("parcels", asked.date, asked.editions.get("parcels"))
    held = on_file.layer_set(_as_boundary(_box(parcels, land)), asked.date, kinds, asked.editions)
    layers = dict(held.layers)
    if change is not None:
        changed = change(layers.get("sewers") or no_sewers(held.frame))
        # Taken away, the last of the mains leaves a layer in which there is none.
        if len(changed.table) or "sewers" in layers:
            layers["sewers"] = changed
    return replace(held, layers=layers)


def near_place(layers: LayerSet, place: BaseGeometry, kinds: Sequence[Kind]) -> LayerSet:
    """Return layers with those rows of some kinds only whose box comes within a mile of the box of a place."""
    near: dict[str, Layer] = {kind: _near(layers.layers[kind], place) for kind in kinds if kind in layers.layers}
    return replace(layers, layers={**layers.layers, **near})


def _box(parcels: Layer, land: BaseGeometry | None) -> BaseGeometry:
    return shapely.box(*shapely.total_bounds(parcels.geometries)) if land is None else shapely.envelope(land)


def _as_boundary(land: BaseGeometry) -> Boundary:
    """Return land in the form in which a folder is asked which layers and which county's system are for it."""
    box = land.buffer(1.0) if land.area == 0 else land
    return Boundary(box, None, plain_frame(), plain_frame().crs, hash="", parts=1, holes=0, notes=())


def _near(layer: Layer, place: BaseGeometry) -> Layer:
    west, south, east, north = place.bounds
    reach = _AROUND_FT / plain_frame().unit_ft
    low, high = np.array([west, south]) - reach, np.array([east, north]) + reach
    bounds = shapely.bounds(layer.geometries)
    is_near = (bounds[:, :2] <= high).all(axis=1) & (bounds[:, 2:] >= low).all(axis=1)
    return layer if is_near.all() else replace(layer, table=layer.table[is_near].reset_index(drop=True))
