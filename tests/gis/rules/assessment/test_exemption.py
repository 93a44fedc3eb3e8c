"""SA-01: farmland and camps exempt from special assessments (FACTS.md, entry SA-01)."""

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
FARM: dict[str, Any] = {"levying_body": "town_sanitary_district", "land_kind": "farmland", "farmland_eligible": True}
CAMP: dict[str, Any] = {
    "levying_body": "town",
    "land_kind": "camp",
    "camp_501c3": True,
    "camp_wisconsin": True,
    "camp_mainly_children": True,
}
CAMP_TESTS = ("camp_501c3", "camp_wisconsin", "camp_mainly_children")


def find(**facts: object) -> Finding:
    return judge("SA-01", read_facts("SA-01", facts), LAW)


@pytest.mark.parametrize("body", ["town_sanitary_district", "town"])
@pytest.mark.parametrize("purpose", ["sewerage_system", "water_system"])
def test_town_and_district_may_not_assess_eligible_farmland_for_sewer_or_water(body: str, purpose: str) -> None:
    found = find(**{**FARM, "levying_body": body}, purpose=purpose)
    assert (found.state, found.answer) == ("pass", "exempt")
    assert f"a {body.replace('_', ' ')} may levy no special assessment" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"levying_body": "village"}, "binds town sanitary districts and towns only"),
        ({"levying_body": "city"}, "binds town sanitary districts and towns only"),
        ({"charge_kind": "user_charge"}, "the charge is no special assessment"),
        ({"charge_kind": "standby_charge"}, "the charge is no special assessment"),
        ({"purpose": "street"}, "neither a sewerage nor a water system"),
        ({"purpose": "other"}, "neither a sewerage nor a water system"),
        # What is unknown beside it could not change that.
        ({"levying_body": None, "purpose": "street"}, "neither a sewerage nor a water system"),
        ({"levying_body": "city", "farmland_eligible": None, "land_kind": None}, "town sanitary districts"),
    ],
)
def test_what_the_exemption_does_not_reach(facts: dict[str, object], words: str) -> None:
    found = find(**{**FARM, **facts})
    assert (found.state, found.answer) == ("not_applicable", None)
    assert words in found.because


@pytest.mark.parametrize("body", ["town_sanitary_district", "town", "village", "city", None])
@pytest.mark.parametrize("eligible", [True, False, None])
@pytest.mark.parametrize("classes", [["4"], ["Class 4"], ["5", "5M"], ["1"], []])
def test_the_class_of_the_roll_never_decides(body: str | None, eligible: bool | None, classes: list[str]) -> None:
    facts = {**FARM, "levying_body": body, "farmland_eligible": eligible}
    plain, with_classes = find(**facts), find(**facts, property_classes=classes)
    said = ("state", "answer", "measures", "because", "readings")
    assert [getattr(with_classes, name) for name in said] == [getattr(plain, name) for name in said]
    assert ("they decide nothing" in " ".join(with_classes.notes)) is bool(classes)


def test_class_4_alone_is_no_evidence() -> None:
    found = find(**{**FARM, "farmland_eligible": None}, property_classes=["4"])
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert "eligible for farmland preservation credits is not known" in found.because


def test_land_of_class_4_that_is_not_eligible_may_be_assessed() -> None:
    found = find(**{**FARM, "farmland_eligible": False}, property_classes=["4"], area_acres=40)
    assert (found.state, found.answer) == ("fail", "not_exempt")
    assert (found.measures["exempt_area_acres"], found.measures["assessable_area_acres"]) == (0, 40)


def test_eligible_land_of_another_class_is_exempt() -> None:
    assert find(**FARM, property_classes=["2"]).answer == "exempt"


def test_a_camp_that_meets_all_tests_is_exempt() -> None:
    found = find(**CAMP)
    assert (found.state, found.answer) == ("pass", "exempt")
    assert found.because == (
        "The land is a camp; a town may levy no special assessment on it for a sewerage or water system."
    )


