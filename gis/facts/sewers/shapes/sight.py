"""What does one see looking squarely off a line to its left and right: which shape first, and how far away?

Along each straight piece of a line, `t` runs from its start and `h` away from it, to the left above 0 and to the
right below. The sides of shapes near it, drawn in `t` and `h`, are cut where any of them begins or ends; between two
cuts the nearest is seen and hides the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.alongside import Floats, Sides, alongside, boxes_beside

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

LEFT, RIGHT = 1, -1


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen off pieces of lines, ordered by piece, left before right, then along the piece.

    Attributes
    ----------
    piece : int array
        Position of the straight piece.
    hand : int array
        1 to the left, -1 to the right.
    start, end : float arrays
        From where to where along the piece, in units of the plane.
    near, far : float arrays
        How far away what is seen lies at the start and at the end.
    seen : int array
        Position of the shape.
    """

    piece: Rows
    hand: Rows
    start: Floats
    end: Floats
    near: Floats
    far: Floats
    seen: Rows

    def only(self, rows: Rows | Flags) -> Sight:
        """Return some of it."""
        return Sight(*(getattr(self, name)[rows] for name in self.__slots__))


def sight(pieces: Sides, obstacles: Sides, reach: float, least: float) -> Sight:
    """Look squarely off straight pieces of lines.

    Parameters
    ----------
    pieces : Sides
        Of the lines that one looks from.
    obstacles : Sides
        Of the shapes that one may see.
    reach : float
        How far one sees, in units of the plane.
    least : float
        Shorter stretches are rounding and left out, in units of the plane.

    Returns
    -------
    Sight
        Nothing where no shape lies within reach. A side that stands square to the piece is not seen.

    Examples
    --------
    >>> from gis.geometry.alongside import sides_of, sides_of_lines
    >>> street = sides_of_lines(np.array([shapely.LineString([(0, 0), (100, 0)])]))
    >>> lots = sides_of(shapely.box([0, 60], [33, 33], [60, 160], [183, 183]))
    >>> seen = sight(street, lots, 200.0, 0.001)
    >>> seen.seen.tolist(), seen.start.tolist(), seen.end.tolist(), seen.near.tolist()
    ([0, 1], [0.0, 60.0], [60.0, 100.0], [33.0, 33.0])
    """
    piece, other = boxes_beside(pieces, shapely.STRtree(obstacles.lines()), reach)
    one, side = pieces.only(piece), obstacles.only(other)
    start, end = alongside(one, side, reach)
    height = _heights(one, side)
    middle = height[0] + height[1] * (start + end) / 2
    hand = np.where(middle >= 0, LEFT, RIGHT)
    shown = np.flatnonzero(end - start > least)
    order = shown[np.lexsort((hand[shown] == RIGHT, piece[shown]))]
    piece, hand, start, end = piece[order], hand[order], start[order], end[order]
    level, slope = height[0][order], height[1][order]
    lane = 2 * piece + (hand == RIGHT)
    cuts, at = cuts_of(lane, start, end)
    pair, cut = spans(at[: len(lane)], at[len(lane) :])
    left, right = cuts[1][cut], cuts[1][cut + 1]
    away = np.abs(level[pair] + slope[pair] * (left + right) / 2)
    nearest = np.lexsort((other[order][pair], away, cut))
    nearest = nearest[np.concatenate([[True], np.diff(cut[nearest]) > 0])] if len(nearest) else nearest
    nearest = nearest[(right - left)[nearest] > least]
    chosen, left, right = pair[nearest], left[nearest], right[nearest]
    return Sight(
        piece=piece[chosen],
        hand=hand[chosen],
        start=left,
        end=right,
        near=np.abs(level[chosen] + slope[chosen] * left),
        far=np.abs(level[chosen] + slope[chosen] * right),
        seen=obstacles.owner[other[order][chosen]],
    )


def _heights(one: Sides, side: Sides) -> tuple[Floats, Floats]:
    """Return the height of the line of each side over the start of its piece, and its rise along the piece."""
    along = one.end - one.start
    unit = along / np.hypot(*along.T)[:, None]
    across = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    from_start, from_end = side.start - one.start, side.end - one.start
    t0, t1 = (from_start * unit).sum(axis=1), (from_end * unit).sum(axis=1)
    h0, h1 = (from_start * across).sum(axis=1), (from_end * across).sum(axis=1)
    run = t1 - t0
    slope = (h1 - h0) / np.where(run == 0, 1.0, run)
    return h0 - slope * t0, slope


def cuts_of(lane: Rows, start: Floats, end: Floats) -> tuple[tuple[Rows, Floats], Rows]:
    """Return all starts and ends once, by lane and place, and for each start, then each end, its position there."""
    lanes, places = np.concatenate([lane, lane]), np.concatenate([start, end])
    order = np.lexsort((places, lanes))
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (np.diff(lanes[order]) != 0) | (np.diff(places[order]) != 0)
    at = np.empty(len(order), dtype=np.intp)
    at[order] = np.cumsum(is_new) - 1
    return (lanes[order][is_new], places[order][is_new]), at


def spans(first: Rows, last: Rows) -> tuple[Rows, Rows]:
    """Return each row with each cut from its first up to, not including, its last."""
    counts = last - first
    row = np.repeat(np.arange(len(first)), counts)
    return row, np.arange(len(row)) + np.repeat(first - np.cumsum(counts) + counts, counts)
