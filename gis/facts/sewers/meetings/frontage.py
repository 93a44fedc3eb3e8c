"""Along which rights-of-way does each parcel lie, and for how many feet?

Outlines drawn by different hands leave gaps and overlaps of inches: a parcel fronts on a right-of-way where their
outlines run along each other, back to back, within the accuracy of the layers. Ground of another parcel between
them breaks that, however narrow it is.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.geometry.alongside import (
    Floats,
    Intervals,
    Sides,
    alongside,
    among,
    boxes_meet,
    corners_on,
    distances,
    distinct,
    less,
    merged,
    open_sides,
    parts_of,
    sides_of,
    to_sides,
)
from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.geometry.overlay import on_grid
from gis.geometry.spikes import without_spikes
from gis.units import LENGTH_STEPS_PER_FT

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Steps = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_PARALLEL = np.sqrt(3) / 2
"""Cosine of 30 degrees: sides that meet at a wider angle only touch, however long a piece lies within the accuracy."""


_EASEMENT = "easement"


@dataclass(frozen=True, eq=False)
class Frontages:
    """Pairs of a parcel and a right-of-way that it meets, ordered by parcel, then by right-of-way.

    Attributes
    ----------
    parcel : int array
        Position of the parcel among the parcels given.
    right_of_way : int array
        Position of the right-of-way.
    length_steps : int array
        Shared line in thousandths of a US survey foot on the ground; 0 where the two meet in a point only.
    lines : object array of LineString or MultiLineString
        The shared line, in the frame; a Point where they meet in one only.
    is_point : bool array
        True where they meet in a point and share no line.
    """

    parcel: Rows
    right_of_way: Rows
    length_steps: Steps
    lines: Geometries
    is_point: Flags

    def by_side(self, rights: RightsOfWay) -> tuple[tuple[int, str, int], ...]:
        """Return each side of each parcel that has a length: parcel, street (or right-of-way), thousandths of a foot.

        What a parcel has along several stretches of one street is one side; a corner lot has two.
        """
        named = np.where(rights.streets == None, rights.ids, rights.streets)  # noqa: E711  elementwise, over objects
        sums: dict[tuple[int, str], int] = defaultdict(int)
        for row in np.flatnonzero(~self.is_point).tolist():
            sums[int(self.parcel[row]), str(named[self.right_of_way[row]])] += int(self.length_steps[row])
        return tuple((parcel, side, steps) for (parcel, side), steps in sorted(sums.items()))


@dataclass(frozen=True, slots=True)
class _Runs:
    """Where a side of a right-of-way (`against`) lies within reach of a side (`side`) of a shape."""

    side: Rows
    against: Rows
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class _Near:
    """What of shapes comes within reach of the sides of rights-of-way.

    A front runs against its partner: each has its land beyond the other's line. A back runs with it, so that the
    land beside the line is both's.
    """

    sides: Sides
    shape: Rows
    right: Rows
    fronts: _Runs
    backs: _Runs


def frontages(
    parcels: Geometries, rights: RightsOfWay, accuracy_ft: float, frame: Frame, blockers: Geometries | None = None
) -> Frontages:
    """Find the shared line of each parcel with each right-of-way that it meets.

    Parameters
    ----------
    parcels : object array of Polygon or MultiPolygon
        In the frame; missing and empty ones front on nothing.
    rights : RightsOfWay
        In the frame. An easement may lie on the parcel: its own outline there counts as well.
    accuracy_ft : float
        Widest gap or overlap of lines that are one on the ground, in US survey feet; a shared line no longer than
        this is a point. The frame's grid is added, so that rounding decides nothing.
    frame : Frame
        The plane and its grid.
    blockers : object array of Polygon or MultiPolygon, optional
        All parcels, where `parcels` are only some of them.

    Returns
    -------
    Frontages
        A parcel behind another's strip does not meet the right-of-way, even where the strip is narrower than the
        accuracy; a gap without a parcel, no wider than the accuracy, is nothing. So is a point of a parcel's outline
        that only runs out and back within the accuracy: it fronts on nothing, and hides nobody's front.

    Examples
    --------
    >>> from gis.facts.sewers.ways.rights import RightsOfWay
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> one = lambda value: np.array([value], dtype=object)
    >>> street = RightsOfWay(one(shapely.box(0, 0, 900, 66)), one("Oak"), one("Oak"), one("street"),
    ...     one("rights_of_way"), np.array([True]), one("e"), one(None))
    >>> lots = shapely.box([0, 100, 100, 900], [66.05, 66, 166, 66], [100, 200, 200, 950], [200, 166, 300, 100])
    >>> found = frontages(lots, street, 0.1, LOCAL_FEET)
    >>> found.parcel.tolist(), found.length_steps.tolist(), found.is_point.tolist()
    ([0, 1, 3], [100000, 100000, 0], [False, False, True])
    """
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    lots = without_spikes(on_grid(parcels, frame), reach)
    others = lots if blockers is None else without_spikes(on_grid(blockers, frame), reach)
    found = [_on_streets(lots, others, rights, reach, frame), _on_easements(lots, rights, reach, frame)]
    pairs, lines = (np.concatenate(columns) for columns in zip(*found, strict=True))
    order = np.argsort(pairs)
    parcel, right_of_way = np.divmod(pairs[order], max(len(rights), 1))
    lines = lines[order]
    is_point = np.asarray(shapely.get_dimensions(lines) == 0, dtype=bool)
    length_steps = np.rint(lengths_ft(lines, frame) * LENGTH_STEPS_PER_FT).astype(np.int64)
    return Frontages(parcel, right_of_way, length_steps, lines, is_point)


def _on_streets(
    lots: Geometries, others: Geometries, rights: RightsOfWay, reach: float, frame: Frame
) -> tuple[Rows, Geometries]:
    """Return pairs of a parcel and a street that it meets, one number a pair, and the line or point."""
    count = max(len(rights), 1)
    streets = rights.geometries.copy()
    streets[rights.kinds == _EASEMENT] = shapely.Polygon()
    # Where one right-of-way goes on from another, no land fronts on the line between them.
    of_rights = open_sides(sides_of(shapely.orient_polygons(streets)), frame.grid)
    tree = shapely.STRtree(of_rights.lines())
    near = _near(lots, of_rights, tree, reach, frame.grid)
    # Among parcels that are all looked at, a side with one of them on each hand was left out before; here it counts.
    beside = near if others is lots else _near(others, of_rights, tree, reach, None)
    group = near.fronts.side * count + of_rights.owner[near.fronts.against]
    runs = merged(group, near.fronts.low, near.fronts.high)
    front, low, high = _behind(near, beside, (lots, others), reach)
    hidden = merged(group[front], low, high)
    pairs, lines = _shared(near.sides, less(runs, hidden), count, reach)
    met = distinct(near.shape * count + near.right)
    side, right = np.divmod(hidden[0], count)
    rest = met[~among(met, np.concatenate([pairs, near.sides.owner[side] * count + right]))]
    rest, points = _points(lots, others, rights, rest, reach)
    return np.concatenate([pairs, rest]), np.concatenate([lines, points])


def _on_easements(lots: Geometries, rights: RightsOfWay, reach: float, frame: Frame) -> tuple[Rows, Geometries]:
    """Return pairs of a parcel and an easement: it lies on the parcel, or on another's land beside it.

    On the parcel its own outline counts. Beside it, the line that both share: the parcel that an easement lies on does
    not stand between it and the next.
    """
    easements = np.flatnonzero(rights.kinds == _EASEMENT)
    if not len(easements):
        return easements, np.zeros(0, dtype=object)
    strips = on_grid(rights.geometries[easements], frame)
    strip, parcel = shapely.STRtree(lots).query(strips, predicate="dwithin", distance=reach)
    inside = shapely.buffer(shapely.intersection(strips[strip], lots[parcel]), -reach)
    lies = ~np.asarray(shapely.is_empty(inside), dtype=bool)
    edges = shapely.intersection(shapely.boundary(strips[strip[lies]]), shapely.buffer(lots[parcel[lies]], reach))
    near = distinct(parcel)
    sides, of_strips = (sides_of(shapely.orient_polygons(shapes)) for shapes in (lots[near], strips))
    a, b = boxes_meet(sides, shapely.STRtree(of_strips.lines()), reach)
    one, other = sides.only(a), of_strips.only(b)
    low, high = alongside(one, other, reach)
    runs = (_cosines(one, other) <= -_PARALLEL) & (high > low)
    group = (a * len(strips) + of_strips.owner[b])[runs]
    pairs, lines = _shared(sides, merged(group, low[runs], high[runs]), len(strips), reach)
    beside, which = np.divmod(pairs, len(strips))
    pairs = near[beside] * len(rights) + easements[which]
    burdened = parcel[lies] * len(rights) + easements[strip[lies]]
    kept = ~among(pairs, burdened)
    return np.concatenate([burdened, pairs[kept]]), np.concatenate([edges, lines[kept]])


def _near(shapes: Geometries, of_rights: Sides, tree: shapely.STRtree, reach: float, grid: float | None) -> _Near:
    """Return what comes within reach; with a grid, sides that two shapes share back to back are left out."""
    sides = sides_of(shapely.orient_polygons(shapes))
    places, place, shape = np.zeros((0, 2)), np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    if grid is not None:
        # Such a side fronts on nothing; where it ends at an open one, its lot's corner may meet a right-of-way.
        sides = open_sides(sides, grid)
        places, place, shape = corners_on(sides, shapes, grid)
    points = Sides(places, places, np.arange(len(places)))
    at, by = boxes_meet(points, tree, reach)
    touches = to_sides(places[at], of_rights.only(by)) <= reach
    touched, corner = through(at[touches], place)
    a, b = boxes_meet(sides, tree, reach)
    one, other = sides.only(a), of_rights.only(b)
    meets = distances(one, other) <= reach
    a, b, one, other = a[meets], b[meets], one.only(meets), other.only(meets)
    cosine = _cosines(one, other)
    low, high = alongside(one, other, reach)

    def runs(chosen: Flags) -> _Runs:
        return _Runs(a[chosen], b[chosen], low[chosen], high[chosen])

    return _Near(
        sides=sides,
        shape=np.concatenate([one.owner, shape[corner]]),
        right=np.concatenate([other.owner, of_rights.owner[by[touches]][touched]]),
        fronts=runs((cosine <= -_PARALLEL) & (high > low)),
        backs=runs((cosine >= _PARALLEL) & (high > low)),
    )


def _cosines(one: Sides, other: Sides) -> Floats:
    """Return 1 where sides run the same way, -1 where they run against each other."""
    along, beside = one.end - one.start, other.end - other.start
    return np.asarray((along * beside).sum(axis=1) / (np.hypot(*along.T) * np.hypot(*beside.T)), dtype=np.float64)


def _behind(
    near: _Near, beside: _Near, shapes: tuple[Geometries, Geometries], reach: float
) -> tuple[Rows, Floats, Floats]:
    """Return where another parcel lies between a front and its right-of-way: rows of fronts, from where to where."""
    fronts, backs = near.fronts, beside.backs
    front, back = through(fronts.against, backs.against)
    one, other = near.sides.only(fronts.side[front]), beside.sides.only(backs.side[back])
    low, high = alongside(one, other, 2 * reach)
    # A strip's own back is no other parcel; nor is the same ground recorded twice.
    is_between = (high > low) & ~shapely.equals_exact(shapes[0][one.owner], shapes[1][other.owner])
    return front[is_between], low[is_between], high[is_between]


def _shared(sides: Sides, runs: Intervals, count: int, reach: float) -> tuple[Rows, Geometries]:
    """Return pairs that share more than a point, and the line, along the parcel's own outline."""
    group, low, high = runs
    side, right = np.divmod(group, count)
    pairs, pair = np.unique(sides.owner[side] * count + right, return_inverse=True)
    is_line = np.bincount(pair, weights=high - low, minlength=len(pairs)) > reach
    kept = np.flatnonzero(is_line[pair])
    kept = kept[np.lexsort((low[kept], side[kept], pair[kept]))]
    side, low, high = side[kept], low[kept], high[kept]
    pieces = parts_of(sides.only(side), low, high)
    line = (np.cumsum(is_line) - 1)[pair[kept]]
    lines = np.empty(np.count_nonzero(is_line), dtype=object)
    lines[line] = pieces
    is_joined = np.bincount(line, minlength=len(lines)) > 1
    joined = np.flatnonzero(is_joined[line])
    number = np.cumsum(is_joined) - 1
    lines[is_joined] = shapely.line_merge(shapely.multilinestrings(pieces[joined], indices=number[line[joined]]))
    return pairs[is_line], lines


def _points(
    lots: Geometries, others: Geometries, rights: RightsOfWay, pairs: Rows, reach: float
) -> tuple[Rows, Geometries]:
    """Return pairs that meet in a point, and the point.

    Not those whose land is both's, wider than the reach, nor those with another parcel in the gap between them.
    """
    parcel, right = np.divmod(pairs, max(len(rights), 1))
    one, other = lots[parcel], rights.geometries[right]
    overlaps = np.flatnonzero(shapely.intersects(one, other) & ~shapely.touches(one, other))
    deep = ~shapely.is_empty(shapely.buffer(shapely.intersection(one[overlaps], other[overlaps]), -reach / 2))
    between = shapely.shortest_line(one, other)
    apart = np.flatnonzero(shapely.length(between) > 0)
    middle = shapely.line_interpolate_point(between[apart], 0.5, normalized=True)
    gap, lot = shapely.STRtree(others).query(middle, predicate="intersects")
    is_other = ~shapely.equals_exact(others[lot], one[apart[gap]])
    kept = np.ones(len(pairs), dtype=bool)
    kept[overlaps[deep]] = False
    kept[apart[gap[is_other]]] = False
    return pairs[kept], np.asarray(shapely.get_point(between[kept], 0), dtype=object)
