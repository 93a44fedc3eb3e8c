"""CKSD-15: commercial or industrial by flow (FACTS.md, entry CKSD-15)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(flow: object, law: Parameters = LAW) -> Finding:
    return judge("CKSD-15", read_facts("CKSD-15", {"average_gpd": flow}), law)


@pytest.mark.parametrize(
    ("flow", "state", "answer", "words"),
    [
        (0, "pass", "commercial", "less than 25,000"),
        ("24999.999", "pass", "commercial", "less than 25,000"),
        (25000, "undetermined", None, "this one has that"),
        ("25000.001", "pass", "industrial", "more than 25,000"),
        (None, "needs_evidence", None, "The average daily flow is not known"),
    ],
)
def test_either_side_of_the_split(flow: object, state: str, answer: str | None, words: str) -> None:
    found = find(flow)
    assert (found.state, found.answer) == (state, answer)
    assert words in found.because
    assert (found.margin is None) is (flow is None)
    assert any("Flow alone" in note for note in found.notes)


def test_a_negative_flow_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(-1)
    assert caught.value.where == "facts.average_gpd"


def test_the_split_is_that_of_the_law() -> None:
    assert find(25000, law_with(cksd_industrial_above_gpd=20000)).answer == "industrial"


@pytest.mark.parametrize(
    ("flow", "words"),
    [
        (1, "is 1 gallon a day, less than 25,000"),
        ("24999.99999", "is 24,999.99999 gallons a day, less than 25,000"),
        ("25000.0001", "is 25,000.0001 gallons a day, more than 25,000"),
        ("25000.00000000000001", "is a trace more than 25,000 gallons a day, more than 25,000"),
    ],
)
def test_a_flow_just_beside_the_split_is_said_in_full(flow: object, words: str) -> None:
    assert words in find(flow).because
