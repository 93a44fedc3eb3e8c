"""How is the open country cut into farms, woods and homes along the roads?"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import shapely
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from sample.curves import smooth
from sample.ground import Land
from sample.plane import ALL_COLUMNS, ALL_ROWS, COLUMNS, ROWS, Lattice, Quad
from sample.tiling import Claim

REMNANT_SQFT = 75_000.0
WET_REMNANT_SQFT = 50_000.0
NEAR_ROAD_FT = 60.0

Block = tuple[float, float, float, float]
"""Shares of a section: west, east, south, north."""

PATTERNS: tuple[tuple[float, tuple[Block, ...]], ...] = (
    (1.0, ((0, 1, 0, 1),)),
    (1.6, ((0, 1, 0, 0.5), (0, 1, 0.5, 1))),
    (1.6, ((0, 0.5, 0, 1), (0.5, 1, 0, 1))),
    (1.5, ((0, 1, 0, 0.5), (0, 0.5, 0.5, 1), (0.5, 1, 0.5, 1))),
    (1.5, ((0, 0.5, 0, 1), (0.5, 1, 0, 0.5), (0.5, 1, 0.5, 1))),
    (1.3, ((0, 0.5, 0, 0.5), (0.5, 1, 0, 0.5), (0, 0.5, 0.5, 1), (0.5, 1, 0.5, 1))),
    (0.8, ((0, 0.5, 0, 1), (0.5, 1, 0, 0.25), (0.5, 1, 0.25, 1))),
    (0.8, ((0, 1, 0, 0.375), (0, 1, 0.375, 1))),
)
"""How a quarter section is held, and how often: whole, in eighties, in forties, or unevenly."""


@dataclass(frozen=True, slots=True)
class Country:
    """What the open country is drawn around."""

    lattice: Lattice
    seed: int
    roads: Land
    """All roads on which a home may front."""
    road_names: tuple[tuple[str, Land], ...]
    flood_plain: Land
    taken: Land
    """Water, plats and other ground that is no farm."""


def open_sections() -> Iterator[tuple[int, int]]:
    """Yield the sections outside the core."""
    for row, column in product(ALL_ROWS, ALL_COLUMNS):
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            yield column, row


def farm_claims(country: Country) -> list[Claim]:
    """Return the claims of all open country: homes first, then woods, then the farms around them."""
    homes: list[Claim] = []
    woods: list[Claim] = []
    fields: list[Claim] = []
    for column, row in open_sections():
        section = country.lattice.section(column, row)
        if shapely.covers(country.taken, section.polygon()):
            continue
        rng = random.Random(f"{country.seed} farms {column} {row}")  # noqa: S311 -- the same each time; nothing is secret
        for u, v in product((0.0, 0.5), (0.0, 0.5)):
            blocks = rng.choices([blocks for _, blocks in PATTERNS], [odds for odds, _ in PATTERNS])[0]
            for west, east, south, north in blocks:
                quad = section.part((u + west / 2, u + east / 2), (v + south / 2, v + north / 2))
                group = f"{column} {row} {u} {v} {west} {south}"
                homes += _homes(country, quad, group, rng)
                woods += _woods(country, quad, group, rng)
                use = "forest law" if rng.random() < 0.03 else "farm"  # noqa: PLR2004 -- odds
                fields.append(Claim(quad.polygon(), use, group, REMNANT_SQFT))
    return [*homes, *woods, *fields]


def _homes(country: Country, quad: Quad, group: str, rng: random.Random) -> Iterator[Claim]:
    """Yield a farmstead and homes on a few acres, each with its back to the field."""
    sides = [
        ("south", quad.at(0.5, 0.0)),
        ("north", quad.at(0.5, 1.0)),
        ("west", quad.at(0.0, 0.5)),
        ("east", quad.at(1.0, 0.5)),
    ]
    facing = [side for side, middle in sides if country.roads.distance(Spot(middle)) < NEAR_ROAD_FT]
    rng.shuffle(facing)
    for side in facing:
        length = quad.width_ft if side in {"south", "north"} else quad.height_ft
        if rng.random() < 0.62 and side == facing[0]:  # noqa: PLR2004 -- odds
            wide, deep = rng.randint(300, 460), rng.randint(330, 520)
            yield from _yard(country, quad, side, rng.uniform(150, length - wide - 150), (wide, deep), group)
        count = rng.choices((0, 1, 2, 3, 6), (66, 18, 9, 5, 2))[0]
        start = rng.choice((33.0, rng.uniform(33.0, 0.7 * length)))
        for _ in range(count):
            wide, deep = rng.choice((150, 165, 200, 200, 264, 330)), rng.choice((230, 264, 290, 330, 330, 500))
            if start + wide > length - 33:
                break
            yield from _yard(country, quad, side, start, (wide, deep), group)
            start += wide + rng.choice((0, 0, 0, 66, 200))


def _yard(  # noqa: PLR0913 -- where, how large and whose
    country: Country, quad: Quad, side: str, along_ft: float, size_ft: tuple[int, int], group: str
) -> Iterator[Claim]:
    wide, deep = size_ft
    width, height = quad.width_ft, quad.height_ft
    ground = {
        "south": lambda: quad.feet((along_ft, along_ft + wide), (0.0, deep)),
        "north": lambda: quad.feet((along_ft, along_ft + wide), (height - deep, height)),
        "west": lambda: quad.feet((0.0, deep), (along_ft, along_ft + wide)),
        "east": lambda: quad.feet((width - deep, width), (along_ft, along_ft + wide)),
    }[side]().polygon()
    if ground.intersects(country.taken) or ground.intersects(country.flood_plain):
        return
    named = [name for name, road in country.road_names if road.distance(ground) < NEAR_ROAD_FT]
    if named:
        low = ground.bounds[0 if side in {"south", "north"} else 1]
        number = 1000 + int((low + 20_000) / 12) * 2 + int(side in {"north", "east"})
        yield Claim(ground, "farmstead", group, 0.6 * ground.area, one_part=True, street=named[0], house_number=number)


def _woods(country: Country, quad: Quad, group: str, rng: random.Random) -> Iterator[Claim]:
    """Yield the wet woods along the river, and here and there a wood lot with a ragged edge."""
    ground = quad.polygon()
    if ground.intersects(country.flood_plain):
        wet = shapely.intersection(ground, country.flood_plain)
        parts = [part for part in shapely.get_parts(wet) if isinstance(part, Polygon)]
        use = rng.choices(("wood", "forest law", "farm"), (6, 2, 3))[0]
        if parts and use != "farm":
            yield Claim(wet, use, f"{group} wet", WET_REMNANT_SQFT)
    middle = quad.at(0.5, 0.5)
    ridge = math.sin(middle[0] / 9_000 + 1.3) + math.sin(middle[1] / 7_000 + middle[0] / 15_000)
    if rng.random() < max(0.06, 0.3 + 0.32 * ridge):
        yield from _wood_lot(quad, group, rng)


def _wood_lot(quad: Quad, group: str, rng: random.Random) -> Iterator[Claim]:
    """Yield the wooded part of a farm: a back corner, a side or all of it, along lines that a plow could follow."""
    cuts = (0.0, 0.25, 0.375, 0.5, 0.625, 0.75, 1.0)
    (west, east), (south, north) = (sorted(rng.sample(cuts, 2)) for _ in range(2))
    ring = [quad.at(west, south), quad.at(east, south), quad.at(east, north), quad.at(west, north)]
    # One side follows the edge of the trees.
    ragged = rng.randrange(4)
    start, end = ring[ragged], ring[(ragged + 1) % 4]
    bends = [
        (
            start[0] + (end[0] - start[0]) * t + rng.uniform(-160, 160),
            start[1] + (end[1] - start[1]) * t + rng.uniform(-160, 160),
        )
        for t in (0.25, 0.5, 0.75)
    ]
    edge = smooth([start, *bends, end], error_ft=8.0)
    around = [ring[(ragged + 1 + step) % 4] for step in range(4)]
    ground = Polygon([*edge.coords, *around[1:]])
    if ground.is_valid:
        use = rng.choice(("wood", "wood", "forest law"))
        yield Claim(shapely.intersection(ground, quad.polygon()), use, f"{group} wood", REMNANT_SQFT)
