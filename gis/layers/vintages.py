"""From which day does an edition hold, and how sure are its positions: as given, or as the rows show."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction

import pandas as pd

from gis.errors import AccuracyInvalid, VintageInvalid
from gis.model.edition import Kind

_YEAR_COLUMN: dict[Kind, str] = {"parcels": "roll_year", "ratios": "year"}
_MOST_YEARS = 8


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
    """Return the vintage that the rows show: the first day of the one roll year they all bear.

    Raises
    ------
    VintageInvalid
        Where they show none or several, and for kinds that bear no year.
    """
    years: list[int] = []
    if kind in _YEAR_COLUMN:
        column = table[_YEAR_COLUMN[kind]]
        years = sorted({int(year) for year in column.dropna().tolist()})
        if len(years) == 1:
            return dt.date(years[0], 1, 1)
    shown = ", ".join(map(str, years[:_MOST_YEARS])) + (" and more" if len(years) > _MOST_YEARS else "")
    raise VintageInvalid(
        what=f"Nothing says from when on this edition of {kind} holds.",
        where=where,
        why=f"The rows bear several years: {shown}." if years else "The rows bear no year.",
        next="Give the year or day with --vintage.",
    )


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
    if not number.is_finite() or not 0 < number < 5280:  # noqa: PLR2004  feet in a mile
        raise AccuracyInvalid(
            what=f"{text[:40]!r} is no accuracy.",
            where="the option --accuracy-ft",
            why="It is the distance within which a published position may be off, in feet.",
            next="Give a positive number of feet, such as 2.5.",
        )
    return Fraction(number)
