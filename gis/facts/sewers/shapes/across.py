"""How wide is the ground on both hands of a line, place by place, and whose land ends it?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.sight import LEFT, RIGHT, cuts_of, sight, spans
from gis.geometry.alongside import Floats, Sides, open_sides, sides_of, sides_of_lines
from gis.geometry.frame import Frame
from gis.geometry.overlay import on_grid

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Hand:
    """What is seen on one hand, stretch by stretch: how far away at start and end (not a number: nothing), and what.

    `seen` is the position of the shape, -1 for nothing.
    """

    near: Floats
    far: Floats
    seen: Rows

    @property
    def middle(self) -> Floats:
        """How far away it is in the middle of the stretch."""
        return (self.near + self.far) / 2


@dataclass(frozen=True, slots=True)
class Across:
    """Lines divided into straight stretches on which one shape, or none, is seen on each hand.

    Attributes
    ----------
    pieces : Sides
        Straight pieces of the lines.
    piece : int array
        On which piece each stretch lies; stretches are ordered along their lines.
    start, end : float arrays
        From where to where along the piece.
    left, right : Hand
        What is seen.
    """

    pieces: Sides
    piece: Rows
    start: Floats
    end: Floats
    left: Hand
    right: Hand

    @property
    def line(self) -> Rows:
        """Position of the line of each stretch."""
        return self.pieces.owner[self.piece]

    @property
    def lengths(self) -> Floats:
        """Length of each stretch."""
        return self.end - self.start

    def points(self, along: Floats, height: Floats, hand: int) -> Floats:
        """Return the points at a height off each stretch's line, of shape (n, 2)."""
        chosen = self.pieces.only(self.piece)
        unit = (chosen.end - chosen.start) / chosen.lengths()[:, None]
        aside = hand * np.stack([-unit[:, 1], unit[:, 0]], axis=1)
        return np.asarray(chosen.start + unit * along[:, None] + aside * height[:, None])


def look_across(lines: Geometries, shapes: Geometries, reach: float, grid: float) -> Across:
    """Look squarely off lines to both hands.

    Parameters
    ----------
    lines : object array of LineString or MultiLineString
        In the plane.
    shapes : object array of Polygon or MultiPolygon
        What may be seen.
    reach : float
        How far, in units of the plane.
    grid : float
        Step of the plane's grid; what is shorter is rounding.
    """
    pieces = sides_of_lines(lines)
    seen = sight(pieces, open_sides(sides_of(shapely.orient_polygons(shapes)), grid), reach, grid)
    # Each piece's own ends are cuts too, so that what nobody sees is a stretch as well.
    count = len(seen.piece)
    lane = np.concatenate([seen.piece, np.arange(len(pieces.owner))])
    start = np.concatenate([seen.start, np.zeros(len(pieces.owner))])
    end = np.concatenate([seen.end, pieces.lengths()])
    (lanes, places), at = cuts_of(lane, start, end)
    is_stretch = np.flatnonzero((np.diff(lanes) == 0) & (np.diff(places) > grid))
    number = np.full(len(lanes), -1, dtype=np.intp)
    number[is_stretch] = np.arange(len(is_stretch))

    def on(side: int) -> Hand:
        near, far = np.full(len(is_stretch), np.nan), np.full(len(is_stretch), np.nan)
        what = np.full(len(is_stretch), -1, dtype=np.intp)
        rows = np.flatnonzero(seen.hand == side)
        row, cut = spans(at[rows], at[len(lane) + rows])
        row, cut = rows[row[number[cut] >= 0]], cut[number[cut] >= 0]
        rise = (seen.far - seen.near)[row] / (seen.end - seen.start)[row]
        stretch = number[cut]
        near[stretch] = seen.near[row] + rise * (places[cut] - seen.start[row])
        far[stretch] = seen.near[row] + rise * (places[cut + 1] - seen.start[row])
        what[stretch] = seen.seen[row]
        return Hand(near, far, what)

    left, right = (on(side) for side in (LEFT, RIGHT)) if count else (_blank(len(is_stretch)), _blank(len(is_stretch)))
    return Across(pieces, lanes[is_stretch], places[is_stretch], places[is_stretch + 1], left, right)


def typical(across: Across, hand: Hand, count: int) -> Floats:
    """Return for each of `count` lines how far away one usually sees something: the median by length, or no number."""
    there = np.flatnonzero(hand.seen >= 0)
    line, height, weight = across.line[there], hand.middle[there], across.lengths[there]
    order = np.lexsort((height, line))
    reached = np.cumsum(weight[order])
    total = np.bincount(line, weights=weight, minlength=count)
    before = np.concatenate([[0.0], np.cumsum(total)[:-1]]) if count else total
    found = np.full(count, np.nan)
    has = total > 0
    place = np.minimum(np.searchsorted(reached, (before + _HALF * total)[has]), max(len(order) - 1, 0))
    found[has] = height[order][place]
    return found


