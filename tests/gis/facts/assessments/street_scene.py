"""A street, a cross street and the lots along them, from which the tests of frontage draw what they need.

y = 166  ---+--------+--------+--------+      +--------+--------+
            |  1-1   |  1-2   |  1-3   |  E   |  1-4   |  1-5   |
y = 66   ---+--------+--------+--------+  l   +--------+--------+
         Oak Street, x = 0 to 866          m    (Elm Street is 66 ft wide, x = 400 to 466)
y = 0    ---+--------------------------+      +-----------------+
            |           1-6            |      |                 |
y = -200 ---+--------------------------+      +-----------------+
      x = 100      200      300      400     466      566     866
"""

from __future__ import annotations

from typing import Any

import shapely

from gis.facts.assessments.land import ParcelLand, parcel_land
from gis.facts.layerset import LayerSet
from tests.gis.facts.sewers.sewer_scene import DATE, layer_set

__all__ = ["DATE", "ELM", "LOTS", "OAK", "land_of", "lot", "way"]


def lot(parcel_id: str, shape: shapely.Geometry, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any column
    return {"parcel_id": parcel_id, "shape": shape, **more}


def way(row_id: str, shape: shapely.Geometry, kind: str = "street") -> dict[str, Any]:
    return {"row_id": row_id, "street": row_id, "kind": kind, "shape": shape}


OAK = way("Oak Street", shapely.box(0, 0, 866, 66))
ELM = way("Elm Street", shapely.box(400, 66, 466, 500))
LOTS = (
    lot("1-1", shapely.box(100, 66, 200, 166)),
    lot("1-2", shapely.box(200, 66, 300, 166)),
    lot("1-3", shapely.box(300, 66, 400, 166)),
    lot("1-4", shapely.box(466, 66, 566, 166)),
    lot("1-5", shapely.box(566, 66, 866, 166)),
    lot("1-6", shapely.box(100, -200, 400, 0)),
)


def land_of(**records: Any) -> ParcelLand:  # noqa: ANN401 - records of any layer
    """Return the parcels of a scene."""
    layers: LayerSet = layer_set(records)
    return parcel_land(layers)
