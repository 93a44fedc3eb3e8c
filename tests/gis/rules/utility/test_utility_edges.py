"""UT-04 at the edges that changed code could pass unseen (FACTS.md)."""

import datetime as dt

import pytest

from gis.law.loader import load_law
from gis.rules.utility.arrears_cycle import arrears_cycle

LAW = load_law().newest()


@pytest.mark.parametrize(
    ("year", "apart"),
    # November 1 and 15 are Sundays in 2026, and so the Mondays after them count; in 2025 they are Saturdays.
    [(2025, set()), (2026, {dt.date(2026, 11, 2), dt.date(2026, 11, 16)})],
)
def test_both_readings_are_apart_on_the_moved_days_only(year: int, apart: set[dt.date]) -> None:
    cycle = arrears_cycle(year, LAW)
    days = [dt.date(year, 10, 15) + dt.timedelta(days=after) for after in range(60)]
    assert {day for day in days if not cycle.is_alike(day)} == apart
    assert cycle.is_alike(None)
