"""How high does the ground stand, in feet above the zero of NAVD88?

The land falls to the nearest river or creek, and each of those falls along its course; two flat waves lie
over it. Nothing is measured: it is a made landscape in which water and sewers run the right way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import rasterio
import shapely
from numpy.typing import NDArray
from pyproj import Transformer
from rasterio.transform import from_origin
from shapely.geometry import LineString

from sample.curves import smooth
from sample.plane import ORIGIN_FT, STATE_FRAME, ZONE, Point, Quad
from sample.water import CREEKS, RIVER_COURSES, miles

Grid = NDArray[np.float64]

RIVER_LEVELS_FT = ((852.0, 830.0), (830.0, 806.0), (805.0, 793.0))
"""Water at the upper and the lower end of each course of the river."""
CREEK_LEVELS_FT = {
    "QUILL CREEK": (862.0, 830.0),
    "THIMBLE CREEK": (850.0, 845.0),
    "BOBBIN CREEK": (842.0, 814.0),
    "NEEDLE CREEK": (866.0, 850.0),
}
BANK_FT, BANK_REACH_FT = 9.0, 220.0
"""The ground stands this high over the water, and most of that is gained within this distance."""
RISE_FT_PER_FT = 0.0065
WAVES_FT = ((1.8, 3_900.0, 0.4), (1.2, 2_700.0, 2.1))
"""Height, length and direction (radians) of what lies over the slopes."""
BLEND_FT = 3.0
"""Where two slopes meet, the ridge is rounded over about this height."""
VALLEY_ERROR_FT = 60.0
"""A valley is drawn with so few corners that heights are quick to work out."""
HEIGHT_STEP_FT = 0.05
"""Heights are written to the twentieth of a foot, so that the file stays small."""


@cache
def _courses() -> tuple[tuple[LineString, float, float], ...]:
    river = [(_valley(course), *levels) for course, levels in zip(RIVER_COURSES, RIVER_LEVELS_FT, strict=True)]
    creeks = [(_valley(CREEKS[name]), *levels) for name, levels in CREEK_LEVELS_FT.items()]
    return (*river, *creeks)


def _valley(course: Sequence[Point]) -> LineString:
    return smooth(miles(*course), error_ft=VALLEY_ERROR_FT)


def ground_ft(x_ft: Grid, y_ft: Grid) -> Grid:
    """Return the height of the ground at points of the local plane."""
    spots = shapely.points(x_ft, y_ft)
    slopes = []
    for line, upper_ft, lower_ft in _courses():
        share = shapely.line_locate_point(line, spots, normalized=True)
        away = shapely.distance(line, spots)
        bank = BANK_FT * (1 - np.exp(-away / BANK_REACH_FT))
        slopes.append(upper_ft + (lower_ft - upper_ft) * share + bank + RISE_FT_PER_FT * away)
    least = np.min(slopes, axis=0)
    height = least - BLEND_FT * np.log(np.sum([np.exp((least - slope) / BLEND_FT) for slope in slopes], axis=0))
    for high, long, turn in WAVES_FT:
        height += high * np.sin(2 * np.pi * (x_ft * np.cos(turn) + y_ft * np.sin(turn)) / long)
    return np.asarray(height, dtype=float)


def ground_at_ft(spots: Sequence[Point]) -> list[float]:
    """Return the height of the ground at each of some points."""
    x, y = np.array(spots, dtype=float).T
    return [float(height) for height in ground_ft(x, y)]


def frame_of(quad: Quad, cell_m: float) -> tuple[rasterio.Affine, int, int]:
    """Return the transform, height and width of a grid of the state's frame that covers a piece of ground."""
    to_frame = Transformer.from_crs(ZONE, STATE_FRAME, always_xy=True)
    corners = np.array(quad.corners) + ORIGIN_FT
    x, y = to_frame.transform(corners[:, 0], corners[:, 1])
    west, south = (np.floor(np.min(side) / cell_m) * cell_m for side in (x, y))
    east, north = (np.ceil(np.max(side) / cell_m) * cell_m for side in (x, y))
    return from_origin(west, north, cell_m, cell_m), round((north - south) / cell_m), round((east - west) / cell_m)


def heights_of(quad: Quad, cell_m: float) -> tuple[NDArray[np.float32], rasterio.Affine]:
    """Return the heights at the middles of the cells that cover a piece of ground, and their transform."""
    transform, high, wide = frame_of(quad, cell_m)
    column, row = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
    x, y = transform.a * column + transform.c, transform.e * row + transform.f
    to_plane = Transformer.from_crs(STATE_FRAME, ZONE, always_xy=True)
    x, y = to_plane.transform(x.ravel(), y.ravel())
    height = ground_ft(np.asarray(x) - ORIGIN_FT[0], np.asarray(y) - ORIGIN_FT[1])
    stepped = np.round(height / HEIGHT_STEP_FT) * HEIGHT_STEP_FT
    return stepped.reshape(high, wide).astype(np.float32), transform
