"""VLG-04: the village's time to act (FACTS.md, entry VLG-04 and Block D)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
# June 1 plus 90: 29 left in June, 31 and 30 of August make 90. August 30, 2026 is a Sunday.
SUNDAY, MONDAY, TUESDAY = "2026-08-30", "2026-08-31", "2026-09-01"


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("VLG-04", read_facts("VLG-04", {"filed": "2026-06-01", **facts}), law)


@pytest.mark.parametrize(
    ("acted", "as_of", "states", "outcome", "word"),
    [
        ("2026-06-01", None, ("pass", "pass"), "acted", "in time"),
        (SUNDAY, None, ("pass", "pass"), "acted", "in time"),
        (MONDAY, None, ("pass", "fail"), "acted", "in time"),
        (TUESDAY, None, ("fail", "fail"), "denied", "too late"),
        (TUESDAY, "2026-07-01", ("fail", "fail"), "denied", "too late"),
        (None, None, ("needs_evidence", "needs_evidence"), "pending", "day asked about is not known"),
        (None, "2026-07-01", ("needs_evidence", "needs_evidence"), "pending", "is known on July 1, 2026"),
        (None, SUNDAY, ("needs_evidence", "needs_evidence"), "pending", "no action"),
        (None, MONDAY, ("needs_evidence", "fail"), "pending", "no action"),
        (None, TUESDAY, ("fail", "fail"), "denied", "had not acted by September 1, 2026"),
    ],
)
def test_action_and_silence(
    acted: str | None, as_of: str | None, states: tuple[str, str], outcome: str, word: str
) -> None:
    state, calendar_state = states
    found = find(acted=acted, as_of=as_of)
    assert (found.state, found.answer, found.measures["outcome"]) == (state, SUNDAY, outcome)
    assert (found.measures["weekday"], found.measures["rolled_date"]) == ("Sunday", MONDAY)
    assert found.measures["plan_by"] == "2026-08-28"
    assert {name: (reading.state, reading.answer) for name, reading in found.readings.items()} == {
        "rolled": (state, MONDAY),
        "calendar_day": (calendar_state, SUNDAY),
    }
    assert word in found.because
    assert ("denied" in found.because) is (outcome == "denied")


@pytest.mark.parametrize(
    ("facts", "state", "outcome"),
    [
        ({"acted": "2026-10-18"}, "pass", "acted"),
        ({"acted": "2026-10-19"}, "fail", "denied"),
        ({"as_of": "2026-10-18"}, "needs_evidence", "pending"),
        ({"as_of": "2026-10-19"}, "fail", "denied"),
        ({"acted": "2026-10-18", "filed": None}, "pass", "acted"),
    ],
)
def test_a_written_extension_takes_the_place_of_the_time_and_does_not_move(
    facts: dict[str, Any], state: str, outcome: str
) -> None:
    # October 18, 2026 is a Sunday.
    found = find(**facts, extended_to="2026-10-18")
    assert (found.state, found.answer, found.measures["outcome"]) == (state, "2026-10-18", outcome)
    assert (found.measures["rolled_date"], found.measures["plan_by"]) == ("2026-10-18", "2026-10-16")
    assert found.measures["weekday"] == "Sunday"
    # Both readings of a last day stand, as with every deadline; a day that was agreed on is the same by both.
    assert {name: (each.state, each.answer) for name, each in found.readings.items()} == {
        "rolled": (found.state, "2026-10-18"),
        "calendar_day": (found.state, "2026-10-18"),
    }
    assert "written agreement extends the time to October 18, 2026" in found.because


@pytest.mark.parametrize("facts", [{}, {"acted": "2026-08-01"}, {"as_of": "2030-01-01"}])
def test_without_the_filing_nothing_is_counted(facts: dict[str, Any]) -> None:
    found = find(**facts, filed=None)
    assert (found.state, found.answer, found.measures["outcome"]) == ("needs_evidence", None, None)
    assert "filed is not known" in found.because


def test_days_used() -> None:
    assert find(acted=MONDAY).measures["days_used"] == 91


@pytest.mark.parametrize("path", ["acted", "extended_to"])
def test_what_cannot_be_is_refused(path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(**{path: "2026-05-31"})
    assert refused.value.where == f"facts.{path}"


def test_another_ordinance_has_other_days() -> None:
    # June 1 plus 45: 29 left in June and 16 of July.
    assert find(law_with(village_action_days=45)).answer == "2026-07-16"
