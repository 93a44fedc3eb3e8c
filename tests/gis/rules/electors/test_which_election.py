"""TSD-27: at which election (FACTS.md, entry TSD-27)."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-27", read_facts("TSD-27", {"requests": "spring", **facts}), LAW)


@pytest.mark.parametrize(
    ("filed", "election", "in_window"),
    # Spring elections: 2026-04-07, 2027-04-06, 2028-04-04, 2029-04-03.
    [
        pytest.param("2026-04-06", "2027-04-06", False, id="the day before: the second one from then"),
        pytest.param("2026-04-07", "2027-04-06", True, id="on election day"),
        ("2026-11-14", "2027-04-06", True),
        pytest.param("2026-11-15", "2027-04-06", True, id="the last day, a Sunday"),
        ("2026-11-16", "2028-04-04", False),
        ("2026-12-31", "2028-04-04", False),
        ("2027-01-01", "2028-04-04", False),
        ("2027-04-06", "2028-04-04", True),
        ("2027-11-16", "2029-04-03", False),
    ],
)
def test_the_window_from_the_spring_election_to_november_15(filed: str, election: str, in_window: bool) -> None:
    found = find(filed=filed)
    assert (found.state, found.answer, found.measures["in_window"]) == ("pass", election, in_window)


@pytest.mark.parametrize(
    ("filed", "rolled"),
    [
        pytest.param("2026-11-16", "2027-04-06", id="the Monday after a Sunday"),
        pytest.param("2026-11-17", "2028-04-04", id="the Tuesday after it"),
        pytest.param("2025-11-16", "2027-04-06", id="a Sunday after a Saturday, which does not move"),
        pytest.param("2027-11-16", "2029-04-03", id="a Tuesday after a Monday"),
    ],
)
def test_the_reading_that_moves_a_sunday(filed: str, rolled: str) -> None:
    found = find(filed=filed)
    assert found.readings["november_15_rolled"].answer == rolled
    assert (found.readings["literal"].state, found.readings["literal"].answer) == ("pass", found.answer)


def test_a_special_election_is_ordered() -> None:
    found = find(filed="2026-06-01", requests="special")
    assert (found.state, found.answer, found.measures["special_election_ordered"]) == ("pass", None, True)
    assert found.readings == {}
    assert find(filed="2026-06-01").measures["special_election_ordered"] is False


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"filed": None}, "the day on which the petition was filed"),
        ({"filed": "2026-06-01", "requests": None}, "special"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word in found.because


def test_a_year_without_its_century_is_refused() -> None:
    with pytest.raises(FactsInvalid, match=r"facts\.filed"):
        find(filed="0026-04-07")


@settings(max_examples=50)
@given(filed=st.dates(dt.date(2011, 7, 1), dt.date(2099, 12, 31)))
def test_the_election_is_after_the_petition_and_at_most_two_springs_later(filed: dt.date) -> None:
    found = find(filed=filed.isoformat())
    election = dt.date.fromisoformat(str(found.answer))
    assert (election.month, election.weekday()) == (4, 1)
    assert election.day <= 7
    assert filed < election
    # At most two springs lie after filing and not after the election.
    springs = [
        day for year in range(filed.year, filed.year + 3) for day in [first_tuesday_of_april(year)] if filed < day
    ]
    assert election in springs[:2]
    assert (election == springs[0]) is found.measures["in_window"]


def first_tuesday_of_april(year: int) -> dt.date:
    return next(dt.date(year, 4, day) for day in range(1, 8) if dt.date(year, 4, day).weekday() == 1)
