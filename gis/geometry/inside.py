"""Which features are inside a boundary, which are cut, and how much of each, over the layers' accuracy?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame
from gis.geometry.overlay import Clipped, Sorted, sort_features

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
HAIR_STEPS = 2
"""Grid steps up to which the width of a part is rounding, and no land."""


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

    told = _without_hairs(sort_features(boundary, near, None, frame), frame)
    drawn = _assemble(near, told)
    land, low, high = candidates.copy(), candidates.copy(), candidates.copy()
    land[edge] = drawn
    # Pulled in, the line holds nothing of what it held nothing of; pushed out, it holds what it held whole.
    some, short = np.flatnonzero(~shapely.is_empty(drawn)), np.ones(len(near), dtype=bool)
    short[told.inside] = False
    low[edge] = shapely.Polygon()
    low[edge[some]], again_low = _parts(inner, near[some], frame)
    high[edge[short]], again_high = _parts(outer, near[short], frame)
    cut = np.zeros(len(rows), dtype=bool)
    cut[edge[told.cut]] = True
    return LandInside(rows, cut, land, low, high, len(told.clipped.reworked) + again_low + again_high)


def _parts(line: BaseGeometry, features: Geometries, frame: Frame) -> tuple[Geometries, int]:
    """Return the proved part of each feature inside a line, and how many were computed the other way."""
    if line.is_empty:
        return np.full(len(features), shapely.Polygon(), dtype=object), 0
    told = sort_features(line, features, None, frame)
    return _assemble(features, told), len(told.clipped.reworked)


def _without_hairs(told: Sorted, frame: Frame) -> Sorted:
    """Take features that only rounding to the grid puts across the line for what they are: beside it or inside.

    Two lines that were one before rounding lie apart by at most one grid step each.
    """
    clipped = told.clipped
    beside, within = (
        # Without the grid that overlays leave on their results: GEOS pulls such shapes in wrongly by a step.
        np.asarray(
            shapely.is_empty(shapely.buffer(shapely.set_precision(parts, 0), -HAIR_STEPS * frame.grid / 2)), dtype=bool
        )
        for parts in (clipped.inside, clipped.outside)
    )
    kept = ~beside & ~within
    inside = np.sort(np.concatenate([told.inside, told.cut[within & ~beside]])).astype(np.intp)
    was_reworked = np.isin(np.arange(len(told.cut)), clipped.reworked)
    reworked = np.flatnonzero(was_reworked[kept]).astype(np.intp)
    return Sorted(inside, told.cut[kept], Clipped(clipped.inside[kept], clipped.outside[kept], reworked))


def _assemble(near: Geometries, told: Sorted) -> Geometries:
    parts = np.full(len(near), shapely.Polygon(), dtype=object)
    parts[told.inside] = near[told.inside]
    parts[told.cut] = told.clipped.inside
    return parts
