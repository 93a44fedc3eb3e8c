"""MUK-239: the surcharge for strong wastewater (source 001, 86-239 and the definition of domestic wastewater)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
STATED: dict[str, object] = {
    "volume_kgal": 100,
    "bod_mg_l": 450,
    "ss_mg_l": 300,
    "phosphorus_mg_l": 12,
    "normal_phosphorus_mg_l": 10,
    "bod_dollars_per_lb": "0.31",
    "ss_dollars_per_lb": "0.22",
    "phosphorus_dollars_per_lb": "1.75",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-239", read_facts("MUK-239", {**STATED, **facts}), law)


def test_with_every_input_the_excess_is_said_and_no_amount() -> None:
    found = find()
    assert (found.state, found.answer) == ("needs_evidence", None)
    # 450 - 200, 300 - 250, 12 - 10.
    assert {name: value for name, value in found.measures.items() if "excess" in name} == {
        "bod_excess_mg_l": 250,
        "ss_excess_mg_l": 50,
        "phosphorus_excess_mg_l": 2,
    }
    assert found.measures["above_domestic"] == ["bod", "ss", "phosphorus"]
    assert "Model No. 2" in found.because
    assert "not known" not in found.because


def test_the_measures_name_every_input() -> None:
    assert STATED.keys() <= find(bod_mg_l=None).measures.keys()
    assert find(bod_mg_l=None).measures["bod_mg_l"] is None
    assert find().measures["ss_dollars_per_lb"] == 0.22


@pytest.mark.parametrize(("bod", "above"), [(200, []), ("200.001", ["bod"]), (0, [])])
def test_a_concentration_at_the_limit_does_not_exceed_it(bod: object, above: list[str]) -> None:
    found = find(bod_mg_l=bod, ss_mg_l=250, phosphorus_mg_l=10)
    assert found.measures["above_domestic"] == above
    assert ("none of the three" in found.because.lower()) is (not above)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("volume_kgal", "the volume of the period is not known"),
        ("bod_mg_l", "its concentration of biochemical oxygen demand is not known"),
        ("ss_mg_l", "its concentration of suspended solids is not known"),
        ("phosphorus_mg_l", "its concentration of phosphorus is not known"),
        ("normal_phosphorus_mg_l", "how much phosphorus domestic wastewater has is not known"),
        ("bod_dollars_per_lb", "what removing a pound of biochemical oxygen demand costs is not known"),
        ("ss_dollars_per_lb", "what removing a pound of suspended solids costs is not known"),
        ("phosphorus_dollars_per_lb", "what removing a pound of phosphorus costs is not known"),
    ],
)
def test_what_is_missing_is_named(name: str, words: str) -> None:
    found = find(**{name: None})
    assert words in found.because
    assert "none of the three" not in found.because


@pytest.mark.parametrize("name", list(STATED))
def test_what_is_negative_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{name: -1})
    assert caught.value.where == f"facts.{name}"


def test_the_concentrations_of_domestic_wastewater_are_those_of_the_law() -> None:
    found = find(law_with(mukwonago_domestic_bod_mg_l=400, mukwonago_domestic_ss_mg_l=100))
    assert (found.measures["bod_excess_mg_l"], found.measures["ss_excess_mg_l"]) == (50, 200)


def test_a_trace_above_is_not_said_to_be_nothing() -> None:
    assert "biochemical oxygen demand by 0.00001 mg/l" in find(bod_mg_l="200.00001").because
