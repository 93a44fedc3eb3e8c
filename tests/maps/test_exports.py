from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gis.errors import AssetsMissing, BoundaryOutside
from gis.model.edition import CoordinateOperation
from gis.model.finding import Evidence
from maps import assets as assets_module
from maps.assets import Assets, asset_files, inline_assets, served_assets
from maps.budget import MAX_FEATURE_BYTES
from maps.connection_words import DRAFT
from maps.exports import error_page, notice_page, proposal_page
from maps.legend import ROLE_STYLES, STATE_STYLES
from tests.conftest import FieldCaseLoader
from tests.maps.page_reader import PageReader
from tests.maps.sample_evaluation import HOSTILE, degrees, sample_report, sample_view


@pytest.fixture(params=["served", "inline"])
def assets(request: pytest.FixtureRequest) -> Assets:
    return served_assets() if request.param == "served" else inline_assets()


def test_no_page_links_another_host(assets: Assets) -> None:
    page = PageReader(proposal_page(sample_view(), sample_report(), assets))
    own = ("/assets/", "#", "data:image/", "url(#")
    assert page.links
    assert [link for link in page.links if not link.startswith(own)] == []


def test_a_served_page_holds_no_inline_code() -> None:
    page = PageReader(proposal_page(sample_view(HOSTILE), sample_report(), served_assets()))
    assert page.inline_scripts == []
    assert page.inline_styles == []
    assert page.style_attributes == []
    assert page.handlers == []


def test_a_self_contained_page_allows_exactly_its_own_code() -> None:
    page = PageReader(proposal_page(sample_view(), sample_report(), inline_assets()))
    policy = next(found["content"] for tag, found in page.elements if found.get("http-equiv"))
    for code in page.inline_scripts + page.inline_styles:
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "unsafe-inline" not in policy
    assert policy.startswith("default-src 'none'; ")
    assert page.handlers == page.style_attributes == []


def test_same_input_gives_the_same_bytes(assets: Assets) -> None:
    pages = {proposal_page(sample_view(HOSTILE), sample_report(), assets) for _ in range(2)}
    assert len(pages) == 1


def test_owner_name_as_script(field_case: FieldCaseLoader, assets: Assets) -> None:
    case = field_case("map-02-owner-name-as-script")
    names = tuple(case["input"]["owner_names"])
    assert names == HOSTILE
    html = proposal_page(sample_view(names), sample_report(), assets)
    page = PageReader(html)
    for name in names:
        assert (name in html) is case["expected"]["raw_text_in_html"]
        assert name in "".join(page.text)
    features = json.loads(page.data["features-parcel_inside"])["features"]
    shown = [feature["properties"]["title"] for feature in features[-4:]]
    assert tuple(shown) == names
    plain = PageReader(proposal_page(sample_view(("a", "b", "c", "d")), sample_report(), assets))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in plain.elements]


def test_hostile_text_in_a_finding_stays_text(assets: Assets) -> None:
    report = sample_report()
    first = replace(
        report.findings[0],
        answer=HOSTILE[1],
        because=HOSTILE[2],
        measures={HOSTILE[0]: {HOSTILE[1]: HOSTILE[2]}},
        notes=HOSTILE,
        evidence=(Evidence(HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[3], degrees(1, 1, 2, 2), {HOSTILE[1]: 1}),),
    )
    html = proposal_page(
        replace(sample_view(), title=HOSTILE[1], left_out=HOSTILE), replace(report, findings=(first,)), assets
    )
    assert not [name for name in HOSTILE if name in html]
    assert not [tag for tag, found in PageReader(html).elements if tag == "img"]


def test_everything_on_the_map_is_in_the_list(assets: Assets) -> None:
    view = sample_view()
    page = PageReader(proposal_page(view, sample_report(), assets))
    keys = {
        feature["properties"]["key"]
        for name, data in page.data.items()
        if name.startswith("features-")
        for feature in json.loads(data)["features"]
    }
    assert len(keys) == len(view.features)
    buttons = {found["data-key"] for tag, found in page.elements if tag == "button" and "data-key" in found}
    assert keys <= buttons
    text = " ".join(page.text)
    for feature in view.features:
        assert feature.title in text
        for name, value in feature.facts:
            assert name in text
            assert value in text


def test_every_part_of_a_finding_is_said() -> None:
    text = re.sub(
        r"\s+", " ", " ".join(PageReader(proposal_page(sample_view(), sample_report(), served_assets())).text)
    )
    for words in (
        "Is the district free of territory located in a village or city?",
        "Village of Elm",
        STATE_STYLES[sample_report().findings[1].state].words,
        "28.34 acres of the Village of Elm",
        "28.34 acres (1,234,567 sq ft)",
        "Overlap width is 1,056 ft; the threshold is 5 ft.",
        "Counts every cut parcel whole",
        "Parcels cut by the line count by their land inside.",
        "The assessment roll and the map disagree: 014-0009",
        "Wis. Stat. 60.71(5)(a)",
        "in force from January 1, 1985",
        "$12,500,000.00",
        "60.0962 percent",
        "Town of Alder, Jefferson County",
        "77aa0c3399e1d2f4",
        DRAFT,
        "July 1, 2025",
    ):
        assert words in text


