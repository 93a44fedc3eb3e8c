"""TSD-22: the method of selection in a district in one town (FACTS.md, entry TSD-22 and Block D)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
IN_TIME: dict[str, Any] = {"established": "2026-09-01", "method_determined": "2026-09-20"}


def find(**facts: object) -> Finding:
    return judge("TSD-22", read_facts("TSD-22", {**IN_TIME, "method": "appoint", **facts}), LAW)


def commission(supervisors: int | None, votes: int | None, **facts: object) -> Finding:
    return find(method="town_board_commission", supervisors=supervisors, votes_for=votes, **facts)


@pytest.mark.parametrize(
    ("supervisors", "needed"),
    # Two thirds of 3, 4, 5: 2, 2.67, 3.33, rounded up.
    [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4)],
)
def test_two_thirds_of_all_supervisors(supervisors: int, needed: int) -> None:
    assert commission(supervisors, needed).measures["votes_needed"] == needed
    assert commission(supervisors, needed).state == "pass"
    assert commission(supervisors, needed - 1).state == "fail"


@pytest.mark.parametrize(
    ("determined", "state", "by_calendar"),
    [
        # September 1 and 60 days: October 31, 2026, a Saturday, which stays unless the office is closed.
        ("2026-10-31", "pass", "pass"),
        ("2026-11-01", "fail", "fail"),
        (None, "needs_evidence", "needs_evidence"),
    ],
)
def test_the_sixtieth_day(determined: str | None, state: str, by_calendar: str) -> None:
    found = find(method_determined=determined)
    assert (found.state, found.answer, found.measures["weekday"]) == (state, "2026-10-31", "Saturday")
    assert found.readings["calendar_day"].state == by_calendar


def test_a_saturday_moves_to_monday_where_the_office_is_closed() -> None:
    found = find(method_determined="2026-11-02", office_open_saturday=False)
    assert (found.state, found.measures["rolled_date"]) == ("pass", "2026-11-02")
    assert (found.readings["calendar_day"].state, found.answer) == ("fail", "2026-10-31")


def test_a_last_day_on_a_sunday_moves_for_the_default_reading_alone() -> None:
    # January 20, 2027 and 60 days: Sunday, March 21.
    found = find(established="2027-01-20", method_determined="2027-03-22")
    assert (found.state, found.answer, found.measures["rolled_date"]) == ("pass", "2027-03-21", "2027-03-22")
    assert (found.readings["calendar_day"].state, found.readings["rolled"].state) == ("fail", "pass")


@pytest.mark.parametrize(
    ("supervisors", "votes", "determined", "state"),
    [
        (5, None, "2026-09-20", "needs_evidence"),
        (None, 4, "2026-09-20", "needs_evidence"),
        pytest.param(5, None, "2026-12-01", "fail", id="late, whatever the vote was"),
        pytest.param(5, 3, None, "fail", id="too few votes, whenever it was"),
    ],
)
def test_what_is_unknown_and_could_change_the_outcome_is_asked_about(
    supervisors: int | None, votes: int | None, determined: str | None, state: str
) -> None:
    assert commission(supervisors, votes, method_determined=determined).state == state


def test_votes_do_not_matter_for_another_method() -> None:
    assert find(method="elect", votes_for=1, supervisors=5).state == "pass"


def test_another_law_governs_several_towns() -> None:
    found = find(towns_count=2, method_determined="2027-01-01")
    assert (found.state, found.answer, found.measures) == ("not_applicable", None, {})
    assert "2 towns" in found.because
    assert find(towns_count=None).state == "needs_evidence"


def test_nothing_known_is_asked_about_in_words() -> None:
    found = judge("TSD-22", read_facts("TSD-22", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    for word in ("establishment of the district", "decision on the method", "which method"):
        assert word in found.because


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"votes_for": -1}, "votes_for"),
        ({"votes_for": 4, "supervisors": 3}, "votes_for"),
        ({"supervisors": 0}, "supervisors"),
        ({"towns_count": 0}, "towns_count"),
    ],
)
def test_what_no_town_board_can_have_is_refused(facts: dict[str, int], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(**facts)
    assert refused.value.where == f"facts.{path}"


def test_the_numbers_of_the_law_are_shown() -> None:
    shown = {use.name: use.value for use in find().parameters}
    assert (shown["selection_method_days"], shown["town_board_commission_votes"]) == (60, 2)
