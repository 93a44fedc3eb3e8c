"""Which impact fees follow from dwellings, building area and acres, on the day of the permit and the net increase?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.errors import ParameterNotInForce
from gis.model.charges import Charge, ChargeMissing, ChargeReading
from gis.model.exact import to_fraction
from gis.model.facts.impact_fees import ChangeOfUseFacts
from gis.model.finding import Finding, State
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.where_stated import missing_facts
from gis.rules.impact_fees.tables import BOTH, Service, fees_of_year, worth
from gis.rules.impact_fees.units import LAND_USES, SCHEDULE, property_recs
from gis.rules.rounding import cents_half_up
from gis.rules.words import day_words

FACILITIES, BY_YEAR, UNITS, CHANGE = "MUK-18", "MUK-19", "MUK-20", "MUK-21"
_WATER = Due("impact fee for water", "once", "before the final plat or survey map; of developed land before the permit")
_SEWER = Due("impact fee for sewer", "once", "before the building or plumbing permit")
_NET = Due("impact fees for water and sewer", "once", "before the building or plumbing permit")
_OTHERS = Due("impact fees for library, fire and police", "once", "before the building or plumbing permit")
_BUSINESS = ("commercial", "industrial")
_NO_UNITS = "studio"
"""Kind that the schedule of units for water and sewer does not know."""
_NO_NET = "The ordinance has no rule for the net increase, so that what stands there now takes nothing off."
_NO_EXEMPTION = "The ordinance has no rule for a building that only replaces one, so that the fee is that of a new one."
_NO_PERMIT_DAY = "No day of the permit is stated: the fee is that of {day}."
_PERMIT_ON_RECORD = "The fee is that of the building permit of {day}, which is on record."
_PLATTED = "Of land that is platted first it is the fee of the year in which the final plat or survey map is approved."
_LEAST = "A property counts for at least one unit, before as after, and only what is above that is gained."
_AREA_IS_ADDED = "The building area stated is taken to be added to what stands there now, whatever its acres."
_STANDS = (
    "The building is said to stand there already and nothing is stated that is added to it, and impact fees follow "
    "what is new: state an addition with --before and --dwellings, --acres or --commercial-sqft."
)
_EXISTING = (
    "The paragraph on payment has impact fees imposed on existing developments that have not paid them, before their "
    "building or plumbing permit; whether that reaches a building to which nothing is added, ask the village."
)
_IS_NEW = ChargeMissing("whether the building is new", "option --new; register: building_is_new")
_BEDROOMS = ChargeMissing(
    "the bedrooms of each dwelling of the duplex",
    "ask again with --dwellings two_bedroom=2 or three_bedroom=2 in place of the duplex for these fees",
)
_AREA = ChargeMissing("the building area that is added on the business land", "option --commercial-sqft")
_STUDIO = ChargeMissing(
    "what a studio counts as", "ask the village; then state it as --dwellings or --before one_bedroom=COUNT"
)


def permit_day(bench: Bench) -> dt.date:
    """Return the day whose fees are paid: that of the permit; the day asked about where nobody states it.

    Fees are paid before the building or plumbing permit. Of a division they are paid before the final plat or survey
    map, and no permit of a building tells its day.
    """
    if bench.event == "divide":
        return bench.date
    day: dt.date = bench.stated.permit_date or bench.known("MUK-08", "permit_date") or bench.date
    return day


def impact_fees(bench: Bench) -> Iterator[Charge]:
    """Yield the impact fees of what is stated; open where the building may be new and nothing of it is stated."""
    is_new = _is_new(bench)
    fees = _fees if is_new is not False else _of_standing
    for charge in fees(bench):
        missing = (_IS_NEW,) if is_new is None and charge.amount is None else ()
        yield replace(charge, missing=(*missing, *charge.missing))


def _is_new(bench: Bench) -> bool | None:
    """Whether something new is charged for; an addition to what stands there is."""
    stated = bench.stated
    is_built = bool(stated.dwellings or stated.commercial_sqft is not None)
    # Fees are imposed on land divisions whatever stands there.
    if bench.event == "divide" or (stated.before and (is_built or stated.acres)):
        return True
    if stated.new_building is not None or is_built or bench.replaces_same:
        return stated.new_building is not False
    told = bench.register.yes_no("building_is_new")
    return True if told is None and (stated.acres or bench.event == "develop") else told


def _fees(bench: Bench) -> Iterator[Charge]:
    day = permit_day(bench)
    supposed = tuple(_day_said(bench, day))
    charges = []
    if bench.event != "divide" and bench.has(FACILITIES):
        charges.append(_facilities(bench.on(day)))
    if bench.has(UNITS) and bench.has(BY_YEAR):
        charges.extend(_water_and_sewer(bench.on(_schedule_day(bench, day)), day.year))
    for charge in charges:
        yield charge if charge.amount == 0 else replace(charge, says=(*charge.says, *supposed))


def _day_said(bench: Bench, day: dt.date) -> Iterator[str]:
    """Say which day's fees are told where nobody states the permit with the question."""
    if bench.event == "divide" or bench.stated.permit_date is not None:
        return
    is_told = bench.known("MUK-08", "permit_date") is not None
    yield (_PERMIT_ON_RECORD if is_told else _NO_PERMIT_DAY).format(day=day_words(day))


