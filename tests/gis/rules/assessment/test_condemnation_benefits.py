"""SA-09: condemnation benefits (FACTS.md, entry SA-09)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
OUTSIDE: dict[str, Any] = {"outside_limits": True, "registered_mail_sent": True, "town_clerk_copy_filed": True}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    stated = {"resolution_adopted": "2026-06-09", "appeal_filed": "2026-07-01", **facts}
    return judge("SA-09", read_facts("SA-09", stated), law)


@pytest.mark.parametrize(
    ("adopted", "filed", "answer", "state", "calendar_day"),
    [
        ("2026-06-09", "2026-07-09", "2026-07-09", "pass", "pass"),
        ("2026-06-09", "2026-07-10", "2026-07-09", "fail", "fail"),
        # 30 days from June 5, 2026 end on Sunday, July 5.
        ("2026-06-05", "2026-07-06", "2026-07-05", "pass", "fail"),
        ("2026-06-05", "2026-07-07", "2026-07-05", "fail", "fail"),
        ("2026-06-09", None, "2026-07-09", "needs_evidence", "needs_evidence"),
    ],
)
def test_the_owner_appeals_within_thirty_days(
    adopted: str, filed: str | None, answer: str, state: str, calendar_day: str
) -> None:
    found = find(resolution_adopted=adopted, appeal_filed=filed)
    assert (found.state, found.answer) == (state, answer)
    assert found.readings["calendar_day"].state == calendar_day


@pytest.mark.parametrize(
    ("adopted", "paid", "on_roll", "certified"),
    [
        ("2026-06-09", "2026-10-31", False, "2026-11-01"),
        ("2026-06-09", "2026-11-01", True, "2026-11-01"),
        ("2026-06-09", "2026-12-24", True, "2026-11-01"),
        ("2026-06-09", None, True, "2026-11-01"),
        ("2026-10-31", "2026-11-01", True, "2026-11-01"),
        ("2026-11-01", "2026-11-01", False, "2027-11-01"),  # the next November is that of the next year
        ("2026-12-01", "2027-10-31", False, "2027-11-01"),
        (None, "2026-10-31", None, None),
    ],
)
def test_what_is_unpaid_on_november_1_goes_on_the_tax_roll(
    adopted: str | None, paid: str | None, on_roll: bool | None, certified: str | None
) -> None:
    found = find(resolution_adopted=adopted, assessment_paid=paid)
    assert (found.measures["on_tax_roll"], found.measures["unpaid_certified"]) == (on_roll, certified)
    assert ("tax roll" in found.because) is (adopted is not None)
    assert ("does not go on the tax roll" in found.because) is (on_roll is False)


@pytest.mark.parametrize(
    ("facts", "state", "defects"),
    [
        ({}, "pass", []),
        ({"registered_mail_sent": False}, "fail", ["registered_mail"]),
        ({"town_clerk_copy_filed": False}, "fail", ["town_clerk_copy"]),
        (
            {"registered_mail_sent": False, "town_clerk_copy_filed": False},
            "fail",
            ["registered_mail", "town_clerk_copy"],
        ),
        ({"registered_mail_sent": None}, "needs_evidence", []),
        ({"registered_mail_sent": None, "town_clerk_copy_filed": False}, "fail", ["town_clerk_copy"]),
        ({"outside_limits": None}, "pass", []),  # all was done, wherever the land lies
        ({"outside_limits": None, "registered_mail_sent": False}, "needs_evidence", []),
        ({"outside_limits": False, "registered_mail_sent": False, "town_clerk_copy_filed": None}, "pass", []),
    ],
)
def test_land_outside_the_limits_asks_for_more_notice(facts: dict[str, object], state: str, defects: list[str]) -> None:
    found = find(**{**OUTSIDE, **facts})
    assert (found.state, found.measures["notice_defects"]) == (state, defects)
    assert {reading.state for reading in found.readings.values()} == {state}


def test_a_late_appeal_fails_whatever_is_unknown() -> None:
    assert find(outside_limits=True, appeal_filed="2026-07-10").state == "fail"


def test_an_adoption_nobody_knows_gives_no_deadline() -> None:
    found = find(resolution_adopted=None)
    assert (found.state, found.answer) == ("needs_evidence", None)


def test_a_year_outside_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(resolution_adopted="9999-11-30", appeal_filed=None)


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(benefit_appeal_days=10, benefit_unpaid_month=9, benefit_unpaid_day_of_month=15)
    found = find(law, assessment_paid="2026-09-14")
    assert (found.answer, found.state) == ("2026-06-19", "fail")
    assert (found.measures["on_tax_roll"], found.measures["unpaid_certified"]) == (False, "2026-09-15")
