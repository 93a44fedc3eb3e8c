from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.law.loader import load_law
from gis.proceedings.definitions import START, proceedings
from gis.proceedings.status import ProceedingStatus, status
from gis.register.entries import Entry, Register
from gis.register.kinds import kinds
from gis.register.reading import read_register

D = dt.date.fromisoformat
HEAD = "subject_kind,subject,kind,value,date,document,who"


def at(rows: Sequence[str], date: str, kind: str = "petition") -> ProceedingStatus:
    text = "\n".join((HEAD, *(f"proceeding,P1,{row},," for row in rows), ""))
    day = D(date)
    return status(read_register(text.encode(), "r.csv"), "P1", proceedings()[kind], day, load_law().parameters(day))


def due_of(found: ProceedingStatus, act: str) -> tuple[dt.date, dt.date] | None:
    (due,) = [each.due for each in found.open if each.act == act]
    return None if due is None else (due.day, due.last_day)


RECEIVED = "petition_received,,2026-06-05"
SCHEDULED = "hearing_scheduled,2026-07-01,2026-06-08"
NOTICED = (
    "bond_filed,,2026-06-12",
    "notice_published,,2026-06-17",
    "notice_published,,2026-06-24",
    "notice_mailed,dsps,2026-06-19",
    "notice_mailed,dnr,2026-06-19",
)
HELD = ("hearing_held,,2026-07-01", "hearing_concluded,,2026-07-01")
ORDERED = ("decision_issued,order,2026-07-20",)
UP_TO_ORDER = (RECEIVED, SCHEDULED, *NOTICED, *HELD, *ORDERED)


@pytest.mark.parametrize(
    ("rows", "date", "state", "since"),
    [
        ((), "2026-06-01", START, None),
        ((RECEIVED,), "2026-06-04", START, None),
        ((RECEIVED,), "2026-06-05", "petition_received", "2026-06-05"),
        ((RECEIVED, SCHEDULED), "2026-06-10", "hearing_scheduled", "2026-06-08"),
        ((RECEIVED, SCHEDULED, *NOTICED), "2026-06-23", "hearing_scheduled", "2026-06-08"),
        ((RECEIVED, SCHEDULED, *NOTICED), "2026-06-24", "hearing_noticed", "2026-06-24"),
        ((RECEIVED, SCHEDULED, *NOTICED, *HELD), "2026-07-01", "hearing_concluded", "2026-07-01"),
        (UP_TO_ORDER, "2026-07-20", "ordered", "2026-07-20"),
        ((*UP_TO_ORDER[:-1], "decision_issued,dismiss,2026-07-20"), "2026-07-20", "dismissed", "2026-07-20"),
        (
            (*UP_TO_ORDER, "order_recorded,Dane,2026-07-22", "filed_with_dnr,,2026-07-24"),
            "2026-08-01",
            "recorded",
            "2026-07-24",
        ),
        # 90 days from July 20 are October 18, a Sunday; the time ends on Monday the 19th.
        (UP_TO_ORDER, "2026-10-19", "ordered", "2026-07-20"),
        (UP_TO_ORDER, "2026-10-20", "final", "2026-10-20"),
        ((*UP_TO_ORDER, "action_filed,Dane,2026-10-19"), "2026-10-20", "under_review", "2026-10-19"),
        ((*UP_TO_ORDER, "action_filed,Dane,2026-10-20"), "2026-10-20", "final", "2026-10-20"),
        (
            (*UP_TO_ORDER, "action_filed,Dane,2026-10-19", "order_set_aside,,2027-01-04"),
            "2027-02-01",
            "set_aside",
            None,
        ),
    ],
)
def test_the_state_that_the_entries_support(rows: tuple[str, ...], date: str, state: str, since: str | None) -> None:
    found = at(rows, date)
    assert found.state.state == state
    if since:
        assert found.state.since == D(since)


def test_a_half_known_register_gives_the_earliest_state_and_names_what_is_missing() -> None:
    found = at((RECEIVED, *HELD, *ORDERED), "2026-08-01")
    assert found.state.state == "petition_received"
    (following,) = found.next
    assert (following.state, following.lacks) == ("hearing_scheduled", ("The town board sets the day of the hearing",))
    assert "The town board orders the district, leaving out what is not benefited" in found.ahead
    assert "The town board sets the day of the hearing" not in found.ahead


