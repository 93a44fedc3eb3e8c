"""A small country with a farm that is divided, held in memory.

In US survey feet from a corner; a road of 66 ft with a main in it, four lots of 100 ft, two farms north of it:

    1400 +--------------+--------------+
         |     FARM     |     HILL     |       FARM and HILL are 400 by 1,000 ft
     400 +----+----+----+----+----+----+
         | L1 | L2 | L3 | L4 |  WOOD   |       lots are 100 by 334 ft; WOOD is 400 by 334
      66 +====== main =====------------+
       0     ROAD      (record of a road, to x = 800)
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from gis.layers.layer import Layer
from gis.model.edition import Manifest
from gis.units import M_PER_FTUS
from tests.gis.proposals.held_layers import X0, Y0, HeldLayers

FT = float(M_PER_FTUS)
SHAPES = {
    **{f"L{number}": ((number - 1) * 100, 66, number * 100, 400) for number in range(1, 5)},
    "WOOD": (400, 66, 800, 400),
    "FARM": (0, 400, 400, 1400),
    "HILL": (400, 400, 800, 1400),
}
THEN, NOW = dt.date(2025, 6, 15), dt.date(2028, 6, 15)


def box(west: float, south: float, east: float, north: float) -> shapely.Polygon:
    """Return a rectangle of feet in the state's frame."""
    return shapely.box(X0 + west * FT, Y0 + south * FT, X0 + east * FT, Y0 + north * FT)


def parcel(parcel_id: str, shape: BaseGeometry | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - cells
    """Return a row of the roll."""
    row = {"parcel_id": parcel_id, "county": "Jefferson", "municipality": "Town of Alder", "record_kind": "parcel"}
    keys = {"owner_keys": "812", "property_classes": "1"}
    return {**row, **keys, "geometry": box(*SHAPES[parcel_id]) if shape is None else shape, **more}


FARMS = {"FARM": {"property_classes": "4"}, "HILL": {"property_classes": "4,5M"}}
OLD = [parcel(each, **FARMS.get(each, {})) for each in SHAPES]
COUNTRY: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "municipalities": [
        {"name": "Town of Alder", "kind": "town", "county": "Jefferson", "geometry": box(-5000, -5000, 9000, 9000)}
    ],
    "districts": [{"name": "North District", "kind": "sanitary", "geometry": box(-10, -10, 410, 1410)}],
    "rights_of_way": [
        {"right_of_way_id": "R1", "street": "NORTH RD", "geometry": box(0, 0, 800, 66)},
    ],
    "sewers": [
        {
            "sewer_id": "M1",
            "kind": "gravity_main",
            "status": "in_service",
            "operator": "North District",
            "geometry": shapely.LineString([(X0, Y0 + 33 * FT), (X0 + 350 * FT, Y0 + 33 * FT)]),
        }
    ],
    "parcels": OLD,
}


class Country(HeldLayers):
    """The country, or other layers, that answer as those of a folder do."""

    def __init__(self, rows: Mapping[str, Sequence[Mapping[str, Any]]] = COUNTRY) -> None:
        super().__init__(rows)
        self._kinds = tuple(rows)

    def _manifests(self) -> tuple[Manifest, ...]:
        return tuple(manifest for kind in self._kinds for manifest in self.editions(kind))


class TwoRolls(Country):
    """The country with parcels that changed after the levy."""

    def __init__(self, new: Sequence[Mapping[str, Any]]) -> None:
        super().__init__()
        later = Country({"parcels": new}).layer("parcels", NOW)
        self._later = replace(later, edition="parcels-2")

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind that was on file on a day."""
        return self._later if kind == "parcels" and date > THEN else super().layer(kind, date, edition)


def divided(*parts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the parcels after FARM was divided into parts."""
    return [*(each for each in OLD if each["parcel_id"] != "FARM"), *parts]
