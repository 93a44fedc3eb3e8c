"""Which land has to be left out, and what boundary is left without it (TSD-09, TSD-10)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import BoundaryError
from gis.facts.conflicts import disagreements
from gis.facts.exclusions import joined, part
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, area_steps, features_inside, sqft, survey
from gis.facts.other_districts import other_district_facts
from gis.facts.village_city import accuracy_ft, offending_land, village_city_facts
from gis.geometry.overlay import clip
from gis.geometry.slivers import is_wider
from gis.model.finding import Finding, State
from gis.model.mending import BoundaryLeft, Mend, ParcelConcerned
from gis.proposals.decisions.outline import outline, resulting_land
from gis.proposals.mending.judged import Judged
from gis.rules.registry import judge
from gis.rules.words import listed, quantity
from gis.units import acres

VILLAGE_CITY, OTHER_DISTRICTS = "TSD-09", "TSD-10"


@dataclass(frozen=True, slots=True)
class _Land:
    """Land of one place that has to be left out."""

    place: str
    shape: BaseGeometry


def leave_out_village_city(judged: Judged, _finding: Finding) -> Iterator[Mend]:
    """Say which village and city land to leave out: parcels wholly in it, parcels cut, and what boundary is left."""
    lands = [_Land(each.name, each.geometry) for each in judged.seen.offending if not each.geometry.is_empty]
    if lands:
        yield _left_out(judged, VILLAGE_CITY, lands, "land of")


def leave_out_other_districts(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say which land of other sewerage districts to leave out: what lies in a village or city, else all of it."""
    frame = judged.seen.ground.layers.frame
    lands = [_Land(name, shape) for name, shape in _districts(judged, finding)]
    what = "land shared with"
    if finding.state is State.FAIL:
        village = [each.geometry for each in judged.seen.offending if not each.geometry.is_empty]
        within = [_Land(land.place, part(land.shape, village, frame).covered) for land in lands if village]
        lands, what = [land for land in within if not land.shape.is_empty], "village and city land within"
    if lands:
        yield _left_out(judged, OTHER_DISTRICTS, lands, what)


def _districts(judged: Judged, finding: Finding) -> Iterator[tuple[str, BaseGeometry]]:
    """Yield the districts that the finding found to overlap, with the land shared."""
    ground = judged.seen.ground
    found = features_inside(ground.boundary, ground.layers, "districts")
    if found is None:
        return
    names = found.column("name").astype(str)
    for name in sorted({item.feature_id for item in finding.evidence if item.layer == "districts"}):
        lands = found.inside.land[found.met & (names == name)]
        if len(lands):
            yield name, joined(list(lands), ground.layers.frame)


def _left_out(judged: Judged, rule_id: str, lands: Sequence[_Land], what: str) -> Mend:
    parcels = tuple(sorted(_parcels(judged.seen.ground, lands), key=lambda each: (each.parcel_id, each.municipality or "")))
    boundary = _boundary_left(judged, rule_id, [land.shape for land in lands])
    ground = judged.seen.ground
    area_sqft = _area_sqft([land.shape for land in lands], ground)
    places = listed(sorted({land.place for land in lands}))
    said = f"Leave out {quantity(acres(area_sqft), 2)} acres ({quantity(area_sqft, 2)} sq ft), the {what} {places}"
    whole = [each.parcel_id for each in parcels if each.is_whole]
    cut = [each.parcel_id for each in parcels if not each.is_whole]
    if whole:
        said += f": parcel{'' if len(whole) == 1 else 's'} {listed(whole)} whole"
    if cut:
        said += f"{' and' if whole else ':'} part of parcel{'' if len(cut) == 1 else 's'} {listed(cut)}"
    return Mend(rule_id, "leave_out", f"{said}. {_left_words(boundary, ground)}", parcels=parcels, boundary=boundary)


def _left_words(boundary: BoundaryLeft | None, ground: Ground) -> str:
    whole = f"the {quantity(acres(ground.area_sqft), 2)} acres"
    if boundary is None:
        return f"Of {whole} described no sound boundary is left then; draw another."
    left = f"Of {whole} described {quantity(boundary.area_acres, 2)} are left"
    return f"{left}, and on that boundary {_AFTER[boundary.state]}. Every other rule has to be judged on it again."


_AFTER: Mapping[State, str] = MappingProxyType(
    {
        State.PASS: "this rule passes",
        State.NOT_APPLICABLE: "this rule has nothing more to ask",
        State.WITHIN_TOLERANCE: "only slivers within the accuracy of the layers remain, which a person must look at",
        State.NEEDS_EVIDENCE: "this rule no longer fails, but waits for facts",
        State.UNDETERMINED: "this rule no longer fails, but the law gives no answer for what remains",
        State.FAIL: "this rule still fails, for land that the layers place elsewhere",
    }
)


def _parcels(ground: Ground, lands: Sequence[_Land]) -> Iterator[ParcelConcerned]:
    """Yield each parcel with land to be left out that is wider than the layers are accurate, or all of it inside."""
    parcels = ground.parcels
    if parcels is None:
        return
    frame = ground.layers.frame
    width_ft = float(max(accuracy_ft(ground), ground.layers.accuracy_ft("parcels")))
    inside = parcels.inside.land
    for land in lands:
        shapely.prepare(land.shape)
        met = np.flatnonzero(parcels.met & parcels.is_parcel & shapely.intersects(land.shape, inside))
        out = clip(land.shape, inside[met], frame).inside
        areas = area_steps(out, frame)
        wide = is_wider(out, width_ft, frame)
        for i, area, is_wide in zip(met.tolist(), areas.tolist(), wide.tolist(), strict=True):
            is_whole = area == int(parcels.inside_value[i])
            if area and (is_wide or is_whole):
                yield ParcelConcerned(str(parcels.parcel_id[i]), land.place, sqft(area), is_whole)


def _area_sqft(shapes: Sequence[BaseGeometry], ground: Ground) -> Fraction:
    return sqft(int(area_steps(np.array([joined(shapes, ground.layers.frame)], dtype=object), ground.layers.frame)[0]))


def _boundary_left(judged: Judged, rule_id: str, shapes: Sequence[BaseGeometry]) -> BoundaryLeft | None:
    """Return the boundary without the land, judged again; null where nothing sound is left of it."""
    ground = judged.seen.ground
    frame = ground.layers.frame
    land = resulting_land(ground.boundary, shapes, (), frame)
    if land.is_empty:
        return None
    try:
        line = outline(land, judged.boundary, frame, "Boundary with land left out")
    except BoundaryError:
        return None
    left = survey(line.boundary.geometry, ground.layers)
    return BoundaryLeft(
        geojson=line.geojson,
        area_acres=acres(left.area_sqft),
        left_out_acres=acres(ground.area_sqft - left.area_sqft),
        state=_judged_again(judged, rule_id, left),
    )


def _judged_again(judged: Judged, rule_id: str, left: Ground) -> State:
    gathered = _FACTS[rule_id](left, judged.date)
    return judge(rule_id, replace(gathered.facts, **judged.told.get(rule_id, {})), judged.seen.parameters).state


def _village_city_facts(ground: Ground, _date: dt.date) -> Gathered[Any]:
    disagree = disagreements(ground)
    return village_city_facts(ground, disagree, offending_land(ground, disagree))


_FACTS: Mapping[str, Callable[[Ground, dt.date], Gathered[Any]]] = MappingProxyType(
    {VILLAGE_CITY: _village_city_facts, OTHER_DISTRICTS: other_district_facts}
)