def along_only(across: Across) -> Across:
    """Leave out sides that lead away from the line rather than along it: those of a side street's mouth."""
    left, right = (
        _without(hand, np.abs(hand.far - hand.near) > across.lengths) for hand in (across.left, across.right)
    )
    return replace(across, left=left, right=right)


def without_mouths(across: Across, count: int) -> tuple[Across, tuple[Floats, Floats]]:
    """Leave out what is seen in the mouths of side streets, and return how far away one usually sees on each hand.

    That is a side that leads away from the line, and what lies farther than usual by more than the usual width.
    """
    flat = along_only(across)
    usual = typical(flat, flat.left, count), typical(flat, flat.right, count)
    line = flat.line
    left, right = (
        _without(hand, hand.middle > (own + np.where(np.isnan(other), own, own + other))[line])
        for hand, own, other in zip((flat.left, flat.right), usual, usual[::-1], strict=True)
    )
    return replace(flat, left=left, right=right), usual


def _without(hand: Hand, hidden: Flags) -> Hand:
    near, far = np.where(hidden, np.nan, hand.near), np.where(hidden, np.nan, hand.far)
    return Hand(near, far, np.where(hidden, -1, hand.seen))


def nearer(across: Across, most: float) -> Across:
    """Leave out what is seen from farther away."""
    left, right = (
        Hand(hand.near, hand.far, np.where(hand.middle <= most, hand.seen, -1)) for hand in (across.left, across.right)
    )
    return replace(across, left=left, right=right)


def bridged(across: Across, hand: Hand) -> Hand:
    """Return heights on a hand with those of a side street's mouth drawn straight from corner to corner.

    At a line's end the last height holds on. `seen` stays; a line on which no height is known stays so.
    """
    near, far = hand.near.copy(), hand.far.copy()
    known = np.flatnonzero(~np.isnan(hand.near))
    if not len(known):
        return Hand(near, far, hand.seen)
    is_first = np.diff(across.line, prepend=-1) != 0
    number = np.cumsum(is_first) - 1
    # All lines one behind the other, a step apart so that no mouth is bridged from one to the next.
    reached = np.cumsum(across.lengths) + number
    begun = reached - across.lengths
    told, first = np.unique(number[known], return_index=True)
    last = np.append(first[1:], len(known)) - 1
    begins = np.flatnonzero(is_first)
    ends = np.append(begins[1:], len(number)) - 1
    of_known = np.stack([begun[known], reached[known]], axis=1).ravel()
    places = np.concatenate([begun[begins[told]], of_known, reached[ends[told]]])
    seen = np.stack([hand.near[known], hand.far[known]], axis=1).ravel()
    heights = np.concatenate([hand.near[known[first]], seen, hand.far[known[last]]])
    order = np.argsort(places, kind="stable")
    blank = np.flatnonzero(np.isnan(hand.near) & np.isin(number, told))
    near[blank] = np.interp(begun[blank], places[order], heights[order])
    far[blank] = np.interp(reached[blank], places[order], heights[order])
    return Hand(near, far, hand.seen)


def between_hands(across: Across, wanted: Flags, frame: Frame) -> tuple[Geometries, Rows]:
    """Return the ground between both hands of each line, over the stretches wanted, and the line.

    On each of these both hands must have a height. Lines without such a stretch have no ground.
    """
    rows = np.flatnonzero(wanted)
    line = across.line[rows]
    # A ring runs up the left hand and back down the right; a new one begins where the line does, or nothing is wanted.
    ring = np.cumsum(np.concatenate([[False], (np.diff(rows) > 1) | (np.diff(line) != 0)])[: len(rows)])

    def corners(hand: Hand, side: int) -> Floats:
        ends = [across.points(across.start, hand.near, side)[rows], across.points(across.end, hand.far, side)[rows]]
        return np.stack(ends, axis=1).reshape(-1, 2)

    points = np.concatenate([corners(across.left, LEFT), corners(across.right, RIGHT)])
    place = np.arange(2 * len(rows))
    rings = np.concatenate([np.repeat(ring, 2)] * 2)
    order = np.lexsort((np.concatenate([place, -place]), np.repeat([0, 1], len(place)), rings))
    steps = 1 / frame.grid
    shapes = shapely.polygons(shapely.linearrings(np.round(points[order] * steps) / steps, indices=rings[order]))
    # On the inner hand of a bend the ring turns back on itself for a step.
    bad = ~shapely.is_valid(shapes)
    shapes[bad] = shapely.make_valid(shapes[bad], method="structure", keep_collapsed=False)
    # Where only the other hand, or the line, has a corner, this one's side goes on straight but for rounding.
    shapes = on_grid(shapely.simplify(shapes, frame.grid, preserve_topology=False), frame)
    owner, number = np.unique(line[np.unique(ring, return_index=True)[1]], return_inverse=True)
    parts, part = shapely.get_parts(shapes, return_index=True)
    return np.asarray(shapely.multipolygons(parts, indices=number[part]), dtype=object), owner


def _blank(count: int) -> Hand:
    return Hand(np.full(count, np.nan), np.full(count, np.nan), np.full(count, -1, dtype=np.intp))
