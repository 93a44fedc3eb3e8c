"""Which taxable value lies inside the boundary, town by town: the facts of TSD-01."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.conflicts import Disagreements, with_effect
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, MunicipalLand, ParcelGround, area_steps, counted_once, same_place, sqft
from gis.facts.places import boxes_lonlat
from gis.facts.roll_notes import roll_notes, sliver_names
from gis.geometry.overlay import clip, difference, union
from gis.geometry.slivers import is_wider
from gis.layers.layer import Layer
from gis.model.facts.territory import JurisdictionFacts, MunicipalityFact, MunicipalityKind, ParcelValue
from gis.model.finding import Evidence

EFFECTS = {
    "roll_and_polygon": (
        "The value counts in the municipality of the roll, whose assessor set it; the reading by_polygon "
        "counts it where the polygon puts the parcel."
    ),
    "claimed_twice": "Value follows the roll, not the polygons, so this place moves no value between towns.",
    "claimed_by_none": "Value follows the roll, so parcels here still count in the municipality of their roll.",
}
Ratio = tuple[str, str | None, Fraction]
"""Municipality, county where stated, ratio."""
CENTS = 100
TOWN = "town"
GAP = "gap"
WHOLE = Fraction(1)


def jurisdiction_facts(ground: Ground, disagree: Disagreements) -> Gathered[JurisdictionFacts]:
    """Gather what TSD-01 asks: municipalities with land inside, their ratios, and each parcel's value and share.

    A parcel counts in the municipality of its roll. Where the roll names none, it counts where its
    polygon lies, and is listed. A parcel outside that the line would reach if it moved by the
    accuracy is stated with share 0, so that the margin can count it.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    disagree : Disagreements
        Where roll and polygons differ.

    Returns
    -------
    Gathered of JurisdictionFacts
        Shares are of the parcel's ground area, exact from areas to the hundredth of a square foot.
    """
    parcels = ground.parcels
    roll_year = None if parcels is None else _roll_year(parcels)
    values = None if parcels is None else _without_slivers(ground, parcels, disagree, roll_year)
    inside, near = _municipalities(ground, values or (), roll_year)
    facts = JurisdictionFacts(
        municipalities=inside,
        near_municipalities=near,
        parcels=values,
        roll_year=roll_year,
        boundary_accuracy_ft=ground.layers.accuracy_ft(*(["parcels"] if parcels is not None else [])),
    )
    return Gathered(
        facts=facts,
        evidence=() if parcels is None else _evidence(ground, parcels, values or (), disagree),
        conflicts=with_effect(disagree.conflicts, EFFECTS),
        notes=roll_notes(ground, roll_year),
    )


def _roll_year(parcels: ParcelGround) -> int | None:
    """Return the year that most parcels inside bear, the later of two as common; None where none bears any."""
    years = parcels.column("roll_year")[parcels.met & parcels.is_parcel]
    borne, times = np.unique([int(year) for year in years if year is not None], return_counts=True)
    return int(borne[np.flatnonzero(times == times.max())[-1]]) if len(borne) else None


def _counted(parcels: ParcelGround) -> list[int]:
    """Return positions of the parcels that the line meets, or would if it moved, ascending."""
    reached = parcels.is_parcel & ((parcels.inside_high > 0) | parcels.met)
    return np.flatnonzero(reached).tolist()


def _parcel_values(
    ground: Ground, parcels: ParcelGround, disagree: Disagreements, roll_year: int | None
) -> tuple[ParcelValue, ...]:
    disputed = {dispute.position: dispute.polygon for dispute in disagree.disputes}
    buildings = _buildings_inside(ground, parcels)
    area, low, value, high = (
        steps.tolist() for steps in (parcels.area, parcels.inside_low, parcels.inside_value, parcels.inside_high)
    )
    ids, names, counties, years, assessed, exempt, forest, unknown = (
        parcels.column(name).tolist()
        for name in (
            "parcel_id",
            "municipality",
            "county",
            "roll_year",
            "assessed_value_cents",
            "exempt_codes",
            "forest_codes",
            "unknown_codes",
        )
    )
    shown = {pair: _display(ground, *pair) for pair in set(zip(names, counties, strict=True))}
    found = []
    for i in _counted(parcels):
        settled = low[i] == value[i] == high[i] == area[i]
        found.append(
            ParcelValue(
                parcel_id=ids[i],
                municipality=shown[names[i], counties[i]] or _by_polygon(ground, parcels.inside.land_high[i]),
                assessed_value=_dollars(assessed[i]) if years[i] in {None, roll_year} else None,
                exempt_codes=_codes(exempt[i]),
                forest_codes=_codes(forest[i]),
                tid_increment=None,
                taxable=None if unknown[i] else "unstated",
                share_in_district=WHOLE if value[i] == area[i] else Fraction(value[i], area[i]),
                building_in_district=buildings.get(i),
                share_low=None if settled else Fraction(low[i], area[i]),
                share_high=None if settled else Fraction(high[i], area[i]),
                polygon_municipality=disputed.get(i),
            )
        )
    return tuple(found)


def _without_slivers(
    ground: Ground, parcels: ParcelGround, disagree: Disagreements, roll_year: int | None
) -> tuple[ParcelValue, ...]:
    """Return the values, with parcels of a municipality that has only slivers inside taken as touching the line."""
    values = _parcel_values(ground, parcels, disagree, roll_year)
    lands = {land.name for land in ground.municipalities if land.is_inside} - set(sliver_names(ground))
    doubtful = [k for k, value in enumerate(values) if value.share_in_district and value.municipality not in lands]
    if not doubtful:
        return values
    positions = np.array(_counted(parcels), dtype=np.intp)[doubtful]
    real = parcels.whole[positions] | is_wider(
        parcels.inside.land[positions], float(ground.layers.accuracy_ft("parcels")), ground.layers.frame
    )
    inside = {values[k].municipality for k, is_real in zip(doubtful, real.tolist(), strict=True) if is_real}
    touching = {k for k in doubtful if values[k].municipality not in inside}
    return tuple(
        replace(
            value,
            share_in_district=Fraction(0),
            share_high=max(value.share_in_district or Fraction(0), value.share_high or Fraction(0)),
        )
        if k in touching
        else value
        for k, value in enumerate(values)
    )


def _dollars(cents: int | None) -> Fraction | None:
    """Return a value in dollars; a negative one is a slip of the roll, so it is not known."""
    return None if cents is None or cents < 0 else Fraction(int(cents), CENTS)


def _display(ground: Ground, name: str | None, county: str | None) -> str | None:
    """Return the name of a roll's municipality as findings write it; with its county where another bears the name."""
    known = ground.municipality(name, county)
    if known is not None:
        return known.name
    is_taken = any(land.plain_name == name for land in ground.municipalities)
    return f"{name} ({county} County)" if name and county and is_taken else name


