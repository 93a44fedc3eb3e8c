"""The public's map of sewers and the sketch map: everything drawn is in the list, nobody is named, nothing runs."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import re
from dataclasses import replace

import pytest

from gis.model.finding import State
from gis.model.view import Role
from gis.proposals.service_area_parcels import ROLE_OF_STATE
from maps.assets import FINDING, SCRIPTS, Assets, inline_assets, served_assets
from maps.finding_words import find_text, words_for_script
from maps.legend import DUTY_ROLES, PAPER, ROLE_STYLES, contrast, legend_css
from maps.parcel_addresses import Pages
from maps.proposed_main import proposed_main_page
from maps.service_area import parcel_groups, service_area_page
from tests.maps.page_reader import PageReader
from tests.maps.sample_connections import (
    finding,
    parcel,
    sample_connections,
    sample_proposed_main,
    service_area_map,
)
from tests.maps.sample_evaluation import HOSTILE

WITH_SEARCH = (*SCRIPTS, *FINDING)
MAINS = tuple(role for role in Role if role.value.partition("_")[0] in {"gravity", "interceptor", "force"})


def in_file() -> Assets:
    return inline_assets(WITH_SEARCH)


def page(pages: Pages | None = None, address: str | None = None) -> str:
    found = sample_connections(address)
    assets = in_file() if pages is None else served_assets(scripts=WITH_SEARCH)
    return service_area_page(service_area_map(found), found, assets, pages=pages)


def sketch() -> str:
    found = sample_proposed_main()
    view = service_area_map(replace(sample_connections(), parcels=tuple(each.parcel for each in found.liable)))
    return proposed_main_page(view, found, inline_assets())


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


def test_everything_is_said_in_the_list() -> None:
    text = words(page())
    for said in (
        "Draft for review. Not legal advice, not a survey.",
        "Judged for June 15, 2026: Village of Elm, sewers. 7 parcels.",
        "Yes, it must connect",
        "No, it need not connect",
        "Parcel 01/2.1 10 N. Oak St",
        "The lot shares 66 ft with Oak St, which holds sewer G1; so much for pass.",
        "Connect by Sunday, February 28, 2027",
        "Served by main G1",
        "Sides Oak St 66 ft",
        "Parcel 99 N1036 Town Line Rd",
        "Gravity main, in service",
        "Force main, proposed",
        "Short of node (1)",
        "The main ends 1.2 ft short of MH-7. Near MH-7.",
        "3 laterals are not drawn.",
        "The text on file bears no date.",
        "Parcels January 1, 2025 parcels.gpkg edition pp11 0.1 ft",
        "Sewer mains June 30, 2024 sewers.gpkg edition ss22 not stated",
        "As of June 30, 2024, from sewers.gpkg.",
    ):
        assert said in text


def test_a_sketch_says_what_a_villages_ordinance_asks_of_the_main() -> None:
    assert "May the village permit it?" not in words(sketch())
    found = replace(sample_proposed_main(), permissions=(replace(finding(State.NEEDS_EVIDENCE), question="Allowed?"),))
    view = service_area_map(replace(sample_connections(), parcels=tuple(each.parcel for each in found.liable)))
    text = words(proposed_main_page(view, found, inline_assets()))
    assert "May the village permit it? Allowed?" in text
    assert "so much for needs_evidence." in text


def test_connected_land_is_marked_in_the_list() -> None:
    found = sample_connections()
    first, *rest = found.parcels
    connected = replace(first, connected=True, connected_since=dt.date(2026, 4, 1), connect_by=None)
    answer = replace(found, parcels=(connected, *rest))
    text = words(service_area_page(service_area_map(answer), answer, in_file(), pages=None))
    assert "Connection connected since Wednesday, April 1, 2026" in text


@pytest.mark.parametrize("html", [page(), sketch()], ids=["service area", "sketch"])
def test_everything_on_the_map_has_a_button_in_the_list(html: str) -> None:
    found = PageReader(html)
    keys = {
        feature["properties"]["key"]
        for name, data in found.data.items()
        if name.startswith("features-")
        for feature in json.loads(data)["features"]
    }
    buttons = [each["data-key"] for tag, each in found.elements if tag == "button" and "data-key" in each]
    assert len(keys) > 5
    assert keys <= set(buttons)


@pytest.mark.parametrize("html", [page(), page(Pages()), sketch()], ids=["file", "service", "sketch"])
def test_the_page_reads_well_for_everyone(html: str) -> None:
    elements = PageReader(html).elements
    tags = [tag for tag, _ in elements]
    assert html.startswith("<!DOCTYPE html>")
    assert tags.count("h1") == tags.count("main") == 1
    ids = [found["id"] for _, found in elements if "id" in found]
    assert len(ids) == len(set(ids))
    for _, found in elements:
        for name in ("aria-labelledby", "aria-describedby", "for"):
            assert all(reference in ids for reference in found.get(name, "").split())
        if found.get("href", "").startswith("#") and len(found["href"]) > 1:
            assert found["href"][1:] in ids
    assert PageReader(html).handlers == PageReader(html).style_attributes == []
    levels = [int(tag[1]) for tag in tags if re.fullmatch(r"h[1-6]", tag)]
    assert all(later - earlier <= 1 for earlier, later in itertools.pairwise(levels))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    for pages in (None, Pages()):
        html = page(pages, text)
        assert text in words(html)
        assert "alert" not in " ".join(PageReader(html).inline_scripts)
        tags = [tag for tag, _ in PageReader(html).elements]
        assert tags == [tag for tag, _ in PageReader(page(pages, "10 Plain St")).elements]


def test_the_file_loads_nothing_and_the_page_only_ours() -> None:
    outside = [link for link in PageReader(page()).links if not link.startswith(("#", "data:"))]
    assert outside == []
    served = [link for link in PageReader(page(Pages())).links if not link.startswith(("#", "data:"))]
    assert served
    assert all(link.startswith(("/assets/", "/parcels")) for link in served)


def test_no_owner_is_named() -> None:
    # Nothing that the page is given holds a name; that the layers' names stay out is tested where there are layers.
    assert "owner" not in words(page()).lower()


def test_a_parcel_leads_to_its_plain_answer_where_a_service_is_near() -> None:
    links = [
        each["href"] for tag, each in PageReader(page(Pages())).elements if tag == "a" and each.get("class") == "page"
    ]
    assert links[0] == "/parcels/01%2F2.1?county=Jefferson"
    assert "Full answer" not in words(page())


def test_parcels_stand_under_their_answer_those_that_must_connect_first() -> None:
    groups = parcel_groups(sample_connections().parcels, (), None)
    assert [group.role for group in groups] == list(ROLE_OF_STATE.values())
    assert groups[0].answer == "Yes, it must connect"
    assert groups[-1].lines[0].because == "No ordinance on file governs the land."


def test_a_list_too_long_for_a_browser_says_how_many_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maps.service_area.MOST_LISTED", 5)
    many = tuple(replace(parcel(1, State.FAIL), parcel_id=str(number)) for number in range(8))
    (group,) = parcel_groups(many, (), None)
    assert (group.count, len(group.lines)) == (8, 5)
    html = service_area_page(service_area_map(), replace(sample_connections(), parcels=many), in_file())
    assert "And 3 more, not listed here" in words(html)
    # Nothing is left for the parcel that the map draws without a finding, which is said too.
    assert "And 1 more, not listed here" in words(html)


def test_without_an_ordinance_nothing_is_said_of_a_duty() -> None:
    html = service_area_page(service_area_map(), None, in_file())
    assert "No ordinance was asked about" in words(html)
    assert "Parcel without a finding" in words(html)
    assert "Must connect:" not in words(html)


def test_same_input_gives_the_same_bytes() -> None:
    assert page() == page()
    assert sketch() == sketch()


def test_the_sketch_says_whom_the_main_makes_liable_and_whether_there_is_capacity() -> None:
    text = words(sketch())
    for said in (
        "1,320 ft of main on the ground, into G9.",
        "Would have to connect: 2, 66 ft of frontage",
        "Oak St 66 ft",
        "through its block only",
        "Sunday, February 28, 2027",
        "Nine months run from operation.",
        "Would leave a fact to find out: 0 None.",
        "Must connect already, by other sewers: 1, 66 ft of frontage",
        "Is there capacity downstream?",
        "so much for fail.",
        "It is taken to flow as it is drawn.",
    ):
        assert said in text


@pytest.mark.parametrize("role", MAINS)
def test_each_kind_and_state_of_main_is_told_by_dash_and_width(role: Role) -> None:
    looks = {(ROLE_STYLES[other].dash, ROLE_STYLES[other].width_px) for other in MAINS if other is not role}
    assert (ROLE_STYLES[role].dash, ROLE_STYLES[role].width_px) not in looks
    assert contrast(ROLE_STYLES[role].stroke, PAPER) >= 3
    # The dash says the state: unbroken or dash and dot, dashes, dots.
    assert ROLE_STYLES[role].is_line


@pytest.mark.parametrize("role", list(ROLE_OF_STATE.values()))
def test_each_answer_is_told_by_words_and_a_pattern_of_its_own(role: Role) -> None:
    others = [ROLE_STYLES[other] for other in ROLE_OF_STATE.values() if other is not role]
    style = ROLE_STYLES[role]
    assert style.words not in {other.words for other in others}
    assert style.icon not in {other.icon for other in others}
    # Where nothing is to be done the land is plain, and the outline differs.
    assert style.hatch == "none" or style.hatch not in {other.hatch for other in others}
    assert (style.hatch, style.dash, style.width_px) not in {(each.hatch, each.dash, each.width_px) for each in others}


@pytest.mark.parametrize(
    ("parcel_id", "address", "expected"),
    [
        ("002-0814", "N1036 Cty Hwy B", "0020814|N1036 1036|COUNTY HIGHWAY B|HIGHWAY B"),
        ("a/1", "123 1/2 Main St.", "A1|123_1/2|MAIN STREET"),
        ("7", None, "7||"),
        ("8", "<b>", "8||B"),
    ],
)
def test_what_a_parcel_is_found_by(parcel_id: str, address: str | None, expected: str) -> None:
    assert find_text(parcel_id, address) == expected


def test_the_script_has_the_tables_of_the_search() -> None:
    tables = words_for_script()
    assert isinstance(tables["long"], dict)
    assert tables["long"]["RD"] == "ROAD"
    assert tables["keepers"] == ["COUNTY", "STATE", "US", "WISCONSIN"]


@pytest.mark.parametrize("role", DUTY_ROLES)
def test_an_answer_can_be_read_as_text(role: Role) -> None:
    assert contrast(ROLE_STYLES[role].stroke, "#ffffff") >= 4.5
    assert f".ruling-{role.value} " in legend_css()