def test_what_contradicts_itself_supports_nothing() -> None:
    twice = at((*UP_TO_ORDER, "decision_issued,dismiss,2026-07-21"), "2026-08-01")
    assert twice.state.state == "hearing_concluded"
    assert [each.kind for each in twice.contradictions] == ["decision_issued"]
    early = at((RECEIVED, SCHEDULED, *NOTICED, *HELD, "decision_issued,order,2026-06-30"), "2026-08-01")
    assert early.state.state == "hearing_concluded"


def test_days_are_counted_from_the_law() -> None:
    found = at((RECEIVED, SCHEDULED), "2026-06-10")
    # 30 days from June 5 are July 5, a Sunday.
    assert due_of(found, "hearing") == (D("2026-07-05"), D("2026-07-06"))
    # 15, 10 and 7 days before July 1, never moved: June 16, June 21 (a Sunday) and June 24.
    assert due_of(found, "bond") == (D("2026-06-16"), D("2026-06-16"))
    assert due_of(found, "mailing_dnr") == (D("2026-06-21"), D("2026-06-21"))
    assert due_of(found, "notice") == (D("2026-06-24"), D("2026-06-24"))
    assert not any(each.overdue for each in found.open)


@pytest.mark.parametrize(("date", "overdue"), [("2026-06-16", False), ("2026-06-17", True)])
def test_an_act_is_overdue_from_the_day_after(date: str, overdue: bool) -> None:
    (bond,) = [each for each in at((RECEIVED, SCHEDULED), date).open if each.act == "bond"]
    assert bond.overdue is overdue


def test_what_one_may_do_is_never_overdue() -> None:
    (action,) = [each for each in at(UP_TO_ORDER, "2026-12-01").open if each.act == "action"]
    assert action.may
    assert not action.overdue
    assert action.who == "any person aggrieved"


def test_a_day_that_hangs_on_what_is_not_known_says_on_what() -> None:
    (bond,) = [each for each in at((RECEIVED,), "2026-06-06").open if each.act == "bond"]
    assert bond.due is None
    assert bond.waits_for == "The town board sets the day of the hearing"


def test_done_acts_say_whether_they_were_in_time() -> None:
    late = [row.replace("2026-06-19", "2026-06-22") if "dnr" in row else row for row in UP_TO_ORDER]
    done = {each.act: each.in_time for each in at(late, "2026-08-01").done}
    assert (done["mailing_dsps"], done["mailing_dnr"], done["hearing"], done["petition"]) == (True, False, True, None)


def test_a_hearing_that_was_put_off_counts_from_its_new_day() -> None:
    found = at((RECEIVED, SCHEDULED, "hearing_scheduled,2026-07-03,2026-06-09"), "2026-06-10")
    assert due_of(found, "bond") == (D("2026-06-18"), D("2026-06-18"))


def test_days_count_back_from_the_day_on_which_the_hearing_was_held() -> None:
    # Set for July 1 and held on July 3: the bond was due on June 18, and no notice announces that day.
    found = at((RECEIVED, SCHEDULED, *NOTICED, "hearing_held,,2026-07-03"), "2026-07-04")
    (bond,) = [each.due for each in found.done if each.act == "bond"]
    assert bond is not None
    assert bond.day == D("2026-06-18")
    assert {each.kind for each in found.contradictions} == {"notice_published", "notice_mailed"}
    assert found.state.state == "hearing_scheduled"


def test_the_notice_of_a_hearing_that_was_put_off_is_to_be_given_again() -> None:
    put_off = (RECEIVED, SCHEDULED, *NOTICED, "hearing_scheduled,2026-07-15,2026-06-26")
    found = at(put_off, "2026-06-27")
    assert found.state.state == "hearing_scheduled"
    # A week before July 15.
    assert due_of(found, "notice") == (D("2026-07-08"), D("2026-07-08"))
    assert "mailing_dnr" in {each.act for each in found.open}
    anew = [row[:-10] + (D(row[-10:]) + dt.timedelta(days=14)).isoformat() for row in NOTICED[1:]]
    noticed = at((*put_off, *anew), "2026-07-09")
    assert (noticed.state.state, noticed.contradictions) == ("hearing_noticed", ())


