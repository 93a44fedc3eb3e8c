"""Which Wisconsin county does a name or a federal code mean, and which code does a county bear?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from gis.layers.rows.names import in_several_counties, name_key, parse_county
from gis.layers.rows.values import as_written, is_missing, shown

_COUNTY_DIGITS = 3
_IN_FULL = re.compile(r"(?:\d{7}US)?55(\d{3})(?:\d{5}|\d{9})?")
"""Codes that begin with the state: of a county, a municipality, a ward; the census writes 0500000US before them."""


_SAINT = re.compile(r"^saint")
_DIGITS_IN_CELLS = frozenset({3, 5})
"""Fewer may be a number of another list (the department of revenue counts the counties from 1 to 72)."""


@lru_cache(maxsize=1)
def counties() -> Mapping[str, str]:
    """Return the 72 counties by their three digits.

    >>> len(counties()), counties()["078"]
    (72, 'Menominee')
    """
    text = resources.files("gis.layers.rows").joinpath("counties.toml").read_text("utf-8")
    return dict(tomllib.loads(text)["county"])


@lru_cache(maxsize=1)
def _codes() -> Mapping[str, str]:
    return {_key(name): code for code, name in counties().items()}


def _key(name: str) -> str:
    return _SAINT.sub("st", name_key(name))


def county_of_fips(text: str) -> str | None:
    """Return the county that a federal code lies in.

    Parameters
    ----------
    text : str
        Three digits of the county (123, or 1 where a program dropped the zeros), five with the
        state (55123), ten of a municipality (5502548000), fourteen of a ward, or the census form
        0500000US55123. A number written as a float ("123.0") is read as the number.

    Returns
    -------
    str or None
        Name without the word County; None where no county of Wisconsin bears the code.

    Examples
    --------
    >>> county_of_fips("123"), county_of_fips("55123"), county_of_fips("5502548000")
    ('Vernon', 'Vernon', 'Dane')
    >>> county_of_fips("999"), county_of_fips("27053"), county_of_fips("")
    (None, None, None)
    """
    code = text.strip().removesuffix(".0")
    if not code.isascii():
        return None
    if code.isdecimal() and len(code) <= _COUNTY_DIGITS:
        return counties().get(code.zfill(_COUNTY_DIGITS))
    hit = _IN_FULL.fullmatch(code)
    return counties().get(hit[1]) if hit else None


def fips_of_county(name: str) -> str | None:
    """Return the three digits of a county; None where Wisconsin has no such county.

    Case, blanks, points and the word County do not matter.

    >>> [fips_of_county(name) for name in ("VERNON", "St Croix County", "Fond Du Lac", "Cook")]
    ['123', '109', '039', None]
    """
    plain = parse_county(name)
    return None if plain is None else _codes().get(_key(plain))


def read_county(value: object) -> str | None:
    """Read the county of a row in its one spelling, from a name or a federal code.

    Parameters
    ----------
    value : object
        "VERNON", "Vernon County", "Saint Croix", three digits or five with the state.

    Returns
    -------
    str or None
        Name without the word County; None where the cell holds nothing, or says that there are several.

    Raises
    ------
    ValueError
        Where Wisconsin has no such county. The cell may hold a name out of a slid column, and is not repeated.

    Examples
    --------
    >>> read_county("FOND DU LAC COUNTY"), read_county("Saint Croix"), read_county("055"), read_county(55123.0)
    ('Fond du Lac', 'St. Croix', 'Jefferson', 'Vernon')
    >>> read_county("In Multiple Counties") is None
    True
    >>> read_county(13)
    Traceback (most recent call last):
    ValueError: '13' is no county of Wisconsin; a federal code has three digits, or five with the state
    """
    if is_missing(value) or in_several_counties(value):
        return None
    text = as_written(value).strip().removesuffix(".0")
    if text.isascii() and text.isdecimal():
        county = county_of_fips(text) if len(text) in _DIGITS_IN_CELLS else None
        hint = "; a federal code has three digits, or five with the state"
    else:
        county, hint = counties().get(fips_of_county(text) or ""), ""
    if county is None:
        msg = f"{shown(as_written(value))} is no county of Wisconsin{hint}"
        raise ValueError(msg)
    return county
