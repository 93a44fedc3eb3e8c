"""Who gets each spot of ground, when plats, roads, water and farms are drawn over one another?

All outlines are cut into faces that share their corners. A face goes to the first claim that holds it;
remnants too small to be a record go to a neighbour: in the same municipality, to land rather than a road, in the same
plat if there is one, and then to the one with which they share the longest line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import Polygon

from sample.ground import Land
from sample.plane import Point

CORNER_STEP_FT = 0.05
"""Corners of the new land stand on twentieths of a foot: lines drawn twice, a thousandth apart, become one."""
BEND_FT = 2.5
"""A corner whose triangle with its neighbours is less than the square of this is no corner."""
SLIM_FT = 6.0
"""What is thinner than this, by area over half its outline, is a remnant whatever its area."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What someone drew: an outline, and what becomes of the ground in it."""

    polygon: Land
    use: str
    group: str = ""
    """The plat or farm; a remnant goes to its own group first."""
    least_sqft: float = 500.0
    """A part smaller than this is a remnant."""
    one_part: bool = False
    """Whether only the largest part is the record."""
    slim: bool = False
    """Whether it may be as thin as it is drawn."""
    street: str | None = None
    width_ft: float | None = None
    house_number: int | None = None
    plat: str | None = None
    number: int | None = None
    """The running number in its quarter-quarter, where it is set by hand."""
    place: str | None = None
    """Who has it on the roll, where that is not where it lies."""
    units: int = 0
    """How many condominium units stand on it."""
    note: str | None = None

    @property
    def is_way(self) -> bool:
        """Whether it is water, road or railroad."""
        return self.use in {"row", "water", "railroad"}


@dataclass(frozen=True, slots=True)
class Tract:
    """A claim's ground as it came out, and what of it lies in each municipality."""

    claim: Claim
    polygon: Land
    by_place: dict[str, Land]


class _Faces:
    """The faces between lines, who claims each, and which are neighbours along how many feet."""

    def __init__(self, region: Polygon, claims: Sequence[Claim], places: Sequence[tuple[str, Land]]) -> None:
        outlines = [region.boundary]
        outlines += [shapely.boundary(each) for each in (*(c.polygon for c in claims), *(land for _, land in places))]
        lines = shapely.union_all([line for line in outlines if not line.is_empty], grid_size=CORNER_STEP_FT)
        faces = shapely.get_parts(shapely.polygonize([*shapely.get_parts(lines)]))
        inside = shapely.point_on_surface(faces)
        held = shapely.intersects(region, inside)
        self.faces, inside = faces[held], inside[held]
        self.area = shapely.area(self.faces)
        self.claim = self._first(inside, [claim.polygon for claim in claims])
        self.place = self._first(inside, [land for _, land in places])
        self.neighbours = self._along()

    @staticmethod
    def _first(points: np.ndarray, lands: Sequence[Land]) -> np.ndarray:
        found = np.full(len(points), -1)
        one, other = shapely.STRtree(points).query(np.array(lands, dtype=object), predicate="intersects")
        for land, point in sorted(zip(one.tolist(), other.tolist(), strict=True), reverse=True):
            found[point] = land
        return found

    def _along(self) -> dict[int, dict[int, float]]:
        """Return the feet that each face shares with each neighbour."""
        sides: dict[tuple[Point, Point], int] = {}
        shared: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for number, face in enumerate(self.faces):
            for ring in (face.exterior, *face.interiors):
                corners = ring.coords[:]
                for a, b in pairwise(corners):
                    side = (a, b) if a < b else (b, a)
                    other = sides.pop(side, None)
                    if other is None:
                        sides[side] = number
                        continue
                    length = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
                    shared[number][other] += length
                    shared[other][number] += length
        return shared


def _parts(found: _Faces, claims: Sequence[Claim]) -> list[list[int]]:
    """Return the faces of each claim, by connected parts; land ends at a municipal line unless a roll has it whole."""
    whole = [claim.place is not None or claim.use in {"row", "water"} for claim in claims]
    seen: set[int] = set()
    parts = []
    for first in range(len(found.faces)):
        if first in seen:
            continue
        part, stack = [], [first]
        seen.add(first)
        while stack:
            face = stack.pop()
            part.append(face)
            for other in found.neighbours[face]:
                claim = int(found.claim[other])
                if other in seen or claim != found.claim[first]:
                    continue
                if whole[claim] or found.place[other] == found.place[first]:
                    seen.add(other)
                    stack.append(other)
        parts.append(sorted(part))
    return parts


