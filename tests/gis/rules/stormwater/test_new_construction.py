"""MUK-13: units after new construction (FACTS.md, entry MUK-13)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.stormwater import NewConstructionFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
SHOP: dict[str, Any] = {"impervious_before_sqft": 9000, "completed": True}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-13", read_facts("MUK-13", {**SHOP, **facts}), law)


@pytest.mark.parametrize(
    ("before", "added", "removed", "units_before", "units_after"),
    # Quarters of 750: 10,600 is 14.13, so 15; 7,000 is 9.33, so 10; 9,700 is 12.93, so 13.
    [
        (9000, 1600, 0, 3, 3.75),
        (9000, 0, 2000, 3, 2.5),
        (9000, 1600, 3600, 3, 2.5),
        (9100, 600, 0, 3.25, 3.25),
        (9000, 0, 9000, 3, 0),
        (0, 1, 0, 0, 0.25),
        (9000, 0, 0, 3, 3),
    ],
)
def test_units_before_and_after(before: int, added: int, removed: int, units_before: float, units_after: float) -> None:
    work = {"impervious_before_sqft": before, "added_sqft": added, "removed_sqft": removed}
    found = find(**work)
    assert (found.state, found.answer) == ("pass", units_after)
    assert found.measures == {
        "units_before": units_before,
        "units_after": units_after,
        "changed": units_before != units_after,
        "impervious_after_sqft": before + added - removed,
    }
    assert ("the units stay as they were" in found.because) is (units_before == units_after)
    waiting = find(**work, completed=False)
    assert (waiting.state, waiting.answer, waiting.measures) == ("not_applicable", units_before, found.measures)
    assert "not completed" in waiting.because


def test_the_work_is_said() -> None:
    said = find(added_sqft=1600, removed_sqft="400.5").because
    assert said.startswith(
        "Before the work 9,000 sq ft of impervious surface had 3 runoff units; 1,600 sq ft were added"
    )
    assert "400.5 sq ft were removed; now 10,200 sq ft divided by 3,000 sq ft" in said  # 10,199.5, rounded half up


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"completed": None}, "whether the work is completed is not known"),
        ({"impervious_before_sqft": None}, "the impervious area before the work is not known"),
        ({"impervious_before_sqft": None, "completed": False}, "the impervious area before the work is not known"),
        ({"added_sqft": None, "removed_sqft": None}, "the area added and the area removed are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_no_facts_at_all_need_evidence() -> None:
    assert judge("MUK-13", NewConstructionFacts(), LAW).state == "needs_evidence"


def test_what_is_added_does_not_matter_before_completion() -> None:
    found = find(added_sqft=None, completed=False)
    assert (found.state, found.answer, found.measures["changed"]) == ("not_applicable", 3, None)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"impervious_before_sqft": -1}, "impervious_before_sqft"),
        ({"added_sqft": -1}, "added_sqft"),
        ({"removed_sqft": -1}, "removed_sqft"),
        ({"removed_sqft": 9001}, "removed_sqft"),
        ({"added_sqft": 10, "removed_sqft": "9010.01", "completed": False}, "removed_sqft"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    found = find(law_with(eru_sqft=5000, eru_rounding="nearest_whole_half_up"), added_sqft=3500)
    assert (found.measures["units_before"], found.answer) == (2, 3)  # 1.8 and 2.5
    tiers = [{"up_to_sqft": 9000, "units": 1}, {"units": 4}]
    assert find(added_sqft=1, tiers=tiers).answer == 4
