"""Where does one stretch of a street end and the next begin, so that a sewer here does not serve a lot far along it?

A right-of-way is cut in the middle of each intersection. From there the cuts lead to the corners, as the ground of a
street ends where the corner lot does; where a side street's mouth has no corner opposite, straight across. So a lot's
front on each street stays whole, and fronts add up to what they were. An intersection that no centreline tells, because
the street layer misses the other street, is told by the records of rights-of-way that meet there, and in one record
of several streets by the arm that has no line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.outlines import Outlines
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.centrelines import Centrelines, centrelines, no_centrelines, reach_of
from gis.facts.sewers.ways.intersections import cuts_to_corners
from gis.facts.sewers.ways.mouths import Mouths, cuts_at_mouths
from gis.facts.sewers.ways.rights import RightsOfWay, joined
from gis.facts.sewers.ways.street_names import CUT_KINDS, holds_line, link_streets, named, stretch_of
from gis.facts.sewers.ways.unlined import Arms, no_arms, unlined_arms
from gis.geometry.frame import Frame
from gis.geometry.overlay import on_grid
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_CUT_SOURCES = ("rights_of_way", "parcels")
"""What is told from a gap or a centreline is no longer than its line already."""
_CORNER_FT = 20.0
"""A mouth whose middle lies no farther from a cut than half its width and this is told by that cut."""
_NO_PAIRS = np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Stretches:
    """Rights-of-way cut into stretches, and which cuts no centreline tells.

    Attributes
    ----------
    rights : RightsOfWay
        In the order of those given. What is cut has its id with a number, counted from the southwest; what is not
        keeps its id. Not certain beside a cut that no centreline tells, where a layer of streets is on file; an arm
        without a line is named as its record says, not by a line that runs elsewhere in it.
    records : RightsOfWay
        Those given, with the street of each.
    record : int array
        Place among those of the record that each is, or is a piece of.
    arm : int array
        The arm of `arms` that each is, or is a piece of; -1 for none.
    arms : Arms
        Arms of records in which no centreline runs though others run in the record.
    one, other : int arrays
        Pairs of stretches of one record that only such a cut parts, both ways, ordered.
    by : int array
        Place of the record that meets them there; their own, where an arm of it does or one of them is an arm.
    is_ahead : bool array
        Whether the one may be the other going on, as where a centreline ends in the middle of a street.
    """

    rights: RightsOfWay
    records: RightsOfWay
    record: Rows
    arm: Rows
    arms: Arms
    one: Rows
    other: Rows
    by: Rows
    is_ahead: Flags


@dataclass(frozen=True, eq=False)
class _Pieces:
    """Pieces of shapes: the shape of each, and the number of its stretch of centrelines; -1 for none."""

    shapes: Geometries
    of: Rows
    stretch: Rows


def stretches(rights: RightsOfWay, streets: Layer | None, frame: Frame) -> RightsOfWay:
    """Cut rights-of-way into stretches between intersections, and name the street of each.

    Parameters
    ----------
    rights : RightsOfWay
        In the frame. Easements, railroads, gaps and centreline corridors stay as they are.
    streets : Layer or None
        Centrelines. Where none tells an intersection, a right-of-way is cut where others of the set meet it.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    RightsOfWay
        As `Stretches` has them.

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
    return cut_into_stretches(rights, streets, frame).rights


