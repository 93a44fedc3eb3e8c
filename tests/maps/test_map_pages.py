"""What every page with a map says alike: its banner, its legend, how one searches, and nothing of a service."""

from __future__ import annotations

import re

import pytest

from gis.model.view import Role
from maps.assets import inline_assets
from maps.connection_words import DRAFT
from maps.legend import JUDGED_STYLES, ROLE_STYLES
from maps.service_area import service_area_page
from tests.maps.page_reader import PageReader
from tests.maps.sample_connections import service_area_map
from tests.maps.sample_pages import JUDGED, KINDS, SEARCHED, map_file

NOT_INCLUDED = "which a town sanitary district may not include"


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


@pytest.mark.parametrize("kind", KINDS)
def test_the_banner_is_that_of_every_map(kind: str) -> None:
    text = words(map_file(kind))
    assert text.count(DRAFT) == 2  # above and below
    assert DRAFT == "Draft for review. Not legal advice, not a survey."


@pytest.mark.parametrize("kind", KINDS)
def test_land_that_a_district_may_not_include_is_called_so_where_one_is_judged(kind: str) -> None:
    assert (NOT_INCLUDED in words(map_file(kind))) == (kind in JUDGED)


def test_only_villages_and_cities_are_called_so() -> None:
    called = {role for role, style in JUDGED_STYLES.items() if NOT_INCLUDED in style.meaning}
    assert called == {Role.VILLAGE, Role.CITY}
    assert {role for role in Role if JUDGED_STYLES[role] == ROLE_STYLES[role]} == set(Role) - called


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_sent_around_links_to_no_page_of_a_service(kind: str) -> None:
    page = PageReader(map_file(kind))
    assert [found for tag, found in page.elements if tag == "nav"] == []
    assert [link for tag, found in page.elements if tag == "a" and (link := found["href"])[:1] != "#"] == []


@pytest.mark.parametrize("kind", SEARCHED)
def test_the_example_of_the_search_is_a_parcel_of_the_page(kind: str) -> None:
    html = map_file(kind)
    told = re.search(r"Such as ([^ ]+), (.+), or the beginning of either\.", words(html))
    assert told is not None
    assert f"Parcel {told[1]} " in words(html)
    assert f'class="address">{told[2]}<' in html


def test_where_no_parcel_is_listed_the_search_has_no_example() -> None:
    view = service_area_map()
    features = tuple(each for each in view.features if each.role is not Role.PARCEL_NEAR)
    html = service_area_page(type(view)(view.title, view.bbox, features, (), ()), None, inline_assets())
    assert "The beginning of either is enough." in words(html)
    assert "Such as" not in words(html)


def test_what_is_not_drawn_is_folded_under_one_line() -> None:
    html = map_file("service_area")
    side = html[html.index('class="map-side"') : html.index('class="map-frame"')]
    assert re.search(r'<details class="left-out">\s*<summary>Not everything is drawn\.</summary>', side)
    assert "3 laterals are not drawn." in side
