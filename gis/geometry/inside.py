"""Which features are inside a boundary, which are cut, and how much of each, over the layers' accuracy?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame
from gis.geometry.overlay import Sorted, polygonal, sort_features

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
MITRE_REACH = 5.0
"""How many times the distance a sharp corner may reach (GEOS's limit for mitred joins)."""


@dataclass(frozen=True, slots=True)
class LandInside:
    """The features that a boundary meets, or would meet if it moved by the accuracy.

    Attributes
    ----------
    rows : intp array
        Positions of the features in the array that was asked about, ascending.
    cut : bool array
        True where the boundary's line goes through the feature's land.
    land, land_low, land_high : object arrays
        The part of each feature inside the boundary as drawn, pulled in, and pushed out by the
        accuracy; empty where there is none.
    reworked : int
        How many overlays failed a check and were computed the other way.
    """

    rows: Rows
    cut: npt.NDArray[np.bool_]
    land: Geometries
    land_low: Geometries
    land_high: Geometries
    reworked: int

    @property
    def met(self) -> npt.NDArray[np.bool_]:
        """True where the feature has land inside the boundary as drawn."""
        return ~np.asarray(shapely.is_empty(self.land), dtype=bool)


def band(boundary: BaseGeometry, accuracy: float) -> tuple[BaseGeometry, BaseGeometry]:
    """Return a boundary pulled in and pushed out by the accuracy, corners kept sharp.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        In the frame.
    accuracy : float
        Distance in units of the frame.

    Returns
    -------
    tuple of two geometries
        The first lies within the boundary, the second around it.

    Examples
    --------
    >>> low, high = band(shapely.box(0, 0, 10, 10), 1.0)
    >>> low.area, high.area
    (64.0, 144.0)
    """
    return (
        shapely.buffer(boundary, -accuracy, join_style="mitre"),
        shapely.buffer(boundary, accuracy, join_style="mitre"),
    )


def land_inside(
    boundary: BaseGeometry,
    features: Geometries,
    tree: shapely.STRtree,
    accuracy_ft: float,
    frame: Frame,
) -> LandInside:
    """Sort features against a boundary and clip those it cuts, as drawn and over the accuracy.

    Features that lie deeper inside than the accuracy are told by the index alone; only the rest
    are overlaid. A feature that only touches the boundary from outside has no land inside it, but
    is returned, because moving the line by the accuracy would give it some.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        In the frame, on its grid.
    features : object array of polygons
        In the frame, on its grid.
    tree : STRtree
        Index over `features`.
    accuracy_ft : float
        Combined accuracy of the boundary and the layer in US survey feet.
    frame : Frame
        The plane of all of them.

    Returns
    -------
    LandInside
        Parts of every feature met by the boundary pushed out by the accuracy.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays of one feature disagree.
    """
    inner, outer = band(boundary, accuracy_ft / frame.unit_ft)
    shapely.prepare(inner)
    shapely.prepare(outer)
    rows = np.sort(tree.query(outer, predicate="intersects")).astype(np.intp)
    candidates = features[rows]
    deep = np.asarray(shapely.contains_properly(inner, candidates), dtype=bool)
    edge = np.flatnonzero(~deep)
    near = candidates[edge]

    told = sort_features(boundary, near, None, frame)
    drawn = _assemble(near, told)
    land, low, high = candidates.copy(), candidates.copy(), candidates.copy()
    land[edge] = drawn
    low[edge], again_low = _moved(inner, near, drawn, accuracy_ft / frame.unit_ft, frame)
    high[edge], again_high = _moved(outer, near, drawn, accuracy_ft / frame.unit_ft, frame)
    cut = np.zeros(len(rows), dtype=bool)
    cut[edge[told.cut]] = True
    return LandInside(rows, cut, land, low, high, len(told.clipped.reworked) + again_low + again_high)


def _assemble(near: Geometries, told: Sorted) -> Geometries:
    parts = np.full(len(near), shapely.Polygon(), dtype=object)
    parts[told.inside] = near[told.inside]
    parts[told.cut] = told.clipped.inside
    return parts


def _moved(
    line: BaseGeometry, near: Geometries, drawn: Geometries, accuracy: float, frame: Frame
) -> tuple[Geometries, int]:
    """Return the parts of features inside a line that moved by the accuracy, and how many needed the full engine.

    The parts of the line as drawn are proved already. Moving it changes a part only in the band that the line
    sweeps, and an area is at most its inradius times its perimeter, so a part that changes by more than the band
    can hold is wrong; it goes through the engine that proves each part.
    """
    if line.is_empty:
        return np.full(len(near), shapely.Polygon(), dtype=object), 0
    shapely.prepare(line)
    within = np.asarray(shapely.covers(line, near), dtype=bool)
    parts = near.copy()
    open_question = np.flatnonzero(~within)
    cut = polygonal(shapely.intersection(near[open_question], line, grid_size=frame.grid))
    parts[open_question] = cut
    before = drawn[open_question]
    swept = np.abs(shapely.area(cut) - shapely.area(before))
    room = (accuracy * MITRE_REACH + frame.grid) * (shapely.length(cut) + shapely.length(before))
    doubtful = open_question[swept > room]
    if len(doubtful):
        parts[doubtful] = _assemble(near[doubtful], sort_features(line, near[doubtful], None, frame))
    return parts, len(doubtful)
