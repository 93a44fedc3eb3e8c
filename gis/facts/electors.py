"""Which parts of municipalities and reporting units does the boundary take in: the ground of its electors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.conflicts import Disagreements
from gis.facts.ground import FeatureGround, Ground, MunicipalLand, area_steps, features_inside, same_place, sqft
from gis.facts.roll_notes import sliver_names
from gis.geometry.overlay import clip, difference, union
from gis.geometry.slivers import is_wider

UNITS = "reporting_units"
_WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class UnitPart:
    """The part of one reporting unit inside the boundary."""

    position: int
    """Position among the units that the boundary meets."""
    name: str
    share: Fraction
    """Share of the unit's area inside; 1 where only slivers are left out."""
    share_low: Fraction
    share_high: Fraction

    @property
    def is_whole(self) -> bool:
        """Whether the whole unit is inside, but for slivers within the accuracy."""
        return self.share == _WHOLE


@dataclass(frozen=True, slots=True)
class MunicipalPart:
    """The part of the district in one municipality."""

    land: MunicipalLand
    whole: BaseGeometry
    """The whole municipality."""
    whole_sqft: Fraction
    units: tuple[UnitPart, ...]
    """Its reporting units that are inside or cut, slivers left out; none where they do not cover the part."""
    uncovered: bool
    """Whether land of the part, wider than the accuracy, lies in none of its units on file."""


@dataclass(frozen=True, slots=True)
class Electorate:
    """The parts of the district, and whether they are all of it."""

    parts: tuple[MunicipalPart, ...]
    units: FeatureGround | None
    """Reporting units that the boundary meets; None where no units are on file."""
    inside: tuple[UnitPart, ...]
    """Those that are inside or cut, slivers left out, whosever they are."""
    is_complete: bool
    """Whether municipalities on file claim all of the land inside, but for slivers within the accuracy."""

    @property
    def is_whole_units(self) -> bool:
        """Whether the district is made up of whole reporting units."""
        return (
            self.is_complete
            and bool(self.parts)
            and all(part.units and not part.uncovered for part in self.parts)
            and all(unit.is_whole for part in self.parts for unit in part.units)
        )


def electorate(ground: Ground, disagree: Disagreements) -> Electorate:
    """Survey the municipalities and reporting units that the boundary takes in.

    A municipality or unit of which only a sliver within the accuracy is inside is left out, and a unit of which only a
    sliver is outside is whole: published layers do not share vertices.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    disagree : Disagreements
        Where no municipality claims the land.

    Returns
    -------
    Electorate
        Areas on the ground, in square feet; shares of a unit's ground area, exact from areas to the hundredth.
    """
    units = features_inside(ground.boundary, ground.layers, UNITS)
    slivers = sliver_names(ground)
    inside = [land for land in ground.municipalities if land.is_inside and land.name not in slivers]
    parts = _unit_parts(ground, units)
    kinds = ["municipalities"] if "municipalities" in ground.layers.layers else []
    return Electorate(
        parts=tuple(_part(ground, land, units, parts) for land in inside),
        units=units,
        inside=parts,
        is_complete=bool(inside) and disagree.unclaimed_width_ft <= ground.layers.accuracy_ft(*kinds),
    )


def _unit_parts(ground: Ground, units: FeatureGround | None) -> tuple[UnitPart, ...]:
    if units is None:
        return ()
    frame, accuracy_ft = ground.layers.frame, float(ground.layers.accuracy_ft(UNITS))
    is_inside = units.whole | is_wider(units.inside.land, accuracy_ft, frame)
    cut = np.flatnonzero(is_inside & ~units.whole)
    outside = clip(ground.boundary, units.geometries[cut], frame).outside
    is_cut = np.zeros(len(is_inside), dtype=bool)
    is_cut[cut] = is_wider(outside, accuracy_ft, frame)
    names = units.column("unit")
    found = []
    for i in np.flatnonzero(is_inside).tolist():
        area, steps = int(units.area[i]), (units.inside_value, units.inside_low, units.inside_high)
        shares = [Fraction(int(of_all[i]), area) if is_cut[i] else _WHOLE for of_all in steps]
        found.append(UnitPart(i, str(names[i]), *shares))
    return tuple(found)


def _part(
    ground: Ground, land: MunicipalLand, units: FeatureGround | None, parts: tuple[UnitPart, ...]
) -> MunicipalPart:
    whole = _whole(ground, land)
    area_sqft = sqft(int(area_steps(np.array([whole], dtype=object), ground.layers.frame)[0]))
    mine = () if units is None else tuple(part for part in parts if _is_in(units, part.position, land))
    uncovered = bool(mine) and _is_uncovered(ground, land, units, mine)
    return MunicipalPart(
        land=land,
        whole=whole,
        # Rounding a cut to the grid can make a part larger than its whole by a few hundredths.
        whole_sqft=max(area_sqft, land.area_sqft.high),
        units=() if uncovered else mine,
        uncovered=uncovered,
    )


def _whole(ground: Ground, land: MunicipalLand) -> BaseGeometry:
    """Return the whole of a municipality, joined where it has several rows."""
    layer = ground.layers.layers["municipalities"]
    wanted = (land.plain_name, land.kind, land.county)
    rows = zip(*(layer.column(name) for name in ("name", "kind", "county")), strict=True)
    shapes = layer.geometries[[i for i, row in enumerate(rows) if row == wanted]]
    whole: BaseGeometry = shapes[0] if len(shapes) == 1 else union(shapes, ground.layers.frame)
    return whole


def _is_in(units: FeatureGround, position: int, land: MunicipalLand) -> bool:
    place, county = units.column("municipality")[position], units.column("county")[position]
    return same_place(place, county, land.plain_name, land.county)


def _is_uncovered(ground: Ground, land: MunicipalLand, units: FeatureGround | None, mine: tuple[UnitPart, ...]) -> bool:
    if units is None:
        return True
    frame = ground.layers.frame
    covered = union(units.inside.land[[part.position for part in mine]], frame)
    rest = np.array([difference(land.land, covered, frame)], dtype=object)
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities", UNITS))
    return bool(is_wider(rest[~shapely.is_empty(rest)], accuracy_ft, frame).any())
