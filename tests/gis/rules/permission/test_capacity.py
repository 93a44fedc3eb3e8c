"""MUK-24: capacity of every downstream component (FACTS.md, entry MUK-24)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def part(component_id: str, downstream: str | None, spare_gpd: object, kind: str | None = "pipe") -> dict[str, Any]:
    return {"component_id": component_id, "downstream": downstream, "kind": kind, "spare_gpd": spare_gpd}


#  C1 --12,000--> C2 --5,000--> C3 --30,000--> plant
WORKS = [part("C1", "C2", 12000), part("C2", "C3", 5000, "lift_station"), part("C3", None, 30000, "plant")]


def find(components: object = WORKS, connects_to: str | None = "C1", added_gpd: object = 5000) -> Finding:
    facts = {"components": components, "connects_to": connects_to, "added_gpd": added_gpd}
    return judge("MUK-24", read_facts("MUK-24", facts), LAW)


@pytest.mark.parametrize(
    ("connects_to", "added", "state", "answer", "bottleneck"),
    [
        ("C1", 0, "pass", "allow", "C2"),
        ("C1", 4999, "pass", "allow", "C2"),
        ("C1", 5000, "pass", "allow", "C2"),
        ("C1", "5000.001", "fail", "deny", "C2"),
        ("C3", 30000, "pass", "allow", "C3"),
        ("C3", 30001, "fail", "deny", "C3"),
    ],
)
def test_every_component_needs_capacity_and_equal_is_enough(
    connects_to: str, added: object, state: str, answer: str, bottleneck: str
) -> None:
    found = find(connects_to=connects_to, added_gpd=added)
    assert (found.state, found.answer, found.measures["bottleneck"]) == (state, answer, bottleneck)
    assert found.measures["bottleneck_gpd"] == {"C2": 5000, "C3": 30000}[bottleneck]
    assert found.measures["trace"] == {"C1": ["C1", "C2", "C3"], "C3": ["C3"]}[connects_to]


def test_what_lies_upstream_or_beside_does_not_count() -> None:
    works = [*WORKS, part("C0", "C1", 1), part("B1", "C2", 2)]
    assert find(works).state == "pass"
    assert find(works, connects_to="B1").measures["trace"] == ["B1", "C2", "C3"]
    assert find(works, connects_to="B1").answer == "deny"


def test_the_first_of_equal_bottlenecks_is_named() -> None:
    works = [part("A", "B", 7), part("B", "C", 5), part("C", "P", 5), part("P", None, 5, "plant")]
    found = find(works, connects_to="A", added_gpd=5)
    assert (found.state, found.measures["bottleneck"]) == ("pass", "B")


@pytest.mark.parametrize(
    ("components", "connects_to", "trace", "words"),
    [
        pytest.param(
            [part("A", "P", None), part("P", None, 90, "plant")],
            "A",
            ["A", "P"],
            "nobody stated the spare capacity of A",
            id="spare capacity unknown",
        ),
        pytest.param([part("A", "B", 90), part("B", "A", 90)], "A", ["A", "B"], "in a loop back to A", id="loop"),
        pytest.param([part("A", "A", 90)], "A", ["A"], "in a loop back to A", id="flows into itself"),
        pytest.param(
            [part("A", "B", 90), part("B", "C", 90), part("C", "B", 90)],
            "A",
            ["A", "B", "C"],
            "in a loop back to B",
            id="loop farther down",
        ),
        pytest.param([part("A", "Z", 90)], "A", ["A"], "Z is not among the components on file", id="leads to nothing"),
        pytest.param(
            [part("P", None, 90, "plant")], "Z", [], "Z is not among the components on file", id="connects to nothing"
        ),
        pytest.param([], "Z", [], "Z is not among the components on file", id="no components"),
        pytest.param(
            [part("A", None, 90)], "A", ["A"], "the way ends at A, which is not the plant", id="ends short of the plant"
        ),
        pytest.param(
            [part("A", None, 90, None)], "A", ["A"], "the way ends at A, which is not the plant", id="kind unknown"
        ),
    ],
)
def test_what_cannot_be_shown_is_left_open(
    components: list[dict[str, Any]], connects_to: str, trace: list[str], words: str
) -> None:
    found = find(components, connects_to, added_gpd=10)
    assert (found.state, found.answer, found.measures["trace"]) == ("undetermined", None, trace)
    assert words in found.because


@pytest.mark.parametrize(
    "components",
    [
        pytest.param([part("A", "B", 9), part("B", None, None, "plant")], id="unknown capacity below"),
        pytest.param([part("A", "B", None), part("B", None, 9, "plant")], id="unknown capacity above"),
        pytest.param([part("A", "B", 90), part("B", "A", 9)], id="loop"),
        pytest.param([part("A", "Z", 9)], id="leads to nothing"),
        pytest.param([part("A", None, 9)], id="ends short of the plant"),
        pytest.param([part("A", "B", -1), part("B", None, None, "plant")], id="overloaded already"),
    ],
)
def test_a_known_shortage_denies_whatever_else_is_unknown(components: list[dict[str, Any]]) -> None:
    found = find(components, "A", added_gpd=10)
    assert (found.state, found.answer) == ("fail", "deny")
    assert "can take at most" in found.because


def test_an_overloaded_component_denies_even_a_connection_that_adds_nothing() -> None:
    assert find([part("P", None, -1, "plant")], "P", added_gpd=0).answer == "deny"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"components": None}, "which components lie downstream is not known"),
        ({"connects_to": None}, "which component takes the connection is not known"),
        ({"added_gpd": None}, "how much flow is added is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_the_way_down_is_shown_before_the_flow_is_known() -> None:
    found = find(added_gpd=None)
    assert (found.measures["trace"], found.measures["bottleneck"]) == (["C1", "C2", "C3"], "C2")
    assert found.margin is None


def test_the_margin_is_that_of_the_bottleneck() -> None:
    margin = find(added_gpd=4000).margin
    assert margin is not None
    assert (margin.measure, margin.value, margin.threshold, margin.unit) == ("bottleneck_gpd", 5000, 4000, "gpd")


@pytest.mark.parametrize(
    ("components", "added", "path"),
    [
        (WORKS, -1, "added_gpd"),
        ([*WORKS, part("C2", None, 1)], 1, "components[3].component_id"),
    ],
)
def test_what_cannot_be_is_refused(components: list[dict[str, Any]], added: int, path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(components, added_gpd=added)
    assert caught.value.where == f"facts.{path}"


@settings(max_examples=50, derandomize=True)
@given(
    spare=st.lists(st.one_of(st.none(), st.integers(0, 20)), min_size=1, max_size=6),
    added=st.integers(0, 20),
    data=st.data(),
)
def test_the_order_of_the_components_changes_nothing(spare: list[int | None], added: int, data: st.DataObject) -> None:
    last = len(spare) - 1
    works = [
        part(f"C{i}", None if i == last else f"C{i + 1}", gpd, "plant" if i == last else "pipe")
        for i, gpd in enumerate(spare)
    ]
    found = find(data.draw(st.permutations(works)), "C0", added)
    known = [gpd for gpd in spare if gpd is not None]
    short = any(gpd < added for gpd in known)
    assert found.answer == ("deny" if short else "allow" if len(known) == len(spare) else None)
    assert found.measures["trace"] == [f"C{i}" for i in range(len(spare))]
    assert found.measures["bottleneck_gpd"] == min(known, default=None)
