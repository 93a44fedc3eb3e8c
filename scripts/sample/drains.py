"""How does sewage get from the ends of all streets to one outlet: which manholes, which way, how deep?

Sewers lie in the middle of streets. Where several ways lead to the outlet the shortest is taken, depth
counting as a detour; the other streets of each loop begin in a manhole of their own near its far end.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry import LineString

from sample.ground import Land
from sample.heights import ground_at_ft
from sample.plane import Point

NODE_STEP_FT = 1.0
"""Streets are joined on whole feet: ends that meant to meet do."""
MANHOLE_FT = 400.0
"""Manholes stand no farther apart than this."""
BEND_FT = 14.0
"""A main leaves the middle of a curved street by no more than this before it bends."""
STUB_FT = 150.0
"""A dead end shorter than this has no main, nor has a loop of less than this."""
HEAD_FT = 60.0
"""A main that only begins near another main keeps this far from its manhole."""
GAP_FT = 900.0
"""Streets apart by no more than this are joined by a main over land between them."""
DEPTH_AS_DETOUR = 150.0
"""A foot that the main gets deeper, because the ground falls less than it must, counts as so many feet of length."""
TRUNK_SHARE = 0.1
"""What a foot of the trunk counts: mains make for it."""
TRUNK_REACH_FT = 20.0
"""What lies within this of the trunk is the trunk: it too may cut its bends."""
COVER_FT = 7.5
"""From the rim to the invert, at least."""
LEAST_SLOPE = 0.004
DEEPEST_FT = 34.0
"""Where a main would get deeper, it is lifted to the next manhole."""
DROP_FT = 0.1
"""What an invert falls within a manhole."""


@dataclass(frozen=True, slots=True)
class Run:
    """A pipe from one manhole to the next, in the direction of the flow."""

    upper: Point
    lower: Point
    upper_invert_ft: float
    lower_invert_ft: float
    drained: int
    """How many runs come together in it, itself among them."""
    lifted: bool
    """Whether it is a force main out of a lift station."""


@dataclass(frozen=True, slots=True)
class Drained:
    """A system of gravity mains."""

    runs: tuple[Run, ...]
    rims_ft: dict[Point, float]
    inverts_ft: dict[Point, float]
    """The lowest at each manhole."""
    outlet: Point


def _courses(lines: Iterable[LineString]) -> list[list[Point]]:
    """Return the lines cut at their junctions, without stubs."""
    parts = shapely.get_parts(shapely.line_merge(shapely.union_all(list(lines), grid_size=NODE_STEP_FT)))
    degree: dict[Point, int] = defaultdict(int)
    for part in parts:
        for end in (part.coords[0], part.coords[-1]):
            degree[end] += 1
    kept = [part for part in parts if part.length > STUB_FT or min(degree[part.coords[i]] for i in (0, -1)) > 1]
    kept = list(shapely.get_parts(shapely.line_merge(shapely.union_all(kept, grid_size=NODE_STEP_FT))))
    return [[(float(x), float(y)) for x, y in part.coords] for part in kept if not part.is_closed]


def _bridged(courses: list[list[Point]]) -> list[list[Point]]:
    """Join what lies apart to the greatest whole by the shortest lines; leave out what lies too far."""
    ends = sorted({course[i] for course in courses for i in (0, -1)})
    group = {end: end for end in ends}

    def root(end: Point) -> Point:
        while group[end] != end:
            end = group[end]
        return end

    for course in courses:
        group[root(course[0])] = root(course[-1])
    spots = shapely.points(ends)
    one, other = shapely.STRtree(spots).query(spots, predicate="dwithin", distance=GAP_FT)
    near = sorted((math.dist(ends[a], ends[b]), ends[a], ends[b]) for a, b in zip(one, other, strict=True) if a < b)
    bridges = []
    for _, a, b in near:
        if root(a) != root(b):
            group[root(a)] = root(b)
            bridges.append([a, b])
    size: dict[Point, int] = defaultdict(int)
    for end in ends:
        size[root(end)] += 1
    whole = max(sorted(size), key=lambda end: size[end])
    return [course for course in (*courses, *bridges) if root(course[0]) == whole]


def _ways_down(courses: Sequence[Sequence[Point]], outlet: Point, trunk: Land) -> list[list[Point]]:
    """Turn each course so that it leads to the outlet, loops opened."""
    ends = sorted({course[i] for course in courses for i in (0, -1)})
    height = dict(zip(ends, ground_at_ft(ends), strict=True))
    length = [LineString(course).length for course in courses]
    share = [TRUNK_SHARE if trunk.contains(LineString(course)) else 1.0 for course in courses]
    beside: dict[Point, list[tuple[Point, int]]] = defaultdict(list)
    for number, course in enumerate(courses):
        beside[course[0]].append((course[-1], number))
        beside[course[-1]].append((course[0], number))
    cost: dict[Point, float] = {outlet: 0.0}
    by: dict[Point, int] = {}
    heap: list[tuple[float, Point]] = [(0.0, outlet)]
    while heap:
        known, lower = heapq.heappop(heap)
        if known > cost[lower]:
            continue
        for upper, number in beside[lower]:
            deepened = max(0.0, height[lower] - height[upper] + LEAST_SLOPE * length[number])
            further = known + length[number] * share[number] + DEPTH_AS_DETOUR * deepened
            if further < cost.get(upper, math.inf):
                cost[upper], by[upper] = further, number
                heapq.heappush(heap, (further, upper))
    ways = []
    for number, course in enumerate(courses):
        first, last = course[0], course[-1]
        if by.get(first) == number or by.get(last) == number:
            ways.append([*course] if by.get(first) == number else [*reversed(course)])
        elif length[number] > STUB_FT:
            turned = [*course] if cost[first] > cost[last] else [*reversed(course)]
            ways.append(_begun_later(turned))
    return ways


def _begun_later(course: Sequence[Point]) -> list[Point]:
    line = LineString(course)
    x, y = line.interpolate(HEAD_FT).coords[0]
    return [(round(x, 1), round(y, 1)), *(spot for spot in course if line.project(shapely.Point(spot)) > HEAD_FT)]


def _manholes(course: Sequence[Point]) -> list[Point]:
    """Return the bends of a course that a main follows, and manholes between them."""
    placed: list[Point] = []
    for start, end in pairwise(LineString(course).simplify(BEND_FT).coords):
        count = math.ceil(math.dist(start, end) / MANHOLE_FT)
        placed += [
            (
                round(start[0] + (end[0] - start[0]) * number / count, 1),
                round(start[1] + (end[1] - start[1]) * number / count, 1),
            )
            for number in range(count)
        ]
    return [*placed, (round(course[-1][0], 1), round(course[-1][1], 1))]


def drained(streets: Iterable[LineString], outlet: Point, trunk: LineString | None = None) -> Drained:
    """Lay mains in streets, so that all of them fall to one outlet.

    `trunk` is a line that mains make for; it ends at the outlet.
    """
    lines = [*streets, *([trunk] if trunk else [])]
    courses = _bridged(_courses(lines))
    last = min(sorted({course[i] for course in courses for i in (0, -1)}), key=lambda end: math.dist(end, outlet))
    if last != outlet:
        courses.append([last, outlet])
    around = trunk.buffer(TRUNK_REACH_FT) if trunk else shapely.Polygon()
    following: dict[Point, Point] = {}
    for way in _ways_down(courses, outlet, around):
        following.update(pairwise(_manholes(way)))
    return _at_depth(following, outlet, around)


def _at_depth(following: Mapping[Point, Point], outlet: Point, trunk: Land) -> Drained:
    spots = sorted({*following, *following.values()})
    rims = {spot: round(height, 2) for spot, height in zip(spots, ground_at_ft(spots), strict=True)}
    waiting: dict[Point, int] = defaultdict(int)
    for lower in following.values():
        waiting[lower] += 1
    inverts = {spot: round(rims[spot] - COVER_FT, 2) for spot in spots}
    count: dict[Point, int] = defaultdict(int)
    ready = sorted(spot for spot in spots if not waiting[spot])
    runs = []
    while ready:
        upper = ready.pop()
        if upper not in following:
            continue
        lower = following[upper]
        lifted = (
            rims[upper] - inverts[upper] > DEEPEST_FT and lower != outlet and not trunk.contains(shapely.Point(upper))
        )
        shallow = rims[lower] - COVER_FT + DROP_FT
        falls_to = inverts[upper] - LEAST_SLOPE * math.dist(upper, lower)
        arrives = math.floor(100 * (shallow if lifted else min(falls_to, shallow))) / 100
        inverts[lower] = min(inverts[lower], round(arrives - DROP_FT, 2))
        count[upper] += 1
        count[lower] += count[upper]
        runs.append(Run(upper, lower, inverts[upper], arrives, count[upper], lifted))
        waiting[lower] -= 1
        if not waiting[lower]:
            ready.append(lower)
    return Drained(tuple(runs), rims, inverts, outlet)
