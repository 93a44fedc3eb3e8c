"""Which ground of a right-of-way does no centreline in it explain, as where the layer of streets misses a street?

A whole plat's streets may be one record. Where the line of one of them is missing, its arm of the polygon lies farther
from every line in it than any street's edge, corner, bay or bulb.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.outlines import Outlines
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.centrelines import Centrelines
from gis.facts.sewers.ways.street_names import MEET_FT
from gis.geometry.frame import Frame
from gis.geometry.overlay import difference, intersection, union
from gis.geometry.repair import polygon_parts
from gis.geometry.slivers import greatest_width
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Pairs = tuple[Rows, Rows]

_REACH_FT = 100.0
"""Ground that goes on for less beyond a street's edge is a corner, a bay or a turn lane."""
_FAR_FT = 120.0
"""Half of a narrow street, and that: ground nearer to a centreline is not looked at."""
_SHORT_FT, _GOES_ON_FT = 150.0, 75.0
"""A centreline may stop so short of its street's end: before a bulb, or where the pavement ends. So far beyond a line's
end the ground is its street's, as over the crossing of one whose line is missing."""
_WIDEST_FT, _ALLEY_FT = 150.0, 24.0
"""Wider ground is no street; layers of streets have no line for narrower ground, an alley or a path, as a rule."""
_RUNS_FT = 100.0
"""A centreline that is in a polygon for less, and mostly outside it, crosses it."""
_LESS_FT = 5.0
"""The ground of a street is taken for so much narrower, so that an arm begins before its corners and is cut at them."""
_HALF_USUAL_FT, _HALF_WIDEST_FT = 33.0, 100.0
"""Half of a usual street, where nothing tells its edge; a street's edge is looked for no farther away."""
_SAMPLES_FT = np.linspace(-300.0, 300.0, 13)
"""Where a street's edge is looked for, along its line from the place nearest to the arm."""
_AHEAD = 0.5
"""Sine of the angle within which ground lies ahead of a line and on neither hand of it."""
_HAIR_STEPS = 20
_STEP_FT = 10.0
"""How densely an outline is looked at."""
_CONVEX, _TAPERS = 0.9, 0.35
"""Of ground that is so nearly convex and has less of its area in its outer half, a triangle of which has a quarter, the
sides run together: it is what is left between lots."""
_NARROW, _NARROW_FT = 0.3, (3.0, 20.0)
"""What is narrower than twice this, a share of the arm's width, at least and at most, is the street's uneven edge."""


@dataclass(frozen=True, eq=False)
class Arms:
    """Arms of shapes that no centreline explains, ordered by shape, then from the west.

    Attributes
    ----------
    of : int array
        Position of the shape that each is an arm of.
    shapes : object array of Polygon
        From the mouth on, on the grid.
    widths_ft, lengths_ft : float arrays
        Of a strip of the same area and outline.
    is_alley : bool array
        Narrower than any street: that it has no line is no fault of the layer, and it makes no intersection.
    is_ahead : bool array
        A centreline ends before it, so that it may be the same street going on.
    rest : object array of Polygon or MultiPolygon
        Every shape less its arms.
    """

    of: Rows
    shapes: Geometries
    widths_ft: Floats
    lengths_ft: Floats
    is_alley: Flags
    is_ahead: Flags
    rest: Geometries


@dataclass(frozen=True, eq=False)
class _Tips:
    """How centrelines go on beyond their ends: the line of each, and from its end on where it would go."""

    line: Rows
    lines: Geometries


