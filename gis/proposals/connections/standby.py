"""Which parcels of a survey may get a standby charge: a sewer is made available to them, and they are not connected?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gis.facts.sewers.answers.deciding import decided
from gis.facts.sewers.answers.uses import Uses
from gis.facts.sewers.ground import SewerGround
from gis.facts.sewers.meetings.predicates import SewerTest, Standing
from gis.model.facts.unconnected import ServedParcel, UtilityRateFacts
from gis.proposals.connections.stated import StatedParcels

RULE = "UT-03"
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]


def served(ground: SewerGround) -> Texts:
    """Say for each parcel whether a sewer is made available to it: None where that is unknown.

    A sewer in service that takes building sewers, in a right-of-way or easement along which the parcel lies, whosever
    it is; a force main, and a sewer elsewhere in the block, are none.
    """
    found = decided(ground, SewerTest.ADJACENT_OR_BLOCK)
    told: Texts = found.adjacent.copy()
    told[found.by == Standing.PROPOSED] = False
    return told[ground.ground]


def standby_facts(
    ground: SewerGround, known: Uses, told: StatedParcels, positions: Rows | None = None
) -> UtilityRateFacts:
    """Return the facts of UT-03 from the map and the register; of rates nothing is asked.

    Of the parcels at some positions, or of all, those that no sewer serves are left out: nobody charges them for
    standing by.
    """
    available, connected = served(ground).copy(), known.connected.copy()
    counties = ground.column("county").tolist()
    for position in told.positions(ground.ids.tolist(), counties):
        stated = told.of(str(ground.ids[position]), counties[position])
        if stated.facility_available is not None:
            available[position] = stated.facility_available
        if stated.connected is not None:
            connected[position] = stated.connected
    asked_about = np.arange(len(ground)) if positions is None else positions
    rows = asked_about[available[asked_about] != False]  # noqa: E712  item by item, and None is not false
    return UtilityRateFacts(
        parcels=tuple(ServedParcel(str(ground.ids[i]), available[i], connected[i]) for i in rows.tolist())
    )
