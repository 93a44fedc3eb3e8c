"""WIS-281.45: the general rule for ordinances that copy Wis. Stat. 281.45 (LAW-BEYOND, section 2)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import CHOICES, Parameters
from gis.model.finding import Finding
from gis.model.law import RuleExplained
from gis.rules.explaining import explained
from gis.rules.registry import judge, read_facts
from gis.schema import schema
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
DWELLING: dict[str, Any] = {"in_territory": True, "habitation": True, "adjacent": True, "block_sewer": "none"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("WIS-281.45", read_facts("WIS-281.45", {**DWELLING, **facts}), law)


@pytest.mark.parametrize(
    ("facts", "state", "answer", "interior_only"),
    [
        pytest.param({}, "pass", True, "pass", id="adjacent"),
        pytest.param({"adjacent": False}, "fail", False, "fail", id="neither limb"),
        pytest.param({"adjacent": False, "block_sewer": "interior"}, "pass", True, "pass", id="through the block"),
        pytest.param(
            {"adjacent": False, "block_sewer": "bounding_street"}, "pass", True, "fail", id="street that bounds it"
        ),
        pytest.param(
            {"adjacent": None, "block_sewer": "bounding_street"}, "pass", True, "needs_evidence", id="adjacency unknown"
        ),
        pytest.param({"adjacent": None}, "needs_evidence", None, "needs_evidence", id="no block, adjacency unknown"),
        pytest.param({"in_territory": False}, "not_applicable", False, "not_applicable", id="outside"),
        pytest.param({"in_territory": None}, "needs_evidence", None, "needs_evidence", id="where unknown"),
        pytest.param({"habitation": False}, "fail", False, "fail", id="a shop"),
        pytest.param({"habitation": None}, "needs_evidence", None, "needs_evidence", id="use unknown"),
        pytest.param({"sewer_status": "proposed"}, "not_applicable", False, "not_applicable", id="proposed"),
        pytest.param({"sewer_status": "abandoned"}, "not_applicable", False, "not_applicable", id="abandoned"),
        pytest.param({"sewer_status": None}, "needs_evidence", None, "needs_evidence", id="service unknown"),
        pytest.param({"only_force_main": True}, "undetermined", None, "undetermined", id="force main only"),
        pytest.param(
            {"only_force_main": True, "adjacent": False},
            "undetermined",
            None,
            "undetermined",
            id="force main, no other",
        ),
        pytest.param({"only_force_main": True, "habitation": False}, "fail", False, "fail", id="force main by a shop"),
    ],
)
def test_who_must_connect_in_both_readings(
    facts: dict[str, object], state: str, answer: bool | None, interior_only: str
) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, answer)
    assert found.readings["bounding_street_counts"].state == state
    assert found.readings["interior_only"].state == interior_only
    assert find(law_with(statute_block_reading="interior_only"), **facts).state == interior_only


def test_the_readings_are_the_choices_of_the_law() -> None:
    assert find().readings.keys() == CHOICES["statute_block_reading"]


@pytest.mark.parametrize(
    ("notice", "connect_by", "rolled", "penalty_from"),
    # The failure has to last more than 10 days after the notice: the tenth is in time, the eleventh is not.
    [
        ("2026-06-01", "2026-06-11", "2026-06-11", "2026-06-12"),
        # Until Saturday, July 4, a holiday; then Sunday; so Monday is in time.
        ("2026-06-24", "2026-07-04", "2026-07-06", "2026-07-07"),
        ("2028-02-19", "2028-02-29", "2028-02-29", "2028-03-01"),
    ],
)
def test_a_penalty_may_follow_after_more_than_ten_days(
    notice: str, connect_by: str, rolled: str, penalty_from: str
) -> None:
    found = find(notice=notice)
    assert (found.state, found.answer) == ("pass", True)
    assert (found.measures["connect_by"], found.measures["rolled_date"]) == (connect_by, rolled)
    assert found.measures["penalty_from"] == penalty_from
    assert found.measures["penalty_may_follow"] is None
    assert "10 days from written notice" in found.because
    assert (found.readings["rolled"].answer, found.readings["calendar_day"].answer) == (rolled, connect_by)


@pytest.mark.parametrize(
    ("as_of", "may_follow"),
    [("2026-05-31", False), ("2026-06-11", False), ("2026-06-12", True), ("2027-01-01", True), (None, None)],
)
def test_the_day_asked_about_decides_whether_a_penalty_may_follow_and_not_the_duty(
    as_of: str | None, may_follow: bool | None
) -> None:
    found = find(notice="2026-06-01", as_of=as_of)
    assert (found.state, found.answer, found.measures["penalty_may_follow"]) == ("pass", True, may_follow)


def test_without_notice_the_duty_stands_and_no_penalty_can_follow() -> None:
    found = find(as_of="2026-06-15")
    assert (found.state, found.answer) == ("pass", True)
    for name in ("connect_by", "penalty_from", "penalty_may_follow"):
        assert found.measures[name] is None
    assert "no written notice is on record" in found.because
    assert "rolled" not in found.readings


@pytest.mark.parametrize("facts", [{"habitation": False}, {"in_territory": False}, {"adjacent": False}])
def test_where_there_is_no_duty_a_notice_counts_for_nothing(facts: dict[str, object]) -> None:
    found = find(notice="2026-06-01", as_of="2026-07-01", **facts)
    assert (found.measures["connect_by"], found.measures["penalty_from"]) == (None, None)
    assert found.measures["penalty_may_follow"] is None


@pytest.mark.parametrize("facts", [{}, {"habitation": None}, {"in_territory": False}, {"notice": "2026-06-01"}])
def test_every_finding_says_that_the_source_is_outside_the_five_texts(facts: dict[str, object]) -> None:
    assert any("outside the five texts" in note and "Med-High" in note for note in find(**facts).notes)


def test_every_number_is_one_of_the_law() -> None:
    found = find(law_with(statute_connection_notice_days=20), notice="2026-06-01")
    assert (found.measures["connect_by"], found.measures["penalty_from"]) == ("2026-06-21", "2026-06-23")  # a Sunday
    assert [(use.name, use.value) for use in found.parameters] == [
        ("statute_block_reading", "bounding_street_counts"),
        ("statute_connection_notice_days", 20),
        ("last_day_on_closed_day", "next_secular_day"),
    ]


def test_with_nothing_known_everything_that_matters_is_named() -> None:
    found = judge("WIS-281.45", read_facts("WIS-281.45", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    for words in ("in the municipality or district", "human habitation", "meets a right-of-way", "through its block"):
        assert words in found.because


def test_a_notice_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(notice="9999-12-25")


def test_an_id_with_a_point_in_it_is_explained_and_has_a_schema() -> None:
    told = explained("WIS-281.45")
    assert isinstance(told, RuleExplained)
    assert [(source.citation, source.confidence) for source in told.outside][:1] == [("Wis. Stat. 281.45", "Med-High")]
    facts = schema("WIS-281.45.facts")["properties"]
    assert {"in_territory", "habitation", "adjacent", "block_sewer", "notice", "as_of"} <= facts.keys()
