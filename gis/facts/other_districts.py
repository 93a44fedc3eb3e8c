"""Which other sewerage districts hold land inside the boundary: the facts of TSD-10 from the map."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.facts.exclusions import joined
from gis.facts.gathered import Gathered
from gis.facts.ground import FeatureGround, Ground, area_steps, features_inside, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.frame import Frame
from gis.geometry.overlay import intersection
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.facts.territory import OtherDistrict, OtherDistrictsFacts
from gis.model.finding import Evidence
from gis.units import acres, quantise_length_ft

Kind = Literal["metropolitan_sewerage", "town_sanitary", "other"]
KINDS: dict[str, Kind] = {"metropolitan": "metropolitan_sewerage", "sanitary": "town_sanitary"}
"""Kinds of the layer by the rule's names; a utility district and every other kind is `other`."""


@dataclass(frozen=True, slots=True)
class _Shared:
    """The land that one other district has inside the boundary."""

    name: str
    kind: Kind
    land: BaseGeometry
    area_sqft: Fraction
    in_village_sqft: Fraction
    village_strip_sqft: Fraction
    """Village or city land in it that is no wider than the accuracy, and not counted."""
    width_ft: Fraction | None
    """Greatest width; null where it is plainly wider than the accuracy."""


def other_district_facts(ground: Ground, date: dt.date) -> Gathered[OtherDistrictsFacts]:
    """Gather what TSD-10 asks of the map: the other districts in force that overlap, and where that is village land.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    date : date
        A district counts that was established by then and was not dissolved before; one without dates counts.

    Returns
    -------
    Gathered of OtherDistrictsFacts
        Acres on the ground; the original district and its additions are one. An overlap that is nowhere wider than the
        lines are accurate is stated with its width (FACTS.md 1.6), and the rule says what it is. A strip of village or
        city land in an overlap that is no wider is not counted, and a note says so. Without districts on file the
        overlaps are not known. No map tells the purpose.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays disagree.
    """
    found = features_inside(ground.boundary, ground.layers, "districts")
    if found is None:
        return Gathered(OtherDistrictsFacts(), notes=("No other districts are on file.",))
    accuracy_ft = ground.layers.accuracy_ft("districts")
    shared = _shared(ground, found, date)
    facts = OtherDistrictsFacts(
        other_districts=tuple(
            OtherDistrict(
                name=each.name,
                kind=each.kind,
                overlap_area_acres=acres(each.area_sqft),
                overlap_in_village_or_city_acres=acres(each.in_village_sqft),
                overlap_width_ft=each.width_ft,
            )
            for each in shared
        ),
        boundary_accuracy_ft=accuracy_ft,
    )
    notes = tuple(
        f"{float(each.village_strip_sqft):,.2f} sq ft of what {each.name} shares are a strip of a village or city no "
        f"wider than the lines' accuracy of {float(accuracy_ft):g} ft; it is not counted as village or city land here."
        for each in shared
        if each.village_strip_sqft
    )
    boxes = boxes_lonlat(np.array([each.land for each in shared], dtype=object), ground.layers.frame)
    evidence = tuple(
        Evidence(
            "districts",
            found.layer.edition,
            each.name,
            "inside" if each.width_ft is None else "sliver",
            box,
            {"overlap_area_sqft": float(each.area_sqft), "in_village_or_city_sqft": float(each.in_village_sqft)},
        )
        for each, box in zip(shared, boxes, strict=True)
    )
    return Gathered(facts, evidence=evidence, notes=notes)


def _shared(ground: Ground, found: FeatureGround, date: dt.date) -> list[_Shared]:
    """Return the districts with land inside, by name; rows of one name and kind are one district."""
    day = date.isoformat()
    columns = (found.column(name) for name in ("name", "kind", "valid_from", "valid_to"))
    parts: dict[tuple[str, Kind], list[BaseGeometry]] = defaultdict(list)
    for land, is_met, name, kind, since, until in zip(found.inside.land, found.met, *columns, strict=True):
        in_force = (since is None or str(since) <= day) and (until is None or day <= str(until))
        if is_met and in_force:
            parts[str(name), KINDS.get(str(kind), "other")].append(land)
    return [_one(ground, name, kind, lands) for (name, kind), lands in sorted(parts.items())]


def _one(ground: Ground, name: str, kind: Kind, lands: list[BaseGeometry]) -> _Shared:
    frame = ground.layers.frame
    accuracy_ft = float(ground.layers.accuracy_ft("districts"))
    land = lands[0] if len(lands) == 1 else joined(lands, frame)
    within = [
        intersection(land, municipality.land, frame)
        for municipality in ground.municipalities
        if municipality.kind != "town" and municipality.is_inside
    ]
    shapes = np.array([land, *within], dtype=object)
    is_wide = is_wider(shapes, accuracy_ft, frame)
    wide, strips = ([*shapes[1:][is_wide[1:] == asked]] for asked in (True, False))
    return _Shared(
        name=name,
        kind=kind,
        land=land,
        area_sqft=_area_sqft([land], frame),
        in_village_sqft=_area_sqft(wide, frame),
        village_strip_sqft=_area_sqft(strips, frame),
        width_ft=None if is_wide[0] else quantise_length_ft(greatest_width_ft(land, frame)),
    )


def _area_sqft(shapes: Sequence[BaseGeometry], frame: Frame) -> Fraction:
    return sqft(int(area_steps(np.array([joined(shapes, frame)], dtype=object), frame)[0])) if shapes else sqft(0)
