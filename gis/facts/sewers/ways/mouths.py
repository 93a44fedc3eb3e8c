"""Where is a right-of-way cut at an intersection that no centreline tells: across it, from a side street's mouth?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.outlines import Outlines
from gis.geometry.alongside import Floats, alongside, parts_of
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_NARROWEST_FT, _WIDEST_FT = 8.0, 200.0
"""Two rights-of-way that share a shorter line touch in a corner, and a longer one lie side by side."""
_USUAL_FT, _LEADS_FT = 80.0, 33.0
"""A side street as wide as usual leads away from its mouth for more than this, a wider one for more than its width:
else it is a strip that was given to widen the street, or the street beside such a strip."""
_PAST_FT = 0.05
"""A cut goes past the outline by so much, so that it cuts through."""


@dataclass(frozen=True, eq=False)
class Mouths:
    """Lines along which shapes are to be cut where others meet or cross them.

    Attributes
    ----------
    of : int array
        Position of the shape that each line cuts.
    lines : object array of LineString
        From the middle of a mouth straight to the other side.
    by : int array
        Position of the shape that meets it there.
    widths : float array
        Width of the mouth, in units of the plane.
    """

    of: Rows
    lines: Geometries
    by: Rows
    widths: Floats

    def only(self, rows: Rows | Flags) -> Mouths:
        """Return some of them, in the order of the rows."""
        return Mouths(self.of[rows], self.lines[rows], self.by[rows], self.widths[rows])


def cuts_at_mouths(outlines: Outlines, wanted: Rows, is_alley: Flags, frame: Frame) -> Mouths:
    """Return lines along which shapes are to be cut where others meet or cross them.

    Parameters
    ----------
    outlines : Outlines
        Of rights-of-way in the frame.
    wanted : int array
        Positions of those that are to be cut.
    is_alley : bool array
        Alleys: one that ends in a street is no intersection of that street.
    frame : Frame
        The plane.

    Returns
    -------
    Mouths
        None where the shape does not go on to both hands for more than its width: there it ends, and another goes on
        or turns off. None where the other does not lead away.
    """
    of, by, mouths = _mouths(outlines, wanted, is_alley, _PAST_FT / frame.unit_ft)
    start, end = (shapely.get_coordinates(shapely.get_point(mouths, at)) for at in (0, -1))
    width = np.hypot(*(end - start).T)
    is_mouth = (width > _NARROWEST_FT / frame.unit_ft) & (width < _WIDEST_FT / frame.unit_ft)
    of, by, width = of[is_mouth], by[is_mouth], width[is_mouth]
    middle, along = (start + end)[is_mouth] / 2, (end - start)[is_mouth] / width[:, None]
    is_usual = width <= _USUAL_FT / frame.unit_ft
    leads = np.where(is_usual, np.minimum(width, _LEADS_FT / frame.unit_ft), width)
    lines, is_cut = _across(outlines, (of, by), middle, along, leads, frame)
    return _not_twice(Mouths(of, lines, by, width).only(is_cut))


def _mouths(outlines: Outlines, wanted: Rows, is_alley: Flags, reach: float) -> tuple[Rows, Rows, Geometries]:
    """Return the lines that shapes share with others, or that others cut out of their outlines, and whose they are."""
    shapes, sides = outlines.shapes, outlines.sides
    own = np.flatnonzero(np.isin(sides.owner, wanted))
    a, b = outlines.tree.query(outlines.tree.geometries[own], predicate="dwithin", distance=reach)
    a = own[a]
    one, other = sides.owner[a], sides.owner[b]
    counts = (one != other) & (~is_alley[other] | is_alley[one])
    a, b, one, other = a[counts], b[counts], one[counts], other[counts]
    low, high = alongside(sides.only(a), sides.only(b), reach)
    runs = high - low > reach
    count = max(len(shapes), 1)
    pairs, pair = np.unique(one[runs] * count + other[runs], return_inverse=True)
    order = np.lexsort((a[runs], pair))
    pieces = parts_of(sides.only(a[runs][order]), low[runs][order], high[runs][order])
    shared = shapely.line_merge(shapely.multilinestrings(pieces, indices=pair[order]))
    # Streets that are drawn over each other share no line.
    over = np.setdiff1d(one * count + other, pairs)
    crossing, crossed_by = np.divmod(over, count)
    cut_out = shapely.line_merge(shapely.intersection(shapely.boundary(shapes[crossing]), shapes[crossed_by]))
    mouths, row = shapely.get_parts(np.concatenate([shared, cut_out]), return_index=True)
    is_line = shapely.get_dimensions(mouths) == 1
    of, by = np.divmod(np.concatenate([pairs, over])[row[is_line]], count)
    return of, by, mouths[is_line]


def _across(  # noqa: PLR0913  two shapes, a mouth between them and the plane
    outlines: Outlines, both: tuple[Rows, Rows], middle: Floats, along: Floats, leads: Floats, frame: Frame
) -> tuple[Geometries, Flags]:
    """Return the line straight across each street from the middle of a mouth, and whether it is one across."""
    of, by = both
    past, most = _PAST_FT / frame.unit_ft, 2 * _WIDEST_FT / frame.unit_ft
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    up, down = (outlines.inner_lengths(of, middle, way * normal * most, past) for way in (1, -1))
    depth = np.maximum(up, down)
    way = np.where((up >= down)[:, None], normal, -normal)
    inner = middle + way * depth[:, None] / 2
    farther = along * (depth + 2 * past)[:, None]
    least = np.minimum(*(outlines.inner_lengths(of, inner, hand * farther, past) for hand in (1, -1)))
    ends = np.stack([middle - way * past, middle + way * (depth + past)[:, None]], axis=1)
    is_across = np.asarray((depth > past) & (depth < most) & (least > depth), dtype=bool)
    rows = np.flatnonzero(is_across)
    away = outlines.inner_lengths(by[rows], (middle - way * 2 * past)[rows], -way[rows] * most, past)
    is_across[rows] = away + past > leads[rows]
    return np.asarray(shapely.linestrings(ends), dtype=object), is_across


def _not_twice(mouths: Mouths) -> Mouths:
    """Leave out cuts that lie nearer than half a mouth to an earlier one of the same shape: of a street straight on."""
    lines, of = mouths.lines, mouths.of
    one, other = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=mouths.widths / 2)
    again = (other < one) & (of[one] == of[other])
    left_out: set[int] = set()
    for row, earlier in sorted(zip(one[again].tolist(), other[again].tolist(), strict=True)):
        if earlier not in left_out:
            left_out.add(row)
    return mouths.only(np.setdiff1d(np.arange(len(of)), np.array(sorted(left_out), dtype=np.intp)))
