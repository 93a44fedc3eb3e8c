"""How is what was found of an ordinance file told to people?"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from pydantic import JsonValue

from gis.law.ordinance_filling import value_said
from gis.law.parameters import Unit
from gis.model.exact import to_fraction
from gis.model.ordinance import OrdinanceCharges, PlaceKind
from gis.model.ordinance_check import FileFault, NumberBeside, OrdinanceCheck, OrdinanceSays, OwnValue
from gis.model.stormwater_policy import StormwaterPolicy, Tier
from gis.rules.words import all_listed, dollars, quantity

_WIDTH = 100
_DECIMALS = 6


def check_lines(check: OrdinanceCheck) -> Iterator[str]:
    """Yield what is told of a file: its faults, or what it says."""
    yield from fault_lines(check.faults)
    if check.says is None:
        count = len(check.faults)
        yield f"{check.file} cannot be used: {count} thing{'' if count == 1 else 's'} to mend or fill in."
        return
    yield from _says(check.says)
    yield f"{check.file} can be used."


def fault_lines(faults: Sequence[FileFault]) -> Iterator[str]:
    """Yield what is told of each fault: line, what, why, and what to write."""
    for fault in faults:
        yield from _wrapped(f"line {fault.line}: {fault.what}", 0)
        yield from _wrapped(f"why:  {fault.why}", 1)
        yield from _wrapped(f"next: {fault.next}", 1)


def governs(kinds: Sequence[PlaceKind], name: str | None, county: str | None) -> str:
    """Say whose land an ordinance governs.

    >>> governs(("village",), "Village of Elm", "Jefferson"), governs(("town", "city"), None, None)
    ('Village of Elm, Jefferson County', 'any town or city, where somebody asks for it')
    """
    if name is None:
        named = ("sanitary district" if kind == "sanitary" else kind for kind in kinds)
        return f"any {' or '.join(named)}, where somebody asks for it"
    return name if county is None else f"{name}, {county} County"


def days(since: dt.date, until: dt.date | None) -> str:
    """Say on which days an ordinance is in force.

    >>> days(dt.date(2019, 1, 1), None)
    'in force from 2019-01-01'
    """
    return f"in force from {since}" if until is None else f"in force from {since} until {until}"


def _says(says: OrdinanceSays) -> Iterator[str]:
    yield from _wrapped(f"{says.id}: {says.title} ({says.citation})", 0)
    land = governs(says.place_kinds, says.place_name, says.county)
    yield from _wrapped(f"Governs: {land}, {days(says.holds_from, says.until)}.", 0)
    if says.test is None:
        yield "Duty to connect: none."
    else:
        yield from _wrapped(f"Duty to connect, by the test of {says.connection_rule}: {says.test}", 0)
        yield from _wrapped(f"Unconnected land: {_unconnected(says.charges)}.", 0)
    for operator, owner in says.operators.items():
        yield from _wrapped(f"Sewers of {operator} are {owner}.", 0)
    if says.stormwater is None:
        yield "Stormwater utility: none."
    else:
        rate = "no rate stated" if says.stormwater_rate is None else f"{dollars(says.stormwater_rate)} a unit and bill"
        yield from _wrapped(f"Stormwater utility: {says.utility_district}, {rate}.", 0)
        for line in _policy(says.stormwater):
            yield from _wrapped(line, 1)
    yield from _charges(says.charges)
    yield "Numbers and readings, beside those of the law on file:"
    for number in says.numbers:
        yield from _number(number)
    yield from _not_stated(says.numbers)
    for note in says.notes:
        yield from _wrapped(f"Note: {note}", 0)


def _unconnected(charges: OrdinanceCharges) -> str:
    amount = "no residential equivalency charge stated"
    if charges.rec_charge is not None:
        amount = f"residential equivalency charge {dollars(charges.rec_charge)} {charges.rec_charge_period}"
    elif charges.has_rec_charge:
        amount = f"residential equivalency charge {charges.rec_charge_period}, by its figures below"
    standby = "a standby charge" if charges.standby else "no standby charge"
    return f"{standby}, {'a' if charges.ready_to_serve else 'no'} ready-to-serve charge, {amount}"


def _charges(charges: OrdinanceCharges) -> Iterator[str]:
    rules = ", ".join(charges.rules) or "none"
    yield from _wrapped(f"Charges on connection, on development and by bill, by rule: {rules}.", 0)
    for each in charges.figures:
        holds = f"from {each.holds_from}{'' if each.until is None else f' until {each.until}'}"
        yield from _wrapped(f"{each.name}: {_plain(each.value)} {holds} ({each.source})", 1)


def _policy(policy: StormwaterPolicy) -> Iterator[str]:
    for each in policy.weights:
        counts = "is left open" if each.weight is None else f"counts at {_plain(each.weight)} of its area"
        yield f"{each.surface} {counts} ({each.source})"
    yield from _tiers("parcels but single-family ones", policy.tiers)
    yield from _tiers("single-family lots", policy.single_family_tiers)
    for building, units in (
        ("duplex", policy.duplex_units_per_dwelling),
        ("multifamily", policy.multifamily_units_per_dwelling),
    ):
        if units is not None:
            yield f"{building} buildings: {_plain(units)} ERU a dwelling"
    for credit in policy.credits:
        yield (
            f"credit {credit.name}: {_plain(credit.portion_off * 100)} percent off ({credit.source}), where a person "
            f"states: {' '.join(credit.conditions)}"
        )
    if policy.credits:
        base = "what those before it left" if policy.credit_order == "of_what_is_left" else "the whole"
        most = _plain(policy.credits_at_most_portion * 100)
        yield f"credits take off {policy.credits_on}, each a part of {base}, together at most {most} percent"


def _tiers(whose: str, tiers: Sequence[Tier]) -> Iterator[str]:
    if tiers:
        yield f"tiers of {whose}: {all_listed([*map(_tier, tiers)])}"


def _tier(tier: Tier) -> str:
    where = "above" if tier.up_to_sqft is None else f"up to {_plain(tier.up_to_sqft)} sq ft"
    return f"{_plain(tier.units)} ERU {where}"


def _number(number: NumberBeside) -> Iterator[str]:
    law = f"law on file {_value(number.law, number.unit)} ({number.law_citation})"
    if number.standing == "missing":
        yield from _wrapped(f"{number.name}: not stated, and nobody is charged by the {law}", 1)
        return
    if number.standing == "taken_over":
        yield from _wrapped(f"{number.name}: not stated, so as the {law}", 1)
        return
    own = ", then ".join(_own(each, number.unit) for each in number.own)
    yield from _wrapped(f"{number.name}: {own}; {'differs from' if number.differs else 'the same as'} the {law}", 1)


def _not_stated(numbers: Sequence[NumberBeside]) -> Iterator[str]:
    """Yield whose numbers hold where the file states none, and which charges stay open."""
    for whose in dict.fromkeys(each.law_of for each in numbers):
        names = [each.name for each in numbers if each.law_of == whose and each.standing == "taken_over"]
        if names:
            yield from _wrapped(f"Not stated, so that those of {whose} hold: {', '.join(names)}.", 0)
    missing = [each for each in numbers if each.standing == "missing"]
    if missing:
        texts = all_listed([*dict.fromkeys(each.law_of for each in missing)])
        rules = all_listed([*dict.fromkeys(each.rule for each in missing)])
        yield from _wrapped(
            f"Not stated, and another's money and rates are never charged: {', '.join(each.name for each in missing)}. "
            f"The law on file has those of {texts}. What {rules} would charge by them stays open: write them under "
            "parameters, or delete the rule where the ordinance makes no such charge.",
            0,
        )


def _own(own: OwnValue, unit: str) -> str:
    until = "" if own.until is None else f" until {own.until}"
    return f"{_value(own.value, unit)} from {own.holds_from}{until} ({own.citation})"


def _value(value: JsonValue, unit: str) -> str:
    is_number = isinstance(value, int | float)
    return value_said(to_fraction(value), Unit(unit)) if is_number else str(value)


def _plain(value: Fraction) -> str:
    return quantity(value, _DECIMALS)


def _wrapped(text: str, depth: int) -> list[str]:
    indent = "  " * depth
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
