"""Who lives on the lakes: long narrow lots with the water as their front, a road behind, and lots across it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import shapely
from shapely import ops
from shapely.geometry import LineString

from sample.core import ROAD_FT
from sample.curves import bends_of, between, lots_along, strip
from sample.plats import Laid
from sample.roads import Way
from sample.tiling import Claim
from sample.water import LAKE_SHORE, LITTLE_SHORE

LAKE_LOT_FT = 270.0
IN_THE_WATER_FT = 15.0
"""A lake lot is drawn this far into the water, which then takes it back: the shore is the lot's front."""
SECOND_TIER_FT = (130.0, 190.0)


@dataclass(frozen=True, slots=True)
class _Reach:
    """A part of a shore with lots on it, as shares of the way round (counter-clockwise from the east)."""

    plat: str
    road: str
    shore: LineString
    start: float
    end: float
    lot_ft: float


REACHES = (
    _Reach("LAKE FABLE SOUTH SHORE", "SHORE DR", LAKE_SHORE, 0.56, 0.985, 78.0),
    _Reach("LAKE FABLE NORTH SHORE", "PIER LN", LAKE_SHORE, 0.09, 0.27, 84.0),
    _Reach("SPINDLE LAKE SHORE", "SPINDLE DR", LITTLE_SHORE, 0.52, 0.96, 90.0),
)


def lake_plats() -> list[Laid]:
    """Return the plats on the lakes."""
    return [_laid(reach) for reach in REACHES]


def _laid(reach: _Reach) -> Laid:
    length = reach.shore.length
    shore = ops.substring(reach.shore, reach.start * length, reach.end * length).simplify(4.0)
    # Walked counter-clockwise, a lake is on the left and its lots are on the right.
    back = LAKE_LOT_FT + ROAD_FT / 2
    road = shore.offset_curve(-back, quad_segs=4).simplify(3.0)
    way = Way(reach.road, "STREET", ROAD_FT, road)
    lots = tuple(_lots(reach, shore, road, back))
    street = Claim(strip(road, ROAD_FT), "row", reach.plat, street=reach.road, width_ft=ROAD_FT)
    ground = shapely.union_all([lot.polygon for lot in lots] + [street.polygon])
    return Laid(ground, (way,), (street,), lots)


def _lots(reach: _Reach, shore: LineString, road: LineString, back_ft: float) -> Iterator[Claim]:
    count, bends = round(shore.length / reach.lot_ft), bends_of(shore)
    for number in range(count):
        start, end = shore.length * number / count, shore.length * (number + 1) / count
        lot = between(shore, bends, (start, end), IN_THE_WATER_FT, -back_ft)
        yield _claim(reach, lot, "lake lot", 200 + 2 * number)
    wide, deep = SECOND_TIER_FT
    for number, lot in enumerate(lots_along(road, side=-1, deep_ft=deep + ROAD_FT / 2, wide_ft=wide)):
        yield _claim(reach, lot, "lot", 201 + 2 * number)


def _claim(reach: _Reach, lot: shapely.Polygon, use: str, house_number: int) -> Claim:
    return Claim(
        lot, use, reach.plat, 9_000, one_part=True, street=reach.road, house_number=house_number, plat=reach.plat
    )
