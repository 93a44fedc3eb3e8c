"""Fees by the year: one row holds for all of it, or there is none."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from gis.law.loader import load_law
from gis.law.parameters import DatedValue, Parameters
from gis.rules.impact_fees.tables import BOTH, TABLES, fees_of_year, no_table_said, worth

Row = tuple[str, str | None, int]


def tables_of(*rows: Row) -> Parameters:
    """Return the law with both tables made of these rows: first day, last day, dollars."""
    law = load_law()
    values = tuple(
        DatedValue(
            holds_from=dt.date.fromisoformat(first),
            until=None if last is None else dt.date.fromisoformat(last),
            value=Fraction(dollars),
            citation="Code of a village (invented)",
        )
        for first, last, dollars in rows
    )
    own = {name: replace(law.entries[name], values=values) for name in TABLES.values()}
    return replace(law, entries={**law.entries, **own}).newest()


BY_YEAR: tuple[Row, ...] = (("2024-01-01", "2024-12-31", 100), ("2025-01-01", "2025-12-31", 200))
BY_BUDGET: tuple[Row, ...] = (("2024-07-01", "2025-06-30", 100), ("2025-07-01", "2026-06-30", 200))
OVER_YEARS: tuple[Row, ...] = (("2024-07-01", "2026-06-30", 100),)
OPEN: tuple[Row, ...] = (("2020-01-01", "2023-12-31", 90), ("2024-01-01", None, 100))
OPEN_WITHIN: tuple[Row, ...] = (("2024-02-01", None, 100),)
RAISED_WITHIN: tuple[Row, ...] = (("2020-01-01", None, 90), ("2024-07-01", None, 100))
RAISED_AND_ENDED: tuple[Row, ...] = (("2020-01-01", None, 90), ("2024-01-01", "2024-12-31", 100))


@pytest.mark.parametrize(
    ("rows", "year", "dollars"),
    [
        (BY_YEAR, 2023, None),
        (BY_YEAR, 2024, 100),
        (BY_YEAR, 2025, 200),
        (BY_YEAR, 2026, None),
        # Each year has days of two fees, or days of none.
        (BY_BUDGET, 2024, None),
        (BY_BUDGET, 2025, None),
        (BY_BUDGET, 2026, None),
        (OVER_YEARS, 2024, None),
        (OVER_YEARS, 2025, 100),
        (OVER_YEARS, 2026, None),
        (OPEN, 2023, 90),
        (OPEN, 2024, 100),
        (OPEN, 2040, 100),
        (OPEN, 2019, None),
        (OPEN_WITHIN, 2024, None),
        (OPEN_WITHIN, 2025, 100),
        # A row without an end is ended by the next one, for good.
        (RAISED_WITHIN, 2023, 90),
        (RAISED_WITHIN, 2024, None),
        (RAISED_WITHIN, 2025, 100),
        (RAISED_AND_ENDED, 2023, 90),
        (RAISED_AND_ENDED, 2024, 100),
        (RAISED_AND_ENDED, 2025, None),
    ],
)
def test_a_fee_of_a_year_holds_on_every_day_of_it(rows: tuple[Row, ...], year: int, dollars: int | None) -> None:
    fees = fees_of_year(tables_of(*rows), BOTH, year)
    assert (None if fees is None else [worth(fee) for fee in fees]) == (None if dollars is None else [dollars] * 2)


@pytest.mark.parametrize(
    ("rows", "year", "said"),
    [
        (BY_YEAR, 2026, "the tables have the years 2024 to 2025, and no fee for 2026 is made up from them"),
        (OPEN, 2019, "the tables have the years from 2020, and no fee for 2019 is made up from them"),
        (BY_BUDGET, 2025, "the tables do not have one fee for the whole of 2025, as a fee by the year needs"),
        (RAISED_WITHIN, 2024, "the tables do not have one fee for the whole of 2024, as a fee by the year needs"),
        (RAISED_AND_ENDED, 2025, "the tables have the years 2020 to 2024, and no fee for 2025 is made up from them"),
        (OPEN_WITHIN, 2024, "the tables do not have one fee for the whole of 2024, as a fee by the year needs"),
        ((), 2024, "the ordinance file states no table of its own, and no fee for 2024 is made up from another's"),
    ],
)
def test_what_a_table_lacks_is_said(rows: tuple[Row, ...], year: int, said: str) -> None:
    assert no_table_said(tables_of(*rows), year) == said
