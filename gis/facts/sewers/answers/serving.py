"""Which main would take a parcel's sewage by gravity?"""

from __future__ import annotations

import datetime as dt

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.blocks.blocks import SewersInBlocks
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.frontage import Frontages
from gis.facts.sewers.shapes.pairing import through
from gis.geometry.frame import Frame
from gis.units import LENGTH_STEPS_PER_FT

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

NONE = -1
_BY_GRAVITY = ("gravity_main", "interceptor")


def serving_mains(  # noqa: PLR0913  parcels, sewers, what joins them two ways, the day and the plane
    parcels: Geometries,
    frontages: Frontages,
    mains: Mains,
    holding: tuple[Rows, Rows],
    date: dt.date,
    frame: Frame,
    blocks: tuple[Rows, SewersInBlocks] | None = None,
) -> Rows:
    """Return for each parcel the main that would serve it.

    Parameters
    ----------
    parcels : object array of Polygon or MultiPolygon
        In the frame.
    frontages : Frontages
        Which rights-of-way and easements each parcel meets; one met in a point only serves nothing.
    mains : Mains
        The sewers. Only gravity mains and interceptors in service on the day count: nothing is joined to a force main,
        and one of unknown kind or state serves nobody.
    holding : pair of int arrays
        Rights-of-way and the sewers that run in them.
    date : date
        The day of the question.
    frame : Frame
        The plane of all.
    blocks : tuple of int array and SewersInBlocks, optional
        The block of each parcel (-1 for none), and the sewers in and round each block: the nearest of them serves a
        parcel that meets no right-of-way with a main.

    Returns
    -------
    int array
        Position of the main by parcel, -1 where there is none. A local or district main goes before an interceptor and
        a regional main; of each sort the nearest to the parcel, to the thousandth of a foot; of equals the first by id.
    """
    serves = np.isin(mains.kinds.astype(str), _BY_GRAVITY) & (mains.statuses_on(date) == "in_service")
    front, pair = through(frontages.right_of_way, holding[0])
    is_line = ~frontages.is_point[front]
    found = np.full(len(parcels), NONE, dtype=np.intp)
    _write_nearest(found, frontages.parcel[front[is_line]], holding[1][pair[is_line]], parcels, mains, serves, frame)
    if blocks is not None:
        block, in_blocks = blocks
        rest = np.flatnonzero((found == NONE) & (block >= 0))
        parcel, pair = through(block[rest], in_blocks.block)
        _write_nearest(found, rest[parcel], in_blocks.sewer[pair], parcels, mains, serves, frame)
    return found


def _write_nearest(  # noqa: PLR0913  where to write, the pairs to choose from, and what they are pairs of
    found: Rows, parcel: Rows, main: Rows, parcels: Geometries, mains: Mains, serves: Flags, frame: Frame
) -> None:
    kept = serves[main]
    parcel, main = parcel[kept], main[kept]
    away_ft = shapely.distance(parcels[parcel], mains.geometries[main]) * frame.unit_ft
    steps = np.rint(away_ft * LENGTH_STEPS_PER_FT)
    is_trunk = (mains.kinds == "interceptor") | (mains.owners == "regional")
    by_id = np.unique(mains.ids.astype(str), return_inverse=True)[1]
    order = np.lexsort((main, by_id[main], steps, is_trunk[main], parcel))
    firsts = order[np.unique(parcel[order], return_index=True)[1]]
    found[parcel[firsts]] = main[firsts]
