"""From which day does an edition hold, and how sure are its positions: as given, or as the rows show."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction

import pandas as pd

from gis.errors import AccuracyInvalid, VintageInvalid
from gis.model.edition import Kind

VALUATION_COMPLETE = (8, 15)
"""Month and day by which the state completes the valuation of a year (Wis. Stat. 70.57(1)): until then no roll of the
year and no ratio made from it can be in force."""
YEAR_OVER = (12, 31)
"""Month and day by which a count, an estimate or a canvass of a year is surely done."""
_YEAR_COLUMN: dict[Kind, str] = {"parcels": "roll_year", "ratios": "year", "populations": "year", "votes": "year"}
_OF_THE_ROLL: frozenset[Kind] = frozenset({"parcels", "ratios"})
_MOST_YEARS = 8
FINEST_FT = Decimal("0.0001")
"""Finer than the grid on which shapes are worked; a smaller number written exactly would fill the memory."""


def parse_vintage(text: str) -> dt.date:
    """Read a vintage: a year, which means its first day, or a day.

    Raises
    ------
    VintageInvalid
        Where it is neither.

    Examples
    --------
    >>> parse_vintage("2023"), parse_vintage("2023-06-30")
    (datetime.date(2023, 1, 1), datetime.date(2023, 6, 30))
    """
    text = text.strip()
    try:
        if re.fullmatch(r"\d{4}", text):
            return dt.date(int(text), 1, 1)
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            return dt.date.fromisoformat(text)
    except ValueError:
        pass
    raise VintageInvalid(
        what=f"{text[:40]!r} is no vintage.",
        where="the option --vintage",
        why="It says from which day on the edition holds.",
        next="Give a year (2023, which means its first day) or a day (2023-06-30).",
    )


def vintage_of(kind: Kind, table: pd.DataFrame, where: str) -> dt.date:
    """Return the vintage that the rows show by the one year they bear.

    That is the day by which the valuation of the year is complete, and for populations and votes
    the last day of the year.

    Raises
    ------
    VintageInvalid
        Where they show none or several, and for kinds that bear no year.
    """
    years = rows_by_year(kind, table)
    if len(years) == 1:
        return dt.date(next(iter(years)), *(VALUATION_COMPLETE if kind in _OF_THE_ROLL else YEAR_OVER))
    raise VintageInvalid(
        what=f"Nothing says from when on this edition of {kind} holds.",
        where=where,
        why=f"The rows bear several years: {years_in_words(years)}." if years else "The rows bear no year.",
        next="Give the year or day with --vintage.",
    )


def vintage_note(kind: Kind, vintage: dt.date) -> str:
    """Return what the manifest says about a vintage that nobody gave.

    >>> vintage_note("parcels", dt.date(2025, 8, 15))[:76]
    "In force from 2025-08-15, by when the state completes the year's valuation ("
    >>> vintage_note("votes", dt.date(2022, 12, 31))[:61]
    'In force from 2022-12-31, the end of the year that rows bear;'
    """
    if kind in _OF_THE_ROLL:
        return (
            f"In force from {vintage}, by when the state completes the year's valuation (70.57); state --vintage "
            "where the roll was certified on another day."
        )
    return (
        f"In force from {vintage}, the end of the year that rows bear; state --vintage where the figures were "
        "final on another day."
    )


def rows_by_year(kind: Kind, table: pd.DataFrame) -> dict[int, int]:
    """Return each roll year that rows bear and how many bear it, in order of years; empty for kinds without one."""
    if kind not in _YEAR_COLUMN:
        return {}
    return dict(sorted(Counter(int(year) for year in table[_YEAR_COLUMN[kind]].dropna().tolist()).items()))


def years_in_words(years: Mapping[int, int]) -> str:
    """Return how many rows bear each year.

    >>> years_in_words({2022: 1, 2023: 1500})
    '2022 in 1 row, 2023 in 1,500 rows'
    """
    words = [f"{year} in {count:,} {'row' if count == 1 else 'rows'}" for year, count in years.items()]
    return ", ".join(words[:_MOST_YEARS]) + (" and more" if len(words) > _MOST_YEARS else "")


def parse_accuracy(text: str) -> Fraction:
    """Read a positional accuracy in US survey feet.

    Raises
    ------
    AccuracyInvalid
        Where it is not a positive number of feet, or more than a mile.

    Examples
    --------
    >>> parse_accuracy("2.5")
    Fraction(5, 2)
    """
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        number = Decimal(0)
    if not number.is_finite() or not FINEST_FT <= number < 5280:  # noqa: PLR2004  feet in a mile
        raise AccuracyInvalid(
            what=f"{text[:40]!r} is no accuracy.",
            where="the option --accuracy-ft",
            why="It is the distance within which a published position may be off, in feet.",
            next="Give a positive number of feet, such as 2.5.",
        )
    return Fraction(number)
