"""How is a plat laid out: streets, turning circles, alleys, and the lots beside them?

Streets come first, then the lots around turning circles, then those along the streets in their order;
what is left of the ground is an outlot, or belongs to the lots beside it where it is small.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot

from sample.core import HALF_ROAD_FT
from sample.curves import lots_along, rounded, smooth, strip, wedges
from sample.ground import Land
from sample.plane import Point, Quad
from sample.roads import Way
from sample.tiling import Claim

BULB_FT = 60.0
ALLEY_FT = 20.0
OUTLOT_SQFT = 4_000.0
LEAST_SHARE = 0.55
"""Of the ground that a lot was meant to have; one with less is no lot."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A street of a plat: its points in shares of the ground, how it bends and how it ends."""

    name: str
    points: tuple[Point, ...]
    bend_ft: float | None = None
    """The radius of its turns; None is a smooth curve through all points."""
    circle: bool = False
    """Whether it ends in a turning circle."""
    width_ft: float = 2 * HALF_ROAD_FT
    sides: tuple[int, ...] = (1, -1)
    """Where it has lots: 1 left, -1 right."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A plat: its name, its ground, its streets and the size of its lots."""

    name: str
    ground: Quad
    lanes: tuple[Lane, ...]
    wide_ft: float
    deep_ft: float
    use: str = "lot"
    outlot: str = "outlot"
    """What is left over: an outlot, or a park, or a field."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What a plat claims, and its centre lines."""

    ground: Land
    ways: tuple[Way, ...]
    streets: tuple[Claim, ...]
    lots: tuple[Claim, ...]


def laid_out(layout: Layout) -> Laid:
    """Return the claims of a plat, the first of them first."""
    ground = layout.ground.polygon()
    lines = [(lane, _line(lane, layout.ground)) for lane in layout.lanes]
    ways = tuple(
        Way(lane.name, "ALLEY" if lane.width_ft <= ALLEY_FT else "STREET", lane.width_ft, line) for lane, line in lines
    )
    return Laid(ground, ways, tuple(_streets(layout, lines, ground)), tuple(_lots(layout, lines, ground)))


def _line(lane: Lane, ground: Quad) -> LineString:
    points = [ground.at(u, v) for u, v in lane.points]
    return smooth(points) if lane.bend_ft is None else rounded(points, lane.bend_ft)


def _streets(layout: Layout, lines: Sequence[tuple[Lane, LineString]], ground: Polygon) -> Iterator[Claim]:
    for lane, line in lines:
        land = strip(line, lane.width_ft)
        if lane.circle:
            land = land.union(Spot(line.coords[-1]).buffer(BULB_FT, quad_segs=6))
        yield Claim(
            _largest(shapely.intersection(land, ground)),
            "row",
            layout.name,
            300.0,
            street=lane.name,
            width_ft=lane.width_ft,
        )


def _lots(layout: Layout, lines: Sequence[tuple[Lane, LineString]], ground: Polygon) -> Iterator[Claim]:
    def claim(lot: Land, street: str, number: int) -> Iterator[Claim]:
        clipped = _largest(shapely.intersection(lot, ground))
        if clipped.area > LEAST_SHARE * full:
            least = LEAST_SHARE * full
            yield Claim(
                clipped,
                layout.use,
                layout.name,
                least,
                one_part=True,
                street=street,
                house_number=number,
                plat=layout.name,
            )

    full = layout.wide_ft * layout.deep_ft
    for lane, line in lines:
        if lane.circle:
            reach = BULB_FT + layout.deep_ft
            count = max(4, round(2 * math.pi * (BULB_FT + layout.deep_ft * 0.45) * 0.75 / layout.wide_ft))
            for number, lot in enumerate(wedges(line.coords[-1], line.coords[-2], reach, count, 42.0)):
                yield from claim(lot, lane.name, 101 + 2 * round(line.length / layout.wide_ft) + number)
    for lane, line in lines:
        if lane.width_ft <= ALLEY_FT:
            continue
        for side in lane.sides:
            lots = lots_along(line, side=side, deep_ft=layout.deep_ft + lane.width_ft / 2, wide_ft=layout.wide_ft)
            for number, lot in enumerate(lots):
                yield from claim(lot, lane.name, 100 + 2 * number + int(side > 0))
    yield Claim(ground, layout.outlot, layout.name, OUTLOT_SQFT, plat=layout.name)


def _largest(land: Land) -> Land:
    parts = [part for part in shapely.get_parts(land) if isinstance(part, Polygon)]
    return max(parts, key=shapely.area) if parts else Polygon()


def grid(  # noqa: PLR0913 -- a plat is told by as much
    name: str,
    ground: Quad,
    streets: Sequence[str],
    crossings: Sequence[str],
    *,
    lot_ft: tuple[float, float],
    alleys: bool,
    use: str = "lot",
) -> Layout:
    """Return an old plat: straight streets running east, crossings running north, alleys behind the lots."""
    rows, columns = len(streets), len(crossings)
    lanes: list[Lane] = []
    for number, street in enumerate(streets):
        v = (number + 0.5) / rows
        lanes.append(Lane(street, ((0.0, v), (1.0, v)), bend_ft=50.0))
        if alleys and number + 1 < rows:
            edge = (number + 1) / rows
            lanes.append(Lane(f"{street.split()[0]} ALY", ((0.0, edge), (1.0, edge)), bend_ft=50.0, width_ft=ALLEY_FT))
    for number, crossing in enumerate(crossings):
        u = (number + 0.5) / columns
        lanes.append(Lane(crossing, ((u, 0.0), (u, 1.0)), bend_ft=50.0, sides=()))
    return Layout(name, ground, tuple(lanes), *lot_ft, use=use)


def hanging(  # noqa: PLR0913 -- a plat is told by as much
    name: str,
    ground: Quad,
    streets: Sequence[str],
    *,
    lot_ft: tuple[float, float],
    swing: float,
    courts: tuple[int, Sequence[str]] = (0, ()),
    spine: str | None = None,
    upright: bool = False,
) -> Layout:
    """Return a plat of streets that hang side by side in one curve, with courts off them.

    Courts take the place of one street, counted from the first: they leave the one before it and end in the
    middle of the block, which is twice as deep there. `upright` turns the whole by a quarter.
    """

    def turned(points: list[Point]) -> tuple[Point, ...]:
        return tuple((v, u) for u, v in points) if upright else tuple(points)

    def height(number: int, u: float) -> float:
        return (number + 0.5) / len(streets) + swing * math.sin(2 * math.pi * u + 0.6)

    lanes = []
    if spine:
        points = [(0.5 + 0.09 * math.sin(4.2 * t + 0.5), t) for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
        lanes.append(Lane(spine, turned(points), sides=()))
    row, names = courts
    for number, street in enumerate(streets):
        if number != row or not names:
            lanes.append(Lane(street, turned([(u / 8, height(number, u / 8)) for u in range(9)])))
    for number, court in enumerate(names):
        u = (number + 0.5 + 0.12 * math.sin(5.0 * number + 1.0)) / len(names)
        low, end = height(row - 1, u), height(row, u)
        lanes.insert(0, Lane(court, turned([(u, low), (u + 0.012, (low + end) / 2), (u, end)]), circle=True))
    return Layout(name, ground, tuple(lanes), *lot_ft)
