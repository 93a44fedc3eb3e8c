"""Where no record draws a street: which gap between parcels, with a line in it, is a corridor, and which is none?

A corridor is told by looking squarely off the line that runs in it: the parcels that face each other across it stand
a street's width apart, and it goes on for several times that width. A sliver between lots is narrower, and a parcel
that is missing from the layer is about as deep as it is wide.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import Literal

import networkx as nx
import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.across import Across, Hand, between_hands, bridged, look_across, nearer, without_mouths
from gis.facts.sewers.shapes.bare import bare_parts, near_boxes
from gis.facts.sewers.ways.dead_ends import closing
from gis.facts.sewers.ways.records import told_apart
from gis.facts.sewers.ways.rights import RightsOfWay, none_on_file
from gis.facts.sewers.ways.way_words import ALLEY, STREET, kind_said
from gis.geometry.alongside import Floats, among, distinct
from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.geometry.overlay import difference
from gis.units import LENGTH_STEPS_PER_FT

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Steps = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]

NoCorridor = Literal["sliver", "wide", "missing_parcel", "open"]
"""Why bare ground is no right-of-way: too narrow, too wide, as deep as wide, or parcels on one hand only."""

_COVERED = 0.5
"""A line of which more than this lies in a corridor found before it runs in the same street."""


@dataclass(frozen=True, slots=True)
class CorridorLimits:
    """Which gaps between parcels are taken for streets and alleys: conventions of ours, no law.

    Attributes
    ----------
    narrowest_ft : float
        Narrower ground is a strip that deeds leave between them; platted alleys and walks are wider.
    widest_ft : float
        Wider ground is a field, a yard or a missing farm; boulevards and highways with frontage roads are narrower.
    least_length_in_widths : float
        A corridor goes on for so many times its width. A lot of four times its width is a very deep one.
    centreline_off_ft : float
        Where a street's width is stated, a parcel line no farther than this beyond the half of it is the street's
        edge: centrelines follow the pavement, which is seldom quite in the middle.
    """

    narrowest_ft: float = 10.0
    widest_ft: float = 200.0
    least_length_in_widths: float = 4.0
    centreline_off_ft: float = 10.0


@dataclass(frozen=True, slots=True)
class Refused:
    """Ground under a line that no parcel and no right-of-way covers, and that is taken for no right-of-way."""

    line: int
    why: NoCorridor
    width_ft: float | None
    """Usual width between the parcels on both hands; null where they stand on one hand only."""
    length_ft: float
    """How far the ground goes on along the line, as far as it was looked for."""
    place: shapely.Geometry
    """The line there."""


@dataclass(frozen=True, eq=False)
class Facing:
    """Pairs of a parcel and a line that it faces across a gap, ordered by parcel, then by line.

    Attributes
    ----------
    parcel, line : int arrays
        Positions.
    along_steps : int array
        Length of the line from which the parcel is the first thing squarely seen, in thousandths of a US survey foot.
    """

    parcel: Rows
    line: Rows
    along_steps: Steps


@dataclass(frozen=True, eq=False)
class Gaps:
    """What is found of lines that run on ground without parcel or right-of-way.

    Attributes
    ----------
    rights : RightsOfWay
        Corridors, one a line, of source gap, or centreline where one told them; never certain.
    line : int array
        Line of each corridor.
    facing : Facing
        Parcels that face the lines across them.
    beyond_end : pair of int arrays
        Parcels and lines: near the line's end, and not facing it.
    closing : pair of int arrays
        Parcels and lines: ahead of the line's end where the corridor stops, and not facing it.
    facing_refused : Facing
        Parcels that face lines on ground that is no corridor, from no farther than half of the widest.
    refused : tuple of Refused
        Ground that is no corridor, ordered by line.
    """

    rights: RightsOfWay
    line: Rows
    facing: Facing
    beyond_end: tuple[Rows, Rows]
    closing: tuple[Rows, Rows]
    facing_refused: Facing
    refused: tuple[Refused, ...]


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines that may run in streets: sewers, or centrelines whose width nobody states.

    Attributes
    ----------
    geometries : object array of LineString or MultiLineString
        In the frame.
    ids : object array of str
        Their ids.
    streets : object array of str or None
        Street of each.
    editions : object array of str
        Edition of each.
    are_streets : bool
        Whether they are centrelines: a street is known to run there, however short, and even where parcels are on
        file on one hand only; it is then as wide to the other.
    """

    geometries: Geometries
    ids: Texts
    streets: Texts
    editions: Texts
    are_streets: bool = False


