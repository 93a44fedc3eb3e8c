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

from gis.errors import BoundaryError, GeometryError
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
    """Say what to leave out; where the shapes allow no sound work, only which land it is."""
    land = f"the {what} {listed(sorted({land.place for land in lands}))}"
    try:
        return _measured(judged, rule_id, lands, land)
    except (BoundaryError, GeometryError):
        return Mend(
            rule_id, "leave_out", f"Leave out {land}. No sound boundary could be made without it; draw another."
        )


def _measured(judged: Judged, rule_id: str, lands: Sequence[_Land], land: str) -> Mend:
    ground = judged.seen.ground
    shapes = [land.shape for land in lands]
    parcels = tuple(sorted(_parcels(ground, lands), key=lambda each: (each.parcel_id, each.place or "")))
    area_sqft = _area_sqft(shapes, ground)
    said = f"Leave out {quantity(acres(area_sqft), 2)} acres ({quantity(area_sqft, 2)} sq ft), {land}"
    whole, cut = ([each.parcel_id for each in parcels if each.is_whole is asked] for asked in (True, False))
    told = [f"the whole of parcel{'' if len(whole) == 1 else 's'} {listed(whole)}"] if whole else []
    told += [f"part of parcel{'' if len(cut) == 1 else 's'} {listed(cut)}"] if cut else []
    boundary = _boundary_left(judged, rule_id, shapes)
    says = f"{said}{': ' if told else ''}{' and '.join(told)}. {_left_words(boundary, ground)}"
    return Mend(rule_id, "leave_out", says, parcels=parcels, boundary=boundary)


def _left_words(boundary: BoundaryLeft | None, ground: Ground) -> str:
    whole = f"the {quantity(acres(ground.area_sqft), 2)} acres"
    if boundary is None:
        return f"Of {whole} described nothing is left then; no district can be made here."
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
    """Yield each parcel of which more land is left out than the layers' accuracy, or the whole of it."""
    parcels = ground.parcels
    if parcels is None:
        return
    frame = ground.layers.frame
    width_ft = float(max(accuracy_ft(ground), ground.layers.accuracy_ft("parcels")))
    for land in lands:
        shapely.prepare(land.shape)
        met = np.flatnonzero(parcels.met & parcels.is_parcel & shapely.intersects(land.shape, parcels.geometries))
        parts = clip(land.shape, parcels.geometries[met], frame)
        areas = area_steps(parts.inside, frame)
        has_rest = is_wider(parts.outside, width_ft, frame)
        is_named = is_wider(parts.inside, width_ft, frame) | ~has_rest
        for position in np.flatnonzero(is_named & (areas > 0)).tolist():
            parcel_id = str(parcels.parcel_id[met[position]])
            yield ParcelConcerned(parcel_id, land.place, sqft(int(areas[position])), not has_rest[position])


def _area_sqft(shapes: Sequence[BaseGeometry], ground: Ground) -> Fraction:
    return sqft(int(area_steps(np.array([joined(shapes, ground.layers.frame)], dtype=object), ground.layers.frame)[0]))


def _boundary_left(judged: Judged, rule_id: str, shapes: Sequence[BaseGeometry]) -> BoundaryLeft | None:
    """Return the boundary without the land, judged again; null where nothing is left of it."""
    ground = judged.seen.ground
    frame = ground.layers.frame
    land = resulting_land(ground.boundary, shapes, (), frame)
    if land.is_empty:
        return None
    line = outline(land, judged.boundary, frame, "Boundary with land left out")
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