def _by_polygon(ground: Ground, land: BaseGeometry) -> str:
    """Return the municipality whose polygon holds most of a parcel that the roll gives to none; "" where none does."""
    shares = [shapely.intersection(place.land_high, land).area for place in ground.municipalities]
    return ground.municipalities[int(np.argmax(shares))].name if any(shares) else ""


def _codes(joined: str | None) -> tuple[str, ...]:
    return tuple(joined.split(",")) if joined else ()


def _buildings_inside(ground: Ground, parcels: ParcelGround) -> dict[int, bool]:
    """Return for each cut parcel with buildings whether the greater part of their floor is inside."""
    layer = ground.layers.layers.get("buildings")
    if layer is None:
        return {}
    found = {}
    for i in np.flatnonzero(parcels.inside.cut & parcels.is_parcel).tolist():
        parcel = parcels.geometries[i]
        near = layer.geometries[layer.tree.query(parcel, predicate="intersects")]
        floors = shapely.intersection(near, parcel, grid_size=ground.layers.frame.grid)
        floor = float(shapely.area(floors).sum())
        if floor > 0:
            inside = shapely.intersection(floors, parcels.inside.land[i], grid_size=ground.layers.frame.grid)
            found[i] = float(shapely.area(inside).sum()) * 2 > floor
    return found


def _municipalities(
    ground: Ground, values: Sequence[ParcelValue], roll_year: int | None
) -> tuple[tuple[MunicipalityFact, ...], tuple[MunicipalityFact, ...]]:
    """Return municipalities with land inside, then those that only a roll names; and those only near the line."""
    slivers = sliver_names(ground)
    lands = {land.name: land for land in ground.municipalities}
    kinds = {land.name: land.kind for land in lands.values() if land.is_inside and land.name not in slivers}
    near: dict[str, str] = {}
    for value in values:
        if value.municipality:
            kind = lands[value.municipality].kind if value.municipality in lands else _kind_of(value.municipality)
            is_inside = bool(value.share_in_district)
            (kinds if is_inside else near).setdefault(value.municipality, kind)
    ratios = _ratios(ground.layers.layers.get("ratios"), roll_year)
    with_value = {value.municipality for value in values if value.share_in_district}

    def fact(name: str, kind: str) -> MunicipalityFact:
        land = lands.get(name)
        place = _plain(name) if land is None else (land.plain_name, land.county)
        has_roll = land is None or kind != TOWN or not _is_bare(ground, land, has_value=name in with_value)
        return MunicipalityFact(name, cast("MunicipalityKind", kind), _ratio(ratios, *place), has_roll)

    return (
        tuple(fact(name, kind) for name, kind in kinds.items()),
        tuple(fact(name, kind) for name, kind in near.items() if name not in kinds),
    )


