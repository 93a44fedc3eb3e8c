"""Where do the survey's lines run, and how do they get from the plan to the ground?

Everything is drawn in a local plane of US survey feet whose origin is a point of the county zone
EPSG:8189, NAD83(HARN) / WISCRS Dodge and Jefferson (ftUS), near the line between the two counties.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, product
from typing import TypeVar

import numpy as np
import shapely
from pyproj import Transformer
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Shape = TypeVar("Shape", bound=BaseGeometry)

ZONE = "EPSG:8189"
STATE_FRAME = "EPSG:3071"
ORIGIN_FT = (846_000.0, 600_000.0)
MILE = 5280.0
COLUMNS = 6
ROWS = 4
"""The core: the six by four sections in which the proposals lie."""
ALL_COLUMNS = range(-3, 9)
ALL_ROWS = range(-2, 10)
"""The whole: twelve by twelve sections, four towns of 36 square miles."""
COUNTY_ROW = 4
"""The row whose south line is the line between the counties."""
TOWN_COLUMN = 3
"""The column whose west line is the line between the towns."""
CORRECTION_ROW = 2
JOG_FT = 66.0
CLOSING_ERROR_FT = 57
"""How much too short the sections along the township's north line come out."""
PLAN_STEP_FT = 0.001
"""Every point of the plan is a whole number of thousandths of a foot."""
FRAME_STEP_DIGITS = 4
"""Every point of the published layers is a whole number of tenths of a millimetre."""
SAME_CORNER_FT = 0.008
"""Corners this near to one another are meant to be one; the smallest built-in sliver is wider by half."""
ON_EDGE_FT = 0.003
"""A corner this near to an edge lies on it. Well under the distance above, or a corner beside a bend
would be taken into both of its edges."""
SURVEY_ERROR_FT = 9
"""The old survey's section corners stand this far out of place at most."""


def stepped(value_ft: float) -> float:
    """Return the nearest whole thousandth of a foot."""
    return round(value_ft, 3) + 0.0


class Lattice:
    """The section corners: twelve columns and rows of miles, jogging east at the correction line.

    Corners stand a few feet out of place as the old survey set them, except where the proposals lie
    (sections 15 and 16), so that areas there can be worked by hand. As in the real survey, what the
    chains gained or lost in a township was left to the sections on its north and west sides.
    """

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)  # noqa: S311 -- a sample must come out the same each time; nothing is secret
        self._corners: dict[tuple[str, int, int], Point] = {}
        for half, rows, shift in (("south", range(CORRECTION_ROW + 1), 0.0), ("north", range(2, 5), JOG_FT)):
            for row in rows:
                for column in range(COLUMNS + 1):
                    dx = rng.randint(-SURVEY_ERROR_FT, SURVEY_ERROR_FT)
                    dy = rng.randint(-SURVEY_ERROR_FT, SURVEY_ERROR_FT)
                    if row == CORRECTION_ROW or (row == 1 and half == "south"):
                        dy = 0
                        if half == "south" and column in {2, 3, 4}:
                            dx = 0
                    self._corners[half, row, column] = (column * MILE + shift + dx, row * MILE + dy)
        columns = range(ALL_COLUMNS[0], ALL_COLUMNS[-1] + 2)
        rows_of = {
            "south": range(ALL_ROWS[0], CORRECTION_ROW + 1),
            "north": range(CORRECTION_ROW, ALL_ROWS[-1] + 2),
        }
        for half, rows in rows_of.items():
            for row, column in product(rows, columns):
                if (half, row, column) not in self._corners:
                    self._corners[half, row, column] = _outer_corner(seed, half, row, column)

    def corner(self, column: int, row: int, *, north: bool) -> Point:
        """Return a section corner; `north` tells the two sets on the correction line apart."""
        return self._corners["north" if north else "south", row, column]

    def section(self, column: int, row: int) -> Quad:
        """Return one section, counted from the southwest of the core."""
        north = row >= CORRECTION_ROW
        return Quad(
            self.corner(column, row, north=north),
            self.corner(column + 1, row, north=north),
            self.corner(column + 1, row + 1, north=north),
            self.corner(column, row + 1, north=north),
        )

    def place(self, column: float, row: float) -> Point:
        """Return the point that lies so many miles east and north, by the section's own shares."""
        whole_column = min(max(math.floor(column), ALL_COLUMNS[0]), ALL_COLUMNS[-1])
        whole_row = min(max(math.floor(row), ALL_ROWS[0]), ALL_ROWS[-1])
        return self.section(whole_column, whole_row).at(column - whole_column, row - whole_row)


