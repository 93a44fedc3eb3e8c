"""MUK-21: the impact fee of a change of use (FACTS.md, entry MUK-21)."""

from __future__ import annotations

from fractions import Fraction

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
Uses = list[tuple[str, object]]


def find(before: Uses | None, after: Uses | None, year: int | None = 2020, law: Parameters = LAW) -> Finding:
    stated = {
        name: None if uses is None else [{"use": use, "quantity": quantity} for use, quantity in uses]
        for name, uses in (("uses_before", before), ("uses_after", after))
    }
    return judge("MUK-21", read_facts("MUK-21", {**stated, "year": year}), law)


@pytest.mark.parametrize(
    ("before", "after", "net", "due"),
    # 2,335 + 2,073 = 4,408 a unit in 2020.
    [
        ([("commercial", 1)], [("commercial", "2.5")], 3.96, "17455.68"),
        ([("industrial", 2)], [("commercial", 2)], 1.96, "8639.68"),
        ([], [("single_family", 1)], 1, "4408.00"),
        ([], [("one_bedroom", 1)], 0.5, "2204.00"),  # the least of one unit plays no part
        ([("commercial", 0)], [("duplex", 1)], 2, "8816.00"),
        ([("single_family", 1)], [("duplex", 1)], 1, "4408.00"),
        ([], [("commercial", "0.0001")], 0.000264, "1.16"),  # 1.163712
    ],
)
def test_the_net_increase_pays(before: Uses, after: Uses, net: float, due: str) -> None:
    found = find(before, after)
    assert (found.state, found.answer, found.measures["net_recs"]) == ("pass", due, net)


@pytest.mark.parametrize("year", [2020, 2026, None])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([("commercial", 2)], [("commercial", 2)]),
        ([("commercial", 2)], [("industrial", 2)]),
        ([("duplex", 1)], [("one_bedroom", 4)]),
        ([("duplex", 1)], []),
    ],
)
def test_without_an_increase_nothing_is_due_whatever_the_year(before: Uses, after: Uses, year: int | None) -> None:
    found = find(before, after, year)
    assert (found.state, found.answer, found.measures["net_recs"]) == ("not_applicable", "0.00", 0)


@pytest.mark.parametrize("year", [2002, 2021, 2026])
def test_past_the_tables_nothing_is_made_up(year: int) -> None:
    found = find([("industrial", 2)], [("commercial", 2)], year)
    assert (found.state, found.answer, found.measures["net_recs"]) == ("undetermined", None, 1.96)
    assert f"no fee for {year}" in found.because


@pytest.mark.parametrize(
    ("before", "after", "year", "words"),
    [
        (None, [("duplex", 1)], 2020, "the use before the change is not known"),
        ([("duplex", 1)], None, 2020, "the use after the change is not known"),
        ([("commercial", None)], [("duplex", 1)], 2020, "the acreage of commercial use before the change is not known"),
        ([("duplex", 1)], [("public", None)], 2026, "the acreage of public use after the change is not known"),
        ([], [("duplex", 1)], None, "the year of the fee is not known"),
    ],
)
def test_what_is_missing_is_named(before: Uses | None, after: Uses | None, year: int | None, words: str) -> None:
    found = find(before, after, year)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


@pytest.mark.parametrize(
    ("before", "after", "path"),
    [
        ([("commercial", -1)], [], "uses_before[0].quantity"),
        ([], [("public", 1), ("single_family", "0.5")], "uses_after[1].quantity"),
    ],
)
def test_what_cannot_be_is_refused(before: Uses, after: Uses, path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(before, after)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    assert find([], [("duplex", 1)], law=law_with(mukwonago_impact_recs_duplex=5)).answer == "22040.00"


@settings(max_examples=50, derandomize=True)
@given(st.integers(0, 400), st.integers(0, 400), st.integers(1990, 2040))
def test_no_charge_is_negative(before: int, after: int, year: int) -> None:
    found = find([("industrial", before)], [("commercial", after)], year)
    assert found.answer is None or Fraction(str(found.answer)) >= 0
    assert (found.answer is None) is (year not in range(2003, 2021) and after * 264 > before * 166)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, []),
        ([("duplex", None)], []),
        ([("public", None), ("duplex", 3)], [("duplex", 3)]),  # 6 units are there for certain
        ([("public", None), ("duplex", 3)], [("duplex", 2)]),
    ],
)
def test_what_is_unknown_may_change_nothing(before: Uses | None, after: Uses) -> None:
    for year in (2010, 2026, None):
        found = find(before, after, year)
        assert (found.state, found.answer, found.measures["net_recs"]) == ("not_applicable", "0.00", 0)
        assert found.measures["recs_before"] is None
        assert "whatever is not known" in found.because


def test_an_unknown_use_before_matters_where_more_is_there_after_than_is_known_before() -> None:
    found = find([("public", None), ("duplex", 3)], [("duplex", 4)], 2010)
    assert (found.state, found.answer) == ("needs_evidence", None)


@pytest.mark.parametrize("year", [2020, 2026, None])
@pytest.mark.parametrize("uses", [None, {"uses_before": [{"use": "commercial", "quantity": 1}]}])
def test_what_only_replaces_a_building_is_exempt_if_it_is_claimed(year: int | None, uses: object) -> None:
    # Exemptions (b): same size and use, no additional or larger connection.
    stated = {**(uses if isinstance(uses, dict) else {}), "year": year, "replaces_same": True}
    found = judge("MUK-21", read_facts("MUK-21", stated), LAW)
    assert (found.state, found.answer) == ("not_applicable", "0.00")
    assert "no later than the application for connection" in found.because


def test_whether_it_only_replaces_is_asked_where_units_are_added() -> None:
    grows = {"uses_before": [{"use": "single_family", "quantity": 1}], "uses_after": [{"use": "duplex", "quantity": 1}]}
    found = judge("MUK-21", read_facts("MUK-21", {**grows, "year": 2020, "replaces_same": None}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "whether a building of the same size and use replaces one is not known" in found.because
    with pytest.raises(FactsInvalid, match="adds 1 unit"):
        judge("MUK-21", read_facts("MUK-21", {**grows, "year": 2020, "replaces_same": True}), LAW)
