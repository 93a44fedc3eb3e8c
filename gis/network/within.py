"""In which municipality, or in which of several areas, does each sewer lie, and for how many feet?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.mains import Mains
from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.units import LENGTH_STEPS_PER_FT

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Steps = npt.NDArray[np.int64]

NONE = -1


@dataclass(frozen=True, eq=False)
class MainsWithin:
    """Pairs of a sewer and an area that it runs in, ordered by sewer, then by area.

    Attributes
    ----------
    main, area : int arrays
        Positions of the two.
    length_steps : int array
        Length of the sewer in the area, thousandths of a US survey foot on the ground; never 0.
    """

    main: Rows
    area: Rows
    length_steps: Steps

    def most(self, count: int) -> Rows:
        """Return for each of `count` sewers the area that holds most of its length; -1 where none does.

        Of equal lengths the first area has it.
        """
        found = np.full(count, NONE, dtype=np.intp)
        order = np.lexsort((self.area, -self.length_steps, self.main))
        firsts = order[np.unique(self.main[order], return_index=True)[1]]
        found[self.main[firsts]] = self.area[firsts]
        return found


def mains_within(mains: Mains, areas: Geometries, frame: Frame) -> MainsWithin:
    """Tell how much of each sewer lies in each area.

    Parameters
    ----------
    mains : Mains
        The sewers.
    areas : object array of Polygon or MultiPolygon
        In the frame; they may overlap, and what lies in two is told of both.
    frame : Frame
        The plane of both.

    Returns
    -------
    MainsWithin
        A sewer that only crosses or touches an area's line in a point is not in it; one along the line is in the areas
        on both sides.
    """
    # The areas, whose outlines are long, are the side that GEOS prepares.
    shapely.prepare(areas)
    area, main = mains.tree.query(areas, predicate="intersects")
    whole = np.asarray(shapely.covers(areas[area], mains.geometries[main]), dtype=bool)
    parts = mains.geometries[main].copy()
    parts[~whole] = shapely.intersection(parts[~whole], areas[area[~whole]])
    steps = np.rint(lengths_ft(parts, frame) * LENGTH_STEPS_PER_FT).astype(np.int64)
    order = np.lexsort((area, main))
    order = order[steps[order] > 0]
    return MainsWithin(main[order], area[order], steps[order])
