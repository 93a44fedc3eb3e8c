"""Which right-of-way holds which sewer: the line runs in it, and does not merely cross it or end on its edge?

A sewer runs in a street where, for more of its way there than not, the street goes on farther in the sewer's direction
than square to it. So the main of a cross street is not held by the street it crosses, nor one that only comes in from
the side to end in a manhole; a short end of a main beyond an intersection is.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.facts.sewers.mains import Mains
from gis.facts.sewers.shapes.bare import bare_parts
from gis.facts.sewers.shapes.outlines import Outlines
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.geometry.alongside import Floats, sides_of_lines
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]

_LONG_IN_WIDTHS = 4.0
"""A line that is in a right-of-way for so many of its widths runs along it, and is looked at no closer."""
_COMPACT_IN_WIDTHS = 4.0
"""Half the outline of a square is four times its mean width; a street's is longer."""
_PIECE_FT = 20.0
"""Lines are looked at in pieces no longer than this."""
_FAR_FT = 500.0
"""How far ground is looked at each way; a street is narrower."""


def holding(rights: RightsOfWay, mains: Mains, accuracy_ft: float, frame: Frame) -> tuple[Rows, Rows]:
    """Find the sewers that run in each right-of-way.

    Parameters
    ----------
    rights : RightsOfWay
        In the frame, cut into stretches where a sewer far along the street does not count.
    mains : Mains
        Sewers of all kinds; whether one counts is another question.
    accuracy_ft : float
        Combined accuracy of both layers in US survey feet: a line no farther outside is inside, and one no longer
        than twice that inside only ends on the edge.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    right_of_way, sewer : int arrays
        Pairs, ordered by right-of-way, then by sewer. A sewer may run in several, and in none.

    Examples
    --------
    >>> from gis.facts.sewers.ways.rights import RightsOfWay
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> from gis.layers.layer import Layer
    >>> one = lambda value: np.array([value], dtype=object)
    >>> street = RightsOfWay(one(shapely.box(0, 0, 900, 66)), one("Oak"), one("Oak"), one("street"),
    ...     one("rights_of_way"), np.array([True]), one("e"), one(None))
    >>> lines = [[(50, 33), (400, 33)], [(200, -90), (200, 150)], [(600, 90), (600, 33)]]
    >>> shapes = np.array([shapely.LineString(line) for line in lines])
    >>> held = holding(street, Mains(None, shapes, *[np.full(3, None)] * 5), 0.1, LOCAL_FEET)
    >>> [rows.tolist() for rows in held]
    [[0], [0]]
    """
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    sewer, right = rights.tree.query(mains.geometries, predicate="dwithin", distance=reach)
    used, at = np.unique(right, return_inverse=True)
    grown = np.asarray(shapely.buffer(rights.geometries[used], reach, join_style="mitre"), dtype=object)
    inside = shapely.intersection(mains.geometries[sewer], grown[at])
    lengths = shapely.length(inside)
    width = 2 * shapely.area(rights.geometries)[right] / shapely.length(rights.geometries)[right]
    runs = np.asarray(lengths > 2 * reach, dtype=bool)
    short = np.flatnonzero(runs & (lengths <= _LONG_IN_WIDTHS * width))
    streets, street = _whole_streets(rights, right[short], reach)
    runs[short] = _runs_along(inside[short], street, streets, frame) > 0
    order = np.lexsort((sewer[runs], right[runs]))
    return right[runs][order], sewer[runs][order]


def sewers_off_rights_of_way(rights: RightsOfWay, mains: Mains, accuracy_ft: float, frame: Frame) -> Rows:
    """Return the sewers that leave all rights-of-way and easements on file for more than the accuracy.

    Such a sewer lies across parcels, or on ground that nobody recorded: it implies an easement that is not on file,
    which is a doubt to be told and makes no duty. Parameters are those of `holding`.
    """
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    return np.flatnonzero(~shapely.is_empty(bare_parts(mains.geometries, rights.geometries, reach)))


def _whole_streets(rights: RightsOfWay, rows: Rows, reach: float) -> tuple[Geometries, Rows]:
    """Return the streets that some rights-of-way are pieces of, and the street of each.

    A record shorter than it is wide, or a stretch between two close crossings, does not show which way its street runs.
    Nor does a street of such a record alone: it is looked at with those that it meets.
    """
    names = np.where(rights.streets == None, rights.ids, rights.streets)  # noqa: E711  item by item
    code, _ = pd.factorize(names)
    wanted, street = np.unique(code[rows], return_inverse=True)
    shapes = np.array([_grown(rights.geometries[code == each], reach) for each in wanted], dtype=object)
    width = 2 * shapely.area(shapes) / shapely.length(shapes)
    for i in np.flatnonzero(shapely.length(shapes) / 2 - width < _COMPACT_IN_WIDTHS * width):
        near = rights.tree.query(shapes[i], predicate="dwithin", distance=reach)
        is_alike = np.isin(rights.kinds[near], rights.kinds[code == wanted[i]])
        shapes[i] = _grown(rights.geometries[near[is_alike]], reach)
    return shapes, street


def _grown(shapes: Geometries, reach: float) -> shapely.Geometry:
    return shapely.union_all(shapely.buffer(shapes, reach, join_style="mitre"))


def _runs_along(lines: Geometries, rows: Rows, shapes: Geometries, frame: Frame) -> Floats:
    """Return how much more of each line runs along its shape than across it.

    It runs along where the ground goes on farther in the line's direction than square to it.
    """
    pieces = sides_of_lines(shapely.segmentize(lines, _PIECE_FT / frame.unit_ft))
    used, at = np.unique(rows, return_inverse=True)
    outlines, shape = Outlines(shapes[used]), at[pieces.owner]
    middle, length = (pieces.start + pieces.end) / 2, pieces.lengths()
    along = (pieces.end - pieces.start) / length[:, None] * (_FAR_FT / frame.unit_ft)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    ahead, aside = (
        outlines.inner_lengths(shape, middle, way, frame.grid) + outlines.inner_lengths(shape, middle, -way, frame.grid)
        for way in (along, across)
    )
    return np.bincount(pieces.owner, weights=np.where(ahead > aside, length, -length), minlength=len(lines)).astype(
        float
    )
