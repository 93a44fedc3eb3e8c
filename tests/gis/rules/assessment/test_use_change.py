"""SA-05: change of use without division (FACTS.md, entry SA-05)."""

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
# 90 days from May 2, 2022: 29 of May, 30 of June, 31 of July: July 31, a Sunday; August 1 still counts.
LAND: dict[str, Any] = {
    "stopped": "2025-03-10",
    "as_of": "2026-06-01",
    "first_levy": "2022-05-02",
    "lien_recorded": "2022-06-01",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("SA-05", read_facts("SA-05", {**LAND, **facts}), law)


@pytest.mark.parametrize(
    ("stopped", "as_of", "state", "answer"),
    [
        ("2025-03-10", "2026-03-09", "fail", "2026-03-10"),
        ("2025-03-10", "2026-03-10", "pass", "2026-03-10"),
        ("2025-03-10", "2030-01-01", "pass", "2026-03-10"),
        ("2025-03-10", "2025-03-10", "fail", "2026-03-10"),
        ("2028-02-29", "2029-02-27", "fail", "2029-02-28"),
        ("2028-02-29", "2029-02-28", "pass", "2029-02-28"),
    ],
)
def test_the_levy_is_possible_when_a_year_is_complete(stopped: str, as_of: str, state: str, answer: str) -> None:
    found = find(stopped=stopped, as_of=as_of)
    assert (found.state, found.answer, found.measures["interest_from"]) == (state, answer, answer)
    assert ("has not come" in found.because) is (state == "fail")


@pytest.mark.parametrize(
    ("resumed", "state", "answer"),
    [
        ("2025-03-10", "fail", None),
        ("2026-03-09", "fail", None),
        ("2026-03-10", "pass", "2026-03-10"),
        ("2026-05-01", "pass", "2026-03-10"),
        (None, "pass", "2026-03-10"),
    ],
)
def test_use_that_resumed_before_the_year_was_complete_keeps_the_exemption(
    resumed: str | None, state: str, answer: str | None
) -> None:
    found = find(resumed=resumed)
    assert (found.state, found.answer, found.measures["interest_from"]) == (state, answer, answer)
    assert ("before a year was complete" in found.because) is (state == "fail")


@pytest.mark.parametrize(
    ("lien", "state"),
    [
        ("2022-07-31", "pass"),
        ("2022-08-01", "pass"),
        ("2022-08-02", "fail"),
        ("never", "fail"),
        (None, "needs_evidence"),
    ],
)
def test_the_same_lien_is_asked_for(lien: str | None, state: str) -> None:
    found = find(lien_recorded=lien)
    assert (found.state, found.answer) == (state, "2026-03-10")


@pytest.mark.parametrize(
    ("facts", "answer", "words"),
    [
        ({"stopped": None}, None, "the day on which exclusive use stopped is not known"),
        ({"stopped": None, "lien_recorded": "never"}, None, "the day on which exclusive use stopped is not known"),
        ({"as_of": None}, "2026-03-10", "the day asked about is not known"),
        ({"first_levy": None}, "2026-03-10", "the first levy in the service area is not known"),
        ({"lien_recorded": None}, "2026-03-10", "the day of the recording of the lien is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], answer: str | None, words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", answer)
    assert words in found.because


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"lien_recorded": None, "as_of": "2026-01-01"}, id="year not over, lien not searched"),
        pytest.param({"lien_recorded": None, "resumed": "2025-06-01"}, id="use resumed, lien not searched"),
        pytest.param({"lien_recorded": "never", "as_of": None}, id="no lien, day unknown"),
        pytest.param({"lien_recorded": "never", "first_levy": None}, id="no lien, levy unknown"),
    ],
)
def test_what_is_unknown_and_could_not_change_the_outcome_does_not_matter(facts: dict[str, object]) -> None:
    assert find(**facts).state == "fail"


@pytest.mark.parametrize(
    ("as_of", "amount", "rate", "interest"),
    [
        ("2026-03-10", "24000.00", "0.04", "0.00"),
        ("2027-03-10", "24000.00", "0.04", "960.00"),
        ("2026-05-22", "24000.00", "0.04", "192.00"),  # 73 days, a fifth of a year
        ("2026-03-11", "24000.00", "0.04", "2.63"),  # 2.6301
        ("2026-03-09", "24000.00", "0.04", None),  # no levy yet
        ("2027-03-10", None, "0.04", None),
        ("2027-03-10", "24000.00", None, None),
    ],
)
def test_interest_runs_from_the_day_on_which_the_year_is_complete(
    as_of: str, amount: str | None, rate: str | None, interest: str | None
) -> None:
    found = find(as_of=as_of, unexempt_amount=amount, average_rate=rate)
    assert found.measures["interest"] == interest
    assert ("simple interest on $24,000" in found.because) is (interest is not None)


def test_a_change_of_a_part_can_be_read_either_way() -> None:
    found = find(part_of_parcel_only=True)
    assert found.state == "pass"
    assert {name: reading.state for name, reading in found.readings.items()} == {
        "any_part": "pass",
        "whole_land": "fail",
    }
    late = find(part_of_parcel_only=True, lien_recorded="never")
    assert late.readings["any_part"].state == "fail"
    for part in (False, None):
        assert find(part_of_parcel_only=part).readings == {}
    assert "only a part of the land changed its use" in late.because
    unknown = find(part_of_parcel_only=None)
    assert any("Whether all the land" in note for note in unknown.notes)
    assert "whether all the land or only a part of it changed its use is not known" in unknown.because


@pytest.mark.parametrize(
    ("stopped", "answer", "is_before"),
    # The levy is of May 2, 2022.
    [("2021-04-30", "2022-04-30", True), ("2022-05-01", "2023-05-01", True), ("2022-05-02", "2023-05-02", False)],
)
def test_a_stop_before_the_first_levy_is_noted(stopped: str, answer: str, *, is_before: bool) -> None:
    found = find(stopped=stopped)
    assert (found.state, found.answer, found.measures["interest_from"]) == ("pass", answer, answer)
    assert any("before the first levy" in note for note in found.notes) is is_before


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"resumed": "2025-03-09"}, "resumed"),
        ({"unexempt_amount": "-1"}, "unexempt_amount"),
        ({"unexempt_amount": "1.001"}, "unexempt_amount"),
        ({"average_rate": "1.5"}, "average_rate"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    found = find(law_with(farmland_other_use_years=2, farmland_lien_days=10))
    assert (found.state, found.answer) == ("fail", "2027-03-10")
    assert "10 days from the first levy" in found.because
