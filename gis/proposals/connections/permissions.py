"""May a connection be permitted under a village's ordinance: whose approval, what capacity, which plans and by when?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from pyproj import CRS
from pyproj.exceptions import CRSError

from gis.law.parameters import Parameters
from gis.model.facts.permission import (
    ApproverFacts,
    PlanDatumFacts,
    PlanFilingFacts,
    VillageActionFacts,
    VillageCapacityFacts,
)
from gis.model.finding import Finding, State
from gis.proposals.connections.area import Area
from gis.proposals.connections.following import Told, judged
from gis.proposals.connections.stated import StatedMain
from gis.proposals.stated import stated_facts
from gis.proposals.unjudged import unjudged
from gis.register.entries import Register
from gis.register.facts import register_facts
from gis.rules.registry import RULES
from gis.rules.words import all_listed

DUTY = "VLG-06"
"""Duty of the ordinances under which these rules judge."""
APPROVERS, CAPACITY, PLANS, CLOCK, DATUM = "VLG-01", "VLG-02", "VLG-03", "VLG-04", "VLG-05"
OF_BUILDING_SEWER = (APPROVERS, CAPACITY)
OF_NEW_SEWER = (*OF_BUILDING_SEWER, PLANS, CLOCK, DATUM)
_LON_LAT = {"OGC:CRS84", "urn:ogc:def:crs:OGC:1.3:CRS84"}
_OF_NETWORK = "downstream_adequate"


@dataclass(frozen=True, slots=True)
class Permit:
    """A connection for which somebody asks permission."""

    sewer: str | None
    """Main on file that would take it; null where none is known."""
    told: Told
    """What people established of it, by rule."""
    downstream: Finding | None = None
    """MUK-24 over what lies below; null where no way down is known."""
    added_gpd: Fraction | None = None
    crs: str | None = None
    """Coordinate system of the file in which it is drawn; null where no plan is drawn."""
    notes: tuple[str, ...] = ()


def permit_told(register: Register | None, proceeding: str | None, date: dt.date) -> tuple[Told, tuple[str, ...]]:
    """Return what the register says of the application for a new sewer, and what was taken for granted of it.

    Parameters
    ----------
    register
        With its history; without one nobody established anything.
    proceeding
        Name of the application in the register; where it is left out, the only one that entries on plans name.
    date
        Only entries dated on or before it count.
    """
    if register is None:
        return {}, ()
    of_plans: dict[str, Told] = {}
    for name in register.subjects("proceeding"):
        found = register_facts(register, date=date, proceeding=name)
        own = {rule: stated_facts(rule, {rule: found[rule]}, "the register") for rule in OF_NEW_SEWER if rule in found}
        if own:
            of_plans[name] = own
    if proceeding is not None:
        return of_plans.get(proceeding, {}), ()
    if len(of_plans) > 1:
        return {}, (f"The register tells of {len(of_plans)} applications, and none is named: nothing of them counts.",)
    return next(iter(of_plans.values()), {}), ()


def permissions(area: Area, permit: Permit, rules: tuple[str, ...], parameters: Parameters) -> Iterator[Finding]:
    """Judge whether a connection may be permitted.

    Parameters
    ----------
    area
        The survey, with what people established of its mains.
    permit
        The connection.
    rules
        Those of a building sewer, or those of a new sewer.
    parameters
        The law on the day asked about, under the ordinance.

    Yields
    ------
    Finding
        In the order of the rules. What neither register nor layers tell is needed as evidence, and named.
    """
    for rule in rules:
        facts, notes = _facts(rule, area, permit, parameters.date)
        if facts is None:
            yield unjudged(RULES[rule], State.NEEDS_EVIDENCE, " ".join(notes))
        else:
            found = judged(rule, facts, parameters)
            yield replace(found, notes=(*found.notes, *notes, *permit.notes))


def _facts(rule: str, area: Area, permit: Permit, date: dt.date) -> tuple[object, list[str]]:
    """Return the facts of one rule, and where they come from; none where they cannot be put as the rule asks."""
    told = permit.told.get(rule, {})
    if rule == APPROVERS:
        owner, notes = _owner(area, permit.sewer)
        return replace(ApproverFacts(sewer_owner=owner), **told), notes
    if rule == CAPACITY:
        known, notes = _capacity(area, permit)
        return VillageCapacityFacts(**{**known, **told}), notes
    if rule == PLANS:
        return replace(PlanFilingFacts(), **told), []
    if rule == CLOCK:
        return replace(VillageActionFacts(as_of=date), **told), []
    return _datum(permit, told)


def _owner(area: Area, sewer: str | None) -> tuple[Any, list[str]]:
    lines = area.ground.mains
    if lines is None or sewer is None:
        return None, ["No sewer on file is known to take the connection."]
    owners = {lines.owners[row] for row in np.flatnonzero(lines.ids == sewer)}
    owner = owners.pop() if len(owners) == 1 else None
    if owner in {"local", "regional"}:
        return owner, [f"The connection is made to {sewer}, a {owner} sewer."]
    kind = "of which nobody knows whether it is local or regional" if owner is None else f"a sewer of a {owner}"
    return None, [f"The connection is made to {sewer}, {kind}."]


def _capacity(area: Area, permit: Permit) -> tuple[dict[str, bool | None], list[str]]:
    """Return what network and entries on the main say of capacity; entries go before what is reckoned."""
    told = area.told_of_mains.get(permit.sewer or "", StatedMain())
    reckoned, notes = {}, []
    below = permit.downstream
    if below is not None and below.state in {State.PASS, State.FAIL}:
        reckoned[_OF_NETWORK] = below.state is State.PASS
        notes.append(f"Of downstream collection: {below.because}")
    spare = told.spare_capacity_gpd
    if spare is not None and permit.added_gpd is not None:
        reckoned["local_sewer_adequate"] = permit.added_gpd <= spare
        notes.append(f"The spare capacity of {permit.sewer} is compared with the added flow.")
    known = {name: getattr(told, name) for name in ("local_sewer_adequate", "commission_capacity", _OF_NETWORK)}
    return {name: reckoned.get(name) if value is None else value for name, value in known.items()}, notes


def _datum(permit: Permit, told: Mapping[str, Any]) -> tuple[PlanDatumFacts | None, list[str]]:
    if "crs" in told or permit.crs is None:
        return replace(PlanDatumFacts(), **told), []
    code = epsg_code(permit.crs)
    if code is None:
        return None, ["The file of the plan declares a coordinate system that has no EPSG code: enter the plan's own."]
    note = "The horizontal system is that of the file in which the sewer is drawn; nobody entered that of the plan."
    return replace(PlanDatumFacts(crs=code), **told), [note]


def epsg_code(crs: str) -> str | None:
    """Return the EPSG code of a coordinate system, however it is written; none where it has none.

    >>> epsg_code("EPSG:7599"), epsg_code("OGC:CRS84")
    ('EPSG:7599', 'EPSG:4326')
    """
    if crs in _LON_LAT:
        return "EPSG:4326"
    try:
        code = CRS.from_user_input(crs).to_epsg()
    except CRSError:
        return None
    return None if code is None else f"EPSG:{code}"


def permissions_said(findings: tuple[Finding, ...]) -> Iterator[str]:
    """Say each finding in one line: the rule, its question, the answer and why."""
    for each in findings:
        answer = all_listed([str(part) for part in each.answer]) if isinstance(each.answer, list) else each.answer
        yield f"{each.rule}, {each.question} {'' if answer is None else f'Answer: {answer}. '}{each.because}"