def _of_standing(bench: Bench) -> Iterator[Charge]:
    """Yield the fees that a building does not bear to which nothing is added, and what it would bear were it new."""
    stated = bench.stated
    dwellings = {kind: int(count) for kind, count in stated.before.items() if kind not in LAND_USES}
    acres = {use: count for use, count in stated.before.items() if use in LAND_USES} or stated.acres
    as_new = replace(stated, new_building=True, dwellings=dwellings, acres=acres, before={})
    for charge in _fees(replace(bench, stated=as_new)):
        yield replace(
            charge,
            amount=Fraction(0),
            state=State.NOT_APPLICABLE,
            says=(_STANDS,),
            readings=(ChargeReading("existing_development", _EXISTING, charge.amount),),
            missing=(),
            finding=None,
            beside=(),
        )


def _facilities(bench: Bench) -> Charge:
    stated = bench.stated
    facts: dict[str, Any] = {"nonresidential_sqft": stated.commercial_sqft, "replaces_same": stated.replaces_same}
    for name, quantities in (("dwellings", stated.dwellings), ("dwellings_before", stated.before)):
        rows = [{"kind": kind, "count": int(count)} for kind, count in quantities.items() if kind not in LAND_USES]
        facts[name] = tuple(rows) or None
    charge = bench.judged(FACILITIES, _OTHERS, stated=facts)
    if charge.amount is None:
        is_duplex = charge.finding is not None and not charge.missing and stated.dwellings.get("duplex")
        return replace(charge, missing=(_BEDROOMS,)) if is_duplex else charge
    if stated.commercial_sqft is None:
        grows = any(stated.acres.get(use, 0) > stated.before.get(use, 0) for use in _BUSINESS)
        return _without_area(charge) if grows and not bench.replaces_same else charge
    had_business = any(stated.before.get(use) for use in _BUSINESS)
    return replace(charge, says=(*charge.says, _AREA_IS_ADDED)) if had_business else charge


def _without_area(charge: Charge) -> Charge:
    """Leave open what business land bears of whose building area nothing is stated."""
    none = ChargeReading("no_area", "No commercial or industrial building area is added.", charge.amount)
    return replace(charge, amount=None, state=State.NEEDS_EVIDENCE, missing=(_AREA,), readings=(none, *charge.readings))


def _schedule_day(bench: Bench, day: dt.date) -> dt.date:
    """Return the day by which the schedule of units is read.

    It is the schedule of the fees in 86-141(b)-(c), whose tables name years before the first day of the text on file.
    """
    entries = (bench.parameters.law.entries[name] for name in SCHEDULE.values())
    firsts = [entry.values[0].holds_from for entry in entries if entry.values]
    return max(day, min(firsts, default=day))


def _water_and_sewer(bench: Bench, year: int) -> Iterator[Charge]:
    stated = bench.stated
    uses = _uses({**stated.dwellings, **stated.acres})
    # Building area without its acres does not tell the units of what is to stand there.
    if stated.commercial_sqft is not None and not any(stated.acres.get(use) for use in _BUSINESS):
        uses = ()
    # Of land on which nothing stood no use changes: it counts for the least that a property counts for.
    if bench.has(CHANGE) and (any(stated.before.values()) or bench.replaces_same):
        yield _net_increase(bench, uses, year)
        return
    more = [_NO_NET] if any(stated.before.values()) else []
    if bench.replaces_same:
        more.append(_NO_EXEMPTION)
    if bench.event == "divide":
        yield _by_year(bench, uses, _WATER, year, more)
        return
    yield _by_year(bench, uses, _WATER, year, [*more, _PLATTED])
    yield _by_year(bench, uses, _SEWER, year, more)


