"""Which parcels of a utility lie in its district, and what of one that lies on the line?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from gis.facts.impervious.accuracy import UnitsWithin, units_within
from gis.model.assigned_units import AssignedUnits
from gis.model.facts.stormwater import UtilityMembershipFacts
from gis.model.finding import Finding
from gis.model.interval import Interval
from gis.model.runoff import Measured, UnitsReading
from gis.proposals.runoff.area import RunoffArea
from gis.rules.registry import judge
from gis.rules.stormwater.units import unit_formula

_PLACE, _BY_AREA = "MUK-15", "MUK-11"
_NOTHING, _ONE = Fraction(0), Fraction(1)
_SPLIT = {"whole_parcel": "The whole parcel is charged.", "inside_part": "Only the part inside is charged."}


@dataclass(frozen=True, eq=False)
class Placing:
    """The parcels of a utility before MUK-15; facts that are the same are judged once."""

    area: RunoffArea
    _places: dict[UtilityMembershipFacts, Finding] = field(default_factory=dict, repr=False)

    def place(self, position: int, measured: Measured) -> tuple[Finding | None, str]:
        """Return what MUK-15 says of a parcel, null where no district is on file, and the place in a sentence."""
        area = self.area
        if area.district is None:
            place = area.run.ordinance.place_name or "the place of the ordinance"
            held = self._held[position]
            if held is None:
                return None, str(area.governed.because[position])
            return None, f"The land lies {'in' if held else 'outside'} the {place}."
        facts = area.district.facts_of(position, measured.lot_sqft)
        if position in area.district.facts:
            whole, inside = measured.impervious_sqft.value, area.inside_sqft[position]
            inside = None if inside is None else min(inside, whole)
            tiers = area.policy.tiers or None
            facts = replace(facts, impervious_sqft=whole, impervious_inside_sqft=inside, tiers=tiers)
        elif area.district.is_whole[position]:
            # Of land wholly inside only that counts, so that all such parcels are judged once.
            facts = UtilityMembershipFacts(_ONE, _ONE, boundary_accuracy_ft=area.district.accuracy_ft)
        found = self._places.get(facts)
        if found is None:
            found = self._places[facts] = judge(_PLACE, facts, area.run.parameters)
        return found, found.because

    def is_charged(self, position: int, place: Finding | None) -> bool | None:
        """Return whether a parcel is charged, as far as its place tells; a split one is, in whole or in part."""
        if place is None:
            return self._held[position]
        return {"in": True, "out": False, "split": True}.get(str(place.answer))

    def readings(self, position: int, place: Finding | None, assigned: AssignedUnits) -> Iterator[UnitsReading]:
        """Yield both readings of a parcel on the line of the district."""
        if place is None or place.answer != "split":
            return
        inside: Fraction | None = assigned.units
        if assigned.governing.rule == _BY_AREA:
            formula = unit_formula(self.area.run.parameters)
            inside = formula.units_or_null(self.area.inside_sqft.get(position), self.area.policy.tiers or None)
        yield UnitsReading("whole_parcel", assigned.units, _SPLIT["whole_parcel"])
        yield UnitsReading("inside_part", inside, _SPLIT["inside_part"])

    def inside_within(self, position: int, whole: Interval) -> UnitsWithin:
        """Return the fewest and most units of a parcel that pays for its part in the district."""
        inside, tiers = self.area.inside_sqft[position] or _NOTHING, self.area.policy.tiers or None
        part = Interval(max(_NOTHING, inside - (whole.value - whole.low)), inside, inside + (whole.high - whole.value))
        formula = unit_formula(self.area.run.parameters)
        return units_within(part, lambda area_sqft: formula.units(area_sqft, tiers))

    @cached_property
    def _held(self) -> list[bool | None]:
        found: list[bool | None] = self.area.governed.values.tolist()
        return found


def units_charged(
    readings: tuple[UnitsReading, ...], whole: Fraction | None, charged: str | None, *, is_in: bool | None
) -> Fraction | None:
    """Return the units that can be assigned: those of a parcel in the district, or of one that a person settled.

    Parameters
    ----------
    readings
        Of the parcel; those of a split one are among them.
    whole
        Units of the whole parcel.
    charged
        Which of the two readings of a split parcel a person settled.
    is_in
        Whether the parcel is charged; null while that is open.
    """
    split = {each.name: each.units for each in readings if each.name in _SPLIT}
    if not split:
        return whole if is_in else None
    if charged is not None:
        return split[charged]
    return whole if whole is not None and split["inside_part"] == whole else None
