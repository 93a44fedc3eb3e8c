"""Are the days of notice, hearing, appeal and liens counted as the law counts them, and what is not on file marked?"""

from __future__ import annotations

import datetime as dt

import pytest

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
    found = days(hearing="{resolution: 2026-07-01}", body="{kind: town, name: Alder}")
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
    assert days(f"{FARM}, lien_recorded: never")["liens_recorded"].in_time is False


IN_TIME = "id: 8, area_acres: 40, frontage_ft: 1, farmland_eligible: yes, lien_recorded: 2026-07-01"


@pytest.mark.parametrize(
    ("lien", "in_time", "doubt"),
    [
        ("lien_recorded: 2026-07-01", True, ""),
        ("lien_recorded: 2026-09-15", False, "9: its lien was recorded on September 15, 2026, too late."),
        ("lien_recorded: never", False, "9: no lien was ever recorded."),
        (
            "lien_recorded: 2026-07-01, lien_describes_exemption: no",
            False,
            (
                "9: its lien was recorded on July 1, 2026, in time; it does not describe the exemption, and does not "
                "count."
            ),
        ),
        ("lien_describes_exemption: unknown, lien_recorded: 2026-07-01", None, ""),
        ("sides: 1", None, ""),
    ],
)
def test_the_day_of_the_liens_stands_as_its_worst_lien(lien: str, in_time: bool | None, doubt: str) -> None:
    found = days(IN_TIME, f"{FARM}, {lien}")["liens_recorded"]
    assert found.in_time is in_time
    assert found.doubts == ((doubt,) if doubt else ())


def test_land_that_may_be_eligible_leaves_the_day_of_the_liens_open() -> None:
    found = days(IN_TIME, "id: 7, frontage_ft: 1, farmland_eligible: unknown")["liens_recorded"]
    assert (found.in_time, found.doubts) == (None, ("Whether one is owed on 1 more parcel is not known.",))


def test_where_nothing_is_exempt_there_is_no_day_for_liens() -> None:
    assert "liens_recorded" not in days("id: 2, frontage_ft: 1")


def test_only_towns_villages_and_cities_assess_the_benefits_of_a_taking() -> None:
    # 66.0725(1): "the governing body of a town, city or village"; unpaid on November 1 it goes on the roll, 66.0725(3).
    assert "benefits_appeal" not in days()
    for kind in ("town", "village", "city"):
        note = days(body=f"{{kind: {kind}, name: Alder}}")["benefits_appeal"].note
        assert note.endswith("What is unpaid on November 1, 2026 goes on the tax roll.")


# The levy of these projects is of June 15, 2026, a Monday. Nobody is told of a day that another does not contradict.
@pytest.mark.parametrize(
    ("stated", "doubts"),
    [
        ("{date: 2026-06-15, published: 2026-05-20, mailed: 2026-06-01, resolution: 2026-06-15}", {}),
        ("{date: 2026-06-16}", {"hearing": ["The hearing, June 16, 2026, is after the levy"]}),
        ("{published: 2026-06-16}", {"notice_published": ["The publication of the notice, June 16, 2026, is after"]}),
        ("{mailed: 2026-06-16}", {"notice_mailed": ["The mailing of the notice, June 16, 2026, is after the levy"]}),
        (
            "{date: 2026-06-12, resolution: 2026-06-11}",
            {"appeal": ["The hearing, June 12, 2026, is after the publication", "The levy, June 15, 2026, is after"]},
        ),
        ("{date: 2026-06-14}", {"hearing": ["The hearing is stated for June 14, 2026, a Sunday,"]}),
        ("{date: 2026-05-25}", {"hearing": ["The hearing is stated for May 25, 2026, Monday and a legal holiday,"]}),
        ("{mailed: 2026-05-31}", {"notice_mailed": ["The mailing is stated for May 31, 2026, a Sunday,"]}),
        ("{date: 2026-06-13}", {}),
        ("{published: 2026-05-31}", {}),
    ],
)
def test_days_that_cannot_stand_together_are_told(stated: str, doubts: dict[str, list[str]]) -> None:
    told = {step: day.doubts for step, day in days("id: 2, frontage_ft: 1", hearing=stated).items() if day.doubts}
    assert told.keys() == doubts.keys()
    for step, starts in doubts.items():
        assert [doubt.startswith(start) for doubt, start in zip(told[step], starts, strict=True)] == [True] * len(
            starts
        )


def test_a_city_records_no_lien() -> None:
    assert "liens_recorded" not in days(body="{kind: city, name: Fir}")
