"""What does a village charge on connection and development: reserve capacity, main extensions, permit and review?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.model.charges import Charge, ChargeMissing, ChargeReading
from gis.model.finding import State
from gis.model.ordinance import FigureName
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.cutoff import asked_of_cutoff
from gis.proposals.charges.extension import ExtensionFrontage
from gis.proposals.charges.units import Units, units_of
from gis.proposals.charges.where_stated import missing_figure
from gis.rules.village_charges.reserve_capacity import BASE, EXISTING_ON
from gis.rules.words import day_words, dollars

RESERVE, EXTENSION, PAYMENTS, REVIEW = "MUK-08", "MUK-16", "VLG-09", "VLG-10"
_WITH_PERMIT = "in full with the building permit"
_BEFORE_PERMIT = "before the permit to connect is issued"
_SUPPOSED_PERMIT = "No day of a building permit is stated: it is taken to be issued on the day asked about, {day}."
_FIGURES: dict[str, FigureName] = {"local_fee": "local_fee_dollars", "regional_fee": "regional_fee_dollars"}
_ENTERED = {
    "outstanding_charges": "outstanding_charges",
    "installation": "installation_cost",
    "consultants": "consultants_cost",
    "administration": "administration_cost",
}
"""Kinds of the register for what a village bills beside its fees."""


def on_connection(bench: Bench, frontage: ExtensionFrontage | None = None) -> Iterator[Charge]:
    """Yield what falls due when the building is connected, impact fees apart."""
    yield from reserve_capacity(bench)
    if bench.has(EXTENSION) and (bench.told.get(EXTENSION) or frontage is not None):
        yield main_extension(bench, frontage)
    if bench.has(PAYMENTS):
        yield _payments(bench.of_permit)
    if bench.has(REVIEW) and bench.told.get(REVIEW):
        yield review(bench)


_HAS_A_CONNECTION = (
    "The register says that the premises are connected, and the assessment is of land that has no connection: whether "
    "units are assessed that another building adds, the text does not say."
)
_REPLACES = (
    "The building is said to replace one without an additional or larger connection, and the assessment is of land "
    "that has no connection: whether the one before was connected, nobody says."
)
_CONNECTED = ChargeMissing("whether the building before was connected", "register: connected")


def reserve_capacity(bench: Bench) -> Iterator[Charge]:
    """Yield the reserve capacity assessment, where the ordinance has one."""
    if not bench.has(RESERVE):
        return
    told = bench.stated.permit_date or bench.known(RESERVE, "permit_date")
    permit: dt.date = told or bench.date
    supposed = () if told else (_SUPPOSED_PERMIT.format(day=day_words(permit)),)
    bench = bench.on(_text_day(bench, permit))
    units = units_of(bench)
    stated: dict[str, Any] = {"permit_date": permit, "recs": units.recs}
    charge = bench.judged(RESERVE, Due("reserve capacity assessment", "once", _WITH_PERMIT), stated=stated, readings=())
    if charge.finding is None:
        yield charge
        return
    measures = charge.finding.measures
    per_unit = measures.get("rca_per_rec")
    says = [units.says, *supposed]
    if units.recs is None and isinstance(per_unit, str) and charge.state is not State.NOT_APPLICABLE:
        says.append(f"Each connection is charged {dollars(Fraction(per_unit))}.")
    when = _WITH_PERMIT
    if measures.get("plan_allowed") and isinstance(measures.get("instalment_amount"), str):
        each = dollars(Fraction(str(measures["instalment_amount"])))
        when = f"with the building permit, or by the plan that ends in equal monthly instalments of {each}"
    found = replace(
        charge,
        due=when,
        says=(*says, *charge.says),
        readings=tuple(_reserve_readings(bench, stated, units, charge.amount)),
        missing=(*charge.missing, *(units.missing if charge.amount is None else ())),
        beside=units.findings,
    )
    found = asked_of_cutoff(bench, found, permit)
    yield _of_connected_land(bench, found) if found.amount else found


def _text_day(bench: Bench, permit: dt.date) -> dt.date:
    """Return the day of whose text a permit is assessed: its own.

    A text with a cutoff says itself which connections before its first day it assesses.
    """
    first = bench.parameters.law.entries[BASE].values[:1]
    has_cutoff = bench.parameters.if_stated(EXISTING_ON) is not None
    return max(permit, *(each.holds_from for each in first)) if has_cutoff and first else permit


def _of_connected_land(bench: Bench, charge: Charge) -> Charge:
    """Leave open what land bears that has a connection, or may keep one: the text assesses land without one."""
    connected = bench.register.parcel.connected
    if not connected and not (connected is None and bench.replaces_same):
        return charge
    whole = ChargeReading("all_units", "Every unit of the new building is assessed.", charge.amount)
    none = ChargeReading("has_a_connection", "Land that has a connection is not assessed again.", Fraction(0))
    return replace(
        charge,
        amount=None,
        state=State.UNDETERMINED if connected else State.NEEDS_EVIDENCE,
        says=(*charge.says, _HAS_A_CONNECTION if connected else _REPLACES),
        readings=(whole, none, *charge.readings),
        missing=(*charge.missing, *(() if connected else (_CONNECTED,))),
    )


def _reserve_readings(
    bench: Bench, stated: dict[str, Any], units: Units, amount: Fraction | None
) -> Iterator[ChargeReading]:
    for name, (recs, because) in units.by_readings.items():
        finding, _ = bench.find(RESERVE, stated={**stated, "recs": recs})
        theirs = Fraction(str(finding.answer)) if finding.state is State.PASS else None
        if theirs is not None and theirs != amount:
            yield ChargeReading(name, because, theirs)


def main_extension(bench: Bench, frontage: ExtensionFrontage | None = None) -> Charge:
    """Return what a later customer of a main extension contributes, by its frontage: as entered, else as measured."""
    by_map: dict[str, Any] = {"connected": bench.known("MUK-03", "connected") or bench.date}
    if frontage is not None:
        by_map |= {"customer_frontage_ft": frontage.parcel_ft, "total_frontage_ft": frontage.total_ft}
    return bench.judged(
        EXTENSION,
        Due("contribution to the main extension", "once", "on connection"),
        by_map,
        says=(
            *(() if frontage is None else frontage.says),
            "It is refunded to the customer who paid for the extension, never above the proportionate amount.",
        ),
    )


def review(bench: Bench) -> Charge:
    """Return what the developer pays for the village's review."""
    return bench.judged(REVIEW, Due("review by the village", "once", "as the village bills it"))


def _payments(bench: Bench) -> Charge:
    """Return what must be paid before the permit; open while a fee that the village sets is not on file."""
    paid = bench.register.values("connection_payment")
    due: list[dict[str, Any]] = []
    missing = []
    for item, figure in _FIGURES.items():
        due.append({"item": item, "amount": bench.value(figure), "paid": item in paid})
        if bench.value(figure) is None and item not in paid:
            missing.append(missing_figure(figure, bench.date))
    entered = {item: bench.register.total(kind) for item, kind in _ENTERED.items()}
    due += [{"item": item, "amount": each, "paid": item in paid} for item, each in entered.items() if each is not None]
    finding, _ = bench.find(PAYMENTS, stated={"due": tuple(due)})
    known = sum((each["amount"] or Fraction(0) for each in due if not each["paid"]), start=Fraction(0))
    so_far = (f"Of what is on file {dollars(known)} are unpaid.",) if missing and known else ()
    return bench.charge(
        finding,
        Due("payments before the permit to connect", "once", _BEFORE_PERMIT),
        None if missing or not isinstance(finding.answer, str) else Fraction(finding.answer),
        says=(*map(bench.figure_said, _FIGURES.values()), *so_far),
        missing=tuple(missing),
    )
