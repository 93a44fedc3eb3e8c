"""What does a sanitary district charge: contributions on connection, development and division, the quarterly fee?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.errors import ParameterNotInForce
from gis.model.charges import Charge, ChargeMissing, ChargeReading
from gis.model.finding import Finding, State
from gis.model.ordinance import FigureName
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.where_stated import missing_facts, missing_figure
from gis.rules.words import dollars, quantity

CONTRIBUTION, DEVELOPMENT, CLASS, UNITS = "CKSD-04", "CKSD-05", "CKSD-06", "CKSD-08"
DETACHED, RECONNECTION, LATERAL = "CKSD-09", "CKSD-10", "CKSD-14"
_PER_LOT: FigureName = "fcac_dollars_per_lot"
_OVER_5: FigureName = "fcac_over_5_acres_dollars_per_lot"
_CLASSES: dict[str, FigureName] = {
    "single_family": "cac_single_family_dollars",
    "A": "cac_class_a_dollars",
    "B": "cac_class_b_dollars",
    "C": "cac_class_c_dollars",
}
_WITH_AGREEMENT, _WITH_PERMIT = "on the developer's agreement", "when the plumbing permit is issued"
_LEVIED_BEFORE = (
    "A charge was levied for the parcel before, and it is a lump sum: another follows where lots are made of it, or "
    "where a later development substantially increases the service (II(3)(c) and (e))."
)
_BY_CHOICE = ChargeMissing(
    "what a connection costs again after one was given up by choice; the text sets only the cap permit and its fee",
    "ask the district",
)
_LARGE = "d"
_D_REPLACES_A = "d_replaces_a"
_LOTS = ChargeMissing("into how many lots the parcel is divided", "option --lots; register: lots_developed")


def on_connection(bench: Bench) -> Iterator[Charge]:
    """Yield what the district charges for a connection."""
    if bench.has(CONTRIBUTION):
        yield _contribution(bench)
    yield from on_development(bench)
    if bench.has(RECONNECTION) and bench.told.get(RECONNECTION):
        yield _reconnection(bench)
    if bench.has(LATERAL) and bench.told.get(LATERAL):
        due = Due("share of a private lateral", "once", "to the user who laid it, on connection")
        finding, facts = bench.find(LATERAL)
        yield bench.charge(finding, due, None, missing=missing_facts(LATERAL, facts))


def on_development(bench: Bench) -> Iterator[Charge]:
    """Yield what the district charges for development."""
    if bench.has(DEVELOPMENT):
        yield development(bench)
    if bench.has(CLASS) and (bench.known(CLASS, "sub_district") is not None):
        yield _class(bench)


def on_division(bench: Bench) -> Iterator[Charge]:
    """Yield what the district charges for lots made of the parcel."""
    if bench.has(DEVELOPMENT):
        yield development(bench)


def _contribution(bench: Bench) -> Charge:
    known = bench.told.get(CONTRIBUTION, {})
    # Whatever stands there today, what is connected is a building.
    building: dict[str, Any] = {"vacant": False, "improved": True}
    says = ["The question is what a connection costs: the parcel is taken to be serviceable, with a building on it."]
    if {**building, "serviceable": True}.items() <= known.items():
        says = []
    by_map = {"serviceable": True, "schedule_amount": bench.value("scac_dollars")}
    due = Due("sewer contribution charge (SCAC)", "once", "billed once the lateral is laid and observed")
    try:
        finding, facts = bench.find(CONTRIBUTION, by_map, building)
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    amount = _money(finding.measures.get("amount")) if finding.state is State.PASS else None
    if finding.state is State.FAIL:
        return replace(bench.charge(finding, due, Fraction(0)), says=(finding.because,))
    detached = _detached(bench)
    return bench.charge(
        finding,
        due,
        amount,
        says=(*says, bench.figure_said("scac_dollars"), *_detached_said(detached)),
        missing=() if amount is not None else _with_figure(bench, missing_facts(CONTRIBUTION, facts)),
        beside=() if detached is None else (detached,),
    )


def _detached(bench: Bench) -> Finding | None:
    if not bench.has(DETACHED) or not bench.told.get(DETACHED):
        return None
    return bench.find(DETACHED)[0]


def _detached_said(detached: Finding | None) -> tuple[str, ...]:
    """Say what holds of a detached building; whatever it is, the principal building bears its own charges."""
    if detached is None:
        return ()
    bears = "none of its own" if detached.state is State.PASS else "its own, unless this is settled"
    return (f"Of the detached building: {detached.because} It bears {bears}; what stands here is the principal one's.",)


def _with_figure(bench: Bench, missing: tuple[ChargeMissing, ...]) -> tuple[ChargeMissing, ...]:
    """Return what is missing, the figure with the day for which there is none."""
    of_day = missing_figure("scac_dollars", bench.date)
    return tuple(of_day if each.where == of_day.where else each for each in missing)


def development(bench: Bench) -> Charge:
    """Return the future development charge: by lot, by its triggers, and by the acreages of the parcel."""
    by_map, given = _development_facts(bench)
    due = Due("future development charge (FCAC)", "once", _WITH_PERMIT)
    try:
        finding, facts = bench.find(DEVELOPMENT, by_map, given)
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    if finding.measures.get("due_on") == "developer_agreement":
        due = replace(due, when=_WITH_AGREEMENT)
    if finding.state is State.FAIL:
        return bench.charge(finding, due, Fraction(0))
    if bench.known(DEVELOPMENT, "fcac_levied_before") and not {"c", "e"} & {*_triggers(finding)}:
        return bench.charge(finding, due, Fraction(0), says=(_LEVIED_BEFORE,))
    triggers, lots = _triggers(finding), finding.measures.get("lots_charged")
    # Every trigger but that of large annexed land has the same rate: one of them settles the charge.
    is_settled = finding.state is not State.WITHIN_TOLERANCE and any(each != _LARGE for each in triggers)
    is_open = finding.state is State.NEEDS_EVIDENCE and not is_settled
    missing = [*missing_facts(DEVELOPMENT, facts)] if is_open else []
    missing += [missing_figure(name, bench.figure_day) for name in _figures(triggers) if bench.value(name) is None]
    counted = _is_counted(bench)
    if not counted:
        missing.append(_LOTS)
    amount = _fcac(bench, triggers, lots) if is_settled and counted else None
    return bench.charge(
        finding,
        due,
        amount,
        says=tuple(_development_said(bench, finding, amount)),
        readings=tuple(_development_readings(bench, finding, amount, by_map, given)),
        missing=tuple(missing),
    )


def _is_counted(bench: Bench) -> bool:
    """Say whether somebody counted the lots; of a parcel that is not divided there is one."""
    return bench.event != "divide" or bool(bench.stated.lots or bench.known(DEVELOPMENT, "lots"))


def _development_facts(bench: Bench) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the facts by the map, and as stated; nobody guesses into how many lots land is divided."""
    place, stated = bench.place, bench.stated
    by_map: dict[str, Any] = {
        "annexed": bench.annexed,
        "in_district": not bench.annexed,
        "area_acres": place.acres,
        "area_accuracy_acres": place.acres_accuracy,
        "subdivided": True if bench.division is not None else None,
    }
    given: dict[str, Any] = {"lots": stated.lots, "existing_lots": stated.existing_lots}
    if bench.event == "divide":
        given["subdivided"] = True
    if bench.annexed:
        given |= {"annexed": True, "in_district": False}
    return by_map, given