def unlined_arms(shapes: Geometries, wanted: Rows, net: Centrelines, parcels: Layer | None, frame: Frame) -> Arms:
    """Find the arms of shapes in which no centreline runs.

    Parameters
    ----------
    shapes : object array of Polygon or MultiPolygon
        Rights-of-way in the frame, on its grid.
    wanted : int array
        Positions of those in which centrelines run.
    net : Centrelines
        The layer of streets.
    parcels : Layer or None
        A record over lots is another fault: ground of which they cover half is no arm.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    Arms
        None of a shape that centrelines only cross: the whole of it has none. Ground is none that reaches less than
        100 ft beyond its street's edge or 150 ft beyond a line's end, and none that is wider than 150 ft.

    Raises
    ------
    OverlayUnverified
        Where a shape cannot be shared out soundly.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> oak = Centrelines(np.array([shapely.LineString([(0, 33), (900, 33)])]), np.array([[0, 1]]),
    ...     np.array([[0.0, 33], [900, 33]]), np.array([0]), np.array([0]), np.array(["Oak"], dtype=object),
    ...     np.array([False]), np.array([66.0]), "e")
    >>> plat = np.array([shapely.box(0, 0, 900, 66) | shapely.box(300, 66, 366, 400)])
    >>> found = unlined_arms(plat, np.array([0]), oak, None, LOCAL_FEET)
    >>> found.shapes[0].bounds, found.widths_ft.tolist(), found.lengths_ft.tolist()
    ((300.0, 66.0, 366.0, 400.0), [66.0], [334.0])
    """
    pairs = _lines_in(shapes, wanted, net, frame)
    far = _far_parts(shapes, pairs, net, frame)
    if not len(far[0]):
        return replace(no_arms(), rest=shapes)
    tips = _tips(net, frame)
    ends = shapely.multipoints(shapely.get_point(tips.lines, 0))
    streets = _streets(shapes, far, (net, tips), frame)
    drawn = np.empty(len(far[0]), dtype=object)
    drawn[:] = [
        _arm(shapes[at], part, street, ends, frame)
        for at, part, street in zip(*(each.tolist() for each in far), streets, strict=True)
    ]
    is_arm = ~np.asarray(shapely.is_empty(drawn), dtype=bool) & ~_is_over_lots(drawn, parcels)
    rest, of, arms = shapes.copy(), [], []
    for at in np.unique(far[0][is_arm]).tolist():
        lines = shapely.union_all(net.lines[pairs[1][pairs[0] == at]])
        several = drawn[is_arm & (far[0] == at)].tolist()
        whole = union(_with_stubs(shapes[at], several, lines, frame), frame)
        whole = intersection(_to_corners(whole, shapes[at], frame), shapes[at], frame)
        rest[at] = difference(shapes[at], whole, frame)
        parts = shapely.get_parts(whole).tolist()
        arms += sorted(parts, key=lambda each: each.bounds)
        of += [at] * len(parts)
    drawn = np.array(arms, dtype=object)
    lengths, widths = _strips(drawn)
    return Arms(
        of=np.array(of, dtype=np.intp),
        shapes=drawn,
        widths_ft=widths * frame.unit_ft,
        lengths_ft=lengths * frame.unit_ft,
        is_alley=widths * frame.unit_ft < _ALLEY_FT,
        is_ahead=np.asarray(
            shapely.dwithin(drawn, shapely.multipoints(shapely.get_point(tips.lines, -1)), MEET_FT / frame.unit_ft),
            dtype=bool,
        ),
        rest=rest,
    )


def no_arms() -> Arms:
    """Return a set of no arms of no shapes."""
    none, blank, no = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=object), np.zeros(0, dtype=bool)
    return Arms(none, blank, np.zeros(0), np.zeros(0), no, no, blank)


def _lines_in(shapes: Geometries, wanted: Rows, net: Centrelines, frame: Frame) -> Pairs:
    """Return shapes and the centrelines in them or on their edges; not those of a shape that lines only cross."""
    grown = shapely.buffer(shapes[wanted], MEET_FT / frame.unit_ft, join_style="mitre")
    shape, line = shapely.STRtree(net.lines).query(grown, predicate="intersects")
    shapely.prepare(grown)
    inside = np.asarray(shapely.length(net.lines[line]))
    # A record may be a whole village: few lines leave one.
    leaves = np.flatnonzero(~shapely.covers(grown[shape], net.lines[line]))
    inside[leaves] = shapely.length(shapely.intersection(net.lines[line[leaves]], grown[shape[leaves]]))
    least = np.minimum(_RUNS_FT / frame.unit_ft, shapely.length(net.lines[line]) / 2)
    has_own = np.isin(shape, shape[inside > least])
    return wanted[shape[has_own]], line[has_own]


def _far_parts(shapes: Geometries, pairs: Pairs, net: Centrelines, frame: Frame) -> tuple[Rows, Geometries]:
    """Return the parts of shapes that lie far from every centreline in them: whose each is, and the parts."""
    shape, line = pairs
    used, which = np.unique(shape, return_inverse=True)
    order = np.argsort(which, kind="stable")
    bundles = shapely.multilinestrings(net.lines[line[order]], indices=which[order])
    near = np.asarray(shapely.buffer(bundles, _FAR_FT / frame.unit_ft, quad_segs=2), dtype=object)
    shapely.prepare(near)
    left = np.flatnonzero(~shapely.covers(near, shapes[used]))
    bare = np.empty(len(left), dtype=object)
    bare[:] = [difference(shapes[used[row]], near[row], frame) for row in left.tolist()]
    parts, place = shapely.get_parts(bare, return_index=True)
    return used[left[place]], parts


