"""What do map, roll and register tell the rules of each parcel of a utility: kind, surface, lot, shared ground?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from gis.facts.ground import sqft
from gis.model.facts.stormwater import ParcelRunoffFacts
from gis.model.interval import Interval
from gis.model.runoff import Measured
from gis.proposals.runoff.appealed import FoundArea, found_areas
from gis.proposals.runoff.area import RunoffArea
from gis.proposals.runoff.descent import ParcelKey
from gis.proposals.runoff.development import Developed, development
from gis.proposals.runoff.stacked import SharedGround, shared_ground, stacks
from gis.proposals.runoff.stated import StatedRunoff
from gis.rules.stormwater.low_density import has_rule
from gis.rules.stormwater.low_density import portion as low_density_portion
from gis.rules.stormwater.units import sqft as sqft_words
from gis.rules.words import quantity

_NOTHING, _LEAST_SQFT = Fraction(0), Fraction(1, 100)
_NOT_TOLD = StatedRunoff()
_INSIDE = (
    "The surface of the part inside is measured where it lies: the register does not say how what it shares out is "
    "divided at the line of the district."
)


@dataclass(frozen=True, slots=True)
class Lot:
    """One parcel: its place in the roll, what people established of it, what stands on it, and its surface."""

    position: int
    told: StatedRunoff
    kind: Developed
    measured: Measured
    found: FoundArea | None = None
    """What a decision on an appeal found of its ground."""

    @property
    def settled_sqft(self) -> Fraction | None:
        """Area that goes before the measured one; null where there is none, or it may no longer hold."""
        return self.found.area_sqft if self.found is not None and self.found.settles else None


@dataclass(frozen=True, eq=False)
class Lots:
    """The parcels of a utility, by their positions in the area."""

    area: RunoffArea

    @cached_property
    def ids(self) -> list[str]:
        """Numbers of the parcels."""
        return [str(each) for each in self.area.column("parcel_id").tolist()]

    @cached_property
    def counties(self) -> list[str | None]:
        """Their counties."""
        return self._texts("county")

    @cached_property
    def municipalities(self) -> list[str | None]:
        """Their municipalities, as the roll has them."""
        return self._texts("municipality")

    @cached_property
    def site_addresses(self) -> list[str | None]:
        """Addresses of the land."""
        return self._texts("site_address")

    @cached_property
    def portion(self) -> Fraction | None:
        """Part of a lot up to which low density holds; null where the ordinance has no such rule."""
        parameters = self.area.run.parameters
        return low_density_portion(parameters) if has_rule(parameters) else None

    def lot(self, position: int) -> Lot:
        """Return what is known of one parcel."""
        told = self.told(position)
        found = self._found.get(self.ground_row(position))
        lot = Lot(position, told, self._kind(position, told), self._measured(position, told), found)
        return lot if lot.settled_sqft is None else replace(lot, measured=_by_decision(lot.measured, lot.settled_sqft))

    def told(self, position: int) -> StatedRunoff:
        """Return what people established of a parcel."""
        if position not in self._told_positions:
            return _NOT_TOLD
        return self.area.told.of(self.ids[position], self.counties[position])

    def ground_row(self, position: int) -> int:
        """Return the row of the layer that holds the ground of a parcel: its own, or the first of those on it."""
        return self._ground_rows[position]

    def ground(self, position: int) -> SharedGround | None:
        """Return the ground that a parcel shares with others; null where it has its ground for itself."""
        on_it = self._stacks.get(self.ground_row(position))
        if on_it is None:
            return None
        stated = {key: self.area.told.of(*key).ground_portion for key in on_it}
        return shared_ground((self.ids[position], self.counties[position]), stated, self.area.policy.shared_ground)

    def facts(self, lot: Lot) -> ParcelRunoffFacts:
        """Return the facts of a parcel for the rules on units."""
        row, measured, settled = self.ground_row(lot.position), lot.measured, lot.settled_sqft
        surfaces = self.area.now.surfaces(row) if settled is None else None
        total = self.area.now.total_sqft(row) if settled is None else settled
        # A shared drive may count more surface with a lot than there is room on it.
        lot_sqft, lot_then = max(measured.lot_sqft, measured.impervious_sqft.high), measured.baseline_lot_sqft
        baseline, added = self._baseline(lot, lot_sqft), None
        if lot_then is None:
            lot_sqft = max(lot_sqft, baseline or _NOTHING)
        else:
            lot_then = max(lot_then, baseline or _NOTHING)
            added = self._is_added(lot.position, total)
        return ParcelRunoffFacts(
            development=lot.kind.development,
            developed=lot.kind.developed,
            dwelling_units=lot.kind.dwellings,
            impervious_sqft=None if surfaces is not None else total,
            surfaces=surfaces,
            lot_area_sqft=lot_sqft or None,
            lot_area_2004_sqft=lot_then,
            impervious_2004_sqft=baseline,
            surfaces_added=added,
        )

    def bearing_facts(self, lot: Lot) -> ParcelRunoffFacts:
        """Return the facts that bear on the units: most lots of a village are single-family, whatever their surface."""
        kind = lot.kind
        is_flat = kind.development == "single_family" and not self.area.policy.single_family_tiers
        is_unclear = kind.development is None or kind.developed is None
        if kind.developed is not False and (is_flat or is_unclear) and kind.development != "nonresidential":
            return ParcelRunoffFacts(None, kind.development, kind.developed, kind.dwellings)
        facts = self.facts(lot)
        if facts.surfaces is None and facts.impervious_sqft == 0 and facts.impervious_2004_sqft == 0:
            return replace(facts, lot_area_sqft=None, lot_area_2004_sqft=None, surfaces_added=None)
        return facts

    def with_area(self, position: int, facts: ParcelRunoffFacts, impervious_sqft: Fraction) -> ParcelRunoffFacts:
        """Return facts with another impervious area in place of the measured one."""
        lot = max(facts.lot_area_sqft or _NOTHING, impervious_sqft) or None
        added = None if facts.lot_area_2004_sqft is None else self._is_added(position, impervious_sqft)
        return replace(facts, surfaces=None, impervious_sqft=impervious_sqft, lot_area_sqft=lot, surfaces_added=added)

    def notes(self, lot: Lot, facts: ParcelRunoffFacts) -> Iterator[str]:
        """Yield what a reader must know of the parcel's surface and lot; `facts` are those that the rules were told."""
        position, measured = lot.position, lot.measured
        if lot.found is not None:
            yield lot.found.says
        elif self.ground_row(position) in self._found_twice:
            yield "Areas found on appeals of one day differ between the parcels on its ground, so none of them is used."
        if measured.needs_review:
            yield f"{sqft_words(measured.unknown_sqft)} of the parcel are unknown: a person must look at its surfaces."
        if measured.impervious_sqft.value > measured.lot_sqft:
            yield "More surface counts with the parcel than its land has room for; see how shared surfaces are divided."
        if measured.baseline_sqft is None and facts.impervious_2004_sqft is not None:
            doubtful = sqft_words(self._unknown_then(position))
            yield (
                f"Of {doubtful} nobody can tell whether they counted on the qualifying date of low density; either way "
                "the lot was on the same side of its share, so they change nothing."
            )
        shared = self._shared.get(self.ids[position], ())
        for surface, portion in shared:
            yield f"{quantity(portion, 4)} of the shared surface {surface} counts here, as the register has it."
        if shared and self.area.district is not None and position in self.area.district.parts:
            yield _INSIDE
        before = self.area.before.lots.get(position)
        if before is not None:
            yield before.says

    def _texts(self, name: str) -> list[str | None]:
        found: list[str | None] = self.area.layers.layers["parcels"].column_if_there(name)[self.area.rows].tolist()
        return found

    @cached_property
    def _classes(self) -> list[str | None]:
        return self._texts("property_classes")

    @cached_property
    def _exempt(self) -> list[str | None]:
        return self._texts("exempt_codes")

    @cached_property
    def _improved(self) -> list[bool | None]:
        cents = self.area.layers.layers["parcels"].column_if_there("improvement_value_cents")[self.area.rows]
        return [None if each is None else each > 0 for each in cents.tolist()]

    @cached_property
    def _told_positions(self) -> frozenset[int]:
        return frozenset(self.area.told.parcels.positions(self.ids, self.counties))

    @cached_property
    def _ground_rows(self) -> list[int]:
        return [int(each) for each in self.area.now.areas.ground_of[self.area.rows]]

    @cached_property
    def _stacks(self) -> dict[int, tuple[ParcelKey, ...]]:
        layer = self.area.layers.layers["parcels"]
        return stacks(self.area.now.areas, layer.column("parcel_id"), layer.column("county"))

    @cached_property
    def _shared(self) -> dict[str, list[tuple[str, Fraction]]]:
        """Return the shared surfaces of parcels, each with the part that counts."""
        found: dict[str, list[tuple[str, Fraction]]] = {}
        for surface, shares in self.area.now.policy.allocations.items():
            for parcel, portion in shares.items():
                found.setdefault(parcel, []).append((surface, portion))
        return found

    def _kind(self, position: int, told: StatedRunoff) -> Developed:
        built = self.area.built
        return development(
            classes=self._classes[position] or "",
            exempt=self._exempt[position] or "",
            built=built.built[position],
            dwellings=built.dwellings[position],
            improved=self._improved[position],
            stated=told.development,
            dwellings_stated=told.dwelling_units,
        )

    @cached_property
    def _found(self) -> dict[int, FoundArea]:
        """Return the areas found on appeals, by the row of the ground; one found of a parcel is its whole ground's."""
        once = {row: next(iter(areas)) for row, areas in self._found_stated.items() if len(areas) == 1}
        return found_areas(self.area.measuring, self.area.layers, once) if once else {}

    @cached_property
    def _found_twice(self) -> frozenset[int]:
        return frozenset(row for row, areas in self._found_stated.items() if len(areas) > 1)

    @cached_property
    def _found_stated(self) -> dict[int, set[tuple[Fraction, dt.date]]]:
        """Return what was found last, by the row of the ground, of all parcels on it."""
        stated: dict[int, set[tuple[Fraction, dt.date]]] = {}
        for position, own in enumerate(zip(self.ids, self.counties, strict=True)):
            row = self.ground_row(position)
            if row in stated or (row not in self._stacks and position not in self._told_positions):
                continue
            told = [self.area.told.of(*key) for key in self._stacks.get(row, (own,))]
            areas = {(t.found_sqft, t.found_on) for t in told if t.found_sqft is not None and t.found_on is not None}
            last = max((on for _, on in areas), default=None)
            stated[row] = {each for each in areas if each[1] == last}
        return {row: areas for row, areas in stated.items() if areas}

    def _measured(self, position: int, told: StatedRunoff) -> Measured:
        row, land = self.ground_row(position), self.area.now
        areas = land.areas
        lot, baseline = self._lot_before(position, told)
        return Measured(
            lot_sqft=self.area.lot_sqft[position],
            impervious_sqft=areas.interval_sqft(row),
            unknown_sqft=sqft(areas.unknown[row]),
            basis=str(areas.basis[row]),
            surfaces=land.by_class(row),
            captured_first=areas.captured_first[row],
            captured_last=areas.captured_last[row],
            needs_review=bool(areas.needs_review[row]),
            baseline_sqft=baseline,
            baseline_lot_sqft=lot,
        )

    def land_of_now(self, lot: Lot, facts: ParcelRunoffFacts) -> ParcelRunoffFacts | None:
        """Return facts by which a lot that was another is taken on the qualifying date for the land that it is now.

        Null where it was the same lot, where people stated what it was, and where that land then is not known.
        """
        is_stated = lot.told.lot_baseline_sqft is not None or lot.told.baseline_sqft is not None
        then_sqft = self._then(lot.position)
        if facts.lot_area_2004_sqft is None or is_stated or then_sqft is None:
            return None
        lot_sqft = max(facts.lot_area_sqft or _NOTHING, then_sqft) or None
        return replace(
            facts,
            lot_area_sqft=lot_sqft,
            lot_area_2004_sqft=None,
            impervious_2004_sqft=then_sqft,
            surfaces_added=None,
        )

    def other_baselines(self, lot: Lot, facts: ParcelRunoffFacts) -> Iterator[ParcelRunoffFacts]:
        """Yield facts with surface of the qualifying date beyond the share of the lot, where its accuracy allows both.

        Of a lot that was another then, the accuracy of that day's surface is not told. Of one that surely has more than
        the share now, the formula holds whatever was there.
        """
        known, lot_sqft, land = facts.impervious_2004_sqft, facts.lot_area_sqft, self.area.then
        is_told = lot.told.baseline_sqft is not None or lot.position in self.area.before.lots
        if known == 0 or lot_sqft is None or land is None or self.portion is None or is_told:
            return
        limit, then_sqft = self.portion * lot_sqft, land.areas.interval_sqft(self.ground_row(lot.position))
        if lot.measured.impervious_sqft.low > limit:
            return
        if then_sqft.low < limit and (known is None or known >= limit):
            yield replace(facts, impervious_2004_sqft=max(then_sqft.low, _LEAST_SQFT))
        elif known is not None and known < limit <= then_sqft.high:
            yield replace(facts, impervious_2004_sqft=limit)

    def _lot_before(self, position: int, told: StatedRunoff) -> tuple[Fraction | None, Fraction | None]:
        """Return lot, where it was another, and surface on the qualifying date: what people stated goes first."""
        before = self.area.before.lots.get(position)
        lot, baseline = (None, self._then(position)) if before is None else (before.lot_sqft, before.impervious_sqft)
        return told.lot_baseline_sqft or lot, baseline if told.baseline_sqft is None else told.baseline_sqft

    def _then(self, position: int) -> Fraction | None:
        """Return the surface on the qualifying date within the lot of today."""
        return None if self.area.then is None else self.area.then.total_sqft(self.ground_row(position))

    def _unknown_then(self, position: int) -> Fraction:
        """Return the land of which nobody can tell what it was on the qualifying date."""
        return _NOTHING if self.area.then is None else sqft(self.area.then.areas.unknown[self.ground_row(position)])

    def _baseline(self, lot: Lot, lot_sqft: Fraction) -> Fraction | None:
        """Return the surface on the qualifying date, as far as low density depends on it.

        Where some is unknown, what is known for certain stands for all of it if the lot was with either on the same
        side of both limits: no surface at all, and the share of the lot.
        """
        known, then = lot.measured.baseline_sqft, self.area.then
        if known is not None or then is None or self.portion is None or lot.measured.baseline_lot_sqft is not None:
            return known
        row = self.ground_row(lot.position)
        if lot.position in self.area.before.lots or then.areas.basis[row] not in {"polygons", "raster"}:
            return None
        least, limit = sqft(then.areas.value[row]), self.portion * lot_sqft
        most = least + self._unknown_then(lot.position)
        return least if least >= limit or 0 < least <= most < limit else None

    def _is_added(self, position: int, now_sqft: Fraction | None) -> bool | None:
        """Say whether surface was added within the lot of today."""
        then_sqft = self._then(position)
        return None if now_sqft is None or then_sqft is None else now_sqft > then_sqft


def _by_decision(measured: Measured, area_sqft: Fraction) -> Measured:
    """Return what a decision puts in the place of what was measured; it was not seen on any day of the layers."""
    return replace(
        measured,
        impervious_sqft=Interval(area_sqft, area_sqft, area_sqft),
        unknown_sqft=_NOTHING,
        basis="register",
        captured_first=None,
        captured_last=None,
    )
