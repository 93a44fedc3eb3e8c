"""A small village in a plane of feet, whose layers a test may damage: two streets, two rows of lots, four mains.

::

        x = 0                       1000  1060        1600
    860 +-----------------------------+    +-----------+
        |            103              |    |           |
    660 +----+----+----+ ... ----+----+    |           |
        | N1 | N2 | N3 |         | N10|    |           |
    460 +----+----+----+ ... ----+----+    |    101    |
        ------ A Street (R1), main M1 to M3 at y = 430 |
    400 +----+----+----+ ... ----+----+    |           |
        | S1 | S2 | S3 |         | S10| C  |           |
    200 +----+----+----+ ... ----+----+ St |           |
        |            102              |(R2)|           |
      0 +-----------------------------+    +-----------+

M4 runs in C Street from the crossing, (1030, 430), to the south.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.access import SewerAccess, SewerTest, accesses
from gis.facts.sewers.answers.way_faults import way_faults
from gis.facts.sewers.ground import sewer_ground
from gis.layers.layer import Layer
from tests.gis.facts.sewers.drawn_ways import centreline, layer, layers

DATE = dt.date(2026, 6, 15)
A_STREET, C_STREET = shapely.box(0, 400, 1000, 460), shapely.box(1000, 0, 1060, 860)
A_LINE, C_LINE = centreline((0, 430), (1030, 430)), centreline((1030, 0), (1030, 860))
LOTS = {
    **{f"S{i + 1}": shapely.box(100 * i, 200, 100 * i + 100, 400) for i in range(10)},
    **{f"N{i + 1}": shapely.box(100 * i, 460, 100 * i + 100, 660) for i in range(10)},
    "101": shapely.box(1060, 0, 1600, 860),
    "102": shapely.box(0, 0, 1000, 200),
    "103": shapely.box(0, 660, 1000, 860),
}
MAINS = {
    "M1": centreline((0, 430), (333, 430)),
    "M2": centreline((333, 430), (666, 430)),
    "M3": centreline((666, 430), (1030, 430)),
    "M4": centreline((1030, 430), (1030, 10)),
}
ROWS = {"R1": ("A ST", A_STREET), "R2": ("C ST", C_STREET)}
STREETS = {"A ST": A_LINE, "C ST": C_LINE}
FRONT = {*(f"S{i}" for i in range(1, 11)), *(f"N{i}" for i in range(1, 11))}


def lots(shapes: Mapping[str, shapely.Geometry] | None = None) -> Layer:
    """Return the layer of parcels, or of other parcels by id."""
    held = LOTS if shapes is None else shapes
    return layer("parcels", list(held.values()), parcel_id=list(held), record_kind=["parcel"] * len(held))


def rows(held: Mapping[str, tuple[str | None, shapely.Geometry]], **said: Sequence[object]) -> Layer:
    """Return a layer of rights-of-way by id, street and shape."""
    streets, shapes = zip(*held.values(), strict=True)
    return layer("rights_of_way", list(shapes), right_of_way_id=list(held), street=list(streets), **said)


def lines(held: Mapping[str, shapely.Geometry], width_ft: float = 60.0) -> Layer:
    """Return a layer of centrelines by name, all of one width."""
    names, widths_ft = list(held), [width_ft] * len(held)
    return layer("streets", list(held.values()), street_id=names, name=names, right_of_way_width_ft=widths_ft)


def mains(held: Mapping[str, shapely.Geometry] | None = None) -> Layer:
    """Return the layer of sewers, gravity mains of the district in service, or others by id."""
    shapes = MAINS if held is None else held
    said = {"kind": "gravity_main", "status": "in_service", "owner": "district", "operational": "2025-01-15"}
    every = {name: [value] * len(shapes) for name, value in said.items()}
    return layer("sewers", list(shapes.values()), sewer_id=list(shapes), **every)


def village(**instead: Layer | None) -> LayerSet:
    """Return the layers, some of them others or left out."""
    whole: dict[str, Layer | None] = {
        "parcels": lots(),
        "rights_of_way": rows(ROWS),
        "streets": lines(STREETS),
        "sewers": mains(),
    }
    return layers(*(each for each in (whole | instead).values() if each is not None))


def by_parcel(
    held: LayerSet, test: SewerTest = SewerTest.ABUTTING_STREET, date: dt.date = DATE
) -> dict[str, SewerAccess]:
    """Return what is told of each parcel."""
    ground = sewer_ground(held, date)
    return dict(zip(ground.ids, accesses(ground, test), strict=True))


def abutting(held: LayerSet, date: dt.date = DATE) -> tuple[set[str], set[str]]:
    """Return the parcels that abut a street with a sewer, and those of which nobody knows."""
    told = by_parcel(held, date=date)
    return (
        {name for name, access in told.items() if access.abutting == "line"},
        {name for name, access in told.items() if access.abutting is None},
    )


def faults(held: LayerSet) -> list[tuple[str, str, str]]:
    """Return kind, feature and sentence of each fault of the ways, but for streets without a width."""
    found = way_faults(held, sewer_ground(held, DATE).ways)
    return [(each.kind, each.feature_id, each.what) for each in found if each.kind != "no_width"]