@dataclass(frozen=True, eq=False)
class Ground:
    """What covers the ground: every row of the parcel layer, and what else is known not to be a gap.

    Attributes
    ----------
    parcels : object array of Polygon or MultiPolygon
        All rows of the layer.
    is_parcel : bool array
        False for rows that are right-of-way, water, a gap or another record that is no parcel.
    taken : object array of Polygon or MultiPolygon
        Rights-of-way that are known, and water.
    """

    parcels: Geometries
    is_parcel: Flags
    taken: Geometries = field(default_factory=lambda: np.zeros(0, dtype=object))


def gap_rights_of_way(
    ground: Ground, lines: Lines, frame: Frame, accuracy_ft: float, limits: CorridorLimits | None = None
) -> Gaps:
    """Tell the corridors in which lines run where no parcel and no right-of-way on file covers the ground.

    Parameters
    ----------
    ground : Ground
        Parcels, rights-of-way and water, in the frame.
    lines : Lines
        In the frame; only what of them lies on bare ground is looked at.
    frame : Frame
        The plane and its grid.
    accuracy_ft : float
        Accuracy of the layers in US survey feet: a shorter front is a point.
    limits : CorridorLimits, optional
        Which gaps are corridors.

    Returns
    -------
    Gaps
        A corridor reaches along its line from the parcels on one hand to those on the other, straight over the mouths
        of side streets, and not beyond the line's ends.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = shapely.box([0, 100, 0], [33, 33, -183], [100, 200, 100], [183, 183, -33])
    >>> main = np.array([shapely.LineString([(0, 0), (100, 0)])])
    >>> one = lambda value: np.array([value], dtype=object)
    >>> found = gap_rights_of_way(
    ...     Ground(lots, np.ones(3, dtype=bool)), Lines(main, one("s1"), one(None), one("e")), LOCAL_FEET, 0.1)
    >>> found.rights.ids.tolist(), found.rights.geometries[0].bounds
    (['gap along s1'], (0.0, -33.0, 100.0, 33.0))
    >>> found.facing.parcel.tolist(), found.facing.along_steps.tolist(), found.beyond_end[0].tolist()
    ([0, 2], [100000, 100000], [1])
    """
    told = limits or CorridorLimits()
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    widest = told.widest_ft / frame.unit_ft
    parcels = np.flatnonzero(ground.is_parcel)
    base = bare_parts(lines.geometries, np.concatenate([ground.parcels[parcels], ground.taken]), reach)
    rows = np.flatnonzero(~shapely.is_empty(base))
    near, taken = near_boxes(ground.parcels[parcels], base[rows], widest), near_boxes(ground.taken, base[rows], widest)
    near = parcels[near]
    across = look_across(base[rows], np.concatenate([ground.parcels[near], ground.taken[taken]]), widest, frame.grid)
    across, usual = without_mouths(across, len(rows))
    if lines.are_streets:
        across, usual = _mirrored(across, usual, widest / 2)
    width = usual[0] + usual[1]
    runs = _runs(base[rows], width * told.least_length_in_widths, ground.parcels[near], reach)
    why = _judged(width, np.inf if lines.are_streets else runs, told, frame)
    is_corridor = why == None  # noqa: E711  elementwise, over objects
    scale = lengths_ft(base[rows], frame) / shapely.length(base[rows])
    facing = _facing(across, is_corridor, near, scale, reach)
    height = np.where(is_corridor, np.fmax(*usual), np.nan)
    ahead = _not_facing(closing(base[rows], is_corridor, ground.parcels[near], reach, frame), near, facing, len(rows))
    refused = _facing(nearer(across, widest / 2), ~is_corridor, near, scale, reach)
    beyond = _beyond_end(base[rows], height, (ground.parcels, near), facing, reach)
    bridged_over = replace(across, left=bridged(across, across.left), right=bridged(across, across.right))
    is_seen = (across.left.seen >= 0) | (across.right.seen >= 0)
    shapes, owner = between_hands(bridged_over, is_seen & is_corridor[across.line], frame)
    shapes, owner = _once(shapes, owner, base[rows], told.narrowest_ft / frame.unit_ft, frame)
    return Gaps(
        rights=_named(shapes, rows[owner], lines),
        line=rows[owner],
        facing=Facing(facing.parcel, rows[facing.line], facing.along_steps),
        beyond_end=(beyond[0], rows[beyond[1]]),
        closing=(ahead[0], rows[ahead[1]]),
        facing_refused=Facing(refused.parcel, rows[refused.line], refused.along_steps),
        refused=tuple(
            Refused(
                line=int(rows[row]),
                why=why[row],
                width_ft=None if np.isnan(width[row]) else float(width[row] * frame.unit_ft),
                length_ft=float(runs[row] * frame.unit_ft),
                place=base[rows[row]],
            )
            for row in np.flatnonzero(~is_corridor)
        ),
    )