def _is_remnant(claim: Claim, faces: np.ndarray, area: float) -> bool:
    if area < claim.least_sqft:
        return True
    if claim.slim or claim.is_way:
        return False
    outline = shapely.coverage_union_all(faces).length
    return bool(area / (outline / 2) < SLIM_FT)


def _remnants(found: _Faces, claims: Sequence[Claim], parts: list[list[int]], owner: list[int]) -> list[int]:
    """Return the parts that are no record of their own, the smallest first."""
    area = [float(found.area[part].sum()) for part in parts]
    largest: dict[int, int] = {}
    for number, claim in enumerate(owner):
        if area[number] > area[largest.setdefault(claim, number)]:
            largest[claim] = number
    small = [
        number
        for number, claim in enumerate(owner)
        if claim < 0
        or (claims[claim].one_part and largest[claim] != number)
        or _is_remnant(claims[claim], found.faces[parts[number]], area[number])
    ]
    return sorted(small, key=lambda each: (area[each], parts[each][0]))


def _given_away(found: _Faces, claims: Sequence[Claim]) -> tuple[list[list[int]], list[int]]:
    """Return the parts that stay and the claim of each, when the remnants are given to neighbours."""
    parts = _parts(found, claims)
    owner = [int(found.claim[part[0]]) for part in parts]
    place = [int(found.place[part[0]]) for part in parts]
    part_of = {face: number for number, part in enumerate(parts) for face in part}
    waiting = _remnants(found, claims, parts, owner)
    while waiting:
        left = set(waiting)
        for number in waiting:
            shared: dict[int, float] = defaultdict(float)
            for face in parts[number]:
                for other, length in found.neighbours[face].items():
                    if part_of[other] not in left:
                        shared[part_of[other]] += length
            if not shared:
                continue
            mine = claims[owner[number]].group if owner[number] >= 0 else ""
            liked = [
                (
                    place[other] == place[number],
                    not claims[owner[other]].is_way,
                    claims[owner[other]].group == mine,
                    length,
                    -other,
                )
                for other, length in shared.items()
            ]
            taker = -max(liked)[-1]
            part_of.update(dict.fromkeys(parts[number], taker))
            parts[taker] += parts[number]
            parts[number] = []
            left.discard(number)
        if len(left) == len(waiting):
            break
        waiting = [number for number in waiting if number in left]
    kept = [number for number, part in enumerate(parts) if part]
    return [parts[number] for number in kept], [owner[number] for number in kept]


def tiled(region: Polygon, claims: Sequence[Claim], places: Sequence[tuple[str, Land]]) -> list[Tract]:
    """Return a region cut among claims, first come first served, without gap or overlap.

    `places` are the municipalities, again the first that holds a spot having it; a record may lie in two.
    """
    found = _Faces(region, claims, places)
    parts, owner = _given_away(found, claims)
    atoms: list[Polygon] = []
    of: list[tuple[int, int]] = []
    for number, part in enumerate(parts):
        for place in sorted({int(found.place[face]) for face in part}):
            mine = [face for face in part if found.place[face] == place]
            atoms.append(shapely.coverage_union_all(found.faces[mine]))
            of.append((number, place))
    plain = shapely.coverage_simplify(np.array(atoms, dtype=object), BEND_FT, simplify_boundary=False)
    lands: dict[int, dict[str, Land]] = defaultdict(dict)
    for (number, place), land in zip(of, plain, strict=True):
        lands[number][places[place][0]] = land
    tracts = [
        Tract(claims[owner[number]], shapely.coverage_union_all(list(by_place.values())), by_place)
        for number, by_place in lands.items()
    ]
    order = {id(claim): number for number, claim in enumerate(claims)}
    return sorted(tracts, key=lambda tract: (order[id(tract.claim)], tract.polygon.bounds))
