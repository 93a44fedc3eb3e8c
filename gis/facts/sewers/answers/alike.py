"""Which pieces of ground are alike before a test, so that what a rule says of one it says of all?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from gis.facts.sewers.answers.deciding import DECISIVE, Decided
from gis.facts.sewers.ground import SewerGround
from gis.facts.sewers.meetings.predicates import IN_SERVICE, SewerTest

Rows = npt.NDArray[np.intp]
Days = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]

_UNKNOWN, _NEVER = 0, np.iinfo(np.int64).max
"""Of a sewer in service since a day that nobody stated, and of one that is not in service; days count from year 1."""


def alike(ground: SewerGround, test: SewerTest, found: Decided, others: Sequence[Texts]) -> Rows:
    """Group the parcels of a survey of which a test, and what else is known, says the same.

    Parameters
    ----------
    ground : SewerGround
        The survey.
    test : SewerTest
        The ordinance's test.
    found : Decided
        What it finds.
    others : sequence of object array
        What else is known of each parcel: whether the ordinance governs it, its use.

    Returns
    -------
    int array
        Number of the group of each parcel. Parcels of one group have the same in every column of `others`, and of
        `SewerAccess` in all but which sewers decide, and where.
    """
    of_ground = (
        found.by,
        *(found.adjacent, found.abutting, found.block_sewer, found.by_easement_only),
        *_first_days(ground, test, found),
    )
    columns = [*(column[ground.ground] for column in of_ground), *others]
    codes = {number: pd.factorize(column, use_na_sentinel=False)[0] for number, column in enumerate(columns)}
    grouped = pd.DataFrame(codes).groupby(list(codes), sort=False)
    return np.asarray(grouped.ngroup(), dtype=np.intp)


def _first_days(ground: SewerGround, test: SewerTest, found: Decided) -> tuple[Days, Days]:
    """Return for each piece of ground the first day of the deciding sewers that it meets, and of those in its block."""
    count, lines = len(ground.grounds), ground.mains
    met, in_block = np.full(count, _NEVER), np.full(count, _NEVER)
    if lines is None:
        return met, in_block
    days = np.array(
        [
            _NEVER if status != IN_SERVICE else _UNKNOWN if day is None else day.toordinal()
            for status, day in zip(lines.statuses_on(ground.date), lines.operational, strict=True)
        ],
        dtype=np.int64,
    )
    meetings = ground.meetings
    np.minimum.at(met, meetings.ground[found.meets], days[meetings.sewer[found.meets]])
    if test is SewerTest.ADJACENT_OR_BLOCK:
        of_block = np.full((len(ground.blocks) + 1, len(DECISIVE)), _NEVER)
        for column, standing in enumerate(DECISIVE):
            rows = found.standing[ground.in_blocks.sewer] == standing
            np.minimum.at(of_block[:, column], ground.in_blocks.block[rows], days[ground.in_blocks.sewer[rows]])
            decided = found.by == standing
            # Ground in no block, -1, finds the last row.
            in_block[decided] = of_block[ground.block[decided], column]
    # Of a block the day matters only to ground that meets no sewer in service itself.
    return met, np.where(met == _NEVER, in_block, _NEVER)
