"""MUK-01: compulsory connection in Mukwonago (FACTS.md, entry MUK-01 and Block D)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.law.loader import load_law
from gis.law.parameters import CHOICES, Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
HOUSE: dict[str, Any] = {"in_village": True, "in_use": True, "adjacent": True, "block_sewer": "none"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-01", read_facts("MUK-01", {**HOUSE, **facts}), law)


@pytest.mark.parametrize(
    ("adjacent", "block", "default", "interior_only"),
    # One limb is enough; an unknown limb matters only where no other is met.
    [
        (True, "interior", "pass", "pass"),
        (True, "bounding_street", "pass", "pass"),
        (True, "none", "pass", "pass"),
        (True, None, "pass", "pass"),
        (False, "interior", "pass", "pass"),
        (False, "bounding_street", "pass", "fail"),
        (False, "none", "fail", "fail"),
        (False, None, "needs_evidence", "needs_evidence"),
        (None, "interior", "pass", "pass"),
        (None, "bounding_street", "pass", "needs_evidence"),
        (None, "none", "needs_evidence", "needs_evidence"),
        (None, None, "needs_evidence", "needs_evidence"),
    ],
)
def test_both_limbs_in_both_readings(
    adjacent: bool | None, block: str | None, default: str, interior_only: str
) -> None:
    answers = {"pass": True, "fail": False, "needs_evidence": None}
    facts = {"adjacent": adjacent, "block_sewer": block}
    found = find(**facts)
    assert (found.state, found.answer) == (default, answers[default])
    readings = {name: (reading.state, reading.answer) for name, reading in found.readings.items()}
    assert readings == {
        "bounding_street_counts": (default, answers[default]),
        "interior_only": (interior_only, answers[interior_only]),
    }
    in_block = {"interior": True, "bounding_street": True, "none": False, None: None}[block]
    assert (found.measures["adjacent"], found.measures["in_block"]) == (adjacent, in_block)
    other = find(law_with(mukwonago_block_reading="interior_only"), **facts)
    assert (other.state, other.answer) == (interior_only, answers[interior_only])
    assert other.measures["in_block"] is (False if block == "bounding_street" else in_block)
    assert {name: (reading.state, reading.answer) for name, reading in other.readings.items()} == readings


def test_the_readings_are_the_choices_of_the_law() -> None:
    assert find().readings.keys() == CHOICES["mukwonago_block_reading"]


@pytest.mark.parametrize(
    ("facts", "state", "answer", "words"),
    [
        pytest.param({"in_village": False}, "not_applicable", False, "lies outside the village", id="outside"),
        pytest.param(
            {"in_village": False, "in_use": None, "adjacent": None, "block_sewer": None, "sewer_status": None},
            "not_applicable",
            False,
            "lies outside the village",
            id="outside, whatever is unknown",
        ),
        pytest.param({"sewer_status": "proposed"}, "not_applicable", False, "proposed and not in service", id="later"),
        pytest.param({"sewer_status": "abandoned"}, "not_applicable", False, "is abandoned and not", id="no longer"),
        pytest.param({"in_use": False}, "fail", False, "Neither the land nor a building on it is used", id="vacant"),
        pytest.param(
            {"in_use": False, "in_village": None, "adjacent": None, "sewer_status": None},
            "fail",
            False,
            "Neither the land",
            id="vacant, whatever is unknown",
        ),
        pytest.param(
            {"adjacent": False, "in_use": None, "in_village": None},
            "fail",
            False,
            "meets no right-of-way or easement that holds a public sewer, and no public sewer runs through its block",
            id="no sewer, whatever is unknown",
        ),
        pytest.param(
            {"in_village": None}, "needs_evidence", None, "whether the land lies in the village is", id="where"
        ),
        pytest.param({"in_use": None}, "needs_evidence", None, "employment, recreation or habitation is", id="use"),
        pytest.param(
            {"sewer_status": None}, "needs_evidence", None, "whether the sewer is in service is not known", id="service"
        ),
        pytest.param(
            {"adjacent": None}, "needs_evidence", None, "meets a right-of-way or easement that holds", id="adjacency"
        ),
        pytest.param(
            {"adjacent": False, "block_sewer": None},
            "needs_evidence",
            None,
            "how a public sewer runs through its block is not known",
            id="block",
        ),
    ],
)
def test_without_a_condition_there_is_no_duty_and_what_is_missing_is_named(
    facts: dict[str, object], state: str, answer: bool | None, words: str
) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, answer)
    assert words in found.because


def test_only_what_could_change_the_answer_is_asked_about() -> None:
    because = find(in_village=None, adjacent=None, block_sewer="interior").because
    assert "lies in the village is not known" in because
    assert "right-of-way" not in because
    because = find(in_village=None, block_sewer=None).because
    assert "lies in the village is not known" in because
    assert "its block" not in because


def test_a_bounding_street_that_does_not_count_is_named() -> None:
    law = law_with(mukwonago_block_reading="interior_only")
    found = find(law, adjacent=False, block_sewer="bounding_street")
    assert "only in a street that bounds its block, which does not count" in found.because


@pytest.mark.parametrize(("adjacent", "block"), list(product([True, False, None], ["interior", "none", None])))
def test_a_force_main_alone_leaves_the_duty_open_in_every_reading(adjacent: bool | None, block: str | None) -> None:
    found = find(only_force_main=True, adjacent=adjacent, block_sewer=block)
    assert (found.state, found.answer) == ("undetermined", None)
    assert {reading.state for reading in found.readings.values()} == {"undetermined"}
    assert "force main" in found.because
    assert any("takes no building sewer" in note for note in found.notes)


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"in_village": False}, "not_applicable"),
        ({"sewer_status": "proposed"}, "not_applicable"),
        ({"in_use": False}, "fail"),
        ({"in_village": None}, "needs_evidence"),
        ({"in_use": None}, "needs_evidence"),
    ],
)
def test_a_force_main_asks_nothing_of_land_that_need_not_connect(facts: dict[str, object], state: str) -> None:
    assert find(only_force_main=True, **facts).state == state


@pytest.mark.parametrize(
    ("operational", "connect_by", "weekday", "rolled", "plan_by"),
    # The same day of the month nine months later, or the last day of that month.
    [
        ("2026-03-15", "2026-12-15", "Tuesday", "2026-12-15", "2026-12-15"),
        ("2026-05-31", "2027-02-28", "Sunday", "2027-03-01", "2027-02-26"),
        ("2027-05-31", "2028-02-29", "Tuesday", "2028-02-29", "2028-02-29"),
        ("2026-05-29", "2027-02-28", "Sunday", "2027-03-01", "2027-02-26"),
        # December 25, 2026 is a Friday and a holiday; Saturday, the 26th, moves only where the office is closed.
        ("2026-03-25", "2026-12-25", "Friday", "2026-12-26", "2026-12-24"),
        ("2026-04-01", "2027-01-01", "Friday", "2027-01-02", "2026-12-31"),
    ],
)
def test_nine_months_from_operation(operational: str, connect_by: str, weekday: str, rolled: str, plan_by: str) -> None:
    found = find(sewer_operational=operational)
    assert found.measures == {
        "adjacent": True,
        "in_block": False,
        "connect_by": connect_by,
        "weekday": weekday,
        "rolled_date": rolled,
        "plan_by": plan_by,
        "days_used": None,
    }
    assert (found.readings["rolled"].state, found.readings["rolled"].answer) == ("pass", rolled)
    assert (found.readings["calendar_day"].state, found.readings["calendar_day"].answer) == ("pass", connect_by)
    assert "9 months from the first operation of the sewer" in found.because
    assert ("that day is closed" in found.because) is (rolled != connect_by)


def test_closed_days_are_those_stated() -> None:
    assert find(sewer_operational="2026-03-15", holidays=["2026-12-15"]).measures["rolled_date"] == "2026-12-16"
    saturday = {"sewer_operational": "2026-03-26", "holidays": []}  # until Saturday, December 26
    assert find(**saturday).measures["rolled_date"] == "2026-12-26"
    assert find(**saturday, office_open_saturday=False).measures["rolled_date"] == "2026-12-28"


HAZARD = {"health_hazard": True, "sewer_operational": "2026-03-15", "hazard_notice_received": "2026-03-20"}


@pytest.mark.parametrize(
    ("facts", "connect_by", "words"),
    [
        pytest.param({}, "2026-04-19", "an immediate health hazard exists; 30 days from", id="hazard"),
        # Nine months from March 15, 2025 ran out on December 15 of that year.
        pytest.param(
            {"sewer_operational": "2025-03-15"},
            "2026-04-19",
            "without the hazard the time would have ended on December 15, 2025 already",
            id="nine months long over",
        ),
        pytest.param({"sewer_operational": None}, "2026-04-19", "April 19, 2026", id="operation unknown"),
        # Nobody can connect to a sewer that is not there: thirty days from July 1, 2026 are those of July to the 31st.
        pytest.param(
            {"sewer_operational": "2026-07-01"},
            "2026-07-31",
            "nobody could connect yet on March 20, 2026, the day of the building inspector's notice",
            id="notice before the sewer",
        ),
        pytest.param({"sewer_operational": "2026-03-20"}, "2026-04-19", "notice on March 20, 2026", id="on one day"),
        pytest.param(
            {"hazard_notice_received": None},
            None,
            "the building inspector's notice was received is not known",
            id="no notice yet",
        ),
        pytest.param(
            {"health_hazard": None}, None, "whether an immediate health hazard exists is not known", id="hazard unknown"
        ),
        pytest.param(
            {"health_hazard": None, "sewer_operational": None},
            None,
            "hazard exists and the day on which the sewer first became operational are not known",
            id="nothing to count from",
        ),
        pytest.param({"health_hazard": False}, "2026-12-15", "9 months from", id="no hazard"),
        pytest.param(
            {"health_hazard": False, "sewer_operational": None},
            None,
            "by when it cannot be said, because the day on which the sewer first became operational is not known",
            id="no hazard, operation unknown",
        ),
    ],
)
def test_from_when_the_time_runs(facts: dict[str, object], connect_by: str | None, words: str) -> None:
    found = find(**{**HAZARD, **facts})
    assert (found.state, found.answer, found.measures["connect_by"]) == ("pass", True, connect_by)
    assert words in found.because
    assert ("rolled" in found.readings) is (connect_by is not None)
    assert any("990.001(4)" in note for note in found.notes) is (connect_by is not None)


def test_a_hazard_that_ends_sooner_does_not_speak_of_the_nine_months() -> None:
    assert "without the hazard" not in find(**HAZARD).because


def test_a_notice_without_hazard_is_pointed_out_and_not_counted() -> None:
    notes = find(**{**HAZARD, "health_hazard": False}).notes
    assert any("no immediate hazard is stated" in note for note in notes)
    assert not any("no immediate hazard" in note for note in find(**HAZARD).notes)


@pytest.mark.parametrize("facts", [{"in_village": False}, {"sewer_status": "proposed"}, {"in_use": False}])
def test_without_duty_there_is_no_day_by_which_to_connect(facts: dict[str, object]) -> None:
    found = find(sewer_operational="2026-03-15", **facts)
    assert (found.measures["connect_by"], found.measures["rolled_date"]) == (None, None)
    assert found.readings.keys() == {"bounding_street_counts", "interior_only"}


def test_with_nothing_known_everything_that_matters_is_named() -> None:
    found = judge("MUK-01", read_facts("MUK-01", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    for words in ("in the village", "is used for", "meets a right-of-way", "through its block"):
        assert words in found.because


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(mukwonago_connect_months=6, mukwonago_hazard_days=14)
    found = find(law, sewer_operational="2026-03-15")
    assert found.measures["connect_by"] == "2026-09-15"
    assert "6 months" in found.because
    assert find(law, **HAZARD).measures["connect_by"] == "2026-04-03"
    assert {use.name: use.value for use in found.parameters} == {
        "mukwonago_block_reading": "bounding_street_counts",
        "mukwonago_connect_months": 6,
        "mukwonago_hazard_days": 14,
        "last_day_on_closed_day": "next_secular_day",
    }


@pytest.mark.parametrize(
    "facts", [{"sewer_operational": "9999-06-01"}, {"health_hazard": True, "hazard_notice_received": "9999-12-15"}]
)
def test_a_time_that_leaves_the_calendar_is_refused(facts: dict[str, object]) -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(**facts)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"block_sewer": "near"}, "block_sewer"),
        ({"sewer_status": "planned"}, "sewer_status"),
        ({"only_force_main": None}, "only_force_main"),
        ({"distance_ft": 33}, "distance_ft"),
    ],
)
def test_what_the_rule_does_not_know_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_before_the_text_on_file_nothing_is_judged() -> None:
    with pytest.raises(ParameterNotInForce, match="2011-06-30"):
        find(load_law().parameters(LAW.date.replace(year=2011, month=6, day=30)))
