"""Is the list of liens that of exempt and capped land, with what the notice must say?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.model.assessment import LienList
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from gis.register.entries import Entry, Register
from tests.gis.proposals.assessment.projects import project

LOT = "id: 1, frontage_ft: 100"
FARM = "id: 9, frontage_ft: 400, area_acres: 40, county: Rock"


def liens(*parcels: str, **changes: str) -> LienList:
    of = project(LOT, *parcels, **changes)
    found = assess(None, AssessmentAsked(of, of.levied)).answer.liens
    assert found is not None
    return found


def test_exempt_and_capped_land_is_listed_with_what_it_would_have_borne() -> None:
    found = liens(
        f"{FARM}, farmland_eligible: yes",
        "id: 8, frontage_ft: 500, farmland_eligible: yes, connected_structure: yes",
        "id: 7, frontage_ft: 1, farmland_eligible: no",
        "id: 6, frontage_ft: 1, land: farmland",
    )
    # 100,000 over 1,002 ft: 400 of them are 39,920.1597, and 500 are 49,900.1996.
    assert [each.parcel_id for each in found.land] == ["8", "9"]
    assert [f"{float(each.potential_assessment or 0):.2f}" for each in found.land] == ["49900.20", "39920.16"]
    assert [each.status for each in found.land] == [
        "assessed for a connected structure under Wis. Stat. 66.0721(3)(a)",
        "exempt under Wis. Stat. 66.0721(2)",
    ]
    assert found.land[1].description == "40 acres, Rock County; tax parcel 9"
    assert found.eligibility_unknown == ("6",)
    assert found.finding.measures["lien_list"] == ["8", "9, Rock"]
    assert "66.0721(2)" in found.must_say
    assert "potential" in found.must_say


def test_a_notice_that_does_not_describe_the_exemption_does_not_count() -> None:
    recorded = f"{FARM}, farmland_eligible: yes, lien_recorded: 2026-07-01"
    assert liens(recorded).finding.state == "pass"
    assert liens(f"{recorded}, lien_describes_exemption: no").finding.state == "fail"


def test_one_recording_that_is_missing_leaves_it_open() -> None:
    found = liens(
        f"{FARM}, farmland_eligible: yes, lien_recorded: 2026-07-01", "id: 8, frontage_ft: 5, farmland_eligible: yes"
    )
    assert found.finding.state == "needs_evidence"


FARMS = {
    # The levy is of June 15, 2026; 90 days end on September 13, a Sunday, and Monday still counts.
    "in time": ("lien_recorded: 2026-09-14", "pass", "its lien was recorded on September 14, 2026, in time"),
    "late": ("lien_recorded: 2026-09-15", "fail", "its lien was recorded on September 15, 2026, too late"),
    "never": ("lien_recorded: never", "fail", "no lien was ever recorded"),
    "not known": ("units: 1", "needs_evidence", "the recording of its lien is not known"),
    "early": (
        "lien_recorded: 2026-06-01",
        "pass",
        "its lien was recorded on June 1, 2026, which is before the first levy: check both dates",
    ),
    "silent": (
        "lien_recorded: 2026-07-01, lien_describes_exemption: no",
        "fail",
        "its lien was recorded on July 1, 2026, in time; it does not describe the exemption, and does not count",
    ),
    "late and silent": (
        "lien_recorded: 2026-09-15, lien_describes_exemption: no",
        "fail",
        "its lien was recorded on September 15, 2026, too late; it does not describe the exemption, and does not count",
    ),
    "not read": (
        "lien_recorded: 2026-07-01, lien_describes_exemption: unknown",
        "needs_evidence",
        "its lien was recorded on July 1, 2026, in time; whether it describes the exemption is not known",
    ),
}


@pytest.mark.parametrize("lien", FARMS)
def test_each_lien_is_judged_and_told(lien: str) -> None:
    stated, state, remark = FARMS[lien]
    found = liens(f"id: 9, frontage_ft: 400, farmland_eligible: yes, {stated}")
    assert [(each.state, each.remark) for each in found.land] == [(state, remark)]
    assert found.finding.state == state
    assert found.finding.measures["lost"] == (["(b)", "(c)"] if state == "fail" else [])


ORDER = ["fail", "needs_evidence", "pass"]


@pytest.mark.parametrize("one", FARMS)
@pytest.mark.parametrize("other", FARMS)
def test_the_list_stands_as_its_worst_lien(one: str, other: str) -> None:
    both = [
        f"id: {at}, frontage_ft: 5, farmland_eligible: yes, {FARMS[each][0]}" for at, each in ((8, one), (9, other))
    ]
    worst = min((FARMS[one][1], FARMS[other][1]), key=ORDER.index)
    found = liens(*both)
    assert found.finding.state == worst
    assert [each.state for each in found.land] == [FARMS[one][1], FARMS[other][1]]
    assert found.finding.measures["lien_list"] == ["8", "9"]


def test_a_lien_that_never_was_is_told_so() -> None:
    found = liens(
        "id: 8, frontage_ft: 5, farmland_eligible: yes, lien_recorded: never",
        "id: 9, frontage_ft: 5, farmland_eligible: yes",
    )
    assert "the lien was never recorded" in found.finding.because
    assert "not known" not in found.finding.because


def test_the_potential_assessment_of_a_partly_exempt_farm_is_that_of_its_eligible_part() -> None:
    # 100,000 over 500 ft are 200 a foot, 80,000 on the farm; 10 of its 40 acres are a quarter: 20,000.
    (farm,) = liens("id: 9, frontage_ft: 400, area_acres: 40, farmland_eligible: yes, eligible_acres: 10").land
    assert farm.potential_assessment == 20_000


def test_without_a_first_levy_there_is_no_last_day() -> None:
    found = liens(f"{FARM}, farmland_eligible: yes", service_area="{name: North, first_levy: unknown}")
    assert (found.finding.state, found.finding.answer) == ("needs_evidence", None)


@pytest.mark.parametrize(
    ("subjects", "answer"),
    [
        # 90 days after February 2, 2026: 26 of February, 57 of March, 87 of April, and three.
        (("North",), "2026-05-03"),
        (("north district",), "2026-05-03"),
        (("South District",), None),
    ],
)
def test_the_register_tells_the_first_levy(subjects: tuple[str, ...], answer: str | None) -> None:
    of = project(LOT, f"{FARM}, farmland_eligible: yes", service_area="{name: North, first_levy: unknown}")
    entries = [Entry("district", each, "first_levy", "", dt.date(2026, 2, 2), "", "") for each in subjects]
    found = assess(None, AssessmentAsked(of, of.levied, Register(tuple(entries)))).answer
    assert found.liens is not None
    assert found.liens.finding.answer == answer


def test_two_first_levies_are_none() -> None:
    of = project(LOT, f"{FARM}, farmland_eligible: yes", service_area="{name: North, first_levy: unknown}")
    days = (dt.date(2026, 2, 2), dt.date(2026, 3, 2))
    entries = tuple(Entry("district", "North", "first_levy", "", day, "", "") for day in days)
    assert assess(None, AssessmentAsked(of, of.levied, Register(entries))).answer.first_levy is None


def test_the_notice_of_land_that_is_exempt_in_part_says_so() -> None:
    found = liens(f"{FARM}, farmland_eligible: yes, eligible_acres: 10")
    assert [each.status for each in found.land] == ["exempt in part under Wis. Stat. 66.0721(2)"]


@pytest.mark.parametrize(("recorded", "is_told"), [("2026-06-14", True), ("2026-06-15", False)])
def test_a_lien_recorded_before_the_levy_is_told_among_the_days(recorded: str, is_told: bool) -> None:
    # 66.0721(3)(b): "within 90 days after it first levies".
    of = project(LOT, f"{FARM}, farmland_eligible: yes, lien_recorded: {recorded}")
    (day,) = (
        each for each in assess(None, AssessmentAsked(of, of.levied)).answer.days if each.step == "liens_recorded"
    )
    assert any("before the first levy: check both dates" in doubt for doubt in day.doubts) is is_told


@pytest.mark.parametrize(
    ("entered", "taken", "is_told"),
    [
        ("2026-02-02", dt.date(2026, 2, 2), False),
        ("2025-02-02", None, True),
        ("2026-06-01", None, True),
        # Dated after the levy, it says nothing of it yet.
        ("2026-06-16", dt.date(2026, 2, 2), False),
    ],
)
def test_where_file_and_register_tell_two_first_levies_none_is_taken(
    entered: str, taken: dt.date | None, is_told: bool
) -> None:
    of = project(LOT, f"{FARM}, farmland_eligible: yes", service_area="{name: North, first_levy: 2026-02-02}")
    entry = Entry("district", "North", "first_levy", "", dt.date.fromisoformat(entered), "", "")
    found = assess(None, AssessmentAsked(of, of.levied, Register((entry,)))).answer
    assert found.first_levy == taken
    assert any("tell several days of the first levy" in note for note in found.notes) is is_told


# The levy is of June 15, 2026; 90 days end on September 13, a Sunday, and Monday still counts.
EARLY, SOON, LAST, LATE = "2026-06-01", "2026-06-15", "2026-09-14", "2026-09-15"


@pytest.mark.parametrize(
    ("recorded", "counts", "state"),
    [
        ((EARLY, SOON), SOON, "pass"),
        ((EARLY, LAST), LAST, "pass"),
        ((SOON, LAST), SOON, "pass"),
        ((LAST, LATE), LAST, "pass"),
        ((EARLY, LAST, LATE), LAST, "pass"),
        # SA-06 lets a recording before the levy count, with a doubt; a later one that is too late takes nothing away.
        ((EARLY, LATE), EARLY, "pass"),
        ((LATE, "2026-10-01"), LATE, "fail"),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("in_file", [False, True])
def test_of_several_recordings_one_that_is_in_time_counts(
    recorded: tuple[str, ...], counts: str, state: str, order: int, *, in_file: bool
) -> None:
    entries = tuple(
        Entry("parcel", "9", "lien_recorded", "", dt.date.fromisoformat(each), "", "") for each in recorded[::order]
    )
    stated = f", lien_recorded: {recorded[0]}" if in_file else ""
    of = project(LOT, f"{FARM}, farmland_eligible: yes{stated}")
    found = assess(None, AssessmentAsked(of, dt.date(2026, 12, 1), Register(entries))).answer
    assert found.liens is not None
    (land,) = found.liens.land
    assert (str(land.recorded), land.state, found.liens.finding.state) == (counts, state, state)
    assert ("before the first levy" in land.remark) is (EARLY in recorded)


def test_a_recording_of_the_file_that_the_register_does_not_tell_leaves_it_open() -> None:
    entries = tuple(
        Entry("parcel", "9", "lien_recorded", "", dt.date.fromisoformat(each), "", "") for each in (EARLY, LAST)
    )
    of = project(LOT, f"{FARM}, farmland_eligible: yes, lien_recorded: 2026-08-01")
    found = assess(None, AssessmentAsked(of, dt.date(2026, 12, 1), Register(entries))).answer
    assert found.liens is not None
    assert [(each.recorded, each.state) for each in found.liens.land] == [(None, "needs_evidence")]


@pytest.mark.parametrize(
    ("subject", "days", "is_open"),
    [
        ("North District", ("2025-02-02",), True),
        ("NORTH DISTRICT", ("2026-06-14",), True),
        ("North District", ("2024-02-02", "2025-02-02"), True),
        # This levy itself, a later one, and one of another body.
        ("North District", ("2026-06-15",), False),
        ("North District", ("2026-06-16",), False),
        ("South District", ("2025-02-02",), False),
    ],
)
def test_an_earlier_levy_of_the_body_leaves_the_first_levy_open_where_no_area_is_named(
    subject: str, days: tuple[str, ...], *, is_open: bool
) -> None:
    # 66.0721(3)(b): 90 days after the first levy "for the service area in which the eligible farmland ... is located".
    of = project(LOT, f"{FARM}, farmland_eligible: yes, lien_recorded: 2026-07-01")
    entries = tuple(Entry("district", subject, "first_levy", "", dt.date.fromisoformat(day), "", "") for day in days)
    found = assess(None, AssessmentAsked(of, of.levied, Register(entries))).answer
    assert found.first_levy == (None if is_open else of.levied)
    assert found.liens is not None
    assert found.liens.finding.state == ("needs_evidence" if is_open else "pass")
    (item,) = (each.what for each in found.checklist if each.what.startswith("Say in which service area"))
    assert ("this levy is taken for the first" in item) is not is_open
    told = [note for note in found.notes if "names no service area" in note]
    assert len(told) == is_open
    assert all(str(dt.date.fromisoformat(day).year) in note for day in days for note in told)
