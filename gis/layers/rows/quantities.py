"""How much does a cell of a measure, a count of votes or a census code say, in the unit its column promises?"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf
from statistics import median
from typing import TypeVar

from gis.layers.rows.values import as_written, is_missing, parse_number, parse_whole, shown
from gis.units import M_PER_FTUS

T = TypeVar("T")

_M_PER_FT = Fraction(3048, 10000)
_METRES: dict[str, Fraction] = {
    "us-ft": M_PER_FTUS,
    "ft": _M_PER_FT,
    "m": Fraction(1),
    "in": _M_PER_FT / 12,
    "mm": Fraction(1, 1000),
}
"""Metres in each unit of length; exact."""
_UNIT_OF_SUFFIX = {"_ft": "us-ft", "_in": "in"}
"""Feet are US survey feet everywhere in Townline (gis/units.py); inches of pipe are inches."""
_WRITTEN_UNIT = re.compile(
    r"(?P<number>.*\d\.?\)?)\s*(?P<unit>\"|''|in\.?|inch|inches|mm|'|ft\.?|feet|foot|m|met(er|re)s?)", re.IGNORECASE
)
_UNIT_IN_NAME = re.compile(r"[_ (](us_?ft|ft|feet|in|inch|inches)\)?$", re.IGNORECASE)
_UNIT_OF_WORD = {'"': "in", "''": "in", "i": "in", "mm": "mm", "'": "us-ft", "f": "us-ft", "m": "m"}
_LARGEST = Decimal(10) ** 9
_MOST_PLACES = 30
_LARGEST_VOTES = 10**9
_HEIGHT = (200, 2000)
"""Feet above the sea. No ground of Wisconsin lies below Lake Michigan (577) or above Timms Hill (1,952), no sewer
deeper than the tunnels under Milwaukee."""
_BOUNDS: dict[str, tuple[float, float]] = {
    "diameter_in": (1, 144),
    **dict.fromkeys(("rim_ft", "invert_ft", "upstream_invert_ft", "downstream_invert_ft"), _HEIGHT),
    "width_ft": (1, 1000),
    "right_of_way_width_ft": (1, 1000),
    "capacity_gpm": (0, 10**6),
    # Townships run north to 53, ranges from 20 west to 30 east of the Fourth Principal Meridian.
    "section": (1, 36),
    "township": (1, 54),
    "range": (1, 30),
}
"""What a canonical column can hold; outside lie numbers that programs write for none (-9999, 0) and other units."""
_TYPICAL: dict[str, tuple[float, float, str]] = {
    "diameter_in": (0, 60, "few sewers are that wide: are they millimetres?"),
    **dict.fromkeys(
        ("rim_ft", "invert_ft", "upstream_invert_ft", "downstream_invert_ft"),
        (570, 2000, "Wisconsin lies higher: are they metres?"),
    ),
}
"""Between which numbers the middle one of a column lies, and what to ask where it does not."""
_UNIT_WORDS = {"us-ft": "feet", "in": "inches"}
_FIPS_DIGITS = {"cousub_fips": 5, "county_fips": 3}
_CODE = re.compile(r"\d+")
_POINT_ZERO = re.compile(r"\.0+$")
_FULL_COUSUB, _STATE_COUSUB = 10, 7


def parse_measure(value: object) -> float | None:
    """Read a number of any sign, as written.

    >>> parse_measure("1,234.5"), parse_measure(" "), parse_measure("8.0")
    (1234.5, None, 8.0)
    """
    number = parse_number(value)
    if number is None:
        return None
    if abs(number) >= _LARGEST or (number and number.adjusted() < -_MOST_PLACES):
        msg = f"{shown(value)} is no measure of anything here"
        raise ValueError(msg)
    return float(number) + 0.0  # minus zero is zero


def unit_of(column: str) -> str | None:
    """Return the unit that a canonical column's name ends in; None for a number without a unit of length.

    >>> unit_of("diameter_in"), unit_of("rim_ft"), unit_of("capacity_gpm")
    ('in', 'us-ft', None)
    """
    return next((unit for suffix, unit in _UNIT_OF_SUFFIX.items() if column.endswith(suffix)), None)


def _parted(value: object) -> tuple[object, str | None]:
    """Return a cell without the unit written in it, and that unit; feet are then the column's own."""
    match = _WRITTEN_UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return value, None
    word = match["unit"].lower()
    return match["number"], _UNIT_OF_WORD.get(word) or _UNIT_OF_WORD[word[0]]


