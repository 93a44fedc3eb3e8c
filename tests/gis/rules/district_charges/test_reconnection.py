"""CKSD-10: disconnection and reconnection (FACTS.md, entry CKSD-10)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
FIRE: dict[str, Any] = {"cause": "fire", "destroyed": "2026-06-01"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-10", read_facts("CKSD-10", {**FIRE, **facts}), law)


@pytest.mark.parametrize("cause", ["fire", "razed", "natural_disaster"])
@pytest.mark.parametrize(
    ("reconnected", "state", "words"),
    [
        ("2026-06-01", "pass", "is free of the fee"),
        ("2028-06-01", "pass", "is free of the fee"),
        ("2028-06-02", "fail", "bears the fee"),
        (None, "needs_evidence", "no reconnection is on record"),
    ],
)
def test_two_years_are_free(cause: str, reconnected: str | None, state: str, words: str) -> None:
    found = find(cause=cause, reconnected=reconnected)
    assert (found.state, found.answer, found.measures) == (state, "2028-06-01", {"cap_permit_fee": False})
    assert words in found.because


def test_two_years_from_a_leap_day_end_with_february() -> None:
    assert find(destroyed="2028-02-29").answer == "2030-02-28"


def test_a_sunday_does_not_move_the_end() -> None:
    found = find(destroyed="2027-04-29", reconnected="2029-04-30")
    assert (found.state, found.answer) == ("fail", "2029-04-29")  # a Sunday


@pytest.mark.parametrize("facts", [{}, {"destroyed": None}, {"reconnected": "2040-01-01"}])
def test_by_choice_takes_a_cap_permit(facts: dict[str, Any]) -> None:
    found = find(cause="choice", **facts)
    assert (found.state, found.answer, found.measures) == ("not_applicable", None, {"cap_permit_fee": True})


@pytest.mark.parametrize(
    ("facts", "words", "fee"),
    [
        ({"cause": None}, "Why the lateral was disconnected is not known.", None),
        ({"destroyed": None, "reconnected": "2027-01-01"}, "The day of the destruction is not known.", False),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], words: str, *, fee: bool | None) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.because) == ("needs_evidence", None, words)
    assert found.measures == {"cap_permit_fee": fee}


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(reconnected="2026-05-31")
    assert caught.value.where == "facts.reconnected"
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(destroyed="9998-06-01")


def test_the_years_are_those_of_the_law() -> None:
    assert find(law_with(cksd_reconnect_years=3)).answer == "2029-06-01"
