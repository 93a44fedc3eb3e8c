"""What does the value of an entry say, and is it one of its kind?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TypeAlias

from gis.calendar.years import sensible
from gis.model.exact import CENT
from gis.register.kinds import Kind

Value: TypeAlias = str | bool | int | dt.date
"""As a case file states it: text, yes or no, a whole number, a day; money and decimals as decimal text."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MONEY = re.compile(r"\d{1,12}(\.\d{1,2})?", re.ASCII)
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_DECIMAL = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)
_COUNTY = re.compile(r"^county of\s+|\s+county$", re.IGNORECASE)
_BREAK = re.compile(r"[\s\-]+")


def day(text: str) -> dt.date:
    """Return a day written as YYYY-MM-DD.

    Raises
    ------
    ValueError
        It is none, or of a year that cannot be meant; the text is not repeated.
    """
    try:
        found = dt.date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:  # the calendar has no such day, which is told below without the text
        found = None
    if found is None:
        msg = "a date is written as YYYY-MM-DD"
        raise ValueError(msg)
    return sensible(found)


def written(text: str, kind: Kind) -> str:
    """Return a value as a register holds it: blanks and capitals settled, money with two places.

    Parameters
    ----------
    text
        The cell.
    kind
        The kind of entry it stands in.

    Raises
    ------
    ValueError
        It is no value of the kind. The message says what is needed and never repeats the cell.

    Examples
    --------
    >>> from gis.register.kinds import kinds
    >>> written(" YES ", kinds()["benefit_found"]), written("1250", kinds()["lien_recorded"])
    ('yes', '1250.00')
    >>> written("Dane County", kinds()["order_recorded"])
    'Dane'
    """
    if kind.is_free_text:
        settled: str | None = text.strip()
    elif kind.value == "choice":
        word = _BREAK.sub("_", text.strip().casefold())
        settled = next((choice for choice in kind.choices if choice.casefold() == word), None)
    else:
        settled = _SETTLED[kind.value](" ".join(text.split()))
    if settled is None or (not settled and kind.value != "note"):
        needed = f"one of {', '.join(kind.choices)}" if kind.choices else _NEEDED[kind.value]
        msg = f"needed is {needed}"
        raise ValueError(msg)
    return settled


def typed(value: str, kind: Kind) -> Value:
    """Return a value as a case file states it; `value` is as `written` returns it.

    Examples
    --------
    >>> from gis.register.kinds import kinds
    >>> typed("yes", kinds()["benefit_found"]), typed("3", kinds()["supervisors"])
    (True, 3)
    """
    match kind.value:
        case "yes_no":
            return value == "yes"
        case "whole":
            return int(value)
        case "date":
            return dt.date.fromisoformat(value)
        case _:
            return value


def _day_or_none(text: str) -> str | None:
    try:
        return day(text).isoformat()
    except ValueError:
        return None


_SETTLED: Mapping[str, Callable[[str], str | None]] = {
    "yes_no": lambda text: text.casefold() if text.casefold() in {"yes", "no"} else None,
    "money": lambda text: str(Decimal(text).quantize(CENT)) if _MONEY.fullmatch(text) else None,
    "whole": lambda text: str(int(text)) if _WHOLE.fullmatch(text) else None,
    "decimal": lambda text: text if _DECIMAL.fullmatch(text) else None,
    "date": _day_or_none,
    "county": lambda text: _COUNTY.sub("", text),
    "municipality": lambda text: text,
    "district": lambda text: text,
}
_NEEDED = {
    "text": "some text",
    "yes_no": "yes or no",
    "money": "an amount of dollars, such as 1250.00",
    "whole": "a whole number",
    "decimal": "a number, such as 6 or 6.5",
    "date": "a date, such as 2026-06-15",
    "county": "the name of a county",
    "municipality": "the name of a town, village or city",
    "district": "the name of a district",
}
"""What each type asks for, in words that repeat no cell."""
