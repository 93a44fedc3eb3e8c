"""Which streets and rights-of-way does the core have, whose parcel layer knows only ROW?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import shapely
from shapely.geometry import LineString

from sample.core import (
    ELM_ROAD,
    FINGER_ROAD_IN_CITY,
    FINGER_ROAD_IN_TOWN,
    HALF_ROAD_FT,
    ROAD_FT,
    STREETS,
    Cell,
    Plat,
    cell_quad,
)
from sample.ground import Piece
from sample.plane import COLUMNS, CORRECTION_ROW, ROWS, Lattice
from sample.roads import Way

EAST_WEST = ("BASE RD", "ELM RD", "CORRECTION RD", "COOPER RD", "COUNTY LINE RD")
NORTH_SOUTH = ("WHEELER RD", "WEST RD", "VILLAGE RD", "TOWN LINE RD", "BREWER RD", "EAST RD", "RANGE RD")


def core_roads(lattice: Lattice) -> Iterator[Way]:
    """Yield the centre lines of the roads on the core's section lines, and of the two on its quarter lines."""
    for row, column in product(range(ROWS + 1), range(COLUMNS)):
        ends = [lattice.corner(column + east, row, north=row >= CORRECTION_ROW) for east in (0, 1)]
        yield Way(EAST_WEST[row], "TOWN ROAD", ROAD_FT, LineString(ends))
    for row, column in product(range(ROWS), range(COLUMNS + 1)):
        ends = [lattice.corner(column, row + north, north=row >= CORRECTION_ROW) for north in (0, 1)]
        yield Way(NORTH_SOUTH[column], "TOWN ROAD", ROAD_FT, LineString(ends))
    west, south, east, north = ELM_ROAD.bounds
    middle = (west + east) / 2
    yield Way(
        "QUARTER RD", "TOWN ROAD", ROAD_FT, LineString([(middle, south - HALF_ROAD_FT), (middle, north + HALF_ROAD_FT)])
    )
    _, south, _, north = FINGER_ROAD_IN_TOWN.bounds
    level = (south + north) / 2
    ends = [
        (FINGER_ROAD_IN_TOWN.bounds[0] - HALF_ROAD_FT, level),
        (FINGER_ROAD_IN_CITY.bounds[2] + HALF_ROAD_FT, level),
    ]
    yield Way("FINGER RD", "TOWN ROAD", ROAD_FT, LineString(ends))


def core_streets(lattice: Lattice, plats: dict[Cell, Plat]) -> Iterator[Way]:
    """Yield the centre lines of the streets in the core's plats, whether or not they are records."""
    for cell, plat in plats.items():
        quad = cell_quad(lattice, cell)
        block = quad.height_ft / plat.streets
        for number in range(plat.streets):
            middle = (number + 0.5) * block / quad.height_ft
            yield Way(
                f"{plat.name} {STREETS[number]} ST",
                "STREET",
                ROAD_FT,
                LineString([quad.at(0.0, middle), quad.at(1.0, middle)]),
            )
        wide = (quad.width_ft - ROAD_FT) / plat.lots_in_row
        across = (plat.cross_after * wide + HALF_ROAD_FT) / quad.width_ft
        yield Way(f"{plat.name} CROSS ST", "STREET", ROAD_FT, LineString([quad.at(across, 0.0), quad.at(across, 1.0)]))


def street_of(piece: Piece, ways: list[Way], tree: shapely.STRtree) -> str:
    """Return the street of a record of right-of-way: the one that runs longest in it."""
    near = tree.query(piece.polygon, predicate="intersects").tolist()
    lengths: dict[int, float] = {
        number: ways[number].line.intersection(piece.polygon.buffer(1)).length for number in near
    }
    return ways[max(sorted(near), key=lambda number: lengths[number])].name
