"""What is the impact fee of one unit in a year: the tables of 86-141(b) and (c), looked up and never computed?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias

from gis.law.parameters import Parameter, Parameters
from gis.rules.words import dollars, listed

Service: TypeAlias = Literal["water", "sewer"]

TABLES: Mapping[Service, str] = MappingProxyType(
    {"water": "mukwonago_impact_water_usd_per_rec", "sewer": "mukwonago_impact_sewer_usd_per_rec"}
)
"""Parameter of each table; the first in the text is taken for water, the second for sewer, by section order."""
BOTH: tuple[Service, ...] = ("water", "sewer")
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
        Dollars a unit, in the order of the services; null where a table does not have the year. Nothing is carried on
        from another year.

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


def years_on_file(parameters: Parameters) -> tuple[int, int]:
    """Return the first and the last year that both tables have."""
    rows = [parameters.law.entries[TABLES[service]].values for service in BOTH]
    return max(table[0].holds_from.year for table in rows), min(table[-1].holds_from.year for table in rows)


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
    if not all(parameters.law.entries[TABLES[service]].values for service in BOTH):
        return f"the ordinance file states no table of its own, and no fee for {year} is made up from another's"
    first, last = years_on_file(parameters)
    return f"the tables have the years {first} to {last}, and no fee for {year} is made up from them"


def _has(parameters: Parameters, name: str, year: int) -> bool:
    return any(
        row.until is not None and row.holds_from.year <= year <= row.until.year
        for row in parameters.law.entries[name].values
    )
