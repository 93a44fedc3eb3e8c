"""What is found of one parcel under the ordinances of its land: duty, day, main, charges, and what bears on it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gis.errors import FactsInvalid
from gis.facts.sewers.answers.access import SewerAccess
from gis.facts.sewers.answers.alike import alike
from gis.facts.sewers.answers.serving import NONE
from gis.model.connections import ChargeDue, Front, ParcelConnection
from gis.model.finding import Finding, State
from gis.proposals.connections.area import Area, Governed
from gis.proposals.connections.charges import Charges, Unconnected, charges
from gis.proposals.connections.facts import DUTIES, DutyFacts, Use
from gis.proposals.connections.following import (
    BEFORE_SERVICE,
    Told,
    early_notice,
    following,
)
from gis.proposals.connections.parcels import Bench, Stated
from gis.proposals.connections.standby import served
from gis.proposals.connections.stated import StatedParcel
from gis.proposals.connections.waived import Installed, Waived, waived
from gis.proposals.unjudged import unjudged
from gis.rules.registry import RULES

Texts = npt.NDArray[np.object_]
_VILLAGE, _ABANDONMENT = "VLG-06", "CKSD-02"
_Roll = tuple[str, str | None, str | None, str | None, int]
_NOTHING_TOLD = StatedParcel()


@dataclass(frozen=True, eq=False)
class Judging:
    """An area's parcels before the ordinances that govern them."""

    area: Area
    with_evidence: bool = True
    """Whether each parcel has its box, and each finding names what decided it and what makes it less than certain."""
    _outcomes: dict[tuple[str, int], _Outcome] = field(default_factory=dict, repr=False)

    @cached_property
    def benches(self) -> Mapping[str, Bench]:
        """The rule of each ordinance before the area's parcels, by the ordinance's id."""
        area = self.area
        return {
            each.ordinance.id: Bench(
                area.ground,
                area.uses,
                each.ordinance.duty_rule,
                each.parameters,
                each.in_place,
                each.because,
                each.ordinance.citation,
            )
            for each in area.governed
        }

    @cached_property
    def served(self) -> Texts:
        """Whether a sewer is made available to each parcel; None where that is unknown."""
        return served(self.area.ground)

    def access(self, under: Governed, position: int) -> SewerAccess:
        """Return how a parcel lies to the sewers that count under an ordinance."""
        return self.benches[under.ordinance.id].accesses[position]

    def told(self, position: int) -> StatedParcel:
        """Return what people established of a parcel."""
        area = self.area
        if position not in area.told_positions:
            return _NOTHING_TOLD
        return area.told.of(str(area.ground.ids[position]), area.counties[position])

    def use(self, position: int) -> Use:
        """Return what is known of the use of a parcel: what people established goes before the layers."""
        use = self._uses[position]
        if position not in self.area.told_positions:
            return use
        told = self.told(position)
        return Use(
            use.in_use if told.in_use is None else told.in_use,
            use.habitation,
            use.private_system if told.private_system is None else told.private_system,
            use.connected if told.connected is None else told.connected,
            use.structure,
        )

    def under(self, position: int) -> tuple[Governed, ...]:
        """Return the ordinances that govern a parcel; where none does for certain, those that may."""
        return self._for_certain[position] or self._may_govern.get(position, ())

    @cached_property
    def _for_certain(self) -> list[tuple[Governed, ...]]:
        """The ordinances that govern each parcel for certain; of the same ordinances one object."""
        governed = self.area.governed
        if not governed:
            return [()] * len(self.area.ground)
        rows = list(zip(*(each.in_place.tolist() for each in governed), strict=True))
        told = {row: tuple(each for each, holds in zip(governed, row, strict=True) if holds) for row in set(rows)}
        return [told[row] for row in rows]

    @cached_property
    def _may_govern(self) -> Mapping[int, tuple[Governed, ...]]:
        found: dict[int, tuple[Governed, ...]] = {}
        for under in self.area.governed:
            for position in under.positions[under.in_place[under.positions] == None].tolist():  # noqa: E711  item by item
                found[position] = (*found.get(position, ()), under)
        return found

    def parcel(self, position: int) -> ParcelConnection:
        """Return what is found of a parcel; where no ordinance governs it, only how it is used.

        Under several ordinances the first that governs for certain judges it, and what the others say stands beside it.
        """
        use, (parcel_id, county, municipality, address, piece) = self.use(position), self._roll[position]
        founds = [self._found(under, position) for under in self.under(position)]
        first = founds[0] if founds else None
        outcome = _NO_OUTCOME if first is None else first.outcome
        others = [each for other in founds[1:] for each in (other.outcome.finding, *other.outcome.more)]
        due = None if use.connected else outcome.due
        main, operational = self._serving[piece]
        return ParcelConnection(
            parcel_id=parcel_id,
            county=county,
            municipality=municipality,
            site_address=address,
            ordinance=None if first is None else first.ordinance,
            finding=outcome.finding,
            connect_by=None if due is None else due.day,
            fronts=() if first is None else first.fronts,
            serving_main=main,
            serving_main_operational=operational,
            downstream=None,
            in_use=use.in_use,
            private_system=use.private_system,
            connected=use.connected,
            charges=outcome.charges,
            more=(*outcome.more, *(each for each in others if each is not None)) if others else outcome.more,
            bbox=self.area.boxes[piece] if self.with_evidence else None,
            connect_by_rule=None if due is None else due.rule,
            connected_since=self.told(position).connection_made if use.connected else None,
        )

    def facts(self, under: Governed, position: int) -> DutyFacts:
        """Return the facts of the duty to connect of a parcel under an ordinance, with what people established."""
        bench, access = self.benches[under.ordinance.id], self.access(under, position)
        return bench.facts(position, access, self._told_of_duty(under, position, access)[0])

    def _told_of_duty(self, under: Governed, position: int, access: SewerAccess) -> tuple[Stated, Waived]:
        """Return what people established of the duty's facts, and the waivers among it as they were judged."""
        told = self.told(position)
        if not told.facts:
            return {}, Waived()
        found = waived(under.ordinance, told.facts, self._installed(access), told.levies, under.parameters)
        rule = under.ordinance.duty_rule
        stated = told.facts.get(rule, {})
        stated = {**stated, **early_notice(rule, stated, access.sewer_operational)}
        is_waived = rule == _VILLAGE and found.until is not None
        return ({**stated, "waiver_until": found.until} if is_waived else stated), found

    def _found(self, under: Governed, position: int) -> _Found:
        if position in self.area.told_positions or self.with_evidence:
            access = self.access(under, position)
            return _Found(under.ordinance.id, access.fronts, self._outcome(under, position, access))
        fronts = self.benches[under.ordinance.id].accesses.fronts(position)
        return _Found(under.ordinance.id, fronts, self._alike(under, position))

    def _alike(self, under: Governed, position: int) -> _Outcome:
        """Return what the rules say of a parcel of which nobody established anything: of parcels alike, once."""
        key = under.ordinance.id, self._groups[under.ordinance.id][position]
        if key not in self._outcomes:
            self._outcomes[key] = self._outcome(under, position, self.access(under, position))
        return self._outcomes[key]

    def _outcome(self, under: Governed, position: int, access: SewerAccess) -> _Outcome:
        bench, told, use = self.benches[under.ordinance.id], self.told(position).facts, self.use(position)
        stated, waivers = self._told_of_duty(under, position, access)
        finding = waivers.opened(self._duty(bench, position, access, stated))
        if early_notice(bench.rule, told.get(bench.rule, {}), access.sewer_operational):
            finding = replace(finding, notes=(*finding.notes, BEFORE_SERVICE))
        more = (*waivers.findings, *following(under.ordinance, told, access, use, under.parameters))
        first = _first_due((finding, *more))
        charged = self._charges(under, position, finding, use, None if first is None else first.last_day, told)
        return _Outcome(finding, first, charged.due, (*more, *charged.findings))

    def _duty(self, bench: Bench, position: int, access: SewerAccess, stated: Stated) -> Finding:
        try:
            if self.with_evidence and (stated or access.sewers or access.doubts or bench.because[position]):
                return bench.finding(position, access, stated)
            # Far from any sewer one finding serves for all: nothing but the parcel's own number would tell them apart.
            return bench.judged(bench.facts(position, access, stated))
        except FactsInvalid as error:
            because = f"What is entered of the parcel cannot all be so: {error.what} {error.why}"
            return unjudged(RULES[bench.rule], State.NEEDS_EVIDENCE, because, f"{error.where}: {error.next}")

    def _charges(  # noqa: PLR0913 - what decides a charge
        self, under: Governed, position: int, finding: Finding, use: Use, last_day: dt.date | None, told: Told
    ) -> Charges:
        terms = under.ordinance.charges
        if not (terms.standby or terms.ready_to_serve) or under.in_place[position] is not True:
            return Charges()
        must = finding.answer if isinstance(finding.answer, bool) else None
        parcel = Unconnected(must, last_day, self.served[position], use.connected, use.structure)
        return charges(under.ordinance, parcel, told, under.parameters)

    def _installed(self, access: SewerAccess) -> Installed:
        """Return when each sewer that decided was laid: as people established it, else as the layer has it."""
        told = self.area.told_of_mains
        known = {name: told[name].installed for name in access.sewers if name in told}
        return {name: known.get(name) or self._laid.get(name) for name in access.sewers}

    @cached_property
    def _laid(self) -> Mapping[str, dt.date | None]:
        """Day on which each main of the layer was laid; unknown where one of several that bear its id has none."""
        lines = self.area.ground.mains
        found: dict[str, dt.date | None] = {}
        for name, day in () if lines is None else zip(lines.ids, lines.layer.column("installed"), strict=True):
            laid = None if day is None else dt.date.fromisoformat(str(day))
            earlier = found.get(str(name), laid)
            found[str(name)] = None if laid is None or earlier is None else min(laid, earlier)
        return found

    # Read once as plain lists: of a hundred thousand parcels each look into an array would count.

    @cached_property
    def _roll(self) -> list[_Roll]:
        """What the roll says of each parcel: id, county, municipality and address; and its piece of ground."""
        ground = self.area.ground
        columns = (self.area.counties, ground.column("municipality"), ground.column("site_address"))
        ids = [str(each) for each in ground.ids.tolist()]
        return list(zip(ids, *(column.tolist() for column in columns), ground.ground.tolist(), strict=True))

    @cached_property
    def _groups(self) -> Mapping[str, list[int]]:
        """Number of each parcel's group under each ordinance: parcels of a group are judged alike."""
        area, use = self.area, self.area.uses
        known = (use.in_use, use.structure, use.habitation, use.private_system, use.connected, self.served)
        return {
            name: alike(area.ground, DUTIES[bench.rule].test, bench.accesses.found, (bench.in_place, *known)).tolist()
            for name, bench in self.benches.items()
        }

    @cached_property
    def _uses(self) -> list[Use]:
        """What the layers say of the use of each parcel; of the same use one object."""
        known = self.area.uses
        columns = (known.in_use, known.habitation, known.private_system, known.connected, known.structure)
        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        told = {row: Use(*row) for row in set(rows)}
        return [told[row] for row in rows]

    @cached_property
    def _serving(self) -> list[tuple[str | None, dt.date | None]]:
        """Main that would serve each piece of ground, and since when it serves."""
        lines = self.area.ground.mains
        mains: list[int] = self.area.serving.tolist()
        if lines is None:
            return [(None, None)] * len(mains)
        named = [*zip(map(str, lines.ids.tolist()), lines.operational.tolist(), strict=True), (None, None)]
        return [named[-1] if main == NONE else named[main] for main in mains]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What the rules say of a parcel; nothing where no ordinance governs it."""

    finding: Finding | None
    due: _Due | None
    charges: tuple[ChargeDue, ...]
    more: tuple[Finding, ...]


_NO_OUTCOME = _Outcome(None, None, (), ())


@dataclass(frozen=True, slots=True)
class _Found:
    """What is found of a parcel under one ordinance."""

    ordinance: str
    fronts: tuple[Front, ...]
    outcome: _Outcome


@dataclass(frozen=True, slots=True)
class _Due:
    """A day by which the land must be connected."""

    day: dt.date
    last_day: dt.date
    """Last day that still counts, where the day itself is a closed one."""
    rule: str


def _first_due(findings: tuple[Finding, ...]) -> _Due | None:
    """Return the first day by which the land must be connected, of those that a rule which passes gives."""
    days = []
    for each in findings:
        day = each.measures.get("connect_by") if each.rule != _ABANDONMENT else each.answer
        if each.state is State.PASS and isinstance(day, str):
            last = each.measures.get("rolled_date") or day
            days.append(_Due(dt.date.fromisoformat(day), dt.date.fromisoformat(str(last)), each.rule))
    return min(days, key=lambda due: due.day, default=None)
