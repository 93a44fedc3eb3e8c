"""The window of hearing days against the rules: every day in it is lawful, and none outside."""

from __future__ import annotations

import datetime as dt

from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from gis.model.finding import State
from gis.model.timetable import HearingWindow, ProceedingDates
from gis.proceedings.timetable.making import timetable
from gis.rules.registry import judge, read_facts
from tests.gis.proceedings.timetable.proceedings import LAW, day, made

ONE_DAY = dt.timedelta(days=1)
WEEK = dt.timedelta(days=7)
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


@st.composite
def petitions(draw: st.DrawFn) -> ProceedingDates:
    """Draw a petition, with or without a newspaper day and acts that are done early, late or not at all."""
    received = draw(st.dates(dt.date(2012, 1, 1), dt.date(2060, 1, 1)))

    def later(most: int) -> dt.date | None:
        after = draw(st.none() | st.integers(0, most))
        return None if after is None else received + dt.timedelta(days=after)

    first = later(25)
    return ProceedingDates(
        petition_received=received,
        newspaper_weekday=draw(st.sampled_from([None, *WEEKDAYS])),
        notice_ready=later(25),
        bond_filed=later(25),
        notice_mailed=later(25),
        insertions=() if first is None else draw(st.sampled_from([(first,), (first, first + WEEK)])),
    )


def is_lawful(facts: ProceedingDates, window: HearingWindow, hearing: dt.date) -> bool:
    """Ask the three rules about one hearing day, with each act as stated or as early as it can be."""
    received = facts.petition_received
    assert received is not None
    ready = facts.notice_ready or received
    first = facts.insertions[0] if facts.insertions else ready
    if not facts.insertions and facts.newspaper_weekday is not None:
        while WEEKDAYS[first.weekday()] != facts.newspaper_weekday:
            first += ONE_DAY
        assert window.first_insertion_from == first
    mailed, bond = facts.notice_mailed or ready, facts.bond_filed or received
    asked = {
        "TSD-05": {"hearing_date": hearing, "bond_filed": bond},
        "TSD-06": {"petition_received": received, "hearing_date": hearing, "first_insertion": first},
        "TSD-07": {
            "hearing_date": hearing,
            "insertions": [first, first + WEEK],
            "notice_mailed_dsps": mailed,
            "notice_mailed_dnr": mailed,
            "boundary_description_in_notice": True,
        },
    }
    asked["TSD-06"] |= {"notice_mailed": mailed, "bond_filed": bond}
    law = LAW.parameters(received)
    states = {judge(rule, read_facts(rule, each), law).state for rule, each in asked.items()}
    assert states <= {State.PASS, State.FAIL}
    return states == {State.PASS}


@settings(max_examples=25, derandomize=True, deadline=None)
@drawn(petitions())
def test_lawful_days_are_exactly_those_of_the_window(facts: ProceedingDates) -> None:
    window = timetable(facts, LAW).window
    assert window is not None
    assert window.is_possible == (window.earliest <= window.latest)
    assert facts.petition_received is not None
    # from receipt on, with each day of the window and the two days about it
    for after in range((max(window.earliest, window.latest) - facts.petition_received).days + 2):
        hearing = facts.petition_received + dt.timedelta(days=after)
        inside = window.earliest <= hearing <= window.latest
        assert is_lawful(facts, window, hearing) == inside, hearing


@settings(max_examples=20, derandomize=True, deadline=None)
@drawn(petitions(), st.integers(0, 45))
def test_a_stated_hearing_date_fails_exactly_outside_the_window(facts: ProceedingDates, after: int) -> None:
    assert facts.petition_received is not None
    hearing = facts.petition_received + dt.timedelta(days=after)
    stated = ProceedingDates(
        **{name: getattr(facts, name) for name in ProceedingDates.__slots__ if name != "hearing_date"},
        hearing_date=hearing,
    )
    window = timetable(stated, LAW).window
    assert window is not None
    assert bool(window.failing) == (not window.earliest <= hearing <= window.latest)


@settings(max_examples=20, derandomize=True, deadline=None)
@drawn(petitions())
def test_the_first_insertions_are_those_that_leave_a_hearing_day(facts: ProceedingDates) -> None:
    window = timetable(facts, LAW).window
    assert window is not None
    if facts.newspaper_weekday is None:
        assert window.first_insertions == ()
        return
    expected, issue = [], window.first_insertion_from
    while issue + 2 * WEEK <= window.latest:  # a second issue, and a week
        expected.append(issue)
        issue += WEEK
    assert list(window.first_insertions) == expected


def test_insertions_that_are_not_in_consecutive_weeks_leave_no_day() -> None:
    # June 3 and 17, 2026: the week of June 7 to 13 has none
    apart = made(
        petition_received="2026-06-01", insertions=["2026-06-03", "2026-06-17"], hearing_date="2026-06-26"
    ).window
    assert apart is not None
    assert not apart.is_possible
    assert apart.because == "No day is possible: the stated insertions are not in consecutive weeks."
    assert apart.failing == ("the stated insertions are not in consecutive weeks",)


def test_of_several_insertions_the_last_decides() -> None:
    window = made(petition_received="2026-06-01", insertions=["2026-06-18", "2026-06-11", "2026-06-04"]).window
    assert window is not None
    [published] = [each for each in window.conditions if each.condition == "insertions"]
    assert published.earliest == day("2026-06-25")
    assert "the last of the stated insertions is on Thursday, June 18, 2026" in published.because
