"""How much village and city land does the boundary take in, and how wide is it: the facts of TSD-09."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.conflicts import Disagreements, with_effect
from gis.facts.gathered import Gathered
from gis.facts.ground import Geometries, Ground, MunicipalLand, area_steps, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.overlay import union
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.facts.territory import MunicipalityKind, OverlapFact, VillageCityFacts
from gis.model.finding import Evidence
from gis.units import acres, quantise_length_ft

EFFECTS = {
    "roll_and_polygon": (
        "A parcel with land inside that either the roll or the polygon places in a village or city "
        "counts as village or city land."
    ),
    "claimed_twice": "Land that a village or city claims counts as village or city land, whoever else claims it.",
    "claimed_by_none": "Nobody on file claims this land, so it is not known to be outside every village and city.",
}
VILLAGE_OR_CITY = ("village", "city")


@dataclass(frozen=True, slots=True)
class Extent:
    """Land of one village or city inside the line as drawn, pulled in or pushed out by the accuracy."""

    geometry: BaseGeometry
    """By polygon and by roll together; empty where there is none."""
    width_ft: Fraction
    """Greatest width: the diameter of the largest circle that fits in."""
    whole: tuple[int, ...]
    """Positions of parcels wholly inside that lie wholly in the village or city."""
    roll: tuple[int, ...]
    """Positions of parcels that the roll places there, wholly inside or wider than the accuracy."""


@dataclass(frozen=True, slots=True)
class Offending:
    """A village or city that the line reaches, as drawn or over the accuracy, as the map shows it."""

    name: str
    kind: str
    drawn: Extent
    low: Extent
    high: Extent
    area_sqft: Fraction
    accuracy_ft: Fraction | None
    """Accuracy of this land, where only slivers of the roll are wider than the municipalities' own; else null."""
    is_sliver: bool
    """Nowhere wider than the accuracy, and no parcel in it."""

    @property
    def geometry(self) -> BaseGeometry:
        """Land inside the line as drawn; empty where only the accuracy would bring some in."""
        return self.drawn.geometry

    @property
    def width_ft(self) -> Fraction:
        """Greatest width of that land."""
        return self.drawn.width_ft


def offending_land(ground: Ground, disagree: Disagreements) -> tuple[Offending, ...]:
    """Return each village and city that the line reaches, by its polygon or by parcels that the roll places there.

    In order of the municipalities layer, then of the roll. A parcel of the roll that is wholly inside, or whose land
    inside is wider than the accuracy, makes the overlap real; narrower ones are slivers.
    """
    polygons = {land.name: land for land in ground.municipalities if land.kind in VILLAGE_OR_CITY}
    by_roll = _by_roll(ground)
    kinds = {name: land.kind for name, land in polygons.items()} | {
        name: kind for (name, kind) in by_roll if name not in polygons
    }
    positions = {name: found for (name, _), found in by_roll.items()}
    nowhere: npt.NDArray[np.intp] = np.zeros(0, dtype=np.intp)
    found = (
        _offending(ground, disagree, (name, kind), polygons.get(name), positions.get(name, nowhere))
        for name, kind in kinds.items()
    )
    return tuple(land for land in found if not land.high.geometry.is_empty or not land.geometry.is_empty)


def _by_roll(ground: Ground) -> dict[tuple[str, str], npt.NDArray[np.intp]]:
    """Return the parcels that the line reaches, or would if it moved, by the village or city of their roll."""
    parcels = ground.parcels
    if parcels is None:
        return {}
    kinds, names, counties = (parcels.column(name) for name in ("municipality_kind", "municipality", "county"))
    reached = (parcels.inside_high > 0) & parcels.is_parcel & np.isin(kinds.astype(str), VILLAGE_OR_CITY)
    found: dict[tuple[str, str], list[int]] = {}
    for i in np.flatnonzero(reached).tolist():
        known = ground.municipality(names[i], counties[i])
        found.setdefault((names[i] if known is None else known.name, kinds[i]), []).append(i)
    return {place: np.array(positions, dtype=np.intp) for place, positions in found.items()}


def _offending(
    ground: Ground,
    disagree: Disagreements,
    place: tuple[str, str],
    polygon: MunicipalLand | None,
    positions: npt.NDArray[np.intp],
) -> Offending:
    name, kind = place
    whole = disagree.whole_in.get(name, ())
    parcels = ground.parcels
    ends = []
    for end in range(3):
        land = shapely.Polygon() if polygon is None else (polygon.land_low, polygon.land, polygon.land_high)[end]
        if parcels is None:
            ends.append(Extent(land, _width(land, ground), (), ()))
            continue
        lands = (parcels.inside.land_low, parcels.inside.land, parcels.inside.land_high)[end]
        steps = (parcels.inside_low, parcels.inside_value, parcels.inside_high)[end]
        ends.append(_extent(ground, land, positions, lands, (steps == parcels.area, whole)))
    low, drawn, high = ends
    polygon_width_ft = Fraction(0) if polygon is None else _width(polygon.land, ground)
    is_sliver = polygon_width_ft <= accuracy_ft(ground) and not drawn.whole and not drawn.roll
    of_roll = is_sliver and drawn.width_ft > polygon_width_ft
    return Offending(
        name=name,
        kind=kind,
        drawn=drawn,
        low=low,
        high=high,
        area_sqft=_area(drawn.geometry, ground),
        accuracy_ft=max(accuracy_ft(ground), ground.layers.accuracy_ft("parcels")) if of_roll else None,
        is_sliver=is_sliver,
    )


