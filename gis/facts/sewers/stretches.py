"""Where does one stretch of a street end and the next begin, so that a sewer here does not serve a lot far along it?

A right-of-way is cut in the middle of each intersection. From there the cuts lead to the corners, as the ground of a
street ends where the corner lot does; where a side street's mouth has no corner opposite, straight across. So a lot's
front on each street stays whole, and fronts add up to what they were.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.centrelines import Centrelines, centrelines, no_centrelines, reach_of
from gis.facts.sewers.intersections import cuts_to_corners
from gis.facts.sewers.mouths import cuts_at_mouths
from gis.facts.sewers.outlines import Outlines
from gis.facts.sewers.ways import RightsOfWay, joined
from gis.geometry.frame import Frame
from gis.geometry.overlay import on_grid
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_CUT_SOURCES = ("rights_of_way", "parcels")
"""What is told from a gap or a centreline is no longer than its line already."""
_CUT_KINDS = ("street", "alley")
_GAP = "gap"
_MEET_FT = 1.0
"""A centreline on the edge of a polygon, as where a street is halved, may lie this far outside."""
_RUNS_IN_FT = 50.0
"""A centreline that is in a polygon for less only crosses a corner of it."""
_BESIDE_FT = 33.0
"""A piece of a street has its centreline no farther away than half of a usual street's width."""


def stretches(rights: RightsOfWay, streets: Layer | None, frame: Frame) -> RightsOfWay:
    """Cut rights-of-way into stretches between intersections, and name the street of each.

    Parameters
    ----------
    rights : RightsOfWay
        In the frame. Easements, railroads, gaps and centreline corridors stay as they are.
    streets : Layer or None
        Centrelines. A right-of-way in which none runs is cut where others of the set meet it.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    RightsOfWay
        In the order of those given. What is cut has its id with a number, counted from the southwest; what is not
        keeps its id.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> blank = np.array([None, None])
    >>> ways = RightsOfWay(
    ...     shapely.box([0, 300], [0, 66], [900, 366], [66, 400]), np.array(["Oak", "Elm"], dtype=object), blank,
    ...     np.array(["street"] * 2, dtype=object), np.array(["rights_of_way"] * 2, dtype=object),
    ...     np.array([True, True]), np.array(["e", "e"], dtype=object), blank)
    >>> cut = stretches(ways, None, LOCAL_FEET)
    >>> cut.ids.tolist(), [shape.bounds[2] for shape in cut.geometries]
    (['Oak 1', 'Oak 2', 'Elm'], [333.0, 900.0, 366.0])
    """
    can_be_cut = np.isin(rights.sources, _CUT_SOURCES) & np.isin(rights.kinds, _CUT_KINDS)
    net = no_centrelines() if streets is None else centrelines(streets, reach_of(streets))
    rows = np.flatnonzero(can_be_cut)
    shapes = rights.geometries[rows]
    has_line = _holds_line(shapes, net, frame)
    outlines = Outlines(shapes)
    cuts = (
        cuts_to_corners(outlines, np.flatnonzero(has_line), net, frame),
        cuts_at_mouths(outlines, np.flatnonzero(~has_line), rights.kinds[rows] == "alley", frame),
    )
    of, lines = (np.concatenate(columns) for columns in zip(*cuts, strict=True))
    return _cut(link_streets(rights, net, frame), rows, (of, lines), net, frame)


def link_streets(rights: RightsOfWay, net: Centrelines, frame: Frame) -> RightsOfWay:
    """Name the street of each right-of-way whose record does not: whose centreline runs in it farthest, or is near.

    A gap between parcels is named only by a centreline that runs in it: one at its end is another street's.
    """
    bare = np.flatnonzero((rights.streets == None) & np.isin(rights.kinds, _CUT_KINDS))  # noqa: E711  elementwise
    if not len(net.lines) or not len(bare):
        return rights
    bare = bare[(rights.sources[bare] != _GAP) | _holds_line(rights.geometries[bare], net, frame)]
    near = shapely.STRtree(net.lines).query(
        rights.geometries[bare], predicate="dwithin", distance=_BESIDE_FT / frame.unit_ft
    )[0]
    bare = bare[np.unique(near)]
    streets, kinds = rights.streets.copy(), rights.kinds.copy()
    streets[bare], kinds[bare] = _named(rights.only(bare), _stretch_of(rights.geometries[bare], net), net)
    return replace(rights, streets=streets, kinds=kinds)


def _holds_line(shapes: Geometries, net: Centrelines, frame: Frame) -> Flags:
    """Say of each shape whether a centreline runs in it or along its edge, as one does where a street is halved."""
    grown = shapely.buffer(shapes, _MEET_FT / frame.unit_ft, join_style="mitre")
    line, shape = shapely.STRtree(grown).query(net.lines, predicate="intersects")
    inside = shapely.length(shapely.intersection(net.lines[line], grown[shape]))
    found = np.zeros(len(shapes), dtype=bool)
    found[shape[inside > _RUNS_IN_FT / frame.unit_ft]] = True
    return found


