"""TSD-06: the day of the hearing (FACTS.md, entry TSD-06 and Block D)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-06", read_facts("TSD-06", {"petition_received": "2026-07-01", **facts}), LAW)


@pytest.mark.parametrize(
    ("facts", "earliest"),
    [
        pytest.param({}, None, id="nothing known"),
        # Insertions July 2 and 9, and a week.
        pytest.param({"first_insertion": "2026-07-02"}, "2026-07-16", id="notice"),
        pytest.param({"notice_mailed": "2026-07-07"}, "2026-07-17", id="mailing"),
        pytest.param({"bond_filed": "2026-07-03"}, "2026-07-18", id="bond"),
        pytest.param(
            {"first_insertion": "2026-07-08", "notice_mailed": "2026-07-07", "bond_filed": "2026-07-03"},
            "2026-07-22",
            id="the latest of them",
        ),
    ],
)
def test_the_earliest_day_for_the_hearing(facts: dict[str, Any], earliest: str | None) -> None:
    found = find(**facts)
    assert found.measures["earliest_hearing"] == earliest
    assert found.measures["feasible"] is (None if earliest is None else True)
    assert found.state == "needs_evidence"


@pytest.mark.parametrize(
    ("hearing", "state", "word"),
    # Received July 1: until Friday, July 31. The bond of July 14 allows it from July 29 on.
    [
        ("2026-07-28", "fail", "so this one is too early"),
        ("2026-07-29", "pass", "no hearing before July 29, 2026"),
        ("2026-07-31", "pass", "is in time"),
        ("2026-08-01", "fail", "is 1 day late"),
        (None, "needs_evidence", "the day of the hearing is not known"),
    ],
)
def test_the_hearing_lies_in_the_window(hearing: str | None, state: str, word: str) -> None:
    found = find(bond_filed="2026-07-14", hearing_date=hearing)
    assert (found.state, found.measures["feasible"]) == (state, True)
    assert word in found.because
    assert ("too early" in found.because) is (hearing == "2026-07-28")


@pytest.mark.parametrize(
    ("bond", "feasible", "state", "calendar_day"),
    # Received July 3: until Sunday, August 2, which moves to Monday, August 3. Bond and 15 days: August 2, 3 and 4.
    [
        ("2026-07-18", True, "needs_evidence", "needs_evidence"),
        ("2026-07-19", True, "needs_evidence", "fail"),
        ("2026-07-20", False, "fail", "fail"),
    ],
)
def test_a_window_that_closes(bond: str, feasible: bool, state: str, calendar_day: str) -> None:
    found = find(petition_received="2026-07-03", bond_filed=bond)
    assert (found.state, found.measures["feasible"]) == (state, feasible)
    assert found.readings["calendar_day"].state == calendar_day
    assert ("so no day is left for it" in found.because) is (not feasible)


def test_too_few_signatures_never_start_the_time() -> None:
    found = find(signatures_sufficient=False, hearing_date="2026-12-01", bond_filed="2026-07-14")
    assert (found.state, found.answer, found.readings) == ("not_applicable", None, {})
    assert found.measures["rolled_date"] is None
    assert found.measures["days_used"] is None


@pytest.mark.parametrize(("sufficient", "taken"), [(None, True), (True, False)])
def test_what_is_taken_for_granted_is_said(sufficient: bool | None, taken: bool) -> None:
    found = find(signatures_sufficient=sufficient, hearing_date="2026-07-20")
    assert found.state == "pass"
    assert any("taken to have enough valid signatures" in note for note in found.notes) is taken


def test_a_hearing_too_early_fails_whenever_the_petition_came() -> None:
    found = find(petition_received=None, bond_filed="2026-07-14", hearing_date="2026-07-28")
    assert (found.state, found.answer, found.measures["feasible"]) == ("fail", None, None)


def test_a_hearing_before_the_petition_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="lies before 2026-07-01") as caught:
        find(hearing_date="2026-06-30")
    assert caught.value.where == "facts.hearing_date"
    assert find(hearing_date="2026-07-01").state == "pass"


def test_a_notice_that_would_leave_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(petition_received=None, bond_filed="9999-12-20")
