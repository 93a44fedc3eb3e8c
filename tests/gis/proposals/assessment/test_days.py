"""Are the days of notice, hearing, appeal and liens counted as the law counts them, and what is not on file marked?"""

from __future__ import annotations

import datetime as dt

from gis.model.assessment import AssessmentDay
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from tests.gis.proposals.assessment.projects import project

FARM = "id: 9, frontage_ft: 400, area_acres: 40, farmland_eligible: yes"


def days(*parcels: str, **changes: str) -> dict[str, AssessmentDay]:
    of = project("id: 1, frontage_ft: 100", *(parcels or (FARM,)), **changes)
    return {day.step: day for day in assess(None, AssessmentAsked(of, of.levied)).answer.days}


def test_the_notice_is_published_ten_to_forty_days_before_the_hearing() -> None:
    # June 30 less 40 days is May 21, less 10 days June 20, a Saturday; the Friday before is Juneteenth.
    found = days(hearing="{date: 2026-06-30, published: 2026-05-20, mailed: 2026-06-20}")
    notice = found["notice_published"]
    assert (notice.first, notice.last, notice.plan_by) == (
        dt.date(2026, 5, 21),
        dt.date(2026, 6, 20),
        dt.date(2026, 6, 18),
    )
    assert (notice.done, notice.in_time) == (dt.date(2026, 5, 20), False)
    mailed = found["notice_mailed"]
    assert (mailed.last, mailed.in_time) == (dt.date(2026, 6, 20), True)


def test_the_hearing_is_ten_to_forty_days_after_the_notice() -> None:
    # May 20 and 10 days are May 30, and 40 days June 29.
    hearing = days(hearing="{date: 2026-06-30, published: 2026-05-20}")["hearing"]
    assert (hearing.first, hearing.last, hearing.in_time) == (dt.date(2026, 5, 30), dt.date(2026, 6, 29), False)
    assert days(hearing="{date: 2026-06-29, published: 2026-05-20}")["hearing"].in_time
    assert days(hearing="{date: 2026-05-30, published: 2026-05-20}")["hearing"].in_time
    assert days(hearing="{date: 2026-05-29, published: 2026-05-20}")["hearing"].in_time is False


def test_appeals_and_liens() -> None:
    # June 15 and 90 days are September 13, a Sunday; and 30 days July 15. July 1 and 90 days are September 29.
    found = days(hearing="{resolution: 2026-07-01}")
    assert found["appeal"].last == dt.date(2026, 9, 29)
    assert found["benefits_appeal"].last == dt.date(2026, 7, 15)
    liens = found["liens_recorded"]
    assert (liens.last, liens.rolled) == (dt.date(2026, 9, 13), dt.date(2026, 9, 14))


def test_what_hangs_on_a_text_that_is_not_on_file_says_so() -> None:
    found = days()
    assert {step for step, day in found.items() if day.verify.startswith("verify: text of 66.0703 not on file")} == {
        "notice_published",
        "notice_mailed",
        "hearing",
        "appeal",
    }
    assert found["appeal"].verify.endswith("confidence medium")
    assert found["hearing"].last is None


def test_liens_that_are_recorded_are_in_time_or_not() -> None:
    assert days(f"{FARM}, lien_recorded: 2026-09-14")["liens_recorded"].in_time
    assert days(f"{FARM}, lien_recorded: 2026-09-15")["liens_recorded"].in_time is False
    assert days(f"{FARM}, lien_recorded: never")["liens_recorded"].in_time is None


def test_a_city_records_no_lien() -> None:
    assert "liens_recorded" not in days(body="{kind: city, name: Fir}")