def _is_bare(ground: Ground, land: MunicipalLand, *, has_value: bool) -> bool:
    """Say whether so much of a municipality's land inside is under no record that its value is not known.

    A road or a lake that is on file as such has no value; land of which nothing is on file may have any, and a record
    of a gap says just that. Where parcels with a value are inside, bare land may be streets, up to half; where none
    is, any bare land wider than the accuracy counts.
    """
    parcels = ground.parcels
    if parcels is None or not land.is_inside:
        return False
    frame = ground.layers.frame
    on_file = np.flatnonzero(parcels.met & (parcels.column("record_kind") != GAP))
    records = parcels.inside.land[on_file]
    # No town can lack more than the whole boundary lacks, and mostly nothing does.
    bare_anywhere = ground.area_sqft - sqft(counted_once(records, parcels.inside_value[on_file]))
    if has_value and bare_anywhere * 2 < land.area_sqft.value:
        return False
    shapely.prepare(land.land)
    within = np.asarray(shapely.covers(land.land, records), dtype=bool)
    across = np.asarray(shapely.intersects(land.land, records), dtype=bool) & ~within
    if has_value:
        parts = clip(land.land, records[across], frame).inside
        covered = counted_once(records[within], parcels.inside_value[on_file[within]])
        covered += counted_once(parts, area_steps(parts, frame))
        return sqft(covered) * 2 < land.area_sqft.value
    touched = records[within | across]
    rest = difference(land.land, union(touched, frame), frame) if len(touched) else land.land
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities", "parcels"))
    return bool(is_wider(np.array([rest], dtype=object), accuracy_ft, frame)[0])


def _plain(name: str) -> tuple[str, str | None]:
    """Return the name and county of a municipality that only a roll names."""
    plain, _, county = name.partition(" (")
    return plain, county.removesuffix(" County)") or None


def _kind_of(name: str) -> str:
    return name.split(" ", 1)[0].lower()


def _ratios(layer: Layer | None, roll_year: int | None) -> list[Ratio]:
    if layer is None or roll_year is None:
        return []
    table = layer.table
    rows = table[table["year"] == roll_year]
    return [
        (str(name), county if isinstance(county, str) else None, Fraction(ratio))
        for name, county, ratio in zip(rows["municipality"], rows["county"], rows["ratio"], strict=True)
    ]


def _ratio(ratios: Sequence[Ratio], name: str, county: str | None) -> Fraction | None:
    """Return the one ratio of a municipality; a ratio that names its county goes before one that names none."""
    found = [(of_county, ratio) for of_name, of_county, ratio in ratios if same_place(name, county, of_name, of_county)]
    of_county = [ratio for its_county, ratio in found if its_county is not None]
    best = of_county or [ratio for _, ratio in found]
    return best[0] if len(best) == 1 else None


def _evidence(
    ground: Ground, parcels: ParcelGround, values: Sequence[ParcelValue], disagree: Disagreements
) -> tuple[Evidence, ...]:
    disputed = {dispute.position for dispute in disagree.disputes}
    roles: list[tuple[int, str]] = []
    for i, value in zip(_counted(parcels), values, strict=True):
        if not value.share_in_district:
            continue
        if i in disputed:
            roles.append((i, "disputed"))
        elif value.taxable is None or (value.assessed_value is None and not _has_codes(value)):
            roles.append((i, "unknown"))
        elif _has_codes(value) and not value.assessed_value:
            roles.append((i, "excluded"))
        elif value.share_in_district < 1:
            roles.append((i, "cut"))
    boxes = boxes_lonlat(parcels.geometries[[i for i, _ in roles]], ground.layers.frame)
    by_position = dict(zip(_counted(parcels), values, strict=True))
    return tuple(
        Evidence(
            layer="parcels",
            edition=parcels.layer.edition,
            feature_id=str(parcels.parcel_id[i]),
            role=role,
            bbox=box,
            measures={"share_in_district": float(by_position[i].share_in_district or 0)},
        )
        for (i, role), box in zip(roles, boxes, strict=True)
    )


def _has_codes(value: ParcelValue) -> bool:
    return bool(value.exempt_codes or value.forest_codes)
