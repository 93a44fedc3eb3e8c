"""What rules say of a register with later acts, a hearing put off or continued, and entries in doubt; by the statute.

Of 2026, July 30 is a Thursday and September 26 a Saturday; no office hours are entered, so that Saturdays do not move.
"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.facts.department import DepartmentNoticeFacts, NotifiedTown
from gis.model.finding import Finding
from gis.proposals.gathering import with_stated
from gis.proposals.stated import stated_facts
from gis.register.entries import Entry, Register
from gis.register.facts import parcel_facts, register_facts
from gis.register.kinds import kinds
from gis.register.reading import read_register
from gis.rules.registry import RULES, judge

LATE = dt.date(2040, 1, 1)
LAW = load_law().newest()
Row = tuple[str, str, str]
"""Kind, value and day."""


def found(rule: str, *rows: Row, on_map: Any = None, date: dt.date = LATE) -> Finding:  # noqa: ANN401 - facts of any type
    """Judge a rule on entries about one proceeding and its district, and on what the map says."""
    entries = []
    for kind, value, day in rows:
        subjects = kinds()[kind].subjects
        about = ("proceeding", "P1") if "proceeding" in subjects else ("district", "D1")
        entries.append(Entry(*about, kind, value, dt.date.fromisoformat(day), "", ""))
    told = register_facts(Register(tuple(entries)), date=date, proceeding="P1", district="D1")
    typed = stated_facts(rule, {rule: told.get(rule, {})}, "the register")
    return judge(rule, with_stated(on_map or RULES[rule].facts_type(), typed), LAW)


RECEIVED = ("petition_received", "", "2026-07-01")
SET = ("hearing_scheduled", "2026-07-30", "2026-07-02")
ANNOUNCED = (
    ("notice_published", "", "2026-07-16"),
    ("notice_published", "", "2026-07-23"),
    ("notice_mailed", "dsps", "2026-07-16"),
    ("notice_mailed", "dnr", "2026-07-16"),
    ("boundary_description_in_notice", "yes", "2026-07-16"),
)
ANNOUNCED_LATER = tuple(
    (kind, value, (dt.date.fromisoformat(day) + dt.timedelta(days=14)).isoformat()) for kind, value, day in ANNOUNCED
)
HELD = ("hearing_held", "", "2026-07-30")
CONTINUED = ("hearing_continued", "2026-08-27", "2026-07-30")


@pytest.mark.parametrize(
    ("rule", "state", "rows"),
    [
        # 60.71(4)(a) asks to schedule and to conduct it in 30 days, July 31; the day on which it sat decides.
        ("TSD-06", "pass", [RECEIVED, SET]),
        ("TSD-06", "fail", [RECEIVED, SET, ("hearing_held", "", "2026-08-20")]),
        ("TSD-06", "pass", [RECEIVED, ("hearing_scheduled", "2026-08-20", "2026-07-02"), HELD]),
        ("TSD-06", "pass", [RECEIVED, SET, HELD, ("hearing_held", "", "2026-08-27")]),
        # 60.71(3): 15 days before July 30 are July 15, before July 20 July 5.
        ("TSD-05", "pass", [SET, ("bond_filed", "", "2026-07-10")]),
        ("TSD-05", "fail", [SET, ("bond_filed", "", "2026-07-10"), ("hearing_held", "", "2026-07-20")]),
        # 60.71(4)(b): the notice announces the hearing; what was published for another day does not.
        ("TSD-07", "pass", [SET, *ANNOUNCED]),
        ("TSD-07", "pass", [SET, *ANNOUNCED, HELD]),
        ("TSD-07", "needs_evidence", [SET, *ANNOUNCED, ("hearing_scheduled", "2026-07-31", "2026-07-29")]),
        ("TSD-07", "needs_evidence", [SET, *ANNOUNCED, ("hearing_held", "", "2026-08-20")]),
        ("TSD-07", "needs_evidence", [SET, *ANNOUNCED[:3], ("hearing_scheduled", "2026-08-13", "2026-07-25")]),
        (
            "TSD-07",
            "pass",
            [SET, *ANNOUNCED, ("hearing_scheduled", "2026-08-13", "2026-07-25"), *ANNOUNCED_LATER],
        ),
        ("TSD-07", "pass", [SET, *ANNOUNCED, ("hearing_scheduled", "2026-07-30", "2026-07-20")]),
        ("TSD-07", "pass", [SET, *ANNOUNCED, HELD, ("hearing_scheduled", "2026-08-10", "2026-07-30")]),
        # 60.71(6)(a): from the conclusion. Of a continued hearing that is not before its last day: 30 days from
        # August 27 are September 26, from July 30 August 29.
        ("TSD-11", "pass", [HELD, CONTINUED, ("decision_issued", "order", "2026-09-20")]),
        ("TSD-11", "fail", [HELD, CONTINUED, ("decision_issued", "order", "2026-09-28")]),
        (
            "TSD-11",
            "pass",
            [HELD, CONTINUED, ("hearing_held", "", "2026-08-31"), ("decision_issued", "order", "2026-09-28")],
        ),
        (
            "TSD-11",
            "fail",
            [HELD, CONTINUED, ("hearing_concluded", "", "2026-08-20"), ("decision_issued", "order", "2026-09-20")],
        ),
        ("TSD-11", "needs_evidence", [HELD, ("decision_issued", "order", "2026-09-20")]),
        ("TSD-11", "needs_evidence", [HELD, CONTINUED, ("decision_issued", "order", "2026-08-20")]),
        (
            "TSD-11",
            "needs_evidence",
            [
                HELD,
                ("hearing_concluded", "", "2026-07-30"),
                ("hearing_concluded", "", "2026-08-30"),
                ("decision_issued", "order", "2026-09-20"),
            ],
        ),
        # 60.74(1): 60 days are for the method of the initial commissioners; a later change has none.
        *(
            ("TSD-22", state, [("established", "", "2026-09-01"), *(("method_determined", *each) for each in methods)])
            for state, methods in (
                ("pass", [("appoint", "2026-09-20"), ("elect", "2030-05-01")]),
                ("fail", [("appoint", "2026-11-05"), ("elect", "2030-05-01")]),
                ("needs_evidence", [("appoint", "2026-08-20")]),
            )
        ),
        # 60.74(5)(c): 60 days from the referendum, for the appointment that follows it.
        *(
            ("TSD-29", state, [("referendum", "approved", voted), *(("appointment", "", each) for each in appointed)])
            for state, voted, appointed in (
                ("pass", "2027-04-06", ["2027-05-01", "2029-05-01"]),
                ("fail", "2027-04-06", ["2027-07-01", "2029-05-01"]),
                ("needs_evidence", "2031-04-01", ["2027-05-01"]),
            )
        ),
        # 60.74(5m)(a): five years from the election that the petition for it led to.
        *(
            ("TSD-30", state, [*before, *(("commissioners_elected", "", each) for each in elected), asked])
            for asked in [("appointment_petition_filed", "", "2026-05-01")]
            for state, before, elected in (
                ("pass", [], ["2021-04-06", "2025-04-01"]),
                ("pass", [("election_petition_filed", "", "2020-06-01")], ["2019-04-02", "2021-04-06", "2025-04-01"]),
                ("fail", [("election_petition_filed", "", "2022-06-01")], ["2019-04-02", "2023-04-04"]),
                ("needs_evidence", [("election_petition_filed", "", "2022-06-01")], ["2019-04-02"]),
            )
        ),
    ],
)
def test_which_act_and_which_day_count(rule: str, state: str, rows: list[Row]) -> None:
    assert found(rule, *rows).state.value == state
    assert found(rule, *reversed(rows)).state.value == state


def test_before_the_continued_session_nobody_knows_the_last_day_to_decide() -> None:
    assert found("TSD-11", HELD, CONTINUED, date=dt.date(2026, 8, 26)).answer is None
    # 30 days from August 27.
    assert found("TSD-11", HELD, CONTINUED, date=dt.date(2026, 8, 27)).answer == "2026-09-26"


def test_the_signatures_of_an_older_petition_are_not_those_of_the_new_one() -> None:
    """60.74(4)(a): 20 percent of 100 votes are 20 signatures, which the petition of 2020 had."""
    old = [("election_petition_filed", "", "2020-05-01"), ("election_petition_signatures", "20", "2020-05-11")]
    vote = ("district_vote_for_governor", "100", "2020-05-11")
    assert found("TSD-26", vote, *old).state == "pass"
    assert found("TSD-26", vote, *old, ("election_petition_filed", "", "2026-05-01")).state == "needs_evidence"


BOND = [("bond_filed", "", "2026-07-01"), SET]
PETITION = [
    ("district_vote_for_governor", "100", "2026-04-06"),
    ("election_petition_signatures", "50", "2026-04-06"),
]
TERMS = [("terms_basis", "first_board", "2026-04-06"), ("commission_size", "3", "2026-04-06")]
REFERENDUM = [("referendum", "approved", "2027-04-06"), ("appointment", "", "2027-05-01")]


@pytest.mark.parametrize(
    ("rule", "rows", "one", "other"),
    [
        ("TSD-26", PETITION, ("election_petition_conforms", "yes"), ("election_petition_conforms", "no")),
        ("TSD-26", PETITION, ("election_petition_requests", "special"), ("election_petition_requests", "not_stated")),
        ("TSD-26", PETITION, ("commissioners_are", "appointed"), ("commissioners_are", "elected")),
        ("TSD-29", REFERENDUM, ("elected_by_petition", "yes"), ("elected_by_petition", "no")),
        ("TSD-34", TERMS, ("commissioners_chosen_by", "spring_election"), ("commissioners_chosen_by", "appointed")),
    ],
)
def test_what_is_in_doubt_has_no_default(
    rule: str, rows: list[Row], one: tuple[str, str], other: tuple[str, str]
) -> None:
    day = "2026-04-06"
    assert found(rule, *rows).state == "pass"
    assert found(rule, *rows, (*one, day)).state == "pass"
    assert found(rule, *rows, (*one, day), (*other, day)).state == "needs_evidence"


@pytest.mark.parametrize(
    ("due", "ordered"),
    [
        # Two orders, or one of which nobody knows the day: July 20 is 15 days after July 5, and 5 after July 15.
        pytest.param(("2026-07-20", "2026-08-20"), ("2026-07-05", "2026-08-05"), id="two orders"),
        pytest.param(("2026-07-20", "2026-07-20"), ("2026-07-05", "2026-07-15"), id="two days of one order"),
    ],
)
def test_an_additional_bond_in_doubt_is_ordered_all_the_same(due: tuple[str, str], ordered: tuple[str, str]) -> None:
    orders = [("additional_bond_ordered", *each) for each in zip(due, ordered, strict=True)]
    filed = ("additional_bond_filed", "", "2026-07-18")
    assert found("TSD-05", *BOND, orders[0], filed).state == "pass"
    assert found("TSD-05", *BOND, *orders, filed).state == "needs_evidence"


MAP = DepartmentNoticeFacts(towns=tuple(NotifiedTown(name, Fraction(1000)) for name in ("Town of A", "Town of B")))
DNR_SET = ("dnr_hearing_scheduled", "2026-10-15", "2026-08-01")


@pytest.mark.parametrize(
    ("mailed", "state"),
    [
        # 60.72(3): to the clerk of each town, 30 days before, September 15.
        ({"Town of A": "2026-09-01"}, "needs_evidence"),
        ({"Town of A": "2026-09-01", "Town of B": "2026-09-15"}, "pass"),
        ({"Town of A": "2026-09-01", "Town of B": "2026-09-16"}, "fail"),
        # Nobody need tell a town that has no land in the area.
        ({"Town of A": "2026-09-01", "Town of B": "2026-09-15", "Town of C": "2026-10-01"}, "pass"),
        ({}, "needs_evidence"),
    ],
)
def test_each_town_on_the_map_is_told_of_the_departments_hearing(mailed: dict[str, str], state: str) -> None:
    told = found("TSD-16", DNR_SET, *(("dnr_notice_mailed", *each) for each in mailed.items()), on_map=MAP)
    assert (told.state.value, told.measures["towns_to_notify"]) == (state, ["Town of A", "Town of B"])


@pytest.mark.parametrize(
    ("more", "state"),
    [
        ([], "pass"),
        ([("dnr_hearing_scheduled", "2026-10-16", "2026-10-14")], "needs_evidence"),
        # Held on a day for which no notice was mailed.
        ([("dnr_hearing_held", "", "2026-11-20")], "needs_evidence"),
        ([("dnr_hearing_held", "", "2026-10-15")], "pass"),
    ],
)
def test_a_hearing_of_the_department_that_was_put_off(more: list[Row], state: str) -> None:
    mailed = [("dnr_notice_mailed", town, "2026-09-01") for town in ("Town of A", "Town of B")]
    assert found("TSD-16", DNR_SET, *mailed, *more, on_map=MAP).state == state


def test_only_payments_and_filings_wait_for_an_office() -> None:
    """990.001(4)(c). 30 days from July 2, 2026 are Saturday, August 1; the 90th from May 3 is Saturday, too."""
    hours = ("office_open_saturday", "no", "2026-01-01")
    assert found("TSD-14", hours, ("costs_ordered", "", "2026-07-02")).measures["rolled_date"] == "2026-08-03"
    assert found("TSD-06", hours, ("petition_received", "", "2026-07-02")).measures["rolled_date"] == "2026-08-01"
    assert found("TSD-21", hours, ("final_determination", "", "2026-05-03")).measures["rolled_date"] == "2026-08-03"


@pytest.mark.parametrize(("written_as", "sub_district"), [("FSD2", "FSD2"), ("fsd2", "FSD2"), ("Asd4", "ASD4")])
def test_a_sub_district_in_a_file_reaches_its_classes(written_as: str, sub_district: str) -> None:
    """Ch. II(4) charges classes in FSD2 and ASD4 alone; class A are up to 200 gallons a day."""
    rows = [f"sub_district,{written_as}", "average_flow_gpd,150"]
    head = "subject_kind,subject,kind,value,date,document,who\n"
    text = head + "".join(f"parcel,7-S1,{row},2020-01-05,,\n" for row in rows)
    told = parcel_facts(read_register(text.encode(), "register.csv"), "7-S1", LATE)
    assert told["CKSD-06"]["sub_district"] == sub_district
    facts = with_stated(RULES["CKSD-06"].facts_type(), stated_facts("CKSD-06", told, "the register"))
    finding = judge("CKSD-06", facts, LAW)
    assert finding.answer == "A"