def _development_said(bench: Bench, finding: Finding, amount: Fraction | None) -> Iterator[str]:
    lots = finding.measures.get("lots_charged")
    if bench.division is not None:
        yield bench.division.says
    yield from map(bench.figure_said, _figures(_triggers(finding)))
    if amount is None:
        return
    if finding.state is State.NEEDS_EVIDENCE:
        yield "What is not known could not change the charge: each of these triggers has the same rate."
    per_lot, large = bench.value(_PER_LOT), bench.value(_OVER_5)
    if _LARGE in _triggers(finding) and per_lot is not None and large is not None:
        each = f"{lots} lot{'' if lots == 1 else 's'} at {dollars(per_lot)}, and {dollars(large)} once for the parcel"
        yield f"{each} of more than 5 acres: {dollars(amount)}."
    else:
        yield f"{lots} lot{'' if lots == 1 else 's'}: {dollars(amount)}."


def _development_readings(
    bench: Bench, finding: Finding, amount: Fraction | None, by_map: dict[str, Any], given: dict[str, Any]
) -> Iterator[ChargeReading]:
    """Yield the other readings: new lots alone, the large rate in place of the other, and the acreages of the roll."""
    triggers, lots = _triggers(finding), finding.measures.get("lots_charged")
    new_lots, replaced = finding.readings.get("new_lots"), finding.readings.get(_D_REPLACES_A)
    told: list[ChargeReading] = []
    if finding.state is State.WITHIN_TOLERANCE:
        near = "The area is within its accuracy of the limit"
        told.append(ChargeReading("not_over_5_acres", f"{near}: not larger.", _fcac(bench, triggers, lots)))
        large = _fcac(bench, [*triggers, _LARGE], lots)
        told.append(ChargeReading("over_5_acres", f"{near}: larger.", large))
    if _is_counted(bench) and new_lots is not None and new_lots.answer is not None and new_lots.answer != lots:
        told.append(ChargeReading("new_lots", new_lots.because, _fcac(bench, triggers, new_lots.answer)))
    if replaced is not None and _LARGE in triggers:
        only = [str(each) for each in replaced.answer] if isinstance(replaced.answer, list) else []
        told.append(ChargeReading(_D_REPLACES_A, replaced.because, _fcac(bench, only, lots)))
    for name, acres in bench.place.acres_on_roll.items():
        other, _ = bench.find(DEVELOPMENT, by_map, {**given, "area_acres": acres, "area_accuracy_acres": Fraction(0)})
        if _triggers(other) != triggers:
            says = f"By the acreage {name}, {quantity(acres, 4)} acres; no text says which acreage governs."
            told.append(ChargeReading(f"acres_{name.split()[0]}", says, _fcac(bench, _triggers(other), lots)))
    yield from (each for each in told if each.amount != amount)


