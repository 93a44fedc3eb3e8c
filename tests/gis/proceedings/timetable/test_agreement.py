"""A timetable and the findings of the rules cannot differ; and its days never go backward."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from gis.model.finding import Finding, State
from gis.model.timetable import ProceedingDates, Timetable
from gis.proceedings.timetable.making import timetable
from gis.rules.registry import judge, read_facts
from tests.gis.proceedings.timetable.proceedings import LAW, row

STARTS = [dt.date(2011, 7, 1) + dt.timedelta(days=290 * each) for each in range(24)]
"""Days of nineteen years, on every weekday and around every holiday."""
IN_TIME = {State.PASS: True, State.FAIL: False}


def after(start: dt.date, days: int) -> dt.date:
    return start + dt.timedelta(days=days)


def asked(rule: str, start: dt.date, **facts: object) -> Finding:
    return judge(rule, read_facts(rule, facts), LAW.parameters(start))


def table_of(start: dt.date, late: int) -> tuple[ProceedingDates, Timetable]:
    """Return a proceeding whose acts fall on the last calendar days, or so many days after."""
    hearing = after(start, 30 + late)
    decision = after(hearing, 30 + late)
    stated: dict[str, Any] = {
        "petition_received": start,
        "hearing_date": hearing,
        "bond_filed": after(hearing, late - 15),
        "insertions": (after(hearing, late - 14), after(hearing, late - 7)),
        "notice_mailed": after(hearing, late - 10),
        "decision_issued": decision,
        "order_date": decision,
        "method_determined": after(decision, 60 + late),
        "interim_appointed": after(decision, 60 + late),
        "action_filed": after(decision, 90 + late),
    }
    given = ProceedingDates(**stated)
    return given, timetable(given, LAW)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("late", [0, 1, 3])
def test_rows_stand_as_the_rules_judge(start: dt.date, late: int) -> None:
    given, table = table_of(start, late)
    notice = asked(
        "TSD-07",
        start,
        hearing_date=given.hearing_date,
        insertions=given.insertions,
        notice_mailed_dsps=given.notice_mailed,
        notice_mailed_dnr=given.notice_mailed,
    )
    assert isinstance(notice.answer, list)
    assert row(table, "mailing").in_time == ("dnr_mailing_late" not in notice.answer)
    assert row(table, "second_insertion").in_time == ("last_insertion_late" not in notice.answer)
    assert row(table, "first_insertion").in_time == ("insertions_not_in_consecutive_weeks" not in notice.answer)
    findings = {
        "bond": asked("TSD-05", start, hearing_date=given.hearing_date, bond_filed=given.bond_filed),
        "hearing_by": asked("TSD-06", start, petition_received=start, hearing_date=given.hearing_date),
        "decision": asked("TSD-11", start, hearing_concluded=given.hearing_date, decision_issued=given.decision_issued),
        "review": asked("TSD-21", start, final_determination=given.order_date, action_filed=given.action_filed),
        "method": asked("TSD-22", start, established=given.order_date, method_determined=given.method_determined),
    }
    for step, finding in findings.items():
        found = row(table, step)
        assert found.day is not None
        assert found.day.isoformat() == finding.answer
        assert found.weekday == finding.measures["weekday"]
        assert found.in_time == IN_TIME[finding.state], step
        # what is counted back has no rolled day, in the row and in the finding
        assert (None if found.rolled is None else found.rolled.isoformat()) == finding.measures.get("rolled_date")
        assert found.plan_by is not None
        assert found.plan_by.isoformat() == finding.measures["plan_by"]
    first = asked(
        "TSD-25",
        start,
        decided_on=given.method_determined,
        election_kind="spring",
        established=given.order_date,
        interim_appointed=given.interim_appointed,
    )
    assert row(table, "interim").in_time == IN_TIME[first.state]
    assert str(row(table, "first_election").day) == first.answer


@pytest.mark.parametrize("start", STARTS)
def test_the_days_are_those_that_are_counted_by_hand(start: dt.date) -> None:
    """60.71(3): 15; (4)(a): 30; (4)(b): 10; (6)(a): 30; 60.73: 90; 60.74(1): 60; ch. 985: 7 and 14."""
    given, table = table_of(start, 0)
    assert given.hearing_date is not None
    assert given.order_date is not None
    expected = {
        "bond": after(given.hearing_date, -15),
        "first_insertion": after(given.hearing_date, -14),
        "mailing": after(given.hearing_date, -10),
        "second_insertion": after(given.hearing_date, -7),
        "hearing_by": after(start, 30),
        "continued_by": after(given.hearing_date, 30),
        "decision": after(given.hearing_date, 30),
        "method": after(given.order_date, 60),
        "review": after(given.order_date, 90),
    }
    assert {step: row(table, step).day for step in expected} == expected


@pytest.mark.parametrize("filed", STARTS)
def test_petitions_and_five_years_are_judged_alike(filed: dt.date) -> None:
    given = ProceedingDates(
        petition_received=filed,
        election_petition_filed=filed,
        elected_by_petition=after(filed, 200),
        referendum_date=after(filed, 900),
        referendum_certified=after(filed, 910),
        appointed_after_referendum=after(filed, 961),
    )
    table = timetable(given, LAW)
    which = asked("TSD-27", filed, filed=filed, requests="spring")
    referendum = asked(
        "TSD-29",
        filed,
        referendum_date=given.referendum_date,
        result="approved",
        appointed=given.appointed_after_referendum,
    )
    to_appointment = asked("TSD-30", filed, petition_kind="to_appointment", election_date=given.elected_by_petition)
    to_election = asked("TSD-30", filed, petition_kind="to_election", results_certified=given.referendum_certified)
    assert str(row(table, "petitioned_election").day) == which.answer
    assert str(row(table, "appoint_after_referendum").day) == referendum.answer
    assert row(table, "appoint_after_referendum").in_time == IN_TIME[referendum.state]
    assert str(row(table, "petition_to_appointment_from").day) == to_appointment.answer
    assert str(row(table, "petition_to_election_from").day) == to_election.answer


@st.composite
def proceedings(draw: st.DrawFn) -> dict[str, Any]:
    """Draw days of a proceeding, each on or after the one that it follows."""
    stated: dict[str, Any] = {"petition_received": draw(st.dates(dt.date(2012, 1, 1), dt.date(2060, 1, 1)))}
    day = stated["petition_received"]
    for name in ("hearing_date", "continued_to", "decision_issued", "order_date", "established", "method_determined"):
        day = after(day, draw(st.integers(1, 60)))
        if draw(st.booleans()) and (name != "continued_to" or "hearing_date" in stated):
            stated[name] = day
    return {**stated, "newspaper_weekday": draw(st.sampled_from([None, "Thursday", "Sunday"]))}


@settings(max_examples=25, derandomize=True, deadline=None)
@drawn(proceedings())
def test_days_never_go_backward_along_the_proceeding(stated: dict[str, Any]) -> None:
    table = timetable(ProceedingDates(**stated), LAW)
    dated = [each.day for each in table.rows if each.day is not None]
    assert dated == sorted(dated)
    days = {each.step: each.day for each in table.rows}
    for before, later in (
        ("petition_received", "hearing_by"),
        ("bond", "mailing"),
        ("first_insertion", "second_insertion"),
        ("second_insertion", "hearing"),
        ("hearing", "continued_by"),
        ("continued_first_insertion", "continued_second_insertion"),
        ("continued_second_insertion", "continued_hearing"),
        ("hearing", "decision"),
        ("continued_hearing", "decision"),
        ("order", "costs"),
        ("order", "method"),
        ("method", "review"),
        ("first_election", "interim_end"),
    ):
        first, second = days.get(before), days.get(later)
        assert first is None or second is None or first <= second, (before, later)
    for each in table.rows:
        if each.day is not None:
            assert each.plan_by is None or each.plan_by <= each.day
            assert each.rolled is None or each.day <= each.rolled


@settings(max_examples=20, derandomize=True, deadline=None)
@drawn(proceedings())
def test_a_later_receipt_never_brings_an_earlier_last_day(stated: dict[str, Any]) -> None:
    received = stated["petition_received"]
    weekday = stated["newspaper_weekday"]
    windows = [
        timetable(ProceedingDates(petition_received=after(received, late), newspaper_weekday=weekday), LAW).window
        for late in (0, 1)
    ]
    earlier, later = windows
    assert earlier is not None
    assert later is not None
    assert earlier.earliest <= later.earliest
    assert earlier.latest <= later.latest


def test_the_same_facts_give_the_same_timetable() -> None:
    given, table = table_of(dt.date(2026, 5, 4), 0)
    assert timetable(given, LAW) == table
