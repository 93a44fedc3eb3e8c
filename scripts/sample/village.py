"""What has the village of Elm taken in south of its core: plats on curved streets around a mill pond."""

from __future__ import annotations

from sample.plane import Lattice, Quad
from sample.plats import Layout, hanging

STREETS_BY_POND = ("HERON ST", "MILLRACE ST", "MALLARD ST", "SEDGE ST", "WILLOW ST", "CATTAIL ST")
STREETS_BY_RAIL = ("DEPOT ST", "SIDING ST", "SIGNAL ST", "SWITCH ST", "TENDER ST", "TRESTLE ST")
STREETS_ON_HILL = ("ASTER DR", "BLUEBELL DR", "CLOVER DR", "DAISY DR", "FENNEL DR", "GENTIAN DR", "HEATHER DR")
STREETS_BY_FORD = ("FORD LN", "GRAVEL LN", "MARSH LN", "OXBOW LN", "PEBBLE LN", "REED LN")


def addition(lattice: Lattice) -> tuple[Quad, Quad]:
    """Return what the village has taken in: half of section 29 and half of section 28."""
    return (
        lattice.section(1, -1).part((0.5, 1.0), (0.0, 1.0)),
        lattice.section(2, -1).part((0.0, 0.5), (0.0, 1.0)),
    )


def layouts(lattice: Lattice) -> list[Layout]:
    """Return the village's new plats."""
    west, east = addition(lattice)
    return [
        hanging(
            "MILL POND",
            west.part((0.0, 1.0), (0.60, 1.0)),
            STREETS_BY_POND,
            lot_ft=(92, 150),
            swing=0.035,
            spine="POND DR",
        ),
        hanging(
            "DEPOT",
            west.part((0.0, 1.0), (0.0, 0.38)),
            STREETS_BY_RAIL,
            lot_ft=(90, 150),
            swing=-0.03,
            spine="FREIGHT DR",
        ),
        hanging(
            "WILD FLOWER",
            east.part((0.0, 1.0), (0.5, 1.0)),
            STREETS_ON_HILL,
            lot_ft=(92, 165),
            swing=0.05,
            spine="MEADOW LARK DR",
            courts=(3, ("POPPY CT", "SORREL CT", "TANSY CT", "YARROW CT")),
        ),
        hanging(
            "OXBOW",
            east.part((0.0, 1.0), (0.0, 0.49)),
            STREETS_BY_FORD,
            lot_ft=(96, 190),
            swing=-0.05,
            spine="BRIDGE DR",
            courts=(2, ("OTTER CT", "MINK CT", "BEAVER CT")),
        ),
    ]
