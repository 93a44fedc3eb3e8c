"""Whole proceedings, worked by hand with a calendar: May 4, 2026 is a Monday, January 1, 2027 a Friday."""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import ParameterNotInForce
from gis.register.kinds import kinds
from tests.gis.proceedings.timetable.proceedings import day, days, made, row

ORDINARY = {
    "petition_received": "2026-05-04",
    "newspaper_weekday": "Thursday",
    "insertions": ["2026-05-14", "2026-05-21"],
    "bond_filed": "2026-05-13",
    "notice_mailed": "2026-05-18",
    "hearing_date": "2026-05-28",
    "decision_issued": "2026-06-22",
    "order_date": "2026-06-22",
    "outcome": "established",
    "counties_count": 1,
    "towns_count": 1,
    "method": "elect",
    "method_determined": "2026-07-13",
    "interim_appointed": "2026-08-22",
}


def test_an_ordinary_proceeding() -> None:
    table = made(**ORDINARY)
    assert days(table) == {
        # Monday
        "petition_received": ("2026-05-04", None, None),
        # May 28 less 15: Wednesday
        "bond": ("2026-05-13", None, "2026-05-13"),
        # May 28 less 14 and 7, Thursdays, on which the newspaper comes out
        "first_insertion": ("2026-05-14", None, "2026-05-14"),
        # May 28 less 10: Monday
        "mailing": ("2026-05-18", None, "2026-05-18"),
        "second_insertion": ("2026-05-21", None, "2026-05-21"),
        "hearing": ("2026-05-28", None, None),
        # 27 days are left in May, so 30 days end on June 3, a Wednesday
        "hearing_by": ("2026-06-03", "2026-06-03", "2026-06-03"),
        "order": ("2026-06-22", None, None),
        "filed_with_dnr": (None, None, None),
        "recorded": (None, None, None),
        # May 28 and 30 days: 3 in May, 27 in June; June 27 is a Saturday, which moves for no board
        "continued_by": ("2026-06-27", "2026-06-27", "2026-06-26"),
        "decision": ("2026-06-27", "2026-06-27", "2026-06-26"),
        # June 22 and 60 days: 8 + 31 + 21, a Friday
        "method": ("2026-08-21", "2026-08-21", "2026-08-21"),
        "interim": ("2026-08-21", None, "2026-08-21"),
        # June 22 and 90 days: 8 + 31 + 31 + 20, a Sunday; the court opens on Monday
        "review": ("2026-09-20", "2026-09-21", "2026-09-18"),
        # first Tuesday and third Monday of April 2027
        "first_election": ("2027-04-06", None, None),
        "interim_end": ("2027-04-19", None, None),
    }
    in_time = {each.step: each.in_time for each in table.rows if each.done is not None and each.kind != "no_day"}
    assert in_time == {
        "bond": True,
        "first_insertion": True,
        "second_insertion": True,
        "mailing": True,
        "hearing_by": True,
        "decision": True,
        "method": True,
        "interim": False,  # August 22 is one day after August 21
    }
    assert table.window is not None
    # Thursdays May 7 and 14 and a week; the bond would allow May 19, the mailing May 14
    assert (table.window.earliest, table.window.latest) == (day("2026-05-28"), day("2026-06-03"))
    assert table.window.failing == ()


def test_the_elections_and_holidays_of_its_range() -> None:
    # holidays to the last deadline (September 21), elections to the end of the term (April 19, 2027)
    assert [(each.day, each.what) for each in made(**ORDINARY).public_days] == [
        (day("2026-05-25"), "Legal holiday"),
        (day("2026-06-19"), "Legal holiday"),
        (day("2026-07-04"), "Legal holiday"),
        (day("2026-08-11"), "Partisan primary"),
        (day("2026-09-07"), "Legal holiday"),
        (day("2026-11-03"), "General election"),
        (day("2027-04-06"), "Spring election"),
    ]


def test_without_a_hearing_date_none_is_proposed() -> None:
    table = made(petition_received="2026-05-04", newspaper_weekday="Thursday")
    assert table.window is not None
    assert table.window.is_possible
    # May 7, May 14, and a week: May 21; the thirtieth day is June 3
    assert (table.window.earliest, table.window.latest) == (day("2026-05-21"), day("2026-06-03"))
    # issues that leave a second one and a week before June 3, that is by May 20
    assert table.window.first_insertions == (day("2026-05-07"), day("2026-05-14"))
    assert "hearing" not in days(table)
    # June 3 less 15 is May 19; the last issues by May 20 and 27 are May 14 and 21
    assert days(table)["bond"][0] == "2026-05-19"
    assert days(table)["first_insertion"] == ("2026-05-20", None, "2026-05-14")
    assert days(table)["second_insertion"] == ("2026-05-27", None, "2026-05-21")
    assert days(table)["decision"] == (None, None, None)
    assert table.continued_window is None


