"""What do credits take off units or a charge, in which order, and who has them?

Credits are of other utilities; Mukwonago's text lets the village set some and sets none. Whether a parcel has one is
never found on a map: a person states its conditions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.stormwater_policy import CreditStep, StormwaterPolicy
from gis.rules.apportionment import apportioned

_HALF = Fraction(1, 2)
_CENTS = 100


@dataclass(frozen=True, slots=True)
class CreditStanding:
    """Whether a parcel has a credit, and what a person has still to state."""

    __pydantic_config__ = STRICT

    credit: CreditStep
    given: bool | None
    """Null where a condition is not stated; it is not given then."""
    not_met: tuple[str, ...] = ()
    not_stated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CreditLine:
    """What one credit takes off."""

    __pydantic_config__ = STRICT

    name: str
    source: str
    taken_off: Exact


@dataclass(frozen=True, slots=True)
class Credited:
    """Units or dollars before credits, what each takes off, and what is left; the parts sum to the whole."""

    __pydantic_config__ = STRICT

    whole: Exact
    lines: tuple[CreditLine, ...]
    """In the order in which they were applied."""
    left: Exact


def credit_standings(policy: StormwaterPolicy, stated: Mapping[str, bool | None]) -> tuple[CreditStanding, ...]:
    """Return which credits a parcel has.

    Parameters
    ----------
    policy
        The utility's credits.
    stated
        Condition, to the letter: whether a person stated that it holds; absent or null is not stated.

    Returns
    -------
    tuple of CreditStanding
        Every credit of the policy, in its order. One whose conditions all hold is given; one is not as soon as a
        condition fails, whatever is not stated of the others.

    Examples
    --------
    >>> pond = CreditStep("pond", Fraction(1, 4), ("The pond is inspected each year.",), "Code 9.04")
    >>> [each.given for each in credit_standings(StormwaterPolicy(credits=(pond,)), {})]
    [None]
    """
    return tuple(_standing(credit, stated) for credit in policy.credits)


def _standing(credit: CreditStep, stated: Mapping[str, bool | None]) -> CreditStanding:
    not_met = tuple(each for each in credit.conditions if stated.get(each) is False)
    not_stated = tuple(each for each in credit.conditions if stated.get(each) is None)
    given = False if not_met else None if not_stated else True
    return CreditStanding(credit, given, not_met, not_stated)


def credited(whole: Fraction, given: Sequence[CreditStep], policy: StormwaterPolicy) -> Credited:
    """Take credits off units or dollars, exact.

    Parameters
    ----------
    whole
        Units, or dollars, before credits; not negative.
    given
        Credits that the parcel has; they are applied in the policy's order, whatever order they are named in.
    policy
        Says whether each credit is a part of the whole or of what those before it left, and the most that all
        together take off; the credit that reaches that is cut there, and those after it take off nothing.

    Returns
    -------
    Credited
        Lines and remainder sum to the whole; nothing is below zero.

    Raises
    ------
    ValueError
        The whole is negative.

    Examples
    --------
    >>> pond = CreditStep("pond", Fraction(1, 2), ("x",), "Code 1")
    >>> swale = CreditStep("swale", Fraction(1, 4), ("y",), "Code 2")
    >>> both = StormwaterPolicy(credits=(pond, swale))
    >>> found = credited(Fraction(8), [swale, pond], both)
    >>> [(line.name, str(line.taken_off)) for line in found.lines], str(found.left)
    ([('pond', '4'), ('swale', '1')], '3')
    """
    if whole < 0:
        msg = "neither units nor a charge are negative"
        raise ValueError(msg)
    lines: list[CreditLine] = []
    left, least = whole, whole * (1 - policy.credits_at_most_portion)
    for credit in (each for each in policy.credits if each in given):
        base = left if policy.credit_order == "of_what_is_left" else whole
        taken = min(base * credit.portion_off, left - least)
        lines.append(CreditLine(credit.name, credit.source, taken))
        left -= taken
    return Credited(whole, tuple(lines), left)


def in_cents(exact: Credited, whole: Fraction | None = None) -> Credited:
    """Return credited dollars in whole cents: the whole half up, its parts by largest remainder so that they sum to it.

    Where the whole is itself a part of a greater amount, and rounded with the others of it, it is given.

    Examples
    --------
    >>> pond = CreditLine("pond", "Code 1", Fraction("2.0625"))
    >>> found = in_cents(Credited(Fraction("8.25"), (pond,), Fraction("6.1875")))
    >>> str(found.lines[0].taken_off), str(found.left)
    ('103/50', '619/100')
    """
    if whole is None:
        whole = half_up(exact.whole)
    parts = [exact.left, *(line.taken_off for line in exact.lines)]
    if exact.whole:
        parts = [*apportioned(whole, {str(i): part for i, part in enumerate(parts)}).values()]
    left, *taken = parts
    lines = tuple(replace(line, taken_off=amount) for line, amount in zip(exact.lines, taken, strict=True))
    return Credited(whole, lines, left)


def half_up(amount: Fraction) -> Fraction:
    """Round dollars half up to the cent."""
    return Fraction(floor(amount * _CENTS + _HALF), _CENTS)


def credited_charge(
    units: Fraction,
    rate: Fraction,
    given: Sequence[CreditStep],
    policy: StormwaterPolicy,
    whole: Fraction | None = None,
) -> Credited:
    """Return one bill of a parcel with its credits, in whole cents.

    Parameters
    ----------
    units, rate
        Units assigned, and dollars a unit for one bill.
    given
        Credits that the parcel has.
    policy
        The utility's credits. Whether they take off units or dollars, the bill comes to the same; what differs is the
        units that bear the budget (`credited` on the units).
    whole
        The charge before credits in whole cents, where it is a part of that of a ground; else it is rounded half up.

    Returns
    -------
    Credited
        Charge before credits, what each takes off, and what is due.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (1): the village may establish credits.
    """
    return in_cents(credited(units * rate, given, policy), whole)
