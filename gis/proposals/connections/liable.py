"""Which parcels does a main make liable that were not so before: the difference of two judgements?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np

from gis.model.connections import LiableParcel, ParcelConnection
from gis.model.finding import State
from gis.proposals.connections.area import Area
from gis.proposals.connections.judging import Judging
from gis.proposals.connections.notices import notices
from gis.proposals.connections.words import frontage_ft

_DUE = frozenset({State.PASS})
_OPEN = frozenset({State.NEEDS_EVIDENCE, State.UNDETERMINED, State.WITHIN_TOLERANCE})


@dataclass(frozen=True, slots=True)
class MadeLiable:
    """Parcels that must connect because of a main, and those for which it leaves a fact to find out."""

    liable: tuple[LiableParcel, ...]
    open: tuple[LiableParcel, ...]


def made_liable(before: Area, after: Area, main_id: str, operational: dt.date) -> MadeLiable:
    """Compare the same parcels without a main and with it in service.

    Parameters
    ----------
    before : Area
        The ground as if the main were not there.
    after : Area
        The same ground with the main in service.
    main_id : str
        The main.
    operational : date
        Day on which it begins to serve.

    Returns
    -------
    MadeLiable
        In the order of ids and counties. A parcel that had to connect before is in neither list; nor is one of which
        the same fact is unknown with the main and without.
    """
    judging, earlier = Judging(after), Judging(before)
    liable: list[LiableParcel] = []
    left_open: list[LiableParcel] = []
    for position in _touched(after, main_id):
        parcel, state_before = judging.parcel(position), earlier.parcel(position).state
        if parcel.state is state_before or state_before in _DUE:
            continue
        listed = liable if parcel.state in _DUE else left_open if parcel.state in _OPEN else None
        if listed is not None:
            listed.append(_liable(judging, position, parcel, state_before, main_id, operational))
    return MadeLiable(tuple(sorted(liable, key=_order)), tuple(sorted(left_open, key=_order)))


def _touched(area: Area, main_id: str) -> list[int]:
    """Return the parcels that meet a right-of-way which holds the main, lie in a block with it, or are crossed by it.

    The survey takes the same parcels in the same order, whatever is supposed of the sewers.
    """
    ground, lines = area.ground, area.ground.mains
    if lines is None:
        return []
    main = np.flatnonzero(lines.ids == main_id)
    blocks = ground.in_blocks.block[np.isin(ground.in_blocks.sewer, main)]
    pieces = [
        ground.meetings.ground[np.isin(ground.meetings.sewer, main)],
        np.flatnonzero(np.isin(ground.block, blocks)),
        *(pair[0][np.isin(pair[1], main)] for pair in (ground.beyond_end, ground.crossed)),
    ]
    touched: list[int] = np.flatnonzero(np.isin(ground.ground, np.concatenate(pieces))).tolist()
    return touched


def _liable(  # noqa: PLR0913 - the parcel, how it stood and stands, and the main
    judging: Judging,
    position: int,
    parcel: ParcelConnection,
    state_before: State | None,
    main_id: str,
    operational: dt.date,
) -> LiableParcel:
    under = judging.under(position)[0]
    fronts = tuple(front for front in parcel.fronts if main_id in front.sewers)
    bench, facts = judging.benches[under.ordinance.id], judging.facts(under, position)
    told = tuple(notices(under, bench, facts, operational))
    return LiableParcel(parcel, state_before, frontage_ft(fronts), fronts, told)


def _order(each: LiableParcel) -> tuple[str, str]:
    return each.parcel.parcel_id, each.parcel.county or ""
