"""Which impact fees follow from new dwellings, building area and acres, in the year and on the net increase?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.errors import ParameterNotInForce
from gis.model.charges import Charge, ChargeMissing
from gis.model.exact import to_fraction
from gis.model.finding import Finding, State
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.where_stated import missing_facts

FACILITIES, BY_YEAR, UNITS, CHANGE = "MUK-18", "MUK-19", "MUK-20", "MUK-21"
_WATER = Due("impact fee for water", "once", "before the final plat or survey map; of developed land before the permit")
_SEWER = Due("impact fee for sewer", "once", "before the building or plumbing permit")
_NET = Due("impact fees for water and sewer", "once", "before the building or plumbing permit")
_OTHERS = Due("impact fees for library, fire and police", "once", "before the building or plumbing permit")
_NO_BEDROOMS = ("duplex",)
"""Kinds that the fees for library, fire and police do not know: they ask for the bedrooms of each dwelling."""
_NO_UNITS = ("studio",)
"""Kinds that the schedule of units for water and sewer does not know."""
_NO_NET = "The ordinance has no rule for the net increase, so that what stands there now takes nothing off."
_IS_NEW = ChargeMissing("whether the building is new", "option --new; register: building_is_new")


def impact_fees(bench: Bench) -> Iterator[Charge]:
    """Yield the impact fees of what is stated; open where the building may be new and nothing of it is stated."""
    stated = bench.stated
    is_stated = bool(stated.dwellings or stated.acres or stated.commercial_sqft is not None)
    is_new = stated.new_building if stated.new_building is not None else bench.register.yes_no("building_is_new")
    if is_new is None and (is_stated or bench.event != "connect"):
        is_new = True
    if is_new is False:
        return
    missing = (_IS_NEW,) if is_new is None else ()
    if bench.event != "divide" and bench.has(FACILITIES):
        yield _with(_facilities(bench), missing)
    if bench.has(UNITS) and bench.has(BY_YEAR):
        for charge in _water_and_sewer(bench):
            if bench.event != "divide" or charge.name == _WATER.name:
                yield _with(charge, missing)


def _with(charge: Charge, missing: tuple[ChargeMissing, ...]) -> Charge:
    return replace(charge, missing=(*missing, *charge.missing)) if charge.amount is None else charge


def _facilities(bench: Bench) -> Charge:
    stated = bench.stated
    added = {kind: max(0, count - int(stated.before.get(kind, 0))) for kind, count in stated.dwellings.items()}
    by_bedrooms = [{"kind": kind, "count": count} for kind, count in added.items() if kind not in _NO_BEDROOMS]
    facts: dict[str, Any] = {"nonresidential_sqft": stated.commercial_sqft}
    if by_bedrooms:
        facts["dwellings"] = tuple(by_bedrooms)
    charge = bench.judged(FACILITIES, _OTHERS, stated=facts)
    if any(added.get(kind) for kind in _NO_BEDROOMS):
        return _open(
            charge,
            "The fees for library, fire and police go by the bedrooms of each dwelling, which a duplex does not tell.",
            ChargeMissing(
                "the bedrooms of each dwelling of the duplex",
                "ask again with --dwellings two_bedroom=2 or three_bedroom=2 in place of the duplex for these fees",
            ),
        )
    return charge


def _water_and_sewer(bench: Bench) -> Iterator[Charge]:
    uses = _uses({**bench.stated.dwellings, **bench.stated.acres})
    unknown = [kind for kind in _NO_UNITS if bench.stated.dwellings.get(kind)]
    if bench.stated.before and bench.has(CHANGE):
        facts: dict[str, Any] = {"uses_before": _uses(bench.stated.before), "year": _year(bench)}
        # Building area without its acres does not tell the units of what is to stand there.
        area_alone = bench.stated.commercial_sqft is not None and not bench.stated.acres
        if uses and not area_alone:
            facts["uses_after"] = uses
        yield _of_studio(bench.judged(CHANGE, _NET, stated=facts), unknown)
        return
    for due, service in ((_WATER, "water"), (_SEWER, "sewer")):
        charge = _of_studio(_by_year(bench, uses, due, service), unknown)
        yield replace(charge, says=(*charge.says, _NO_NET)) if bench.stated.before else charge


def _by_year(bench: Bench, uses: tuple[Mapping[str, Any], ...], due: Due, service: str) -> Charge:
    """Return one of the two fees: the units by the schedule, times the table of the year; no other year stands in."""
    try:
        units, facts = bench.find(UNITS, stated={"uses": uses} if uses else {})
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    if units.answer is None:
        return bench.charge(units, due, None, missing=missing_facts(UNITS, facts))
    recs = Fraction(to_fraction(units.answer))
    charge = bench.judged(BY_YEAR, due, stated={"year": _year(bench), "service": service, "recs": recs})
    if charge.finding is None:
        return charge
    says = (f"Units: {units.because}", *charge.says)
    missing = charge.missing
    if charge.amount is None:
        missing = (ChargeMissing(f"the {due.name} of {_year(bench)}", "ordinance file: parameters, with its years"),)
    return replace(charge, says=says, beside=(units,), missing=missing)


def _year(bench: Bench) -> int:
    """Return the year of the fees: that of the permit with which they are paid, else of the day asked about."""
    return (bench.stated.permit_date or bench.known("MUK-08", "permit_date") or bench.date).year


def _uses(quantities: Mapping[str, int | Fraction]) -> tuple[Mapping[str, Any], ...]:
    return tuple({"use": use, "quantity": Fraction(count)} for use, count in quantities.items() if use not in _NO_UNITS)


def _of_studio(charge: Charge, unknown: list[str]) -> Charge:
    if not unknown:
        return charge
    return _open(
        charge,
        "The schedule of units for water and sewer has no studio, and does not say what one counts as.",
        ChargeMissing("what a studio counts as", "ask the village; then state it as --dwellings one_bedroom=COUNT"),
    )


def _open(charge: Charge, says: str, missing: ChargeMissing) -> Charge:
    return replace(
        charge,
        amount=None,
        state=State.UNDETERMINED,
        says=(*charge.says, says),
        missing=(*charge.missing, missing),
        readings=(),
    )


def appeals(bench: Bench) -> Iterator[tuple[str, Finding]]:
    """Yield what the register's facts say of refunds of impact fees and of appeals against them."""
    for rule, name in (("MUK-22", "Refund of an unspent impact fee"), ("MUK-23", "Appeal against an impact fee")):
        if bench.has(rule) and bench.told.get(rule):
            finding, _ = bench.find(rule)
            yield name, finding
