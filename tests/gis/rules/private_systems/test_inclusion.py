"""TSD-19: land that former law excluded (FACTS.md, entry TSD-19)."""

import datetime as dt

import pytest

from gis.errors import ParameterNotInForce
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(excluded: bool | None, as_of: str | None) -> Finding:
    return judge("TSD-19", read_facts("TSD-19", {"excluded_under_former_law": excluded, "as_of": as_of}), LAW)


@pytest.mark.parametrize(
    ("excluded", "as_of", "state", "answer"),
    [
        (True, "1990-04-18", "fail", False),
        (True, "1990-04-19", "pass", True),
        (True, "2026-07-01", "pass", True),
        (False, "1990-04-18", "not_applicable", None),
        (False, None, "not_applicable", None),
        (None, "2026-07-01", "needs_evidence", None),
        (True, None, "needs_evidence", None),
    ],
)
def test_the_inclusion_reaches_back_to_april_19_1990(
    excluded: bool | None, as_of: str | None, state: str, answer: bool | None
) -> None:
    found = find(excluded, as_of)
    assert (found.state, found.answer) == (state, answer)


def test_the_sentence_tells_the_days() -> None:
    said = find(excluded=True, as_of="1990-04-18").because
    assert "April 19, 1990" in said
    assert "was not yet part" in said
    assert "the day asked about" in find(excluded=True, as_of=None).because
    assert "former 60.725" in find(excluded=None, as_of="2001-01-01").because


def test_the_law_before_the_text_on_file_is_not_guessed() -> None:
    facts = read_facts("TSD-19", {"excluded_under_former_law": True, "as_of": "1990-04-18"})
    with pytest.raises(ParameterNotInForce):
        judge("TSD-19", facts, load_law().parameters(dt.date(1990, 4, 18)))
