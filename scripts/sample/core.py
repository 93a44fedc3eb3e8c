"""Which pieces of ground does the core of the sample county have, and who taxes each of them?

One piece is one record of the parcel layer: farm land by quarter-quarters, lots in plats, streets,
water and a gap. The pieces that carry a situation of data/boundaries/situations.csv are set by hand
here; the rest is drawn from a seeded generator.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import shapely
from shapely.geometry import Polygon

from sample.ground import ALDER, BIRCH, CODES, ELM, FIR, Piece
from sample.plane import COLUMNS, CORRECTION_ROW, MILE, ROWS, Lattice, Quad, box, joined, less

ROAD_FT = 66.0
HALF_ROAD_FT = ROAD_FT / 2
EVEN_ODDS = 0.5
ALDER_COLUMNS = range(3)
ISLAND = (2, 2)
"""The quarter-quarter of section 14 that stayed with the town."""

Cell = tuple[int, int, int, int]
"""Section column and row, then quarter-quarter column and row within it, from the southwest."""


@dataclass(frozen=True, slots=True)
class Plat:
    """How a quarter-quarter is cut into lots: streets running east, lots to a row, one cross street."""

    name: str
    streets: int
    lots_in_row: int
    cross_after: int
    street_is_record: bool = True
    """Whether the streets are rows of the layer; if not, they are the gap between the lots."""


HAND_PLATS: dict[Cell, Plat] = {
    (2, 1, 2, 0): Plat("MEADOW", 3, 7, 3),
    (2, 1, 3, 1): Plat("CHAPEL", 3, 7, 4, street_is_record=False),
    (3, 1, 0, 0): Plat("LANDING", 3, 7, 3),
    (2, 1, 1, 0): Plat("MILL", 4, 12, 6, street_is_record=False),
}
"""Plats inside or beside the proposals, by hand so that values can be added up by hand."""

HAND_USES: dict[Cell, str] = {
    (2, 1, 3, 0): "farm",
    (2, 1, 2, 1): "forest law",
    (2, 1, 2, 2): "thirds",
    (2, 1, 3, 2): "farm",
    (2, 1, 2, 3): "farm",
    (2, 1, 3, 3): "farm",
    (3, 1, 1, 0): "farm",
    (3, 1, 2, 0): "farm",
    (3, 1, 0, 1): "farm",
    (3, 1, 1, 1): "farm",
    (3, 1, 2, 1): "farm",
    (3, 1, 0, 2): "farm",
    # Ground from which a lake, a straddling lot or a gap is taken.
    **{(0, 2, column, row): "farm" for column, row in product((1, 2), (1, 2))},
    **{(1, 1, column, row): "farm" for column, row in product((1, 2), (2, 3))},
    (1, 3, 1, 1): "farm",
    (5, 1, 1, 1): "farm",
    (5, 1, 2, 1): "farm",
    (4, 0, 0, 1): "farm",
    (4, 1, 2, 2): "farm",
}

ELM_PLATS: tuple[Cell, ...] = (
    (2, 1, 1, 1),
    (2, 1, 0, 0),
    (2, 1, 0, 1),
    (2, 1, 0, 2),
    (2, 1, 1, 2),
    (1, 1, 3, 0),
    (1, 1, 3, 1),
    (1, 1, 3, 2),
)
FIR_PLATS: tuple[Cell, ...] = (
    *((4, 1, column, row) for column, row in product((0, 1), range(4))),
    (4, 1, 2, 0),
    (4, 1, 2, 1),
    (4, 1, 3, 0),
    (4, 1, 3, 1),
    (4, 2, 1, 0),
    (4, 2, 1, 1),
    (5, 1, 0, 0),
)
TOWN_PLATS: tuple[Cell, ...] = ((0, 2, 3, 1), (5, 2, 0, 0), (3, 0, 3, 3), (1, 0, 2, 3))

STREETS = ("ASH", "BASSWOOD", "CHERRY", "DOGWOOD", "HAZEL", "IRONWOOD", "JUNIPER", "LARCH", "MAPLE", "OAK")


def section_number(column: int, row: int) -> int:
    """Return the section's number in its township: six at the northwest, then back and forth."""
    return (19 + column, 18 - column, 7 + column, 6 - column)[row]