def test_the_last_of_three_insertions_counts() -> None:
    # The last day is June 24, a week before July 1.
    done = at((RECEIVED, SCHEDULED, *NOTICED, "notice_published,,2026-06-26"), "2026-06-27").done
    assert [each.in_time for each in done if each.act == "notice"] == [False]


def test_a_later_change_of_method_is_not_the_first_one() -> None:
    # 60 days from July 20 are September 18.
    rows = (*UP_TO_ORDER, "method_determined,appoint,2026-09-18", "method_determined,elect,2028-05-01")
    (method,) = [each for each in at(rows, "2028-06-01").done if each.act == "method"]
    assert (method.on, method.in_time) == ((D("2026-09-18"),), True)


def test_a_vacancy_is_not_filled_by_whom_the_board_chose_for_an_earlier_one() -> None:
    rows = (*BY_ORDER, "vacancy,,2026-06-01", "vacancy_filled,,2026-06-20")
    assert "vacancy" in {each.act for each in at(rows, "2026-07-01", "department_order").done}
    # 60 days from January 4, 2027 are March 5.
    again = at((*rows, "vacancy,,2027-01-04"), "2027-02-01", "department_order")
    assert due_of(again, "vacancy") == (D("2027-03-05"), D("2027-03-05"))


def test_a_notice_half_published_is_open_and_says_so() -> None:
    (notice,) = [
        each
        for each in at((RECEIVED, SCHEDULED, "notice_published,,2026-06-17"), "2026-06-20").open
        if each.act == "notice"
    ]
    assert notice.begun_on == (D("2026-06-17"),)


def test_a_continued_hearing_asks_for_its_own_notice() -> None:
    rows = (*UP_TO_ORDER[:-3], "hearing_held,,2026-07-01", "hearing_continued,2026-07-30,2026-07-01")
    found = at(rows, "2026-07-10")
    assert found.state.state == "hearing_continued"
    assert due_of(found, "continued_notice") == (D("2026-07-23"), D("2026-07-23"))
    assert due_of(found, "continued_hearing") == (D("2026-07-31"), D("2026-07-31"))
    assert "conclusion" not in {each.act for each in found.open}
    assert any("signatures counted again" in question.says for question in found.questions)
    noticed = at(
        (*rows, "continued_notice_published,,2026-07-16", "continued_notice_published,,2026-07-23"), "2026-07-24"
    )
    assert noticed.state.state == "continuance_noticed"


def test_costs_after_a_dismissal() -> None:
    rows = (*UP_TO_ORDER[:-1], "decision_issued,dismiss,2026-07-20", "costs_ordered,,2026-07-20")
    # 30 days from July 20 are August 19, a Wednesday.
    assert due_of(at(rows, "2026-08-01"), "costs") == (D("2026-08-19"), D("2026-08-19"))
    assert at((*rows, "costs_paid,,2026-08-19"), "2026-08-20").state.state == "costs_paid"


def test_entries_of_a_later_day_are_counted_and_say_nothing() -> None:
    found = at(UP_TO_ORDER, "2026-06-09")
    assert found.later_entries == len(UP_TO_ORDER) - 2
    assert found.state.state == "hearing_scheduled"


BY_ORDER = (
    "dnr_hearing_scheduled,2026-05-01,2026-03-01",
    "dnr_notice_mailed,Town of A,2026-03-20",
    "dnr_notice_published,,2026-04-10",
    "dnr_notice_published,,2026-04-17",
    "dnr_hearing_held,,2026-05-01",
    "dnr_findings_issued,affirmative,2026-05-10",
    "dnr_order_issued,,2026-05-12",
    "dnr_order_received,,2026-05-15",
)


