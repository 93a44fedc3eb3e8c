"""Which parcels of a utility lie in its district, and what of one that lies on the line?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from gis.facts.ground import sqft
from gis.facts.impervious.accuracy import UnitsWithin, units_within
from gis.model.assigned_units import AssignedUnits
from gis.model.facts.stormwater import UtilityMembershipFacts
from gis.model.finding import Finding
from gis.model.interval import Interval
from gis.model.runoff import Measured, UnitsReading
from gis.proposals.runoff.area import RunoffArea
from gis.proposals.runoff.citing import Citing
from gis.rules.registry import judge
from gis.rules.stormwater.units import count_of_units, unit_formula

_PLACE, _BY_AREA = "MUK-15", "MUK-11"
_NOTHING, _ONE = Fraction(0), Fraction(1)
_SPLIT = {"whole_parcel": "The whole parcel is charged.", "inside_part": "Only the part inside is charged."}
_BOUNDS = {
    "inside_part_fewest": "Only the part inside is charged, with the least surface that can lie there.",
    "inside_part_most": "Only the part inside is charged, with the most surface that can lie there.",
}
_WHERE = "Nobody says on which side of the line lies what differs from the map."


@dataclass(frozen=True, eq=False)
class Placing:
    """The parcels of a utility before MUK-15; facts that are the same are judged once."""

    area: RunoffArea
    citing: Citing
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
            whole = measured.impervious_sqft.value
            part = self.inside_sqft(position, whole)
            inside = part[0] if part is not None and part[0] == part[1] else None
            tiers = area.policy.tiers or None
            facts = replace(facts, impervious_sqft=whole, impervious_inside_sqft=inside, tiers=tiers)
        elif area.district.is_whole[position]:
            # Of land wholly inside only that counts, so that all such parcels are judged once.
            facts = UtilityMembershipFacts(_ONE, _ONE, boundary_accuracy_ft=area.district.accuracy_ft)
        found = self._places.get(facts)
        if found is None:
            found = self._places[facts] = self.citing.finding(judge(_PLACE, facts, area.run.parameters))
        return found, found.because

    def is_charged(self, position: int, place: Finding | None) -> bool | None:
        """Return whether a parcel is charged, as far as its place tells; a split one is, in whole or in part."""
        if place is None:
            return self._held[position]
        return {"in": True, "out": False, "split": True}.get(str(place.answer))

    def readings(
        self, position: int, place: Finding | None, assigned: AssignedUnits, whole_sqft: Fraction, charged: str | None
    ) -> Iterator[UnitsReading]:
        """Yield both readings of a parcel on the line of the district, with so much surface in all.

        Where a person settled that the part inside is charged, and how much lies there is open, its bounds stand in
        place of the whole parcel.
        """
        if place is None or place.answer != "split":
            return
        fewest = most = assigned.units
        if assigned.governing.rule == _BY_AREA:
            part = self.inside_sqft(position, whole_sqft)
            fewest, most = (None, None) if part is None else (self.units_inside(each) for each in part)
        if fewest == most or charged != "inside_part":
            yield UnitsReading("whole_parcel", assigned.units, _SPLIT["whole_parcel"])
        if fewest == most:
            yield UnitsReading("inside_part", fewest, _SPLIT["inside_part"])
            return
        yield UnitsReading("inside_part", None, f"{_SPLIT['inside_part']} {_WHERE}")
        yield UnitsReading("inside_part_fewest", fewest, _BOUNDS["inside_part_fewest"])
        yield UnitsReading("inside_part_most", most, _BOUNDS["inside_part_most"])

    def inside_sqft(self, position: int, whole_sqft: Fraction) -> tuple[Fraction, Fraction] | None:
        """Return the least and most surface in the part inside of a parcel with so much in all; null where not known.

        On the map both are what lies there. Where the whole is another than on the map, as on an appeal, what differs
        may lie on either side of the line, as far as there is room.
        """
        area, row = self.area, self.area.now.areas.ground_of[self.area.rows[position]]
        inside = area.inside_sqft.get(position)
        if inside is None or area.district is None:
            return None
        differs = whole_sqft - sqft(area.now.areas.value[row])
        least = min(max(_NOTHING, inside + min(differs, _NOTHING)), whole_sqft)
        room = max(area.district.facts[position].overlap_area_sqft or _NOTHING, inside)
        return least, max(least, min(inside + max(differs, _NOTHING), room, whole_sqft))

    def units_inside(self, inside_sqft: Fraction) -> Fraction:
        """Return the units of a part inside by its surface."""
        return unit_formula(self.area.run.parameters).units(inside_sqft, self.area.policy.tiers or None)

    def inside_within(self, position: int, whole: Interval) -> UnitsWithin:
        """Return the fewest and most units of a parcel that pays for its part in the district."""
        least, most = self.inside_sqft(position, whole.value) or (_NOTHING, _NOTHING)
        part = Interval(max(_NOTHING, least - (whole.value - whole.low)), least, most + (whole.high - whole.value))
        return units_within(part, self.units_inside)

    @cached_property
    def _held(self) -> list[bool | None]:
        found: list[bool | None] = self.area.governed.values.tolist()
        return found


def reading_said(reading: UnitsReading) -> str:
    """Return a reading in words, with its units."""
    units = "units that are not known" if reading.units is None else count_of_units(reading.units)
    return f"{reading.says} Then {units}."


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
