"""What is found of one parcel of a utility: place, kind, area, units and bill, each by its rule?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from pydantic import JsonValue

from gis.facts.ground import sqft
from gis.facts.impervious.accuracy import UnitsWithin, units_within
from gis.model.assigned_units import AssignedUnits
from gis.model.exact import to_fraction
from gis.model.facts.stormwater import ParcelRunoffFacts, StormwaterChargeFacts, UtilityMembershipFacts
from gis.model.finding import Finding, State
from gis.model.interval import Interval
from gis.model.runoff import Bill, CreditGiven, Measured, ParcelUnits, UnitsReading
from gis.model.stormwater_policy import CreditStep, StormwaterPolicy
from gis.proposals.runoff.area import RunoffArea
from gis.proposals.runoff.descent import ParcelKey
from gis.proposals.runoff.development import Developed, development
from gis.proposals.runoff.stacked import SharedGround, shared_ground, stacks
from gis.proposals.runoff.stated import CreditStated, StatedRunoff
from gis.rules.registry import judge
from gis.rules.stormwater.assigning import assigned_units
from gis.rules.stormwater.credits import credited, credited_charge
from gis.rules.stormwater.low_density import has_rule, kept_units
from gis.rules.stormwater.units import UnitFormula, unit_formula
from gis.rules.stormwater.units import sqft as sqft_words
from gis.rules.words import quantity

_SINGLE, _BY_AREA, _LOW, _CHARGE, _PLACE = "MUK-10", "MUK-11", "MUK-12", "MUK-14", "MUK-15"
_NOTHING = Fraction(0)
_AT_EDGE = "It lies at the line of the district within the accuracy of the layers: a person must look."
_IF_KEPT = "It is existing low-density development and keeps its unit."
_BY_FORMULA = {
    "units_low": "It is not, and no class of surface counts that is left open.",
    "units_high": "It is not, and every class of surface counts that is left open.",
}
_SPLIT = {"whole_parcel": "The whole parcel is charged.", "inside_part": "Only the part inside is charged."}


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
    _places: dict[UtilityMembershipFacts, Finding] = field(default_factory=dict, repr=False)
    _bills: dict[tuple[Fraction, tuple[tuple[CreditStep, CreditStated], ...]], Bill] = field(
        default_factory=dict, repr=False
    )

    @cached_property
    def formula(self) -> UnitFormula:
        """How area becomes units."""
        return unit_formula(self.area.run.parameters)

    @cached_property
    def portion(self) -> Fraction | None:
        """Part of a lot up to which low density holds; null where the ordinance has no such rule."""
        parameters = self.area.run.parameters
        return parameters.number("eru_low_density_portion") if has_rule(parameters) else None

    def assigned(self, facts: ParcelRunoffFacts) -> AssignedUnits:
        """Return the units of facts; the same facts give the same object."""
        found = self._assigned.get(facts)
        if found is None:
            found = assigned_units(facts, self.area.run.parameters, self.area.policy, in_full=self.in_full)
            self._assigned[facts] = found
        return found

    def found(self, position: int) -> Found:
        """Return what is found of a parcel."""
        told = self.told(position)
        kind = self._kind(position, told)
        measured = self._measured(position, told)
        bare = self._bare(position, kind, measured, told)
        in_district = _in_district(bare.membership, self._held[position])
        if in_district is False:
            return Found(bare, None)
        facts = (self._facts if self.in_full else self._bearing)(position, kind, measured, told)
        assigned = self.assigned(facts)
        finding = replace(assigned.governing, subject=bare.parcel_id)
        readings = (*self._readings(assigned), *self._split(position, bare.membership, assigned))
        units = self._units(in_district, assigned.units, readings, told)
        within = None if units is None else self._within(position, facts, units, assigned, measured.impervious_sqft)
        if within is not None and units != assigned.units:
            within = self._inside_within(position, measured.impervious_sqft)
        ground = self.ground(position)
        if ground is not None:
            readings = tuple(ground.readings(readings, units))
            units = ground.of(units)
            within = None if within is None or units is None else ground.within(within)
        bill, bearing = self._bill(units, told)
        parcel = replace(
            bare,
            standing="assigned" if units is not None else "open",
            finding=finding,
            why=assigned.why if ground is None else f"{assigned.why} {ground.says}",
            units=units,
            units_fewest=None if within is None else within.fewest,
            units_most=None if within is None else within.most,
            readings=readings,
            units_bearing=bearing,
            bill=bill,
            shares_ground_with=None if ground is None else ground.name,
            notes=(*bare.notes, *self._notes(position, measured, told)),
        )
        total = self.area.now.total_sqft(self.ground_row(position))
        return Found(parcel, replace(assigned, units=units, impervious_sqft=total))

    def facts_of(self, position: int, impervious_sqft: Fraction) -> ParcelRunoffFacts:
        """Return the facts of a parcel with another impervious area in place of the measured one."""
        told = self.told(position)
        measured = self._measured(position, told)
        facts = self._facts(position, self._kind(position, told), measured, told)
        return self._with_area(position, facts, impervious_sqft)

    def units_of(self, position: int, impervious_sqft: Fraction) -> Fraction | None:
        """Return the units that a parcel would have with another impervious area on its ground; null while open."""
        units, ground = self.assigned(self.facts_of(position, impervious_sqft)).units, self.ground(position)
        return units if ground is None else ground.of(units)

    def ground_row(self, position: int) -> int:
        """Return the row of the layer that holds the ground of a parcel: its own, or the first of those on it."""
        return self._ground_rows[position]

    def ground(self, position: int) -> SharedGround | None:
        """Return the ground that a parcel shares with others; null where it has its ground for itself."""
        on_it = self._stacks.get(self.ground_row(position))
        if on_it is None:
            return None
        stated = {key: self.area.told.of(*key).ground_portion for key in on_it}
        return shared_ground((self._ids[position], self._counties[position]), stated, self.area.policy.shared_ground)

    @cached_property
    def _shared(self) -> dict[str, list[tuple[str, Fraction]]]:
        """Return the shared surfaces of parcels, each with the part that counts."""
        found: dict[str, list[tuple[str, Fraction]]] = {}
        for surface, shares in self.area.now.policy.allocations.items():
            for parcel, portion in shares.items():
                found.setdefault(parcel, []).append((surface, portion))
        return found

    @cached_property
    def _ground_rows(self) -> list[int]:
        return [int(each) for each in self.area.now.areas.ground_of[self.area.rows]]

    @cached_property
    def _stacks(self) -> dict[int, tuple[ParcelKey, ...]]:
        layer = self.area.layers.layers["parcels"]
        return stacks(self.area.now.areas, layer.column("parcel_id"), layer.column("county"))

    def bill(self, units: Fraction | None, position: int) -> Bill | None:
        """Return the bill that a parcel would have with other units."""
        return self._bill(units, self.told(position))[0]

    @cached_property
    def _ids(self) -> list[str]:
        return [str(each) for each in self.area.column("parcel_id").tolist()]

    @cached_property
    def _held(self) -> list[bool | None]:
        found: list[bool | None] = self.area.governed.values.tolist()
        return found

    @cached_property
    def _counties(self) -> list[str | None]:
        found: list[str | None] = self.area.column("county").tolist()
        return found

    @cached_property
    def _texts(self) -> Mapping[str, list[str | None]]:
        names = ("municipality", "site_address", "property_classes", "exempt_codes")
        held = self.area.layers.layers["parcels"].table.columns
        none: list[str | None] = [None] * len(self.area.rows)
        return {name: self.area.column(name).tolist() if name in held else none for name in names}

    @cached_property
    def _improved(self) -> list[bool | None]:
        name = "improvement_value_cents"
        if name not in self.area.layers.layers["parcels"].table.columns:
            return [None] * len(self.area.rows)
        return [None if each is None else each > 0 for each in self.area.column(name).tolist()]

    @cached_property
    def _told_positions(self) -> frozenset[int]:
        return frozenset(self.area.told.parcels.positions(self._ids, self._counties))

    def told(self, position: int) -> StatedRunoff:
        """Return what people established of a parcel."""
        if position not in self._told_positions:
            return _NOT_TOLD
        return self.area.told.of(self._ids[position], self._counties[position])

    def _kind(self, position: int, told: StatedRunoff) -> Developed:
        built = self.area.built
        return development(
            classes=self._texts["property_classes"][position] or "",
            exempt=self._texts["exempt_codes"][position] or "",
            built=built.built[position],
            dwellings=built.dwellings[position],
            improved=self._improved[position],
            stated=told.development,
            dwellings_stated=told.dwelling_units,
        )

    def _measured(self, position: int, told: StatedRunoff) -> Measured:
        row, land = self.ground_row(position), self.area.now
        areas, found = land.areas, told.found_sqft
        lot, baseline = self._lot_before(position, told)
        return Measured(
            lot_sqft=self.area.lot_sqft[position],
            impervious_sqft=areas.interval_sqft(row) if found is None else Interval(found, found, found),
            unknown_sqft=sqft(areas.unknown[row]) if found is None else _NOTHING,
            basis=str(areas.basis[row]) if found is None else "register",
            surfaces=land.by_class(row),
            captured_first=areas.captured_first[row],
            captured_last=areas.captured_last[row],
            needs_review=bool(areas.needs_review[row]),
            baseline_sqft=baseline,
            baseline_lot_sqft=lot,
        )

    def _lot_before(self, position: int, told: StatedRunoff) -> tuple[Fraction | None, Fraction | None]:
        """Return lot, where it was another, and surface on the qualifying date: what people stated goes first."""
        before = self.area.before.lots.get(position)
        lot, baseline = (None, self._then(position)) if before is None else (before.lot_sqft, before.impervious_sqft)
        return told.lot_baseline_sqft or lot, baseline if told.baseline_sqft is None else told.baseline_sqft

    def _then(self, position: int) -> Fraction | None:
        """Return the surface on the qualifying date within the lot of today."""
        return None if self.area.then is None else self.area.then.total_sqft(self.ground_row(position))

    def _facts(self, position: int, kind: Developed, measured: Measured, told: StatedRunoff) -> ParcelRunoffFacts:
        row, baseline, lot_then = self.ground_row(position), measured.baseline_sqft, measured.baseline_lot_sqft
        surfaces = self.area.now.surfaces(row) if told.found_sqft is None else None
        total = self.area.now.total_sqft(row) if told.found_sqft is None else told.found_sqft
        # A shared drive may count more surface with a lot than there is room on it.
        lot = max(measured.lot_sqft, measured.impervious_sqft.high, _NOTHING if lot_then else baseline or _NOTHING)
        added = None
        if lot_then is not None:
            lot_then = max(lot_then, baseline or _NOTHING)
            added = self._is_added(position, total)
        return ParcelRunoffFacts(
            development=kind.development,
            developed=kind.developed,
            dwelling_units=kind.dwellings,
            impervious_sqft=None if surfaces is not None else total,
            surfaces=surfaces,
            lot_area_sqft=lot or None,
            lot_area_2004_sqft=lot_then,
            impervious_2004_sqft=baseline,
            surfaces_added=added,
        )

    def _is_added(self, position: int, now_sqft: Fraction | None) -> bool | None:
        """Say whether surface was added within the lot of today."""
        then_sqft = self._then(position)
        return None if now_sqft is None or then_sqft is None else now_sqft > then_sqft

    def _with_area(self, position: int, facts: ParcelRunoffFacts, impervious_sqft: Fraction) -> ParcelRunoffFacts:
        """Return facts with another impervious area in place of the measured one."""
        lot = max(facts.lot_area_sqft or _NOTHING, impervious_sqft) or None
        added = None if facts.lot_area_2004_sqft is None else self._is_added(position, impervious_sqft)
        return replace(facts, surfaces=None, impervious_sqft=impervious_sqft, lot_area_sqft=lot, surfaces_added=added)

    def _bearing(self, position: int, kind: Developed, measured: Measured, told: StatedRunoff) -> ParcelRunoffFacts:
        """Return the facts that bear on the units: most lots of a village are single-family, whatever their surface."""
        is_flat = kind.development == "single_family" and not self.area.policy.single_family_tiers
        is_unclear = kind.development is None or kind.developed is None
        if kind.developed is not False and (is_flat or is_unclear) and kind.development != "nonresidential":
            return ParcelRunoffFacts(None, kind.development, kind.developed, kind.dwellings)
        facts = self._facts(position, kind, measured, told)
        if facts.surfaces is None and facts.impervious_sqft == 0 and facts.impervious_2004_sqft == 0:
            return replace(facts, lot_area_sqft=None, lot_area_2004_sqft=None, surfaces_added=None)
        return facts

    def _place(self, position: int, measured: Measured) -> tuple[Finding | None, str]:
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

    def _split(self, position: int, place: Finding | None, assigned: AssignedUnits) -> Iterator[UnitsReading]:
        """Yield both readings of a parcel on the line of the district."""
        if place is None or place.answer != "split":
            return
        inside: Fraction | None = assigned.units
        if assigned.governing.rule == _BY_AREA:
            area_sqft = self.area.inside_sqft.get(position)
            inside = self.formula.units_or_null(area_sqft, self.area.policy.tiers or None)
        yield UnitsReading("whole_parcel", assigned.units, _SPLIT["whole_parcel"])
        yield UnitsReading("inside_part", inside, _SPLIT["inside_part"])

    def _units(
        self,
        in_district: bool | None,
        whole: Fraction | None,
        readings: tuple[UnitsReading, ...],
        told: StatedRunoff,
    ) -> Fraction | None:
        """Return the units that can be assigned: those of a parcel in the district, or of one that a person settled."""
        split = {each.name: each.units for each in readings if each.name in _SPLIT}
        if not split:
            return whole if in_district else None
        if told.split_charged is not None:
            return split[told.split_charged]
        return whole if whole is not None and split["inside_part"] == whole else None

    def _inside_within(self, position: int, whole: Interval) -> UnitsWithin:
        """Return the fewest and most units of a parcel that pays for its part in the district."""
        inside, tiers = self.area.inside_sqft[position] or _NOTHING, self.area.policy.tiers or None
        part = Interval(max(_NOTHING, inside - (whole.value - whole.low)), inside, inside + (whole.high - whole.value))
        return units_within(part, lambda area_sqft: self.formula.units(area_sqft, tiers))

    def _within(
        self,
        position: int,
        facts: ParcelRunoffFacts,
        units: Fraction,
        assigned: AssignedUnits,
        area_sqft: Interval,
    ) -> UnitsWithin:
        """Return the fewest and most units that the accuracy of the area allows."""
        if assigned.governing.rule == _SINGLE and not self.area.policy.single_family_tiers:
            return UnitsWithin(units, units, units)
        of_lot = None if self.portion is None else self.portion * (facts.lot_area_sqft or _NOTHING)
        tiers = self.area.policy.tiers or None
        turns = [each for each in (of_lot,) if each is not None and area_sqft.low <= each < area_sqft.high]
        if not turns and self.formula.units(area_sqft.low, tiers) == self.formula.units(area_sqft.high, tiers):
            return UnitsWithin(units, units, units)

        def by_area(impervious_sqft: Fraction) -> Fraction:
            found = self.assigned(self._with_area(position, facts, impervious_sqft)).units
            return self.formula.units(impervious_sqft, tiers) if found is None else found

        return units_within(area_sqft, by_area, turns)

    def _bill(self, units: Fraction | None, told: StatedRunoff) -> tuple[Bill | None, Fraction | None]:
        """Return the bill of a parcel, and the units that bear the budget."""
        if units is None:
            return None, None
        policy, (rate, _) = self.area.policy, self.area.rate
        given = credits_given(policy, told)
        bearing = credited(units, given, policy).left if policy.credits_on == "units" else units
        if rate is None:
            return None, bearing
        by_whom = tuple((each, told.credits[each.name.casefold()]) for each in given)
        bill = self._bills.get((units, by_whom))
        if bill is None:
            charged = credited_charge(units, rate, given, policy)
            facts = StormwaterChargeFacts(in_utility_district=True, units=units, rate=rate)
            says = judge(_CHARGE, facts, self.area.run.parameters).because
            known = {step.name: (step.conditions, stated.date, stated.line or None) for step, stated in by_whom}
            lines = tuple(
                CreditGiven(each.name, each.source, each.taken_off, *known[each.name]) for each in charged.lines
            )
            bill = self._bills[units, by_whom] = Bill(units, rate, charged.whole, lines, charged.left, says)
        return bill, bearing

    def _bare(self, position: int, kind: Developed, measured: Measured, told: StatedRunoff) -> ParcelUnits:
        """Return a parcel before its units are asked for, as it stands outside the utility."""
        place, place_says = self._place(position, measured)
        return ParcelUnits(
            parcel_id=self._ids[position],
            county=self._counties[position],
            municipality=self._texts["municipality"][position],
            site_address=self._texts["site_address"][position],
            standing="outside",
            development=kind.kind,
            development_says=kind.says,
            measured=measured,
            membership=place,
            membership_says=place_says,
            why="Only parcels in the utility are charged.",
            notes=told.doubts
            if place is None or place.state is not State.WITHIN_TOLERANCE
            else (*told.doubts, _AT_EDGE),
        )

    def _notes(self, position: int, measured: Measured, told: StatedRunoff) -> Iterator[str]:
        if told.found_sqft is not None:
            was = sqft(self.area.now.areas.value[self.ground_row(position)])
            yield f"The area is that found on an appeal; measured were {sqft_words(was)}."
        if measured.needs_review:
            yield f"{sqft_words(measured.unknown_sqft)} of the parcel are unknown: a person must look at its surfaces."
        if measured.impervious_sqft.value > measured.lot_sqft:
            yield "More surface counts with the parcel than its land has room for; see how shared surfaces are divided."
        for surface, portion in self._shared.get(self._ids[position], ()):
            yield f"{quantity(portion, 4)} of the shared surface {surface} counts here, as the register has it."
        before = self.area.before.lots.get(position)
        if before is not None:
            yield before.says


_NOT_TOLD = StatedRunoff()
_ONE = Fraction(1)


def credits_given(policy: StormwaterPolicy, told: StatedRunoff) -> tuple[CreditStep, ...]:
    """Return the credits that the register gives a parcel."""
    stated = ((each, told.credits.get(each.name.casefold())) for each in policy.credits)
    return tuple(each for each, found in stated if found is not None and found.holds)


def possible_units(parcel: ParcelUnits) -> tuple[Fraction, Fraction] | None:
    """Return the fewest and most units that the readings of an open parcel give; null where none gives any."""
    known = [each.units for each in parcel.readings if each.units is not None]
    if parcel.finding is not None and parcel.shares_ground_with is None:
        bounds = (parcel.finding.measures.get(name) for name in ("units_low", "units_high"))
        known += [units for each in bounds if (units := _exact(each)) is not None]
    return (min(known), max(known)) if known else None


def _in_district(place: Finding | None, held: bool | None) -> bool | None:
    """Return whether a parcel is charged, as far as its place tells; a split one is, in whole or in part."""
    if place is None:
        return held
    return {"in": True, "out": False, "split": True}.get(str(place.answer))


def _exact(units: JsonValue) -> Fraction | None:
    """Return units of a finding as they were; those of every rule are finite decimals."""
    return None if units is None else Fraction(to_fraction(units))
