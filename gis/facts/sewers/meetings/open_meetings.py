"""Which ground may meet which sewer, and may not, because the layers contradict each other or miss something?

None of it makes a duty, and none of it denies one: where nothing else decides, the answer is unknown and says why.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.contradicted import beyond_cuts, on_vacated, under_records
from gis.facts.sewers.meetings.frontage import Frontages
from gis.facts.sewers.meetings.left_open import SEWERS, Land, OpenMeetings, together
from gis.facts.sewers.meetings.predicates import Meetings
from gis.facts.sewers.meetings.unrecorded import ahead_of_ends, along_no_corridor, without_right_of_way
from gis.facts.sewers.ways.rights_of_way import SurveyedWays

__all__ = ["SEWERS", "Land", "OpenMeetings", "nothing_open", "open_meetings"]

Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Pairs = tuple[Rows, Rows]


def nothing_open() -> OpenMeetings:
    """Return no pairs, where no sewers are on file."""
    return together([])


def open_meetings(  # noqa: PLR0913  the survey's parts, each of which tells something of its own
    layers: LayerSet, ways: SurveyedWays, lines: Mains, held: Pairs, fronts: Frontages, met: Meetings, land: Land
) -> tuple[OpenMeetings, Flags]:
    """Find what the layers leave open of ground and sewers, and which meetings only seem to be.

    Parameters
    ----------
    layers : LayerSet
        Parcels, rights-of-way, streets, sewers.
    ways : SurveyedWays
        What was found of rights-of-way.
    lines : Mains
        The sewers.
    held : pair of int arrays
        Rights-of-way and the sewers that run in them.
    fronts : Frontages
        Of the pieces of ground.
    met : Meetings
        Of ground and the sewers in what it meets.
    land : Lot
        The pieces of ground.

    Returns
    -------
    OpenMeetings
        A record over lots leaves open whether the lots under it meet what it holds; ground that is no corridor, whether
        the lots along it do; a sewer on a lot's line, whether it lies in an easement there; a street that parcels
        cover, whether a sewer along it lies in the street.
    bool array
        One element a meeting: False where it hangs on what of a record lies over lots, and so is none.
    """
    parcels_ft, sewers_ft = (_accuracy_ft(layers, "parcels", kind) for kind in ("rights_of_way", "sewers"))
    stands, of_over = under_records(ways, held, fronts, met, land, lines, parcels_ft)
    found = [
        of_over,
        beyond_cuts(ways, held, fronts),
        on_vacated(ways, lines, land, parcels_ft, _accuracy_ft(layers, "sewers", "rights_of_way")),
        along_no_corridor(ways, lines, land),
        ahead_of_ends(ways, lines, land),
        *without_right_of_way(layers, ways, lines, land, sewers_ft),
    ]
    return together(found), stands


def _accuracy_ft(layers: LayerSet, *kinds: str) -> float:
    return float(layers.accuracy_ft(*(kind for kind in kinds if kind in layers.layers), with_boundary=False))