def _outer_corner(seed: int, half: str, row: int, column: int) -> Point:
    """Return a corner outside the core, from a generator of its own."""
    rng = random.Random(f"{seed} corner {half} {row} {column}")  # noqa: S311 -- the same each time; nothing is secret
    dx = rng.randint(-SURVEY_ERROR_FT, SURVEY_ERROR_FT)
    dy = rng.randint(-SURVEY_ERROR_FT, SURVEY_ERROR_FT)
    if row == CORRECTION_ROW:
        dy = 0
    if row > ALL_ROWS[-1]:
        dy -= CLOSING_ERROR_FT
    if column > COLUMNS:  # the west sections of range 15 take up the error of its lines: from 36 short to 60 long
        dx += 8 * row - 20
    if column <= 0 and row > ROWS:  # and so do those of range 14 in township 9
        dx -= 8 * (row - ROWS)
    return column * MILE + (JOG_FT if half == "north" else 0.0) + dx, row * MILE + dy


class Quad:
    """A four-cornered piece of ground, with shares of its width and height as coordinates."""

    def __init__(self, southwest: Point, southeast: Point, northeast: Point, northwest: Point) -> None:
        self.corners = (southwest, southeast, northeast, northwest)

    @property
    def width_ft(self) -> float:
        """Return the length of the south side's run east."""
        return self.corners[1][0] - self.corners[0][0]

    @property
    def height_ft(self) -> float:
        """Return the length of the west side's run north."""
        return self.corners[3][1] - self.corners[0][1]

    def at(self, u: float, v: float) -> Point:
        """Return the point that lies the share `u` of the way east and `v` of the way north."""
        weights = ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
        x = sum(weight * corner[0] for weight, corner in zip(weights, self.corners, strict=True))
        y = sum(weight * corner[1] for weight, corner in zip(weights, self.corners, strict=True))
        return stepped(x), stepped(y)

    def part(self, u: tuple[float, float], v: tuple[float, float]) -> Quad:
        """Return the part between two shares east and two shares north."""
        return Quad(self.at(u[0], v[0]), self.at(u[1], v[0]), self.at(u[1], v[1]), self.at(u[0], v[1]))

    def polygon(self) -> Polygon:
        """Return the piece as a polygon."""
        return Polygon(self.corners)

    def feet(self, x_ft: tuple[float, float], y_ft: tuple[float, float]) -> Quad:
        """Return the part between two distances from the west and two from the south side."""
        width, height = self.width_ft, self.height_ft
        return self.part((x_ft[0] / width, x_ft[1] / width), (y_ft[0] / height, y_ft[1] / height))


def box(west: float, south: float, east: float, north: float) -> Polygon:
    """Return a rectangle, corners counter-clockwise from the southwest."""
    return Polygon([(west, south), (east, south), (east, north), (west, north)])


def joined(polygons: Iterable[Polygon | MultiPolygon]) -> Polygon | MultiPolygon:
    """Return the ground of several pieces as one, on the plan's step."""
    return shapely.union_all(list(polygons), grid_size=PLAN_STEP_FT)


def less(polygon: Polygon | MultiPolygon, *taken: Polygon | MultiPolygon) -> Polygon | MultiPolygon:
    """Return a piece without what others take of it, on the plan's step."""
    left = polygon
    for other in taken:
        if shapely.intersects(left, other):
            left = shapely.difference(left, other, grid_size=PLAN_STEP_FT)
    return left


