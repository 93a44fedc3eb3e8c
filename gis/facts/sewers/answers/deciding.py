"""Which sewers decide for each piece of ground, and what does the test then say of it?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.areas.lying import NOWHERE
from gis.facts.sewers.ground import SewerGround, accuracy_ft
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.predicates import (
    EASEMENT,
    LINE,
    LOCAL,
    NONE,
    POINT,
    SewerTest,
    Standing,
    abutting_sewer_street,
    adjacent_to_local_sewer,
    adjacent_to_public_sewer,
    in_block_with_sewer,
    standings,
)
from gis.facts.sewers.shapes.pairing import through

Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

DECISIVE = (Standing.COUNTS, Standing.PROPOSED, Standing.FORCE_MAIN, Standing.ABANDONED)
"""Standings of sewers that can decide."""
_NO_MEETING = np.zeros(0, dtype=bool)


@dataclass(frozen=True, eq=False)
class Decided:
    """What a test finds, one element a piece of ground but for `standing`; None is unknown.

    Attributes
    ----------
    standing : int8 array of Standing
        What each sewer is for the test.
    by : int8 array of Standing
        Standing of the sewers that decide: COUNTS where one that counts meets the test, UNKNOWN where one might,
        FORCE_MAIN, PROPOSED and ABANDONED where only such meet it, NOTHING where none does.
    adjacent, abutting, block_sewer : object arrays
        As `gis.facts.sewers.answers.access.SewerAccess` has them.
    by_easement_only : bool array
        True where ground reaches the street of a sewer that counts by an easement only.
    meets : bool array
        One element a meeting of the survey: True where the sewer is one of those that decide, and ground meets its
        right-of-way as the test asks.
    """

    standing: npt.NDArray[np.int8]
    by: npt.NDArray[np.int8]
    adjacent: Texts
    abutting: Texts
    block_sewer: Texts
    by_easement_only: Flags
    meets: Flags


@dataclass(frozen=True, eq=False)
class _Limbs:
    """What the predicates say of the sewers of one standing."""

    adjacent: Flags
    abutting: Texts
    block_sewer: Texts

    def met(self, test: SewerTest) -> Flags:
        """Say where they meet the test."""
        if test is SewerTest.ABUTTING_STREET:
            return np.asarray(self.abutting == LINE, dtype=bool)
        in_block = np.asarray(self.block_sewer != NONE, dtype=bool)
        return self.adjacent | in_block if test is SewerTest.ADJACENT_OR_BLOCK else self.adjacent


def decided(ground: SewerGround, test: SewerTest) -> Decided:
    """Say for every piece of ground what a test finds, and which sewers decide it.

    Parameters
    ----------
    ground : SewerGround
        The survey.
    test : SewerTest
        The ordinance's test.

    Returns
    -------
    Decided
        Everything is unknown where no sewers are on file. A sewer that nobody knows enough of makes a limb unknown
        that no other sewer meets; so does one that runs across the ground itself with no easement on file, and one of
        which the layers leave open whether the ground meets it.
    """
    count = len(ground.grounds)
    lines = ground.mains
    if lines is None:
        unknown = np.full(count, None, dtype=object)
        by = np.full(count, Standing.UNKNOWN, dtype=np.int8)
        return Decided(
            np.zeros(0, dtype=np.int8), by, unknown, unknown, unknown, np.zeros(count, dtype=bool), _NO_MEETING
        )
    standing = standings(lines, ground.date, test)
    limbs: dict[Standing, _Limbs] = {
        each: _limbs(ground, lines, standing == each, test) for each in Standing if each is not Standing.NOTHING
    }
    counts = limbs[Standing.COUNTS]
    adjacent, abutting, block_sewer = _told(ground, limbs, standing)
    unsure = {
        SewerTest.ADJACENT_OR_BLOCK: _is_unknown(adjacent) | _is_unknown(block_sewer),
        SewerTest.ABUTTING_STREET: _is_unknown(abutting),
        SewerTest.ADJACENT_LOCAL: _is_unknown(adjacent),
    }[test]
    is_point = (test is SewerTest.ABUTTING_STREET) & (counts.abutting == POINT)
    order = (
        (counts.met(test), Standing.COUNTS),
        (unsure, Standing.UNKNOWN),
        (limbs[Standing.FORCE_MAIN].met(test), Standing.FORCE_MAIN),
        (is_point, Standing.COUNTS),
        (limbs[Standing.PROPOSED].met(test), Standing.PROPOSED),
        (limbs[Standing.ABANDONED].met(test), Standing.ABANDONED),
    )
    by = np.select([where for where, _ in order], [each for _, each in order], Standing.NOTHING).astype(np.int8)
    if test is SewerTest.ADJACENT_OR_BLOCK:
        # Told as the proposed sewers will have it; their state says that nothing follows from it yet.
        rows, planned = by == Standing.PROPOSED, limbs[Standing.PROPOSED]
        adjacent[rows], abutting[rows] = planned.adjacent[rows], planned.abutting[rows]
        block_sewer[rows] = planned.block_sewer[rows]
    return Decided(
        standing=standing,
        by=by,
        adjacent=adjacent,
        abutting=abutting,
        block_sewer=block_sewer,
        by_easement_only=_by_easement_only(ground, standing, abutting, test),
        meets=_meets(ground, standing, by, abutting, test),
    )


def _limbs(ground: SewerGround, lines: Mains, counted: Flags, test: SewerTest) -> _Limbs:
    count, meetings = len(ground.grounds), ground.meetings
    adjacent = adjacent_to_public_sewer(meetings, counted, count)
    if test is SewerTest.ADJACENT_LOCAL:
        owners = np.where(_is_unknown(lines.owners), LOCAL, lines.owners)
        adjacent = adjacent_to_local_sewer(meetings, owners, counted, count)
    return _Limbs(
        adjacent=adjacent,
        abutting=abutting_sewer_street(meetings, counted, count),
        block_sewer=in_block_with_sewer(ground.block, ground.in_blocks, counted),
    )


def _told(
    ground: SewerGround, limbs: dict[Standing, _Limbs], standing: npt.NDArray[np.int8]
) -> tuple[Texts, Texts, Texts]:
    """Return the limbs by the sewers that count; unknown where one might count that nobody knows enough of."""
    counts, unknown = limbs[Standing.COUNTS], limbs[Standing.UNKNOWN]
    across, sewer = ground.crossed
    may_count = np.isin(standing[sewer], (Standing.COUNTS, Standing.UNKNOWN))
    adjacent: Texts = counts.adjacent.astype(object)
    adjacent[unknown.adjacent & ~counts.adjacent] = None
    adjacent[across[may_count & ~counts.adjacent[across]]] = None
    left_open = ground.open_meetings
    is_open = left_open.leaves_open & np.isin(standing[left_open.sewer], (Standing.COUNTS, Standing.UNKNOWN))
    at, at_street = left_open.ground[is_open], left_open.ground[is_open & left_open.is_street]
    adjacent[at[~counts.adjacent[at]]] = None
    abutting = counts.abutting.copy()
    abutting[at_street[abutting[at_street] != LINE]] = None
    abutting[(unknown.abutting == LINE) & (counts.abutting != LINE)] = None
    abutting[(unknown.abutting == POINT) & (counts.abutting == NONE)] = None
    block_sewer = counts.block_sewer.copy()
    has_none = counts.block_sewer == NONE
    block_sewer[has_none & (unknown.block_sewer != NONE)] = None
    if not ground.is_open_known:
        block_sewer[has_none & (ground.block == NOWHERE)] = None
    return adjacent, abutting, block_sewer


def _meets(
    ground: SewerGround, standing: npt.NDArray[np.int8], by: npt.NDArray[np.int8], abutting: Texts, test: SewerTest
) -> Flags:
    met = ground.meetings
    decides = (standing[met.sewer] == by[met.ground]) & np.isin(by[met.ground], DECISIVE)
    if test is SewerTest.ABUTTING_STREET:
        return np.asarray(decides & ~met.is_easement & (~met.is_point | (abutting[met.ground] == POINT)), dtype=bool)
    return np.asarray(decides & ~met.is_point, dtype=bool)


def _by_easement_only(ground: SewerGround, standing: npt.NDArray[np.int8], abutting: Texts, test: SewerTest) -> Flags:
    """Say which ground abuts no street with a sewer, and reaches one by an easement that serves it."""
    found = np.zeros(len(ground.grounds), dtype=bool)
    rights = ground.rights
    is_easement = rights.kinds == EASEMENT
    if test is not SewerTest.ABUTTING_STREET or not is_easement.any():
        return found
    holder, sewer = ground.held
    streets = np.unique(holder[(standing[sewer] == Standing.COUNTS) & ~is_easement[holder]])
    reach = accuracy_ft(ground.layers, "rights_of_way") / ground.layers.frame.unit_ft + 2 * ground.layers.frame.grid
    easements = np.flatnonzero(is_easement)
    near, _ = shapely.STRtree(rights.geometries[streets]).query(
        rights.geometries[easements], predicate="dwithin", distance=reach
    )
    leading = easements[np.unique(near)]
    is_unsaid = _is_unknown(rights.serves[leading])
    parcel, _ = through(ground.ids.astype(str), rights.serves[leading[~is_unsaid]].astype(str))
    found[ground.ground[parcel]] = True
    # An easement that does not say whom it serves is the way of land along it that has no street of its own.
    fronts = ground.frontages
    has_street = np.zeros(len(found), dtype=bool)
    has_street[fronts.parcel[~fronts.is_point & ~is_easement[fronts.right_of_way]]] = True
    along = fronts.parcel[np.isin(fronts.right_of_way, leading[is_unsaid]) & ~fronts.is_point]
    found[along[~has_street[along]]] = True
    found &= np.asarray(abutting == NONE, dtype=bool)
    return found


def _is_unknown(values: Texts) -> Flags:
    return np.asarray(values == None, dtype=bool)  # noqa: E711  item by item, over an array of objects