YEAR_END = {
    "petition_received": "2026-12-04",
    "newspaper_weekday": "Wednesday",
    "hearing_date": "2027-01-04",
    "bond_filed": "2026-12-21",
    "notice_mailed": "2026-12-24",
    "decision_issued": "2027-02-03",
    "order_date": "2027-02-04",
    "outcome": "dismissed",
}


@pytest.mark.parametrize(
    ("open_saturday", "costs"),
    [(None, "2027-03-06"), (True, "2027-03-06"), (False, "2027-03-08")],
)
def test_a_proceeding_over_the_year_end_that_is_dismissed(open_saturday: bool | None, costs: str) -> None:
    table = made(**YEAR_END, office_open_saturday=open_saturday, costs_paid="2027-03-08")
    assert days(table) == {
        "petition_received": ("2026-12-04", None, None),
        # January 4 less 14 and 7, and the Wednesdays before
        "first_insertion": ("2026-12-21", None, "2026-12-16"),
        "second_insertion": ("2026-12-28", None, "2026-12-23"),
        # January 4 less 15 is a Sunday and does not move to Monday; Friday is the business day before
        "bond": ("2026-12-20", None, "2026-12-18"),
        # January 4 less 10 is Christmas
        "mailing": ("2026-12-25", None, "2026-12-24"),
        # December 4 and 30 days are January 3, a Sunday; the business day before is New Year's Eve
        "hearing_by": ("2027-01-03", "2027-01-04", "2026-12-31"),
        "hearing": ("2027-01-04", None, None),
        "continued_by": ("2027-02-03", "2027-02-03", "2027-02-03"),
        # January 4 and 30 days: 27 in January, 3 in February, a Wednesday
        "decision": ("2027-02-03", "2027-02-03", "2027-02-03"),
        "order": ("2027-02-04", None, None),
        # February 4 and 30 days: 24 in February, 6 in March, a Saturday
        "costs": ("2027-03-06", costs, "2027-03-05"),
    }
    assert row(table, "bond").in_time is False
    assert row(table, "mailing").in_time is True
    assert row(table, "hearing_by").in_time is True  # only because Sunday moves
    assert row(table, "costs").in_time is (costs == "2027-03-08")
    holidays = [each.day for each in table.public_days if each.kind == "holiday"]
    # the third Mondays of January and February are the 18th and 15th
    assert holidays == [day(each) for each in ("2026-12-25", "2027-01-01", "2027-01-18", "2027-02-15")]


def test_a_holiday_that_is_added_moves_the_last_day_once_more() -> None:
    table = made(petition_received="2026-12-04", holidays=["2027-01-04"])
    assert days(table)["hearing_by"] == ("2027-01-03", "2027-01-05", "2026-12-31")
    assert [each.what for each in table.public_days if each.day == day("2027-01-04")] == ["Legal holiday, as stated"]


def test_no_hearing_day_is_possible_when_the_board_meets_late() -> None:
    # Received on Thursday, June 4, the day after the Wednesday paper; the board sets the hearing on Monday, June 22.
    # Issues June 24 and July 1, and a week: July 8. The thirty days end on Saturday, July 4, a holiday; July 5 is a
    # Sunday; so on Monday, July 6.
    late = {"petition_received": "2026-06-04", "newspaper_weekday": "Wednesday", "notice_ready": "2026-06-22"}
    table = made(**late)
    assert table.window is not None
    assert not table.window.is_possible
    assert (table.window.earliest, table.window.latest) == (day("2026-07-08"), day("2026-07-06"))
    assert table.window.latest_calendar_day == day("2026-07-04")
    assert table.window.first_insertions == ()
    assert table.window.because.startswith("No day is possible: the notice can first stand in the newspaper on")
    assert "Wednesday, July 8, 2026" in table.window.because
    assert "Monday, July 6, 2026" in table.window.because
    assert {days(table)[step][0] for step in ("bond", "first_insertion", "second_insertion", "mailing")} == {None}
    assert "No hearing day is possible." in row(table, "bond").note
    # with any hearing date the same is said of that date
    held = made(**late, hearing_date="2026-07-06")
    assert held.window is not None
    [reason] = held.window.failing
    assert "July 8, 2026" in reason
    # without the meeting: issues June 10 and 17, and a week
    early = made(petition_received="2026-06-04", newspaper_weekday="Wednesday")
    assert early.window is not None
    assert (early.window.is_possible, early.window.earliest) == (True, day("2026-06-24"))


