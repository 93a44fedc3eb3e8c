"""TSD-16: the department's notice to the clerks of the towns (FACTS.md, entry TSD-16 and Block N)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
# October 15 less 30 days is September 15.
ALDER: dict[str, Any] = {"name": "Town of Alder", "mailed": "2026-09-15", "overlap_area_sqft": 1_000_000}
BIRCH: dict[str, Any] = {"name": "Town of Birch", "mailed": "2026-09-10"}


def find(*towns: dict[str, Any], **facts: object) -> Finding:
    return judge("TSD-16", read_facts("TSD-16", {"hearing_date": "2026-10-15", "towns": list(towns), **facts}), LAW)


@pytest.mark.parametrize(
    ("birch", "state", "days_before", "word"),
    [
        pytest.param({}, "pass", 30, "Town of Alder and Town of Birch in time", id="both"),
        pytest.param({"mailed": "2026-09-16"}, "fail", 29, "to Town of Birch on September 16, 2026 is late", id="late"),
        pytest.param({"mailed": None}, "needs_evidence", None, "to Town of Birch is not known", id="unknown"),
        pytest.param({"mailed": None, "overlap_area_sqft": 0}, "pass", 30, "Town of Alder in time", id="only touching"),
        pytest.param(
            {"mailed": None, "overlap_area_sqft": "0.01"}, "needs_evidence", None, "is not known", id="a bit of land"
        ),
    ],
)
def test_every_town_with_land_in_the_area_has_notice(
    birch: dict[str, Any], state: str, days_before: int | None, word: str
) -> None:
    found = find(ALDER, {**BIRCH, **birch})
    assert (found.state, found.answer, found.measures["days_before"]) == (state, "2026-09-15", days_before)
    assert word in found.because


def test_one_late_mailing_fails_whatever_is_not_known_of_another() -> None:
    found = find({**ALDER, "mailed": "2026-09-20"}, {**BIRCH, "mailed": None})
    assert (found.state, found.measures["days_before"]) == ("fail", None)
    assert "Town of Alder on September 20, 2026 is late" in found.because
    assert "Town of Birch is not known" in found.because


def test_the_towns_to_notify_stand_in_the_order_of_the_file() -> None:
    found = find(BIRCH, {"name": "Town of Cedar", "overlap_area_sqft": 0}, ALDER)
    assert found.measures["towns_to_notify"] == ["Town of Birch", "Town of Alder"]


@pytest.mark.parametrize(
    ("insertions", "state"),
    # A hearing on October 15: the second insertion by October 8.
    [
        (None, "pass"),
        (["2026-10-01", "2026-10-08"], "pass"),
        (["2026-10-02", "2026-10-09"], "fail"),
        (["2026-10-01"], "fail"),
        ([], "fail"),
    ],
)
def test_insertions_by_the_town_board_are_judged_where_they_are_given(insertions: list[str] | None, state: str) -> None:
    found = find(ALDER, insertions=insertions)
    assert found.state == state
    assert (found.measures["second_insertion_by"], found.measures["first_insertion_by"]) == ("2026-10-08", "2026-10-01")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"towns": None}, ["which towns lie in the area is not known"]),
        ({"towns": []}, ["which towns lie in the area is not known"]),
        ({"towns": [{**ALDER, "overlap_area_sqft": 0}]}, ["which towns lie in the area is not known"]),
        ({"hearing_date": None}, ["the day of the hearing is not known"]),
        ({"hearing_date": None, "towns": None}, ["the day of the hearing", "which towns"]),
    ],
)
def test_what_is_not_known_is_named(facts: dict[str, Any], words: list[str]) -> None:
    found = judge("TSD-16", read_facts("TSD-16", {"hearing_date": "2026-10-15", "towns": [ALDER], **facts}), LAW)
    assert found.state == "needs_evidence"
    assert all(word in found.because.lower() for word in words)


@pytest.mark.parametrize(
    ("towns", "path"),
    [
        ([ALDER, ALDER], "facts.towns[1].name"),
        ([{**ALDER, "overlap_area_sqft": -1}], "facts.towns[0].overlap_area_sqft"),
    ],
)
def test_impossible_facts_are_refused(towns: list[dict[str, Any]], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(*towns)
    assert caught.value.where == path
