"""MUK-20: units of a property for water and sewer impact fees (FACTS.md, entry MUK-20)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
FEES = ("water_fee", "sewer_fee", "total_fee")


def find(*uses: tuple[str, object], law: Parameters = LAW, year: int | None = None) -> Finding:
    stated = [{"use": use, "quantity": quantity} for use, quantity in uses]
    return judge("MUK-20", read_facts("MUK-20", {"uses": stated, "year": year}), law)


@pytest.mark.parametrize(
    ("use", "quantity", "schedule", "answer"),
    [
        ("single_family", 1, 1, 1),
        ("single_family", 12, 12, 12),
        ("duplex", 1, 2, 2),
        ("one_bedroom", 1, 0.5, 1),
        ("one_bedroom", 3, 1.5, 1.5),
        ("two_bedroom", 1, 0.75, 1),
        ("two_bedroom", 2, 1.5, 1.5),
        ("three_bedroom", 1, 1, 1),
        ("single_family", 0, 0, 1),
        ("commercial", 1, 2.64, 2.64),
        ("industrial", 1, 1.66, 1.66),
        ("industrial", "0.6", 0.996, 1),
        ("industrial", "0.603", 1.00098, 1.00098),
        ("public", "0.5", 2.15, 2.15),
    ],
)
def test_the_schedule_and_the_least(use: str, quantity: object, schedule: float, answer: float) -> None:
    found = find((use, quantity))
    assert (found.state, found.answer) == ("pass", answer)
    assert found.measures["schedule_recs"] == schedule
    assert [found.measures[name] for name in FEES] == [None] * 3
    assert ("at least 1 unit" in found.because) is (answer > schedule)


def test_uses_are_added_before_they_are_raised() -> None:
    assert find(("one_bedroom", 1), ("two_bedroom", 1)).answer == 1.25
    assert find(("one_bedroom", 1), ("commercial", "0.1")).answer == 1


def test_the_fees_are_those_of_the_year() -> None:
    found = find(("public", "0.5"), year=2018)
    # 2.15 x 2,201 = 4,732.15 and 2.15 x 1,954 = 4,201.10
    assert [found.measures[name] for name in FEES] == ["4732.15", "4201.10", "8933.25"]
    # 0.4 acres are 1.056 units: 2,465.76 and 2,189.088; the sum 4,654.848.
    assert [find(("commercial", "0.4"), year=2020).measures[name] for name in FEES] == ["2465.76", "2189.09", "4654.85"]


@pytest.mark.parametrize("year", [2002, 2021, 2026])
def test_past_the_tables_the_units_stand_without_fees(year: int) -> None:
    found = find(("duplex", 1), year=year)
    assert (found.state, found.answer) == ("pass", 2)
    assert [found.measures[name] for name in FEES] == [None] * 3
    assert f"no fee for {year}" in found.because


@pytest.mark.parametrize(
    ("uses", "words"),
    [
        ([], "the use of the property is not known"),
        ([("commercial", None)], "the acreage of commercial use is not known"),
        ([("single_family", 2), ("duplex", None)], "the number of duplex buildings is not known"),
    ],
)
def test_what_is_missing_is_named(uses: list[tuple[str, object]], words: str) -> None:
    found = find(*uses, year=2020)
    assert (found.state, found.answer, found.measures["total_fee"]) == ("needs_evidence", None, None)
    assert words in found.because


@pytest.mark.parametrize(
    ("uses", "path"),
    [
        ([("commercial", -1)], "uses[0].quantity"),
        ([("single_family", 1), ("commercial", 0)], "uses[1].quantity"),
        ([("single_family", "1.5")], "uses[0].quantity"),
        ([("duplex", "0.5")], "uses[0].quantity"),
    ],
)
def test_what_cannot_be_is_refused(uses: list[tuple[str, object]], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(*uses)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(mukwonago_impact_recs_duplex=3, mukwonago_impact_recs_at_least=4)
    found = find(("duplex", 1), law=law)
    assert (found.answer, found.measures["schedule_recs"]) == (4, 3)


@settings(max_examples=50, derandomize=True)
@given(
    st.lists(
        st.tuples(st.sampled_from(["single_family", "duplex", "one_bedroom", "commercial"]), st.integers(1, 300)),
        min_size=1,
        max_size=5,
    ),
    st.randoms(),
)
def test_no_fee_is_negative_and_no_order_changes_it(uses: list[tuple[str, int]], random: Random) -> None:
    found = find(*uses, year=2020)
    mixed = list(uses)
    random.shuffle(mixed)
    again = find(*mixed, year=2020)
    assert (again.answer, again.measures) == (found.answer, found.measures)
    water, sewer, both = (Fraction(str(found.measures[name])) for name in FEES)
    assert min(water, sewer) > 0
    assert abs(water + sewer - both) <= Fraction(1, 100)
