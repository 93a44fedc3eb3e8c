"""How do roads, rivers and shores bend, and how do lots lie along them?"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from shapely.geometry import LineString, Polygon

from sample.plane import Point, stepped

CHORD_ERROR_FT = 0.8
"""A curve is written by chords that leave it by no more than this."""
LOOK_FT = 12.0
"""The direction of a line at a point is taken from this far before to this far after it."""
STRAIGHT = 0.9995
"""The cosine above which two directions are one."""


def _on_step(points: Sequence[Sequence[float]]) -> list[Point]:
    return [(stepped(x), stepped(y)) for x, y in points]


def smooth(points: Sequence[Point], *, closed: bool = False, error_ft: float = CHORD_ERROR_FT) -> LineString:
    """Return a smooth line through points (Catmull and Rom), as few chords as the error allows."""
    known = np.array(points, dtype=float)
    if closed:
        known = np.vstack([known[-1], known, known[0], known[1]])
    else:
        known = np.vstack([2 * known[0] - known[1], known, 2 * known[-1] - known[-2]])
    placed: list[Point] = []
    for p0, p1, p2, p3 in zip(known, known[1:], known[2:], known[3:], strict=False):
        count = max(8, int(math.dist(p1, p2) / 25))
        for t in np.arange(count) / count:
            at = 2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3
            placed.append((float(at[0]) / 2, float(at[1]) / 2))
    placed.append((float(known[-2][0]), float(known[-2][1])))
    return LineString(_on_step(LineString(placed).simplify(error_ft).coords))


def rounded(points: Sequence[Point], radius_ft: float) -> LineString:
    """Return a line that is straight between points and turns at each in an arc of about this radius."""
    placed: list[Sequence[float]] = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        a, b, c = (np.array(each, dtype=float) for each in (before, corner, after))
        into, out = (b - a) / np.linalg.norm(b - a), (c - b) / np.linalg.norm(c - b)
        turn = math.acos(float(np.clip(into @ out, -1, 1)))
        if into @ out > STRAIGHT:
            placed.append(corner)
            continue
        cut = min(radius_ft * math.tan(turn / 2), np.linalg.norm(b - a) * 0.48, np.linalg.norm(c - b) * 0.48)
        start, end = b - into * cut, b + out * cut
        turning = np.linspace(0, 1, max(4, round(turn / 0.12)))
        placed.extend(tuple((1 - t) ** 2 * start + 2 * t * (1 - t) * b + t**2 * end) for t in turning)
    placed.append(points[-1])
    return LineString(_on_step(LineString(placed).simplify(CHORD_ERROR_FT / 2).coords))


def wandering(line: LineString, swing_ft: float, wave_ft: float) -> LineString:
    """Return a line that swings from side to side of another, as a river does in its valley."""
    count = max(8, int(line.length / 60))
    placed = []
    for number in range(count + 1):
        along = line.length * number / count
        phase = 2 * math.pi * along / wave_ft
        swing = swing_ft * (math.sin(phase + 1.1 * math.sin(phase / 2.7)) + 0.35 * math.sin(phase / 3.3))
        fade = min(1.0, along / wave_ft, (line.length - along) / wave_ft)
        placed.append(beside(line, along, swing * fade))
    return LineString(_on_step(LineString(placed).simplify(2.5).coords))


def beside(line: LineString, along_ft: float, left_ft: float) -> Point:
    """Return the point this far along a line and this far to the left of it."""
    at = line.interpolate(along_ft)
    behind = line.interpolate(max(along_ft - LOOK_FT, 0.0))
    ahead = line.interpolate(min(along_ft + LOOK_FT, line.length))
    dx, dy = ahead.x - behind.x, ahead.y - behind.y
    length = math.hypot(dx, dy)
    return stepped(at.x - dy / length * left_ft), stepped(at.y + dx / length * left_ft)


def strip(line: LineString, width_ft: float) -> Polygon:
    """Return the land within half a width of a line, cut off square at its ends."""
    return line.buffer(width_ft / 2, cap_style="flat", join_style="round", quad_segs=4)


def bends_of(line: LineString) -> list[float]:
    """Return how far along a line each of its corners lies."""
    steps = np.linalg.norm(np.diff(np.array(line.coords), axis=0), axis=1)
    return [0.0, *np.cumsum(steps).tolist()]


def between(
    line: LineString, bends: Sequence[float], run_ft: tuple[float, float], near_ft: float, far_ft: float
) -> Polygon:
    """Return the land between two stations of a line and two distances to its left (right is negative)."""
    start, end = run_ft
    inner = bends[bisect_right(bends, start + 4) : bisect_left(bends, end - 4)]
    stations = [start, *inner, end]
    front = [beside(line, s, near_ft) for s in stations]
    back = [beside(line, s, far_ft) for s in reversed(stations)]
    ring = Polygon([*front, *back])
    return ring if ring.is_valid else ring.convex_hull


def lots_along(line: LineString, *, side: int, deep_ft: float, wide_ft: float) -> Iterator[Polygon]:
    """Yield lots from a line to a depth beside it: side 1 is left, -1 right. Streets are taken out later."""
    count = max(1, round(line.length / wide_ft))
    cuts, bends = np.linspace(0.0, line.length, count + 1), bends_of(line)
    for first, second in pairwise(cuts):
        yield between(line, bends, (float(first), float(second)), 0.0, side * deep_ft)


def wedges(center: Point, away_from: Point, reach_ft: float, count: int, open_degrees: float) -> Iterator[Polygon]:
    """Yield lots around a turning circle, from its middle outward, leaving the street's side open."""
    back = math.degrees(math.atan2(away_from[1] - center[1], away_from[0] - center[0]))
    angles = np.linspace(back + open_degrees, back + 360 - open_degrees, count + 1)
    for first, second in pairwise(angles):
        rim = [
            (
                stepped(center[0] + reach_ft * math.cos(math.radians(angle))),
                stepped(center[1] + reach_ft * math.sin(math.radians(angle))),
            )
            for angle in (first, (first + second) / 2, second)
        ]
        yield Polygon([center, *rim])
