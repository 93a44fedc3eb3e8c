"""What does a district owe the owners of private on-site systems, and how did it lie before 1990: Wis. Stat. 60.726?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from shapely.geometry.base import BaseGeometry

from gis.errors import FactsInvalid
from gis.facts.ground import ParcelGround, area_steps, sqft, survey
from gis.facts.layerset import LayerSet
from gis.geometry.boundary import Boundary
from gis.geometry.overlay import difference, union
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.layers.layer import Layer
from gis.model.facts.private_systems import RetroactiveInclusionFacts, SystemCreditFacts
from gis.model.finding import Evidence, Finding, State
from gis.model.private_systems import PrivateSystems
from gis.proposals.decisions.outline import Outline, outline
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile, closed
from gis.proposals.record import boundary_record
from gis.proposals.stated import stated_facts
from gis.register.entries import Register
from gis.register.facts import RuleFacts, parcel_facts, register_facts
from gis.rules.registry import judge
from gis.units import acres

KINDS = ("municipalities", "counties", "parcels", "private_systems")
_CREDIT, _INCLUSION = "TSD-20", "TSD-19"
_CENTS = 100
_AS_INSTALLED = "Years in operation are counted from the installation, as asked; the law counts from operation."


@dataclass(frozen=True, slots=True)
class Charge:
    """The assessment, charge or tax for which credits are asked."""

    issued: dt.date | None = None
    """Day on which it is issued."""
    district: str | None = None
    """Name of the district in the register."""
    district_created: dt.date | None = None
    """Day on which the district came into existence; else as the register has it."""
    from_installation: bool = False
    """Whether a system without a day of operation is taken to operate from its installation."""
    territory_on: dt.date | None = None
    """Day on which the district's land is told; the day of the question where it is left out."""


@dataclass(frozen=True, slots=True)
class PrivateSystemsFound:
    """The answer, and the district's land as it lay on the day."""

    answer: PrivateSystems
    territory: Outline | None
    """None where the whole district was excluded."""


@dataclass(frozen=True, slots=True)
class _Inside:
    """The parcels inside, and what register and layer say of one."""

    parcels: ParcelGround
    systems: Layer | None
    register: Register
    date: dt.date
    charge: Charge
    of_district: RuleFacts
    """What the register says of the district, by rule."""
    rows: dict[tuple[str, str | None], list[int]] = field(default_factory=dict)

    @property
    def territory_on(self) -> dt.date:
        return self.charge.territory_on or self.date

    def positions(self) -> list[int]:
        return np.flatnonzero(self.parcels.met & self.parcels.is_parcel).tolist()

    def name(self, position: int) -> tuple[str, str | None]:
        return str(self.parcels.parcel_id[position]), self.parcels.column("county")[position]

    def told(self, position: int) -> dict[str, dict[str, Any]]:
        """Return what the register says of a parcel and of the district, typed, by rule."""
        parcel_id, county = self.name(position)
        of_parcel = parcel_facts(self.register, parcel_id, self.date, county=county)
        return {
            rule: stated_facts(
                rule, {rule: {**self.of_district.get(rule, {}), **of_parcel.get(rule, {})}}, "the register"
            )
            for rule in (_INCLUSION, _CREDIT)
        }

    def evidence(self, position: int) -> Evidence:
        return Evidence("parcels", self.parcels.layer.edition, self.name(position)[0], "system")


def private_systems(
    boundary: Boundary,
    on_file: LayersOnFile,
    date: dt.date,
    charge: Charge,
    register: Register | None = None,
) -> PrivateSystemsFound:
    """Judge the credit of every private system in a district, and the inclusion of land once excluded.

    Parameters
    ----------
    boundary : Boundary
        Of the district as established, in the working frame.
    on_file : LayersOnFile
        Parcels, and private systems with their days, cost and grants, where these are on file.
    date : date
        Day of the question: the law, the layers and the register as they are then.
    charge : Charge
        What is charged and when, and when the district came to be.
    register : Register
        What people established of parcels and the district; it goes before the layer.

    Returns
    -------
    PrivateSystemsFound
        A system for which a fact is missing has a finding that names it, and no credit.

    Raises
    ------
    BoundaryError, EditionError, RegisterInvalid
        The land cannot be looked at.

    Notes
    -----
    Wis. Stat. 60.726. Before 1990-04-19 parcels that the register says were excluded under former 60.725 are no part
    of the district; from that day on they are, as if they had never been out.
    """
    parameters = load_law().parameters(date)
    held = on_file.layer_set(boundary, date, KINDS)
    land, day = closed(boundary), charge.territory_on or date
    parcels = survey(land, held).parcels
    entries = Register(()) if register is None else register
    inside = None if parcels is None else _inside(parcels, held, entries, date, charge)
    owed = () if inside is None else tuple(_credits(inside, parameters))
    inclusions = () if inside is None else tuple(_inclusions(inside, parameters))
    out = tuple(str(found.subject) for found in inclusions if found.state is State.FAIL)
    then = land if inside is None or not out else _without(land, inside, inclusions, held)
    computed = [Fraction(str(found.answer)) for found in owed if found.state is State.PASS]
    answer = PrivateSystems(
        date=date,
        territory_on=day,
        boundary=boundary_record(boundary, held.frame),
        credits=owed,
        credit_total=sum(computed, start=Fraction(0)),
        credits_open=sum(found.state is State.NEEDS_EVIDENCE for found in owed),
        inclusions=inclusions,
        territory_acres=acres(sqft(int(area_steps(np.array([then], dtype=object), held.frame)[0]))),
        territory_excluded=out,
        editions={kind: layer.edition for kind, layer in sorted(held.layers.items())},
        register_hash=None if register is None else register.hash,
        notes=tuple(_notes(held, register, charge, date)),
    )
    return PrivateSystemsFound(
        answer,
        None if then.is_empty else outline(then, boundary, held.frame, f"The district on {day.isoformat()}"),
    )


