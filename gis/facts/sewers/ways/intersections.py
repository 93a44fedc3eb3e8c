"""Where is a right-of-way cut, from the middle of an intersection that centrelines tell to the corners around it?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.shapes.outlines import Outlines
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.centrelines import Centrelines, chains
from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_SAMPLE_FT = 100.0
"""How far from an intersection a street is looked at for where it leads and how wide it is."""
_HALF_WIDEST_FT = 100.0
"""How far a street's edge is looked for on one hand; ground that goes on farther there is another street."""
_STRAIGHT = np.radians(170)
"""Streets at a wider angle have no corner between them."""
_CORNER_FT = 20.0
"""A corner of the polygon is looked for so near to where the streets' widths put it; it may be rounded off."""
_FARTHEST = 4.0
"""How far a cut may lead, in half-widths of the street."""
_MEET_FT = 1.0
"""A centreline on the edge of a polygon, as where a street is halved, may lie this far outside."""
_PAST_FT = 0.05
"""A cut goes past the outline by so much, so that it cuts through."""


@dataclass(frozen=True, slots=True)
class _Arms:
    """Streets that lead away from a place within a shape, ordered by shape, place and direction.

    `left` and `right` are how far the ground goes on either hand of the street's line.
    """

    shape: Rows
    node: Rows
    stretch: Rows
    angle: Floats
    left: Floats
    right: Floats

    def only(self, rows: Rows | Flags) -> _Arms:
        return _Arms(*(getattr(self, name)[rows] for name in self.__slots__))


def cuts_to_corners(outlines: Outlines, wanted: Rows, net: Centrelines, frame: Frame) -> tuple[Rows, Geometries]:
    """Return lines along which shapes are to be cut at intersections.

    Parameters
    ----------
    outlines : Outlines
        Of rights-of-way in the frame.
    wanted : int array
        Positions of those that are to be cut.
    net : Centrelines
        Streets and where they meet.
    frame : Frame
        The plane.

    Returns
    -------
    shape : int array
        Position of the shape that each line cuts.
    lines : object array of LineString
        From the middle of the intersection to the corner between two streets, or straight across where they go on
        without a corner. Two streets that are one stretch have no cut between them.
    """
    arms = _arms(outlines, wanted, net, frame)
    following = _next(arms)
    parts = np.flatnonzero(arms.stretch != arms.stretch[following])
    ends = np.full((len(following), 2), np.nan)
    ends[parts] = _ends(outlines, arms.only(parts), arms.only(following[parts]), net, frame)
    before = np.empty_like(following)
    before[following] = np.arange(len(following))
    # An alley in the side of a street that goes on: the street's ground ends straight at its mouth.
    is_side = (arms.stretch[before] == arms.stretch[following]) & (arms.stretch != arms.stretch[following])
    is_side &= np.isfinite(ends[before, 0]) & np.isfinite(ends[:, 0])
    to_middle = np.isfinite(ends[:, 0]) & ~is_side & ~is_side[following]
    starts = np.concatenate([net.places[arms.node[to_middle]], ends[before[is_side]]])
    lines = shapely.linestrings(np.stack([starts, np.concatenate([ends[to_middle], ends[is_side]])], axis=1))
    return np.concatenate([arms.shape[to_middle], arms.shape[is_side]]), np.asarray(lines, dtype=object)