def quarter_code(column: int, row: int) -> str:
    """Return the county's two digits of a quarter-quarter: 1 northeast, 2 northwest, 3 southwest, 4 southeast."""
    digit = {(1, 1): "1", (0, 1): "2", (0, 0): "3", (1, 0): "4"}
    return digit[column // 2, row // 2] + digit[column % 2, row % 2]


def place_of(cell: Cell) -> str:
    """Return the municipality whose roll has the quarter-quarter."""
    section, (column, row) = cell[:2], cell[2:]
    west_half, south_half = column in {0, 1}, row in {0, 1}
    if (section == (1, 1) and not west_half) or (section == (2, 1) and west_half):
        return ELM
    if section == (4, 1):
        return BIRCH if (column, row) == ISLAND else FIR
    if (section == (5, 1) and west_half) or (section == (4, 2) and south_half):
        return FIR
    return ALDER if section[0] in ALDER_COLUMNS else BIRCH


def _shares(length_ft: float, road_after_half_ft: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the four quarter-quarters' shares of a section's side, roads left out."""
    edge = HALF_ROAD_FT / MILE
    before, after = road_after_half_ft
    middle = (0.5 - before / length_ft, 0.5 + after / length_ft)
    return [(edge, 0.25), (0.25, middle[0]), (middle[1], 0.75), (0.75, 1 - edge)]


def cell_quad(lattice: Lattice, cell: Cell) -> Quad:
    """Return the ground of a quarter-quarter without the roads on its sides.

    Elm Road lies wholly east of the village line; Finger Road lies on the half-section line of section 15.
    """
    section = lattice.section(cell[0], cell[1])
    east = _shares(MILE, (0.0, ROAD_FT) if cell[:2] == (2, 1) else (0.0, 0.0))
    north = _shares(MILE, (HALF_ROAD_FT, HALF_ROAD_FT) if cell[:2] == (3, 1) else (0.0, 0.0))
    return section.part(east[cell[2]], north[cell[3]])


def stem_of(cell: Cell) -> str:
    """Return the parcel number of a quarter-quarter without its running number."""
    section = section_number(cell[0], cell[1])
    return f"{CODES[place_of(cell)]}-0814-{section:02d}{quarter_code(cell[2], cell[3])}"


def _platted(quad: Quad, cell: Cell, plat: Plat) -> Iterator[Piece]:
    block_ft = quad.height_ft / plat.streets
    deep_ft = (block_ft - ROAD_FT) / 2
    wide_ft = (quad.width_ft - ROAD_FT) / plat.lots_in_row
    lots: list[Polygon] = []
    for line in range(2 * plat.streets):
        south = (line // 2) * block_ft + (line % 2) * (deep_ft + ROAD_FT)
        for place in range(plat.lots_in_row):
            west = place * wide_ft + (ROAD_FT if place >= plat.cross_after else 0.0)
            lot = quad.feet((west, west + wide_ft), (south, south + deep_ft)).polygon()
            lots.append(lot)
            yield Piece(
                f"{stem_of(cell)}-{len(lots):03d}",
                lot,
                place_of(cell),
                "lot",
                100 * (1 + cell[2]) + 2 * place + line % 2,
                f"{plat.name} {STREETS[line // 2]} ST",
            )
    if plat.street_is_record:
        yield Piece("ROW", less(quad.polygon(), joined(lots)), None, "row")


def _farmed(quad: Quad, cell: Cell, use: str, rng: random.Random) -> Iterator[Piece]:
    stem, place = stem_of(cell), place_of(cell)
    width, height = quad.width_ft, quad.height_ft
    if use == "thirds":
        # The west and the east third are one farm: one parcel number, two rows.
        thirds = [quad.feet((width * k / 3, width * (k + 1) / 3), (0, height)).polygon() for k in range(3)]
        for number, third in zip((1, 2, 1), thirds, strict=True):
            yield Piece(f"{stem}-{number:03d}", third, place, "farm")
    elif use == "halves":
        split_north = rng.random() < EVEN_ODDS
        for number, part in enumerate(((0.0, 0.5), (0.5, 1.0)), 1):
            half = quad.part((0.0, 1.0), part) if split_north else quad.part(part, (0.0, 1.0))
            yield Piece(f"{stem}-{number:03d}", half.polygon(), place, "farm")
    elif use == "farmstead":
        side, deep = rng.randint(280, 420), rng.randint(300, 460)
        x = (0.0, side) if cell[2] == 0 or cell[2] == 1 else (width - side, width)
        y = (0.0, deep) if cell[3] in {0, 2} else (height - deep, height)
        yard = quad.feet(x, y).polygon()
        yield Piece(f"{stem}-001", less(quad.polygon(), yard), place, "farm")
        number = 1000 + 10 * section_number(cell[0], cell[1]) + rng.randint(0, 9)
        yield Piece(f"{stem}-002", yard, place, "farmstead", number, "TOWN LINE RD")
    else:
        yield Piece(f"{stem}-001", quad.polygon(), place, use)


def _random_use(cell: Cell, rng: random.Random) -> str:
    on_a_road = cell[2] in {0, 3} or cell[3] in {0, 3}
    uses, weights = ("farm", "halves", "wood", "forest law", "farmstead"), (40, 16, 9, 7, 40 if on_a_road else 0)
    return rng.choices(uses, weights)[0]


def _random_plat(cell: Cell, rng: random.Random) -> Plat:
    if place_of(cell) in {ALDER, BIRCH}:
        streets, lots = rng.choice((2, 3)), rng.randint(6, 8)
    else:
        streets, lots = rng.choice((3, 4, 4)), rng.randint(11, 14)
    name = f"{'NORTH' if cell[1] >= CORRECTION_ROW else 'SOUTH'} {cell[0] + 1}{cell[2] + 1}{cell[3] + 1}"
    return Plat(name, streets, lots, rng.randint(3, lots - 3), street_is_record=rng.random() < EVEN_ODDS)


def _roads(lattice: Lattice) -> Iterator[Piece]:
    """Yield a record of each mile of road: both halves as one, but apart on the correction line."""
    edge = HALF_ROAD_FT / MILE

    def half(column: int, row: int, side: str) -> Polygon | None:
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            return None
        at = lattice.section(column, row).at
        outer = {"s": ((0, 0), (1, 0)), "e": ((1, 0), (1, 1)), "n": ((1, 1), (0, 1)), "w": ((0, 1), (0, 0))}
        corners = [at(*share) for share in outer[side]]
        inner = [at(*((edge if z == 0 else 1 - edge) for z in share)) for share in reversed(outer[side])]
        return Polygon([*corners, *inner])

    def road(*halves: Polygon | None) -> Piece:
        return Piece("ROW", joined([piece for piece in halves if piece is not None]), None, "row")

    for row, column in product(range(ROWS), range(COLUMNS + 1)):
        yield road(half(column - 1, row, "e"), half(column, row, "w"))
    for row, column in product(range(ROWS + 1), range(COLUMNS)):
        south, north = half(column, row - 1, "n"), half(column, row, "s")
        if row == CORRECTION_ROW:
            yield road(south)
            yield road(north)
        else:
            yield road(south, north)
    yield Piece("ROW", ELM_ROAD, None, "row")
    yield Piece("ROW", FINGER_ROAD_IN_TOWN, None, "row")
    yield Piece("ROW", FINGER_ROAD_IN_CITY, None, "row")


ELM_ROAD = box(13_200, 5_313, 13_266, 10_527)
FINGER_ROAD_IN_TOWN = box(15_873, 7_887, 16_500, 7_953)
FINGER_ROAD_IN_CITY = box(16_500, 7_887, 21_087, 7_953)
ANNEXED_LOTS = (box(16_500, 7_953, 16_830, 8_283), box(16_830, 7_953, 17_160, 8_283))
WELL_SITE = box(17_655, 5_790, 17_985, 6_120)


def _shore(center: tuple[float, float], radius_ft: float) -> Polygon:
    """Return a small lake: round, with three bays."""
    corners = []
    for step in range(30):
        angle = 2 * math.pi * step / 30
        reach = radius_ft * (1 + 0.16 * math.sin(3 * angle) + 0.05 * math.cos(5 * angle))
        corners.append(
            (
                round(center[0] + 1.3 * reach * math.cos(angle), 3),
                round(center[1] + reach * math.sin(angle), 3),
            )
        )
    return Polygon(corners)


def _claims(lattice: Lattice) -> list[Piece]:
    """Return the pieces that are cut out of farm land, with their situations."""
    elm_west = lattice.section(1, 1)
    fir_east = lattice.section(5, 1)
    gap = lattice.section(4, 0)

    def across(line: Quad, v: float, west_ft: float, east_ft: float, height_ft: float) -> Polygon:
        x, y = line.at(0.5, v)
        return box(x - west_ft, y, x + east_ft, y + height_ft)

    return [
        Piece("MIRROR LAKE", _shore(lattice.section(0, 2).at(0.5, 0.5), 500.0), None, "water"),
        Piece("HYDRO", _shore(lattice.section(1, 3).at(0.375, 0.375), 170.0), None, "water"),
        Piece("GAP", gap.part((0.25 - 3.0 / gap.width_ft, 0.25), (0.25, 0.5)).polygon(), None, "gap"),
        Piece("241-0814-1534-001", WELL_SITE, FIR, "well site"),
        # Annexed at the end of the finger; the roll still has both lots in the town.
        Piece("004-0814-1523-101", ANNEXED_LOTS[0], BIRCH, "shop", 1501, "FINGER RD"),
        Piece("004-0814-1523-102", ANNEXED_LOTS[1], BIRCH, "shop", 1503, "FINGER RD"),
        # One record each, cut by a municipal line where no road lies on it.
        Piece("002-0814-1724-101", across(elm_west, 0.55, 200, 100, 200), ALDER, "farmstead", 1724, "WEST RD"),
        Piece("141-0814-1712-101", across(elm_west, 0.8, 80, 220, 200), ELM, "farmstead", 1712, "WEST RD"),
        Piece("241-0814-1331-101", across(fir_east, 0.35, 250, 100, 300), FIR, "farmstead", 1331, "EAST RD"),
    ]


def _stacked(pieces: list[Piece]) -> Iterator[Piece]:
    """Replace the lots with condominiums by one record a unit, all on the same ground; repeat one row."""
    stacks = {"002-0814-1641-003": 4, "141-0814-1632-010": 6, "241-0814-1433-005": 12}
    for piece in pieces:
        units = stacks.get(piece.parcel_id, 0)
        if not units:
            yield piece
        for unit in range(1, units + 1):
            yield replace(piece, parcel_id=f"{piece.parcel_id}-{unit:02d}", use="condominium unit")
        if piece.parcel_id == "004-0814-1533-007":
            yield piece


def core_pieces(lattice: Lattice, seed: int) -> tuple[list[Piece], dict[Cell, Plat]]:
    """Return the core's records of the parcel layer in a fixed order, and its plats."""
    rng = random.Random(seed)  # noqa: S311 -- a sample must come out the same each time; nothing is secret
    pieces: list[Piece] = []
    plats: dict[Cell, Plat] = {}
    for row, column in product(range(ROWS), range(COLUMNS)):
        for inner in product(range(4), range(4)):
            cell = (column, row, *inner)
            quad = cell_quad(lattice, cell)
            plat = HAND_PLATS.get(cell)
            if plat is None and cell in {*ELM_PLATS, *FIR_PLATS, *TOWN_PLATS}:
                plat = _random_plat(cell, rng)
            if plat is not None:
                plats[cell] = plat
                pieces.extend(_platted(quad, cell, plat))
            else:
                pieces.extend(_farmed(quad, cell, HAND_USES.get(cell) or _random_use(cell, rng), rng))
    claims = _claims(lattice)
    ground = joined([claim.polygon for claim in claims])
    shapely.prepare(ground)
    pieces = [
        replace(piece, polygon=less(piece.polygon, *(claim.polygon for claim in claims)))
        if shapely.intersects(ground, piece.polygon)
        else piece
        for piece in pieces
    ]
    return [*_stacked(pieces), *claims, *_roads(lattice)], plats
