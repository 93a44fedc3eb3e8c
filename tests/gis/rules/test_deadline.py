"""Block D and Block N of FACTS.md 1.4 and 1.5: was an act done in time?"""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.calendar.counting import add_months, is_business_day
from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.facts.closed_days import ClosedDays
from gis.model.finding import State
from gis.rules.deadline import Deadline, counting_used, deadline, deadline_on, minimum_notice

day = dt.date.fromisoformat
CALENDAR = ClosedDays()
DATES = st.dates(dt.date(2011, 7, 1), dt.date(2060, 12, 31))
CLOCKS = st.builds(
    ClosedDays,
    holidays=st.none() | st.lists(DATES, max_size=3).map(tuple),
    office_open_saturday=st.none() | st.booleans(),
)
quick = settings(max_examples=50, derandomize=True)


def count(start: str | None, act: str | None, days: int = 30, clock: ClosedDays = CALENDAR, **more: bool) -> Deadline:
    return deadline(clock, day(start) if start else None, days, day(act) if act else None, **more)


@pytest.mark.parametrize(
    ("act", "rolled", "calendar_day", "used", "word"),
    # July 3, 2026 and 30 days end on Sunday, August 2; the act still counts on Monday the 3rd.
    [
        pytest.param("2026-07-03", "pass", "pass", 0, "is in time", id="on the day from which it runs"),
        pytest.param("2026-08-02", "pass", "pass", 30, "is in time", id="on the last day"),
        pytest.param("2026-08-03", "pass", "fail", 31, "only because the last day moves", id="on the day it moves to"),
        pytest.param("2026-08-04", "fail", "fail", 32, "is 1 day late", id="a day late"),
        pytest.param("2026-08-05", "fail", "fail", 33, "is 2 days late", id="two days late"),
        pytest.param(None, "needs_evidence", "needs_evidence", None, "the day of the hearing is not known", id="open"),
    ],
)
def test_an_act_is_judged_by_the_day_to_which_the_last_day_moves(
    act: str | None, rolled: str, calendar_day: str, used: int | None, word: str
) -> None:
    due = count("2026-07-03", act)
    readings = due.readings()
    assert (due.state, due.answer) == (rolled, "2026-08-02")
    assert (readings["rolled"].state, readings["rolled"].answer) == (rolled, "2026-08-03")
    assert (readings["calendar_day"].state, readings["calendar_day"].answer) == (calendar_day, "2026-08-02")
    assert due.measures() == {
        "weekday": "Sunday",
        "rolled_date": "2026-08-03",
        "plan_by": "2026-07-31",
        "days_used": used,
    }
    said = due.said("the receipt", "the hearing")
    assert said[0] == "30 days from the receipt on July 3, 2026 end on Sunday, August 2, 2026"
    assert said[1] == "that day is closed, so Monday, August 3, 2026 still counts"
    assert said[-1].endswith(word)


def test_a_last_day_that_is_open_is_not_said_to_move() -> None:
    due = count("2026-07-01", "2026-07-31")
    assert (due.rolled_day, due.plan_day) == (day("2026-07-31"), day("2026-07-31"))
    assert due.said("the receipt", "the hearing") == [
        "30 days from the receipt on July 1, 2026 end on Friday, July 31, 2026",
        "the hearing on July 31, 2026 is in time",
    ]


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("2026-08-03", ["the day of the receipt is not known, so nothing can be counted from it"]),
        (
            None,
            [
                "the day of the receipt is not known, so nothing can be counted from it",
                "the day of the hearing is not known",
            ],
        ),
    ],
)
def test_without_a_start_there_is_no_answer(act: str | None, said: list[str]) -> None:
    due = count(None, act)
    assert (due.state, due.answer) == (State.NEEDS_EVIDENCE, None)
    assert set(due.measures().values()) == {None}
    assert {(reading.state, reading.answer) for reading in due.readings().values()} == {(State.NEEDS_EVIDENCE, None)}
    assert due.said("the receipt", "the hearing") == said


@pytest.mark.parametrize(
    ("office_open_saturday", "court", "rolled"),
    # May 24, 2026 and 90 days end on Saturday, August 22.
    [
        (None, False, "2026-08-22"),
        (True, False, "2026-08-22"),
        (False, False, "2026-08-24"),
        (True, True, "2026-08-24"),
        (None, True, "2026-08-24"),
    ],
)
def test_a_saturday_moves_where_the_office_is_closed_and_in_court(
    office_open_saturday: bool | None, court: bool, rolled: str
) -> None:
    due = count("2026-05-24", None, 90, ClosedDays(office_open_saturday=office_open_saturday), court=court)
    assert due.measures()["rolled_date"] == rolled


def test_stated_holidays_replace_the_legal_ones() -> None:
    # 30 days from November 25, 2026 end on Christmas, a Friday; December 26 is a Saturday.
    assert count("2026-11-25", None).measures()["rolled_date"] == "2026-12-26"
    none_kept = count("2026-11-25", None, clock=ClosedDays(holidays=()))
    assert (none_kept.measures()["rolled_date"], none_kept.measures()["plan_by"]) == ("2026-12-25", "2026-12-25")
    kept = count("2026-11-25", None, clock=ClosedDays(holidays=(day("2026-12-25"), day("2026-12-26"))), court=True)
    assert kept.measures()["rolled_date"] == "2026-12-28"


def test_a_time_in_months_takes_its_day_from_elsewhere() -> None:
    # Nine months from May 31, 2026 end on February 28, 2027, a Sunday.
    due = deadline_on(CALENDAR, day("2026-05-31"), add_months(day("2026-05-31"), 9), day("2027-03-01"))
    assert (due.state, due.answer, due.rolled_day) == (State.PASS, "2027-02-28", day("2027-03-01"))