def _ends(outlines: Outlines, one: _Arms, other: _Arms, net: Centrelines, frame: Frame) -> Floats:
    """Return where the ground of two neighbouring streets parts at the outline; no number where that is too far."""
    turn = (other.angle - one.angle) % (2 * np.pi)
    origin = net.places[one.node]
    widest = np.maximum(one.left, other.right)
    has_corner = (turn < _STRAIGHT) & (turn > np.pi - _STRAIGHT)
    to_corner = (other.right[:, None] * _unit(one.angle) + one.left[:, None] * _unit(other.angle)) / np.where(
        has_corner, np.sin(turn), 1.0
    )[:, None]
    across = _unit(one.angle + turn / 2) * widest[:, None]
    toward = np.where(has_corner[:, None], to_corner, across)
    corner = _corners(
        outlines.shapes, one.shape, origin + toward, np.where(has_corner, _CORNER_FT / frame.unit_ft, 0.0)
    )
    past, far = _PAST_FT / frame.unit_ft, np.maximum(widest * _FARTHEST, 1.0)
    unit = toward / np.maximum(np.hypot(*toward.T), frame.grid)[:, None]
    away = outlines.inner_lengths(one.shape, origin, unit * far[:, None], past)
    hit = origin + unit * (away + past)[:, None]
    ends = np.where(np.isfinite(corner), corner, hit)
    is_cut = (away > past) & (np.isfinite(corner[:, 0]) | (away < far - past))
    return np.where(is_cut[:, None], ends, np.nan)


def _unit(angle: Floats) -> Floats:
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _arms(outlines: Outlines, wanted: Rows, net: Centrelines, frame: Frame) -> _Arms:
    whole = chains(net)
    shapes, lengths = outlines.shapes, shapely.length(whole.lines)
    aside = np.minimum(_SAMPLE_FT / frame.unit_ft, lengths / 2)
    samples = np.concatenate(
        [
            shapely.line_interpolate_point(whole.lines, aside),
            shapely.line_interpolate_point(whole.lines, lengths - aside),
        ]
    )
    node = np.concatenate([whole.nodes[:, 0], whole.nodes[:, 1]])
    reach = _MEET_FT / frame.unit_ft
    there, shape = shapely.STRtree(shapes[wanted]).query(
        shapely.points(net.places), predicate="dwithin", distance=reach
    )
    place, arm = through(there, node)
    shape = wanted[shape[place]]
    is_in = np.asarray(shapely.dwithin(shapes[shape], samples[arm], reach), dtype=bool)
    shape, arm = shape[is_in], arm[is_in]
    at = shapely.get_coordinates(samples[arm])
    away = at - net.places[node[arm]]
    angle = np.arctan2(away[:, 1], away[:, 0])
    most = _HALF_WIDEST_FT / frame.unit_ft
    left, right = (
        outlines.inner_lengths(shape, at, _unit(angle + turn) * most, reach) for turn in (np.pi / 2, -np.pi / 2)
    )
    is_edge_left, is_edge_right = left < most - reach, right < most - reach
    left, right = np.where(is_edge_left, left, right), np.where(is_edge_right, right, left)
    order = np.lexsort((arm, angle, node[arm], shape))
    return _Arms(shape, node[arm], np.concatenate([whole.stretch] * 2)[arm], angle, left, right).only(order)


def _next(arms: _Arms) -> Rows:
    """Return for each street the next one around the same place, against the clock."""
    is_first = np.ones(len(arms.shape), dtype=bool)
    is_first[1:] = (np.diff(arms.shape) != 0) | (np.diff(arms.node) != 0)
    first = np.flatnonzero(is_first)
    following = np.arange(1, len(is_first) + 1)
    following[np.append(first[1:], len(is_first))[: len(first)] - 1] = first
    return following


def _corners(shapes: Geometries, shape: Rows, toward: Floats, within: Floats) -> Floats:
    """Return the vertex of each shape nearest to a point, no number where none lies so near."""
    used, at = np.unique(shape, return_inverse=True)
    vertices, owner = shapely.get_coordinates(shapes[used], return_index=True)
    looked = np.flatnonzero(within > 0)
    query, vertex = shapely.STRtree(shapely.points(vertices)).query(
        shapely.points(toward[looked]), predicate="dwithin", distance=within[looked]
    )
    query = looked[query]
    own = owner[vertex] == at[query]
    query, vertex = query[own], vertex[own]
    away = np.hypot(*(vertices[vertex] - toward[query]).T)
    found = np.full(toward.shape, np.nan)
    # Written from the farthest to the nearest, so that the nearest is the last to write.
    order = np.lexsort((vertex, -away))
    found[query[order]] = vertices[vertex[order]]
    return found
