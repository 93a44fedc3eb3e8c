"""SA-11: tracks in a street (FACTS.md, entry SA-11)."""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.assessment.yearly import following
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("SA-11", read_facts("SA-11", facts), law)


@pytest.mark.parametrize(
    ("ordered", "presented", "answer"),
    [
        ("2026-01-02", "2026-01-05", "2026-06-30"),
        ("2026-05-20", "2026-05-20", "2026-06-30"),
        ("2026-05-20", "2026-06-29", "2026-06-30"),
        ("2026-05-20", "2026-06-30", "2027-06-30"),  # the June 30 that follows the notice
        ("2026-05-20", "2026-07-01", "2027-06-30"),
        ("2026-05-21", "2026-05-26", "2026-07-05"),  # 5 of May, 30 of June, 5 of July
        ("2026-05-21", "2026-05-21", "2026-06-30"),  # 10 of May, 30 of June
        ("2026-12-31", "2027-01-04", "2027-02-13"),
    ],
)
def test_the_work_is_done_by_june_30_or_in_forty_days(ordered: str, presented: str, answer: str) -> None:
    found = find(ordered=ordered, notice_presented=presented)
    assert (found.state, found.answer) == ("pass", answer)


def test_election_and_payment_have_their_own_days() -> None:
    found = find(ordered="2026-05-01", notice_presented="2026-05-04", statement_received="2026-07-10")
    assert found.measures == {"elect_by": "2026-05-14", "pay_by": "2026-07-30"}
    assert "files a notice of it by May 14, 2026" in found.because
    assert "to be paid by July 30, 2026" in found.because
    assert find(ordered="2026-05-01", notice_presented="2026-05-04").measures["pay_by"] is None


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"ordered": "2026-05-01"}, "The day on which the notice was presented is not known"),
        ({"notice_presented": "2026-05-04"}, "The day on which the work was ordered is not known"),
        ({}, "The day on which the work was ordered and the day on which the notice was presented are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"ordered": "2026-05-05", "notice_presented": "2026-05-04"}, "notice_presented"),
        ({"notice_presented": "2026-05-04", "statement_received": "2026-05-03"}, "statement_received"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        track_election_days=1,
        track_finish_month=7,
        track_finish_day_of_month=31,
        track_late_order_month=6,
        track_late_order_day_of_month=10,
        track_late_order_days=2,
        track_payment_days=3,
    )
    early = find(law, ordered="2026-06-10", notice_presented="2026-06-11", statement_received="2026-08-01")
    assert (early.answer, early.measures) == ("2026-07-31", {"elect_by": "2026-06-12", "pay_by": "2026-08-04"})
    assert find(law, ordered="2026-06-11", notice_presented="2026-06-11").answer == "2026-06-13"


def test_the_last_year_of_the_calendar_has_no_next_one() -> None:
    assert following(dt.date(9999, 6, 29), 6, 30) == dt.date(9999, 6, 30)
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        following(dt.date(9999, 6, 30), 6, 30)
