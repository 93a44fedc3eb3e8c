"""CKSD-06: classes of the sub-districts' contribution charge (FACTS.md, entry CKSD-06)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
SHOP: dict[str, Any] = {"sub_district": "FSD2", "average_gpd": 400}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-06", read_facts("CKSD-06", {**SHOP, **facts}), law)


@pytest.mark.parametrize(
    ("flow", "days", "state", "answer"),
    [
        (0, None, "pass", "A"),
        (500, None, "pass", "A"),
        ("500.001", None, "pass", "B"),
        ("999.999", None, "pass", "B"),
        (1000, None, "undetermined", None),
        (1000, 20, "undetermined", None),
        ("1000.001", 15, "pass", "C"),
        ("1000.001", 14, "undetermined", None),
        (1200, 31, "pass", "C"),
        (1200, None, "needs_evidence", None),
        (None, None, "needs_evidence", None),
    ],
)
def test_flow(flow: object, days: int | None, state: str, answer: str | None) -> None:
    found = find(average_gpd=flow, days_over_1000=days)
    assert (found.state, found.answer) == (state, answer)


def test_the_gaps_are_said() -> None:
    assert "class B ends below 1,000 gallons and class C begins above" in find(average_gpd=1000).because
    assert "class C asks for 15 days" in find(average_gpd=1200, days_over_1000=14).because


@pytest.mark.parametrize(
    ("name", "normal"), [("bod_mg_l", "200"), ("ss_mg_l", "250"), ("tkn_mg_l", "40"), ("tp_mg_l", "10")]
)
def test_strength(name: str, normal: str) -> None:
    assert find(**{name: normal}).answer == "A"
    strong = find(**{name: f"{normal}.01"}, average_gpd=None)
    assert (strong.state, strong.answer) == ("pass", "C")
    assert f"where up to {normal} is normal" in strong.because
    assert find(**{name: f"{normal}.01"}, average_gpd=1000).answer == "C"  # strength comes first


@pytest.mark.parametrize(
    ("sub_district", "since", "status"),
    [
        ("FSD2", "2002-09-01", "existing"),
        ("FSD2", "2002-09-02", "future"),
        ("ASD4", "2003-06-17", "existing"),
        ("ASD4", "2003-06-18", "future"),
        ("ASD4", None, None),
        (None, "2003-06-18", None),
    ],
)
def test_existing_or_future(sub_district: str | None, since: str | None, status: str | None) -> None:
    found = find(sub_district=sub_district, existing_since=since)
    assert found.measures == {"building_status": status}
    assert found.state == ("pass" if sub_district else "needs_evidence")


def test_a_single_family_house_is_its_own_class_whatever_flows_from_it() -> None:
    for flow in (None, 1000, 1200):
        found = find(single_family=True, average_gpd=flow, bod_mg_l=900)
        assert (found.state, found.answer) == ("pass", "single_family")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"average_gpd": None}, "The average daily flow is not known"),
        ({"average_gpd": 1200}, "on how many days of a month it is over 1,000 is not known"),
        ({"sub_district": None}, "The sub-district is not known"),
        ({"sub_district": None, "average_gpd": None}, "The sub-district and the average daily flow are not known"),
        ({"sub_district": None, "average_gpd": None, "bod_mg_l": 201}, "The sub-district is not known"),
        ({"single_family": None}, "Whether it is a single-family residence is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_what_is_taken_as_normal_is_said() -> None:
    assert any(
        "suspended solids and total phosphorus; taken as normal" in n for n in find(bod_mg_l=1, tkn_mg_l=1).notes
    )
    every = find(bod_mg_l=1, ss_mg_l=1, tkn_mg_l=1, tp_mg_l=1)
    assert not any("taken as normal" in note for note in every.notes)


def test_days_that_speak_for_class_c_beside_a_lower_average_are_said() -> None:
    found = find(average_gpd=900, days_over_1000=15)
    assert found.answer == "B"
    assert any("over 1,000 gallons on 15 days" in note for note in found.notes)
    assert not any("on 14 days" in note for note in find(average_gpd=900, days_over_1000=14).notes)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"average_gpd": -1}, "average_gpd"),
        ({"days_over_1000": -1}, "days_over_1000"),
        ({"days_over_1000": 32}, "days_over_1000"),
        ({"tp_mg_l": "-0.1"}, "tp_mg_l"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(cksd_class_a_most_gpd=399, cksd_class_c_above_gpd=600, cksd_class_c_days=3, cksd_normal_tp_mg_l=20)
    assert find(law).answer == "B"
    assert find(law, average_gpd=601, days_over_1000=3).answer == "C"
    assert find(law, tp_mg_l=20).answer == "B"
    assert len(find().parameters) == 9


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"average_gpd": "500.0001"}, "is 500.0001 gallons a day, over 500 and less than 1,000"),
        ({"average_gpd": "999.99999"}, "is 999.99999 gallons a day, over 500"),
        ({"average_gpd": "1000.00001", "days_over_1000": 1}, "is 1,000.00001 gallons a day, over 1,000 on 1 day of"),
        ({"average_gpd": 1}, "is 1 gallon a day"),
        ({"bod_mg_l": "200.0001"}, "of 200.0001 milligrams per liter, where up to 200 is normal"),
    ],
)
def test_a_number_just_beside_a_limit_is_said_in_full(facts: dict[str, object], words: str) -> None:
    assert words in find(**facts).because
