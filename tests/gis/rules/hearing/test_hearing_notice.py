"""TSD-07: notice of the hearing (FACTS.md, entry TSD-07; class 2 notice, ch. 985)."""

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
# A hearing on Thursday, July 30, 2026: insertions by the 16th and the 23rd, mailings by the 20th.
GOOD: dict[str, Any] = {
    "hearing_date": "2026-07-30",
    "insertions": ["2026-07-16", "2026-07-23"],
    "notice_mailed_dsps": "2026-07-20",
    "notice_mailed_dnr": "2026-07-20",
    "boundary_description_in_notice": True,
}
LATE, FEW, APART = "last_insertion_late", "fewer_than_two_insertions", "insertions_not_in_consecutive_weeks"


def find(**facts: object) -> Finding:
    return judge("TSD-07", read_facts("TSD-07", {**GOOD, **facts}), LAW)


@pytest.mark.parametrize(
    ("insertions", "defects"),
    [
        pytest.param(["2026-07-16", "2026-07-23"], [], id="on the last days"),
        pytest.param(["2026-07-23", "2026-07-16"], [], id="in another order"),
        pytest.param(["2026-07-17", "2026-07-24"], [LATE], id="a day late"),
        pytest.param(["2026-07-16"], [FEW], id="one"),
        pytest.param(["2026-07-16", "2026-07-16"], [FEW], id="one day in two papers"),
        pytest.param([], [FEW], id="none"),
        pytest.param(["2026-07-24"], [FEW, LATE], id="one, and late"),
        pytest.param(["2026-07-09", "2026-07-23"], [APART], id="a week left out"),
        # July 19 is a Sunday and begins the week of the 23rd.
        pytest.param(["2026-07-19", "2026-07-23"], [APART], id="both in one week"),
        pytest.param(["2026-07-18", "2026-07-19"], [], id="Saturday and Sunday are two weeks"),
        pytest.param(["2026-07-10", "2026-07-24"], [APART, LATE], id="a week left out, and late"),
        pytest.param(["2026-07-09", "2026-07-16", "2026-07-23"], [], id="three"),
    ],
)
def test_the_insertions(insertions: list[str], defects: list[str]) -> None:
    found = find(insertions=insertions)
    assert (found.answer, found.state) == (defects, "fail" if defects else "pass")


@pytest.mark.parametrize(
    ("dsps", "dnr", "defects", "state", "days"),
    [
        ("2026-07-20", "2026-07-20", [], "pass", 10),
        ("2026-07-21", "2026-07-10", ["dsps_mailing_late"], "fail", 9),
        ("2026-07-10", "2026-07-21", ["dnr_mailing_late"], "fail", 9),
        ("2026-07-22", "2026-07-21", ["dsps_mailing_late", "dnr_mailing_late"], "fail", 8),
        (None, "2026-07-20", [], "needs_evidence", None),
        ("2026-07-20", None, [], "needs_evidence", None),
        (None, "2026-07-21", ["dnr_mailing_late"], "fail", None),
    ],
)
def test_the_mailings(dsps: str | None, dnr: str | None, defects: list[str], state: str, days: int | None) -> None:
    found = find(notice_mailed_dsps=dsps, notice_mailed_dnr=dnr)
    assert (found.answer, found.state, found.measures["days_mailed"]) == (defects, state, days)


@pytest.mark.parametrize(
    ("described", "defects", "state"),
    [(True, [], "pass"), (False, ["no_boundary_description"], "fail"), (None, [], "needs_evidence")],
)
def test_the_boundary(described: bool | None, defects: list[str], state: str) -> None:
    found = find(boundary_description_in_notice=described)
    assert (found.answer, found.state) == (defects, state)


def test_the_last_days_are_given_and_never_moved() -> None:
    # August 13, 2026 less 10 days is Monday the 3rd; less 7 and 14 days Thursday the 6th and July 30.
    measures = find(hearing_date="2026-08-13", holidays=["2026-08-03", "2026-08-06"]).measures
    assert measures["mail_by"] == "2026-08-03"
    assert measures["mail_plan_by"] == "2026-07-31"
    assert (measures["second_insertion_by"], measures["first_insertion_by"]) == ("2026-08-06", "2026-07-30")
    assert measures["days_last_insertion"] == 21


@pytest.mark.parametrize(
    ("facts", "defects", "state"),
    [
        ({}, [], "needs_evidence"),
        ({"insertions": ["2026-07-16"]}, [FEW], "fail"),
        ({"boundary_description_in_notice": False}, ["no_boundary_description"], "fail"),
    ],
)
def test_without_a_hearing_only_what_needs_no_day_is_found(
    facts: dict[str, Any], defects: list[str], state: str
) -> None:
    found = find(**facts, hearing_date=None)
    assert (found.answer, found.state) == (defects, state)
    assert found.measures["mail_by"] is None
    assert found.measures["days_last_insertion"] is None
    assert "the day of the hearing" in found.because


def test_what_is_wrong_and_what_is_not_known_are_both_said() -> None:
    because = find(insertions=["2026-07-17", "2026-07-24"], notice_mailed_dnr=None).because
    assert because.startswith("The last insertion, on July 24, 2026, is after July 23, 2026, the last day for it;")
    # 10 days before July 30
    assert because.endswith(
        "the last day for mailing is July 20, 2026; when the notice was mailed to the Department of Natural Resources "
        "is not known."
    )
    assert "nothing that is on file of the notice is wrong" not in because


def test_what_is_in_order_and_the_last_days_are_said() -> None:
    because = find(insertions=None, notice_mailed_dsps=None).because
    assert because == (
        "Nothing that is on file of the notice is wrong; the two insertions have to be made by July 16, 2026 and July "
        "23, 2026; the last day for mailing is July 20, 2026; when the notice was published and when the notice was "
        "mailed to the Department of Safety and Professional Services are not known."
    )


def test_a_late_mailing_is_told_with_its_last_day() -> None:
    assert find(notice_mailed_dnr="2026-07-21").because == (
        "The mailing to the Department of Natural Resources on July 21, 2026 is 1 day late, the last day for it being "
        "July 20, 2026."
    )


@pytest.mark.parametrize(
    ("insertions", "words"),
    [
        ([], "The notice is not in the newspaper, where it has to be twice."),
        (["2026-07-16"], "The notice is in the newspaper on 1 day only, not twice."),
    ],
)
def test_too_few_insertions_are_counted(insertions: list[str], words: str) -> None:
    assert find(insertions=insertions).because == words


def test_nothing_known_names_every_fact() -> None:
    found = judge("TSD-07", read_facts("TSD-07", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", [])
    for word in ("day of the hearing", "published", "Safety", "Natural Resources", "describes the boundaries"):
        assert word in found.because
