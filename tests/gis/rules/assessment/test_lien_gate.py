"""SA-06: the lien gate (FACTS.md, entry SA-06)."""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.assessment.lien import lien_deadline, lien_state
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
# 90 days from September 14, 2026: 16 of September, 31 of October, 30 of November, 13 of December, a Sunday.
LEVY = "2026-09-14"


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("SA-06", read_facts("SA-06", {"first_levy": LEVY, **facts}), law)


@pytest.mark.parametrize(
    ("recorded", "state", "calendar_day"),
    [
        ("2026-12-11", "pass", "pass"),
        ("2026-12-13", "pass", "pass"),
        ("2026-12-14", "pass", "fail"),
        ("2026-12-15", "fail", "fail"),
        (None, "needs_evidence", "needs_evidence"),
    ],
)
def test_the_lien_is_recorded_within_ninety_days(recorded: str | None, state: str, calendar_day: str) -> None:
    found = find(recorded=recorded)
    assert (found.state, found.answer) == (state, "2026-12-13")
    assert found.readings["calendar_day"].state == calendar_day
    assert found.measures["lost"] == (["(b)", "(c)"] if state == "fail" else [])
    assert (found.measures["rolled_date"], found.measures["plan_by"]) == ("2026-12-14", "2026-12-11")


@pytest.mark.parametrize(
    ("saturday", "rolled"),
    # 90 days from July 4, 2026 end on Friday, October 2; from July 5 on Saturday, October 3.
    [(None, "2026-10-03"), (True, "2026-10-03"), (False, "2026-10-05")],
)
def test_only_a_closed_office_moves_a_saturday(saturday: bool | None, rolled: str) -> None:
    assert find(first_levy="2026-07-05", office_open_saturday=saturday).measures["rolled_date"] == rolled


@pytest.mark.parametrize(
    ("recorded", "describes", "state"),
    [
        ("2026-10-01", False, "fail"),
        ("2026-12-15", False, "fail"),
        (None, False, "fail"),
        ("2026-10-01", None, "needs_evidence"),
        ("2026-12-15", None, "fail"),
    ],
)
def test_the_notice_has_to_describe_the_exemption(recorded: str | None, describes: bool | None, state: str) -> None:
    found = find(recorded=recorded, describes_exemption=describes)
    assert found.state == state
    assert (found.measures["lost"] != []) is (state == "fail")
    assert ("does not describe the exemption" in found.because) is (describes is False)


def test_the_list_of_liens() -> None:
    rows = [
        ("1-1", True, True),
        ("1-2", True, False),
        ("1-3", False, True),
        ("1-4", None, True),
        ("1-5", None, False),
        ("1-6", True, None),
        ("1-7", False, None),
        ("1-8", True, True),
    ]
    names = ("parcel_id", "farmland_eligible", "in_service_area")
    found = find(parcels=[dict(zip(names, row, strict=True)) for row in rows])
    assert found.measures["lien_list"] == ["1-1", "1-8"]
    assert found.measures["eligibility_unknown"] == ["1-4"]
    assert found.measures["service_area_unknown"] == ["1-6"]
    assert "a lien belongs on 1-1 and 1-8" in found.because
    assert "whether one belongs on 1-4 and 1-6 is not known" in found.because


def test_without_parcels_the_lists_are_empty() -> None:
    found = find()
    assert (found.measures["lien_list"], found.measures["eligibility_unknown"]) == ([], [])


def test_a_levy_nobody_knows_gives_no_deadline() -> None:
    found = find(first_levy=None, recorded="2026-10-01")
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "the first levy in the service area is not known" in found.because


def test_a_parcel_that_stands_twice_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(parcels=[{"parcel_id": "1"}, {"parcel_id": "1"}])
    assert caught.value.where == "facts.parcels[1].parcel_id"


def test_every_number_is_one_of_the_law() -> None:
    assert find(law_with(farmland_lien_days=30)).answer == "2026-10-14"


def test_other_parts_may_ask_for_the_deadline() -> None:
    # 90 days from January 1, 2028: 30 of January, 29 of February, 31 of March.
    due = lien_deadline(dt.date(2028, 1, 1), LAW)
    assert (due.day, due.rolled_day, due.plan_day) == (dt.date(2028, 3, 31),) * 3
    assert lien_deadline(None, LAW).day is None


@pytest.mark.parametrize(
    ("recorded", "last_day", "state"),
    [
        (dt.date(2028, 3, 31), dt.date(2028, 3, 31), "pass"),
        (dt.date(2028, 4, 1), dt.date(2028, 3, 31), "fail"),
        ("never", dt.date(2028, 3, 31), "fail"),
        ("never", None, "fail"),
        (None, dt.date(2028, 3, 31), "needs_evidence"),
        (dt.date(2028, 3, 31), None, "needs_evidence"),
    ],
)
def test_the_state_of_a_lien(recorded: dt.date | None, last_day: dt.date | None, state: str) -> None:
    assert lien_state(recorded, last_day) == state
