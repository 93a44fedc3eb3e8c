"""In which municipality, districts and service areas does one parcel lie, and which parcels share its ground?"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.model.found_parcels import LiesIn
from gis.proposals.service_area_layers import ServiceAreaLayers

PLACES = ("municipalities", "districts", "service_areas")
_UNSTATED_FT = 5.0
"""Taken for a layer whose accuracy nobody stated; for telling where a parcel lies, not for any rule."""


def lies_in(layers: ServiceAreaLayers, row: int) -> tuple[LiesIn, ...]:
    """Return the places in force in which a parcel lies, municipalities first.

    A part of the parcel no wider than the accuracy of the two layers together does not count, so that a parcel at a
    limit lies on its own side, and sharing a line or a corner is not lying in.

    Parameters
    ----------
    layers : ServiceAreaLayers
        With parcels.
    row : int
        Row of the parcel.
    """
    parcel = layers.layers["parcels"].geometries[row]
    found = []
    for kind in PLACES:
        rows = layers.in_force(kind)
        shapes = layers.shapes(kind, rows)
        reach = _accuracy_ft(layers, kind) / layers.frame.unit_ft
        core = _core(parcel, reach)
        for at in np.flatnonzero(shapely.intersects(shapes, core)).tolist():
            name, of_kind = (layers.layers[kind].column(part)[rows[at]] for part in ("name", "kind"))
            is_whole = bool(shapely.covers(shapely.buffer(shapes[at], reach), parcel))
            found.append(LiesIn(kind, str(name), None if of_kind is None else str(of_kind), is_whole))
    return tuple(dict.fromkeys(found))


def same_ground(layers: ServiceAreaLayers, row: int) -> tuple[int, ...]:
    """Return the rows of other parcels that lie over one, as stacked condominium units do.

    Parameters
    ----------
    layers : ServiceAreaLayers
        With parcels.
    row : int
        Row of the parcel.
    """
    parcels = layers.layers["parcels"]
    core = _core(parcels.geometries[row], _accuracy_ft(layers, "parcels") / layers.frame.unit_ft)
    over = np.sort(parcels.tree.query(core, predicate="intersects"))
    of_another = parcels.column("parcel_id")[over] != parcels.column("parcel_id")[row]
    return tuple(over[of_another & (parcels.column("record_kind")[over] == "parcel")].tolist())


def _core(parcel: BaseGeometry, reach: float) -> BaseGeometry:
    """Return a parcel pulled in by a reach; of one too narrow for that, a point inside."""
    core = shapely.buffer(parcel, -reach / 2)
    return parcel.representative_point() if core.is_empty else core


def _accuracy_ft(layers: ServiceAreaLayers, kind: str) -> float:
    stated = [layers.layers[each].accuracy_ft for each in dict.fromkeys((kind, "parcels")) if each in layers.layers]
    return float(np.hypot.reduce([_UNSTATED_FT if each is None else float(each) for each in stated]))
