"""Which municipalities hold land that would be annexed to a sanitary district: the facts of CKSD-12."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.facts.gathered import Gathered
from gis.facts.ground import MunicipalLand, features_inside, survey
from gis.facts.layerset import LayerSet
from gis.facts.places import boxes_lonlat
from gis.geometry.overlay import difference, union
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.facts.territory import AnnexationMunicipality, DistrictAnnexationFacts, MunicipalityKind
from gis.model.finding import Evidence
from gis.units import quantise_length_ft

_KINDS: Mapping[str, MunicipalityKind] = {"town": "town", "village": "village", "city": "city"}


def district_annexation_facts(
    land: BaseGeometry,
    layers: LayerSet,
    date: dt.date,
    districts: Collection[str],
    approvals: Mapping[str, bool] | None = None,
) -> Gathered[DistrictAnnexationFacts]:
    """Gather what CKSD-12 asks of the map about land that asks for sewer: is it outside, and in which municipalities?

    Parameters
    ----------
    land : Polygon or MultiPolygon
        In the frame of `layers`, on its grid.
    layers : LayerSet
        Municipalities and districts; kinds that are absent leave their facts unknown.
    date : date
        A district counts that was established by then and was not dissolved before.
    districts : collection of str
        Names by which the district is known.
    approvals : mapping of town name to bool
        What each town board decided; a town that is not in it has not decided.

    Returns
    -------
    Gathered of DistrictAnnexationFacts
        Of land partly in the district only the rest is asked about. Areas are square feet on the ground; the width of
        a municipality's part, in feet, is told where it is no wider than the accuracy.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays disagree.
    """
    accuracy_ft = layers.accuracy_ft("municipalities", "parcels", with_boundary=False)
    rest, notes = _outside(land, layers, date, districts)
    if rest is None:
        return Gathered(DistrictAnnexationFacts(boundary_accuracy_ft=accuracy_ft), notes=notes)
    if rest.is_empty:
        return Gathered(DistrictAnnexationFacts(outside_district=False, boundary_accuracy_ft=accuracy_ft), notes=notes)
    met = [each for each in survey(rest, layers).municipalities if each.is_inside]
    facts = DistrictAnnexationFacts(
        outside_district=True,
        municipalities=tuple(_told(each, layers, float(accuracy_ft), approvals or {}) for each in met) or None,
        boundary_accuracy_ft=accuracy_ft,
    )
    boxes = boxes_lonlat(np.array([each.land for each in met], dtype=object), layers.frame)
    evidence = tuple(
        Evidence(
            "municipalities",
            layers.layers["municipalities"].edition,
            each.name,
            "inside",
            box,
            {"overlap_area_sqft": float(each.area_sqft.value)},
        )
        for each, box in zip(met, boxes, strict=True)
    )
    return Gathered(facts, evidence=evidence, notes=notes)


def _outside(
    land: BaseGeometry, layers: LayerSet, date: dt.date, districts: Collection[str]
) -> tuple[BaseGeometry | None, tuple[str, ...]]:
    """Return the part of the land that is not in the district, empty where all is; none where no district is known."""
    found = features_inside(land, layers, "districts")
    if found is None:
        return None, ("No districts are on file, so it is not known whether the land is in one.",)
    day, frame = date.isoformat(), layers.frame
    columns = (found.column(name) for name in ("name", "valid_from", "valid_to"))
    inside = [
        part
        for part, is_met, name, since, until in zip(found.inside.land, found.met, *columns, strict=True)
        if is_met
        and name in districts
        and (since is None or str(since) <= day)
        and (until is None or day <= str(until))
    ]
    if not inside:
        return land, ()
    rest = difference(land, union(np.array(inside, dtype=object), frame), frame)
    accuracy_ft = float(layers.accuracy_ft("districts", "parcels", with_boundary=False))
    if not is_wider(np.array([rest], dtype=object), accuracy_ft, frame)[0]:
        return difference(land, land, frame), ()
    taken = np.array([union(np.array(inside, dtype=object), frame)], dtype=object)
    if not is_wider(taken, accuracy_ft, frame)[0]:
        return land, ("A strip of the land no wider than the lines' accuracy lies in the district already.",)
    return rest, ("Part of the land lies in the district already; only the rest is asked about.",)


def _told(
    each: MunicipalLand, layers: LayerSet, accuracy_ft: float, approvals: Mapping[str, bool]
) -> AnnexationMunicipality:
    is_wide = is_wider(np.array([each.land], dtype=object), accuracy_ft, layers.frame)[0]
    return AnnexationMunicipality(
        name=each.name,
        kind=_KINDS.get(each.kind),
        overlap_area_sqft=each.area_sqft.value,
        overlap_width_ft=None if is_wide else quantise_length_ft(greatest_width_ft(each.land, layers.frame)),
        approved=approvals.get(each.name) if each.kind == "town" else None,
    )
