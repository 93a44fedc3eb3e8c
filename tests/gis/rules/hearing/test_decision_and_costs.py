"""TSD-11 and TSD-14: the decision, and the costs after a dismissal (FACTS.md, Block D)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(rule_id: str, **facts: object) -> Finding:
    return judge(rule_id, read_facts(rule_id, facts), LAW)


@pytest.mark.parametrize(
    ("facts", "answer", "state"),
    [
        # July 9 and 30 days: Saturday, August 8, which does not move.
        pytest.param({"hearing_sessions": ["2026-06-15", "2026-07-09"]}, "2026-08-08", "pass", id="sessions"),
        pytest.param({"hearing_sessions": ["2026-07-09", "2026-06-15"]}, "2026-08-08", "pass", id="in another order"),
        pytest.param({"hearing_concluded": "2026-07-09"}, "2026-08-08", "pass", id="the end"),
        pytest.param(
            {"hearing_concluded": "2026-07-10", "hearing_sessions": ["2026-07-09"]}, "2026-08-09", "pass", id="both"
        ),
        pytest.param({"hearing_sessions": []}, None, "needs_evidence", id="no session"),
        pytest.param({}, None, "needs_evidence", id="nothing"),
    ],
)
def test_the_decision_counts_from_the_last_session(facts: dict[str, Any], answer: str | None, state: str) -> None:
    found = find("TSD-11", **facts, decision_issued="2026-08-08")
    assert (found.answer, found.state) == (answer, state)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"hearing_concluded": "2026-07-08", "hearing_sessions": ["2026-07-09"]}, "facts.hearing_concluded"),
        ({"hearing_concluded": "2026-07-09", "decision_issued": "2026-07-08"}, "facts.decision_issued"),
        ({"hearing_sessions": ["2026-07-09"], "decision_issued": "2026-07-08"}, "facts.decision_issued"),
    ],
)
def test_a_hearing_ends_after_its_sessions_and_before_its_decision(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid, match="lies before 2026-07-09") as caught:
        find("TSD-11", **facts)
    assert caught.value.where == path


def test_a_decision_on_the_day_of_the_hearing_is_in_time() -> None:
    found = find("TSD-11", hearing_concluded="2026-07-09", decision_issued="2026-07-09")
    assert (found.state, found.measures["days_used"]) == ("pass", 0)


@pytest.mark.parametrize(
    ("paid", "state", "notes"),
    # October 4, 2026 and 30 days: Tuesday, November 3, the day of the general election.
    [
        ("2026-11-03", "pass", 1),
        ("2026-11-04", "pass", 1),
        ("2026-11-05", "fail", 1),
        ("2026-10-03", "pass", 2),
        (None, "needs_evidence", 1),
    ],
)
def test_costs_may_be_paid_on_the_day_after_a_general_election(paid: str | None, state: str, notes: int) -> None:
    found = find("TSD-14", order_date="2026-10-04", costs_paid=paid)
    assert (found.state, found.answer, found.measures["rolled_date"]) == (state, "2026-11-03", "2026-11-04")
    assert len(found.notes) == notes


@pytest.mark.parametrize(
    ("rule_id", "name", "days", "words"),
    [
        ("TSD-11", "decision_days", 30, ("the end of the hearing", "the decision")),
        ("TSD-14", "costs_paid_days", 30, ("the order to pay", "the payment of the costs")),
    ],
)
def test_nothing_known_needs_evidence(rule_id: str, name: str, days: int, words: tuple[str, str]) -> None:
    found = find(rule_id)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert (found.parameters[0].name, found.parameters[0].value) == (name, days)
    assert all(word in found.because for word in words)
    assert "outside the five texts on file" in found.notes[0]
