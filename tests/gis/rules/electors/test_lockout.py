"""TSD-30: five years between changes of the method (FACTS.md, entry TSD-30)."""

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    stated = {"petition_kind": "to_appointment", "election_date": "2026-04-07", **facts}
    return judge("TSD-30", read_facts("TSD-30", stated), LAW)


@pytest.mark.parametrize(
    ("filed", "blocked", "free"),
    [
        ("2026-04-07", "fail", "fail"),
        ("2031-04-06", "fail", "fail"),
        ("2031-04-07", "fail", "pass"),
        ("2031-04-08", "pass", "pass"),
        (None, "needs_evidence", "needs_evidence"),
    ],
)
def test_the_fifth_anniversary_in_both_readings(filed: str | None, blocked: str, free: str) -> None:
    found = find(petition_filed=filed)
    assert (found.state, found.answer, found.measures["anniversary"]) == (blocked, "2031-04-08", "2031-04-07")
    readings = found.readings["anniversary_blocked"], found.readings["anniversary_free"]
    assert [(reading.state, reading.answer) for reading in readings] == [
        (blocked, "2031-04-08"),
        (free, "2031-04-07"),
    ]


@pytest.mark.parametrize(
    ("certified", "anniversary", "safe"),
    [
        pytest.param("2028-02-29", "2033-02-28", "2033-03-01", id="February 29 has no anniversary in 2033"),
        ("2027-02-28", "2032-02-28", "2032-02-29"),
        ("2026-12-31", "2031-12-31", "2032-01-01"),
    ],
)
def test_anniversaries_of_the_certification(certified: str, anniversary: str, safe: str) -> None:
    found = find(petition_kind="to_election", results_certified=certified, petition_filed=safe)
    assert (found.state, found.answer, found.measures["anniversary"]) == ("pass", safe, anniversary)


def test_each_petition_has_its_own_start() -> None:
    # The other day is stated, and does not serve.
    assert find(petition_kind="to_election").answer is None
    assert find(election_date=None, results_certified="2026-04-07").answer is None


@pytest.mark.parametrize(
    ("facts", "state", "answer"),
    [
        ({"changed_by_petition": False, "petition_filed": "2027-01-01"}, "not_applicable", None),
        ({"changed_by_petition": None, "petition_filed": "2027-01-01"}, "needs_evidence", "2031-04-08"),
        pytest.param({"petition_filed": "2026-04-06"}, "not_applicable", None, id="older than the election"),
        ({"election_date": None, "petition_filed": "2027-01-01"}, "needs_evidence", None),
    ],
)
def test_when_the_rule_governs_and_what_it_asks(facts: dict[str, object], state: str, answer: str | None) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, answer)


def test_what_is_missing_is_named() -> None:
    found = judge("TSD-30", read_facts("TSD-30", {}), LAW)
    assert found.state == "needs_evidence"
    assert "what the petition asks for" in found.because
    asked = find(election_date=None).because
    assert "the election of the commissioners" in asked
    assert "the day on which the petition was submitted" in asked


@pytest.mark.parametrize(
    ("filed", "words"),
    [
        ("2031-04-08", "was submitted on the first safe day."),
        ("2031-04-09", "after April 8, 2031, the first safe day."),
    ],
)
def test_the_first_safe_day_is_told_as_such(filed: str, words: str) -> None:
    assert find(petition_filed=filed).because.endswith(words)