def _cut(rights: RightsOfWay, rows: Rows, cuts: tuple[Rows, Geometries], net: Centrelines, frame: Frame) -> RightsOfWay:
    of, lines = cuts
    shapes, which = np.unique(of, return_inverse=True)
    order = np.argsort(which, kind="stable")
    bundles = shapely.multilinestrings(lines[order], indices=which[order])
    chosen = rights.geometries[rows[shapes]]
    noded = shapely.union(shapely.boundary(chosen), bundles, grid_size=frame.grid)
    pieces, piece_of = shapely.get_parts(shapely.polygonize(np.asarray(noded)[:, None]), return_index=True)
    inside = np.asarray(shapely.intersects(chosen[piece_of], shapely.point_on_surface(pieces)), dtype=bool)
    pieces, piece_of = pieces[inside], piece_of[inside]
    number = _stretch_of(pieces, net)
    number = np.where(number < 0, len(net.lines) + np.arange(len(pieces)), number)
    keys, group = np.unique(piece_of * (len(net.lines) + len(pieces) + 1) + number, return_inverse=True)
    order = np.argsort(group, kind="stable")
    collected = shapely.multipolygons(pieces[order], indices=group[order])
    for several in np.flatnonzero(shapely.get_num_geometries(collected) > 1).tolist():
        collected[several] = shapely.coverage_union_all(shapely.get_parts(collected[several]))
    collected = on_grid(collected, frame)
    owner, stretch = np.divmod(keys, len(net.lines) + len(pieces) + 1)
    row = rows[shapes[owner]]
    kept = np.setdiff1d(np.arange(len(rights)), row)
    west, south, _, _ = shapely.bounds(collected).T
    order = np.lexsort((west, south, row))
    parts = rights.only(row[order])
    streets, kinds = _named(parts, np.where(stretch < len(net.lines), stretch, -1)[order], net)
    ids = _numbered(parts.ids, row[order])
    numbered = replace(parts, geometries=collected[order], ids=ids, streets=streets, kinds=kinds)
    every = joined([rights.only(kept), numbered])
    return every.only(np.argsort(np.concatenate([kept, row[order]]), kind="stable"))


def _numbered(ids: Texts, row: Rows) -> Texts:
    """Return ids with a number where several parts come from one row; they stand together."""
    _, first, which, count = np.unique(row, return_index=True, return_inverse=True, return_counts=True)
    number = np.arange(len(row)) - first[which] + 1
    return np.array(
        [
            f"{each} {place}" if several > 1 else each
            for each, place, several in zip(ids, number.tolist(), count[which].tolist(), strict=True)
        ],
        dtype=object,
    )


def _named(rights: RightsOfWay, stretch: Rows, net: Centrelines) -> tuple[Texts, Texts]:
    """Return street and kind by the centrelines of each stretch; where none has a name, those of the record."""
    names: dict[int, str] = {}
    for number, name in zip(net.stretch.tolist(), net.names, strict=True):
        if name is not None:
            names.setdefault(number, str(name))
    alleys = set(net.stretch[net.is_alley].tolist()) - set(net.stretch[~net.is_alley].tolist())
    streets = [names.get(number, street) for number, street in zip(stretch.tolist(), rights.streets, strict=True)]
    kinds = ["alley" if number in alleys else kind for number, kind in zip(stretch.tolist(), rights.kinds, strict=True)]
    return np.array(streets, dtype=object), np.array(kinds, dtype=object)


def _stretch_of(pieces: Geometries, net: Centrelines) -> Rows:
    """Return the stretch whose centrelines run farthest in each piece, else the nearest; -1 without centrelines."""
    found = np.full(len(pieces), -1, dtype=np.intp)
    if not len(net.lines) or not len(pieces):
        return found
    tree = shapely.STRtree(net.lines)
    piece, line = tree.query(pieces, predicate="intersects")
    inside = shapely.length(shapely.intersection(net.lines[line], pieces[piece]))
    count = int(net.stretch.max()) + 1
    keys, where = np.unique(piece * count + net.stretch[line], return_inverse=True)
    totals = np.bincount(where, weights=inside, minlength=len(keys))
    piece, stretch = np.divmod(keys, count)
    order = np.lexsort((-stretch, totals))
    order = order[totals[order] > 0]
    found[piece[order]] = stretch[order]
    bare = np.flatnonzero(found < 0)
    near, line = tree.query_nearest(shapely.point_on_surface(pieces[bare]), all_matches=False)
    found[bare[near]] = net.stretch[line]
    return found
