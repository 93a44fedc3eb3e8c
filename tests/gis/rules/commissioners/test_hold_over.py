"""TSD-28: until when incumbents serve (FACTS.md, entry TSD-28)."""

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-28", read_facts("TSD-28", facts), LAW)


@pytest.mark.parametrize("event", ["spring_election", "successor_elected"])
@pytest.mark.parametrize(
    ("year", "day"),
    # April 1 is a Monday in 2024 and 2030, so the third is the earliest, the 15th; in 2031 it is a Tuesday: the 21st.
    [(2024, "2024-04-15"), (2027, "2027-04-19"), (2028, "2028-04-17"), (2031, "2031-04-21")],
)
def test_after_a_spring_election_until_the_third_monday_of_april(event: str, year: int, day: str) -> None:
    found = find(event=event, year=year)
    assert (found.state, found.answer, found.measures["until_event"]) == ("pass", day, None)


@pytest.mark.parametrize(
    ("event", "until"),
    [
        ("special_election", "successors_elected_and_qualified"),
        ("successor_appointed", "successor_takes_office"),
    ],
)
@pytest.mark.parametrize("year", [None, 2027])
def test_else_until_an_event(event: str, until: str, year: int | None) -> None:
    found = find(event=event, year=year)
    assert (found.state, found.answer, found.measures["until_event"]) == ("pass", None, until)


def test_what_is_missing_is_named() -> None:
    assert "what replaces the commissioners" in find(year=2027).because
    found = find(event="successor_elected")
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "the year" in found.because


@pytest.mark.parametrize("year", [0, 27, -2027, 9999])
def test_a_year_without_its_century_is_refused(year: int) -> None:
    with pytest.raises(FactsInvalid, match=r"facts\.year"):
        find(event="spring_election", year=year)
