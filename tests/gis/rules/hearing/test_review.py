"""TSD-21: review by the circuit court (FACTS.md, entry TSD-21; time as in 801.15)."""

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-21", read_facts("TSD-21", facts), LAW)


@pytest.mark.parametrize(
    ("determined", "answer", "rolled"),
    [
        # May 24 and 90 days: 7 + 30 + 31 + 22, Saturday, August 22.
        pytest.param("2026-05-24", "2026-08-22", "2026-08-24", id="a Saturday"),
        pytest.param("2026-05-25", "2026-08-23", "2026-08-24", id="a Sunday"),
        # October 3 and 90 days: 28 + 30 + 31 + 1, New Year's Day, a Friday; the weekend follows.
        pytest.param("2026-10-03", "2027-01-01", "2027-01-04", id="a holiday before a weekend"),
        # August 5 and 90 days: 26 + 30 + 31 + 3, the general election.
        pytest.param("2026-08-05", "2026-11-03", "2026-11-04", id="the general election"),
        # April 5, 2027 and 90 days: 25 + 31 + 30 + 4, Sunday, July 4, kept on the 5th.
        pytest.param("2027-04-05", "2027-07-04", "2027-07-06", id="a Sunday holiday"),
        pytest.param("2026-06-10", "2026-09-08", "2026-09-08", id="an open day"),
    ],
)
def test_court_time_runs_to_a_day_on_which_the_clerk_is_open(determined: str, answer: str, rolled: str) -> None:
    found = find(final_determination=determined, action_filed=rolled, office_open_saturday=True)
    assert (found.state, found.answer, found.measures["rolled_date"]) == ("pass", answer, rolled)
    assert found.readings["calendar_day"].state == ("pass" if rolled == answer else "fail")


@pytest.mark.parametrize(
    ("facts", "state", "word"),
    [
        pytest.param({}, "pass", "is in time", id="counties not stated"),
        pytest.param({"county_of_lands": "Rock", "county_filed": "Rock"}, "pass", "is in time", id="the same"),
        pytest.param({"county_of_lands": "Rock", "county_filed": "Dane"}, "fail", "in Dane", id="another"),
        pytest.param({"county_of_lands": "Rock"}, "pass", "is in time", id="one not stated"),
        pytest.param({"county_filed": "Rock"}, "pass", "is in time", id="the other not stated"),
        pytest.param({"action_filed": "2026-09-09"}, "fail", "1 day late", id="a day late"),
        pytest.param({"action_filed": None}, "needs_evidence", "the action is not known", id="no action known"),
        pytest.param({"final_determination": None}, "needs_evidence", "determination is not known", id="no start"),
        pytest.param(
            {"action_filed": None, "county_of_lands": "Rock", "county_filed": "Dane"}, "fail", "in Rock", id="whenever"
        ),
    ],
)
def test_time_and_county(facts: dict[str, Any], state: str, word: str) -> None:
    found = find(**{"final_determination": "2026-06-10", "action_filed": "2026-09-08", **facts})
    assert found.state == state
    assert found.readings["rolled"].state == state
    assert word in found.because


def test_an_action_before_the_determination_is_noted() -> None:
    found = find(final_determination="2026-06-10", action_filed="2026-06-09")
    assert found.notes[-1] == "The action is dated before the final determination; check both dates."


def test_the_law_behind_it_is_named() -> None:
    found = find()
    assert [(use.name, use.value) for use in found.parameters] == [
        ("court_review_days", 90),
        ("court_last_day_on_closed_day", "next_day_clerk_open"),
    ]
    assert "801.15" in found.notes[0]
    assert "outside the five texts on file" in found.notes[0]