@pytest.mark.parametrize(
    ("start", "act", "notes"),
    [
        ("2026-07-03", "2026-07-02", ("The payment is dated before the order; check both dates.",)),
        ("2026-07-03", "2026-07-03", ()),
        ("2026-07-03", None, ()),
        (None, "2026-07-03", ()),
    ],
)
def test_an_act_before_the_time_begins_is_noted(start: str | None, act: str | None, notes: tuple[str, ...]) -> None:
    assert count(start, act).early_note("the order", "the payment") == notes


def test_a_rule_judges_both_readings_its_own_way() -> None:
    asked: list[dt.date | None] = []

    def refuse(last_day: dt.date | None) -> State:
        asked.append(last_day)
        return State.FAIL

    readings = count("2026-07-03", "2026-07-04").readings(refuse)
    assert {reading.state for reading in readings.values()} == {State.FAIL}
    assert asked == [day("2026-08-03"), day("2026-08-02")]


@pytest.mark.parametrize(
    ("act", "state", "before", "said"),
    # 15 days before June 15, 2026 is Sunday, May 31: Monday, June 1 is a day late, and is never forgiven.
    [
        ("2026-05-31", "pass", 15, "the bond on May 31, 2026 is in time"),
        ("2026-05-01", "pass", 45, "the bond on May 1, 2026 is in time"),
        ("2026-06-01", "fail", 14, "the bond on June 1, 2026 is 1 day late"),
        ("2026-06-16", "fail", -1, "the bond on June 16, 2026 is 16 days late"),
        (None, "needs_evidence", None, "the day of the bond is not known"),
    ],
)
def test_a_minimum_notice_never_moves_later(act: str | None, state: str, before: int | None, said: str) -> None:
    notice = minimum_notice(None, day("2026-06-15"), 15, day(act) if act else None)
    assert (notice.state, notice.answer) == (state, "2026-05-31")
    assert notice.measures() == {"weekday": "Sunday", "plan_by": "2026-05-29", "days_before": before}
    assert notice.said("the hearing", "the bond") == [
        "15 days before the hearing on June 15, 2026 is Sunday, May 31, 2026",
        said,
    ]


@pytest.mark.parametrize("act", ["2026-05-31", None])
def test_without_an_event_no_notice_can_be_counted(act: str | None) -> None:
    notice = minimum_notice(None, None, 15, day(act) if act else None)
    assert (notice.state, notice.answer) == (State.NEEDS_EVIDENCE, None)
    assert set(notice.measures().values()) == {None}
    said = ["the day of the hearing is not known, so nothing can be counted back from it"]
    assert notice.said("the hearing", "the bond") == (said if act else [*said, "the day of the bond is not known"])


def test_the_holidays_of_a_notice_only_move_the_day_to_plan_by() -> None:
    # December 25 less 15 days is Thursday, December 10.
    notice = minimum_notice([day("2026-12-10"), day("2026-12-09")], day("2026-12-25"), 15, None)
    assert (notice.answer, notice.measures()["plan_by"]) == ("2026-12-10", "2026-12-08")


@pytest.mark.parametrize(
    "counted", [lambda: count("9999-12-20", None), lambda: minimum_notice(None, dt.date.min, 1, None)]
)
def test_what_leaves_the_calendar_is_refused(counted: object) -> None:
    assert callable(counted)
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        counted()


def test_the_parameters_say_how_a_closed_last_day_moves() -> None:
    law = load_law().newest()
    assert [(use.name, use.value) for use in counting_used(law, "hearing_days")] == [
        ("hearing_days", 30),
        ("last_day_on_closed_day", "next_secular_day"),
    ]
    assert counting_used(law, court=True)[0].citation.startswith("Wis. Stat. 801.15(1)(b)")


@quick
@given(CLOCKS, DATES, st.integers(1, 120), DATES, st.booleans())
def test_the_readings_and_days_stand_in_order(
    clock: ClosedDays, start: dt.date, days: int, act: dt.date, court: bool
) -> None:
    due = deadline(clock, start, days, act, court=court)
    assert due.day is not None
    assert due.plan_day is not None
    assert due.rolled_day is not None
    assert due.plan_day <= due.day <= due.rolled_day
    assert is_business_day(due.plan_day, clock.holidays)
    assert not court or is_business_day(due.rolled_day, clock.holidays)
    readings = due.readings()
    assert not (readings["calendar_day"].state is State.PASS and readings["rolled"].state is State.FAIL)


@quick
@given(CLOCKS, DATES, DATES, st.integers(1, 120), st.booleans())
def test_a_deadline_never_moves_earlier_when_the_start_moves_later(
    clock: ClosedDays, one: dt.date, other: dt.date, days: int, court: bool
) -> None:
    earlier, later = (deadline(clock, start, days, None, court=court) for start in sorted((one, other)))
    assert earlier.day is not None
    assert later.day is not None
    assert earlier.rolled_day is not None
    assert later.rolled_day is not None
    assert earlier.day <= later.day
    assert earlier.rolled_day <= later.rolled_day


@quick
@given(st.none() | st.lists(DATES, max_size=3), DATES, st.integers(1, 60), DATES)
def test_a_notice_is_due_no_later_than_the_event_less_its_days(
    holidays: list[dt.date] | None, event: dt.date, days: int, act: dt.date
) -> None:
    notice = minimum_notice(holidays, event, days, act)
    assert notice.day == event - dt.timedelta(days=days)
    assert notice.plan_day is not None
    assert notice.plan_day <= notice.day
    assert (notice.state is State.PASS) == ((event - act).days >= days)