@pytest.mark.parametrize(
    ("kind", "rows", "state"),
    [
        ("department_order", BY_ORDER, "with_the_town"),
        ("department_order", (*BY_ORDER[:5], "dnr_findings_issued,negative,2026-05-10"), "not_ordered"),
        ("department_order", (*BY_ORDER, "town_acted,sanitary_district,2026-06-20"), "established_by_town"),
        ("department_order", (*BY_ORDER, "town_acted,utility_district,2026-06-20"), "utility_district_made"),
        (
            "department_order",
            (*BY_ORDER, "town_acted,none,2026-06-20", "dnr_created,,2026-07-05"),
            "established_by_dnr",
        ),
        ("addition", ("commission_request,,2026-06-05",), "petition_received"),
        ("removal", ("commission_request,,2026-06-05",), "petition_received"),
        ("consolidation", ("consolidation_resolved,District A,2026-06-05",), START),
        (
            "consolidation",
            ("consolidation_resolved,District A,2026-06-05", "consolidation_resolved,District B,2026-06-09"),
            "resolved",
        ),
        (
            "consolidation",
            (
                "consolidation_resolved,District A,2026-06-05",
                "consolidation_resolved,District B,2026-06-09",
                "consolidation_rejected,District B,2026-07-05",
                "consolidation_approved,District A,2026-07-05",
            ),
            "rejected",
        ),
        ("annexation", ("annexation_effective,Village of A,2026-06-05",), "land_left"),
        (
            "annexation",
            (
                "annexation_effective,Village of A,2026-06-05",
                "patrons_in_annexed_land,no,2026-06-06",
                "service_settled,village_or_city,2026-06-07",
            ),
            "service_settled",
        ),
    ],
)
def test_other_proceedings(kind: str, rows: tuple[str, ...], state: str) -> None:
    assert at(rows, "2026-07-10", kind).state.state == state


def test_the_town_has_45_days_from_receipt() -> None:
    # 45 days from May 15 are June 29, a Monday.
    found = at(BY_ORDER, "2026-06-30", "department_order")
    assert due_of(found, "town_act") == (D("2026-06-29"), D("2026-06-29"))
    assert [each.act for each in found.open if each.overdue] == ["town_act"]


def test_a_utility_district_leaves_a_question_open() -> None:
    rows = (*BY_ORDER, "town_acted,utility_district,2026-06-20")
    said = [each.says for each in at(rows, "2026-07-01", "department_order").questions]
    assert any("stops the department" in each for each in said)
    assert not any(
        "stops the department" in each.says for each in at(BY_ORDER, "2026-07-01", "department_order").questions
    )


def test_an_annexation_says_what_it_does_not_decide() -> None:
    found = at(("annexation_effective,Village of A,2026-06-05",), "2026-07-01", "annexation")
    assert found.outside == "Med-High"
    assert any("unpaid assessments" in each.says for each in found.questions)
    assert [each.confidence for each in found.verify] == ["Med"]


ANY_KIND = sorted({text.partition("=")[0] for act in proceedings()["petition"].acts.values() for text in act.done_by})


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    kind = kinds()[name := draw(st.sampled_from(ANY_KIND))]
    date = draw(st.dates(D("2026-06-01"), D("2026-12-31")))
    values = {
        "yes_no": "yes",
        "date": (date + dt.timedelta(days=draw(st.integers(0, 40)))).isoformat(),
        "county": "Dane",
    }
    value = draw(st.sampled_from(kind.choices)) if kind.choices else values.get(kind.value, "")
    return Entry("proceeding", "P1", name, value, date, "", "")


def _status(found: Sequence[Entry], date: dt.date) -> ProceedingStatus:
    return status(Register(tuple(found)), "P1", proceedings()["petition"], date, load_law().parameters(date))


@given(st.lists(entries(), max_size=12), st.dates(D("2026-06-01"), D("2027-06-30")), st.randoms())
@settings(max_examples=50, derandomize=True, deadline=None)
def test_days_never_go_backward_along_the_proceeding(found: list[Entry], date: dt.date, shuffler: Random) -> None:
    told = _status(found, date)
    days = [reached.since for reached in told.path[1:]]
    assert None not in days
    assert days == sorted(days, key=lambda day: day or dt.date.min)
    assert all(day is not None and day <= date for day in days)
    turned = list(found)
    shuffler.shuffle(turned)
    again = _status(turned, date)
    assert (again.path, again.open, again.next) == (told.path, told.open, told.next)


@given(
    st.permutations([*UP_TO_ORDER, "order_recorded,Dane,2026-07-22", "filed_with_dnr,,2026-07-24"]),
    st.integers(0, 12),
    st.lists(st.dates(D("2026-06-01"), D("2027-01-31")), min_size=2, max_size=2),
)
@settings(max_examples=50, derandomize=True, deadline=None)
def test_the_state_never_falls_back_as_time_goes_on(rows: list[str], missing: int, dates: list[dt.date]) -> None:
    names = [START, *(state.name for state in proceedings()["petition"].states)]
    before, after = (at(rows[missing:], day.isoformat()).state.state for day in sorted(dates))
    assert names.index(before) <= names.index(after)
