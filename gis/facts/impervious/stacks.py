"""Which parcel records stand for the same ground, as the units of a condominium do?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]


def first_on_ground(shapes: Geometries) -> Rows:
    """Return for each shape the position of the first with the same outline; its own where there is no other.

    Examples
    --------
    >>> units = shapely.box([0, 0, 5], 0, [5, 5, 9], 5)
    >>> first_on_ground(units).tolist()
    [0, 0, 2]
    """
    first = np.arange(len(shapes), dtype=np.intp)
    boxes = shapely.bounds(shapes)
    _, box, times = np.unique(boxes, axis=0, return_inverse=True, return_counts=True, equal_nan=False)
    known: dict[bytes, int] = {}
    # Only shapes with one and the same box can have the same outline.
    for row in np.flatnonzero((times > 1)[box.reshape(-1)] & ~shapely.is_empty(shapes)).tolist():
        first[row] = known.setdefault(shapely.to_wkb(shapely.normalize(shapes[row])), row)
    return first
