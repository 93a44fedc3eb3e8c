"""TSD-13: adding territory at the hearing (FACTS.md, entry TSD-13 and Block D)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
# July 30 and 30 days: Saturday, August 29. A hearing on Thursday, August 27 has insertions by the 13th and 20th.
GOOD: dict[str, Any] = {
    "hearing_date": "2026-07-30",
    "continued_to": "2026-08-27",
    "insertions": ["2026-08-13", "2026-08-20"],
    "revised_boundaries_in_notice": True,
}
FLIP: dict[str, Any] = {"jurisdiction_before": "Town of Alder", "jurisdiction_after": "Town of Birch"}


def find(**facts: object) -> Finding:
    return judge("TSD-13", read_facts("TSD-13", {**GOOD, **facts}), LAW)


def states(found: Finding) -> dict[str, str]:
    return {name: reading.state.value for name, reading in found.readings.items()}


@pytest.mark.parametrize(
    ("facts", "state", "word"),
    [
        pytest.param({}, "pass", "is in time", id="good"),
        pytest.param({"continued_to": "2026-08-30", "insertions": None}, "fail", "1 day late", id="a day too late"),
        pytest.param(
            {"insertions": ["2026-08-14", "2026-08-21"]}, "fail", "is after August 20, 2026", id="late notice"
        ),
        pytest.param({"insertions": ["2026-08-13"]}, "fail", "on 1 day only, not twice", id="one insertion"),
        pytest.param({"insertions": []}, "fail", "not in the newspaper, where", id="none"),
        pytest.param({"insertions": None}, "needs_evidence", "when the new notice was published", id="notice unknown"),
        pytest.param({"revised_boundaries_in_notice": False}, "fail", "does not describe", id="old boundaries"),
        pytest.param({"revised_boundaries_in_notice": None}, "needs_evidence", "describes the revised", id="unknown"),
        pytest.param({"added_in_village_or_city_sqft": "0.01"}, "fail", "0.01 sq ft", id="a bit of a village"),
        pytest.param({"added_in_village_or_city_sqft": None}, "needs_evidence", "village or city", id="not measured"),
        pytest.param({"continued_to": None}, "needs_evidence", "the continued hearing is not known", id="no day yet"),
        pytest.param({"hearing_date": None}, "needs_evidence", "the hearing is not known", id="no first hearing"),
        pytest.param({"continued_to": None, "insertions": ["2026-08-13"]}, "fail", "on 1 day only", id="both"),
    ],
)
def test_what_decides(facts: dict[str, Any], state: str, word: str) -> None:
    found = find(**facts)
    assert found.state == state
    assert word in found.because


def test_a_last_day_on_a_sunday_moves() -> None:
    # July 31 and 30 days: Sunday, August 30.
    found = find(hearing_date="2026-07-31", continued_to="2026-08-31")
    assert (found.state, found.answer, found.measures["days_used"]) == ("pass", "2026-08-30", 31)
    assert states(found)["calendar_day"] == "fail"
    assert find(hearing_date="2026-07-31", continued_to="2026-09-01").state == "fail"


@pytest.mark.parametrize(
    ("facts", "state", "revised", "at_filing"),
    [
        pytest.param({}, "undetermined", "fail", "pass", id="nothing else"),
        pytest.param({"insertions": None}, "undetermined", "fail", "pass", id="before what is not known"),
        pytest.param({"insertions": []}, "fail", "fail", "fail", id="after what fails"),
        pytest.param({"jurisdiction_after": "Town of Alder"}, "pass", "pass", "pass", id="no change"),
        pytest.param({"jurisdiction_after": None}, "pass", "pass", "pass", id="not known after"),
        pytest.param({"jurisdiction_before": None}, "pass", "pass", "pass", id="not known before"),
    ],
)
def test_another_town_that_leads(facts: dict[str, Any], state: str, revised: str, at_filing: str) -> None:
    found = find(**{**FLIP, **facts})
    assert states(found) == {
        "rolled": state,
        "calendar_day": state,
        "jurisdiction_on_revised_boundary": revised,
        "jurisdiction_at_filing": at_filing,
    }
    assert found.state == state
    assert ("Town of Birch on the revised one" in found.because) is (found.measures["jurisdiction_changes"] is True)


@pytest.mark.parametrize("unknown", ["insertions", "continued_to", "hearing_date", "revised_boundaries_in_notice"])
def test_what_is_not_known_of_an_open_jurisdiction_is_noted(unknown: str) -> None:
    notes = find(**FLIP, **{unknown: None}).notes
    assert any("still to be shown" in note for note in notes)
    assert not any("still to be shown" in note for note in find(**FLIP).notes)


def test_weeks_that_do_not_follow_are_noted() -> None:
    found = find(insertions=["2026-08-06", "2026-08-20"])
    assert found.state == "pass"
    assert any("consecutive weeks" in note for note in found.notes)
    assert not any("consecutive weeks" in note for note in find().notes)


def test_the_measures_of_the_new_notice() -> None:
    measures = find(added_area_acres=200).measures
    assert (measures["second_insertion_by"], measures["first_insertion_by"]) == ("2026-08-20", "2026-08-13")
    assert measures["new_signature_count_required"] is False
    assert measures["jurisdiction_changes"] is None


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"continued_to": "2026-07-29"}, "facts.continued_to"),
        ({"added_area_acres": -1}, "facts.added_area_acres"),
        ({"added_in_village_or_city_sqft": -1}, "facts.added_in_village_or_city_sqft"),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == path


def test_the_law_behind_it_is_named() -> None:
    assert {use.name: use.value for use in find().parameters} == {
        "continuance_days": 30,
        "last_day_on_closed_day": "next_secular_day",
        "class_2_insertions": 2,
        "last_insertion_days": 7,
        "village_city_overlap_permitted_sqft": 0,
    }
