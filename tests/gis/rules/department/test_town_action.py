"""TSD-17: the town's time to act on the department's order (FACTS.md, entry TSD-17 and Block D)."""

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-17", read_facts("TSD-17", facts), LAW)


@pytest.mark.parametrize(
    ("action", "acted", "state", "must", "by_reading"),
    # January 20, 2028 and 45 days: 11 + 29 + 5, Sunday, March 5; the act still counts on Monday.
    [
        ("sanitary_district", "2028-03-05", "pass", False, ("pass", "pass")),
        ("sanitary_district", "2028-03-06", "pass", False, ("pass", "pass")),
        ("sanitary_district", "2028-03-07", "fail", True, ("fail", "fail")),
        ("sanitary_district", None, "needs_evidence", None, ("needs_evidence", "needs_evidence")),
        ("utility_district", "2028-03-06", "undetermined", None, ("pass", "fail")),
        ("utility_district", "2028-03-07", "fail", True, ("fail", "fail")),
        ("utility_district", None, "needs_evidence", None, ("needs_evidence", "needs_evidence")),
        ("none", None, "fail", True, ("fail", "fail")),
        (None, None, "needs_evidence", None, ("needs_evidence", "needs_evidence")),
        (None, "2028-03-05", "needs_evidence", None, ("needs_evidence", "needs_evidence")),
    ],
)
def test_what_the_board_did_and_when(
    action: str | None, acted: str | None, state: str, must: bool | None, by_reading: tuple[str, str]
) -> None:
    found = find(order_received="2028-01-20", town_action=action, town_acted=acted)
    assert (found.state, found.answer, found.measures["dnr_must_create"]) == (state, "2028-03-05", must)
    named = ("utility_district_counts", "sanitary_district_only")
    assert tuple(found.readings[name].state for name in named) == by_reading
    assert found.readings["rolled"].state == state


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"town_action": "none"}, "so the department has to"),
        ({"town_action": "sanitary_district", "town_acted": "2028-03-07"}, "the department has to make the district"),
        ({"town_action": "utility_district", "town_acted": "2028-03-06"}, "whether that stops the department"),
        ({"town_action": None}, "what the board did is not known"),
        ({"town_action": "sanitary_district", "town_acted": "2028-03-06"}, "only because the last day moves"),
    ],
)
def test_the_reason_is_said(facts: dict[str, Any], word: str) -> None:
    assert word in find(order_received="2028-01-20", **facts).because


def test_a_board_that_made_no_district_fails_whenever_the_order_came() -> None:
    found = find(town_action="none")
    assert (found.state, found.answer, found.measures["dnr_must_create"]) == ("fail", None, True)
    assert {reading.state for reading in found.readings.values()} == {"fail"}
    assert "day of the receipt of the order is not known" in found.because
    assert "the department has to" in found.because


def test_nothing_known_names_every_fact() -> None:
    found = find()
    assert found.state == "needs_evidence"
    assert all(word in found.because for word in ("receipt of the order", "the board's act", "what the board did"))
    assert (found.parameters[0].name, found.parameters[0].value) == ("town_action_days", 45)
