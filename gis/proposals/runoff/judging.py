"""What is found of one parcel of a utility: place, kind, area, units and bill, each by its rule?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial

from pydantic import JsonValue

from gis.facts.impervious.accuracy import UnitsWithin, units_within
from gis.model.assigned_units import AssignedUnits
from gis.model.exact import to_fraction
from gis.model.facts.stormwater import ParcelRunoffFacts
from gis.model.finding import State
from gis.model.interval import Interval
from gis.model.runoff import Bill, ParcelUnits, UnitsReading
from gis.proposals.runoff.area import RunoffArea
from gis.proposals.runoff.billing import Billing
from gis.proposals.runoff.citing import Citing
from gis.proposals.runoff.lots import Lot, Lots
from gis.proposals.runoff.placing import Placing, reading_said, units_charged
from gis.rules.stormwater.assigning import assigned_units
from gis.rules.stormwater.low_density import kept_units
from gis.rules.stormwater.units import UnitFormula, unit_formula

_SINGLE, _BY_AREA, _LOW = "MUK-10", "MUK-11", "MUK-12"
_NOTHING, _INSIDE = Fraction(0), "inside_part"
_AT_EDGE = "It lies at the line of the district within the accuracy of the layers: a person must look."
_LOT_OPEN = (
    "Its lot is another than on the qualifying date of low density, and the text does not say whether the lot of then "
    "or the land that it is now decides."
)
_LOT_OF_THEN = "The lot of the qualifying date decides, with all the surface that was on it."
_LAND_OF_NOW = "Only the land that it is now decides, with the surface that was there on the qualifying date."
_FOUND_HOLDS = "The area found on the appeal still holds, with what was built since by its date."
_MEASURED_HOLDS = "The area measured today holds."
_IF_KEPT = "It is existing low-density development and keeps its unit."
_BY_FORMULA = {
    "units_low": "It is not, and no class of surface counts that is left open.",
    "units_high": "It is not, and every class of surface counts that is left open.",
}


@dataclass(frozen=True, slots=True)
class Found:
    """What is found of a parcel, with all that the rules say of its units; null where no units were asked for."""

    parcel: ParcelUnits
    assigned: AssignedUnits | None


@dataclass(frozen=True, eq=False)
class Judging:
    """A utility's parcels before the rules; facts that are the same are judged once."""

    area: RunoffArea
    in_full: bool = False
    """Whether every rule is told of every fact; else what has no bearing is left out, so that more facts are alike."""
    _assigned: dict[ParcelRunoffFacts, AssignedUnits] = field(default_factory=dict, repr=False)

    @cached_property
    def lots(self) -> Lots:
        """What is known of each parcel."""
        return Lots(self.area)

    @cached_property
    def formula(self) -> UnitFormula:
        """How area becomes units."""
        return unit_formula(self.area.run.parameters)

    def assigned(self, facts: ParcelRunoffFacts) -> AssignedUnits:
        """Return the units of facts; the same facts give the same object."""
        found = self._assigned.get(facts)
        if found is None:
            found = assigned_units(facts, self.area.run.parameters, self.area.policy, in_full=self.in_full)
            found = self._assigned[facts] = self._citing.assigned(found)
        return found

    def found(self, position: int) -> Found:
        """Return what is found of a parcel."""
        lot = self.lots.lot(position)
        bare = self._bare(lot)
        is_in = self._placing.is_charged(position, bare.membership)
        if is_in is False:
            return Found(bare, None)
        facts = (self.lots.facts if self.in_full else self.lots.bearing_facts)(lot)
        assigned, left_open = self._either_way(lot, facts)
        whole_sqft, charged = lot.measured.impervious_sqft.value, lot.told.split_charged
        split = self._placing.readings(position, bare.membership, assigned, whole_sqft, charged)
        readings = (*self._readings(assigned), *left_open, *split)
        units = units_charged(readings, assigned.units, charged, is_in=is_in)
        within = None if units is None else self._within(lot, facts, units, assigned)
        if within is not None and units != assigned.units:
            within = self._placing.inside_within(position, lot.measured.impervious_sqft)
        ground = self.lots.ground(position)
        if ground is not None:
            readings = tuple(ground.readings(readings, units))
            units = ground.of(units)
            within = None if within is None or units is None else ground.within(within)
        parcel = replace(
            bare,
            standing="assigned" if units is not None else "open",
            finding=replace(assigned.governing, subject=bare.parcel_id),
            why=assigned.why if ground is None else f"{assigned.why} {ground.says}",
            units=units,
            units_fewest=None if within is None else within.fewest,
            units_most=None if within is None else within.most,
            readings=readings,
            units_bearing=self._billing.bearing(units, lot.told),
            units_paying=self._billing.paying(units, lot.told),
            bill=self._billing.bill(units, lot.told, ground),
            shares_ground_with=None if ground is None else ground.name,
            notes=(*bare.notes, *self.lots.notes(lot, facts)),
        )
        total = self.area.now.total_sqft(self.lots.ground_row(position))
        return Found(parcel, replace(assigned, units=units, impervious_sqft=total))

    def would_have(self, position: int, impervious_sqft: Fraction) -> tuple[Fraction | None, str]:
        """Return the units of a parcel with another impervious area on its ground, and why; null while open."""
        lot, ground = self.lots.lot(position), self.lots.ground(position)
        charged = lot.told.split_charged
        assigned, left_open = self._by_lot(lot, self.lots.with_area(position, self.lots.facts(lot), impervious_sqft))
        units, because = assigned.units, assigned.why if left_open else assigned.governing.because
        place, _ = self._placing.place(position, lot.measured)
        split = tuple(self._placing.readings(position, place, assigned, impervious_sqft, charged))
        if split:
            units = units_charged(split, units, charged, is_in=None)
            chosen = [each for each in split if units is None or charged in {None, each.name}]
            because = " ".join(reading_said(each) for each in chosen)
        return units if ground is None else ground.of(units), because

    def part_charged(self, position: int, parcel: ParcelUnits) -> tuple[Fraction, Fraction] | None:
        """Return the least and most surface of the part inside, where the parcel pays by that alone; else null."""
        place, rule = parcel.membership, parcel.finding
        is_split = place is not None and place.answer == "split"
        if not is_split or rule is None or rule.rule != _BY_AREA or self.lots.told(position).split_charged != _INSIDE:
            return None
        return self._placing.inside_sqft(position, parcel.measured.impervious_sqft.value)

    def units_inside(self, position: int, inside_sqft: Fraction) -> Fraction | None:
        """Return the units of a parcel that pays by its part inside, by the surface of that part."""
        units, ground = self._placing.units_inside(inside_sqft), self.lots.ground(position)
        return units if ground is None else ground.of(units)

    def bill(self, units: Fraction | None, position: int) -> Bill | None:
        """Return the bill that a parcel would have with other units."""
        return self._billing.bill(units, self.lots.told(position), self.lots.ground(position))

    @cached_property
    def _citing(self) -> Citing:
        return Citing(self.area.run)

    @cached_property
    def _placing(self) -> Placing:
        return Placing(self.area, self._citing)

    @cached_property
    def _billing(self) -> Billing:
        return Billing(self.area)

    def _bare(self, lot: Lot) -> ParcelUnits:
        """Return a parcel before its units are asked for, as it stands outside the utility."""
        place, place_says = self._placing.place(lot.position, lot.measured)
        is_at_edge = place is not None and place.state is State.WITHIN_TOLERANCE
        return ParcelUnits(
            parcel_id=self.lots.ids[lot.position],
            county=self.lots.counties[lot.position],
            municipality=self.lots.municipalities[lot.position],
            site_address=self.lots.site_addresses[lot.position],
            standing="outside",
            development=lot.kind.kind,
            development_says=lot.kind.says,
            measured=lot.measured,
            membership=place,
            membership_says=place_says,
            why="Only parcels in the utility are charged.",
            notes=(*lot.told.doubts, _AT_EDGE) if is_at_edge else lot.told.doubts,
        )

    def _either_way(self, lot: Lot, facts: ParcelRunoffFacts) -> tuple[AssignedUnits, tuple[UnitsReading, ...]]:
        """Return the units of a lot, open with both readings where an area found on an appeal may no longer hold."""
        measured, readings = self._by_lot(lot, facts)
        if lot.found is None or lot.found.settles:
            return measured, readings
        found, _ = self._by_lot(lot, self.lots.with_area(lot.position, facts, lot.found.area_sqft))
        if found.units is not None and found.units == measured.units:
            return measured, readings
        appeal = (
            UnitsReading("area_found", found.units, _FOUND_HOLDS),
            UnitsReading("area_measured", measured.units, _MEASURED_HOLDS),
        )
        return replace(measured, units=None, why=f"{measured.why} {lot.found.says}"), (*readings, *appeal)

    def _by_lot(self, lot: Lot, facts: ParcelRunoffFacts) -> tuple[AssignedUnits, tuple[UnitsReading, ...]]:
        """Return the units of facts, open with both readings where they turn on which lot of then counts."""
        assigned, of_now = self.assigned(facts), self.lots.land_of_now(lot, facts)
        if assigned.units is None or of_now is None:
            return assigned, ()
        units = self.assigned(of_now).units
        if units == assigned.units:
            return assigned, ()
        readings = (
            UnitsReading("lot_of_then", assigned.units, _LOT_OF_THEN),
            UnitsReading("land_of_now", units, _LAND_OF_NOW),
        )
        return replace(assigned, units=None, why=_LOT_OPEN), readings

    def _readings(self, assigned: AssignedUnits) -> Iterator[UnitsReading]:
        """Yield the readings of a finding that is open."""
        finding = assigned.governing
        if finding.state not in {State.UNDETERMINED, State.NEEDS_EVIDENCE}:
            return
        for name, each in finding.readings.items():
            yield UnitsReading(name, _exact(each.answer), each.because)
        if finding.rule in {_LOW, _BY_AREA} and not finding.readings:
            by_area = next(each for each in (finding, *assigned.beside) if each.rule == _BY_AREA)
            if finding.rule == _LOW:
                yield UnitsReading("low_density", kept_units(self.area.run.parameters), _IF_KEPT)
            for name, says in _BY_FORMULA.items():
                yield UnitsReading(f"formula_{name}", _exact(by_area.measures[name]), says)

    def _within(self, lot: Lot, facts: ParcelRunoffFacts, units: Fraction, assigned: AssignedUnits) -> UnitsWithin:
        """Return the fewest and most units that the accuracy of the area allows."""
        if assigned.governing.rule == _SINGLE and not self.area.policy.single_family_tiers:
            return UnitsWithin(units, units, units)
        area_sqft: Interval = lot.measured.impervious_sqft
        of_lot = None if self.lots.portion is None else self.lots.portion * (facts.lot_area_sqft or _NOTHING)
        tiers = self.area.policy.tiers or None
        turns = [each for each in (of_lot,) if each is not None and area_sqft.low <= each < area_sqft.high]
        others = tuple(self.lots.other_baselines(lot, facts))
        is_one = self.formula.units(area_sqft.low, tiers) == self.formula.units(area_sqft.high, tiers)
        if is_one and not turns and not others:
            return UnitsWithin(units, units, units)

        def by_area(impervious_sqft: Fraction, known: ParcelRunoffFacts) -> Fraction:
            if impervious_sqft == area_sqft.value and known is facts and assigned.units is not None:
                return assigned.units
            found = self.assigned(self.lots.with_area(lot.position, known, impervious_sqft)).units
            return self.formula.units(impervious_sqft, tiers) if found is None else found

        found = [units_within(area_sqft, partial(by_area, known=known), turns) for known in (facts, *others)]
        return UnitsWithin(found[0].units, min(each.fewest for each in found), max(each.most for each in found))


def possible_units(parcel: ParcelUnits) -> tuple[Fraction, Fraction] | None:
    """Return the fewest and most units that the readings of an open parcel give; null where none gives any."""
    known = [each.units for each in parcel.readings if each.units is not None]
    if parcel.finding is not None and parcel.shares_ground_with is None:
        bounds = (parcel.finding.measures.get(name) for name in ("units_low", "units_high"))
        known += [units for each in bounds if (units := _exact(each)) is not None]
    return (min(known), max(known)) if known else None


def _exact(units: JsonValue) -> Fraction | None:
    """Return units of a finding as they were; those of every rule are finite decimals."""
    return None if units is None else Fraction(to_fraction(units))
