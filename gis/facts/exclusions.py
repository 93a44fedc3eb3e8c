"""Which land is left when a board leaves some out or takes some in: the facts of TSD-12 and TSD-13 from the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, area_steps, features_inside, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.frame import Frame
from gis.geometry.inside import HAIR_STEPS
from gis.geometry.overlay import clip, difference, union
from gis.geometry.slivers import is_wider
from gis.model.facts.decision import BoardDecisionFacts
from gis.model.facts.hearing import ContinuanceFacts
from gis.model.finding import Evidence, Finding
from gis.units import acres

_SHARPEST = 100.0
"""How many times a corner may reach beyond its reach when it is pushed out: corners of more than a degree."""
_CRUMB_STEPS = 100
"""Grid steps around what a sharp corner may lose; a spike is longer."""


@dataclass(frozen=True, slots=True)
class Parted:
    """A boundary's land in two: what some other land covers of it, and what is left."""

    covered: BaseGeometry
    left: BaseGeometry

    @property
    def pieces(self) -> int:
        """Number of separate pieces left; pieces that meet at a point only are separate."""
        return 0 if self.left.is_empty else int(shapely.get_num_geometries(self.left))


def part(boundary: BaseGeometry, lands: Sequence[BaseGeometry], frame: Frame) -> Parted:
    """Part a boundary's land by other land, on the grid and proved.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        The land described.
    lands : sequence of Polygon or MultiPolygon
        Land found not benefited; may overlap, touch, lie apart or reach beyond the boundary. Their order changes
        nothing.
    frame : Frame
        The plane of all of them.

    Returns
    -------
    Parted
        Pieces that only rounding to the grid makes are in neither part. With no land, all is left.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays disagree.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> parted = part(shapely.box(0, 0, 30, 10), [shapely.box(10, -5, 20, 15)], LOCAL_FEET)
    >>> parted.covered.area, parted.left.area, parted.pieces
    (100.0, 200.0, 2)
    """
    if not lands:
        return Parted(shapely.Polygon(), boundary)
    parts = clip(joined(lands, frame), np.array([boundary], dtype=object), frame)
    return Parted(without_hairs(parts.inside[0], frame), without_hairs(parts.outside[0], frame))


def joined(lands: Sequence[BaseGeometry], frame: Frame) -> BaseGeometry:
    """Return land as one shape, the same whichever comes first."""
    return union(sorted(lands, key=lambda land: shapely.to_wkb(shapely.normalize(land))), frame)


def decision_facts(ground: Ground, not_benefited: Sequence[BaseGeometry]) -> Gathered[BoardDecisionFacts]:
    """Gather what TSD-12 asks of the map: the land described, the part of it not benefited, the pieces left.

    Parameters
    ----------
    ground : Ground
        The surveyed ground of the described boundary.
    not_benefited : sequence of Polygon or MultiPolygon
        Land found not benefited, in the ground's frame. Without any, no area is stated: it is not known.

    Returns
    -------
    Gathered of BoardDecisionFacts
        Acres on the ground. No map tells what the board found.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays disagree.
    """
    facts = BoardDecisionFacts(district_area_acres=acres(ground.area_sqft))
    if not not_benefited:
        return Gathered(facts)
    frame = ground.layers.frame
    parted = part(ground.boundary, not_benefited, frame)
    # What is left is nothing: then all is left out, to the last digit.
    excluded_sqft = _area_sqft(parted.covered, frame) if parted.pieces else ground.area_sqft
    facts = BoardDecisionFacts(
        district_area_acres=acres(ground.area_sqft),
        not_benefited_area_acres=acres(min(excluded_sqft, ground.area_sqft)),
        final_parts=parted.pieces,
    )
    box = boxes_lonlat(np.array([parted.covered], dtype=object), frame)[0]
    evidence = Evidence(
        "the decision", "", "land not benefited", "excluded", box, {"excluded_area_sqft": float(excluded_sqft)}
    )
    return Gathered(facts, evidence=() if parted.covered.is_empty else (evidence,))


