"""How is what a caller writes read, on the command line and over HTTP alike: a day, an accuracy?"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction

from gis.errors import AccuracyInvalid

_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def iso_day(text: str) -> dt.date:
    """Read a day written YYYY-MM-DD, and nothing else.

    Raises
    ------
    ValueError
        Where it is written otherwise, or no such day is in the calendar.

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
    return dt.date.fromisoformat(text)


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
