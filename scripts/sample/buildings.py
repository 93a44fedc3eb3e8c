"""Which buildings stand on the parcels: homes, garages, barns, shops and works, with their use and year?

Each building is drawn from a generator seeded by its parcel's number, square to the street it faces.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, Polygon

from sample.ground import CEDAR, ELM, FIR, HAZEL, Ground, Land, Piece
from sample.plane import Point

GARAGE_OVER_LINE = "141-0814-2824-002"
"""The garage of this lot stands across its side line."""
OVER_LINE_FT = 4.0
CLEAR_FT = 6.0
"""A building keeps this far from the lines of its lot."""
APART_FT = 1.0
DUPLEX_SHARE, GARAGE_SHARE = 0.06, 0.5
BUILT_SHARE = {"lot": 0.94, "lake lot": 0.93, "downtown lot": 0.97, "works": 0.85}
HOMES = frozenset({"lot", "lake lot", "farmstead"})
NEWEST = 2024
ERAS = {ELM: (1968, NEWEST), FIR: (1964, NEWEST), CEDAR: (1925, NEWEST), HAZEL: (1930, NEWEST)}
OLD_PLACE = 1890


@dataclass(frozen=True, slots=True)
class Building:
    """The outline of one building."""

    building_id: str
    use: str
    dwellings: int
    built: int
    address: str | None
    parcel_id: str
    outline: Polygon


@dataclass(frozen=True, slots=True)
class Facing:
    """A lot as seen from its street: its middle, the nearest point of the street, and the way there."""

    middle: Point
    street: Point
    ahead: Point

    def at(self, forward_ft: float, left_ft: float) -> Point:
        """Return the point so far toward the street and so far to the left of that way."""
        dx, dy = self.ahead
        x = self.middle[0] + dx * forward_ft - dy * left_ft
        return round(x, 1), round(self.middle[1] + dy * forward_ft + dx * left_ft, 1)

    def block(self, forward_ft: float, left_ft: float, deep_ft: float, wide_ft: float) -> Polygon:
        """Return a rectangle around a point, square to the street."""
        half_deep, half_wide = deep_ft / 2, wide_ft / 2
        corners = ((1, -1), (1, 1), (-1, 1), (-1, -1))
        return Polygon([self.at(forward_ft + a * half_deep, left_ft + b * half_wide) for a, b in corners])


def facings(ground: Ground, pieces: Sequence[Piece]) -> list[Facing]:
    """Return how each piece faces its street: that of its address, where one is near, else the nearest."""
    lines = [street.line for street in ground.streets if street.sort != "ALLEY"]
    tree = shapely.STRtree(lines)
    middles = [shapely.point_on_surface(piece.polygon) for piece in pieces]
    centers = [
        piece.polygon.centroid if piece.polygon.contains(piece.polygon.centroid) else middle
        for piece, middle in zip(pieces, middles, strict=True)
    ]
    found = []
    for center, number in zip(centers, tree.nearest(centers), strict=True):
        spot = lines[int(number)].interpolate(lines[int(number)].project(center))
        dx, dy = spot.x - center.x, spot.y - center.y
        far = math.hypot(dx, dy) or 1.0
        found.append(Facing((center.x, center.y), (spot.x, spot.y), (dx / far, dy / far)))
    return found


def _fitting(blocks: Iterable[Polygon], within: Land, taken: Sequence[Polygon]) -> Polygon | None:
    shapely.prepare(within)
    for block in blocks:
        if within.contains(block) and not any(shapely.dwithin(block, other, APART_FT) for other in taken):
            return block
    return None


def _home(rng: random.Random, facing: Facing, within: Land, ahead_ft: float) -> Polygon | None:
    wide, deep = rng.randint(34, 58), rng.randint(26, 40)
    tries = (
        facing.block(ahead_ft * share, 0.0, deep * size, wide * size)
        for size in (1.0, 0.8, 0.62, 0.5)
        for share in (1.0, 0.5, 0.0)
    )
    return _fitting(tries, within, ())


def _garage(rng: random.Random, facing: Facing, within: Land, home: Polygon) -> Polygon | None:
    wide, deep = rng.choice(((22, 24), (24, 26), (16, 22), (30, 24)))
    back = rng.choice((-30, -42, -55))
    side = rng.choice((-1, 1))
    tries = (facing.block(back, side * aside, deep, wide) for aside in (34, 24, 12, -24))
    return _fitting(tries, within, (home,))


def _farm_buildings(rng: random.Random, facing: Facing, within: Land, home: Polygon) -> Iterator[tuple[str, Polygon]]:
    taken = [home]
    for use, wide, deep in (("BARN", rng.randint(36, 60), rng.randint(70, 120)), ("SHED", 40, rng.randint(50, 80))):
        side = rng.choice((-1, 1))
        tries = [
            (back, side * aside, deep * size, wide * size)
            for size in (1.0, 0.7)
            for back in (-110, -60, 20)
            for aside in (90, 130, -90, -130, 0)
        ]
        block = _fitting((facing.block(*each) for each in tries), within, taken)
        if block is not None:
            taken.append(block)
            yield use, block


def _year(rng: random.Random, piece: Piece) -> int:
    early, late = ERAS.get(piece.place or "", (OLD_PLACE, NEWEST))
    if piece.use in {"farmstead", "downtown lot", "church"} or (piece.plat is None and piece.use == "lot"):
        early = OLD_PLACE
        late = 1965 if piece.use == "downtown lot" else late
    return rng.randint(early, late)


def _large(rng: random.Random, facing: Facing, piece: Piece, within: Land) -> Polygon | None:
    deep = math.sqrt(piece.polygon.area)
    shape = rng.uniform(0.8, 1.15)
    tries = (facing.block(0.0, 0.0, deep * size, deep * size * shape) for size in (0.55, 0.42, 0.3, 0.2))
    return _fitting(tries, within, ())


def _of(piece: Piece, facing: Facing) -> Iterator[tuple[str, int, int, Polygon]]:
    """Yield use, dwellings, year and outline of each building on a piece."""
    rng = random.Random(f"building {piece.parcel_id}")  # noqa: S311 -- the same each time; nothing is secret
    if rng.random() > BUILT_SHARE.get(piece.use, 1.0):
        return
    within = piece.polygon.buffer(-CLEAR_FT, join_style="mitre")
    year = _year(rng, piece)
    if piece.use in HOMES:
        depth = math.sqrt(piece.polygon.area)
        home = _home(rng, facing, within, 0.12 * depth)
        if home is None:
            return
        dwellings = 2 if piece.use == "lot" and rng.random() < DUPLEX_SHARE else 1
        yield ("DUPLEX" if dwellings > 1 else "DWELLING"), dwellings, year, home
        if piece.use == "farmstead":
            for use, outline in _farm_buildings(rng, facing, within, home):
                yield use, 0, max(OLD_PLACE, year - rng.randint(0, 20)), outline
        elif rng.random() < GARAGE_SHARE and (garage := _garage(rng, facing, within, home)) is not None:
            yield "GARAGE", 0, min(NEWEST, year + rng.randint(0, 15)), garage
        return
    block = _large(rng, facing, piece, within)
    if block is None:
        return
    use, dwellings = {
        "works": ("INDUSTRIAL", 0),
        "shop": ("COMMERCIAL", 0),
        "downtown lot": ("COMMERCIAL", rng.choice((0, 0, 1, 2, 3))),
        "condominium unit": ("CONDOMINIUM", 0),
        "school": ("SCHOOL", 0),
        "church": ("CHURCH", 0),
        "town hall": ("PUBLIC", 0),
    }[piece.use]
    yield use, dwellings, year, block


BUILT_ON = HOMES | {"works", "shop", "downtown lot", "condominium unit", "school", "church", "town hall"}


def built_pieces(ground: Ground) -> list[tuple[Piece, int]]:
    """Return each piece that is built on, once for each ground, and how many units are stacked on it."""
    first: dict[bytes, Piece] = {}
    units: dict[bytes, int] = {}
    for piece in ground.pieces:
        if piece.use in BUILT_ON:
            key = piece.polygon.wkb
            first.setdefault(key, piece)
            units[key] = units.get(key, 0) + (piece.use == "condominium unit")
    return [(piece, units[key]) for key, piece in first.items()]


def all_buildings(ground: Ground) -> tuple[Building, ...]:
    """Return all buildings of the sample county, in the local plane."""
    known = built_pieces(ground)
    faced = facings(ground, [piece for piece, _ in known])
    found: list[Building] = []
    for (piece, units), facing in zip(known, faced, strict=True):
        street = f"{piece.house_number} {piece.street}" if piece.house_number and piece.street else None
        for number, (use, dwellings, year, outline) in enumerate(_of(piece, facing), 1):
            found.append(
                Building(
                    f"{piece.parcel_id}/{number}",
                    use,
                    units or dwellings,
                    year,
                    street,
                    piece.parcel_id,
                    _over_line(outline, piece) if piece.parcel_id == GARAGE_OVER_LINE and use == "GARAGE" else outline,
                )
            )
    return tuple(found)


def _over_line(outline: Polygon, piece: Piece) -> Polygon:
    """Return a garage moved across the nearest line of its lot, by four feet."""
    line = LineString(piece.polygon.exterior.coords)
    middle = outline.centroid
    spot = line.interpolate(line.project(middle))
    far = middle.distance(spot)
    dx, dy = (spot.x - middle.x) / far, (spot.y - middle.y) / far
    reach = max((x - spot.x) * dx + (y - spot.y) * dy for x, y in outline.exterior.coords)
    move = OVER_LINE_FT - reach
    return Polygon([(round(x + dx * move, 2), round(y + dy * move, 2)) for x, y in outline.exterior.coords])
