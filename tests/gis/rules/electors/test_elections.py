"""On which day was a governor last elected?"""

import datetime as dt

import pytest

from gis.errors import ParameterNotInForce
from gis.law.loader import load_law
from gis.rules.electors.elections import last_governor_election

LAW = load_law().newest()


@pytest.mark.parametrize(
    ("day", "election"),
    [
        pytest.param("2026-11-02", "2022-11-08", id="the day before an election"),
        pytest.param("2026-11-03", "2026-11-03", id="election day"),
        pytest.param("2027-01-15", "2026-11-03", id="the winter after"),
        pytest.param("2024-12-01", "2022-11-08", id="an even year without a governor"),
        # The governor was recalled on 2012-06-05; that was no general election.
        pytest.param("2013-05-01", "2010-11-02", id="after a recall"),
        pytest.param("1970-11-03", "1970-11-03", id="the first of the term"),
    ],
)
def test_the_last_election_of_a_governor(day: str, election: str) -> None:
    assert last_governor_election(dt.date.fromisoformat(day), LAW) == dt.date.fromisoformat(election)


def test_a_day_before_the_first_election_on_file_is_refused() -> None:
    with pytest.raises(ParameterNotInForce, match="1970-11-02"):
        last_governor_election(dt.date(1970, 11, 2), LAW)