def test_evidence_leads_to_the_feature_of_its_own_role() -> None:
    page = PageReader(proposal_page(sample_view(), sample_report(), served_assets()))
    offending = json.loads(page.data["features-offending"])["features"][0]["properties"]["key"]
    boxes = {
        found["data-key"]: found.get("data-bbox")
        for tag, found in page.elements
        if "data-bbox" in found and "data-key" in found
    }
    assert json.loads(boxes[offending] or "") == list(degrees(28, 8, 32, 18))
    # What is not drawn still has its place.
    assert [found for tag, found in page.elements if "data-bbox" in found and "data-key" not in found]


def test_left_out_is_said_above_the_map_and_in_the_list() -> None:
    sentence = "2,345 parcels are drawn as one."
    html = proposal_page(replace(sample_view(), left_out=(sentence,)), sample_report(), served_assets())
    first, second = (match.start() for match in re.finditer(re.escape(sentence), html))
    assert first < html.index('id="townline-map"') < second


def test_features_past_the_limit_are_left_out_and_said() -> None:
    view = sample_view()
    html = proposal_page(view, sample_report(), served_assets(), max_feature_bytes=6_000)
    page = PageReader(html)
    assert sum(len(data) for name, data in page.data.items() if name.startswith("features-")) <= 6_000
    assert "features-boundary" in page.data
    assert "Not everything is drawn." in html
    assert MAX_FEATURE_BYTES == 2_000_000  # field case map-03-big-layer


def test_a_reader_finds_landmarks_headings_and_language(assets: Assets) -> None:
    html = proposal_page(sample_view(), sample_report(), assets)
    elements = PageReader(html).elements
    tags = [tag for tag, _ in elements]
    assert html.startswith("<!DOCTYPE html>")
    assert dict(elements)["html"] == {"lang": "en"}
    assert tags.count("h1") == tags.count("main") == tags.count("header") == tags.count("footer") == 1
    first_link = next(found for tag, found in elements if tag == "a")
    assert first_link["href"] == "#findings"
    ids = [found["id"] for _, found in elements if "id" in found]
    assert len(ids) == len(set(ids))
    for _, found in elements:
        for reference in found.get("aria-labelledby", "").split():
            assert reference in ids
    viewport = next(found["content"] for _, found in elements if found.get("name") == "viewport")
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport


@pytest.mark.parametrize("style", list(ROLE_STYLES.items()), ids=str)
def test_a_hatched_role_has_its_pattern(style: tuple[object, object]) -> None:
    role, look = style
    page = PageReader(proposal_page(sample_view(), sample_report(), served_assets()))
    patterns = {found["id"] for tag, found in page.elements if tag == "pattern"}
    assert (f"hatch-{role}" in patterns) is (look.hatch != "none")


def test_other_pages_carry_the_banner_and_escape() -> None:
    error = BoundaryOutside(what="<b>", where="here", why="because", next="go on")
    for html in (notice_page("<b>", ["<i>"], served_assets()), error_page(error, served_assets())):
        page = PageReader(html)
        assert DRAFT in "".join(page.text)
        assert "b" not in [tag for tag, _ in page.elements]


def test_missing_leaflet_names_the_set_up_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets_module, "STATIC", tmp_path)
    with pytest.raises(AssetsMissing, match=r"scripts/setup"):
        asset_files()
    with pytest.raises(AssetsMissing, match=r"leaflet\.js"):
        inline_assets()


def test_leaflet_is_the_version_that_was_locked() -> None:
    assert b"Leaflet 1.9.4" in asset_files()["vendor/leaflet/leaflet.js"].content


def test_the_page_says_how_the_coordinates_came(assets: Assets) -> None:
    report = sample_report()
    steps = (CoordinateOperation("Shift", 1.0, "moves points by 1.05 m here"), CoordinateOperation("Projection", 0.0))
    moved = replace(report, boundary=replace(report.boundary, crs="EPSG:4326", operations=steps))
    words = " ".join(" ".join(PageReader(proposal_page(sample_view(), moved, assets)).text).split())
    assert "Coordinates EPSG:4326, moved by Shift, good to 1 m (3.3 ft)" in words
    assert "Coordinate operation 1 Shift, good to 1 m (3.3 ft) (moves points by 1.05 m here)" in words
    assert "Coordinate operation 2 Projection, exact" in words
