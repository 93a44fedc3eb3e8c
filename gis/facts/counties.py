"""In which counties does the boundary have land, and how wide is it: the facts of TSD-15."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.facts.conflicts import Disagreements
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, area_steps, features_inside, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.coverage import unclaimed
from gis.geometry.overlay import union
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.facts.territory import CountyFact, RecordingFacts
from gis.model.finding import Evidence
from gis.units import SQFT_PER_SQMI, quantise_length_ft

PLAINLY_WIDE_FT = 1000
"""Land wider than this at every end of the accuracy is plainly inside; its width is not searched for."""
Ends = tuple[BaseGeometry, BaseGeometry, BaseGeometry]
"""Land inside with the line pulled in, as drawn, and pushed out by the accuracy."""


@dataclass(frozen=True, slots=True)
class CountyLand:
    """The land of one county inside the boundary."""

    name: str
    land: BaseGeometry
    area_sqft: Fraction
    widths_ft: tuple[Fraction, Fraction, Fraction] | None
    """Greatest width with the line pulled in, as drawn, and pushed out; None where it is plainly wide."""


def recording_facts(ground: Ground, disagree: Disagreements) -> Gathered[RecordingFacts]:
    """Gather what TSD-15 asks of the map: overlap area and greatest width of each county.

    Counties are told by the counties layer; without one, by the county that the municipalities name.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    disagree : Disagreements
        Where the municipalities claim no land.

    Returns
    -------
    Gathered of RecordingFacts
        A county that the boundary reaches only if it moves by the accuracy is stated with overlap 0 and the width it
        would have; one with plainly wide land inside is stated without a width. No map tells where it is recorded.
    """
    kind = "counties" if "counties" in ground.layers.layers else "municipalities"
    if kind not in ground.layers.layers:
        return Gathered(RecordingFacts(), notes=("No counties are on file.",))
    ends = _counties(ground) if kind == "counties" else _of_municipalities(ground)
    lands = tuple(_land(ground, name, land) for name, land in sorted(ends.items()))
    area_sqft, width_ft = _unclaimed(ground, lands, kind, disagree)
    facts = RecordingFacts(
        counties=tuple(_fact(land) for land in lands),
        boundary_accuracy_ft=ground.layers.accuracy_ft(kind),
        unclaimed_area_sqft=area_sqft,
        unclaimed_width_ft=width_ft,
    )
    notes = () if kind == "counties" else ("No counties are on file; they are told by the municipalities' counties.",)
    return Gathered(facts=facts, evidence=_evidence(ground, lands, kind), notes=notes)


def _fact(land: CountyLand) -> CountyFact:
    if land.widths_ft is None:
        return CountyFact(land.name, land.area_sqft)
    low_ft, drawn_ft, high_ft = land.widths_ft
    return CountyFact(land.name, land.area_sqft, drawn_ft, min(low_ft, drawn_ft), max(drawn_ft, high_ft))


def _counties(ground: Ground) -> dict[str, Ends]:
    found = features_inside(ground.boundary, ground.layers, "counties")
    if found is None:
        return {}
    inside = found.inside
    rows: dict[str, list[int]] = defaultdict(list)
    for i, name in enumerate(found.column("name")):
        rows[str(name)].append(i)
    return {
        name: _joined(ground, [(inside.land_low[i], inside.land[i], inside.land_high[i]) for i in of_it])
        for name, of_it in rows.items()
    }


def _of_municipalities(ground: Ground) -> dict[str, Ends]:
    lands: dict[str, list[Ends]] = defaultdict(list)
    for land in ground.municipalities:
        if land.county is not None:
            lands[land.county].append((land.land_low, land.land, land.land_high))
    return {name: _joined(ground, ends) for name, ends in lands.items()}


def _joined(ground: Ground, ends: Sequence[Ends]) -> Ends:
    if len(ends) == 1:
        return ends[0]
    low, drawn, high = (
        union(np.array(shapes, dtype=object), ground.layers.frame) for shapes in zip(*ends, strict=True)
    )
    return low, drawn, high


def _land(ground: Ground, name: str, ends: Ends) -> CountyLand:
    frame = ground.layers.frame
    area_sqft = sqft(int(area_steps(np.array([ends[1]], dtype=object), frame)[0]))
    if is_wider(np.array([ends[0]], dtype=object), PLAINLY_WIDE_FT, frame)[0]:
        return CountyLand(name, ends[1], area_sqft, None)
    low_ft, drawn_ft, high_ft = (quantise_length_ft(greatest_width_ft(shape, frame)) for shape in ends)
    return CountyLand(name, ends[1], area_sqft, (low_ft, drawn_ft, high_ft))


def _unclaimed(
    ground: Ground, lands: Sequence[CountyLand], kind: str, disagree: Disagreements
) -> tuple[Fraction, Fraction]:
    """Return the area and greatest width of land inside that no county on file claims."""
    if any(land.area_sqft == ground.area_sqft for land in lands):
        return Fraction(0), Fraction(0)
    if kind == "municipalities" and all(land.county is not None for land in ground.municipalities):
        return Fraction(round(disagree.unclaimed_sqft * 100), 100), quantise_length_ft(disagree.unclaimed_width_ft)
    frame = ground.layers.frame
    rest = unclaimed(np.array([land.land for land in lands], dtype=object), ground.boundary, frame)
    area_sqft = sqft(int(area_steps(np.array([rest], dtype=object), frame)[0]))
    return area_sqft, quantise_length_ft(greatest_width_ft(rest, frame))


def _evidence(ground: Ground, lands: Sequence[CountyLand], kind: str) -> tuple[Evidence, ...]:
    layer = ground.layers.layers[kind]
    inside = [land for land in lands if land.area_sqft > 0]
    accuracy_ft = ground.layers.accuracy_ft(kind)
    boxes = boxes_lonlat(np.array([land.land for land in inside], dtype=object), ground.layers.frame)
    return tuple(
        Evidence(
            layer=kind,
            edition=layer.edition,
            feature_id=land.name,
            role="sliver" if land.widths_ft is not None and land.widths_ft[1] <= accuracy_ft else "inside",
            bbox=box,
            measures={
                "overlap_area_sqft": float(land.area_sqft),
                "overlap_area_sqmi": float(land.area_sqft / SQFT_PER_SQMI),
                **({} if land.widths_ft is None else {"overlap_width_ft": float(land.widths_ft[1])}),
            },
        )
        for land, box in zip(inside, boxes, strict=True)
    )
