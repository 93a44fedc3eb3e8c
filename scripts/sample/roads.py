"""Where do the country roads, the state highway and the railroad run?

Not each section line has a road: roads follow the lines where they can, bend where the river or the
lake is in the way, and some end at the water.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from shapely import ops
from shapely.geometry import LineString, Polygon

from sample.core import HALF_ROAD_FT, ROAD_FT
from sample.curves import rounded, smooth, strip
from sample.plane import COLUMNS, CORRECTION_ROW, MILE, ROWS, Lattice, Point
from sample.tiling import Claim
from sample.water import miles

HIGHWAY, HIGHWAY_FT = "STATE HIGHWAY 900", 120.0
RAILROAD_FT = 100.0
TURN_FT = 700.0

HIGHWAY_COURSE = miles(
    (9.2, 1.05), (8.3, 2.15), (6.5, 4.3), (5.7, 5.25), (4.1, 6.35), (3.1, 7.5), (2.55, 8.6), (2.45, 10.2)
)
RAILROAD_COURSE = miles(
    (-3.2, -1.78), (-1.4, -1.55), (0.4, -1.12), (2.3, -0.66), (4.2, -0.36), (5.6, -0.24), (6.25, 0.2), (7.2, 1.58),
    (9.2, 3.75),
)  # fmt: skip

EAST_WEST: dict[str, tuple[tuple[Point, ...], ...]] = {
    "SOUTH LINE RD": (((-3, -2), (9, -2)),),
    "TANNER RD": (((-3, -1), (-1.0, -1), (-0.45, -1.0), (0.0, -1), (1.72, -1)), ((2.15, -1), (9, -1))),
    "BASE RD": (((-3, 0), (-1.3, 0)), ((-0.55, 0), (0, 0)), ((6, 0), (9, 0))),
    "WEAVER RD": (((-3, 1), (-1.85, 1)), ((-1.15, 1), (0, 1))),
    "CITY RD": (((6, 1), (9, 1)),),
    "CORRECTION RD": (((-3, 2.0), (-1.7, 2.0)), ((-1, 2), (0, 2)), ((6, 2), (9, 2))),
    "COOPER RD": (((-3, 3), (-2.35, 3), (-1.9, 2.88), (-1.4, 3.0), (0, 3)), ((6, 3), (7.45, 3))),
    "COUNTY LINE RD": (((-3, 4), (-1.9, 4), (-1.5, 4.06), (-1.1, 4.0), (0, 4)), ((6, 4), (7.5, 4))),
    "TURNER RD": (((-1, 5), (1, 5), (5.85, 5)), ((7, 5), (9, 5))),
    "SAWYER RD": (((-3, 6), (-1.35, 6)), ((1, 6), (4.55, 6)), ((5, 6), (9, 6))),
    "LAKE RD": (((-3, 7), (-1.9, 7), (-1.35, 7.22), (-0.5, 7.28), (0.4, 7.12), (1.1, 7.32),
                 (1.9, 7.4), (2.45, 7.28), (3, 7.0)),),
    "THATCHER RD": (((-3, 8), (4.2, 8)), ((4.75, 8), (9, 8))),
    "MASON RD": (((-1, 9), (2.5, 9), (4.6, 9)), ((5.6, 9), (7, 9))),
    "NORTH LINE RD": (((-3, 10), (4.8, 10)), ((5.4, 10), (9, 10))),
}  # fmt: skip
NORTH_SOUTH: dict[str, tuple[tuple[Point, ...], ...]] = {
    "WEST LINE RD": (((-3, -2), (-3, 2)), ((-3, 2), (-3, 10))),
    "FULLER RD": (((-2, -2), (-2, 0), (-2, 1)), ((-2, 4), (-2, 8))),
    "CARTER RD": (((-1, -2), (-1, -0.55)), ((-1, 0.2), (-1, 2)), ((-1, 2), (-1, 5), (-1, 5.3)), ((-1, 7.24), (-1, 10))),
    "WHEELER RD": (((0, -2), (0, -0.75)), ((0, -0.4), (0, 0)), ((0, 4), (0, 6.3)), ((0, 7.2), (0, 9))),
    "VILLAGE RD": (((2, -2), (2, -1.35)), ((2, -0.8), (2, 0)), ((2, 4), (2, 6), (2, 6.85)), ((2, 7.4), (2, 9.0))),
    "MIDDLE RD": (((3, -2), (3, 0)), ((3, 4), (3, 6)), ((3, 7.9), (3, 10))),
    "BREWER RD": (((4, -1), (4, 0)), ((4, 4), (4, 6), (4, 6.4)), ((4, 8), (4, 10))),
    "SMITH RD": (((5, -2), (5, 0)), ((5, 4), (5, 5.75)), ((5, 8), (5, 8.7))),
    "RANGE RD": (((6, -2), (6, 0)), ((6, 4.9), (6, 7), (6, 10))),
    "GLOVER RD": (((7, -2), (7, 2)), ((7, 2), (7, 3.5)), ((7, 4), (7, 6.8), (7.12, 7.3), (7, 7.8), (7, 10))),
    "LANDING RD": (((0.8, 7.25), (0.78, 7.0), (0.8, 6.7)),),
    "PORTAGE RD": (((6.0, 7.02), (6.3, 7.06)), ((6.9, 7.08), (7.06, 7.05))),
    "RIVER RD": (((-1, 1.55), (-0.8, 2.05), (-1.5, 2.62), (-1.12, 3.05), (-1.55, 3.62), (-1.0, 4.0)),),
    "CHANDLER RD": (((8, -1), (8, 2)), ((8, 4), (8, 8))),
    "EAST LINE RD": (((9, -2), (9, 2)), ((9, 2), (9, 10))),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """A road or railroad: its centre line, from one corner to the next."""

    name: str
    sort: str
    width_ft: float
    line: LineString


def _course(lattice: Lattice, points: tuple[Point, ...]) -> LineString:
    """Return a road through points in miles, with a corner at each section corner that it passes."""
    placed: list[Point] = []
    south = all(row <= CORRECTION_ROW for _, row in points) and any(row < CORRECTION_ROW for _, row in points)
    for (x0, y0), (x1, y1) in pairwise(points):
        stops = [0.0, 1.0]
        for a, b in ((x0, x1), (y0, y1)):
            if a != b:
                low, high = sorted((a, b))
                stops += [(mile - a) / (b - a) for mile in range(int(low) - 1, int(high) + 2) if low < mile < high]
        for share in sorted(set(stops)):
            x, y = round(x0 + (x1 - x0) * share, 6), round(y0 + (y1 - y0) * share, 6)
            on_the_line = south and y == CORRECTION_ROW
            at = lattice.corner(int(x), int(y), north=False) if on_the_line else lattice.place(x, y)
            if not placed or placed[-1] != at:
                placed.append(at)
    return rounded(placed, TURN_FT)


def country_roads(lattice: Lattice) -> list[Way]:
    """Return the roads outside the core, cut at about a mile each."""
    ways = [
        Way(name, "TOWN ROAD", ROAD_FT, _course(lattice, points))
        for roads in (EAST_WEST, NORTH_SOUTH)
        for name, courses in roads.items()
        for points in courses
    ]
    ways.append(Way(HIGHWAY, "STATE HIGHWAY", HIGHWAY_FT, smooth(HIGHWAY_COURSE)))
    return [Way(way.name, way.sort, way.width_ft, part) for way in ways for part in _miles_of(way.line)]


def railroad() -> list[Way]:
    """Return the railroad, cut at about a mile each."""
    line = smooth(RAILROAD_COURSE)
    return [Way("EXAMPLE AND NOWHERE", "RAILROAD", RAILROAD_FT, part) for part in _miles_of(line)]


def _miles_of(line: LineString) -> Iterator[LineString]:
    count = max(1, round(line.length / MILE))
    for number in range(count):
        yield ops.substring(line, line.length * number / count, line.length * (number + 1) / count)


def road_claims(ways: list[Way]) -> list[Claim]:
    """Return the land of roads or of the railroad."""
    use = {"RAILROAD": "railroad"}
    return [
        Claim(
            strip(way.line, way.width_ft),
            use.get(way.sort, "row"),
            group=way.name,
            least_sqft=2_000,
            street=way.name,
            width_ft=way.width_ft,
        )
        for way in ways
    ]


def core_edges(lattice: Lattice) -> Iterator[Claim]:
    """Yield the outer halves of the roads around the core, a mile each; the inner halves are the core's."""
    edge = HALF_ROAD_FT / MILE

    def half(column: int, row: int, side: str, name: str) -> Claim:
        at = lattice.section(column, row).at
        outer = {"s": ((0, 0), (1, 0)), "e": ((1, 0), (1, 1)), "n": ((1, 1), (0, 1)), "w": ((0, 1), (0, 0))}
        corners = [at(*share) for share in outer[side]]
        inner = [at(*((edge if z == 0 else 1 - edge) for z in share)) for share in reversed(outer[side])]
        return Claim(Polygon([*corners, *inner]), "row", group=name, street=name, width_ft=ROAD_FT)

    for column in range(COLUMNS):
        yield half(column, -1, "n", "BASE RD")
        yield half(column, ROWS, "s", "COUNTY LINE RD")
    for row in range(ROWS):
        yield half(-1, row, "e", "WHEELER RD")
        yield half(COLUMNS, row, "w", "RANGE RD")
    for column, row, up in ((0, CORRECTION_ROW, True), (COLUMNS, CORRECTION_ROW, False)):
        west, y = lattice.corner(column, row, north=False)
        east, _ = lattice.corner(column, row, north=True)
        rise = HALF_ROAD_FT if up else -HALF_ROAD_FT
        # The half beside it is mitred from the same corner.
        near, far = (west, east - HALF_ROAD_FT) if up else (west + HALF_ROAD_FT, east)
        jog = Polygon([(west, y), (east, y), (far, y + rise), (near, y + rise)])
        yield Claim(jog, "row", group="CORRECTION RD", street="CORRECTION RD", width_ft=ROAD_FT)