def _triggers(finding: Finding) -> list[str]:
    return [str(each) for each in finding.answer] if isinstance(finding.answer, list) else []


def _figures(triggers: list[str]) -> Iterator[FigureName]:
    if any(each != _LARGE for each in triggers):
        yield _PER_LOT
    if _LARGE in triggers:
        yield _OVER_5


def _fcac(bench: Bench, triggers: list[str], lots: object) -> Fraction | None:
    """Return lots times their rate, and once that of a large parcel; null where a rate or the lots are not known."""
    rates = {name: bench.value(name) for name in _figures(triggers)}
    if not isinstance(lots, int) or not rates or None in rates.values():
        return None
    # II(3)(d) is levied "against each parcel", and the others for each lot.
    return sum((rate * (1 if name == _OVER_5 else lots) for name, rate in rates.items() if rate), start=Fraction(0))


def _class(bench: Bench) -> Charge:
    due = Due("contribution of the sub-district (CAC)", "once", "on connection, for each connected building")
    try:
        finding, facts = bench.find(CLASS)
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    if not isinstance(finding.answer, str):
        return bench.charge(finding, due, None, missing=missing_facts(CLASS, facts))
    name = _CLASSES[finding.answer]
    amount = bench.value(name)
    missing = (missing_figure(name, bench.figure_day),) if amount is None else ()
    return bench.charge(finding, due, amount, says=(bench.figure_said(name),), missing=missing)


def _reconnection(bench: Bench) -> Charge:
    due = Due("reconnection fee", "once", "with the permit to connect again")
    finding, facts = bench.find(RECONNECTION, stated={"reconnected": bench.date})
    if finding.state is State.PASS:
        return bench.charge(finding, due, Fraction(0))
    if finding.state is State.NOT_APPLICABLE:
        return bench.charge(finding, due, None, missing=(_BY_CHOICE,))
    if finding.state is State.NEEDS_EVIDENCE:
        return bench.charge(finding, due, None, missing=missing_facts(RECONNECTION, facts))
    name: FigureName = "reconnection_fee_dollars"
    amount = bench.value(name)
    missing = (missing_figure(name, bench.figure_day),) if amount is None else ()
    return bench.charge(finding, due, amount, says=(bench.figure_said(name),), missing=missing)


def quarterly_fee(bench: Bench) -> Charge:
    """Return the user fee of a quarter, by separately occupied spaces."""
    due = Due("sewer user fee", "quarter", "on the first day of the month after the quarter")
    name: FigureName = "user_fee_dollars_per_rue"
    spaces = [{"kind": "space", "fixtures": True, "separate": True}] * bench.register.count("space_with_fixtures")
    spaces += [{"kind": "space", "fixtures": False, "separate": True}] * bench.register.count("space_without_fixtures")
    assigned = bench.register.number("billing_units")
    says = [bench.figure_said(name)]
    if assigned is not None:
        spaces = [{"kind": "unit", "fixtures": True, "separate": True}] * int(assigned)
        says.append(f"The register has {quantity(assigned, 0)} billing unit{'' if assigned == 1 else 's'}.")
    facts = {"spaces": tuple(spaces) if spaces or assigned == 0 else None, "rate": bench.value(name)}
    finding, used = bench.find(UNITS, facts)
    amount = _money(finding.measures.get("charge")) if finding.state is State.PASS else None
    detached = _detached(bench)
    return bench.charge(
        finding,
        due,
        amount,
        says=(*says, *_detached_said(detached)),
        missing=() if amount is not None else missing_facts(UNITS, used),
        beside=() if detached is None else (detached,),
    )


def _money(value: object) -> Fraction | None:
    return Fraction(value) if isinstance(value, str) else None
