"""Which surfaces shed rain in one square mile of the city, in 2004 and in 2025, and on some lots of the village?

Roofs, drives, parking lots, pavement and gravel are outlines; a raster of square metres holds the same for
2025, without the gravel, which its maker took for open ground. The village's surfaces are in the outlines only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import rasterio
import shapely
from numpy.typing import NDArray
from rasterio.features import rasterize
from shapely.geometry import Polygon

from sample.buildings import Building, Facing, facings
from sample.curves import strip
from sample.ground import Ground, Land, Piece
from sample.heights import frame_of
from sample.mill import SEEN, mill_outlines
from sample.plane import Lattice, Quad, on_the_state_frame

SQUARE_MILE = (6, 1)
"""Column and row of the section: downtown, the south side, an orchard of homes, and works by the railroad."""
CAPTURED = {2004: "2004-04-22", 2025: "2025-04-09"}
PAVED_FT = {"ALLEY": 14.0, "STREET": 34.0, "TOWN ROAD": 26.0}
DRIVE_FT = 12.0
LEAST_SQFT = 200.0
LOT_SHARE = 0.34
YARD_SHARE, GRAVEL_CHANCE = 0.22, 0.6
SHARED_DRIVE = ("241-0815-1813-009", "241-0815-1813-010")
"""Two lots with one drive along their common line."""
SHARED_WIDE_FT, SHARED_LONG_FT = 14.0, 60.0
UNDER_ROOF = "241-0815-1813-005"
UNDER_ROOF_FT = 10.0
"""The drive of this lot was outlined so far under the roof of its house."""
BUILT_ON = "03-15"
"""Surfaces of a parcel stand from this day of the year in which its building was built; of pavement nobody knows."""
PERVIOUS, IMPERVIOUS, UNKNOWN = 0, 1, 255
HIDDEN_FT = 150.0
"""The photographs show a smoke plume of so many feet square over the northeast quarter."""


@dataclass(frozen=True, slots=True)
class Surface:
    """One outline of what sheds rain, as seen on one day."""

    surface_id: str
    sort: str
    captured: str
    built: str | None
    outline: Land


def square_mile(seed: int) -> Quad:
    """Return the section whose surfaces were outlined."""
    return Lattice(seed).section(*SQUARE_MILE)


def _forward_ft(facing: Facing, spot: shapely.Point) -> float:
    forward = (spot.x - facing.middle[0]) * facing.ahead[0] + (spot.y - facing.middle[1]) * facing.ahead[1]
    return float(forward)


def _drive(facing: Facing, home: Polygon, paved_ft: float, under_ft: float) -> Polygon | None:
    """Return a drive from the front of a house to the pavement, beside the middle."""
    front = max(_forward_ft(facing, shapely.Point(corner)) for corner in home.exterior.coords)
    end = math.dist(facing.middle, facing.street) - paved_ft / 2
    start = front - under_ft
    if end - start < DRIVE_FT:
        return None
    return facing.block((start + end) / 2, 9.0, end - start, DRIVE_FT)


def _largest(land: shapely.Geometry) -> Polygon:
    parts = [part for part in shapely.get_parts(land) if isinstance(part, Polygon)]
    return max(parts, key=shapely.area) if parts else Polygon()


def _beside_works(piece: Piece, facing: Facing, roof: Polygon) -> Iterator[tuple[str, Polygon]]:
    """Yield the parking lot before a large building, and a gravel yard behind it where one is."""
    rng = random.Random(f"surface {piece.parcel_id}")  # noqa: S311 -- the same each time; nothing is secret
    wide = math.sqrt(piece.polygon.area)
    open_ground = shapely.difference(piece.polygon.buffer(-5.0, join_style="mitre"), roof)
    depth = wide * LOT_SHARE
    lot = _largest(shapely.intersection(facing.block(wide / 2 - depth / 2, 0.0, depth, wide * 0.8), open_ground))
    yield "LOT", lot
    if piece.use == "works" and rng.random() < GRAVEL_CHANCE:
        depth = wide * YARD_SHARE
        yield (
            "GRAVEL",
            _largest(shapely.intersection(facing.block(-wide / 2 + depth / 2, 0.0, depth, wide * 0.6), open_ground)),
        )


def _shared_drive(pieces: Sequence[Piece], faced: Sequence[Facing]) -> Polygon:
    """Return the drive of two lots: along their common line, half on each."""
    one, other = (next(i for i, piece in enumerate(pieces) if piece.parcel_id == name) for name in SHARED_DRIVE)
    common = shapely.intersection(pieces[one].polygon.buffer(0.1), pieces[other].polygon.buffer(0.1))
    spine = max(shapely.get_parts(common), key=shapely.area).centroid
    facing = faced[one]
    along = Facing((spine.x, spine.y), facing.street, facing.ahead)
    return along.block(SHARED_LONG_FT / 2, 0.0, SHARED_LONG_FT, SHARED_WIDE_FT)


def _pavement(ground: Ground, mile: Polygon) -> Iterator[Land]:
    for street in ground.streets:
        if street.sort in PAVED_FT and street.line.intersects(mile):
            paved = shapely.intersection(strip(street.line, PAVED_FT[street.sort]), mile)
            if paved.area > LEAST_SQFT:
                yield shapely.simplify(paved, 0.3)


def _on_parcel(piece: Piece, facing: Facing, roofs: Sequence[Building]) -> Iterator[tuple[str, int, Polygon]]:
    year = roofs[0].built
    for roof in roofs:
        yield "BUILDING", roof.built, roof.outline
    if piece.use != "lot":
        for sort, outline in _beside_works(piece, facing, roofs[0].outline):
            if outline.area > LEAST_SQFT:
                yield sort, year, outline
    elif piece.parcel_id not in SHARED_DRIVE:
        under = UNDER_ROOF_FT if piece.parcel_id == UNDER_ROOF else 0.0
        drive = _drive(facing, roofs[0].outline, PAVED_FT["STREET"], under)
        if drive is not None:
            yield "DRIVE", year, drive


def _seen(
    ground: Ground, buildings: Sequence[Building], mile: Polygon, year: int
) -> Iterator[tuple[str, str | None, Land]]:
    """Yield what was there in a year, and since when: pavement, then what each parcel holds."""
    for paved in _pavement(ground, mile):
        yield "PAVEMENT", None, paved
    standing: dict[str, list[Building]] = {}
    for building in buildings:
        if building.built <= year and mile.contains(building.outline):
            standing.setdefault(building.parcel_id, []).append(building)
    pieces = [piece for piece in ground.pieces if piece.parcel_id in standing]
    faced = facings(ground, pieces)
    for piece, facing in zip(pieces, faced, strict=True):
        for sort, built, outline in _on_parcel(piece, facing, standing[piece.parcel_id]):
            yield sort, f"{built}-{BUILT_ON}", outline
    if all(name in standing for name in SHARED_DRIVE):
        built = max(standing[name][0].built for name in SHARED_DRIVE)
        yield "DRIVE", f"{built}-{BUILT_ON}", _shared_drive(pieces, faced)


def all_surfaces(ground: Ground, buildings: Sequence[Building], seed: int) -> tuple[Surface, ...]:
    """Return the surfaces of both years in the city, and those of the village, in the local plane."""
    mile = square_mile(seed).polygon()
    of_city = tuple(
        Surface(f"S{year % 100:02d}-{number:05d}", sort, day, built, outline)
        for year, day in CAPTURED.items()
        for number, (sort, built, outline) in enumerate(_seen(ground, buildings, mile, year), 1)
    )
    of_village = tuple(
        Surface(f"E25-{number:05d}", sort, SEEN, built, outline)
        for number, (sort, built, outline) in enumerate(mill_outlines(ground.pieces), 1)
    )
    return of_city + of_village


def raster_of(surfaces: Sequence[Surface], seed: int) -> tuple[NDArray[np.uint8], rasterio.Affine]:
    """Return the square metres of 2025, and their transform; beyond the square mile they are unknown."""
    quad = square_mile(seed)
    transform, high, wide = frame_of(quad, 1.0)
    hidden = quad.feet((3_000.0, 3_000.0 + HIDDEN_FT), (4_000.0, 4_000.0 + HIDDEN_FT)).polygon()
    paved = [one.outline for one in surfaces if one.captured == CAPTURED[2025] and one.sort != "GRAVEL"]
    burnt = [(quad.polygon(), PERVIOUS)] + [(outline, IMPERVIOUS) for outline in paved] + [(hidden, UNKNOWN)]
    moved = on_the_state_frame([outline for outline, _ in burnt])
    cells = rasterize(
        [(outline, value) for outline, (_, value) in zip(moved, burnt, strict=True)],
        (high, wide), fill=UNKNOWN, transform=transform, dtype="uint8",
    )  # fmt: skip
    return cells, transform