def measure_reader(column: str, unit: str | None) -> Callable[[object], float | None]:
    """Return what reads a measure in the source's unit and gives it in the unit of a canonical column.

    Parameters
    ----------
    column : str
        Canonical column; `_ft` is US survey feet, `_in` inches.
    unit : str or None
        Unit of the source: "ft" (international), "us-ft", "m", "in" or "mm"; None where it is the column's own.
        A unit written in the cell itself (8", 200 mm) comes before it.

    Returns
    -------
    callable
        From a cell to a number, None where the cell holds nothing; ValueError where it is no number.

    Raises
    ------
    ValueError
        Where the unit is none of these, or the column has none of length.

    Examples
    --------
    >>> measure_reader("diameter_in", "mm")("203.2"), measure_reader("rim_ft", "us-ft")("842.5")
    (8.0, 842.5)
    >>> [measure_reader("diameter_in", None)(cell) for cell in ('8"', "203.2 mm", 8)]
    [8.0, 8.0, 8.0]
    >>> round(measure_reader("rim_ft", "ft")(1_000_000), 6)  # two parts in a million shorter
    999998.0
    """
    into = unit_of(column)
    if unit is not None and unit != into and (into is None or unit not in _METRES):
        msg = f"{column} cannot be read in {unit!r}; units of length are {', '.join(_METRES)}"
        raise ValueError(msg)
    if into is None:
        return parse_measure

    def read(value: object) -> float | None:
        cell, written = _parted(value)
        whole = parse_measure(cell)
        source = written or unit or into
        if whole is None or source == into:
            return whole
        return float(Fraction(str(parse_number(cell))) * (_METRES[source] / _METRES[into]))

    return read


def bounded(column: str, read: Callable[[object], T]) -> Callable[[object], T]:
    """Return a reader that refuses numbers which its canonical column cannot hold; bounds themselves are held.

    Parameters
    ----------
    column : str
        Canonical column; one without bounds keeps its reader.
    read : callable
        Reads a cell in the unit of the column.

    Returns
    -------
    callable
        Raises ValueError where the number lies out of bounds.

    Examples
    --------
    >>> bounded("diameter_in", parse_measure)("8"), bounded("section", parse_count)(None)
    (8.0, None)
    >>> bounded("rim_ft", parse_measure)(-9999)
    Traceback (most recent call last):
    ValueError: '-9999' is out of bounds: rim_ft is from 200 to 2,000
    """
    if column not in _BOUNDS:
        return read
    least, most = _BOUNDS[column]

    def checked(value: object) -> T:
        number = read(value)
        if isinstance(number, int | float) and not least <= number <= most:
            msg = f"{shown(as_written(value))} is out of bounds: {column} is from {least:,} to {most:,}"
            raise ValueError(msg)
        return number

    return checked


def says_unit(source: str, cells: Sequence[object]) -> bool:
    """Say whether the name of a source column, or any of its cells, says the unit of length.

    >>> says_unit("DIAM_IN", []), says_unit("DIAMETER", ['8"', 10]), says_unit("DIAMETER", [8])
    (True, True, False)
    """
    return _UNIT_IN_NAME.search(source) is not None or any(_parted(cell)[1] is not None for cell in cells)


