"""What number or code does a cell of text stand for: money, ratios, years, acres and code lists.

A blank is missing, never zero; what is neither a number nor a blank is an error, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

T = TypeVar("T")

MISSING_TEXTS = frozenset({"", "N/A", "#N/A", "NA", "NULL", "<NULL>", "NONE", "NAN"})
_LONGEST_MISSING = max(map(len, MISSING_TEXTS))
EXEMPT_CODE = re.compile(r"X[1-4]")
FOREST_CODE = re.compile(r"W[1-9]")
PROPERTY_CLASSES = frozenset({"1", "2", "3", "4", "5", "5M", "6", "7", "M"})

_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
_SHOWABLE = re.compile(r"[\d\s$.,()%eE+\-/]{1,40}")
_UNSEEN = dict.fromkeys(
    (0x00AD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A), 0xFEFF)
)
"""Soft hyphen, spaces of no width, marks of direction, and the mark that begins some files."""
_CODE_BREAK = re.compile(r"[,;\s]+")
_CENT = Decimal("0.01")
_LARGEST_CENTS = 10**17
"""A thousand trillion dollars: more is a slipped column, and would not fit the stored integer."""
_LARGEST_ACRES = 10**9
"""Wisconsin has 42 million."""
_MOST_PLACES = 18
"""Published ratios have nine decimal places."""
_PLAIN_TEXT = r"\A[!-*,-~](?:[ -*,-~]*[!-*,-~])?\z"
"""ASCII without blanks around it, and without the plus of a power of ten."""
_LONGEST = 40
_SHORT = 12
_RATIO_LIMIT = 2
_LEAST_RATIO = Decimal("0.1")
"""Wisconsin assesses near full value; the least published ratios are about 0.3."""
UNREADABLE_CODE = "UNREADABLE"
"""Stands for auxiliary codes that cannot be read, so that nobody takes their land for taxable."""
_CODE = re.compile(rf"[A-Z]{{0,3}}\d{{1,2}}[A-Z]?|[A-Z]|AW|AWO|XTEL|{UNREADABLE_CODE}")
"""AW, AWO and XTEL are the published codes of letters alone; any other word of letters may be a name."""


def is_missing(value: object) -> bool:
    """Say whether a cell holds nothing: null, blank or one of the words that stand for null.

    >>> [is_missing(cell) for cell in (None, float("nan"), " n/a ", "<Null>", "0", 0)]
    [True, True, True, True, False, False]
    """
    if isinstance(value, str):
        text = value.strip()
        return len(text) <= _LONGEST_MISSING and text.upper() in MISSING_TEXTS
    if value is None or value is pd.NA or value is pd.NaT:
        return True
    return isinstance(value, float) and value != value  # noqa: PLR0124  only a NaN differs from itself


def as_written(value: object) -> str:
    """Return a cell as a person writes it: a whole number without the point that a program put behind it.

    >>> as_written(4.0), as_written("4.0"), as_written(" 5M "), as_written(0.5)
    ('4', '4.0', ' 5M ', '0.5')
    """
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def bare_id(text: str) -> str:
    """Return what tells an id apart from others: without blanks around it and letters that nobody sees.

    >>> bare_id(" 12-3 "), bare_id("12\u200b-3\ufeff")
    ('12-3', '12-3')
    """
    return text.strip() if text.isascii() else text.translate(_UNSEEN).strip()


def shown(value: object) -> str:
    """Return a faulty number as it may be printed: text that could be a name is not repeated.

    >>> shown("12.345.000"), shown("SMITH, J")
    ("'12.345.000'", 'text of 8 characters')
    """
    text = str(value)
    return repr(text) if _SHOWABLE.fullmatch(text) else f"text of {len(text)} characters"


def parse_number(value: object) -> Decimal | None:
    """Read an amount as people and programs write it: $, commas, parentheses, exponents.

    Parameters
    ----------
    value : object
        Text, integer or float. A float is read by its shortest decimal text.

    Returns
    -------
    Decimal or None
        The number; None where the cell holds nothing. Parentheses are a minus.

    Raises
    ------
    ValueError
        Where it is no number in this notation, such as "12.345.000" or "12,34", or has absurdly many digits.

    Examples
    --------
    >>> parse_number("$1,234,500.00"), parse_number("(5,000)"), parse_number("N/A")
    (Decimal('1234500.00'), Decimal('-5000'), None)
    """
    if is_missing(value):
        return None
    text = str(value).strip()
    negative = text.startswith("(") and text.endswith(")")
    if negative:
        text = text[1:-1].strip()
    sign = "-" if text.startswith("-") else ""
    text = sign + text.removeprefix("-").strip().removeprefix("$").strip()
    if len(text) > _LONGEST:
        msg = f"{shown(value)} is longer than any number that is published"
        raise ValueError(msg)
    if not (_PLAIN.fullmatch(text) or _GROUPED.fullmatch(text)) or (negative and text[:1] in {"-", "+"}):
        msg = f"{shown(value)} is no number"
        raise ValueError(msg)
    number = Decimal(text.replace(",", ""))
    return number.copy_negate() if negative else number


def parse_cents(value: object) -> int | None:
    """Read an amount of dollars as exact cents, a part of a cent rounded half up.

    >>> parse_cents("1.2345E6"), parse_cents(0.1), parse_cents("(5,000)"), parse_cents(" ")
    (123450000, 10, -500000, None)
    """
    if isinstance(value, str) and len(value) <= _SHORT and value.isascii() and value.isdecimal():
        return int(value) * 100  # most cells of a roll; the long way gives the same
    number = parse_number(value)
    if number is None:
        return None
    if abs(number) * 100 >= _LARGEST_CENTS:
        msg = f"{shown(value)} is too large for an amount of money"
        raise ValueError(msg)
    return int(number.quantize(_CENT, rounding=ROUND_HALF_UP) * 100)


def parse_whole(value: object) -> int | None:
    """Read a whole number (a year, or cents already); "2022.0" is 2022, "2022.5" an error.

    >>> parse_whole("2022.0"), parse_whole(None)
    (2022, None)
    """
    number = parse_number(value)
    if number is None:
        return None
    if number != number.to_integral_value() or abs(number) >= _LARGEST_CENTS:
        msg = f"{shown(value)} is no whole number"
        raise ValueError(msg)
    return int(number)


def parse_year(value: object) -> int | None:
    """Read a year between 1800 and 2200.

    >>> parse_year("2022")
    2022
    """
    year = parse_whole(value)
    if year is not None and not 1800 <= year <= 2200:  # noqa: PLR2004  no roll lies outside
        msg = f"{shown(value)} is no year"
        raise ValueError(msg)
    return year


def parse_acres(value: object) -> float | None:
    """Read a number of acres.

    Raises
    ------
    ValueError
        Where it is no number, or one that no land has. Nothing is one nought, whatever its sign.

    Examples
    --------
    >>> parse_acres("1,234.5")
    1234.5
    """
    number = parse_number(value)
    if number is None:
        return None
    if abs(number) >= _LARGEST_ACRES or (number and number.adjusted() < -_MOST_PLACES):
        msg = f"{shown(value)} is no number of acres"
        raise ValueError(msg)
    return float(number) + 0.0  # minus zero is zero


def parse_ratio(value: object) -> str | None:
    """Read an assessment ratio and keep all its published digits as text.

    Parameters
    ----------
    value : object
        Text such as "0.950312347"; assessed value over full value.

    Returns
    -------
    str or None
        The digits as published; None where the cell holds nothing.

    Raises
    ------
    ValueError
        Where it is not between 0.1 and 2 or has absurdly many places; a percentage is refused with a hint, never
        divided.

    Examples
    --------
    >>> parse_ratio(" 0.9500 ")
    '0.9500'
    >>> parse_ratio("80.00")
    Traceback (most recent call last):
    ValueError: '80.00' looks like a percentage; a ratio is written as a fraction, here 0.8000
    """
    if isinstance(value, str) and value.strip().endswith("%"):
        number = parse_number(value.strip().removesuffix("%"))
        percent = True
    else:
        number = parse_number(value)
        percent = number is not None and number >= _RATIO_LIMIT
    if number is None and not percent:
        return None
    if number is None or percent:
        hint = f", here {number.scaleb(-2)}" if number is not None else ""
        msg = f"{shown(value)} looks like a percentage; a ratio is written as a fraction{hint}"
        raise ValueError(msg)
    if number <= 0:
        msg = f"{shown(value)} is no ratio; it must be more than 0 and less than {_RATIO_LIMIT}"
        raise ValueError(msg)
    if -int(number.as_tuple().exponent) > _MOST_PLACES:
        msg = f"{shown(value)} has more decimal places than any published ratio"
        raise ValueError(msg)
    if number < _LEAST_RATIO:
        msg = f"{shown(value)} is less than any published ratio, and may be a percentage divided twice or a tax rate"
        raise ValueError(msg)
    return format(number, "f")


def split_codes(value: object) -> tuple[str, ...]:
    """Split a comma list of codes: upper case, each once, in a fixed order.

    Raises
    ------
    ValueError
        Where any of it does not look like a code: it may be a name out of a slid column, so nothing
        of the cell is kept.

    Examples
    --------
    >>> split_codes("4, 5, 7, 5M"), split_codes("5M ,"), split_codes(4.0), split_codes(None)
    (('4', '5', '5M', '7'), ('5M',), ('4',), ())
    >>> split_codes("X4 ELM, EVE")
    Traceback (most recent call last):
    ValueError: text of 11 characters is no list of codes
    """
    if is_missing(value):
        return ()
    codes = sorted({code for code in _CODE_BREAK.split(as_written(value).upper()) if code})
    if not all(map(_CODE.fullmatch, codes)):
        msg = f"{shown(value)} is no list of codes"
        raise ValueError(msg)
    return tuple(codes)


def sort_auxiliary(codes: tuple[str, ...]) -> tuple[str, str, str]:
    """Part auxiliary codes into exempt, forest and unknown ones, each comma-joined.

    X1 to X4 are exempt and W1 to W9 forest; the meaning of AW, AWO, XTEL and all others is not
    published, so their taxability is unknown.

    >>> sort_auxiliary(("AW", "S1", "W5", "W10", "X4", "XTEL"))
    ('X4', 'W5', 'AW,S1,W10,XTEL')
    """
    exempt = [code for code in codes if EXEMPT_CODE.fullmatch(code)]
    forest = [code for code in codes if FOREST_CODE.fullmatch(code)]
    unknown = [code for code in codes if code not in exempt and code not in forest]
    return ",".join(exempt), ",".join(forest), ",".join(unknown)


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """A column read: one value a row, how many were missing, and which cells are errors."""

    cells: pd.Series[Any]
    missing: int
    errors: tuple[tuple[int, str], ...]
    """(row of the source, what is wrong with it)"""


def read_column(
    column: pd.Series[Any], parse: Callable[[object], T | None], *, as_it_stands: bool = False
) -> ColumnReading:
    """Read a whole column, each distinct cell once.

    Parameters
    ----------
    column : Series
        Cells as the file gave them, indexed by row.
    parse : callable
        Returns the value of one cell, None where it holds nothing, or raises ValueError.
    as_it_stands : bool
        Whether it gives text back as it is where that holds something, is ASCII, and has neither blanks
        around it nor a plus: most of a roll, which then is not parsed cell by cell.

    Returns
    -------
    ColumnReading
        Values as objects with None where missing or in error, on the same index.

    Examples
    --------
    >>> reading = read_column(pd.Series(["$5", "", "5..0"], dtype=object), parse_cents)
    >>> reading.cells.tolist(), reading.missing, reading.errors
    ([500, None, None], 1, ((2, "'5..0' is no number"),))
    """
    positions, distinct = pd.factorize(column)  # a null has the position -1
    parsed: list[Any] = distinct.tolist()
    faults: dict[int, str] = {}
    is_known = as_it_stands and column.dtype == "str"
    for number in _not_plain(distinct) if is_known else range(len(parsed)):
        try:
            parsed[number] = parse(parsed[number])
        except ValueError as error:
            faults[number] = str(error)
            parsed[number] = None
    lookup = np.empty(len(parsed) + 1, dtype=object)  # the last is what a null is read as
    lookup[:-1] = parsed
    values = lookup[positions]
    rows = column.index.to_numpy()
    errors = (
        tuple((int(rows[at]), faults[int(positions[at])]) for at in np.flatnonzero(np.isin(positions, list(faults))))
        if faults
        else ()
    )
    missing = int(pd.isna(lookup)[positions].sum()) - len(errors)
    return ColumnReading(pd.Series(values, index=column.index, dtype=object), missing, errors)


def _not_plain(texts: pd.Index[Any]) -> list[int]:
    """Return which texts do not surely stand for themselves."""
    found = pa.array(texts, pa.large_string())
    is_plain = pc.and_(
        pc.match_substring_regex(found, _PLAIN_TEXT),
        pc.invert(pc.is_in(pc.ascii_upper(found), pa.array(sorted(MISSING_TEXTS), pa.large_string()))),
    )
    places: list[int] = np.flatnonzero(~is_plain.to_numpy(zero_copy_only=False)).tolist()
    return places
