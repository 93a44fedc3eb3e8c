"""Where are features, as evidence says it: boxes in degrees for many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.crs import to_lonlat
from gis.geometry.frame import Frame

Box = tuple[float, float, float, float]


def boxes_lonlat(geometries: npt.NDArray[np.object_], frame: Frame) -> Sequence[Box | None]:
    """Return west, south, east, north in degrees of each geometry, seven decimals.

    Empty geometries, and all geometries of a local frame, have no box.
    """
    if frame.is_local or len(geometries) == 0:
        return [None] * len(geometries)
    bounds = np.round(shapely.bounds(to_lonlat(geometries, frame)), 7)
    return [None if np.isnan(box[0]) else (box[0], box[1], box[2], box[3]) for box in bounds.tolist()]
