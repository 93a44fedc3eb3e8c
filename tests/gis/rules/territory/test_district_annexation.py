"""CKSD-12: annexation to the district (FACTS.md, entry CKSD-12 and Block O)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
FULTON: dict[str, Any] = {
    "name": "Town of Fulton",
    "kind": "town",
    "overlap_area_sqft": 435_600,
    "overlap_width_ft": 600,
    "approved": True,
}


def place(name: str, area: object, width: object = None, **more: object) -> dict[str, Any]:
    return {**FULTON, "name": name, "overlap_area_sqft": area, "overlap_width_ft": width, **more}


def find(*municipalities: dict[str, Any], **facts: object) -> Finding:
    stated = {"outside_district": True, "municipalities": list(municipalities), **facts}
    return judge("CKSD-12", read_facts("CKSD-12", stated), LAW)


@pytest.mark.parametrize(
    ("area", "width", "state", "towns", "slivers"),
    [
        pytest.param(0, None, "pass", ["Town of Fulton"], [], id="sharing an edge"),
        pytest.param("0.004", "0.001", "pass", ["Town of Fulton"], [], id="less than the hundredth that is measured"),
        pytest.param(33, "0.1", "within_tolerance", ["Town of Fulton"], ["Town of Albion"], id="as wide as accuracy"),
        pytest.param(33, "0.1001", "needs_evidence", ["Town of Albion", "Town of Fulton"], [], id="a hair wider"),
        pytest.param(33, None, "needs_evidence", ["Town of Albion", "Town of Fulton"], [], id="without a width"),
        pytest.param(None, None, "needs_evidence", ["Town of Fulton"], [], id="not measured"),
    ],
)
def test_the_class_of_one_more_town(
    area: object, width: object, state: str, towns: list[str], slivers: list[str]
) -> None:
    found = find(FULTON, place("Town of Albion", area, width, approved=None))
    assert (found.state, found.answer, found.measures["sliver_names"]) == (state, towns, slivers)


def test_the_accuracy_may_be_stated() -> None:
    strip = place("Town of Albion", 33, "0.3", approved=True)
    assert find(FULTON, strip).state == "pass"
    found = find(FULTON, strip, boundary_accuracy_ft="0.3")
    assert (found.state, found.measures["boundary_accuracy_ft"]) == ("within_tolerance", 0.3)
    assert "0.3 ft" in found.because


@pytest.mark.parametrize(
    ("approved", "state", "word"),
    [
        ((True, True), "pass", "every one of them approved"),
        ((True, None), "needs_evidence", "whether Town of Albion approved is not known"),
        ((False, None), "fail", "Town of Fulton refused"),
        ((False, False), "fail", "Town of Albion and Town of Fulton refused"),
    ],
)
def test_every_affected_town_must_approve(approved: tuple[bool | None, bool | None], state: str, word: str) -> None:
    first, second = approved
    found = find({**FULTON, "approved": first}, place("Town of Albion", 9000, 30, approved=second))
    assert (found.state, found.answer) == (state, ["Town of Albion", "Town of Fulton"])
    assert word in found.because


@pytest.mark.parametrize("kind", ["village", "city"])
def test_village_and_city_land_cannot_be_annexed(kind: str) -> None:
    found = find(FULTON, place("Elm", 100, 5, kind=kind, approved=True))
    assert (found.state, found.answer, found.measures["villages_cities"]) == ("fail", ["Town of Fulton"], ["Elm"])
    assert "Elm" in found.because
    sliver = find(FULTON, place("Elm", 100, "0.05", kind=kind, approved=None))
    assert (sliver.state, sliver.measures["villages_cities"]) == ("within_tolerance", [])
    assert sliver.measures["sliver_names"] == ["Elm"]
    touching = find(FULTON, place("Elm", 0, None, kind=kind, approved=None))
    assert (touching.state, touching.measures["sliver_names"]) == ("pass", [])


def test_a_municipality_of_unknown_kind_may_be_either() -> None:
    found = find(FULTON, place("Elm", 100, 5, kind=None))
    assert (found.state, found.answer) == ("needs_evidence", ["Town of Fulton"])
    assert "what kind of municipality" in found.because


@pytest.mark.parametrize(
    ("facts", "state", "word"),
    [
        ({"legal_description": False}, "fail", "no legal description"),
        ({"legal_description": None}, "needs_evidence", "whether a legal description"),
        ({"outside_district": None}, "needs_evidence", "outside the district"),
        ({"municipalities": None}, "needs_evidence", "in which municipalities"),
        ({"municipalities": []}, "needs_evidence", "in which municipalities"),
        ({"municipalities": [place("Town of Albion", 0)]}, "needs_evidence", "in which municipalities"),
    ],
)
def test_what_else_is_asked(facts: dict[str, Any], state: str, word: str) -> None:
    found = find(FULTON, **facts)
    assert found.state == state
    assert word in found.because.lower()
    assert found.answer == (None if facts.get("municipalities", []) is None else found.answer)


def test_the_order_of_the_tests() -> None:
    sliver = place("Town of Albion", 33, "0.05", approved=None)
    village = place("Elm", 100, 5, kind="village", approved=None)
    refused = {**FULTON, "approved": False}
    waiting = {**FULTON, "approved": None}
    assert find(village, refused, sliver, outside_district=False).state == "not_applicable"
    assert find(village, waiting, sliver).state == "fail"
    assert find(refused, sliver, legal_description=None).state == "fail"
    assert find(waiting, sliver, legal_description=None).state == "within_tolerance"
    assert find(waiting, place("Town of Albion", None)).state == "needs_evidence"


def test_land_inside_has_nothing_to_annex() -> None:
    for municipalities in ([FULTON], None):
        found = find(outside_district=False, municipalities=municipalities)
        assert (found.state, found.answer) == ("not_applicable", [])
        assert "already" in found.because


def test_a_municipal_entity_can_make_an_agreement() -> None:
    found = find(FULTON, municipal_entity=True)
    assert found.measures["agreement_possible"] is True
    assert any("66.0301" in note for note in found.notes)
    assert (find(FULTON).measures["agreement_possible"], find(FULTON).notes) == (False, ())


def test_nothing_known() -> None:
    found = judge("CKSD-12", read_facts("CKSD-12", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "outside the district" in found.because
    assert "municipalities" in found.because


@pytest.mark.parametrize(
    ("municipalities", "facts", "path"),
    [
        ([FULTON, FULTON], {}, "municipalities[1].name"),
        ([place("Town of Albion", -1)], {}, "municipalities[0].overlap_area_sqft"),
        ([FULTON, place("Town of Albion", 1, -1)], {}, "municipalities[1].overlap_width_ft"),
        ([FULTON], {"boundary_accuracy_ft": -1}, "boundary_accuracy_ft"),
    ],
)
def test_impossible_facts_are_refused(municipalities: list[dict[str, Any]], facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(*municipalities, **facts)
    assert refused.value.where == f"facts.{path}"