def _runs(base: Geometries, wanted: Floats, parcels: Geometries, reach: float) -> Floats:
    """Return how far the ground goes on along each line: with the lines that go on from it, and straight ahead.

    Ahead is looked only where the lines are shorter than wanted, and no farther.
    """
    parts, owner = shapely.get_parts(base, return_index=True)
    ends = np.stack([shapely.get_point(parts, 0), shapely.get_point(parts, -1)], axis=1)
    points, part = ends.ravel(), np.repeat(np.arange(len(parts)), 2)
    one, other = shapely.STRtree(points).query(points, predicate="dwithin", distance=reach)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(base)))
    graph.add_edges_from(zip(owner[part[one]].tolist(), owner[part[other]].tolist(), strict=True))
    is_free = np.bincount(one[one != other], minlength=len(points)) == 0
    ends_of = defaultdict(list)
    for end in np.flatnonzero(is_free).tolist():
        ends_of[int(owner[part[end]])].append(end)
    lengths = shapely.length(base)
    found = np.zeros(len(base))
    tree = shapely.STRtree(parcels)
    for members in nx.connected_components(graph):
        rows = sorted(members)
        run = float(lengths[rows].sum())
        most = np.fmax.reduce(wanted[rows])
        if run < most:
            run += sum(
                _ahead(parts[part[end]], end % 2 == 1, float(most), parcels, tree)
                for row in rows
                for end in ends_of[row]
            )
        found[rows] = run
    return found


def _ahead(line: shapely.Geometry, at_end: bool, most: float, parcels: Geometries, tree: shapely.STRtree) -> float:
    """Return how far one gets straight on from a line's end before a parcel is met, and no farther than `most`."""
    first, second = shapely.get_coordinates(line)[[-2, -1] if at_end else [1, 0]]
    beyond = second + (second - first) / np.hypot(*(second - first)) * most
    way = shapely.LineString([second, beyond])
    hits = parcels[tree.query(way, predicate="intersects")]
    return float(np.min(shapely.distance(shapely.Point(second), shapely.intersection(way, hits)), initial=most))


def _mirrored(across: Across, usual: tuple[Floats, Floats], most: float) -> tuple[Across, tuple[Floats, Floats]]:
    """Take ground to be as wide on the hand of a line on which nothing is seen as on the other, up to a distance."""
    left, right = (np.where(np.isnan(own) & (other <= most), other, own) for own, other in (usual, usual[::-1]))
    line = across.line
    hands = []
    for hand, own, told in ((across.left, usual[0], left), (across.right, usual[1], right)):
        is_blank = (np.isnan(own) & ~np.isnan(told))[line]
        height = np.where(is_blank, told[line], np.nan)
        hands.append(Hand(np.where(is_blank, height, hand.near), np.where(is_blank, height, hand.far), hand.seen))
    return replace(across, left=hands[0], right=hands[1]), (left, right)


def _judged(width: Floats, runs: Floats | float, limits: CorridorLimits, frame: Frame) -> Texts:
    """Return for each line why its ground is no corridor, None where it is one."""
    width_ft = width * frame.unit_ft
    why = np.full(len(width), None, dtype=object)
    why[runs < limits.least_length_in_widths * width] = "missing_parcel"
    why[width_ft > limits.widest_ft] = "wide"
    why[width_ft < limits.narrowest_ft] = "sliver"
    why[np.isnan(width)] = "open"
    return why