@pytest.mark.parametrize(
    ("filed", "is_possible"),
    [("2026-06-21", True), ("2026-06-22", False)],  # fifteen days later: July 6 and July 7
)
def test_a_late_bond_closes_the_window(filed: str, is_possible: bool) -> None:
    window = made(petition_received="2026-06-04", newspaper_weekday="Wednesday", bond_filed=filed).window
    assert window is not None
    assert window.is_possible is is_possible


def test_a_continued_hearing_has_its_own_notice_and_moves_the_decision() -> None:
    # Hearing May 28 (Thursday). A Thursday paper can carry the new notice on May 28 and June 4, so from June 11 on;
    # 30 days end on Saturday, June 27.
    table = made(**{**ORDINARY, "decision_issued": "2026-07-09", "order_date": "2026-07-09"}, continued_to="2026-06-18")
    assert table.continued_window is not None
    assert (table.continued_window.earliest, table.continued_window.latest) == (day("2026-06-11"), day("2026-06-27"))
    assert table.continued_window.failing == ()
    assert days(table)["continued_first_insertion"] == ("2026-06-04", None, "2026-06-04")
    assert days(table)["continued_second_insertion"] == ("2026-06-11", None, "2026-06-11")
    assert row(table, "continued_by").in_time is True
    # June 18 and 30 days: 12 in June, 18 in July, a Saturday
    assert days(table)["decision"] == ("2026-07-18", "2026-07-18", "2026-07-17")
    too_late = made(petition_received="2026-05-04", hearing_date="2026-05-28", continued_to="2026-06-29")
    assert row(too_late, "continued_by").in_time is False
    assert too_late.continued_window is not None
    assert too_late.continued_window.failing == ("the time for the hearing ends on Saturday, June 27, 2026",)


def test_an_order_of_the_department() -> None:
    table = made(
        proceeding="department_order",
        hearing_date="2026-09-15",
        clerks_mailed="2026-08-17",
        order_received="2026-10-01",
        town_acted="2026-11-16",
        commissioners_chosen="2027-04-15",
    )
    assert table.window is None
    expected = {
        # September 15 less 30: 15 in September, 15 in August, a Sunday
        "clerks": ("2026-08-16", None, "2026-08-14"),
        "first_insertion": ("2026-09-01", None, "2026-09-01"),
        "second_insertion": ("2026-09-08", None, "2026-09-08"),
        # October 1 and 45 days: 30 in October, 15 in November, a Sunday
        "town_action": ("2026-11-15", "2026-11-16", "2026-11-13"),
        # November 16 and 90 days: 14 + 31 + 31 + 14, Sunday, February 14, 2027; Monday is a holiday
        "review": ("2027-02-14", "2027-02-16", "2027-02-12"),
        # February 14 and 60 days: 14 + 31 + 15, a Thursday
        "commissioners": ("2027-04-15", "2027-04-15", "2027-04-15"),
        "department_order": (None, None, None),
    }
    assert {step: each for step, each in days(table).items() if step in expected} == expected
    assert row(table, "clerks").in_time is False
    assert row(table, "town_action").in_time is True
    assert row(table, "commissioners").in_time is True
    assert "bond" not in days(table)


def test_later_changes_of_the_method() -> None:
    # November 15, 2026 is a Sunday. The petition of Monday, November 16 is past it, so the second spring election
    # follows: 2028. Five years from April 4, 2028 end on April 4, 2033. Referendum April 6, 2027 and 60 days: June 5.
    table = made(
        petition_received="2026-05-04",
        election_petition_filed="2026-11-16",
        elected_by_petition="2028-04-04",
        referendum_date="2027-04-06",
        referendum_certified="2027-04-12",
    )
    assert days(table)["petitioned_election"][0] == "2028-04-04"
    assert days(table)["hold_over"][0] == "2028-04-17"
    assert days(table)["appoint_after_referendum"] == ("2027-06-05", "2027-06-05", "2027-06-04")
    assert days(table)["petition_to_appointment_from"][0] == "2033-04-05"
    assert days(table)["petition_to_election_from"][0] == "2032-04-13"
    special = made(
        petition_received="2026-05-04", election_petition_filed="2026-10-01", election_petition_asks="special"
    )
    assert row(special, "petitioned_election").day is None
    assert "8.50(2)(a)" in row(special, "petitioned_election").note


