"""How many years was a private system in operation when the charge was issued."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from gis.calendar.counting import add_years
from gis.errors import FactsInvalid
from gis.model.facts.private_systems import SystemCreditFacts
from gis.rules.words import day_words, quantity


@dataclass(frozen=True, slots=True)
class Operation:
    """Years in operation, counted in each way that the text leaves open."""

    completed: int
    """Whole years."""
    started: int
    """Whole years, and one for a year that has begun."""
    exact: Fraction | None = None
    """With the part of a year; null where only days are known, because the law does not say how to divide a year."""


def operation(facts: SystemCreditFacts) -> Operation | None:
    """Return the years in operation as stated, else from anniversaries of the first day; null where not known.

    Raises
    ------
    FactsInvalid
        The charge is older than the operation, or the years stated are not those that the days give.
    """
    stated, by_days = facts.years_in_operation, _by_days(facts.in_operation_since, facts.charge_issued)
    if stated is None:
        return by_days
    if by_days is not None and floor(stated) != by_days.completed:
        raise FactsInvalid(
            what=f"The system cannot have been in operation for {quantity(stated, 3)} years.",
            where="facts.years_in_operation",
            why=f"From its first day of operation to the charge there are {by_days.completed} whole years.",
            next="State the years or the two days, whichever is right.",
        )
    return Operation(floor(stated), ceil(stated), stated)


def _by_days(since: dt.date | None, charged: dt.date | None) -> Operation | None:
    """Count the anniversaries up to the charge; one on the day of the charge is complete."""
    if since is None or charged is None:
        return None
    if charged < since:
        raise FactsInvalid(
            what=f"The charge of {day_words(charged)} is older than the operation, from {day_words(since)}.",
            where="facts.charge_issued",
            why="The years in operation are counted up to the charge, and none can be less than nothing.",
            next="Correct one of the days; where operation had not begun, state 0 as years_in_operation.",
        )
    completed = charged.year - since.year
    if add_years(since, completed) > charged:
        completed -= 1
    return Operation(completed, completed if add_years(since, completed) == charged else completed + 1)
