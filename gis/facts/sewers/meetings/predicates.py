"""Is a parcel adjacent to a sewer, does it abut its street, is it in its block: the tests, each by its own name?

Each predicate looks at the sewers that it is told to count. Which sewers those are is a matter of the ordinance
(`standings`), and so is what follows from a sewer whose kind, state or owner nobody stated.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import IntEnum, StrEnum

import numpy as np
import numpy.typing as npt

from gis.facts.sewers.areas.lying import NOWHERE
from gis.facts.sewers.blocks.blocks import BOUNDING, INTERIOR, NO_PUBLIC_SEWER, SewersInBlocks
from gis.facts.sewers.mains import Mains

Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

EASEMENT = "easement"
LINE, POINT, NONE = "line", "point", "none"
"""How ground meets a street; `NONE` also of a block without a sewer."""
LOCAL, DISTRICT = "local", "district"
IN_SERVICE, PROPOSED, ABANDONED = "in_service", "proposed", "abandoned"
_GRAVITY = ("gravity_main", "interceptor")
_FORCE_MAIN = "force_main"


class SewerTest(StrEnum):
    """Tests that ordinances make of a parcel and the sewers around it."""

    ADJACENT_OR_BLOCK = "adjacent_or_block"
    """Adjacent to a public sewer or in a block through which one extends (MUK-01, Wis. Stat. 281.45)."""
    ABUTTING_STREET = "abutting_street"
    """On a street, alley or right-of-way in which there is, or may be, a sewer of the district (CKSD-01)."""
    ADJACENT_LOCAL = "adjacent_local"
    """Adjacent to a local sewer (VLG-06)."""


class Standing(IntEnum):
    """What a sewer is for one test on one day."""

    NOTHING = 0
    """No public sewer of the test: a lateral, a storm sewer, another owner's, a force main not yet built."""
    COUNTS = 1
    PROPOSED = 2
    """Would count if it were in service."""
    FORCE_MAIN = 3
    """A force main that would count if it took connections."""
    ABANDONED = 4
    UNKNOWN = 5
    """Its kind, state or owner is not on file, and it could count."""


@dataclass(frozen=True, eq=False)
class Meetings:
    """Pieces of ground with the sewers in the rights-of-way and easements that they meet, ordered by ground.

    Attributes
    ----------
    ground, right_of_way, sewer : int arrays
        Positions of the three.
    front : int array
        Position of the pair of ground and right-of-way among the frontages.
    is_point : bool array
        True where ground and right-of-way meet in a point and share no line.
    is_easement : bool array
        True where the sewer runs in an easement.
    """

    ground: Rows
    right_of_way: Rows
    sewer: Rows
    front: Rows
    is_point: Flags
    is_easement: Flags

    def only(self, rows: Flags) -> Meetings:
        """Return some of them."""
        return Meetings(
            self.ground[rows],
            self.right_of_way[rows],
            self.sewer[rows],
            self.front[rows],
            self.is_point[rows],
            self.is_easement[rows],
        )


def standings(mains: Mains, date: dt.date, test: SewerTest) -> npt.NDArray[np.int8]:
    """Tell what each sewer is for a test on a day.

    Parameters
    ----------
    mains : Mains
        Sewers with kind, state and owner; None where nobody said.
    date : date
        A sewer that begins to serve later is proposed on it.
    test : SewerTest
        Abutting counts what is proposed and the district's own sewers, the local test the local ones in service,
        the third any owner's in service.

    Returns
    -------
    int8 array of Standing
        A kind or state that the layer calls other is unknown: publishers call so what they do not tell apart.
    """
    statuses = mains.statuses_on(date)
    is_gravity, is_force = np.isin(mains.kinds, _GRAVITY), mains.kinds == _FORCE_MAIN
    is_public = ~np.isin(mains.kinds, NO_PUBLIC_SEWER) & ~_is_foreign(mains, test)
    unknown_owner = (mains.owners == None) & (test is not SewerTest.ADJACENT_OR_BLOCK)  # noqa: E711  item by item
    in_service, proposed, abandoned = (statuses == word for word in (IN_SERVICE, PROPOSED, ABANDONED))
    serves = in_service | (proposed & (test is SewerTest.ABUTTING_STREET))
    unknown_status = ~(in_service | proposed | abandoned)
    found = np.full(len(mains), Standing.NOTHING, dtype=np.int8)
    found[serves & is_gravity] = Standing.COUNTS
    found[serves & is_force] = Standing.FORCE_MAIN
    found[proposed & ~serves & ~is_force] = Standing.PROPOSED
    found[(serves & (unknown_owner | ~(is_gravity | is_force))) | unknown_status] = Standing.UNKNOWN
    found[abandoned] = Standing.ABANDONED
    found[~is_public] = Standing.NOTHING
    return found


