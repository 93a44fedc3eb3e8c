"""Where is a street of which only the centreline and the width of its right-of-way are on file?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.across import Across, Hand, along_only, between_hands, look_across
from gis.facts.sewers.shapes.bare import bare_parts, near_boxes
from gis.facts.sewers.ways.centrelines import Centrelines
from gis.facts.sewers.ways.records import told_apart
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.geometry.alongside import Floats
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A street that parcels leave less ground than its stated width takes."""

    stretch: int
    parcel: int
    by_ft: float
    """How far the parcel reaches into the stated width, at the most."""
    place: shapely.Geometry


@dataclass(frozen=True, eq=False)
class Corridors:
    """Streets told from centrelines, one a stretch between intersections.

    Attributes
    ----------
    rights : RightsOfWay
        Of source centreline; never certain.
    stretch : int array
        Stretch of each.
    narrowed : tuple of Narrowed
        Where a parcel covers ground that the width would take: the parcel keeps it.
    """

    rights: RightsOfWay
    stretch: Rows
    narrowed: tuple[Narrowed, ...]


def centreline_corridors(
    net: Centrelines, covers: tuple[Geometries, Geometries], frame: Frame, accuracy_ft: float, off_ft: float
) -> Corridors:
    """Draw the right-of-way of each street whose width is stated, where no right-of-way is on file.

    Parameters
    ----------
    net : Centrelines
        Streets in the frame.
    covers : pair of object arrays of Polygon or MultiPolygon
        Parcels, which are no right-of-way whatever a width says; rights-of-way on file and water.
    frame : Frame
        The plane and its grid.
    accuracy_ft : float
        Combined accuracy in US survey feet: a line that leaves a shape by no more lies in it.
    off_ft : float
        How far a centreline may lie from the middle of its right-of-way, in US survey feet: a parcel line that stands
        no farther than this beyond the half of the width is the street's edge.

    Returns
    -------
    Corridors
        As wide as stated, but up to the parcels' lines where these stand about there, and never over them. The ground
        of a crossing is each street's.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> net = Centrelines(np.array([shapely.LineString([(0, 0), (300, 0)])]), np.array([[0, 1]]),
    ...     np.array([[0.0, 0.0], [300.0, 0.0]]), np.array([0]), np.array([0]), np.array(["Oak"], dtype=object),
    ...     np.array([False]), np.array([66.0]), "e")
    >>> lots = shapely.box([0, 0], [31, -135], [300, 300], [150, -35])
    >>> found = centreline_corridors(net, (lots, lots[:0]), LOCAL_FEET, 0.1, 10.0)
    >>> found.rights.ids.tolist(), found.rights.geometries[0].bounds
    (['Oak'], (0.0, -35.0, 300.0, 31.0))
    >>> [(each.parcel, each.by_ft) for each in found.narrowed]
    [(0, 2.0)]
    """
    stretch, lines, width_ft = _merged(net)
    parcels, taken = covers
    bare = bare_parts(lines, np.concatenate([parcels, taken]), accuracy_ft / frame.unit_ft + 2 * frame.grid)
    rows = np.flatnonzero(~shapely.is_empty(bare))
    half = width_ft[rows] / 2 / frame.unit_ft
    off = off_ft / frame.unit_ft
    reach = float(half.max(initial=0.0)) + off
    near, taken_near = near_boxes(parcels, bare[rows], reach), near_boxes(taken, bare[rows], reach)
    shapes = np.concatenate([parcels[near], taken[taken_near]])
    across = along_only(look_across(bare[rows], shapes, reach, frame.grid))
    left, right = (_edges(hand, half[across.line], off) for hand in (across.left, across.right))
    drawn = replace(across, left=left, right=right)
    grounds, owner = between_hands(drawn, np.ones(len(across.piece), dtype=bool), frame)
    number = stretch[rows[owner]]
    return Corridors(
        rights=_named(grounds, number, net),
        stretch=number,
        narrowed=tuple(
            Narrowed(int(stretch[rows[line]]), int(near[parcel]), by_ft, bare[rows[line]])
            for (line, parcel), by_ft in sorted(_narrowed(across, half, len(near), frame).items())
            if by_ft > accuracy_ft
        ),
    )


def _merged(net: Centrelines) -> tuple[Rows, Geometries, Floats]:
    """Return the stretches with a stated width, their lines joined, and the widest width stated."""
    wide = np.flatnonzero(net.widths_ft > 0)
    stretch, which = np.unique(net.stretch[wide], return_inverse=True)
    order = np.argsort(which, kind="stable")
    lines = shapely.line_merge(shapely.multilinestrings(net.lines[wide][order], indices=which[order]))
    width_ft = np.zeros(len(stretch))
    np.maximum.at(width_ft, which, net.widths_ft[wide])
    return stretch, np.asarray(lines, dtype=object), width_ft


def _edges(hand: Hand, half: Floats, off: float) -> Hand:
    """Return the street's edge: what is seen about where the width puts it or nearer, else where the width puts it."""
    is_edge = (hand.seen >= 0) & (np.fmax(hand.near, hand.far) <= half + off)
    return Hand(np.where(is_edge, hand.near, half), np.where(is_edge, hand.far, half), hand.seen)


def _narrowed(across: Across, half: Floats, count: int, frame: Frame) -> dict[tuple[int, int], float]:
    """Return lines and parcels, of `count`, that reach into the width of the line's street, and by how much."""
    most: dict[tuple[int, int], float] = {}
    for hand in (across.left, across.right):
        by_ft = (half[across.line] - np.fmin(hand.near, hand.far)) * frame.unit_ft
        for row in np.flatnonzero((hand.seen >= 0) & (hand.seen < count) & (by_ft > frame.grid)).tolist():
            key = int(across.line[row]), int(hand.seen[row])
            most[key] = max(most.get(key, 0.0), float(by_ft[row]))
    return most


def _named(grounds: Geometries, stretch: Rows, net: Centrelines) -> RightsOfWay:
    first = np.searchsorted(net.stretch[np.argsort(net.stretch, kind="stable")], stretch)
    line = np.argsort(net.stretch, kind="stable")[first]
    count = len(line)
    names = net.names[line]
    return RightsOfWay(
        geometries=grounds,
        ids=told_apart(name or f"street {row + 1}" for name, row in zip(names, net.row[line].tolist(), strict=True)),
        streets=names,
        kinds=np.where(net.is_alley[line], "alley", "street").astype(object),
        sources=np.full(count, "centreline", dtype=object),
        is_certain=np.zeros(count, dtype=bool),
        editions=np.full(count, net.edition, dtype=object),
        serves=np.full(count, None, dtype=object),
    )