def _streets(
    shapes: Geometries, far: tuple[Rows, Geometries], lines: tuple[Centrelines, _Tips], frame: Frame
) -> Iterator[shapely.Geometry]:
    """Give the ground of the streets around each far part, of other records too: along their lines, edge to edge."""
    (owner, parts), (net, tips) = far, lines
    near = (_FAR_FT + MEET_FT) / frame.unit_ft
    part, line = shapely.STRtree(net.lines).query(parts, predicate="dwithin", distance=near)
    half = _half_widths(shapes, owner[part], parts[part], net.lines[line], frame)
    stated = net.widths_ft[line] / 2 / frame.unit_ft
    usual = np.where(stated > 0, stated, _HALF_USUAL_FT / frame.unit_ft)
    half = np.where(np.isfinite(half), half, usual) - _LESS_FT / frame.unit_ft
    for row in range(len(parts)):
        around = np.flatnonzero(part == row)
        place, tip = through(line[around], tips.line)
        drawn = np.concatenate([net.lines[line[around]], tips.lines[tip]])
        bands = shapely.buffer(drawn, half[np.concatenate([around, around[place]])], cap_style="flat")
        places, count = np.unique(net.nodes[line[around]], return_counts=True)
        joints = shapely.multipoints(net.places[places[count > 1]])
        yield shapely.union_all([*bands, shapely.buffer(joints, float(half[around].min(initial=_HALF_USUAL_FT)))])


