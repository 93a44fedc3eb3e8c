"""How much village and city land does the boundary take in, and how wide is it: the facts of TSD-09."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.facts.conflicts import Disagreements, with_effect
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, MunicipalLand, ParcelGround, area_steps, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.overlay import union
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.facts import MunicipalityKind, OverlapFact, VillageCityFacts
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
ROUNDING_STEPS = 2
"""Two lines that were one before rounding lie apart by at most one grid step each."""


@dataclass(frozen=True, slots=True)
class Offending:
    """Village or city land inside the boundary, as the map shows it."""

    name: str
    kind: str
    geometry: BaseGeometry
    area_sqft: Fraction
    width_ft: Fraction
    """Greatest width: the diameter of the largest circle that fits in."""
    accuracy_ft: Fraction | None
    """Accuracy of this land, where only a roll places it there; null where it is that of the municipalities."""
    whole_parcels: tuple[str, ...]
    roll_parcels: tuple[str, ...]
    is_sliver: bool
    """Nowhere wider than the accuracy, and no parcel in it."""


def offending_land(ground: Ground, disagree: Disagreements) -> tuple[Offending, ...]:
    """Return the land inside the boundary that a polygon or a roll places in each village or city.

    In order of the municipalities layer, then of the roll. Of the parcels that a roll places there, those whose land
    inside is wider than the accuracy, or that are wholly inside, count as they are; the others only where nothing else
    of the village or city is inside, as slivers. Land that is no wider than the rounding to the grid is none: the line
    runs along the village or city there.
    """
    polygons = {land.name: land for land in ground.municipalities if land.kind in VILLAGE_OR_CITY}
    kinds = {name: land.kind for name, land in polygons.items()}
    by_roll = _roll_parcels(ground)
    kinds.update({name: roll.kind for name, roll in by_roll.items() if name not in kinds})
    found = (
        _offending(ground, disagree, name, kind, polygons.get(name), by_roll.get(name, _RollParcels(kind)))
        for name, kind in kinds.items()
    )
    return tuple(land for land in found if land is not None)


@dataclass(slots=True)
class _RollParcels:
    """Positions of the parcels that the roll places in one village or city: real land inside, and slivers."""

    kind: str
    real: list[int] = field(default_factory=list)
    slivers: list[int] = field(default_factory=list)


def _roll_parcels(ground: Ground) -> dict[str, _RollParcels]:
    parcels = ground.parcels
    if parcels is None:
        return {}
    kinds, names, counties = (parcels.column(name) for name in ("municipality_kind", "municipality", "county"))
    mine = np.flatnonzero(parcels.met & parcels.is_parcel & np.isin(kinds.astype(str), VILLAGE_OR_CITY))
    is_real = parcels.whole[mine] | is_wider(
        parcels.inside.land[mine], float(ground.layers.accuracy_ft("parcels")), ground.layers.frame
    )
    found: dict[str, _RollParcels] = {}
    for i, real in zip(mine.tolist(), is_real.tolist(), strict=True):
        known = ground.municipality(names[i], counties[i])
        of_it = found.setdefault(names[i] if known is None else known.name, _RollParcels(kinds[i]))
        (of_it.real if real else of_it.slivers).append(i)
    return found


def _offending(  # noqa: PLR0913 - a village or city by polygon and by roll
    ground: Ground,
    disagree: Disagreements,
    name: str,
    kind: str,
    polygon: MunicipalLand | None,
    roll: _RollParcels,
) -> Offending | None:
    parcels, frame = ground.parcels, ground.layers.frame
    shapes = [polygon.land] if polygon is not None and polygon.is_inside else []
    only_slivers = not shapes and not roll.real
    positions = roll.slivers if only_slivers else roll.real
    if parcels is not None:
        shapes.extend(parcels.inside.land[positions])
    if not shapes:
        return None
    geometry = shapes[0] if len(shapes) == 1 else union(np.array(shapes, dtype=object), frame)
    exact_width_ft = greatest_width_ft(geometry, frame)
    whole = disagree.whole_in.get(name, ())
    if exact_width_ft < ROUNDING_STEPS * frame.grid * frame.unit_ft and not whole and not roll.real:
        return None
    width_ft = quantise_length_ft(exact_width_ft)
    of_roll_ft = ground.layers.accuracy_ft("parcels") if only_slivers else None
    return Offending(
        name=name,
        kind=kind,
        geometry=geometry,
        area_sqft=_area(geometry, ground),
        width_ft=width_ft,
        accuracy_ft=of_roll_ft,
        whole_parcels=_ids(parcels, whole),
        roll_parcels=_ids(parcels, roll.real),
        is_sliver=width_ft <= (of_roll_ft or accuracy_ft(ground)) and not whole and not roll.real,
    )


def _area(shape: BaseGeometry, ground: Ground) -> Fraction:
    return sqft(int(area_steps(np.array([shape], dtype=object), ground.layers.frame)[0]))


def accuracy_ft(ground: Ground) -> Fraction:
    """Return the combined accuracy of the boundary and the municipalities, where there are any."""
    return ground.layers.accuracy_ft(*(["municipalities"] if "municipalities" in ground.layers.layers else []))


def _ids(parcels: ParcelGround | None, positions: Sequence[int]) -> tuple[str, ...]:
    return () if parcels is None else tuple(str(parcels.parcel_id[i]) for i in positions)


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
    overlaps = [_overlap(ground, land) for land in offending]
    named = {land.name for land in offending}
    overlaps.extend(
        _near(ground, land) for land in ground.municipalities if land.kind in VILLAGE_OR_CITY and land.name not in named
    )
    facts = VillageCityFacts(
        overlaps=tuple(overlaps),
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
    shapes = [land.geometry for land in offending]
    if len(shapes) == 1:
        return offending[0].area_sqft
    return _area(union(np.array(shapes, dtype=object), ground.layers.frame), ground) if shapes else Fraction(0)


def _width(shape: BaseGeometry, ground: Ground) -> Fraction:
    return quantise_length_ft(greatest_width_ft(shape, ground.layers.frame))


def _overlap(ground: Ground, offending: Offending) -> OverlapFact:
    polygon = next((land for land in ground.municipalities if land.name == offending.name), None)
    return OverlapFact(
        name=offending.name,
        kind=cast("MunicipalityKind", offending.kind),
        overlap_area_sqft=offending.area_sqft,
        overlap_width_ft=offending.width_ft,
        width_low_ft=None if polygon is None else _width(polygon.land_low, ground),
        width_high_ft=None if polygon is None else max(offending.width_ft, _width(polygon.land_high, ground)),
        whole_parcels=offending.whole_parcels,
        roll_parcels=offending.roll_parcels,
        accuracy_ft=offending.accuracy_ft,
    )


def _near(ground: Ground, land: MunicipalLand) -> OverlapFact:
    return OverlapFact(
        name=land.name,
        kind=cast("MunicipalityKind", land.kind),
        overlap_area_sqft=Fraction(0),
        overlap_width_ft=Fraction(0),
        width_low_ft=Fraction(0),
        width_high_ft=_width(land.land_high, ground),
    )


def _evidence(ground: Ground, offending: tuple[Offending, ...]) -> tuple[Evidence, ...]:
    frame = ground.layers.frame
    parcels = ground.parcels
    evidence = []
    layer = ground.layers.layers.get("municipalities")
    for land in offending:
        shapes = np.array([land.geometry], dtype=object)
        ids = {*land.whole_parcels, *land.roll_parcels}
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
        mine = np.flatnonzero(parcels.met & np.isin(parcels.parcel_id.astype(str), sorted(ids)))
        boxes = boxes_lonlat(parcels.geometries[mine], frame)
        evidence.extend(
            Evidence("parcels", parcels.layer.edition, str(parcels.parcel_id[i]), "offending", box)
            for i, box in zip(mine.tolist(), boxes, strict=True)
        )
    return tuple(evidence)