def cut_into_stretches(
    rights: RightsOfWay, streets: Layer | None, frame: Frame, parcels: Layer | None = None
) -> Stretches:
    """Cut rights-of-way as `stretches` does, and say which cuts no centreline tells.

    What of a record lies over lots, where the layer of parcels is given, is no arm of a street.
    """
    net = no_centrelines() if streets is None else centrelines(streets, reach_of(streets))
    linked = link_streets(rights, net, frame)
    rows = np.flatnonzero(np.isin(rights.sources, _CUT_SOURCES) & np.isin(rights.kinds, CUT_KINDS))
    has_line = holds_line(rights.geometries[rows], net.lines, frame)
    is_alley = (rights.kinds[rows] == "alley") | (has_line & (linked.kinds[rows] == "alley"))
    arms = unlined_arms(rights.geometries[rows], np.flatnonzero(has_line), net, parcels, frame)
    # From here on an arm is as a record of its own.
    whole, rows = len(rows), np.concatenate([rows, rows[arms.of]])
    shapes, is_alley = np.concatenate([arms.rest, arms.shapes]), np.concatenate([is_alley, arms.is_alley])
    outlines = Outlines(shapes)
    of, lines = cuts_to_corners(outlines, np.flatnonzero(has_line), net, frame)
    mouths = _untold(cuts_at_mouths(outlines, np.arange(len(rows)), is_alley, frame), of, lines, frame)
    pieces = _at_mouths(_at_corners(shapes, of, lines, net, frame), mouths, frame)
    cut, row, shape = _numbered(linked, rows, pieces, net)
    arm = np.maximum(shape - whole, -1)
    cut = replace(cut, streets=np.where(arm < 0, cut.streets, rights.streets[row]))
    if streets is None:
        return Stretches(cut, linked, row, arm, arms, _NO_PAIRS, _NO_PAIRS, _NO_PAIRS, _NO_PAIRS > 0)
    one, other, mouth = _parted(cut, row, rows, mouths, frame)
    by = rows[mouths.by[mouth]]
    beside, joined_to = _beside_arms(cut, row, arm, frame)
    one, other, by = np.unique(
        np.stack([np.append(one, beside), np.append(other, joined_to), np.append(by, row[beside])]), axis=1
    )
    ends_there = np.append(arms.is_ahead, False)
    is_ahead = (arm[one] != arm[other]) & (ends_there[arm[one]] | ends_there[arm[other]])
    is_certain = cut.is_certain & (arm < 0)
    is_certain[one] = False
    return Stretches(replace(cut, is_certain=is_certain), linked, row, arm, arms, one, other, by, is_ahead)


def uncut(rights: RightsOfWay) -> Stretches:
    """Return rights-of-way each of which is one stretch, however long."""
    places = np.arange(len(rights))
    no_arm = np.full(len(rights), -1)
    return Stretches(rights, rights, places, no_arm, no_arms(), _NO_PAIRS, _NO_PAIRS, _NO_PAIRS, _NO_PAIRS > 0)


def _untold(mouths: Mouths, of: Rows, lines: Geometries, frame: Frame) -> Mouths:
    """Leave out the mouths of intersections that centrelines tell: where a shape is cut to the corners already."""
    near = mouths.widths / 2 + _CORNER_FT / frame.unit_ft
    cut, mouth = shapely.STRtree(mouths.lines).query(lines, predicate="dwithin", distance=float(near.max(initial=0.0)))
    is_near = (mouths.of[mouth] == of[cut]) & shapely.dwithin(mouths.lines[mouth], lines[cut], near[mouth])
    return mouths.only(np.setdiff1d(np.arange(len(mouths.of)), mouth[is_near]))


def _at_corners(shapes: Geometries, of: Rows, lines: Geometries, net: Centrelines, frame: Frame) -> _Pieces:
    """Cut shapes at intersections that centrelines tell; pieces of one stretch of centrelines stay together."""
    cut, which = np.unique(of, return_inverse=True)
    whole = np.setdiff1d(np.arange(len(shapes)), cut)
    order = np.argsort(which, kind="stable")
    pieces, piece_of = _polygons(shapes[cut], shapely.multilinestrings(lines[order], indices=which[order]), frame)
    number = stretch_of(pieces, net)
    number = np.where(number < 0, len(net.lines) + np.arange(len(pieces)), number)
    most = len(net.lines) + len(pieces) + 1
    keys, group = np.unique(piece_of * most + number, return_inverse=True)
    order = np.argsort(group, kind="stable")
    collected = shapely.multipolygons(pieces[order], indices=group[order])
    for several in np.flatnonzero(shapely.get_num_geometries(collected) > 1).tolist():
        collected[several] = shapely.coverage_union_all(shapely.get_parts(collected[several]))
    owner, stretch = np.divmod(keys, most)
    return _Pieces(
        shapes=np.concatenate([shapes[whole], on_grid(collected, frame)]),
        of=np.concatenate([whole, cut[owner]]),
        stretch=np.concatenate([np.full(len(whole), -1), np.where(stretch < len(net.lines), stretch, -1)]),
    )


