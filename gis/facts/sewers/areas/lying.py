"""In which area (municipality, district, block, lot) does each piece of land lie, and with how much of its land?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.ground import Steps, area_steps
from gis.geometry.frame import Frame
from gis.geometry.overlay import clip

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

NOWHERE = -1
"""Area of ground that lies in none."""


@dataclass(frozen=True, eq=False)
class Lying:
    """Pairs of a piece of ground and an area that holds some of it, ordered by ground, then by area.

    Attributes
    ----------
    ground, area : int arrays
        Positions of the two.
    is_whole : bool array
        True where the area holds all of the ground, but for what lies within the accuracy of its line.
    land_steps : int array
        Of ground that is held in part, the land held, in hundredths of a square foot; 0 where it is whole.
    """

    ground: Rows
    area: Rows
    is_whole: Flags
    land_steps: Steps

    def most(self, count: int) -> Rows:
        """Return for each of `count` pieces of ground the area that holds most of its land, or `NOWHERE`.

        Of equal parts the first area has it.
        """
        found = np.full(count, NOWHERE, dtype=np.intp)
        # Written from the least to the most, so that the last to write is the one that counts.
        order = np.lexsort((-self.area, self.land_steps, self.is_whole))
        found[self.ground[order]] = self.area[order]
        return found

    def within(self, wanted: Flags, count: int) -> npt.NDArray[np.object_]:
        """Return for each of `count` pieces of ground whether the wanted areas hold it: None where only a part."""
        found = np.full(count, False, dtype=object)  # noqa: FBT003  the value of the array, not a switch
        counted = wanted[self.area]
        found[self.ground[counted]] = None
        found[self.ground[counted & self.is_whole]] = True
        return found


def lying(grounds: Geometries, areas: Geometries, accuracy_ft: float, frame: Frame) -> Lying:
    """Tell which areas hold each piece of ground, wholly or in part.

    Parameters
    ----------
    grounds : object array of Polygon or MultiPolygon
        In the frame; empty ones lie nowhere.
    areas : object array of Polygon or MultiPolygon
        In the frame; they may overlap.
    accuracy_ft : float
        Land that lies across a line by no more than this, in US survey feet, does not count.
    frame : Frame
        The plane of both, with its grid.

    Returns
    -------
    Lying
        Ground that only touches an area, or passes its line within the accuracy, does not lie in it.

    Raises
    ------
    OverlayUnverified
        Where the land that an area holds cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lots = shapely.box([0, 90, 200], 0, [50, 130, 300], 100)
    >>> found = lying(lots, shapely.box([0, 100], 0, [100, 150], 100), 0.1, LOCAL_FEET)
    >>> found.most(3).tolist(), found.is_whole.tolist(), found.land_steps.tolist()
    ([0, 1, -1], [True, False, False], [0, 100000, 300000])
    """
    # The areas, whose outlines are long, are the side that GEOS prepares.
    shapely.prepare(areas)
    area, ground = shapely.STRtree(grounds).query(areas, predicate="intersects")
    is_whole = np.asarray(shapely.covers(areas[area], grounds[ground]), dtype=bool)
    edge = np.flatnonzero(~is_whole)
    inner = _pulled_in(grounds[ground[edge]], accuracy_ft / frame.unit_ft)
    is_met = is_whole.copy()
    is_whole[edge] = shapely.covers(areas[area[edge]], inner)
    is_left = ~is_whole[edge]
    is_met[edge] = True
    is_met[edge[is_left]] = shapely.intersects(areas[area[edge[is_left]]], inner[is_left])
    area, ground, is_whole = area[is_met], ground[is_met], is_whole[is_met]
    land_steps = np.zeros(len(area), dtype=np.int64)
    in_part = np.flatnonzero(~is_whole)
    in_part = in_part[np.argsort(area[in_part], kind="stable")]
    for pairs in np.split(in_part, np.flatnonzero(np.diff(area[in_part])) + 1) if len(in_part) else ():
        inside = clip(areas[area[pairs[0]]], grounds[ground[pairs]], frame).inside
        land_steps[pairs] = area_steps(inside, frame)
    held = np.flatnonzero(is_whole | (land_steps > 0))
    order = held[np.lexsort((area[held], ground[held]))]
    return Lying(ground[order], area[order], is_whole[order], land_steps[order])


def _pulled_in(grounds: Geometries, reach: float) -> Geometries:
    """Return grounds pulled in by the reach; what is too narrow for that stays as it is."""
    pulled = np.asarray(shapely.buffer(grounds, -reach, join_style="mitre"), dtype=object)
    return np.where(shapely.is_empty(pulled), grounds, pulled)