def addition_facts(
    ground: Ground, additions: Sequence[BaseGeometry], before: Finding | None = None, after: Finding | None = None
) -> Gathered[ContinuanceFacts]:
    """Gather what TSD-13 asks of the map: the land added, its part in a village or city, and whose board leads.

    Parameters
    ----------
    ground : Ground
        The surveyed ground of the described boundary.
    additions : sequence of Polygon or MultiPolygon
        Land to be added, in the ground's frame; what is inside already is not added.
    before, after : Finding or None
        TSD-01 on the described and on the revised boundary.

    Returns
    -------
    Gathered of ContinuanceFacts
        A strip of village or city land no wider than the layers are accurate is no such land, and a note says so. No
        map tells when the hearing is continued.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays disagree.
    """
    frame = ground.layers.frame
    added = part(joined(additions, frame), [ground.boundary], frame).left if additions else shapely.Polygon()
    village_sqft, notes = _village_sqft(ground, added)
    facts = ContinuanceFacts(
        added_area_acres=acres(_area_sqft(added, frame)),
        added_in_village_or_city_sqft=village_sqft,
        jurisdiction_before=_town(before),
        jurisdiction_after=_town(after),
    )
    box = boxes_lonlat(np.array([added], dtype=object), frame)[0]
    evidence = Evidence(
        "the decision", "", "land added", "added", box, {"added_area_sqft": float(_area_sqft(added, frame))}
    )
    return Gathered(facts, evidence=() if added.is_empty else (evidence,), notes=notes)


def _town(finding: Finding | None) -> str | None:
    return finding.answer if finding is not None and isinstance(finding.answer, str) else None


def _village_sqft(ground: Ground, added: BaseGeometry) -> tuple[Fraction, tuple[str, ...]]:
    frame = ground.layers.frame
    found = None if added.is_empty else features_inside(added, ground.layers, "municipalities")
    if found is None:
        return Fraction(0), ()
    lands = found.inside.land[found.met & (found.column("kind") != "town")]
    accuracy_ft = ground.layers.accuracy_ft("municipalities")
    wide = is_wider(lands, float(accuracy_ft), frame)
    slivers_sqft = sum((_area_sqft(land, frame) for land in lands[~wide]), Fraction(0))
    strip = (
        f"{float(slivers_sqft):,.2f} sq ft of the added land overlap a village or city by no more than the layers' "
        f"accuracy of {float(accuracy_ft):g} ft; that is not counted here, and TSD-09 tells it on the revised boundary."
    )
    village_sqft = _area_sqft(union(lands[wide], frame), frame) if wide.any() else Fraction(0)
    return village_sqft, (strip,) if slivers_sqft else ()


def _area_sqft(land: BaseGeometry, frame: Frame) -> Fraction:
    return sqft(int(area_steps(np.array([land], dtype=object), frame)[0]))


def without_hairs(shape: BaseGeometry, frame: Frame) -> BaseGeometry:
    """Return a shape without what only rounding makes of it, pieces and spikes alike.

    Lines that were one before rounding lie apart by a grid step each, and what lies between them is no land.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> spiked = shapely.union(shapely.box(0, 0, 10, 10), shapely.box(0, 10, 0.0001, 90))
    >>> without_hairs(spiked, LOCAL_FEET).bounds
    (0.0, 0.0, 10.0, 10.0)
    """
    reach = HAIR_STEPS * frame.grid / 2
    pieces = shapely.get_parts(shape)
    # Without the grid that overlays leave on their results: GEOS pulls such shapes in wrongly by a step.
    cores = shapely.buffer(shapely.set_precision(pieces, 0), -reach, join_style="mitre")
    is_land = ~np.asarray(shapely.is_empty(cores), dtype=bool)
    if not is_land.any():
        return shapely.Polygon()
    kept = shape if is_land.all() else shapely.multipolygons(pieces[is_land])
    # Pushed out again, the cores are the pieces but for their spikes, and for crumbs at sharp corners.
    bodies = shapely.buffer(cores[is_land], reach, join_style="mitre", mitre_limit=_SHARPEST)
    rest = shapely.get_parts(difference(kept, shapely.union_all(bodies), frame))
    spikes = rest[shapely.length(rest) > _CRUMB_STEPS * frame.grid]
    return difference(kept, joined(list(spikes), frame), frame) if len(spikes) else _single(kept)


def _single(shape: BaseGeometry) -> BaseGeometry:
    whole: BaseGeometry = shapely.get_parts(shape)[0] if shapely.get_num_geometries(shape) == 1 else shape
    return whole
