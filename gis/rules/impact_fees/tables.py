"""What is the impact fee of one unit in a year: the tables of 86-141(b) and (c), looked up and never computed?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Literal, TypeAlias

from gis.law.parameters import DatedValue, Parameter, Parameters
from gis.rules.words import dollars, listed

Service: TypeAlias = Literal["water", "sewer"]

TABLES: Mapping[Service, str] = MappingProxyType(
    {"water": "mukwonago_impact_water_usd_per_rec", "sewer": "mukwonago_impact_sewer_usd_per_rec"}
)
"""Parameter of each table; the first in the text is taken for water, the second for sewer, by section order."""
BOTH: tuple[Service, ...] = ("water", "sewer")
_DAY = dt.timedelta(days=1)
TABLE_ORDER = (
    "The headings of the two tables are not in the text on file; the first is taken for water and the second for "
    "sewer, in the order of the sections."
)


def fees_of_year(parameters: Parameters, services: Sequence[Service], year: int) -> tuple[Parameter, ...] | None:
    """Return the fee of one residential equivalent connection for each service in a year.

    Parameters
    ----------
    parameters
        The law; its date does not matter, because the tables name years.
    services
        Water, sewer or both.
    year
        Year of the fee.

    Returns
    -------
    tuple of Parameter or None
        Dollars a unit, in the order of the services; null where no row of a table holds for the whole year. Nothing is
        carried on from another year.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141(b)-(c).

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> [fee.value for fee in fees_of_year(load_law().newest(), BOTH, 2015) or ()]
    [Fraction(2014, 1), Fraction(1788, 1)]
    >>> fees_of_year(load_law().newest(), BOTH, 2021) is None
    True
    """
    if not all(_has(parameters, TABLES[service], year) for service in services):
        return None
    of_year = parameters.law.parameters(dt.date(year, 1, 1))
    return tuple(of_year.get(TABLES[service]) for service in services)


def worth(fee: Parameter) -> Fraction:
    """Return the dollars a unit of a row of the tables.

    Raises
    ------
    TypeError
        The law gives no number there.
    """
    if not isinstance(fee.value, Fraction):
        msg = f"{fee.name} is no number"
        raise TypeError(msg)
    return fee.value


def per_rec_said(fees: Sequence[Parameter], services: Sequence[Service], year: int) -> str:
    """Say in a clause what one unit costs in the year, for each service.

    >>> from gis.law.loader import load_law
    >>> per_rec_said(fees_of_year(load_law().newest(), BOTH, 2020) or (), BOTH, 2020)
    'one unit costs $2,335 for water and $2,073 for sewer in 2020'
    """
    each = [f"{dollars(worth(fee))} for {service}" for fee, service in zip(fees, services, strict=True)]
    return f"one unit costs {listed(each)} in {year}"


def no_table_said(parameters: Parameters, year: int) -> str:
    """Say in a clause that the tables do not have a year."""
    tables = [_rows(parameters, TABLES[service]) for service in BOTH]
    if not all(tables):
        return f"the ordinance file states no table of its own, and no fee for {year} is made up from another's"
    overlapping = [row for row in chain(*tables) if row.holds_from.year <= year <= (row.until or dt.date.max).year]
    if not all(_is_whole(row, year) for row in overlapping):
        return f"the tables do not have one fee for the whole of {year}, as a fee by the year needs"
    first = max(_first_year(table[0]) for table in tables)
    ends = [last for last in (_last_year(table[-1]) for table in tables) if last is not None]
    held = f"the years {first} to {min(ends)}" if ends else f"the years from {first}"
    return f"the tables have {held}, and no fee for {year} is made up from them"


def _has(parameters: Parameters, name: str, year: int) -> bool:
    return any(_is_whole(row, year) for row in _rows(parameters, name))


def _rows(parameters: Parameters, name: str) -> tuple[DatedValue, ...]:
    """Return the rows of a table, each ended at the latest by the next one."""
    rows = parameters.law.entries[name].values
    ended = (
        row if row.until is not None else replace(row, until=later.holds_from - _DAY) for row, later in pairwise(rows)
    )
    return (*ended, *rows[-1:])


def _is_whole(row: DatedValue, year: int) -> bool:
    """Whether the row holds on every day of the year: a fee by the year is one for all of it."""
    last = _last_year(row)
    return _first_year(row) <= year and (last is None or year <= last)


def _first_year(row: DatedValue) -> int:
    """Return the first year on whose every day the row holds, as far as its beginning goes."""
    begins = row.holds_from
    return begins.year if (begins.month, begins.day) == (1, 1) else begins.year + 1


def _last_year(row: DatedValue) -> int | None:
    """Return the last year on whose every day the row holds; null where it has no end."""
    if row.until is None:
        return None
    return row.until.year if (row.until.month, row.until.day) == (12, 31) else row.until.year - 1
