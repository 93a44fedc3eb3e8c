"""VLG-05: datum and coordinates of a plan (FACTS.md, entry VLG-05). Names and units are those of the EPSG register."""

from typing import Any

import pytest
from pyproj.database import query_crs_info

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
PLAN: dict[str, Any] = {"crs": "EPSG:7599", "vertical_datum": "NAVD 88", "true_north_shown": True}


def find(**facts: object) -> Finding:
    return judge("VLG-05", read_facts("VLG-05", {**PLAN, **facts}), LAW)


@pytest.mark.parametrize(
    ("crs", "name", "realization", "unit"),
    [
        ("EPSG:7599", "NAD83(2011) / WISCRS Dane (ftUS)", "2011", "us_survey_foot"),
        ("EPSG:7540", "NAD83(2011) / WISCRS Dane (m)", "2011", "metre"),
        ("EPSG:8193", "NAD83(HARN) / WISCRS Dane (ftUS)", "HARN", "us_survey_foot"),
        ("EPSG:8191", "NAD83(HARN) / WISCRS Dane (m)", "HARN", "metre"),
    ],
)
def test_the_four_dane_systems_are_accepted(crs: str, name: str, realization: str, unit: str) -> None:
    for units in (None, unit):
        found = find(crs=crs, units=units)
        assert (found.state, found.answer) == ("pass", "accept")
        assert found.measures == {"crs_name": name, "datum_realization": realization, "unit": unit}
        assert name in found.because


def test_no_other_system_of_the_register_is_taken_for_dane() -> None:
    named = {info.code for info in query_crs_info(auth_name="EPSG") if "WISCRS Dane" in info.name}
    assert named == {"7599", "7540", "8193", "8191"}


@pytest.mark.parametrize(
    ("crs", "name", "unit"),
    [
        ("EPSG:2289", "NAD83 / Wisconsin South (ftUS)", "us_survey_foot"),
        ("EPSG:8189", "NAD83(HARN) / WISCRS Dodge and Jefferson (ftUS)", "us_survey_foot"),
        ("EPSG:3071", "NAD83(HARN) / Wisconsin Transverse Mercator", "metre"),
        ("EPSG:26916", "NAD83 / UTM zone 16N", "metre"),
        ("EPSG:2222", "NAD83 / Arizona East (ft)", "foot"),
        ("EPSG:3857", "WGS 84 / Pseudo-Mercator", "metre"),
        ("EPSG:4326", "WGS 84", "degree"),
        ("EPSG:6349", "NAD83(2011) + NAVD88 height", "degree"),
    ],
)
def test_another_known_system_is_reprojected(crs: str, name: str, unit: str) -> None:
    found = find(crs=crs)
    assert (found.state, found.answer) == ("within_tolerance", "reproject")
    assert found.measures["datum_realization"] == "other"
    assert (found.measures["crs_name"], found.measures["unit"]) == (name, unit)


@pytest.mark.parametrize(
    ("crs", "units"),
    [
        ("EPSG:7599", "metre"),
        ("EPSG:7599", "foot"),
        ("EPSG:7540", "us_survey_foot"),
        ("EPSG:2289", "metre"),
        ("EPSG:4326", "metre"),
    ],
)
def test_units_that_are_not_the_systems_are_refused(crs: str, units: str) -> None:
    found = find(crs=crs, units=units)
    assert (found.state, found.answer) == ("fail", "refuse")


@pytest.mark.parametrize(
    ("written", "state", "answer"),
    [
        ("NAVD 88", "pass", "accept"),
        ("NAVD88", "pass", "accept"),
        ("navd-88", "pass", "accept"),
        ("NAVD 1988", "pass", "accept"),
        ("NGVD 29", "fail", "refuse"),
        ("NGVD29", "fail", "refuse"),
        ("NGVD of 29", "needs_evidence", "ask"),
        ("NGVD 1929", "fail", "refuse"),
        ("NGVD 88", "needs_evidence", "ask"),
        ("NGVD88", "needs_evidence", "ask"),
        ("City datum", "needs_evidence", "ask"),
        ("", "needs_evidence", "ask"),
        (None, "needs_evidence", "ask"),
    ],
)
def test_the_datum_of_the_elevations(written: str | None, state: str, answer: str) -> None:
    found = find(vertical_datum=written)
    assert (found.state, found.answer) == (state, answer)


@pytest.mark.parametrize(
    ("facts", "state", "word"),
    [
        ({"crs": None}, "fail", "declares no horizontal"),
        ({"crs": "EPSG:99999"}, "fail", "no horizontal coordinate system EPSG:99999"),
        ({"crs": "EPSG:5703"}, "fail", "no horizontal"),  # a height
        ({"crs": "EPSG:4978"}, "fail", "no horizontal"),  # geocentric
        ({"true_north_shown": False}, "fail", "true north"),
        ({"true_north_shown": None}, "needs_evidence", "whether every plan shows true north"),
        ({"true_north_shown": False, "vertical_datum": "NGVD 88"}, "fail", "true north"),
        ({"crs": None, "vertical_datum": None}, "fail", "declares no horizontal"),
        ({"crs": "EPSG:2289", "vertical_datum": "NGVD 88"}, "needs_evidence", "does not exist"),
        ({"crs": "EPSG:2289", "vertical_datum": "NGVD 29"}, "fail", "older datum"),
        ({"vertical_datum": None, "true_north_shown": None}, "needs_evidence", "datum of the elevations and whether"),
    ],
)
def test_the_order_of_the_tests(facts: dict[str, Any], state: str, word: str) -> None:
    found = find(**facts)
    assert found.state == state
    assert word in found.because.lower().replace("epsg", "EPSG")


def test_a_plan_of_which_nothing_is_stated_declares_no_system() -> None:
    found = judge("VLG-05", read_facts("VLG-05", {}), LAW)
    assert (found.state, found.answer) == ("fail", "refuse")
    assert found.measures == {"crs_name": None, "datum_realization": None, "unit": None}


@pytest.mark.parametrize("crs", ["Dane", "7599", "ESRI:103300", "EPSG:", "EPSG:75 99", "EPSG:7599999"])
def test_a_system_that_is_no_epsg_code_is_refused_and_not_repeated(crs: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(crs=crs)
    assert refused.value.where == "facts.crs"
    assert crs not in refused.value.what