def _extent(
    ground: Ground,
    polygon: BaseGeometry,
    positions: npt.NDArray[np.intp],
    lands: Geometries,
    whole: tuple[npt.NDArray[np.bool_], tuple[int, ...]],
) -> Extent:
    """Put polygon and roll together at one place of the line; parcels within the polygon add nothing to it."""
    is_whole, in_polygon = whole
    frame = ground.layers.frame
    real = is_whole[positions] | is_wider(lands[positions], float(ground.layers.accuracy_ft("parcels")), frame)
    shapely.prepare(polygon)
    more = lands[positions]
    more = more[~shapely.is_empty(more) & ~np.asarray(shapely.covers(polygon, more), dtype=bool)]
    shapes = [*([] if polygon.is_empty else [polygon]), *more]
    geometry = union(np.array(shapes, dtype=object), frame) if len(shapes) > 1 else (*shapes, shapely.Polygon())[0]
    return Extent(
        geometry=geometry,
        width_ft=_width(geometry, ground),
        whole=tuple(i for i in in_polygon if is_whole[i]),
        roll=tuple(positions[real].tolist()),
    )


def _area(shape: BaseGeometry, ground: Ground) -> Fraction:
    return sqft(int(area_steps(np.array([shape], dtype=object), ground.layers.frame)[0]))


def accuracy_ft(ground: Ground) -> Fraction:
    """Return the combined accuracy of the boundary and the municipalities, where there are any."""
    return ground.layers.accuracy_ft(*(["municipalities"] if "municipalities" in ground.layers.layers else []))


def _ids(ground: Ground, positions: Sequence[int]) -> tuple[str, ...]:
    return () if ground.parcels is None else tuple(str(ground.parcels.parcel_id[i]) for i in positions)


def village_city_facts(
    ground: Ground, disagree: Disagreements, offending: tuple[Offending, ...]
) -> Gathered[VillageCityFacts]:
    """Gather what TSD-09 asks: overlap area and greatest width of each village and city.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    disagree : Disagreements
        Where roll and polygons differ.
    offending : tuple of Offending
        From `offending_land`.

    Returns
    -------
    Gathered of VillageCityFacts
        A village or city that the boundary reaches only if it moves by the accuracy is stated with
        overlap 0 and the width it would have.
    """
    facts = VillageCityFacts(
        overlaps=tuple(_overlap(ground, land) for land in offending),
        overlap_total_sqft=_total(ground, offending),
        district_area_acres=acres(ground.area_sqft),
        boundary_accuracy_ft=accuracy_ft(ground),
        unclaimed_area_sqft=Fraction(round(disagree.unclaimed_sqft * 100), 100),
        unclaimed_width_ft=quantise_length_ft(disagree.unclaimed_width_ft),
    )
    return Gathered(
        facts=facts,
        evidence=_evidence(ground, offending),
        conflicts=with_effect(disagree.conflicts, EFFECTS),
        notes=() if "municipalities" in ground.layers.layers else ("No municipalities are on file.",),
    )


def _total(ground: Ground, offending: Sequence[Offending]) -> Fraction:
    """Return the land of all villages and cities inside, what two of them claim counted once."""
    inside = [land for land in offending if not land.geometry.is_empty]
    shapes = [land.geometry for land in inside]
    if len(shapes) == 1:
        return inside[0].area_sqft
    return _area(union(np.array(shapes, dtype=object), ground.layers.frame), ground) if shapes else Fraction(0)


def _width(shape: BaseGeometry, ground: Ground) -> Fraction:
    return quantise_length_ft(greatest_width_ft(shape, ground.layers.frame))


def _overlap(ground: Ground, land: Offending) -> OverlapFact:
    return OverlapFact(
        name=land.name,
        kind=cast("MunicipalityKind", land.kind),
        overlap_area_sqft=land.area_sqft,
        overlap_width_ft=land.width_ft,
        width_low_ft=min(land.width_ft, land.low.width_ft),
        width_high_ft=max(land.width_ft, land.high.width_ft),
        whole_parcels=_ids(ground, land.drawn.whole),
        whole_parcels_low=_ids(ground, land.low.whole),
        whole_parcels_high=_ids(ground, land.high.whole),
        roll_parcels=_ids(ground, land.drawn.roll),
        roll_parcels_low=_ids(ground, land.low.roll),
        roll_parcels_high=_ids(ground, land.high.roll),
        accuracy_ft=land.accuracy_ft,
    )


def _evidence(ground: Ground, offending: tuple[Offending, ...]) -> tuple[Evidence, ...]:
    frame = ground.layers.frame
    parcels = ground.parcels
    evidence = []
    layer = ground.layers.layers.get("municipalities")
    for land in offending:
        if land.geometry.is_empty:
            continue
        shapes = np.array([land.geometry], dtype=object)
        evidence.append(
            Evidence(
                layer="municipalities",
                edition="" if layer is None else layer.edition,
                feature_id=land.name,
                role="sliver" if land.is_sliver else "offending",
                bbox=boxes_lonlat(shapes, frame)[0],
                measures={
                    "overlap_area_sqft": float(land.area_sqft),
                    "overlap_width_ft": float(land.width_ft),
                },
            )
        )
        if parcels is None:
            continue
        mine = np.array(sorted({*land.drawn.whole, *land.drawn.roll}), dtype=np.intp)
        boxes = boxes_lonlat(parcels.geometries[mine], frame)
        evidence.extend(
            Evidence("parcels", parcels.layer.edition, str(parcels.parcel_id[i]), "offending", box)
            for i, box in zip(mine.tolist(), boxes, strict=True)
        )
    return tuple(evidence)