def _rebuilt(
    polygon: Polygon | MultiPolygon, ring_of: Callable[[Sequence[Point]], list[Point]]
) -> Polygon | MultiPolygon:
    parts = [
        Polygon(ring_of(part.exterior.coords[:]), [ring_of(interior.coords[:]) for interior in part.interiors])
        for part in shapely.get_parts(polygon)
    ]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def noded(polygons: Sequence[Polygon | MultiPolygon]) -> list[Polygon | MultiPolygon]:
    """Give each edge the corners of its neighbours that lie on it, so that all bend alike.

    A straight line of the county zone is a curve of the state's frame; neighbours stay neighbours
    there only if they have the same corners.
    """
    found = np.unique(np.round(shapely.get_coordinates(polygons), 3) + 0.0, axis=0)
    one, other = shapely.STRtree(shapely.points(found)).query(
        shapely.points(found), predicate="dwithin", distance=SAME_CORNER_FT
    )
    first = np.arange(len(found))
    np.minimum.at(first, one, other)
    same = {(float(x), float(y)): (float(u), float(v)) for (x, y), (u, v) in zip(found, found[first], strict=True)}
    corners = shapely.points(np.unique(found[first], axis=0))
    tree = shapely.STRtree(corners)

    def ring_of(ring: Sequence[Point]) -> list[Point]:
        met = [same[stepped(x), stepped(y)] for x, y in ring]
        ends = [met[0], *(after for before, after in pairwise(met) if after != before)]
        lines = shapely.linestrings([[start, end] for start, end in pairwise(ends)])
        edge, near = tree.query(lines, predicate="dwithin", distance=ON_EDGE_FT)
        along = shapely.line_locate_point(lines[edge], corners[near])
        placed: list[Point] = []
        for number, (start, end) in enumerate(pairwise(ends)):
            inner = sorted(
                (float(share), (corners[index].x, corners[index].y))
                for share, index in zip(along[edge == number], near[edge == number], strict=True)
            )
            placed.append(start)
            placed.extend(point for _, point in inner if point not in {start, end})
        return [*placed, ends[-1]]

    return [_rebuilt(polygon, ring_of) for polygon in polygons]


def densified(polygon: Polygon | MultiPolygon, step_ft: float) -> Polygon | MultiPolygon:
    """Cut long edges into equal parts of at most `step_ft`, the same from whichever end they are walked."""

    def ring_of(ring: Sequence[Point]) -> list[Point]:
        placed: list[Point] = []
        for start, end in pairwise(ring):
            low, high = sorted((start, end))
            count = int(np.ceil(np.hypot(high[0] - low[0], high[1] - low[1]) / step_ft))
            cuts = [
                (
                    stepped(low[0] + (high[0] - low[0]) * number / count),
                    stepped(low[1] + (high[1] - low[1]) * number / count),
                )
                for number in range(1, count)
            ]
            placed.append(start)
            placed.extend(cuts if start == low else reversed(cuts))
        return [*placed, ring[-1]]

    return _rebuilt(polygon, ring_of)


def _moved(shapes: Sequence[Shape], crs: str, digits: int) -> list[Shape]:
    transformer = Transformer.from_crs(STATE_FRAME, crs, always_xy=True) if crs != STATE_FRAME else None
    to_frame = Transformer.from_crs(ZONE, STATE_FRAME, always_xy=True)

    def move(coordinates: np.ndarray) -> np.ndarray:
        x, y = to_frame.transform(coordinates[:, 0] + ORIGIN_FT[0], coordinates[:, 1] + ORIGIN_FT[1])
        if transformer is not None:
            x, y = transformer.transform(x, y)
        return np.round(np.column_stack([x, y]), digits)

    return list(shapely.transform(np.array(shapes, dtype=object), move))


def on_the_state_frame(polygons: Sequence[Polygon | MultiPolygon]) -> list[Polygon | MultiPolygon]:
    """Return the plan's pieces in EPSG:3071, on the tenth of a millimetre."""
    return _moved(polygons, STATE_FRAME, FRAME_STEP_DIGITS)


def lines_on_the_state_frame(lines: Sequence[LineString]) -> list[LineString]:
    """Return the plan's lines in EPSG:3071, on the tenth of a millimetre."""
    return _moved(lines, STATE_FRAME, FRAME_STEP_DIGITS)


def in_degrees(shapes: Sequence[Shape]) -> list[Shape]:
    """Return shapes of the plan in longitude and latitude, to nine decimals of a degree."""
    return _moved(shapes, "EPSG:4326", 9)
