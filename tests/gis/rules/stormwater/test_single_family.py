"""MUK-10: units of a single-family lot (FACTS.md, entry MUK-10)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.stormwater import SingleFamilyFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
HOUSE: dict[str, Any] = {"development": "single_family", "developed": True}
DUPLEX: dict[str, Any] = {"development": "duplex", "developed": True, "impervious_sqft": 4200, "dwelling_units": 2}
TIERS = [{"up_to_sqft": 1500, "units": "0.6"}, {"up_to_sqft": 3000, "units": 1}, {"units": "1.4"}]


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-10", read_facts("MUK-10", facts), law)


@pytest.mark.parametrize("area", [None, 0, 900, 3001, 40_000])
def test_a_developed_house_lot_has_one_whatever_its_surface(area: int | None) -> None:
    found = find(**HOUSE, impervious_sqft=area)
    assert (found.state, found.answer, found.readings) == ("pass", 1, {})
    assert "so it has 1 runoff unit, whatever its impervious surface" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"development": "single_family", "developed": False}, "not developed"),
        ({"development": "duplex", "developed": False, "impervious_sqft": 100}, "not developed"),
        ({"developed": False}, "not developed"),
        ({"development": "nonresidential", "developed": True}, "nonresidential"),
        ({"development": "nonresidential"}, "nonresidential"),
    ],
)
def test_other_lots_are_not_governed(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("not_applicable", None, {})
    assert words in found.because


@pytest.mark.parametrize(
    ("kind", "area", "answer"),
    # 4,200 / 750 = 5.6: six quarters. 9,000 / 750 = 12. The one-per-lot reading is 1 whatever the dwellings.
    [("duplex", 4200, 1.5), ("multifamily", 9000, 3), ("multifamily", 0, 0)],
)
def test_the_text_has_no_rule_for_other_dwellings(kind: str, area: int, answer: float) -> None:
    found = find(development=kind, developed=True, impervious_sqft=area, dwelling_units=8)
    assert (found.state, found.answer) == ("undetermined", answer)
    readings = {name: (reading.state, reading.answer) for name, reading in found.readings.items()}
    assert readings == {"as_nonresidential": ("pass", answer), "one_per_lot": ("pass", 1)}
    assert "for which the text has no rule" in found.because
    assert "no rule for duplexes" in found.notes[0]


def test_a_duplex_of_unknown_area_stays_undetermined() -> None:
    found = find(**{**DUPLEX, "impervious_sqft": None})
    assert (found.state, found.answer) == ("undetermined", None)
    assert found.readings["as_nonresidential"].state == "needs_evidence"
    assert found.readings["one_per_lot"].answer == 1
    assert "the area of impervious surface is not known" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {},
            "whether the lot is single-family, duplex, multifamily or nonresidential and whether the lot is developed",
        ),
        ({"development": "single_family"}, "whether the lot is developed is not known"),
        ({"development": "duplex", "impervious_sqft": 4200}, "whether the lot is developed is not known"),
        ({"developed": True}, "whether the lot is single-family, duplex, multifamily or nonresidential is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert words in found.because


def test_no_facts_at_all_need_evidence() -> None:
    assert judge("MUK-10", SingleFamilyFacts(), LAW).state == "needs_evidence"


@pytest.mark.parametrize(("area", "answer"), [(0, 0.6), (1500, 0.6), (1501, 1), (3000, 1), (3001, 1.4)])
def test_another_ordinance_has_house_lots_in_tiers(area: int, answer: float) -> None:
    found = find(**HOUSE, impervious_sqft=area, tiers=TIERS)
    assert (found.state, found.answer) == ("pass", answer)
    assert "sq ft lies in the" in found.because


def test_tiers_need_the_area() -> None:
    found = find(**HOUSE, tiers=TIERS)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "the area of impervious surface is not known" in found.because


@pytest.mark.parametrize(
    ("dwellings", "state", "answer"), [(2, "pass", 1.5), (0, "pass", 0), (None, "needs_evidence", None)]
)
def test_another_ordinance_has_units_for_each_dwelling(dwellings: int | None, state: str, answer: float | None) -> None:
    found = find(**{**DUPLEX, "dwelling_units": dwellings}, units_per_dwelling="0.75")
    assert (found.state, found.answer, found.readings, found.notes) == (state, answer, {}, ())
    assert ("how many dwellings the lot has is not known" in found.because) is (dwellings is None)


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(eru_single_family_units=2, eru_sqft=4200, eru_rounding="up_to_whole")
    assert find(law, **HOUSE).answer == 2
    assert find(law, **DUPLEX).answer == 1
    assert find(law, **DUPLEX).readings["one_per_lot"].answer == 2
    assert find(law_with(eru_single_family_units=2, eru_cap=1), **HOUSE).answer == 1


@pytest.mark.parametrize("name", ["impervious_sqft", "dwelling_units", "units_per_dwelling"])
def test_what_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{**DUPLEX, name: -1})
    assert caught.value.where == f"facts.{name}"
