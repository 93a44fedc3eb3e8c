"""MUK-25: limits of discharge (FACTS.md, entry MUK-25)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("MUK-25", read_facts("MUK-25", facts), LAW)


@pytest.mark.parametrize(
    ("ph", "grease", "broken"),
    [
        ("5.5", 100, []),
        ("9.0", 0, []),
        ("5.499", 100, ["ph"]),
        ("9.001", 100, ["ph"]),
        (7, "100.001", ["grease"]),
        (12, 250, ["ph", "grease"]),
        (0, None, ["ph"]),
        (None, 250, ["grease"]),
        (7, None, []),
    ],
)
def test_limits_of_acidity_and_grease(ph: object, grease: object, broken: list[str]) -> None:
    found = find(ph=ph, grease_mg_l=grease)
    assert (found.state, found.answer) == ("fail" if broken else "pass", broken)
    assert (found.measures["permit_required"], found.measures["industrial_user"]) == (None, None)


@pytest.mark.parametrize(
    ("gpd", "permit", "industrial"),
    [(9_999, False, False), (10_000, True, False), (25_000, True, False), (25_001, True, True), (0, False, False)],
)
def test_what_a_flow_asks_for(gpd: int, permit: bool, industrial: bool) -> None:
    found = find(average_gpd=gpd)
    assert (found.state, found.answer) == ("pass", [])
    assert (found.measures["permit_required"], found.measures["industrial_user"]) == (permit, industrial)
    assert "the pH and the grease are not known" in found.because


def test_nothing_measured_says_nothing() -> None:
    found = find()
    assert (found.state, found.answer) == ("needs_evidence", None)


@pytest.mark.parametrize("name", ["ph", "grease_mg_l", "average_gpd"])
def test_what_is_negative_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{name: -1})
    assert caught.value.where == f"facts.{name}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(
        mukwonago_discharge_ph_least=6,
        mukwonago_discharge_ph_most=8,
        mukwonago_discharge_grease_mg_l=50,
        mukwonago_discharge_permit_gpd=100,
        mukwonago_industrial_user_gpd=200,
    )
    facts = read_facts("MUK-25", {"ph": "8.1", "grease_mg_l": 51, "average_gpd": 201})
    found = judge("MUK-25", facts, law)
    assert found.answer == ["ph", "grease"]
    assert found.measures == {"permit_required": True, "industrial_user": True}


def test_a_trace_beyond_a_limit_does_not_read_like_the_limit() -> None:
    assert "A pH of 5.499999 is not between 5.5 and 9" in find(ph="5.499999").because
    assert "A pH of 5.4321 is not between 5.5 and 9" in find(ph="5.4321").because
    assert "100.000001 mg/l of grease exceed 100 mg/l" in find(grease_mg_l="100.000001").because


def test_where_only_the_flow_is_known_no_limit_is_said_to_be_kept() -> None:
    found = find(average_gpd=9999)
    assert (found.state, found.answer) == ("pass", [])
    assert found.because.startswith("Neither pH nor grease was measured, so no limit is known to be broken")