def _inside(parcels: ParcelGround, held: LayerSet, register: Register, date: dt.date, charge: Charge) -> _Inside:
    of_district = register_facts(register, date=date, district=charge.district)
    found = _Inside(parcels, held.layers.get("private_systems"), register, date, charge, of_district)
    if found.systems is not None:
        names = zip(found.systems.column("parcel_id"), found.systems.column("county"), strict=True)
        for row, (parcel_id, county) in enumerate(names):
            found.rows.setdefault((str(parcel_id), county), []).append(row)
    return found


def _credits(inside: _Inside, parameters: Parameters) -> Iterator[Finding]:
    for position in inside.positions():
        told = inside.told(position).get(_CREDIT, {})
        parcel_id, county = inside.name(position)
        rows = inside.rows.get((parcel_id, county)) or inside.rows.get((parcel_id, None)) or []
        own = bool({"installed", "system_cost"} & told.keys())
        for facts in [_of_layer(inside.systems, row) for row in rows] or ([{}] if own else []):
            yield _credit(inside, position, {**facts, **told}, parameters)


def _of_layer(systems: Layer | None, row: int) -> dict[str, Any]:
    """Return what the layer says of one system; a blank grant is no grant on record, and a blank cost not known."""
    if systems is None:
        return {}
    installed, cost, grants = (systems.column(name)[row] for name in ("installed", "cost_cents", "grants_cents"))
    return {
        "installed": None if installed is None else dt.date.fromisoformat(str(installed)),
        "system_cost": None if cost is None else Fraction(int(cost), _CENTS),
        "grants": Fraction(0) if grants is None else Fraction(int(grants), _CENTS),
    }


def _credit(inside: _Inside, position: int, told: Mapping[str, Any], parameters: Parameters) -> Finding:
    charge = inside.charge
    facts = SystemCreditFacts(**{"charge_issued": charge.issued, "district_created": charge.district_created, **told})
    notes: tuple[str, ...] = ()
    if facts.in_operation_since is None and facts.years_in_operation is None and charge.from_installation:
        facts, notes = replace(facts, in_operation_since=facts.installed), (_AS_INSTALLED,)
    parcel_id = inside.name(position)[0]
    try:
        found = judge(_CREDIT, facts, parameters)
    except FactsInvalid as error:
        raise replace(error, where=f"parcel {parcel_id}, {error.where}") from error
    return replace(found, subject=parcel_id, evidence=(inside.evidence(position),), notes=(*found.notes, *notes))


def _inclusions(inside: _Inside, parameters: Parameters) -> Iterator[Finding]:
    for position in inside.positions():
        told = inside.told(position).get(_INCLUSION)
        if told and told.get("excluded_under_former_law"):
            found = judge(
                _INCLUSION,
                RetroactiveInclusionFacts(**{**told, "as_of": inside.territory_on}),
                parameters,
            )
            yield replace(found, subject=inside.name(position)[0], evidence=(inside.evidence(position),))


def _without(land: BaseGeometry, inside: _Inside, inclusions: tuple[Finding, ...], held: LayerSet) -> BaseGeometry:
    """Return the district without the parcels that were out of it on the day."""
    out = {found.subject for found in inclusions if found.state is State.FAIL}
    excluded = [inside.parcels.geometries[i] for i in inside.positions() if inside.name(i)[0] in out]
    return difference(land, union(excluded, held.frame), held.frame)


def _notes(held: LayerSet, register: Register | None, charge: Charge, date: dt.date) -> Iterator[str]:
    yield from held.notes
    yield from later_notes(register, date)
    if "private_systems" not in held.layers:
        yield "No private systems are on file; only those that the register names are judged."
    if register is None:
        yield "No register was given; what only people establish (conformity, operation, exclusions) is not known."
    if charge.issued is None:
        yield "No day of the charge was given."
