"""How large and how wide is each place found, where is it, and is it more than the accuracy of the layers?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.consistency.kinds import WORDS
from gis.facts.ground import area_steps, sqft
from gis.facts.layerset import LayerSet
from gis.facts.places import boxes_lonlat
from gis.geometry.crs import to_lonlat
from gis.geometry.inscribed import Circle, largest_inscribed_circle
from gis.geometry.measure import ground_ft
from gis.geometry.slivers import is_wider
from gis.model.consistency import FeatureRef, Group, Inconsistency, RuleEffect, Section, SectionId, Situation, Tally
from gis.units import quantise_length_ft

_RADIUS_TOLERANCE_FT = 0.000_25
"""Half of half the thousandth of a foot to which widths are stated, because it bounds a radius."""
_WIDTH_STEP_FT = 0.000_1
_NO_PLACE = (None, None)
Key = tuple[str, str]
"""Kind of layer and id of a feature."""


@dataclass(frozen=True, slots=True)
class Find:
    """Something found: its kind, the features, what the sources say, and where there is one the land."""

    kind: Situation
    features: tuple[Key, ...]
    claims: tuple[str, ...] = ()
    shape: BaseGeometry | None = None
    accuracy_ft: Fraction | None = None
    """What the width is held against; null for whole features, of whose width nothing depends."""
    touches_village_or_city: bool = True
    """False where only towns are concerned, so that no rule about villages and cities is."""
    circle: Circle | None = None
    """The largest circle that fits into the shape, where it is known already."""


def parts(shape: BaseGeometry) -> tuple[BaseGeometry, ...]:
    """Return the connected parts of a shape that have land, each a place of its own."""
    return tuple(part for part in shapely.get_parts(shape) if part.area > 0)


def section(section_id: SectionId, finds: Iterable[Find], layers: LayerSet, *, title: str) -> Section:
    """Measure what was found for one question of the report, and group it.

    Parameters
    ----------
    section_id : str
        The question.
    finds : iterable of Find
        Shapes in the frame of `layers`.
    layers : LayerSet
        Names the editions and the frame of measures.
    title : str
        The question in words.

    Returns
    -------
    Section
        Groups in the order of the closed list, items by area, the largest first, then by features and
        place: the same for any order of `finds`. A place of less than half a hundredth of a square foot
        is rounding, and none.
    """
    measured = _measured(list(finds), layers)
    by_kind: dict[Situation, list[Inconsistency]] = {}
    for item in measured:
        by_kind.setdefault(item.kind, []).append(item)
    groups = tuple(_group(kind, by_kind[kind]) for kind in WORDS if kind in by_kind)
    return Section(id=section_id, title=title, not_on_file=(), groups=groups)


def _group(kind: Situation, items: Sequence[Inconsistency]) -> Group:
    words = WORDS[kind]
    ordered = sorted(items, key=_order)
    beyond = tuple(item for item in ordered if not item.within_accuracy)
    within = tuple(item for item in ordered if item.within_accuracy)
    return Group(
        kind=kind,
        title=words.title,
        is_fault=words.is_fault,
        effects=tuple(RuleEffect(rule, effect) for rule, effect in words.effects.items()),
        mend=words.mend,
        beyond=_tally(beyond),
        within=_tally(within),
        items=beyond,
        slivers=within,
    )


def _order(item: Inconsistency) -> tuple[object, ...]:
    box = item.bbox or (0.0, 0.0, 0.0, 0.0)
    names = [(feature.layer, feature.feature_id) for feature in item.features]
    return (-(item.area_sqft or 0), -(item.width_ft or 0), names, item.claims, box)


def _tally(items: Sequence[Inconsistency]) -> Tally:
    return Tally(
        count=len(items),
        area_sqft=sum((item.area_sqft or Fraction(0) for item in items), Fraction(0)),
        width_ft=max((item.width_ft or Fraction(0) for item in items), default=Fraction(0)),
    )


def _measured(finds: Sequence[Find], layers: LayerSet) -> list[Inconsistency]:
    editions = {kind: layer.edition for kind, layer in layers.layers.items()}
    frame = layers.frame
    shapes = np.array([find.shape for find in finds], dtype=object)
    steps = area_steps(shapes, frame)
    kept = [i for i, find in enumerate(finds) if find.shape is None or steps[i] > 0]
    shaped = [i for i in kept if finds[i].shape is not None]
    narrow = _slivers(finds, shaped, layers)
    circles = {
        i: finds[i].circle or circle(shapes[i], layers)
        for i in shaped
        if finds[i].accuracy_ft is not None and i not in narrow
    }
    inside = [(circles[i].x, circles[i].y) if i in circles else _inner_point(shapes[i]) for i in shaped]
    boxes = boxes_lonlat(shapes[shaped], frame)
    where = {i: (place, box) for i, place, box in zip(shaped, _lonlat(inside, layers), boxes, strict=True)}
    found = []
    for i in kept:
        find = finds[i]
        (longitude, latitude), box = where.get(i, (_NO_PLACE, None))
        width_ft = width_of(circles[i], layers) if i in circles else narrow.get(i)
        found.append(
            Inconsistency(
                kind=find.kind,
                features=tuple(
                    FeatureRef(kind, editions.get(kind, ""), feature_id) for kind, feature_id in find.features
                ),
                claims=find.claims,
                rules=tuple(
                    rule for rule in WORDS[find.kind].effects if rule != "TSD-09" or find.touches_village_or_city
                ),
                area_sqft=sqft(int(steps[i])) if find.shape is not None else None,
                width_ft=width_ft,
                accuracy_ft=find.accuracy_ft,
                within_accuracy=width_ft is not None and find.accuracy_ft is not None and width_ft <= find.accuracy_ft,
                longitude=longitude,
                latitude=latitude,
                bbox=box,
            )
        )
    return found


def _slivers(finds: Sequence[Find], rows: Sequence[int], layers: LayerSet) -> dict[int, Fraction]:
    """Return the width of each place that is no wider than the accuracy, to the thousandth of a foot.

    Layers that do not share their corners have a sliver at every line. So they are measured all at once, by pulling
    their outlines in by half of ever closer widths, where a search for the largest circle would take each by itself.
    """
    found: dict[int, Fraction] = {}
    for accuracy_ft in sorted({each for i in rows if (each := finds[i].accuracy_ft) is not None}):
        mine = [i for i in rows if finds[i].accuracy_ft == accuracy_ft]
        shapes = np.array([finds[i].shape for i in mine], dtype=object)
        wide = is_wider(shapes, float(accuracy_ft), layers.frame)
        widths = _widths_up_to(float(accuracy_ft), shapes[~wide], layers)
        slivers = [i for i, is_wide in zip(mine, wide.tolist(), strict=True) if not is_wide]
        found |= {i: quantise_length_ft(width) for i, width in zip(slivers, widths, strict=True)}
    return found


def _widths_up_to(most_ft: float, shapes: npt.NDArray[np.object_], layers: LayerSet) -> list[float]:
    """Return the greatest width in feet of shapes that are no wider than `most_ft`, by halving what it may be."""
    free = shapely.set_precision(shapes, 0)
    least, most = np.zeros(len(shapes)), np.full(len(shapes), most_ft)
    corners = shapely.bounds(shapes)[:, :2]
    unit_ft = np.array([ground_ft(x, y, layers.frame) for x, y in corners[:1]] or [1.0])
    for _ in range(max(1, math.ceil(math.log2(most_ft / _WIDTH_STEP_FT)))):
        middle = (least + most) / 2
        fits = ~np.asarray(shapely.is_empty(shapely.buffer(free, -middle / unit_ft / 2)), dtype=bool)
        least, most = np.where(fits, middle, least), np.where(fits, most, middle)
    return [float(width) for width in (least + most) / 2]


def circle(shape: BaseGeometry, layers: LayerSet) -> Circle:
    """Return the largest circle that fits into a shape: its centre shows the place, its diameter is the width."""
    return largest_inscribed_circle(shape, _RADIUS_TOLERANCE_FT / layers.frame.unit_ft)


def width_of(inscribed: Circle, layers: LayerSet) -> Fraction:
    """Return the diameter of a circle in feet on the ground, to the thousandth."""
    return quantise_length_ft(2 * inscribed.radius * ground_ft(inscribed.x, inscribed.y, layers.frame))


def _inner_point(shape: BaseGeometry) -> tuple[float, float]:
    point = shape.representative_point()
    return point.x, point.y


def _lonlat(points: Sequence[tuple[float, float]], layers: LayerSet) -> list[tuple[float | None, float | None]]:
    if layers.frame.is_local or not points:
        return [_NO_PLACE] * len(points)
    degrees = np.round(shapely.get_coordinates(to_lonlat(shapely.points(points), layers.frame)), 7)
    return [(longitude, latitude) for longitude, latitude in degrees.tolist()]
