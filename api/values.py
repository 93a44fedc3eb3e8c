"""How is what a caller writes read, on the command line and over HTTP alike: a day, an accuracy?"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction

from gis.calendar.years import sensible
from gis.errors import AccuracyInvalid, OptionInvalid

_MONEY = re.compile(r"\$?([0-9]{1,13}|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,2})?")
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def iso_day(text: str) -> dt.date:
    """Read a day written YYYY-MM-DD, and nothing else.

    Raises
    ------
    ValueError
        Where it is written otherwise, no such day is in the calendar, or its year is none that can be meant.

    Examples
    --------
    >>> iso_day("2026-06-15")
    datetime.date(2026, 6, 15)
    >>> iso_day("2026-6-5")
    Traceback (most recent call last):
    ValueError: a day is written YYYY-MM-DD, for example 2026-06-15
    """
    if not _ISO_DAY.fullmatch(text):
        msg = "a day is written YYYY-MM-DD, for example 2026-06-15"
        raise ValueError(msg)
    return sensible(dt.date.fromisoformat(text))


def accuracy_ft(text: str, where: str) -> Fraction:
    """Read how far a line may lie from where it is drawn, within the limits of an import.

    Raises
    ------
    AccuracyInvalid
        Where it is not a positive number of US survey feet, or a mile or more.

    Examples
    --------
    >>> accuracy_ft("2.5", "here")
    Fraction(5, 2)
    """
    from gis.layers.vintages import parse_accuracy  # noqa: PLC0415 - --help does not wait for pandas

    try:
        return parse_accuracy(text)
    except AccuracyInvalid as error:
        raise replace(error, what=f"{text[:40]!r} is no accuracy.", where=where) from None


def dollars_and_cents(text: str, where: str) -> Fraction:
    """Read an amount of money: digits, a point and two digits at most; commas between thousands are taken off.

    Raises
    ------
    OptionInvalid
        Where it is written otherwise.

    Examples
    --------
    >>> dollars_and_cents("125,000.50", "here")
    Fraction(250001, 2)
    """
    if not _MONEY.fullmatch(text):
        raise OptionInvalid(
            what=f"{text[:40]!r} is no amount of money.",
            where=where,
            why="An amount is dollars and at most two digits of cents, not negative.",
            next="Write it such as 125000.00.",
        )
    return Fraction(text.replace(",", "").removeprefix("$"))
