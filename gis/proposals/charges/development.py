"""What is the future development charge of a district: by lot, by its triggers, and by the acreages of the parcel?"""

from __future__ import annotations

import datetime as dt
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
from gis.rules.words import count_of, day_words, dollars

DEVELOPMENT = "CKSD-05"
_PER_LOT: FigureName = "fcac_dollars_per_lot"
_OVER_5: FigureName = "fcac_over_5_acres_dollars_per_lot"
_WITH_AGREEMENT, _WITH_PERMIT = "on the developer's agreement", "when the plumbing permit is issued"
_LEVIED_BEFORE = (
    "A charge was levied for the parcel before, and it is a lump sum: another follows where lots are made of it, or "
    "where a later development substantially increases the service (II(3)(c) and (e))."
)
_PAID_BEFORE, _ACRES = "cksd_levy_paid_before", "cksd_special_charge_acres"
_SUBSTANTIAL = (
    "The development substantially increases the service to the parcel: the charge is recalculated (II(3)(e))."
)
_LESS_LEVIED = "What was levied before is taken off the recalculated charge; II(3)(e) does not say."
_UNPAID, _LARGE = "b", "d"
_D_REPLACES_A = "d_replaces_a"
_LOTS = ChargeMissing("into how many lots the parcel is divided", "option --lots; register: lots_developed")


def development(bench: Bench) -> Charge:
    """Return the future development charge: by lot, by its triggers, and by the acreages of the parcel.

    It is paid on a developer's agreement, and without one when the plumbing permit is issued (II(3)(f)): by the text
    and the Schedule of that day.
    """
    if not bench.known(DEVELOPMENT, "developer_agreement"):
        bench = bench.of_permit
    by_map, given = _development_facts(bench)
    due = Due("future development charge (FCAC)", "once", _WITH_PERMIT)
    try:
        finding, facts = bench.find(DEVELOPMENT, by_map, given)
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    if finding.measures.get("due_on") == "developer_agreement":
        due = replace(due, when=_WITH_AGREEMENT)
    is_levied = bench.known(DEVELOPMENT, "fcac_levied_before")
    if finding.state is State.FAIL or (is_levied and not {"c", "e"} & {*_triggers(finding)}):
        says = (_LEVIED_BEFORE,) if is_levied else ()
        return bench.charge(finding, due, Fraction(0), says=says, readings=tuple(_recalculated(bench, by_map, given)))
    triggers, lots = _triggers(finding), finding.measures.get("lots_charged")
    # Every trigger but that of large annexed land has the same rate: one of them settles the charge.
    is_settled = finding.state is not State.WITHIN_TOLERANCE and any(each != _LARGE for each in triggers)
    is_open = finding.state is State.NEEDS_EVIDENCE and not is_settled
    missing = [*missing_facts(DEVELOPMENT, facts)] if is_open else []
    rates = _figures(triggers or [_UNPAID])
    missing += [missing_figure(name, bench.figure_day) for name in rates if bench.value(name) is None]
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


def _recalculated(bench: Bench, by_map: dict[str, Any], given: dict[str, Any]) -> Iterator[ChargeReading]:
    """Yield what a charge levied before is recalculated to, where nobody says whether the service increases."""
    is_open = bench.known(DEVELOPMENT, "substantial_increase") is None
    if bench.known(DEVELOPMENT, "fcac_levied_before") and is_open:
        other, _ = bench.find(DEVELOPMENT, by_map, {**given, "substantial_increase": True})
        amount = _fcac(bench, _triggers(other), other.measures.get("lots_charged"))
        yield ChargeReading("substantial_increase", _SUBSTANTIAL, amount)


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
    yield from map(bench.figure_said, _figures(_triggers(finding) or [_UNPAID]))
    if amount is None:
        return
    if finding.state is State.NEEDS_EVIDENCE:
        yield "What is not known could not change the charge: each of these triggers has the same rate."
    per_lot, large = bench.value(_PER_LOT), bench.value(_OVER_5)
    if _LARGE in _triggers(finding) and per_lot is not None and large is not None:
        each = f"{_lots(lots)} at {dollars(per_lot)}, and {dollars(large)} once for the parcel"
        limit = count_of(bench.parameters.number(_ACRES), "acre")
        yield f"{each} of more than {limit}: {dollars(amount)}."
    else:
        yield f"{_lots(lots)}: {dollars(amount)}."


def _lots(lots: object) -> str:
    return count_of(lots if isinstance(lots, int) else 0, "lot")


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
    levied = bench.register.total("development_charge_levied")
    if amount is not None and "e" in triggers and "c" not in triggers and levied:
        told.append(ChargeReading("less_what_was_levied", _LESS_LEVIED, max(Fraction(0), amount - levied)))
    for name, acres in bench.place.acres_on_roll.items():
        other, _ = bench.find(DEVELOPMENT, by_map, {**given, "area_acres": acres, "area_accuracy_acres": Fraction(0)})
        if _triggers(other) != triggers:
            says = f"By the acreage {name}, {count_of(acres, 'acre', 4)}; no text says which acreage governs."
            told.append(ChargeReading(f"acres_{name.split()[0]}", says, _fcac(bench, _triggers(other), lots)))
    yield from (each for each in told if each.amount != amount)
    if finding.state is State.NEEDS_EVIDENCE and amount is None:
        yield from _by_levy(bench, by_map, given)


def _by_levy(bench: Bench, by_map: dict[str, Any], given: dict[str, Any]) -> Iterator[ChargeReading]:
    """Yield what is charged if the levy was not paid in time, and if it was, where only its history is open."""
    limit = bench.parameters.day(_PAID_BEFORE)
    words = f"the sanitary levy was {{}}paid for the parcel before {day_words(limit)} (b)."
    for name, paid, word in (
        ("levy_not_paid_in_time", "never", "not "),
        ("levy_paid_in_time", limit - dt.timedelta(days=1), ""),
    ):
        other, _ = bench.find(DEVELOPMENT, by_map, {**given, "levy_first_paid": paid})
        says, lots = f"If {words.format(word)}", other.measures.get("lots_charged")
        if other.state is State.PASS:
            yield ChargeReading(name, says, _fcac(bench, _triggers(other), lots))
        elif other.state is State.FAIL:
            yield ChargeReading(name, says, Fraction(0))


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
