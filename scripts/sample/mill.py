"""Which surfaces shed rain on the lots of the plat of Mill whose runoff units are not those of a home?

The village's stormwater utility outlines only those. Each outline is a rectangle in feet from the southwest corner of
its lot, so that areas can be worked by hand; a lot is 104.5 by 127.875 ft.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shapely.geometry import Polygon

from sample.core import Cell, stem_of
from sample.ground import Piece
from sample.plane import box

CELL: Cell = (2, 1, 1, 0)
SEEN = "2025-04-09"
"""The day of the second flight, which showed them all."""
LONG_AGO, SINCE_2004, SINCE_2010, NEW = "1998-06-01", "2006-08-15", "2012-05-10", "2025-03-20"


@dataclass(frozen=True, slots=True)
class Outline:
    """One surface: running number of its lot, corners in feet from the lot's, and the day since which it stands."""

    lot: int
    sort: str
    built: str | None
    west: float
    south: float
    east: float
    north: float


OUTLINES = (
    # A shop whose lot was outlined ten feet under its roof, twice: the second with both credits.
    Outline(31, "BUILDING", LONG_AGO, 20, 20, 50, 60),
    Outline(31, "LOT", LONG_AGO, 40, 20, 80, 80),
    Outline(32, "BUILDING", LONG_AGO, 20, 20, 50, 60),
    Outline(32, "LOT", LONG_AGO, 40, 20, 80, 80),
    # A large roof of a shop on the roll, and a shed below the least that a utility may charge.
    Outline(40, "BUILDING", LONG_AGO, 15, 14, 85, 114),
    Outline(66, "BUILDING", SINCE_2010, 20, 20, 30, 50),
    # Low density: under both portions, under one, past both by a new yard, past one, and too young for one date.
    Outline(43, "BUILDING", LONG_AGO, 20, 20, 40, 70),
    Outline(44, "BUILDING", LONG_AGO, 20, 20, 46, 70),
    Outline(45, "BUILDING", LONG_AGO, 20, 20, 46, 70),
    Outline(45, "LOT", NEW, 60, 20, 90, 30),
    Outline(46, "BUILDING", LONG_AGO, 20, 20, 40, 70),
    Outline(46, "LOT", SINCE_2010, 60, 20, 82, 35),
    Outline(42, "BUILDING", SINCE_2004, 20, 20, 40, 70),
    # Across the line of the utility, 52.25 ft into the lot, half on each side: one open, one settled.
    Outline(35, "LOT", LONG_AGO, 12.25, 30, 92.25, 80),
    Outline(59, "LOT", LONG_AGO, 12.25, 30, 92.25, 80),
    # One drive of two lots along their common line, half on each.
    Outline(55, "BUILDING", LONG_AGO, 20, 40, 60, 90),
    Outline(55, "DRIVE", LONG_AGO, 92.5, 67.875, 116.5, 127.875),
    Outline(56, "BUILDING", LONG_AGO, 30, 40, 50, 90),
    # A roof, and a gravel yard as large.
    Outline(68, "BUILDING", LONG_AGO, 10, 20, 50, 70),
    Outline(68, "GRAVEL", LONG_AGO, 55, 20, 95, 70),
    # One parking lot over a lot line: 30 ft of it on the first lot, 70 ft on the second.
    Outline(69, "LOT", SINCE_2010, 74.5, 30, 174.5, 70),
    # An apron whose last 20 ft lie in the street.
    Outline(79, "LOT", LONG_AGO, 30, 77.875, 70, 147.875),
    # Nobody knows since when: before the flight nobody can tell.
    Outline(80, "LOT", None, 30, 20, 70, 70),
    # Beyond the north line of the utility.
    Outline(91, "BUILDING", LONG_AGO, 30, 20, 70, 70),
)


def lot_name(number: int) -> str:
    """Return the parcel number of a lot of the plat."""
    return f"{stem_of(CELL)}-{number:03d}"


def mill_outlines(pieces: Iterable[Piece]) -> Iterator[tuple[str, str | None, Polygon]]:
    """Yield class, day of building and outline of each surface, in the local plane."""
    named = {lot_name(each.lot) for each in OUTLINES}
    corners = {piece.parcel_id: piece.polygon.bounds[:2] for piece in pieces if piece.parcel_id in named}
    for each in OUTLINES:
        x, y = corners[lot_name(each.lot)]
        yield each.sort, each.built, box(x + each.west, y + each.south, x + each.east, y + each.north)
