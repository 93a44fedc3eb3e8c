"""MUK-23: the days of an appeal from an impact fee (FACTS.md, entry MUK-23)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-23", read_facts("MUK-23", {"holidays": [], **facts}), law)


@pytest.mark.parametrize(
    ("determination", "file_by"),
    [("2026-05-04", "2026-06-03"), ("2028-01-31", "2028-03-01"), ("2026-05-22", "2026-06-21")],  # a Sunday stays
)
def test_the_appeal_is_filed_within_thirty_days(determination: str, file_by: str) -> None:
    found = find(determination=determination)
    assert (found.state, found.answer) == ("pass", file_by)


@pytest.mark.parametrize(
    ("holidays", "forward_by", "report_by"),
    # From Wednesday June 10: two weeks to June 24. From Monday June 15: six weeks to July 27.
    [
        ([], "2026-06-24", "2026-07-27"),
        (["2026-06-19"], "2026-06-25", "2026-07-28"),
        (["2026-06-19", "2026-07-03"], "2026-06-25", "2026-07-29"),
        (["2026-06-20"], "2026-06-24", "2026-07-27"),  # a Saturday is no business day anyway
        (["2026-06-24"], "2026-06-25", "2026-07-28"),  # the last day itself
    ],
)
def test_business_days_leave_out_weekends_and_holidays(holidays: list[str], forward_by: str, report_by: str) -> None:
    found = find(filed="2026-06-10", received="2026-06-15", holidays=holidays)
    assert (found.state, found.answer) == ("pass", None)
    assert found.measures == {"forward_by": forward_by, "report_by": report_by, "board_by": None}


def test_the_board_has_forty_five_calendar_days() -> None:
    # July 1: 30 days to July 31, 15 more to August 15, a Saturday.
    assert find(recommended="2026-07-01").measures["board_by"] == "2026-08-15"


@pytest.mark.parametrize(
    ("facts", "state", "words"),
    [
        ({"determination": "2026-05-04"}, "pass", "filed by June 3, 2026"),
        ({"recommended": "2026-07-01"}, "pass", "resolution by August 15, 2026"),
        ({"filed": "2026-06-10"}, "needs_evidence", "which days are no business days is not known"),
        ({"received": "2026-06-15"}, "needs_evidence", "which days are no business days is not known"),
        ({}, "needs_evidence", "the day of the determination or of any later step is not known"),
    ],
)
def test_unknown_holidays_matter_to_business_days_only(facts: dict[str, object], state: str, words: str) -> None:
    found = find(**facts, holidays=None)
    assert found.state == state
    assert words in found.because.lower() or words in found.because


def test_with_holidays_and_no_day_no_step_is_due() -> None:
    found = find()
    assert (found.state, found.answer) == ("pass", None)
    assert "No step" in found.because


def test_a_late_appeal_is_noted() -> None:
    late = "was filed after the last day"
    assert any(late in note for note in find(determination="2026-05-04", filed="2026-06-04").notes)
    assert not any(late in note for note in find(determination="2026-05-04", filed="2026-06-03").notes)


def test_a_time_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(determination="9999-12-15")


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        mukwonago_impact_appeal_days=1,
        mukwonago_impact_appeal_forward_business_days=2,
        mukwonago_impact_appeal_report_business_days=3,
        mukwonago_impact_appeal_board_days=4,
    )
    day = "2026-06-10"  # a Wednesday
    found = find(law, determination=day, filed=day, received=day, recommended=day)
    assert found.answer == "2026-06-11"
    assert found.measures == {"forward_by": "2026-06-12", "report_by": "2026-06-15", "board_by": "2026-06-14"}


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("determination", "filed"),
        ("determination", "received"),
        ("determination", "recommended"),
        ("filed", "received"),
        ("filed", "recommended"),
        ("received", "recommended"),
    ],
)
def test_a_step_before_the_one_that_it_follows_is_refused(earlier: str, later: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{earlier: "2026-06-10", later: "2026-06-09"})
    assert caught.value.where == f"facts.{later}"
    assert find(**{earlier: "2026-06-10", later: "2026-06-10"}).state == "pass"
