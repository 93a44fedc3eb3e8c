"""TSD-15: recording in each county (FACTS.md, entry TSD-15 and Block O)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ROCK = {"name": "Rock", "overlap_area_sqft": 9_000_000, "overlap_width_ft": 2000}
DONE: dict[str, Any] = {"recorded_in": ["Rock"], "filed_with_dnr": True}


def county(name: str, area: object, width: object = None, **more: object) -> dict[str, Any]:
    return {"name": name, "overlap_area_sqft": area, "overlap_width_ft": width, **more}


def find(*counties: dict[str, Any], **more: object) -> Finding:
    return judge("TSD-15", read_facts("TSD-15", {"counties": list(counties), **DONE, **more}), LAW)


@pytest.mark.parametrize(
    ("area", "width", "state", "required", "review"),
    [
        pytest.param(0, None, "pass", ["Rock"], [], id="sharing an edge"),
        pytest.param(0.004, 0.001, "pass", ["Rock"], [], id="less than the hundredth to which areas are known"),
        pytest.param(528, "0.1", "within_tolerance", ["Rock"], ["Dane"], id="as wide as the accuracy"),
        pytest.param(528, "0.1001", "needs_evidence", ["Dane", "Rock"], [], id="a hair wider"),
        pytest.param(528, None, "needs_evidence", ["Dane", "Rock"], [], id="area without a width"),
        pytest.param(None, None, "needs_evidence", ["Rock"], [], id="not measured"),
    ],
)
def test_the_class_of_one_more_county(
    area: object, width: object, state: str, required: list[str], review: list[str]
) -> None:
    found = find(ROCK, county("Dane", area, width))
    assert (found.state, found.answer) == (state, required)
    assert found.measures["review_counties"] == review
    assert found.measures["county_count"] == len(required)


@pytest.mark.parametrize(
    ("more", "state", "word"),
    [
        ({}, "pass", "nothing is missing"),
        ({"recorded_in": None}, "needs_evidence", "where it is recorded"),
        ({"recorded_in": []}, "needs_evidence", "no recording in Rock"),
        ({"filed_with_dnr": None}, "needs_evidence", "whether copies are filed"),
        ({"filed_with_dnr": False}, "needs_evidence", "no copies are filed"),
        (
            {"unclaimed_area_sqft": 900, "unclaimed_width_ft": 30},
            "needs_evidence",
            "no county on file claims 900 sq ft",
        ),
        ({"unclaimed_area_sqft": 900, "unclaimed_width_ft": "0.1"}, "pass", "nothing is missing"),
    ],
)
def test_what_is_missing_is_named(more: dict[str, Any], state: str, word: str) -> None:
    found = find(ROCK, **more)
    assert found.state == state
    assert word in found.because
    assert found.measures["missing_counties"] == {None: None, (): ["Rock"]}.get(
        None if more.get("recorded_in", ()) is None else tuple(more.get("recorded_in", DONE["recorded_in"])), []
    )


def test_a_sliver_goes_before_a_missing_recording_and_a_recording_there_clears_it() -> None:
    sliver = county("Dane", 43.56, 0.05)
    assert find(ROCK, sliver, recorded_in=[]).state == "within_tolerance"
    assert find(ROCK, sliver, recorded_in=None).state == "within_tolerance"
    assert find(ROCK, sliver, recorded_in=["Rock", "Dane"]).state == "pass"


def test_nothing_known_of_the_counties_is_no_answer() -> None:
    found = judge("TSD-15", read_facts("TSD-15", DONE), LAW)
    assert (found.state, found.answer, found.measures["county_count"]) == ("needs_evidence", None, None)
    assert find().state == "needs_evidence"


@pytest.mark.parametrize(
    ("low", "high", "holds"),
    [("0.2", "0.4", True), ("0.1", "0.3", False), (None, None, None)],
)
def test_the_margin_says_whether_the_accuracy_could_add_or_drop_a_county(
    low: str | None, high: str | None, holds: bool | None
) -> None:
    # 0.3 ft is wider than 0.1 ft; pulled in to 0.1 it would be a sliver, so Dane would drop out of the answer.
    dane = county("Dane", 1584, "0.3", width_low_ft=low, width_high_ft=high)
    found = find({**ROCK, "width_low_ft": None}, dane, recorded_in=["Rock", "Dane"])
    assert found.margin is not None
    assert (found.margin.value, found.margin.threshold, found.margin.holds) == (0.3, 0.1, holds)


@pytest.mark.parametrize(
    ("counties", "path"),
    [([ROCK, ROCK], "facts.counties[1].name"), ([county("Rock", -1)], "facts.counties[0].overlap_area_sqft")],
)
def test_impossible_facts_are_refused(counties: list[dict[str, Any]], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(*counties)
    assert caught.value.where == path
