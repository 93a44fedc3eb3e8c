"""VLG-07: a temporary waiver (FACTS.md, entry VLG-07)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
GRANT: dict[str, Any] = {
    "members": 7,
    "votes_for": 7,
    "no_health_hazard": True,
    "extraordinary_hardship": True,
    "sewer_installed": "2026-05-01",
    "granted": "2026-12-01",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("VLG-07", read_facts("VLG-07", {**GRANT, **facts}), law)


@pytest.mark.parametrize(
    ("facts", "answer", "word"),
    [
        ({}, "2027-05-01", "longest period"),
        ({"granted_until": "2027-02-01"}, "2027-02-01", "the village set"),
        ({"granted_until": "2028-02-01"}, "2027-05-01", "longest period"),
        ({"transferred": "2027-02-10"}, "2027-02-10", "ownership"),
        ({"transferred": "2027-02-10", "granted_until": "2027-02-09"}, "2027-02-09", "the village set"),
        ({"transferred": "2028-02-10"}, "2027-05-01", "longest period"),
        ({"transferred": "2026-12-01", "granted_until": "2026-12-01"}, "2026-12-01", "the village set"),
        ({"granted": "2027-05-01"}, "2027-05-01", "longest period"),
        ({"granted": "2026-04-01"}, "2027-05-01", "longest period"),
        ({"sewer_installed": "2028-02-29", "granted": "2028-03-01"}, "2029-02-28", "longest period"),
    ],
)
def test_the_earliest_end(facts: dict[str, Any], answer: str, word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass", answer)
    assert word.lower() in found.because.lower()
    assert "7 of the 7 members" in found.because


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"votes_for": 6}, "6 of the 7 members"),
        ({"votes_for": 0}, "0 of the 7 members"),
        ({"no_health_hazard": False}, "hazardous to health"),
        ({"extraordinary_hardship": False}, "hardship"),
        ({"granted": "2027-05-02"}, "after May 1, 2027"),
        ({"votes_for": 6, "no_health_hazard": None, "sewer_installed": None, "granted": None}, "6 of the 7"),
        ({"extraordinary_hardship": False, "members": None, "votes_for": None}, "hardship"),
    ],
)
def test_what_makes_it_void(facts: dict[str, Any], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("fail", None)
    assert word.lower() in found.because.lower()


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("members", "how many members"),
        ("votes_for", "how many voted"),
        ("no_health_hazard", "no hazard to health"),
        ("extraordinary_hardship", "extraordinary hardship"),
        ("sewer_installed", "the sewer was installed"),
        ("granted", "the day of the grant"),
    ],
)
def test_what_is_missing_is_named(name: str, word: str) -> None:
    found = find(**{name: None})
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word.lower() in found.because.lower()


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"members": 0, "votes_for": 0}, "members"),
        ({"members": -3}, "members"),
        ({"votes_for": 8}, "votes_for"),
        ({"votes_for": -1}, "votes_for"),
        ({"granted_until": "2026-11-30"}, "granted_until"),
        ({"transferred": "2026-11-30"}, "transferred"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(**facts)
    assert refused.value.where == f"facts.{path}"


def test_another_ordinance_asks_another_vote_and_period() -> None:
    law = load_law()
    assert find(law.newest(), votes_for=6).state == "fail"
    found = find(law_with(village_waiver_years=2), granted="2028-04-30")
    assert (found.state, found.answer) == ("pass", "2028-05-01")
    assert find(law_with(village_waiver_vote_portion=0), votes_for=0).state == "pass"