def _facing(across: Across, is_corridor: Flags, near: Rows, scale: Floats, reach: float) -> Facing:
    """Return parcels and the lines that they face; `scale` is feet on the ground in one unit along each line."""
    found = []
    for hand in (across.left, across.right):
        rows = np.flatnonzero((hand.seen >= 0) & (hand.seen < len(near)) & is_corridor[across.line])
        found.append((near[hand.seen[rows]] * len(scale) + across.line[rows], across.lengths[rows]))
    seen, length = (np.concatenate(columns) for columns in zip(*found, strict=True))
    pairs, pair = np.unique(seen, return_inverse=True)
    totals = np.bincount(pair, weights=length, minlength=len(pairs))
    parcel, line = np.divmod(pairs[totals > reach], max(len(scale), 1))
    steps = np.rint(totals[totals > reach] * scale[line] * LENGTH_STEPS_PER_FT).astype(np.int64)
    return Facing(parcel, line, steps)


def _not_facing(pairs: tuple[Rows, Rows], near: Rows, facing: Facing, lines: int) -> tuple[Rows, Rows]:
    """Return pairs of a parcel, told by its place among those near, and a line, less those that face each other."""
    count = max(lines, 1)
    keys = distinct(near[pairs[0]] * count + pairs[1])
    parcel, line = np.divmod(keys[~among(keys, facing.parcel * count + facing.line)], count)
    return parcel, line


def _once(shapes: Geometries, owner: Rows, base: Geometries, narrowest: float, frame: Frame) -> tuple[Geometries, Rows]:
    """Leave out corridors of lines that run in an earlier line's, and take from the others what an earlier one has.

    What is narrower than any corridor is the corner of a crossing, and both's.
    """
    shapes = shapes.copy()
    one, other = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    later = one > other
    one, other = one[later], other[later]
    inside = shapely.length(shapely.intersection(base[owner[one]], shapes[other])) / shapely.length(base[owner[one]])
    shared = shapely.set_precision(shapely.intersection(shapes[one], shapes[other]), 0)
    is_wide = ~shapely.is_empty(shapely.buffer(shared, -narrowest / 2))
    dropped: set[int] = set()
    for row in np.lexsort((other, one)).tolist():
        i, j = int(one[row]), int(other[row])
        if i in dropped or j in dropped:
            continue
        if inside[row] > _COVERED:
            dropped.add(i)
        elif is_wide[row]:
            shapes[i] = difference(shapes[i], shapes[j], frame)
    kept = np.array([row not in dropped and not shapes[row].is_empty for row in range(len(shapes))], dtype=bool)
    return shapes[kept], owner[kept]


def _named(shapes: Geometries, line: Rows, lines: Lines) -> RightsOfWay:
    if not len(line):
        return none_on_file()
    count = len(line)
    streets = lines.streets[line]
    return RightsOfWay(
        geometries=shapes,
        ids=lines.ids[line] if lines.are_streets else told_apart(f"gap along {name}" for name in lines.ids[line]),
        streets=streets,
        # What runs along a street's centreline is no railroad, whatever it is called.
        kinds=np.array([ALLEY if kind_said(street) == ALLEY else STREET for street in streets], dtype=object),
        sources=np.full(count, "centreline" if lines.are_streets else "gap", dtype=object),
        is_certain=np.zeros(count, dtype=bool),
        editions=lines.editions[line],
        serves=np.full(count, None, dtype=object),
    )


def _beyond_end(
    base: Geometries, height: Floats, parcels: tuple[Geometries, Rows], facing: Facing, reach: float
) -> tuple[Rows, Rows]:
    """Return parcels, and lines, that lie as near to a line's end as those beside it, and do not face it."""
    every, near = parcels
    parts, line = shapely.get_parts(base, return_index=True)
    ends = np.concatenate([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    owner = np.concatenate([line, line])
    told = np.isfinite(height[owner])
    ends, owner = ends[told], owner[told]
    end, parcel = shapely.STRtree(every[near]).query(ends, predicate="dwithin", distance=height[owner] + reach)
    return _not_facing((parcel, owner[end]), near, facing, len(base))
