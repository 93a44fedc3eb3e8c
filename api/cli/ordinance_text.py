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
from gis.model.ordinance import AdoptedFigure, OrdinanceCharges, PlaceKind
from gis.model.ordinance_check import FileFault, NumberBeside, OrdinanceCheck, OrdinanceSays, OwnValue
from gis.model.stormwater_policy import StormwaterPolicy, Tier
from gis.proposals.charges.where_stated import figure_amount
from gis.rules.words import all_listed, dollars, quantity

_WIDTH = 100
_DECIMALS = 6
_SHOWN = 20
"""So many items of a list are told unless all are asked for."""


def check_lines(check: OrdinanceCheck, *, whole: bool) -> Iterator[str]:
    """Yield what is told of a file: whether it is usable, then its faults or what it says; long lists cut or whole."""
    if check.says is None:
        count = len(check.faults)
        yield f"{check.file} cannot be used: {count} thing{'' if count == 1 else 's'} to mend or fill in."
        yield from listed([fault_lines(each) for each in check.faults], 0, whole=whole)
        return
    count = sum(each.standing == "missing" for each in check.says.numbers)
    charges = (
        f" {count} number{'' if count == 1 else 's'} not stated: what is charged by them stays open." if count else ""
    )
    yield from _wrapped(f"{check.file} can be used.{charges}", 0)
    yield from _says(check.says, whole=whole)


def fault_lines(fault: FileFault) -> list[str]:
    """Return what is told of a fault: line, what, why, and what to write."""
    return [
        *_wrapped(f"line {fault.line}: {fault.what}", 0),
        *_wrapped(f"why:  {fault.why}", 1),
        *_wrapped(f"next: {fault.next}", 1),
    ]


def listed(items: Sequence[Sequence[str]], depth: int, *, whole: bool, rest: str = "--all lists them") -> Iterator[str]:
    """Yield the lines of the items of a list; of a long one the first, how many more there are, and who lists them.

    >>> [*listed([["a"]] * 22, 1, whole=False)][-2:], len([*listed([["a"]] * 22, 1, whole=True)])
    (['a', '  and 2 more; --all lists them'], 22)
    """
    shown = items if whole else items[:_SHOWN]
    for lines in shown:
        yield from lines
    if len(shown) < len(items):
        yield f"{'  ' * depth}and {len(items) - len(shown)} more; {rest}"


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


def _says(says: OrdinanceSays, *, whole: bool) -> Iterator[str]:
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
    yield from _charges(says.charges, whole=whole)
    yield from _numbers(says.numbers, whole=whole)
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


def _charges(charges: OrdinanceCharges, *, whole: bool) -> Iterator[str]:
    rules = ", ".join(charges.rules) or "none"
    yield from _wrapped(f"Charges on connection, on development and by bill, by rule: {rules}.", 0)
    yield from listed([_wrapped(_figure(each), 1) for each in charges.figures], 1, whole=whole)


def _figure(figure: AdoptedFigure) -> str:
    holds = f"from {figure.holds_from}{'' if figure.until is None else f' until {figure.until}'}"
    return f"{figure.name}: {figure_amount(figure.name, figure.value)} {holds} ({figure.source})"


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


def _numbers(numbers: Sequence[NumberBeside], *, whole: bool) -> Iterator[str]:
    """Yield every number and reading once: what the file states, what it takes over, and what stays open."""
    missing = [each for each in numbers if each.standing == "missing"]
    for heading, chosen in (
        ("Numbers and readings that the file states:", [each for each in numbers if each.standing == "own"]),
        (
            "Not stated, so that those of the law on file hold:",
            [each for each in numbers if each.standing == "taken_over"],
        ),
        ("Not stated, and another's money and rates are never charged:", missing),
    ):
        if chosen:
            yield heading
            yield from listed([_wrapped(f"{each.name}: {_number(each)}", 1) for each in chosen], 1, whole=whole)
    if missing:
        rules = all_listed([*dict.fromkeys(each.rule for each in missing)])
        yield from _wrapped(
            f"What {rules} would charge by these stays open: write them under parameters, or delete the rule where the "
            "ordinance makes no such charge.",
            0,
        )


def _number(number: NumberBeside) -> str:
    value = _value(number.law, number.unit)
    if number.standing == "missing":
        return f"not stated: its charge stays open ({number.law_citation} has {value})"
    if number.standing == "taken_over":
        return f"not stated: {value}, as in {number.law_citation}"
    own = ", then ".join(_own(each, number.unit) for each in number.own)
    return (
        f"{own}; {'differs from' if number.differs else 'the same as'} the law on file {value} ({number.law_citation})"
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
