"""The next general election after one of the same year."""

import datetime as dt

import pytest

from gis.calendar.elections import next_general_election


@pytest.mark.parametrize(
    ("after", "election"),
    [
        # The first Mondays of November are November 2, 2026 and November 6, 2028; the elections are a day later.
        ("2026-11-04", "2028-11-07"),
        ("2026-12-31", "2028-11-07"),
        ("2027-01-01", "2028-11-07"),
    ],
)
def test_after_the_election_of_a_year_it_is_the_one_two_years_later(after: str, election: str) -> None:
    assert next_general_election(dt.date.fromisoformat(after)) == dt.date.fromisoformat(election)
