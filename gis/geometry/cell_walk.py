"""Through which cells of a grid do the outlines of polygons run?

Coordinates here are those of the grid: x counts columns, y counts rows, and the cell in row r and column c is the
square from (c, r) to (c + 1, r + 1), wherever its corners lie on the Earth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.rings import rings_of_all

Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

_POLYGONAL = (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)
_PIECES_AT_ONCE = 1 << 20
"""Pieces of outlines in memory at a time: some hundred megabytes at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """The edges of polygons, each with the polygon on its left, so that a hole runs the other way round.

    Attributes
    ----------
    count : int
        How many polygons there are.
    owner : intp array
        Position of the polygon that each edge belongs to, ascending.
    start, end : float arrays, shape (n, 2)
        Column and row at both ends. Edges along a row are left out: they bound no land to their left or right.
    reach : float array, shape (count, 2)
        Least and greatest column of each polygon; infinity and its negative where it has no edge.
    """

    count: int
    owner: Rows
    start: Floats
    end: Floats
    reach: Floats

    def bounds(self) -> tuple[float, float, float, float]:
        """Return the least and greatest column, and the least and greatest row; zeros where there is no edge."""
        if not len(self.owner):
            return 0.0, 0.0, 0.0, 0.0
        (left, low), (right, high) = (
            np.minimum(self.start.min(axis=0), self.end.min(axis=0)),
            np.maximum(self.start.max(axis=0), self.end.max(axis=0)),
        )
        return float(left), float(right), float(low), float(high)

    def between(self, first_row: int, last_row: int) -> Outlines:
        """Return the edges that have a part in some rows."""
        low, high = np.minimum(self.start[:, 1], self.end[:, 1]), np.maximum(self.start[:, 1], self.end[:, 1])
        return self._only((high > first_row) & (low < last_row))

    def across(self, first_column: int, last_column: int) -> Outlines:
        """Return the edges of polygons that have a part in some columns; of each all edges, or none."""
        meets = (self.reach[:, 1] > first_column) & (self.reach[:, 0] < last_column)
        return self._only(meets[self.owner])

    def _only(self, kept: npt.NDArray[np.bool_]) -> Outlines:
        rows = np.flatnonzero(kept)
        return replace(self, owner=self.owner[rows], start=self.start[rows], end=self.end[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Outlines cut where they pass from cell to cell.

    Attributes
    ----------
    owner : intp array
        Polygon of each piece.
    row, column : intp arrays
        The cell in which it runs, counted from the first row and column of the block; column -1 stands for all land
        left of the block, the number of its columns for all land right of it.
    share : float array
        How far into the cell its middle lies, 0 at the left side and 1 at the right.
    rise : float array
        Rows that it goes up; negative where it goes down.
    """

    owner: Rows
    row: Rows
    column: Rows
    share: Floats
    rise: Floats


def outlines_of(polygons: Geometries) -> Outlines:
    """Return the edges of polygons in the coordinates of a grid.

    Parameters
    ----------
    polygons : object array of Polygon or MultiPolygon
        In columns and rows; holes may run either way round. Missing and empty ones, and other types, have no edges.

    Returns
    -------
    Outlines
        In the order of the polygons.
    """
    lands = polygons.copy()
    lands[~np.isin(shapely.get_type_id(lands), _POLYGONAL)] = None
    rings = rings_of_all(lands)
    points, offsets = rings.coordinates, rings.offsets
    reach = np.tile((np.inf, -np.inf), (len(polygons), 1))
    if not len(rings.owner):
        nothing = np.zeros((0, 2))
        return Outlines(len(polygons), np.zeros(0, dtype=np.intp), nothing, nothing, reach)
    ring = np.repeat(np.arange(len(rings.owner)), np.diff(offsets))
    # Near the first vertex of its ring, a product of coordinates loses no digits.
    near = points - points[offsets[:-1]][ring]
    is_edge = np.ones(len(points) - 1, dtype=bool)
    is_edge[offsets[1:-1] - 1] = False
    twice = np.where(is_edge, near[:-1, 0] * near[1:, 1] - near[1:, 0] * near[:-1, 1], 0.0)
    twice_areas = np.bincount(ring[:-1], weights=twice, minlength=len(rings.owner))
    edge = np.flatnonzero(is_edge & (points[:-1, 1] != points[1:, 1]))
    is_turned = ((twice_areas < 0) != rings.is_hole)[ring[edge]][:, np.newaxis]
    start, end = points[edge], points[edge + 1]
    owner = rings.owner[ring[edge]].astype(np.intp)
    begins = np.flatnonzero(np.diff(owner, prepend=-1))
    if len(begins):
        reach[owner[begins], 0] = np.minimum.reduceat(np.minimum(start[:, 0], end[:, 0]), begins)
        reach[owner[begins], 1] = np.maximum.reduceat(np.maximum(start[:, 0], end[:, 0]), begins)
    return Outlines(
        count=len(polygons),
        owner=owner,
        start=np.where(is_turned, end, start),
        end=np.where(is_turned, start, end),
        reach=reach,
    )


def walk(outlines: Outlines, rows: tuple[int, int], columns: tuple[int, int]) -> Iterator[Pieces]:
    """Cut outlines into one piece for each cell of a block that they run through.

    Parameters
    ----------
    outlines : Outlines
        Of polygons anywhere.
    rows, columns : tuple of int
        First of the block, and one past the last.

    Returns
    -------
    iterator of Pieces
        Some at a time, so that memory stays bounded. The rises of the pieces of a ring within one row sum to nothing.
    """
    near = outlines.between(*rows)
    low = np.maximum(np.minimum(near.start[:, 1], near.end[:, 1]), rows[0])
    high = np.minimum(np.maximum(near.start[:, 1], near.end[:, 1]), rows[1])
    first = np.floor(low)
    counts = np.ceil(high) - first
    crossed = counts + np.abs(near.end[:, 0] - near.start[:, 0]).clip(0, columns[1] - columns[0])
    batches = np.cumsum(crossed) // _PIECES_AT_ONCE
    ends = np.flatnonzero(np.diff(batches, append=np.inf)) + 1
    for begin, end in pairwise((0, *ends.tolist())):
        chosen = slice(begin, end)
        edge, row, bottom, top = _by_row(
            np.arange(begin, end), first[chosen], counts[chosen].astype(np.intp), (low[chosen], high[chosen])
        )
        yield _by_column(near, edge, row - rows[0], (bottom, top), columns)


def _by_row(edges: Rows, first: Floats, counts: Rows, span: tuple[Floats, Floats]) -> tuple[Rows, Rows, Floats, Floats]:
    """Return for each edge and row that it runs in: the edge, the row, and from where to where it runs there."""
    which = np.repeat(np.arange(len(edges)), counts)
    row = first[which] + _within(counts)
    low, high = span
    return edges[which], row.astype(np.intp), np.maximum(low[which], row), np.minimum(high[which], row + 1)


def _by_column(
    outlines: Outlines, edge: Rows, row: Rows, span: tuple[Floats, Floats], columns: tuple[int, int]
) -> Pieces:
    start, end = outlines.start[edge], outlines.end[edge]
    bottom, top = span
    rise = np.where(end[:, 1] > start[:, 1], top - bottom, bottom - top)
    ends = _column_at(start, end, bottom) - columns[0], _column_at(start, end, top) - columns[0]
    low, high = np.minimum(*ends), np.maximum(*ends)
    width = columns[1] - columns[0]
    first = np.clip(np.floor(low), -1, width)
    last = np.clip(np.ceil(high) - 1, first, width)
    counts = (last - first).astype(np.intp) + 1
    which = np.repeat(np.arange(len(edge)), counts)
    step = _within(counts)
    column = first[which] + step
    low, high = low[which], high[which]
    left = np.where(step == 0, low, column)
    right = np.where(column == last[which], high, column + 1)
    length = high - low
    part = np.divide(right - left, length, out=np.ones_like(length), where=length > 0)
    return Pieces(
        owner=outlines.owner[edge[which]],
        row=row[which],
        column=column.astype(np.intp),
        share=np.clip((left + right) / 2 - column, 0.0, 1.0),
        rise=rise[which] * part,
    )


def _column_at(start: Floats, end: Floats, row: Floats) -> Floats:
    """Return the column at which an edge passes a row; at its ends, the end itself."""
    along = (row - start[:, 1]) / (end[:, 1] - start[:, 1])
    column = start[:, 0] + (end[:, 0] - start[:, 0]) * along
    between = np.clip(column, np.minimum(start[:, 0], end[:, 0]), np.maximum(start[:, 0], end[:, 0]))
    found: Floats = np.where(row == end[:, 1], end[:, 0], between)
    return found


def _within(counts: Rows) -> Rows:
    """Return 0, 1, 2 ... anew for each count."""
    ends = np.cumsum(counts)
    steps: Rows = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    return steps