def _is_foreign(mains: Mains, test: SewerTest) -> Flags:
    """Say which sewers belong, as far as that is known, to another owner than the test asks for."""
    if test is SewerTest.ADJACENT_OR_BLOCK:
        return np.zeros(len(mains), dtype=bool)
    wanted = DISTRICT if test is SewerTest.ABUTTING_STREET else LOCAL
    return np.array([owner is not None and owner != wanted for owner in mains.owners], dtype=bool)


def adjacent_to_public_sewer(meetings: Meetings, counted: Flags, count: int) -> Flags:
    """Say which ground shares a line with a right-of-way or an easement that holds a sewer (MUK-01).

    Parameters
    ----------
    meetings : Meetings
        Ground and the sewers in what it meets.
    counted : bool array
        True for the sewers that count.
    count : int
        How many pieces of ground there are.

    Examples
    --------
    >>> rows, flags = np.array([0, 1, 2]), np.array([False, True, False])
    >>> met = Meetings(rows, rows, np.array([0, 0, 1]), rows, is_point=flags, is_easement=~flags)
    >>> adjacent_to_public_sewer(met, np.array([True, False]), 4).tolist()
    [True, False, False, False]
    """
    found = np.zeros(count, dtype=bool)
    found[meetings.ground[counted[meetings.sewer] & ~meetings.is_point]] = True
    return found


def adjacent_to_local_sewer(meetings: Meetings, owners: Texts, counted: Flags, count: int) -> Flags:
    """Say which ground shares a line with a right-of-way or an easement that holds a local sewer (VLG-06).

    Parameters and result are those of `adjacent_to_public_sewer`; `owners` are those of the sewers. A regional
    sewer, and a sewer elsewhere in the block, is none.

    Examples
    --------
    >>> rows, line = np.array([0, 1]), np.array([False, False])
    >>> met = Meetings(rows, rows, rows, rows, is_point=line, is_easement=line)
    >>> adjacent_to_local_sewer(met, np.array(["local", "regional"], dtype=object), ~line, 2).tolist()
    [True, False]
    """
    return adjacent_to_public_sewer(meetings, counted & (owners == LOCAL), count)


def abutting_sewer_street(meetings: Meetings, counted: Flags, count: int) -> Texts:
    """Say how ground meets a street, alley or right-of-way that holds a sewer: line, point or none (CKSD-01).

    Parameters are those of `adjacent_to_public_sewer`. An easement is no street, and access by it is not abutting.

    Examples
    --------
    >>> rows, flags = np.array([0, 1, 2]), np.array([False, True, False])
    >>> easement = np.array([False, False, True])
    >>> met = Meetings(rows, rows, np.zeros(3, dtype=int), rows, is_point=flags, is_easement=easement)
    >>> abutting_sewer_street(met, np.array([True]), 4).tolist()
    ['line', 'point', 'none', 'none']
    """
    found = np.full(count, NONE, dtype=object)
    counts = counted[meetings.sewer] & ~meetings.is_easement
    found[meetings.ground[counts & meetings.is_point]] = POINT
    found[meetings.ground[counts & ~meetings.is_point]] = LINE
    return found


def in_block_with_sewer(block: Rows, in_blocks: SewersInBlocks, counted: Flags) -> Texts:
    """Say how a sewer runs through the block of each piece of ground: interior, bounding_street or none (MUK-01).

    Parameters
    ----------
    block : int array
        Block of each piece of ground, `NOWHERE` where it lies in none.
    in_blocks : SewersInBlocks
        Blocks and the sewers in them and in the streets that bound them.
    counted : bool array
        True for the sewers that count.

    Examples
    --------
    >>> of_block = SewersInBlocks(np.array([0, 1]), np.array([0, 1]), np.array(["through", "bounding_street"]))
    >>> in_block_with_sewer(np.array([0, 1, -1]), of_block, np.array([True, True])).tolist()
    ['interior', 'bounding_street', 'none']
    """
    counts = counted[in_blocks.sewer]
    is_bounding = in_blocks.how == BOUNDING
    # One more than there are blocks, so that ground in no block, -1, finds the last.
    of_block = np.full(max(block.max(initial=NOWHERE), in_blocks.block.max(initial=NOWHERE)) + 2, "none", dtype=object)
    of_block[in_blocks.block[counts & is_bounding]] = BOUNDING
    of_block[in_blocks.block[counts & ~is_bounding]] = INTERIOR
    return of_block[block]
