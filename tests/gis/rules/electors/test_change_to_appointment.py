"""TSD-29: back to appointment after a referendum (FACTS.md, entry TSD-29)."""

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
APPROVED = {"referendum_date": "2027-04-06", "result": "approved"}


def find(**facts: object) -> Finding:
    return judge("TSD-29", read_facts("TSD-29", {**APPROVED, **facts}), LAW)


@pytest.mark.parametrize(
    ("appointed", "state"),
    # April 6 and 60 days: Saturday, June 5, 2027, as RULES.md has it.
    [("2027-04-06", "pass"), ("2027-06-05", "pass"), ("2027-06-06", "fail"), (None, "needs_evidence")],
)
def test_the_sixtieth_day_after_the_referendum(appointed: str | None, state: str) -> None:
    found = find(appointed=appointed)
    assert (found.state, found.answer, found.measures["weekday"]) == (state, "2027-06-05", "Saturday")


def test_a_saturday_moves_only_for_a_closed_office() -> None:
    found = find(appointed="2027-06-07", office_open_saturday=False)
    assert (found.state, found.readings["calendar_day"].state) == ("pass", "fail")


@pytest.mark.parametrize(
    ("votes", "valid", "needed", "state"),
    # 20 percent of 836 is 167.2 and of 835 is 167.
    [
        (836, 168, 168, "pass"),
        (836, 167, 168, "fail"),
        (835, 167, 167, "pass"),
        (836, None, 168, "pass"),
        (None, 5, None, "pass"),
    ],
)
def test_twenty_percent_of_the_vote_for_governor(
    votes: int | None, valid: int | None, needed: int | None, state: str
) -> None:
    found = find(appointed="2027-05-01", votes_for_governor=votes, signatures_valid=valid)
    assert (found.state, found.measures["signatures_needed"]) == (state, needed)


@pytest.mark.parametrize(
    ("facts", "state", "answer"),
    [
        ({"result": "rejected", "appointed": "2029-01-01"}, "not_applicable", None),
        ({"result": "rejected", "elected_by_petition": None}, "not_applicable", None),
        ({"elected_by_petition": False}, "not_applicable", None),
        ({"elected_by_petition": False, "result": None}, "not_applicable", None),
        ({"result": None, "appointed": "2029-01-01"}, "needs_evidence", None),
        ({"elected_by_petition": None, "appointed": "2029-01-01"}, "needs_evidence", "2027-06-05"),
        pytest.param(
            {"result": None, "votes_for_governor": 100, "signatures_valid": 1},
            "needs_evidence",
            None,
            id="a rejection would ask for no signatures",
        ),
        pytest.param(
            {"referendum_date": None, "votes_for_governor": 100, "signatures_valid": 19},
            "fail",
            None,
            id="too few, whenever it was",
        ),
        ({"referendum_date": None, "appointed": "2027-05-01"}, "needs_evidence", None),
    ],
)
def test_when_the_rule_governs_and_what_it_asks(facts: dict[str, object], state: str, answer: str | None) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, answer)


def test_what_is_missing_is_named() -> None:
    found = judge("TSD-29", read_facts("TSD-29", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    for word in ("the referendum is not known", "the appointment", "whether the referendum approved"):
        assert word in found.because


def test_fewer_votes_than_none_are_refused() -> None:
    with pytest.raises(FactsInvalid, match=r"facts\.votes_for_governor"):
        find(votes_for_governor=-1)