@pytest.mark.parametrize(
    ("stated", "present", "absent"),
    [
        ({}, {"costs", "review", "method", "first_election"}, set()),
        ({"outcome": "established"}, {"review", "method"}, {"costs"}),
        ({"recorded": "2026-07-01"}, {"review"}, {"costs"}),
        ({"outcome": "dismissed"}, {"costs"}, {"review", "method", "recorded", "first_election"}),
        ({"costs_paid": "2026-07-01"}, {"costs"}, {"review", "method"}),
        ({"method": "appoint"}, {"method"}, {"first_election", "interim", "interim_end"}),
        ({"method": "town_board_commission"}, {"method"}, {"first_election"}),
        ({"method": "elect", "election_kind": "special"}, {"first_election"}, {"interim", "interim_end"}),
    ],
)
def test_what_follows_from_the_outcome_and_the_method(
    stated: dict[str, str], present: set[str], absent: set[str]
) -> None:
    steps = set(days(made(petition_received="2026-05-04", order_date="2026-06-22", **stated)))
    assert present <= steps
    assert not absent & steps


def test_several_towns_leave_it_to_the_one_with_the_most_value() -> None:
    found = row(made(petition_received="2026-05-04", established="2026-06-22", towns_count=2), "method")
    assert (found.rule, found.day) == ("TSD-23", day("2026-08-21"))
    assert found.who == "board of the town with the most value"


def test_every_row_cites_and_says_which_sources_are_beyond_the_five_texts() -> None:
    table = made(**ORDINARY)
    assert all(each.citation.startswith("Wis. Stat.") for each in (*table.rows, *table.public_days))
    beyond = {each.step: each.beyond for each in table.rows}
    assert "985" in beyond["first_insertion"]
    assert "990.001(4)" in beyond["decision"]
    assert "801.15" in beyond["review"]
    assert "5.02" in beyond["first_election"]
    names = {use.name: use.value for use in table.parameters}
    assert (names["bond_days"], names["hearing_days"], names["decision_days"]) == (15, 30, 30)


def test_the_law_before_the_text_on_file_is_refused() -> None:
    with pytest.raises(ParameterNotInForce, match="2011-06-30"):
        made(petition_received="2011-06-30")
    assert made(petition_received="2011-07-01").window is not None


def test_days_far_back_are_refused_by_the_law_and_harm_no_count() -> None:
    with pytest.raises(ParameterNotInForce, match="1800-01-01"):
        made(petition_received="1800-01-01", holidays=["2026-06-01"])
    assert made(petition_received="2026-05-04", holidays=["1800-01-01"]).rows


def test_the_weekday_of_each_day_is_its_own() -> None:
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    table = made(**ORDINARY)
    for each in (*table.rows, *table.public_days):
        # day 1 of the calendar, January 1 of the year 1, is a Monday
        expected = None if each.day is None else names[(each.day - dt.date.min).days % 7]
        assert each.weekday == expected


def test_saturdays_move_for_the_rules_that_the_register_tells_of_them() -> None:
    # December 3, 2026 and 30 days are Saturday, January 2, 2027: a hearing is no filing at an office (990.001(4)(c)).
    table = made(petition_received="2026-12-03", office_open_saturday=False)
    told = kinds()["office_open_saturday"].gives
    moves = any("TSD-06" in each.rules for each in told)
    assert days(table)["hearing_by"] == ("2027-01-02", "2027-01-04" if moves else "2027-01-02", "2026-12-31")
    assert any("990.001(4)(c)" in note for note in table.notes)


@pytest.mark.parametrize(
    ("filed", "election", "other"),
    [
        # November 15, 2026 is a Sunday: read literally the 16th is too late for April 6, 2027.
        ("2026-11-16", "2028-04-04", "Tuesday, April 6, 2027"),
        ("2026-11-15", "2027-04-06", None),
        ("2026-11-17", "2028-04-04", None),
        # November 15, 2027 is a Monday.
        ("2027-11-16", "2029-04-03", None),
    ],
)
def test_both_readings_of_november_15_are_told(filed: str, election: str, other: str | None) -> None:
    table = made(petition_received="2026-05-04", election_petition_filed=filed, election_petition_asks="spring")
    found = row(table, "petitioned_election")
    assert str(found.day) == election
    assert ("so read, the election is on" in found.note) is (other is not None)
    assert other is None or other in found.note
    # The third Monday of April 2027 is the 19th.
    assert ("Monday, April 19, 2027" in row(table, "hold_over").note) is (other is not None)


def test_holidays_of_years_in_which_nothing_is_due_are_not_told() -> None:
    # Five years pass between the notice and the referendum of April 1, 2031, 60 days after which is May 31.
    table = made(petition_received="2026-06-01", referendum_date="2031-04-01")
    years = {each.day.year for each in table.public_days if each.kind == "holiday" and each.day is not None}
    assert years == {2026, 2030, 2031}
