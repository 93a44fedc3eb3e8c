"""What may be charged for land that a sewer serves and that is not connected: standby, or ready-to-serve, not both?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gis.law.parameters import Parameters
from gis.model.connections import ChargeDue
from gis.model.facts.unconnected import ReadyToServeFacts, StandbyFacts
from gis.model.finding import Finding, Reading, State
from gis.model.ordinance import Ordinance, OrdinanceCharges
from gis.rules.registry import judge

STANDBY, READY_TO_SERVE = "MUK-03", "MUK-04"
_BOTH = (
    "A standby charge and a ready-to-serve charge cannot both be billed for the same time without a policy of the "
    "village: choose one."
)
_PREMISES = "the text does not say whether land without a building is premises, whose owner is charged"
_BARE = f"No building in use stands on the land, and {_PREMISES}."
_MAY_BE_BARE = f"Whether a building in use stands on the land is not known, and {_PREMISES}."
_UNSURE = "Whether the premises are connected is not known, and until it is nothing may be charged for not connecting."


@dataclass(frozen=True, slots=True)
class Unconnected:
    """What decides which charge follows: the duty as it was found, and what is known of the connection."""

    must_connect: bool | None
    last_day: dt.date | None
    """Last day that still counts for the connection; null where none is known."""
    is_served: bool | None
    """Whether the parcel meets a sewer in service that takes its sewage."""
    connected: bool | None
    structure: bool | None = True
    """Whether a building or other structure on it is in use."""


@dataclass(frozen=True, slots=True)
class Charges:
    """Charges that follow for one parcel, and the findings that they rest on."""

    due: tuple[ChargeDue, ...] = ()
    findings: tuple[Finding, ...] = ()


def charges(
    ordinance: Ordinance,
    parcel: Unconnected,
    told: Mapping[str, Mapping[str, Any]],
    parameters: Parameters,
) -> Charges:
    """Return the charges of an ordinance for a parcel on the day of the parameters.

    A standby charge follows when the time to connect has passed and the owner was given notice; a ready-to-serve charge
    while a sewer serves the premises and they are not connected; neither does where nobody knows whether they are.
    Where both would fall on one time the second is undetermined, and both say so; so it is on bare land.

    Parameters
    ----------
    ordinance
        Which charges it makes, and the charge of one unit, where its file states that.
    parcel
        Whether it must connect, is served and is connected.
    told
        Facts of the register, by rule; they take the place of what the map says.
    parameters
        The law on the day.

    Returns
    -------
    Charges
        Nothing for land that is connected, or that no sewer serves. An amount is null where a fact is missing; where
        only the text leaves it open it is told, with why.
    """
    if parcel.connected:
        return Charges()
    standby = _standby(ordinance.charges, parcel, told.get(STANDBY, {}), parameters)
    is_billed = standby is not None and standby.state is State.PASS
    recs = told.get(STANDBY, {}).get("recs", Fraction(1))
    ready = _ready_to_serve(
        ordinance.charges, parcel, recs, told.get(READY_TO_SERVE, {}), parameters, is_billed=is_billed
    )
    findings = tuple(each for each in (standby, ready) if each is not None)
    due = tuple(
        charge
        for charge in (
            None if standby is None else _due(standby, "standby charge", "a month"),
            None if ready is None else _due(ready, "ready-to-serve charge", _period(ordinance.charges)),
        )
        if charge is not None
    )
    if is_billed and ready is not None and ready.state is State.UNDETERMINED:
        due = tuple(replace(each, because=f"{each.because} {_BOTH}") for each in due)
    return Charges(due, findings)


def _standby(
    terms: OrdinanceCharges, parcel: Unconnected, told: Mapping[str, Any], parameters: Parameters
) -> Finding | None:
    """Judge the standby charge of land whose time to connect has passed; before that nobody has failed to connect."""
    overdue = parcel.last_day is not None and parcel.last_day < parameters.date
    if not terms.standby or parcel.must_connect is not True or not overdue:
        return None
    facts = StandbyFacts(
        rec_charge=terms.rec_charge_on(parameters.date),
        rec_charge_period=terms.rec_charge_period,
        as_of=parameters.date,
    )
    found = judge(STANDBY, replace(facts, **told), parameters)
    if found.state is not State.PASS or parcel.connected is not None:
        return found
    return replace(found, state=State.NEEDS_EVIDENCE, answer=None, because=f"{found.because} {_UNSURE}")


def _ready_to_serve(  # noqa: PLR0913 - what decides the charge
    terms: OrdinanceCharges,
    parcel: Unconnected,
    recs: Fraction | None,
    told: Mapping[str, Any],
    parameters: Parameters,
    *,
    is_billed: bool,
) -> Finding | None:
    """Judge the ready-to-serve charge: a part of the rate of 86-237, which is one unit's for each unit of the premises.

    The units are one where nobody entered any, and null where entries contradict each other.
    """
    each = terms.rec_charge_on(parameters.date)
    if not terms.ready_to_serve or not told.get("service_provided", parcel.is_served):
        return None
    facts = ReadyToServeFacts(
        rate=None if each is None or recs is None else each * recs,
        # An ordinance file with this charge states no monthly period (gis.law.ordinance_reading).
        rate_period=None if terms.rec_charge_period == "monthly" else terms.rec_charge_period,
        service_provided=parcel.is_served,
        connected=parcel.connected,
        standby_also_charged=is_billed,
    )
    return _of_bare_land(judge(READY_TO_SERVE, replace(facts, **told), parameters), parcel.structure)


def _of_bare_land(found: Finding, structure: bool | None) -> Finding:
    """Return a charge with the doubt whether land without a building is charged, in both readings where it has none."""
    if structure or found.state not in {State.PASS, State.UNDETERMINED}:
        return found
    if structure is None:
        return replace(found, because=f"{found.because} {_MAY_BE_BARE}")
    readings = {
        "bare_land_is_premises": Reading(found.state, found.answer, "Land that a sewer serves is premises."),
        "bare_land_is_no_premises": Reading(State.NOT_APPLICABLE, "0.00", "Only land with a building is premises."),
    }
    because, readings = f"{found.because} {_BARE}", {**found.readings, **readings}
    return replace(found, state=State.UNDETERMINED, because=because, readings=readings)


def _due(finding: Finding, name: str, period: str) -> ChargeDue | None:
    """Return what is charged; nothing where the rule says that nothing may be, an unknown amount where facts lack."""
    amount = Fraction(finding.answer) if isinstance(finding.answer, str) else None
    if amount == 0 or finding.state in {State.FAIL, State.NOT_APPLICABLE}:
        return None
    return ChargeDue(finding.rule, name, amount, period, finding.because)


def _period(terms: OrdinanceCharges) -> str:
    return "a year" if terms.rec_charge_period == "annual" else "a quarter"