def _at_mouths(pieces: _Pieces, mouths: Mouths, frame: Frame) -> _Pieces:
    """Cut pieces straight across at mouths, whatever centrelines run on there; each part is a stretch of its own."""
    if not len(mouths.of):
        return pieces
    line, piece = shapely.STRtree(pieces.shapes).query(mouths.lines, predicate="intersects")
    own = mouths.of[line] == pieces.of[piece]
    cut, which = np.unique(piece[own], return_inverse=True)
    order = np.argsort(which, kind="stable")
    bundles = shapely.multilinestrings(mouths.lines[line[own][order]], indices=which[order])
    parts, part_of = _polygons(pieces.shapes[cut], bundles, frame)
    kept = np.setdiff1d(np.arange(len(pieces.of)), cut)
    return _Pieces(
        shapes=np.concatenate([pieces.shapes[kept], on_grid(parts, frame)]),
        of=np.concatenate([pieces.of[kept], pieces.of[cut[part_of]]]),
        stretch=np.concatenate([pieces.stretch[kept], pieces.stretch[cut[part_of]]]),
    )


def _polygons(shapes: Geometries, bundles: Geometries, frame: Frame) -> tuple[Geometries, Rows]:
    """Return the polygons into which lines cut shapes, and the shape of each."""
    noded = shapely.union(shapely.boundary(shapes), bundles, grid_size=frame.grid)
    pieces, of = shapely.get_parts(shapely.polygonize(np.asarray(noded)[:, None]), return_index=True)
    inside = np.asarray(shapely.intersects(shapes[of], shapely.point_on_surface(pieces)), dtype=bool)
    return pieces[inside], of[inside]


def _numbered(linked: RightsOfWay, rows: Rows, pieces: _Pieces, net: Centrelines) -> tuple[RightsOfWay, Rows, Rows]:
    """Return all rights-of-way, the pieces of one numbered from the southwest in its place, with their origin.

    That is the place of each, and of a piece the shape that it was cut from; -1 of what is not cut.
    """
    row = rows[pieces.of]
    is_cut = np.bincount(row, minlength=len(linked))[row] > 1
    west, south, _, _ = shapely.bounds(pieces.shapes).T
    order = np.lexsort((west, south, row))
    order = order[is_cut[order]]
    row, stretch, shape = row[order], pieces.stretch[order], pieces.of[order]
    parts = linked.only(row)
    streets, kinds = named(parts, stretch, net)
    first = np.searchsorted(row, row)
    ids = np.array([f"{each} {place}" for each, place in zip(parts.ids, np.arange(len(row)) - first + 1, strict=True)])
    numbered = replace(parts, geometries=pieces.shapes[order], ids=ids.astype(object), streets=streets, kinds=kinds)
    kept = np.setdiff1d(np.arange(len(linked)), row)
    places = np.concatenate([kept, row])
    order = np.argsort(places, kind="stable")
    shapes = np.concatenate([np.full(len(kept), -1), shape])
    return joined([linked.only(kept), numbered]).only(order), places[order], shapes[order]


def _parted(cut: RightsOfWay, row: Rows, rows: Rows, mouths: Mouths, frame: Frame) -> tuple[Rows, Rows, Rows]:
    """Return pairs of stretches that a mouth's cut parts, and the mouth, ordered by stretch."""
    middles = shapely.line_interpolate_point(mouths.lines, 0.5, normalized=True)
    mouth, piece = cut.tree.query(middles, predicate="dwithin", distance=2 * frame.grid)
    own = row[piece] == rows[mouths.of[mouth]]
    mouth, piece = mouth[own], piece[own]
    one, other = through(mouth, mouth)
    apart = piece[one] != piece[other]
    one, other = one[apart], other[apart]
    order = np.lexsort((mouth[one], piece[other], piece[one]))
    return piece[one][order], piece[other][order], mouth[one][order]


def _beside_arms(cut: RightsOfWay, row: Rows, arm: Rows, frame: Frame) -> tuple[Rows, Rows]:
    """Return pairs of an arm's stretch and one of its record that is not of the arm and joins it, both ways."""
    arms = np.flatnonzero(arm >= 0)
    at, other = cut.tree.query(cut.geometries[arms], predicate="dwithin", distance=2 * frame.grid)
    one = arms[at]
    own = (row[one] == row[other]) & (arm[one] != arm[other])
    one, other = one[own], other[own]
    return np.append(one, other), np.append(other, one)