@pytest.mark.parametrize("failed", CAMP_TESTS)
def test_one_failed_test_of_a_camp_is_enough(failed: str) -> None:
    unknown = dict.fromkeys(CAMP_TESTS)
    for others in (CAMP, {**CAMP, **unknown}):
        assert find(**{**others, failed: False}).answer == "not_exempt"


@pytest.mark.parametrize("unknown", CAMP_TESTS)
def test_an_unknown_test_of_a_camp_asks_for_evidence(unknown: str) -> None:
    found = find(**{**CAMP, unknown: None})
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert found.because.count("not known") == 1


def test_the_tests_of_the_other_kind_do_not_matter() -> None:
    assert find(**CAMP, farmland_eligible=False).answer == "exempt"
    assert find(**FARM, camp_501c3=False).answer == "exempt"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"levying_body": None}, "who levies is not known"),
        ({"levying_body": None, "farmland_eligible": False}, "who levies is not known"),
        ({"charge_kind": None}, "what kind of charge it is is not known"),
        ({"purpose": None}, "what is built is not known"),
        ({"land_kind": None}, "farmland or a camp is not known"),
        ({"connected_structure": None}, "holds a connected structure is not known"),
        ({"eligible_area_acres": 60}, "the area of the whole parcel is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**{**FARM, **facts})
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


@pytest.mark.parametrize(
    ("area", "eligible", "answer", "exempt", "rest"),
    [
        (80, None, "exempt", 80, 0),
        (80, 80, "exempt", 80, 0),
        (80, "79.9", "partly_exempt", 79.9, 0.1),
        ("80.5", "0.25", "partly_exempt", 0.25, 80.25),
        (80, 0, "not_exempt", 0, 80),
        (None, None, "exempt", None, None),
    ],
)
def test_a_parcel_eligible_in_part_is_split_by_area(
    area: object, eligible: object, answer: str, exempt: float | None, rest: float | None
) -> None:
    found = find(**FARM, area_acres=area, eligible_area_acres=eligible)
    assert found.answer == answer
    assert found.measures == {"exempt_area_acres": exempt, "assessable_area_acres": rest}


@pytest.mark.parametrize("land", [FARM, CAMP])
def test_a_connected_structure_lets_the_land_be_assessed_with_the_cap(land: dict[str, Any]) -> None:
    found = find(**land, connected_structure=True, area_acres=80, eligible_area_acres=60)
    assert (found.state, found.answer) == ("fail", "assessable_with_cap")
    assert found.measures == {"exempt_area_acres": 0, "assessable_area_acres": 80}


def test_a_structure_on_land_that_does_not_qualify_brings_no_cap() -> None:
    assert find(**{**FARM, "farmland_eligible": False}, connected_structure=True).answer == "not_exempt"


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"area_acres": 0}, "area_acres"),
        ({"area_acres": -1}, "area_acres"),
        ({"eligible_area_acres": "-0.1"}, "eligible_area_acres"),
        ({"area_acres": 80, "eligible_area_acres": "80.001"}, "eligible_area_acres"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**FARM, **facts)
    assert caught.value.where == f"facts.{path}"


@settings(max_examples=50, derandomize=True, deadline=None)
@given(area=st.integers(1, 10**6), part=st.integers(0, 10**6))
def test_the_parts_make_the_whole(area: int, part: int) -> None:
    found = find(**FARM, area_acres=area, eligible_area_acres=min(area, part))
    exempt, rest = found.measures["exempt_area_acres"], found.measures["assessable_area_acres"]
    assert isinstance(exempt, int)
    assert isinstance(rest, int)
    assert exempt + rest == area
    assert min(exempt, rest) >= 0


@pytest.mark.parametrize(("part", "said"), [("60", "60 of 80"), ("79.99999", "79.99999 of 80")])
def test_a_part_is_never_said_to_be_the_whole(part: str, said: str) -> None:
    found = find(**FARM, area_acres=80, eligible_area_acres=part)
    assert found.answer == "partly_exempt"
    assert found.because == (
        f"{said} acres qualify; a town sanitary district may levy no special assessment on them for a sewerage or "
        "water system, and may on the rest."
    )
