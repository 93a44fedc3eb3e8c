"""How are exact numbers said in a sentence that a lay reader understands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from gis.law.parameters import Parameter, Parameters, as_json
from gis.model.exact import money
from gis.model.finding import ParameterUse
from gis.rules.rounding import cents_half_up

_NAMED_AT_MOST = 5
_CENT = Fraction(1, 100)
_PRICE_DECIMALS = 6
_MOST_DECIMALS = 12
"""With more, `beside` says that the difference is a trace."""


def dollars(amount: Fraction) -> str:
    """Say an amount of money; cents only where there are some, and never zero for what is not zero.

    >>> dollars(Fraction(15_500_000)), dollars(Fraction(14_000_000) / Fraction(95, 100)), dollars(Fraction(1, 900))
    ('$15,500,000', '$14,736,842.11', 'less than one cent')
    """
    if 0 < amount < _CENT:
        return "less than one cent"
    text = f"{Decimal(money(amount)):,}"
    return f"${text.removesuffix('.00')}"


def as_billed(amount: Fraction) -> str:
    """Say a charge as it is billed, rounded half up; of what rounds to nothing, that it is less than one cent.

    >>> as_billed(Fraction("0.0075")), as_billed(Fraction("0.0025")), as_billed(Fraction(0))
    ('$0.01', 'less than one cent', '$0')
    """
    return dollars(cents_half_up(amount) or amount)


def price(amount: Fraction) -> str:
    """Say a price or cost as stated; parts of a cent, which a sum to be paid never has, are not rounded away.

    >>> price(Fraction("60.5")), price(Fraction("0.255")), price(Fraction(1, 3))
    ('$60.50', '$0.255', '$0.333333')
    """
    return dollars(amount) if (amount / _CENT).denominator == 1 else f"${quantity(amount, _PRICE_DECIMALS)}"


def percent(share: Fraction) -> str:
    """Say a share as percent with one decimal.

    >>> percent(Fraction(41, 80))
    '51.3%'
    """
    tenths = int(share * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}%"


def quantity(value: Fraction, decimals: int) -> str:
    """Say a measured number with at most so many decimals, none of them idle.

    >>> quantity(Fraction("0.020"), 3), quantity(Fraction(435600), 2), quantity(Fraction("105.6"), 2)
    ('0.02', '435,600', '105.6')
    """
    steps, rest = divmod(value.numerator * 10**decimals, value.denominator)
    # Half to even, as round does; in whole numbers, because a roll says hundreds of thousands of them.
    steps += 2 * rest > value.denominator or (2 * rest == value.denominator and steps % 2)
    text = f"{Decimal(steps).scaleb(-decimals):,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def beside(value: Fraction, decimals: int, *limits: Fraction) -> str:
    """Say a number with at most so many decimals, and more where it would else read like a limit that it is not.

    >>> beside(Fraction("5.014"), 2, Fraction(5)), beside(Fraction("5.000014"), 2, Fraction(5))
    ('5.01', '5.00001')
    >>> beside(Fraction(5), 2, Fraction(5)), beside(5 - Fraction(1, 10**20), 2, Fraction(5))
    ('5', 'a trace less than 5')
    """
    near = [limit for limit in limits if limit != value]
    for places in range(decimals, _MOST_DECIMALS + 1):
        said = quantity(value, places)
        alike = [limit for limit in near if quantity(limit, places) == said]
        if not alike:
            return said
    return f"a trace {'less' if value < alike[0] else 'more'} than {quantity(alike[0], decimals)}"


def count_of(number: Fraction | int, noun: str, decimals: int = 3) -> str:
    """Say how many of something there are; the noun is in the singular, and takes an s for all but what is said as 1.

    >>> count_of(1, "day"), count_of(14, "day"), count_of(Fraction(1, 2), "gallon"), count_of(1200, "gallon")
    ('1 day', '14 days', '0.5 gallons', '1,200 gallons')
    >>> count_of(Fraction("1.0004"), "acre", 2)
    '1 acre'
    """
    said = quantity(Fraction(number), decimals)
    return f"{said} {noun}{'' if said == '1' else 's'}"


def day_words(day: dt.date) -> str:
    """Say a day as people write it.

    >>> day_words(dt.date(2026, 5, 6))
    'May 6, 2026'
    """
    return f"{day:%B} {day.day}, {day.year}"


def listed(names: Sequence[str]) -> str:
    """Join names; after five the rest are counted.

    >>> listed(["A", "B", "C"]), listed(["A"])
    ('A, B and C', 'A')
    """
    shown = list(names[:_NAMED_AT_MOST])
    rest = len(names) - len(shown)
    return f"{', '.join(shown)} and {rest} more" if rest else all_listed(shown)


def all_listed(names: Sequence[str]) -> str:
    """Join names, however many: of what is missing nothing may be hidden.

    >>> all_listed(["A", "B", "C", "D", "E", "F"])
    'A, B, C, D, E and F'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def sentence(clauses: Sequence[str]) -> str:
    """Join clauses to one sentence.

    >>> sentence(["the petition came on May 6, 2026", "it is in time"])
    'The petition came on May 6, 2026; it is in time.'
    """
    text = "; ".join(clauses)
    return f"{text[:1].upper()}{text[1:]}."


def not_known(*facts: tuple[str, object]) -> list[str]:
    """Name the facts that are null, in the order given.

    >>> not_known(("the day of the hearing", None), ("the newspaper", "weekly"))
    ['the day of the hearing']
    """
    return [words for words, value in facts if value is None]


def are_not_known(facts: Sequence[str]) -> str:
    """Say in a clause that facts, each named in the singular, are not known; all of them are named.

    >>> are_not_known(["the day of the hearing"]), are_not_known(["the day of the hearing", "who signed"])
    ('the day of the hearing is not known', 'the day of the hearing and who signed are not known')
    """
    return f"{all_listed(facts)} {'is' if len(facts) == 1 else 'are'} not known"


def used_of(parameters: Parameters, names: Iterable[str]) -> tuple[ParameterUse, ...]:
    """Return values of the law as a finding lists them, without those that an ordinance has to state and does not."""
    return tuple(used(each) for each in map(parameters.if_stated, names) if each is not None)


def used(parameter: Parameter) -> ParameterUse:
    """Return a parameter as a finding lists it."""
    return ParameterUse(
        name=parameter.name,
        value=as_json(parameter.value),
        unit=parameter.unit.value,
        holds_from=parameter.holds_from,
        citation=parameter.citation,
    )
