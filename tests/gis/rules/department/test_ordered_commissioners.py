"""TSD-18: commissioners of a district that the department ordered (FACTS.md, entry TSD-18 and Block D)."""

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-18", read_facts("TSD-18", facts), LAW)


@pytest.mark.parametrize(
    ("event", "answer"),
    # January 4, 2027 and 60 days: 27 + 28 + 5, March 5.
    [("order_affirmed", "2027-03-05"), ("vacancy", "2027-03-05"), ("initial_terms_expired", "2027-03-05")],
)
def test_the_time_runs_from_the_event(event: str, answer: str) -> None:
    found = find(event=event, event_date="2027-01-04", board_acted="2027-03-05")
    assert (found.state, found.answer, found.measures["review_period_ends"]) == ("pass", answer, None)
    assert set(found.readings) == {"rolled", "calendar_day"}
    assert [use.name for use in found.parameters] == ["department_commissioner_days", "last_day_on_closed_day"]


@pytest.mark.parametrize(
    ("acted", "state", "from_calendar_day", "from_rolled_day"),
    # May 24, 2026 and 90 days: 7 + 30 + 31 + 22, Saturday, August 22; the court is open on Monday the 24th.
    # 60 days more: 9 + 30 + 21 from the Saturday, October 21; from the Monday October 23. Both are open days.
    [
        ("2026-10-21", "pass", "pass", "pass"),
        ("2026-10-22", "fail", "fail", "pass"),
        ("2026-10-23", "fail", "fail", "pass"),
        ("2026-10-24", "fail", "fail", "fail"),
        (None, "needs_evidence", "needs_evidence", "needs_evidence"),
    ],
)
def test_without_an_appeal_the_time_runs_from_the_end_of_the_review(
    acted: str | None, state: str, from_calendar_day: str, from_rolled_day: str
) -> None:
    found = find(event="no_appeal", event_date="2026-05-24", board_acted=acted)
    assert (found.state, found.answer) == (state, "2026-10-21")
    assert found.measures["review_period_ends"] == "2026-08-22"
    calendar_day, rolled_day = found.readings["from_calendar_day"], found.readings["from_rolled_day"]
    assert (calendar_day.state, calendar_day.answer) == (from_calendar_day, "2026-10-21")
    assert (rolled_day.state, rolled_day.answer) == (from_rolled_day, "2026-10-23")
    assert found.because.startswith("Nobody appealed from the determination of May 24, 2026; 60 days from")
    assert {use.name: use.value for use in found.parameters} == {
        "department_commissioner_days": 60,
        "court_review_days": 90,
        "last_day_on_closed_day": "next_secular_day",
    }


def test_days_used_count_from_the_end_of_the_review() -> None:
    assert find(event="no_appeal", event_date="2026-05-24", board_acted="2026-08-23").measures["days_used"] == 1


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({}, "what starts the time is not known"),
        ({"event_date": "2026-05-24"}, "what starts the time is not known"),
        ({"event": "no_appeal"}, "the end of the time for review is not known"),
        ({"event": "vacancy"}, "the day of the vacancy is not known"),
    ],
)
def test_without_an_event_or_its_day_there_is_no_answer(facts: dict[str, str], word: str) -> None:
    found = find(**facts, board_acted="2026-08-01")
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word in f"{found.because[0].lower()}{found.because[1:]}"
    assert set(found.readings) == {"rolled", "calendar_day"}
