"""Which centreline runs in which right-of-way, and what is its street called?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.ways.centrelines import Centrelines
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.way_words import RAILROAD, STREET
from gis.geometry.frame import Frame
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

CUT_KINDS = ("street", "alley")
"""Kinds of right-of-way that have a centreline."""
MEET_FT = 1.0
"""A centreline on the edge of a polygon, as where a street is halved, may lie this far outside."""
RUNS_IN_FT = 50.0
"""A centreline that is in a polygon for less only crosses a corner of it."""
_GAP = "gap"
_BESIDE_FT = 33.0
"""A piece of a street has its centreline no farther away than half of a usual street's width."""


def link_streets(rights: RightsOfWay, net: Centrelines, frame: Frame) -> RightsOfWay:
    """Name the street of each right-of-way whose record does not: whose centreline runs in it farthest, or is near.

    A gap between parcels is named only by a centreline that runs in it: one at its end is another street's.
    """
    bare = np.flatnonzero((rights.streets == None) & np.isin(rights.kinds, CUT_KINDS))  # noqa: E711  elementwise
    if not len(net.lines) or not len(bare):
        return rights
    bare = bare[(rights.sources[bare] != _GAP) | holds_line(rights.geometries[bare], net.lines, frame)]
    near = shapely.STRtree(net.lines).query(
        rights.geometries[bare], predicate="dwithin", distance=_BESIDE_FT / frame.unit_ft
    )[0]
    bare = bare[np.unique(near)]
    streets, kinds = rights.streets.copy(), rights.kinds.copy()
    streets[bare], kinds[bare] = named(rights.only(bare), stretch_of(rights.geometries[bare], net), net)
    return replace(rights, streets=streets, kinds=kinds)


def railroads_by_name_only(rights: RightsOfWay, streets: Layer, frame: Frame) -> RightsOfWay:
    """Return rights-of-way, those as streets that are railroads by name alone, and in which a street of it runs."""
    kinds, names = rights.kinds.copy(), np.array([_folded(name) for name in streets.column("name")], dtype=object)
    for row in np.flatnonzero((kinds == RAILROAD) & (rights.streets != None)).tolist():  # noqa: E711  elementwise
        lines = streets.geometries[names == _folded(rights.streets[row])]
        if holds_line(rights.geometries[[row]], lines, frame)[0]:
            kinds[row] = STREET
    return replace(rights, kinds=kinds)


def _folded(name: str | None) -> str | None:
    """Return a name as it is compared; None, which equals none, where there is none."""
    return None if name is None else " ".join(name.upper().split())


def holds_line(shapes: Geometries, lines: Geometries, frame: Frame, beside_ft: float = MEET_FT) -> Flags:
    """Say of each shape whether a centreline runs in it or along its edge, as one does where a street is halved.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> line = np.array([shapely.LineString([(0, 33), (400, 33)])])
    >>> holds_line(shapely.box([0, 0, 380], [0, 33.5, 0], [400, 400, 446], [66, 66, 400]), line, LOCAL_FEET).tolist()
    [True, True, False]
    """
    found = np.zeros(len(shapes), dtype=bool)
    if not len(lines):
        return found
    grown = shapely.buffer(shapes, beside_ft / frame.unit_ft, join_style="mitre")
    line, shape = shapely.STRtree(grown).query(lines, predicate="intersects")
    inside = shapely.length(shapely.intersection(lines[line], grown[shape]))
    found[shape[inside > RUNS_IN_FT / frame.unit_ft]] = True
    return found


def named(rights: RightsOfWay, stretch: Rows, net: Centrelines) -> tuple[Texts, Texts]:
    """Return street and kind by the centrelines of each stretch, -1 for none; without a name those of the record."""
    names: dict[int, str] = {}
    for number, name in zip(net.stretch.tolist(), net.names, strict=True):
        if name is not None:
            names.setdefault(number, str(name))
    alleys = set(net.stretch[net.is_alley].tolist()) - set(net.stretch[~net.is_alley].tolist())
    streets = [names.get(number, street) for number, street in zip(stretch.tolist(), rights.streets, strict=True)]
    kinds = ["alley" if number in alleys else kind for number, kind in zip(stretch.tolist(), rights.kinds, strict=True)]
    return np.array(streets, dtype=object), np.array(kinds, dtype=object)


def stretch_of(pieces: Geometries, net: Centrelines) -> Rows:
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
