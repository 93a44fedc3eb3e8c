"""Which records of rights-of-way lie over lots, and what of each lot lies under them?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.ways.rights import RightsOfWay
from gis.geometry.frame import Frame
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]

_RECORDED = ("rights_of_way", "parcels")
"""What is told from a gap or a centreline never covers a parcel; an easement may."""


@dataclass(frozen=True, eq=False)
class OverLots:
    """Pairs of a right-of-way and a lot that lies under it, ordered by right-of-way, then lot.

    Attributes
    ----------
    right : int array
        Position of the right-of-way.
    parcel : int array
        Row of the lot in the layer of parcels.
    shared : object array of Polygon or MultiPolygon
        The land of both, wider than the accuracy.
    """

    right: Rows
    parcel: Rows
    shared: Geometries


def over_lots(rights: RightsOfWay, parcels: Layer | None, accuracy_ft: float, frame: Frame) -> OverLots:
    """Find the records of rights-of-way that lie over lots by more than the accuracy.

    Parameters
    ----------
    rights : RightsOfWay
        In the frame.
    parcels : Layer or None
        Records that are no parcels are left out.
    accuracy_ft : float
        Combined accuracy of both in US survey feet: land that is nowhere wider is the difference of two drawings.
    frame : Frame
        The plane and its grid.

    Examples
    --------
    >>> from gis.facts.sewers.ways.rights import none_on_file
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> len(over_lots(none_on_file(), None, 0.1, LOCAL_FEET).right)
    0
    """
    recorded = np.flatnonzero(np.isin(rights.sources, _RECORDED))
    if parcels is None or not len(recorded):
        none = np.zeros(0, dtype=np.intp)
        return OverLots(none, none, np.zeros(0, dtype=object))
    inner = shapely.buffer(rights.geometries[recorded], -accuracy_ft / frame.unit_ft / 2, join_style="mitre")
    right, lot = parcels.tree.query(inner, predicate="intersects")
    is_lot = np.asarray(parcels.column("record_kind")[lot] == "parcel", dtype=bool)
    right, lot = recorded[right[is_lot]], lot[is_lot]
    shared = np.asarray(shapely.intersection(parcels.geometries[lot], rights.geometries[right]), dtype=object)
    # A circle wider than the accuracy fits just where something is left when both sides are pulled in by half of it.
    half = accuracy_ft / frame.unit_ft / 2 + frame.grid
    is_wide = ~np.asarray(shapely.is_empty(shapely.buffer(shapely.set_precision(shared, 0), -half)), dtype=bool)
    right, lot, shared = right[is_wide], lot[is_wide], shared[is_wide]
    order = np.lexsort((lot, right))
    return OverLots(right[order], lot[order], shared[order])
