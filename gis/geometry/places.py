"""Where a fault lies: as coordinates of the plane it was found in, and as longitude and latitude."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gis.errors import Place
from gis.geometry.frame import LOCAL, Frame
from gis.geometry.operations import LONLAT, parse_crs, route


def places_at(points: NDArray[np.float64], plane: Frame | str) -> tuple[Place, ...]:
    """Return points as places of an error or note.

    Parameters
    ----------
    points : ndarray, shape (n, 2)
        In the plane's coordinates.
    plane : Frame or str
        Frame or coordinate system; points of a local plane have no longitude and latitude.

    Returns
    -------
    tuple of Place
        With the coordinates as text, except where they are longitude and latitude themselves.

    Examples
    --------
    >>> [str(place) for place in places_at(np.array([[240.0, 240.0]]), "local")]
    ['at 240, 240']
    """
    crs = plane.crs if isinstance(plane, Frame) else plane
    if not len(points):
        return ()
    if crs == LOCAL:
        return tuple(Place(text=_text(x, y)) for x, y in points.tolist())
    lonlat = route(crs, LONLAT)(points)
    in_degrees = parse_crs(crs).is_geographic
    return tuple(
        Place(
            longitude=lon if math.isfinite(lon) else None,
            latitude=lat if math.isfinite(lat) else None,
            text=None if in_degrees else _text(x, y),
        )
        for (x, y), (lon, lat) in zip(points.tolist(), lonlat.tolist(), strict=True)
    )


def _text(x: float, y: float) -> str:
    return f"at {_plain(x)}, {_plain(y)}"


def _plain(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
