"""Which ground meets which sewer: by a line shared with what holds it or, across a gap, by facing it?

A right-of-way that is only the gap between parcels has no line of its own to share: there the parcels meet a sewer
that face it, and one that only lies beyond its end does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.blocks.blocks import NO_PUBLIC_SEWER
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.frontage import Frontages
from gis.facts.sewers.meetings.predicates import EASEMENT, Meetings
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.rights_of_way import SurveyedWays

Rows = npt.NDArray[np.intp]

_GAP = "gap"


@dataclass(frozen=True, eq=False)
class AcrossGaps:
    """Ground and the sewers in the gap before it.

    Attributes
    ----------
    ground, sewer : int arrays
        Pairs where ground faces the sewer.
    beyond_end : pair of int arrays
        Ground and a sewer that ends short of facing it.
    """

    ground: Rows
    sewer: Rows
    beyond_end: tuple[Rows, Rows]


def no_meetings() -> Meetings:
    """Return no pairs, where no sewers are on file."""
    none, no = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
    return Meetings(none, none, none, none, is_point=no, is_easement=no)


def across_gaps(ways: SurveyedWays, mains: Mains, piece_of_row: Rows) -> AcrossGaps:
    """Tell which ground faces which sewer across a gap.

    Parameters
    ----------
    ways : SurveyedWays
        What was found in the gaps along sewers and centrelines; of the centrelines nothing is told here.
    mains : Mains
        The sewers of the same layer.
    piece_of_row : int array
        Piece of ground of each row of the layer of parcels.
    """
    looked_at = _looked_at(mains)
    facing, beyond = ways.gaps.facing, ways.gaps.beyond_end
    is_sewer, ends = facing.line < len(looked_at), beyond[1] < len(looked_at)
    return AcrossGaps(
        ground=piece_of_row[facing.parcel[is_sewer]],
        sewer=looked_at[facing.line[is_sewer]],
        beyond_end=(piece_of_row[beyond[0][ends]], looked_at[beyond[1][ends]]),
    )


def held_with_gaps(held: tuple[Rows, Rows], ways: SurveyedWays, mains: Mains) -> tuple[Rows, Rows]:
    """Return rights-of-way and the sewers in them, with each sewer in the gap that was told along it.

    However short such a gap is, the sewer runs in it: it is told from nothing else.
    """
    looked_at = _looked_at(mains)
    gaps = np.flatnonzero(ways.rights.sources == _GAP)
    along = ways.gaps.line < len(looked_at)
    right = np.concatenate([held[0], gaps[along]])
    sewer = np.concatenate([held[1], looked_at[ways.gaps.line[along]]])
    pairs = np.unique(np.stack([right, sewer]), axis=1)
    return pairs[0], pairs[1]


def _looked_at(mains: Mains) -> Rows:
    """Return the sewers along which gaps are looked for, which stand before the centrelines among the lines."""
    return np.flatnonzero(~np.isin(mains.kinds, NO_PUBLIC_SEWER))


def meetings(
    fronts: Frontages, rights: RightsOfWay, mains: Mains, held: tuple[Rows, Rows], across: AcrossGaps
) -> Meetings:
    """Join ground and sewers through the rights-of-way, and across the gaps.

    Parameters
    ----------
    fronts : Frontages
        Of the pieces of ground on all rights-of-way.
    rights : RightsOfWay
        In the frame.
    mains : Mains
        The sewers.
    held : pair of int arrays
        Rights-of-way and the sewers that run in them.
    across : AcrossGaps
        Who faces which sewer.

    Returns
    -------
    Meetings
        On a gap, only of ground that faces the sewer. Where several sewers share a gap, each may have been told from
        one of them: ground meets another that it faces on the part of the gap nearest to that sewer.
    """
    front, pair = through(fronts.right_of_way, held[0])
    sewer = held[1][pair]
    is_gap = rights.sources[fronts.right_of_way] == _GAP
    faced = across.ground * len(mains) + across.sewer
    met = fronts.parcel[front] * len(mains) + sewer
    kept = ~is_gap[front] | (np.isin(met, faced) & ~fronts.is_point[front])
    rest = np.flatnonzero(~np.isin(faced, met[kept & is_gap[front]]))
    on_gap = np.flatnonzero(is_gap & ~fronts.is_point)
    row, place = through(across.ground[rest], fronts.parcel[on_gap])
    other = across.sewer[rest[row]]
    away = shapely.distance(rights.geometries[fronts.right_of_way[on_gap[place]]], mains.geometries[other])
    order = np.lexsort((place, away, row))
    first = order[np.unique(row[order], return_index=True)[1]]
    front = np.concatenate([front[kept], on_gap[place[first]]])
    sewer = np.concatenate([sewer[kept], other[first]])
    order = np.lexsort((sewer, front))
    front, sewer = front[order], sewer[order]
    right = fronts.right_of_way[front]
    is_easement = np.asarray(rights.kinds[right] == EASEMENT, dtype=bool)
    return Meetings(fronts.parcel[front], right, sewer, front, fronts.is_point[front], is_easement)
