"""In which towns does the boundary have land, so that their clerks are told: the facts of TSD-16 from the map."""

from __future__ import annotations

import numpy as np

from gis.facts.gathered import Gathered
from gis.facts.ground import Ground
from gis.facts.places import boxes_lonlat
from gis.geometry.slivers import is_wider
from gis.model.facts.department import DepartmentNoticeFacts, NotifiedTown
from gis.model.finding import Evidence


def town_notice_facts(ground: Ground) -> Gathered[DepartmentNoticeFacts]:
    """Gather what TSD-16 asks of the map: each town with land inside the boundary, and how much.

    Parameters
    ----------
    ground : Ground
        The surveyed ground of the department's area.

    Returns
    -------
    Gathered of DepartmentNoticeFacts
        Towns in the layer's order, square feet on the ground; a town that only touches is left out. A town of which
        only a sliver is inside is told to, for a notice too many harms nothing, and a note says so. No map tells when a
        notice was mailed. Without municipalities on file the towns are not known.
    """
    if "municipalities" not in ground.layers.layers:
        return Gathered(DepartmentNoticeFacts(), notes=("No municipalities are on file.",))
    towns = [land for land in ground.municipalities if land.is_inside and land.kind == "town"]
    shapes = np.array([town.land for town in towns], dtype=object)
    accuracy_ft = ground.layers.accuracy_ft("municipalities")
    wide = is_wider(shapes, float(accuracy_ft), ground.layers.frame).tolist()
    edition = ground.layers.layers["municipalities"].edition
    evidence = tuple(
        Evidence(
            "municipalities",
            edition,
            town.name,
            "inside" if is_wide else "sliver",
            box,
            {"overlap_area_sqft": float(town.area_sqft.value)},
        )
        for town, is_wide, box in zip(towns, wide, boxes_lonlat(shapes, ground.layers.frame), strict=True)
    )
    notes = tuple(
        f"Of {town.name} only a strip no wider than the accuracy of {float(accuracy_ft):g} ft is inside; its clerk is "
        "told all the same."
        for town, is_wide in zip(towns, wide, strict=True)
        if not is_wide
    )
    told = tuple(NotifiedTown(name=town.name, overlap_area_sqft=town.area_sqft.value) for town in towns)
    return Gathered(DepartmentNoticeFacts(towns=told), evidence=evidence, notes=notes)
