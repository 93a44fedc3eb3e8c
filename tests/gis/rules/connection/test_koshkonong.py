"""CKSD-01: land abutting a street that holds or may hold a sewer (FACTS.md, entry CKSD-01)."""

import datetime as dt
from typing import Any

import pytest

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
DUE: dict[str, Any] = {"in_district": True, "in_use": True, "abutting": "line", "notice": "2026-05-05"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-01", read_facts("CKSD-01", {**DUE, **facts}), law)


def test_the_duty_and_its_day() -> None:
    # May 5 plus 180: 26 left in May, 30, 31, 31, 30, 31 make 179 at the end of October; November 1, 2026 is a Sunday.
    found = find()
    assert (found.state, found.answer, found.readings) == ("pass", True, {})
    assert found.measures == {
        "connect_by": "2026-11-01",
        "abuts": True,
        "exempt": False,
        "weekday": "Sunday",
        "rolled_date": "2026-11-02",
        "plan_by": "2026-10-30",
        "days_used": None,
    }
    assert "180 days from the district's notice on May 5, 2026" in found.because
    assert "connection is not known" not in found.because


@pytest.mark.parametrize(
    ("facts", "state", "word"),
    [
        ({"in_district": False}, "not_applicable", "outside the district"),
        ({"exemption_granted": True}, "not_applicable", "exemption for recreation"),
        ({"in_district": False, "in_use": None, "abutting": None, "notice": None}, "not_applicable", "outside"),
        ({"exemption_granted": True, "in_use": False, "only_force_main": True}, "not_applicable", "exemption"),
        ({"in_use": False}, "fail", "nothing on the land is in use"),
        ({"in_use": False, "abutting": None, "in_district": None, "notice": None}, "fail", "nothing on the land"),
        ({"abutting": "none"}, "fail", "abuts no street"),
        ({"abutting": "none", "notice": None}, "fail", "abuts no street"),
        ({"abutting": "none", "in_use": None}, "fail", "abuts no street"),
        ({"abutting": "point"}, "fail", "a single point"),
        ({"reaches_by_easement_only": True}, "fail", "by an easement only"),
        ({"reaches_by_easement_only": True, "abutting": None}, "fail", "by an easement only"),
        ({"only_force_main": True, "in_use": False}, "fail", "nothing on the land is in use"),
    ],
)
def test_without_a_duty_there_is_no_day(facts: dict[str, Any], state: str, word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, False)
    assert word.lower() in found.because.lower()
    assert (found.measures["connect_by"], found.measures["rolled_date"]) == (None, None)


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"in_district": None}, "whether the land lies in the district"),
        ({"in_use": None}, "whether anything on it is in use"),
        ({"abutting": None}, "how it meets a street"),
        ({"reaches_by_easement_only": None}, "by an easement only"),
        ({"exemption_granted": None}, "whether an exemption is granted"),
        ({"notice": None}, "the day of the district's notice"),
        ({"only_force_main": True, "in_use": None}, "whether anything on it is in use"),
        ({"only_force_main": True, "exemption_granted": None}, "whether an exemption is granted"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word.lower() in found.because.lower()
    assert found.measures["connect_by"] == ("2026-11-01" if facts.get("notice", "given") else None)


def test_nothing_known_names_every_fact() -> None:
    found = judge("CKSD-01", read_facts("CKSD-01", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    for word in ("in the district", "in use", "meets a street", "notice"):
        assert word.lower() in found.because.lower()


@pytest.mark.parametrize("abutting", ["line", "none", None])
def test_a_force_main_alone_leaves_the_duty_open(abutting: str | None) -> None:
    # Whether the map counted the force main (line) or left it out (none), it is the only one that would be met.
    found = find(abutting=abutting, only_force_main=True)
    assert (found.state, found.answer, found.measures["connect_by"]) == ("undetermined", None, None)
    assert "force main" in found.because


def test_a_point_is_read_in_two_ways() -> None:
    found = find(abutting="point")
    assert {name: (reading.state, reading.answer) for name, reading in found.readings.items()} == {
        "shared_line_only": ("fail", False),
        "point_counts": ("pass", True),
    }
    assert find(abutting="point", notice=None).readings["point_counts"].state == "needs_evidence"
    by_easement = find(abutting="point", reaches_by_easement_only=True)
    assert {reading.state for reading in by_easement.readings.values()} == {"fail"}


def test_a_force_main_along_a_line_and_another_sewer_at_a_point() -> None:
    found = find(abutting="point", only_force_main=True)
    assert (found.state, found.answer) == ("undetermined", None)
    assert found.readings["point_counts"].state == "pass"


def test_an_ordinance_with_the_other_reading_and_other_days() -> None:
    other = law_with(cksd_abutting_reading="point_counts", cksd_connect_days=90)
    found = find(other, abutting="point")
    # May 5 plus 90: 26, 30, 31 make 87 at the end of July; August 3 is a Monday.
    assert (found.state, found.measures["abuts"], found.measures["connect_by"]) == ("pass", True, "2026-08-03")
    assert [*found.readings] == ["point_counts", "shared_line_only"]
    assert found.readings["shared_line_only"].state == "fail"
    assert {use.name: use.value for use in found.parameters}["cksd_connect_days"] == 90


@pytest.mark.parametrize(
    ("more", "rolled"),
    [
        # 180 days after January 5, 2026 is Saturday, July 4, a legal holiday; the day after is a Sunday.
        ({}, "2026-07-06"),
        ({"holidays": []}, "2026-07-04"),
        ({"holidays": [], "office_open_saturday": False}, "2026-07-06"),
    ],
)
def test_closed_days(more: dict[str, Any], rolled: str) -> None:
    found = find(notice="2026-01-05", **more)
    assert (found.measures["connect_by"], found.measures["rolled_date"]) == ("2026-07-04", rolled)


def test_days_before_the_ordinance_and_beyond_the_calendar_are_refused() -> None:
    with pytest.raises(ParameterNotInForce):
        find(load_law().parameters(dt.date(2011, 8, 10)))
    assert find(load_law().parameters(dt.date(2011, 8, 11))).state == "pass"
    with pytest.raises(FactsInvalid):
        find(notice="9999-12-01")


def test_the_levy_is_not_exempted() -> None:
    assert any("sanitary levy" in note for note in find(exemption_granted=True).notes)
    assert not any("sanitary levy" in note for note in find().notes)
