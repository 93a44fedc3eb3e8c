"""Which parcels do mains make liable that were not so before: the difference of two judgements?"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gis.model.connections import Front, LiableParcel, NoticeDue, ParcelConnection
from gis.model.finding import State
from gis.proposals.connections.area import Area
from gis.proposals.connections.judging import Judging
from gis.proposals.connections.notices import notices
from gis.proposals.connections.words import DUTY_WORDS, frontage_ft, standing
from gis.rules.words import all_listed

_DUE = frozenset({State.PASS})
_OPEN = frozenset({State.NEEDS_EVIDENCE, State.UNDETERMINED, State.WITHIN_TOLERANCE})


@dataclass(frozen=True, slots=True)
class MadeLiable:
    """The parcels along mains: those that must connect because of them, and why the others need not."""

    liable: tuple[LiableParcel, ...]
    open: tuple[LiableParcel, ...]
    """Those for which the mains leave a fact to find out."""
    already: tuple[LiableParcel, ...]
    """Those that must connect by other sewers, whether these mains serve or not."""
    others: Mapping[str, int]
    """How many of the others stand how, with the mains as without them."""

    def said(self, mains: Sequence[str]) -> str:
        """Say how all parcels along the mains stand, so that a short list is understood."""
        along = len(self.liable) + len(self.open) + len(self.already) + sum(self.others.values())
        parts = [
            f"{len(self.liable):,} made liable",
            f"{len(self.open):,} left with a fact to find out",
            f"{len(self.already):,} liable already by other sewers",
            *(f"{count:,} as before ({DUTY_WORDS[each]})" for each, count in self.others.items()),
        ]
        return f"Parcels along {all_listed(mains)}: {along:,}, of which {all_listed(parts)}."


def made_liable(before: Area, after: Area, mains: Collection[str], operational: dt.date) -> MadeLiable:
    """Compare the same parcels without mains and with them in service.

    Parameters
    ----------
    before : Area
        The ground as if the mains were not there.
    after : Area
        The same ground with the mains in service.
    mains : collection of str
        Ids of the mains.
    operational : date
        Day on which they begin to serve.

    Returns
    -------
    MadeLiable
        In the order of ids and counties, each parcel once, where one of the mains counts for it. A parcel that had to
        connect before is told apart; one of which the same fact is unknown with the mains and without is only counted.
    """
    judging, earlier = Judging(after), Judging(before)
    liable: list[LiableParcel] = []
    left_open: list[LiableParcel] = []
    already: list[LiableParcel] = []
    others: Counter[str] = Counter()
    for position in _touched(after, mains):
        parcel, state_before = judging.parcel(position), earlier.parcel(position).state
        is_along = _is_along(judging, position, parcel, mains)
        if parcel.connected:
            # Whatever the duty says, it is fulfilled: no notice goes out.
            others[standing(parcel)] += is_along
        elif state_before in _DUE and is_along:
            sewers = earlier.access(earlier.under(position)[0], position).sewers
            already.append(LiableParcel(parcel, state_before, *_along(parcel, mains), (), sewers))
        elif parcel.state is not state_before and parcel.state in _DUE | _OPEN and state_before not in _DUE:
            listed = liable if parcel.state in _DUE else left_open
            told = _notices(judging, position, operational)
            listed.append(LiableParcel(parcel, state_before, *_along(parcel, mains), told))
        elif is_along:
            others[standing(parcel)] += 1
    return MadeLiable(
        liable=tuple(sorted(liable, key=_order)),
        open=tuple(sorted(left_open, key=_order)),
        already=tuple(sorted(already, key=_order)),
        others={each: others[each] for each in DUTY_WORDS if others[each]},
    )


def _touched(area: Area, mains: Collection[str]) -> list[int]:
    """Return the parcels that meet a right-of-way which holds a main, lie in a block with it, or are crossed by it.

    The survey takes the same parcels in the same order, whatever is supposed of the sewers.
    """
    ground, lines = area.ground, area.ground.mains
    if lines is None:
        return []
    main = np.flatnonzero(np.isin(lines.ids, sorted(mains)))
    blocks = ground.in_blocks.block[np.isin(ground.in_blocks.sewer, main)]
    pieces = [
        ground.meetings.ground[np.isin(ground.meetings.sewer, main)],
        np.flatnonzero(np.isin(ground.block, blocks)),
        *(pair[0][np.isin(pair[1], main)] for pair in (ground.beyond_end, ground.crossed)),
        ground.open_meetings.ground[np.isin(ground.open_meetings.sewer, main)],
    ]
    touched: list[int] = np.flatnonzero(np.isin(ground.ground, np.concatenate(pieces))).tolist()
    return touched


def _is_along(judging: Judging, position: int, parcel: ParcelConnection, mains: Collection[str]) -> bool:
    """Whether one of the mains runs along a parcel, or counts for it by the ordinance of its land."""
    unders = judging.under(position)
    counted = judging.access(unders[0], position).sewers if unders else ()
    held = (sewer for front in parcel.fronts for sewer in front.sewers)
    return any(sewer in mains for sewer in (*counted, *held))


def _along(parcel: ParcelConnection, mains: Collection[str]) -> tuple[Fraction, tuple[Front, ...]]:
    """Return the sides on rights-of-way that hold one of the mains, and their length."""
    fronts = tuple(front for front in parcel.fronts if any(sewer in mains for sewer in front.sewers))
    return frontage_ft(fronts), fronts


def _notices(judging: Judging, position: int, operational: dt.date) -> tuple[NoticeDue, ...]:
    under = judging.under(position)[0]
    return tuple(notices(under, judging.benches[under.ordinance.id], judging.facts(under, position), operational))


def _order(each: LiableParcel) -> tuple[str, str]:
    return each.parcel.parcel_id, each.parcel.county or ""
