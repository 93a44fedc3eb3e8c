"""How much land does each old feature share with each new one, and where is that more than a hairline?

Both layers may have moved as a whole, so this is done for all pairs at once. Pairs that only touch are told by
`touches`, which is exact, and never overlaid; the others are cut and the cuts shown to be right (gis.geometry.pairs).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame
from gis.geometry.measure import areas_sqft
from gis.geometry.pairs import cut_pairs
from gis.geometry.slivers import is_wider

Geometries = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]

_MOST = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Overlaps:
    """Pairs of an old and a new feature with land in common, by position, old first.

    Attributes
    ----------
    old, new : intp arrays
        Positions among the old and the new features.
    area_sqft : float array
        Ground area of the land in common.
    share_of_old, share_of_new : float arrays
        That area over the features' own, 0 to 1.
    points : object array
        A point in the land in common.
    """

    old: npt.NDArray[np.intp]
    new: npt.NDArray[np.intp]
    area_sqft: Floats
    share_of_old: Floats
    share_of_new: Floats
    points: Geometries


def overlaps(old: Geometries, new: Geometries, width_ft: float, frame: Frame) -> Overlaps:
    """Return the land that old and new features share, hairlines left out.

    Parameters
    ----------
    old, new : object arrays of Polygon or MultiPolygon
        In the frame, on its grid.
    width_ft : float
        Land no wider than this is a hairline between redrawn lines, unless it is most of a feature.
    frame : Frame
        The plane and its measures.

    Returns
    -------
    Overlaps
        Features that only touch share nothing.

    Raises
    ------
    OverlayUnverified
        Where the overlay of a pair cannot be shown to be right.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lot, halves = shapely.box([0], 0, [100], 50), shapely.box([0, 50], 0, [50, 100], 50)
    >>> overlaps(lot, halves, 0.1, LOCAL_FEET).area_sqft.tolist()
    [2500.0, 2500.0]
    """
    pairs = shapely.STRtree(new).query(old, predicate="intersects")
    pairs = pairs[:, ~shapely.touches(old[pairs[0]], new[pairs[1]])]
    pairs = pairs[:, np.lexsort((pairs[1], pairs[0]))]
    shared, _ = cut_pairs(old[pairs[0]], new[pairs[1]], frame)
    area = areas_sqft(shared, frame)
    share_of_old = _over(area, areas_sqft(old, frame)[pairs[0]])
    share_of_new = _over(area, areas_sqft(new, frame)[pairs[1]])
    is_real = (share_of_old > _MOST) | (share_of_new > _MOST)
    thin = np.flatnonzero(~is_real)
    is_real[thin] = is_wider(shared[thin], width_ft, frame)
    kept = np.flatnonzero(is_real)
    return Overlaps(
        old=pairs[0][kept],
        new=pairs[1][kept],
        area_sqft=area[kept],
        share_of_old=share_of_old[kept],
        share_of_new=share_of_new[kept],
        points=np.asarray(shapely.point_on_surface(shared[kept]), dtype=object),
    )


def _over(part: Floats, whole: Floats) -> Floats:
    """Return shares of at most one; rounding to the grid can make a part larger than its whole by a hair."""
    return np.minimum(1.0, np.divide(part, whole, out=np.zeros_like(part), where=whole > 0))