def _net_increase(bench: Bench, uses: tuple[Mapping[str, Any], ...], year: int) -> Charge:
    """Return the fees of the units that are added; on a division that for water, which is paid before the plat."""
    stated = bench.stated
    facts: dict[str, Any] = {"year": year, "replaces_same": stated.replaces_same, "uses_after": uses or None}
    if stated.before:
        facts["uses_before"] = _uses(stated.before)
    charge = bench.judged(CHANGE, _NET, stated=facts)
    services: Sequence[Service] = ("water",) if bench.event == "divide" else BOTH
    least = None if bench.replaces_same else _with_least(bench, bench.facts(CHANGE, stated=facts), services)
    net = None if charge.finding is None else charge.finding.measures.get("net_recs")
    if bench.event == "divide" and charge.amount == 0:
        charge = replace(charge, name=_WATER.name, due=_WATER.when)
    elif bench.event == "divide" and net is not None and charge.finding is not None:
        of_water = {"year": year, "service": "water", "recs": Fraction(to_fraction(net))}
        says, beside = charge.says, (charge.finding,)
        charge = bench.judged(BY_YEAR, _WATER, stated=of_water)
        charge = replace(charge, says=(*says, *charge.says), beside=beside)
    if least is not None and charge.amount is not None and least.amount != charge.amount:
        charge = replace(charge, readings=(*charge.readings, least))
    if stated.dwellings.get(_NO_UNITS) and not bench.replaces_same:
        return _of_studio(charge)
    # What stood before only takes off: where nothing is due without it, nothing is due with it.
    return _of_studio(charge) if stated.before.get(_NO_UNITS) and charge.amount != 0 else charge


def _with_least(bench: Bench, facts: ChangeOfUseFacts, services: Sequence[Service]) -> ChargeReading | None:
    """Return the fees of the net increase where the least of one unit counts before and after; null where not known."""
    before, after = (property_recs(uses or (), bench.parameters) for uses in (facts.uses_before, facts.uses_after))
    fees = None if facts.year is None else fees_of_year(bench.parameters, services, facts.year)
    if before is None or after is None or fees is None:
        return None
    gained = max(after - before, Fraction(0))
    return ChargeReading("least_of_one_unit", _LEAST, cents_half_up(gained * sum(map(worth, fees), Fraction(0))))


def _by_year(bench: Bench, uses: tuple[Mapping[str, Any], ...], due: Due, year: int, more: list[str]) -> Charge:
    """Return one of the two fees: the units by the schedule, times the table of the year; no other year stands in."""
    try:
        units, facts = bench.find(UNITS, stated={"uses": uses} if uses else {})
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    if units.answer is None:
        if bench.stated.dwellings.get(_NO_UNITS) and not uses:
            return _of_studio(bench.charge(units, due, None))
        return bench.charge(units, due, None, missing=missing_facts(UNITS, facts))
    recs = Fraction(to_fraction(units.answer))
    service = "water" if due is _WATER else "sewer"
    charge = bench.judged(BY_YEAR, due, stated={"year": year, "service": service, "recs": recs})
    if charge.finding is None:
        return charge
    missing = charge.missing
    if charge.amount is None:
        missing = (ChargeMissing(f"the {due.name} of {year}", "ordinance file: parameters, with its years"),)
    says = (f"Units: {units.because}", *charge.says, *more)
    charge = replace(charge, says=says, beside=(units,), missing=missing)
    return _of_studio(charge) if bench.stated.dwellings.get(_NO_UNITS) else charge


def _uses(quantities: Mapping[str, int | Fraction]) -> tuple[Mapping[str, Any], ...]:
    return tuple({"use": use, "quantity": Fraction(count)} for use, count in quantities.items() if use != _NO_UNITS)


def _of_studio(charge: Charge) -> Charge:
    says = "The schedule of units for water and sewer has no studio, and does not say what one counts as."
    return replace(
        charge,
        amount=None,
        state=State.UNDETERMINED,
        says=(*charge.says, says),
        missing=(*charge.missing, _STUDIO),
        readings=(),
    )


def appeals(bench: Bench) -> Iterator[tuple[str, Finding]]:
    """Yield what the register's facts say of refunds of impact fees and of appeals against them."""
    for rule, name in (("MUK-22", "Refund of an unspent impact fee"), ("MUK-23", "Appeal against an impact fee")):
        if bench.has(rule) and bench.told.get(rule):
            finding, _ = bench.find(rule)
            yield name, finding
