"""Which shape of a rule holds on a date: dated formulas, newest first.

Where a change of the law gives a rule other numbers, the numbers are dated (gis/law). Where it gives the rule another
shape, the rule has a function for each shape, and a parameter of the unit `choice` says from which day which one
holds. So the days stand with their citations in the YAML, never in code.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gis.errors import ParameterNotInForce
from gis.law.parameters import DatedParameter, Parameters

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Formula(Generic[F]):
    """One shape of a rule and the days on which it holds."""

    holds_from: dt.date
    until: dt.date | None
    """Last day on which it holds; null where only a later formula ends it."""
    citation: str
    function: F


def dated_formulas(entry: DatedParameter, functions: Mapping[str, F]) -> tuple[Formula[F], ...]:
    """Return the formulas that a choice names through time, newest first.

    Parameters
    ----------
    entry
        A parameter of the unit `choice` with its dated values.
    functions
        The function of each choice, by its name in the YAML.

    Raises
    ------
    LookupError
        The rule has no function for a choice that the law on file makes.
    """
    missing = [str(dated.value) for dated in entry.values if dated.value not in functions]
    if missing:
        msg = f"no formula follows the choice {missing[0]} of {entry.name}"
        raise LookupError(msg)
    return tuple(
        Formula(dated.holds_from, dated.until, dated.citation, functions[str(dated.value)])
        for dated in sorted(entry.values, key=lambda dated: dated.holds_from, reverse=True)
    )


def formula_on(date: dt.date, formulas: Sequence[Formula[F]]) -> Formula[F]:
    """Return the formula that holds on a date, of formulas newest first.

    Raises
    ------
    ParameterNotInForce
        The date is before the first formula, or after the last day of one and before the next.

    Examples
    --------
    >>> later = Formula(dt.date(2020, 1, 1), None, "Wis. Stat. 1.01(2)", max)
    >>> earlier = Formula(dt.date(2011, 7, 1), None, "Wis. Stat. 1.01(1)", min)
    >>> formula_on(dt.date(2019, 12, 31), (later, earlier)).citation
    'Wis. Stat. 1.01(1)'
    """
    for each in formulas:
        if each.holds_from <= date and (each.until is None or date <= each.until):
            return each
    first = formulas[-1]
    raise ParameterNotInForce(
        what=f"No formula of the rule holds on {date.isoformat()}.",
        where=first.citation,
        why=f"The first on file holds from {first.holds_from.isoformat()}; what held on the day asked about is not "
        "on file, and a rule may not guess it.",
        next="Ask about a date on which the text on file holds, or add the earlier text with its formula.",
    )


def chosen(parameters: Parameters, name: str, functions: Mapping[str, F]) -> F:
    """Return the function that the law of the date chooses.

    Parameters
    ----------
    parameters
        The law on the date.
    name
        Name of the choice.
    functions
        The function of each choice, by its name in the YAML.

    Raises
    ------
    ParameterNotInForce
        The law on the date is not on file.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> chosen(load_law().newest(), "order_recorded_in", {"every_county": sorted})(["Oak", "Elm"])
    ['Elm', 'Oak']
    """
    parameters.choice(name)  # refuses, with file and line, a date on which no text of the law is on file
    return formula_on(parameters.date, dated_formulas(parameters.law.entries[name], functions)).function
