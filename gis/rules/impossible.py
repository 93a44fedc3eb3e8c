"""Which facts cannot be: numbers below nothing, parts of a cent, names that stand twice, days in the wrong order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.rules.rounding import CENTS
from gis.rules.words import quantity

_FIRST_YEAR, _LAST_YEAR = 1000, 9900


def refuse_negative(measured: Iterable[tuple[str, Fraction | int | None]]) -> None:
    """Refuse areas, widths, shares, votes and counts below zero.

    Parameters
    ----------
    measured
        Path of each fact and its value; null is not known and passes.

    Raises
    ------
    FactsInvalid
        With the path of the first one.
    """
    for path, value in measured:
        if value is not None and value < 0:
            raise FactsInvalid(
                what=f"The number is negative: {quantity(Fraction(value), 4)}.",
                where=f"facts.{path}",
                why="No area, width, vote or count is less than nothing.",
                next="Correct it, or give null where it is not known.",
            )


def refuse_parts_of_cent(path: str, amount: Fraction | None) -> None:
    """Refuse a sum that is less than nothing, or that nobody can pay because it has parts of a cent.

    For bills, costs and other sums; a price for one gallon, foot or unit may have parts of a cent.

    Parameters
    ----------
    path
        Path of the fact.
    amount
        Dollars; null is not known and passes.

    Raises
    ------
    FactsInvalid
        With the path.

    Examples
    --------
    >>> refuse_parts_of_cent("amount", Fraction("1234.50"))
    """
    if amount is not None and (amount < 0 or (amount * CENTS).denominator != 1):
        raise FactsInvalid(
            what=f"An amount of {quantity(amount, 6)} dollars is stated.",
            where=f"facts.{path}",
            why="A sum of money is not less than nothing and is made in whole cents.",
            next="Write dollars with two decimals, or null where the amount is not known.",
        )


def refuse_year(path: str, year: int | None) -> None:
    """Refuse a year of other than four digits, and one after which the calendar has no room for elections.

    Parameters
    ----------
    path
        Path of the fact.
    year
        The year; null is not known and passes.

    Raises
    ------
    FactsInvalid
        With the path.

    Examples
    --------
    >>> refuse_year("year", 2027)
    """
    if year is not None and not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise FactsInvalid(
            what=f"{year} is no year of an election.",
            where=f"facts.{path}",
            why=f"Years lie between {_FIRST_YEAR} and {_LAST_YEAR}; 27 does not say which century.",
            next="Write the year with four digits.",
        )


def refuse_twice(named: Iterable[tuple[str, str]]) -> None:
    """Refuse a municipality or county that stands twice, because it would count twice.

    Parameters
    ----------
    named
        Path of each name, and the name.

    Raises
    ------
    FactsInvalid
        With the path of the second one.
    """
    seen: set[str] = set()
    for path, name in named:
        if name in seen:
            raise FactsInvalid(
                what=f"{name} stands twice.",
                where=f"facts.{path}",
                why="What it has in the district would be counted twice.",
                next="Name each place once, with the whole of what it has there.",
            )
        seen.add(name)


def refuse_before(path: str, day: dt.date | None, first_path: str, first: dt.date | None, why: str) -> None:
    """Refuse a day that lies before another one that it can only follow.

    Parameters
    ----------
    path, day
        Path of the later fact and its day; null is not known and passes.
    first_path, first
        The same of the earlier one.
    why
        Why the one cannot come before the other, a sentence.

    Raises
    ------
    FactsInvalid
        The day lies before the first.
    """
    if day is not None and first is not None and day < first:
        raise FactsInvalid(
            what=f"{day.isoformat()} lies before {first.isoformat()} ({first_path}).",
            where=f"facts.{path}",
            why=why,
            next="Correct one of the two dates.",
        )


def refuse_more_than_whole(path: str, part: Fraction | None, whole: Fraction | None, unit: str) -> None:
    """Refuse a part that is more than what it is part of, which would be a share over one.

    Parameters
    ----------
    path
        Path of the part.
    part, whole
        Both in one unit; null is not known and passes.
    unit
        The unit, in words: acres, persons.

    Raises
    ------
    FactsInvalid
        With the path of the part.
    """
    if part is not None and whole is not None and part > whole:
        raise FactsInvalid(
            what=f"{quantity(part, 6)} of {quantity(whole, 6)} {unit} is more than the whole.",
            where=f"facts.{path}",
            why="A part is at most the whole it is part of, so one of the two numbers is wrong.",
            next="Measure or count both on one basis, and correct the one that is wrong.",
        )