def _half_widths(shapes: Geometries, owner: Rows, parts: Geometries, lines: Geometries, frame: Frame) -> Floats:
    """Return how far it is from a centreline to its street's edge on the hand on which a part lies, if one tells."""
    used, which = np.unique(owner, return_inverse=True)
    outlines, foot, reach = Outlines(shapes[used]), 1 / frame.unit_ft, MEET_FT / frame.unit_ft
    toward = shapely.get_coordinates(shapely.shortest_line(lines, parts)).reshape(-1, 2, 2)
    at = shapely.line_locate_point(lines, shapely.points(toward[:, 0]))
    along = np.clip(at[:, None] + _SAMPLES_FT * foot, 0, np.asarray(shapely.length(lines))[:, None]).ravel()
    pair = np.repeat(np.arange(len(lines)), len(_SAMPLES_FT))
    here, before, after = (
        shapely.get_coordinates(shapely.line_interpolate_point(lines[pair], np.maximum(along + step, 0)))
        for step in (0.0, -foot, foot)
    )
    unit = (after - before) / np.maximum(np.hypot(*(after - before).T), frame.grid)[:, None]
    left, most = np.stack([-unit[:, 1], unit[:, 0]], axis=1), _HALF_WIDEST_FT / frame.unit_ft
    way = (toward[:, 1] - toward[:, 0])[pair]
    aside = np.sum(left * way, axis=1) / np.maximum(np.hypot(*way.T), frame.grid)
    # A part ahead of a line's end lies on neither hand.
    found = np.full((len(lines), 2, len(_SAMPLES_FT)), np.nan)
    for row, hand in enumerate((1, -1)):
        edge = outlines.inner_lengths(which[pair], here, hand * left * most, reach)
        is_edge = (edge > reach) & (edge < most - reach) & (hand * aside > -_AHEAD)
        found[:, row] = np.where(is_edge, edge, np.nan).reshape(len(lines), len(_SAMPLES_FT))
    by_pair = np.sort(found.reshape(len(lines), 2 * len(_SAMPLES_FT)), axis=1)
    count = np.sum(np.isfinite(by_pair), axis=1)
    middle = by_pair[np.arange(len(lines)), np.maximum(count - 1, 0) // 2]
    return np.asarray(middle, dtype=np.float64)


def _arm(
    shape: shapely.Geometry, part: shapely.Geometry, street: shapely.Geometry, ends: shapely.Geometry, frame: Frame
) -> shapely.Geometry:
    """Return the arm of a shape in which a far part lies, from its street's edge on; empty where it is no street."""
    around = shapely.intersection(shape, shapely.buffer(part, _FAR_FT / frame.unit_ft))
    narrow_ft = np.clip(_NARROW * greatest_width(part, frame) * frame.unit_ft, *_NARROW_FT)
    narrow = float(narrow_ft) / frame.unit_ft
    bare = shapely.difference(around, street)
    inner = shapely.buffer(bare, -narrow, join_style="mitre")
    # A hair more than before, so that what is left keeps the sides of the shape.
    opened = shapely.buffer(inner, narrow + _HAIR_STEPS * frame.grid, join_style="mitre")
    parts = shapely.get_parts(polygon_parts(shapely.intersection(opened, bare)))
    arm = shapely.union_all(parts[shapely.intersects(parts, part)])
    length, width = (float(each[0]) * frame.unit_ft for each in _strips(np.array([arm], dtype=object)))
    is_street = length > _REACH_FT and width < _WIDEST_FT and _leads_away(arm, street, ends, frame)
    return arm if is_street else shapely.Polygon()


def _leads_away(arm: shapely.Geometry, street: shapely.Geometry, ends: shapely.Geometry, frame: Frame) -> bool:
    """Say whether ground leads away from streets as one does, and is no corner, bulb, island or wedge between them."""
    if street.is_empty:
        return True
    outline = shapely.points(shapely.get_coordinates(shapely.segmentize(arm, _STEP_FT / frame.unit_ft)))
    away = np.asarray(shapely.distance(outline, street)) * frame.unit_ft
    is_far = away > _REACH_FT + _LESS_FT
    is_far[is_far] = ~shapely.dwithin(outline[is_far], ends, _SHORT_FT / frame.unit_ft)
    if not is_far.any():
        return False
    outer = shapely.difference(arm, shapely.buffer(street, float(away.max()) / 2 / frame.unit_ft))
    is_convex = arm.area > _CONVEX * shapely.convex_hull(arm).area
    return not (is_convex and outer.area < _TAPERS * arm.area)


def _is_over_lots(shapes: Geometries, parcels: Layer | None) -> Flags:
    """Say which shapes lots cover by half."""
    if parcels is None:
        return np.zeros(len(shapes), dtype=bool)
    shape, lot = parcels.tree.query(shapes, predicate="intersects")
    is_lot = np.asarray(parcels.column("record_kind")[lot] == "parcel", dtype=bool)
    shape, lot = shape[is_lot], lot[is_lot]
    shared = np.asarray(shapely.area(shapely.intersection(parcels.geometries[lot], shapes[shape])), dtype=float)
    covered = np.bincount(shape, weights=shared, minlength=len(shapes))
    return np.asarray(covered > shapely.area(shapes) / 2, dtype=bool)


def _with_stubs(
    shape: shapely.Geometry, arms: list[shapely.Geometry], lines: shapely.Geometry, frame: Frame
) -> list[shapely.Geometry]:
    """Return arms, and what of a shape only they join to the ground of its streets."""
    whole = shapely.union_all(arms)
    left = shapely.get_parts(shapely.difference(shape, whole))
    is_bare = ~shapely.dwithin(left, lines, MEET_FT / frame.unit_ft) & shapely.dwithin(left, whole, frame.grid)
    return [*arms, *left[is_bare].tolist()]


def _to_corners(arms: shapely.Geometry, shape: shapely.Geometry, frame: Frame) -> shapely.Geometry:
    """Return arms cut straight at their mouths, from corner to corner: a street's line is never quite in its middle."""
    shared = shapely.get_parts(shapely.intersection(arms.boundary, difference(shape, arms, frame).boundary))
    paths = shapely.line_merge(shapely.multilinestrings(shared[shapely.get_dimensions(shared) == 1]))
    parts = shapely.get_parts(paths)
    for path in parts[~shapely.is_closed(parts)].tolist():
        chord = shapely.LineString([path.coords[0], path.coords[-1]])
        between = shapely.union_all(shapely.get_parts(shapely.polygonize([shapely.union(path, chord)])))
        arms = shapely.symmetric_difference(arms, between)
    return polygon_parts(arms)


def _strips(shapes: Geometries) -> tuple[Floats, Floats]:
    """Return length and width of the strip that has a shape's area and outline."""
    half, area = np.asarray(shapely.length(shapes)) / 2, np.asarray(shapely.area(shapes))
    root = np.sqrt(np.maximum(half**2 - 4 * area, 0))
    return (half + root) / 2, (half - root) / 2


def _tips(net: Centrelines, frame: Frame) -> _Tips:
    """Return how centrelines go on straight where they meet no other."""
    is_dead = np.bincount(net.nodes.ravel(), minlength=len(net.places))[net.nodes] == 1
    line, end = np.nonzero(is_dead)
    lengths = np.asarray(shapely.length(net.lines[line]))
    back = np.minimum(_STEP_FT / frame.unit_ft, lengths)
    at = shapely.get_coordinates(shapely.line_interpolate_point(net.lines[line], np.where(end > 0, lengths, 0.0)))
    before = np.where(end > 0, lengths - back, back)
    way = at - shapely.get_coordinates(shapely.line_interpolate_point(net.lines[line], before))
    tip = at + way * (_GOES_ON_FT / frame.unit_ft / np.hypot(*way.T))[:, None]
    return _Tips(line, np.asarray(shapely.linestrings(np.stack([at, tip], axis=1)), dtype=object))