def unit_doubt(column: str, source: str, numbers: Sequence[float], *, told: bool) -> str | None:
    """Return what is to be said of the unit of a column; None where nothing is.

    Parameters
    ----------
    column, source : str
        Canonical column and the column it comes from.
    numbers : sequence of float
        What was read, in the unit of the canonical column.
    told : bool
        Whether the preset or the name of the source column says the unit.

    Examples
    --------
    >>> unit_doubt("diameter_in", "DIAMETER", [8.0, 10.0], told=False)
    'DIAMETER is read as inches: nobody said its unit.'
    >>> unit_doubt("rim_ft", "rim_ft", [244.1], told=True)
    'rim_ft: the middle one of 1 number is 244.1 feet; Wisconsin lies higher: are they metres?'
    """
    unit = unit_of(column)
    if unit is None or not numbers:
        return None
    doubts = [] if told else [f"{source} is read as {_UNIT_WORDS[unit]}: nobody said its unit."]
    least, most, question = _TYPICAL.get(column, (-inf, inf, ""))
    middle = median(numbers)
    if not least <= middle <= most:
        count = f"{len(numbers):,} number{'s' if len(numbers) > 1 else ''}"
        doubts.append(f"{source}: the middle one of {count} is {middle:,.6g} {_UNIT_WORDS[unit]}; {question}")
    return " ".join(doubts) or None


def parse_count(value: object) -> int | None:
    """Read a count of people or dwellings.

    >>> parse_count("2,375"), parse_count(None)
    (2375, None)
    """
    count = parse_whole(value)
    if count is not None and count < 0:
        msg = f"{shown(value)} is less than none"
        raise ValueError(msg)
    return count


def parse_votes(value: object) -> str | None:
    """Read a number of votes and keep all its published digits as text, fractions too; a whole number has no point.

    Raises
    ------
    ValueError
        Where it is no number, or a negative one.

    Examples
    --------
    >>> parse_votes("321.3175355450237"), parse_votes("1,586"), parse_votes(688.0), parse_votes("")
    ('321.3175355450237', '1586', '688', None)
    """
    number = parse_number(value)
    if number is None:
        return None
    if number < 0 or number >= _LARGEST_VOTES or -int(number.as_tuple().exponent) > _MOST_PLACES:
        msg = f"{shown(value)} is no number of votes"
        raise ValueError(msg)
    if number == number.to_integral_value():  # 688.0 is how a program writes 688
        number = number.to_integral_value()
    return format(abs(number), "f")


def is_fraction(votes: str) -> bool:
    """Say whether a number of votes is not whole: then it was spread by a model, for nobody casts part of a vote.

    >>> is_fraction("320"), is_fraction("320.0"), is_fraction("321.3")
    (False, False, True)
    """
    number = Decimal(votes)
    return number != number.to_integral_value()


def fips_reader(column: str) -> Callable[[object], str | None]:
    """Return what reads the census code of a canonical column.

    Of a longer code its last part is taken: the county of "55123", the municipality of "5512348000" or
    "5548000". A code that lost its leading zeros, as numbers do, has them again.

    Examples
    --------
    >>> read = fips_reader("cousub_fips")
    >>> read("02375"), read(2375), read("2375.0"), read("5510102375"), read(None)
    ('02375', '02375', '02375', '02375', None)
    >>> fips_reader("county_fips")("55001")
    '001'
    """
    digits = _FIPS_DIGITS.get(column)

    def read(value: object) -> str | None:
        if is_missing(value):
            return None
        text = _POINT_ZERO.sub("", as_written(value).strip())
        if not _CODE.fullmatch(text):
            msg = f"{shown(value)} is no census code"
            raise ValueError(msg)
        if digits is None:
            return text
        longer = {digits, *((_FULL_COUSUB, _STATE_COUSUB) if column == "cousub_fips" else (digits + 2,))}
        if len(text) > digits and len(text) not in longer:
            msg = f"{shown(value)} has {len(text)} digits, and a code here has {digits}"
            raise ValueError(msg)
        return text[-digits:].zfill(digits)

    return read
