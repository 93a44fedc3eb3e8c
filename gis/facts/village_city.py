"""How much village and city land does the boundary take in, and how wide is it: the facts of TSD-09."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.facts.conflicts import Disagreements, with_effect
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, MunicipalLand, ParcelGround, area_steps, sqft
from gis.facts.places import boxes_lonlat, is_wider
from gis.geometry.overlay import union
from gis.geometry.slivers import greatest_width_ft
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


@dataclass(frozen=True, slots=True)
class Offending:
    """Village or city land inside the boundary, as the map shows it."""

    name: str
    kind: str
    geometry: BaseGeometry
    area_sqft: Fraction
    width_ft: Fraction
    """Greatest width: the diameter of the largest circle that fits in."""
    whole_parcels: tuple[str, ...]
    roll_parcels: tuple[str, ...]
    is_sliver: bool
    """Nowhere wider than the accuracy, and no parcel in it."""


def offending_land(ground: Ground, disagree: Disagreements) -> tuple[Offending, ...]:
    """Return the land inside the boundary that a polygon or a roll places in each village or city.

    In order of the municipalities layer, then of the roll. Only roll parcels whose land inside is
    wider than the accuracy, or that are wholly inside, are taken.
    """
    polygons = {land.name: land for land in ground.municipalities if land.kind in VILLAGE_OR_CITY}
    by_roll = _roll_parcels(ground)
    kinds = {name: land.kind for name, land in polygons.items() if land.is_inside or name in by_roll}
    kinds.update({name: name.split(" ", 1)[0].lower() for name in by_roll if name not in kinds})
    parcels = ground.parcels
    found = []
    for name, kind in kinds.items():
        positions = by_roll.get(name, [])
        shapes = [polygons[name].land] if name in polygons and polygons[name].is_inside else []
        if parcels is not None and positions:
            shapes.extend(parcels.inside.land[positions])
        geometry = shapes[0] if len(shapes) == 1 else union(np.array(shapes, dtype=object), ground.layers.frame)
        width_ft = _width(geometry, ground)
        whole = disagree.whole_in.get(name, ())
        found.append(
            Offending(
                name=name,
                kind=kind,
                geometry=geometry,
                area_sqft=sqft(int(area_steps(np.array([geometry], dtype=object), ground.layers.frame)[0])),
                width_ft=width_ft,
                whole_parcels=_ids(parcels, whole),
                roll_parcels=_ids(parcels, positions),
                is_sliver=width_ft <= accuracy_ft(ground) and not whole and not positions,
            )
        )
    return tuple(found)


def accuracy_ft(ground: Ground) -> Fraction:
    """Return the combined accuracy of the boundary and the municipalities, where there are any."""
    return ground.layers.accuracy_ft(*(["municipalities"] if "municipalities" in ground.layers.layers else []))


def _ids(parcels: ParcelGround | None, positions: Sequence[int]) -> tuple[str, ...]:
    return () if parcels is None else tuple(str(parcels.parcel_id[i]) for i in positions)


def _roll_parcels(ground: Ground) -> dict[str, list[int]]:
    """Return villages and cities of the roll: positions of their parcels with real land inside."""
    parcels = ground.parcels
    if parcels is None:
        return {}
    kind = parcels.column("municipality_kind")
    mine = np.flatnonzero(parcels.met & parcels.is_parcel & np.isin(kind.astype(str), VILLAGE_OR_CITY))
    wide = is_wider(parcels.inside.land[mine], float(ground.layers.accuracy_ft("parcels")), ground.layers.frame)
    found: dict[str, list[int]] = {}
    for i in mine[wide | parcels.whole[mine]].tolist():
        name, county = parcels.column("municipality")[i], parcels.column("county")[i]
        known = ground.municipality(name, county)
        found.setdefault(name if known is None else known.name, []).append(i)
    return found


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
