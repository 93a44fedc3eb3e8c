"""TSD-25: the first election of commissioners (FACTS.md, entry TSD-25)."""

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-25", read_facts("TSD-25", {"election_kind": "spring", **facts}), LAW)


@pytest.mark.parametrize(
    ("decided", "election", "until"),
    # First Tuesdays and third Mondays of April as RULES.md has them.
    [
        ("2026-09-20", "2027-04-06", "2027-04-19"),
        ("2027-04-05", "2027-04-06", "2027-04-19"),
        pytest.param("2027-04-06", "2028-04-04", "2028-04-17", id="decided on election day"),
        ("2028-12-31", "2029-04-03", "2029-04-16"),
    ],
)
def test_the_next_spring_election_after_the_decision(decided: str, election: str, until: str) -> None:
    found = find(decided_on=decided)
    assert (found.state, found.answer, found.measures["interim_until"]) == ("pass", election, until)


@pytest.mark.parametrize(
    ("appointed", "state"),
    # September 3 and 60 days: Monday, November 2, 2026; September 2: Sunday, November 1, which does not move here.
    [("2026-11-01", "pass"), ("2026-11-02", "fail"), (None, "needs_evidence")],
)
def test_interim_commissioners_are_appointed_by_the_calendar_day(appointed: str | None, state: str) -> None:
    found = find(decided_on="2026-09-20", established="2026-09-02", interim_appointed=appointed)
    assert (found.state, found.measures["appoint_by"]) == (state, "2026-11-01")


def test_too_late_is_too_late_whenever_the_board_decided() -> None:
    found = find(established="2026-09-02", interim_appointed="2026-12-01")
    assert (found.state, found.answer) == ("fail", None)


def test_a_special_election_has_the_day_of_its_order() -> None:
    asked = find(election_kind="special", decided_on="2026-09-20", established="2026-09-01")
    assert (asked.state, asked.answer) == ("needs_evidence", None)
    assert "the day of the special election" in asked.because.lower()
    known = find(election_kind="special", decided_on="2026-09-20", special_election_date="2026-12-01")
    assert (known.state, known.answer, known.measures["interim_until"]) == ("pass", None, None)
    assert "December 1, 2026" in known.because


def test_interim_commissioners_are_asked_about_before_a_special_election_too() -> None:
    # FACTS.md: needs_evidence where established is given and interim_appointed unknown, of either kind of election.
    special = {"election_kind": "special", "decided_on": "2026-09-20", "special_election_date": "2026-12-01"}
    asked = find(**special, established="2026-09-01")
    assert asked.state == "needs_evidence"
    assert "interim commissioners were appointed is not known" in asked.because
    assert any("where the election is the spring one" in note for note in asked.notes)
    known = find(**special, established="2026-09-01", interim_appointed="2026-09-20")
    assert known.state == "pass"


def test_nothing_known_is_asked_about() -> None:
    found = judge("TSD-25", read_facts("TSD-25", {}), LAW)
    assert found.state == "needs_evidence"
    assert "provided for the election" in found.because


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"decided_on": "0027-01-01"}, "decided_on"),
        (
            {"election_kind": "special", "decided_on": "2026-09-20", "special_election_date": "2026-09-19"},
            "special_election_date",
        ),
    ],
)
def test_days_that_cannot_be_are_refused(facts: dict[str, str], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(**facts)
    assert refused.value.where == f"facts.{path}"
