"""VLG-03: plans before the board meeting (FACTS.md, entry VLG-03 and Block N)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
MEETING = {"board_meeting": "2026-09-08"}  # a Tuesday; fifteen days before is Monday, August 24


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("VLG-03", read_facts("VLG-03", {**MEETING, **facts}), law)


@pytest.mark.parametrize(
    ("received", "sets", "state", "days", "word"),
    [
        ("2026-08-24", 6, "pass", 15, "in time"),
        ("2026-08-25", 6, "fail", 14, "1 day late"),
        ("2026-09-09", 6, "fail", -1, "16 days late"),
        ("2026-07-01", 7, "pass", 69, "in time"),
        ("2026-08-24", 5, "fail", 15, "5 sets were filed, where 6"),
        ("2026-08-24", 1, "fail", 15, "1 set was filed, where 6"),
        ("2026-08-24", 0, "fail", 15, "0 sets were filed"),
        ("2026-08-24", None, "needs_evidence", 15, "how many of the 6 sets"),
        ("2026-08-25", None, "fail", 14, "1 day late"),
        (None, 6, "needs_evidence", None, "receipt of the plans is not known"),
        (None, 5, "fail", None, "5 sets were filed"),
    ],
)
def test_time_and_number(received: str | None, sets: int | None, state: str, days: int | None, word: str) -> None:
    found = find(plans_received=received, sets=sets)
    assert (found.state, found.answer) == (state, "2026-08-24")
    assert found.measures == {"weekday": "Monday", "plan_by": "2026-08-24", "days_before": days, "sets_asked": 6}
    assert word in found.because


def test_sets_that_nobody_mentions_are_as_many_as_asked() -> None:
    assert find(plans_received="2026-08-24").state == "pass"
    assert find(law_with(village_plan_sets=9), plans_received="2026-08-24").state == "pass"
    assert find(law_with(village_plan_sets=9), plans_received="2026-08-24", sets=8).state == "fail"


def test_the_last_day_never_moves_later_and_the_day_to_plan_by_moves_earlier() -> None:
    # January 5, 2027 less 15 is Monday, December 21; December 8, 2026 less 15 is Monday, November 23;
    # September 22, 2026 less 15 is Labor Day, so that plans come on the Friday before.
    found = find(board_meeting="2026-09-22", plans_received="2026-09-08")
    assert (found.state, found.answer, found.measures["plan_by"]) == ("fail", "2026-09-07", "2026-09-04")


def test_without_the_meeting_nothing_is_counted() -> None:
    found = find(board_meeting=None, plans_received="2026-08-24")
    assert (found.state, found.answer, found.measures["weekday"]) == ("needs_evidence", None, None)
    assert "the board meeting is not known" in found.because
    assert find(board_meeting=None, sets=5).state == "fail"


def test_another_ordinance_has_other_days() -> None:
    assert find(law_with(village_plans_days=20), plans_received="2026-08-24").answer == "2026-08-19"


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(sets=-1)
    assert refused.value.where == "facts.sets"
    facts: dict[str, Any] = {"sets": "many"}
    with pytest.raises(FactsInvalid):
        find(**facts)
