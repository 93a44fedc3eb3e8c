"""Where do the lakes, the river and the creeks lie?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry import LineString, Polygon

from sample.curves import beside, smooth, wandering
from sample.ground import Land
from sample.plane import MILE, Point

RIVER, LAKE, LITTLE_LAKE, POND = "FABLE RIVER", "LAKE FABLE", "SPINDLE LAKE", "MILL POND"
FLOOD_PLAIN_FT = 560.0
LAKE_LEVEL_ROW = 6.45


def miles(*points: Point) -> list[Point]:
    """Return points given in miles of the plan in feet."""
    return [(x * MILE, y * MILE) for x, y in points]


def shore(center: Point, reach: Point, bays: tuple[tuple[int, float, float], ...]) -> LineString:
    """Return a lake's closed shore: an oval with bays, each a count, a share of the reach and a turn."""
    points = []
    for step in range(48):
        angle = 2 * math.pi * step / 48
        share = 1 + sum(size * math.cos(count * (angle - turn)) for count, size, turn in bays)
        points.append(
            (
                (center[0] + reach[0] * share * math.cos(angle)) * MILE,
                (center[1] + reach[1] * share * math.sin(angle)) * MILE,
            )
        )
    return smooth(points, closed=True, error_ft=2.0)


LAKE_SHORE = shore(
    (0.35, LAKE_LEVEL_ROW),
    (0.82, 0.37),
    ((2, 0.07, 0.6), (3, 0.11, 0.2), (4, 0.07, 0.9), (7, 0.045, 1.3), (9, 0.02, 0.4)),
)
LITTLE_SHORE = shore((6.62, 7.33), (0.31, 0.2), ((2, 0.10, 1.0), (3, 0.11, 2.2), (5, 0.05, 0.3)))
POND_SHORE = shore((1.60, -0.50), (0.16, 0.075), ((2, 0.08, 0.4), (3, 0.12, 1.0)))

RIVER_COURSES = (
    # From the north into the lake.
    (
        (5.25, 10.2), (4.95, 9.5), (5.25, 8.95), (4.6, 8.45), (4.35, 7.75), (3.5, 7.55), (2.9, 7.0), (2.2, 7.1),
        (1.0, 6.55),
    ),
    # Out of the lake, round by the west, through the mill pond, and away to the south.
    (
        (-0.3, 6.42), (-1.0, 6.1), (-0.95, 5.45), (-1.75, 5.0), (-1.45, 4.3), (-2.0, 3.65), (-1.55, 3.05),
        (-1.95, 2.4), (-1.25, 1.85), (-1.6, 1.15), (-0.85, 0.65), (-0.95, -0.1), (-0.3, -0.62), (0.6, -0.52),
        (1.5, -0.5),
    ),
    ((1.68, -0.5), (2.05, -0.95), (1.8, -1.5), (2.3, -2.2)),
)  # fmt: skip
RIVER_WIDTHS_FT = (105.0, 150.0, 175.0)
CREEKS: dict[str, tuple[Point, ...]] = {
    "QUILL CREEK": ((-3.1, 8.3), (-2.3, 7.9), (-1.7, 7.2), (-1.2, 7.1), (-0.6, 6.75), (-0.2, 6.6)),
    "THIMBLE CREEK": ((6.4, 7.4), (5.9, 7.9), (5.2, 7.75), (4.7, 8.1), (4.5, 8.25)),
    "BOBBIN CREEK": ((9.1, 0.15), (8.3, -0.35), (7.6, -0.95), (6.7, -1.15), (5.6, -1.55), (4.7, -2.1)),
    "NEEDLE CREEK": ((9.1, 5.3), (8.2, 5.75), (7.5, 6.5), (6.9, 7.1), (6.75, 7.25)),
}


@dataclass(frozen=True, slots=True)
class Waters:
    """The water of the sample county, in the local plane."""

    lakes: dict[str, Polygon]
    river: Land
    river_line: tuple[LineString, ...]
    creeks: dict[str, LineString]
    flood_plain: Land


def _valley(line: LineString, number: int) -> Land:
    """Return the flood plain along a line: it widens and narrows on each side by itself."""
    spots = []
    for step in range(int(line.length / 330) + 1):
        along = step * 330.0
        reach = FLOOD_PLAIN_FT * (1 + 0.55 * math.sin(along / 900 + number) + 0.35 * math.sin(along / 370 + 2))
        aside = FLOOD_PLAIN_FT * 0.6 * math.sin(along / 1_450 + 2.0 * number)
        spots.append(shapely.Point(beside(line, along, aside)).buffer(max(reach, 150.0), quad_segs=4))
    return shapely.union_all([first.union(second).convex_hull for first, second in pairwise(spots)])


def waters() -> Waters:
    """Return all water outside the core."""
    lakes = {LAKE: Polygon(LAKE_SHORE), LITTLE_LAKE: Polygon(LITTLE_SHORE), POND: Polygon(POND_SHORE)}
    lines = tuple(wandering(smooth(miles(*course)), 330.0, 2300.0) for course in RIVER_COURSES)
    courses = [
        line.buffer(width / 2, cap_style="flat", quad_segs=3)
        for line, width in zip(lines, RIVER_WIDTHS_FT, strict=True)
    ]
    still = shapely.union_all(list(lakes.values()))
    river = shapely.difference(shapely.union_all(courses), still)
    valleys = [_valley(smooth(miles(*course)), number) for number, course in enumerate(RIVER_COURSES)]
    plain = shapely.union_all([*valleys, river.buffer(170, quad_segs=3)]).simplify(12)
    creeks = {name: wandering(smooth(miles(*course)), 90.0, 1300.0) for name, course in CREEKS.items()}
    return Waters(lakes, river, lines, creeks, plain)
