from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from gis.model.view import Role
from maps.assets import Assets, inline_assets, served_assets
from maps.connection_words import DRAFT
from maps.exclusions import exclusions_page
from maps.legend import ROLE_STYLES, RULING_ROLES, contrast
from tests.maps.page_reader import PageReader
from tests.maps.sample_decision import decision_map, sample_decision
from tests.maps.sample_evaluation import HOSTILE


@pytest.fixture(params=[inline_assets, served_assets], ids=["file", "service"])
def assets(request: pytest.FixtureRequest) -> Assets:
    found: Assets = request.param()
    return found


def page(assets: Assets, texts: tuple[str, str, str] | None = None) -> str:
    decision = sample_decision() if texts is None else sample_decision(texts)
    return exclusions_page(decision_map(decision), decision, assets)


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


def test_everything_that_was_decided_and_changed_is_said(assets: Assets) -> None:
    text = words(page(assets))
    for said in (
        DRAFT,
        "The board must order the district without the land left out.",
        "One acre is not benefited.",
        "Parcel 012-0001",
        "Excluded",
        "Kept",
        "Not decided yet",
        "To be added",
        "Proposed because no main can reach it",
        "Evidence Plate 2",
        "The board's reasons No main can reach it.",
        "wholly inside, as the boundary is described",
        "The territory is one piece.",
        "1.00 acres less",
        "Jurisdiction passes from Town of Alder to Town of Birch.",
        "The leading town's share of the equalized value 60 percent 51 percent",
        "Same answer, other numbers",
        "Unchanged TSD-09.",
        "The petition's count is for information.",
        "The board has not decided about 012-0003 yet.",
        "order with exclusion",
        "Resulting boundary",
    ):
        assert said in text


def test_everything_on_the_map_is_in_the_list_and_every_land_has_its_button(assets: Assets) -> None:
    found = PageReader(page(assets))
    titles = {
        feature["properties"]["key"]: (name.removeprefix("features-"), feature["properties"]["title"])
        for name, data in found.data.items()
        if name.startswith("features-")
        for feature in json.loads(data)["features"]
    }
    buttons = [each["data-key"] for tag, each in found.elements if tag == "button" and "data-key" in each]
    assert set(titles) <= set(buttons)
    # Once in the list of decisions and once in the list of what is drawn.
    for key, (role, _) in titles.items():
        assert (buttons.count(key) >= 2) or role not in {each.value for each in RULING_ROLES}


def test_hostile_text_stays_text(assets: Assets) -> None:
    html = page(assets, (HOSTILE[1], HOSTILE[2], HOSTILE[0]))
    assert not [text for text in HOSTILE[:3] if text in html]
    assert all(text in words(html) for text in HOSTILE[:3])
    plain = PageReader(page(assets))
    assert [tag for tag, _ in PageReader(html).elements] == [tag for tag, _ in plain.elements]


def test_a_dismissal_has_no_changes(assets: Assets) -> None:
    decision = replace(sample_decision(), outcome="dismiss", after=None, shape=None, changes=None, boundary=None)
    text = words(exclusions_page(decision_map(decision), decision, assets))
    assert "The board must dismiss the petition." in text
    assert "No boundary results, so no rule is judged again." in text
    assert "What changed in every rule" not in text


def test_the_page_reads_well_for_everyone(assets: Assets) -> None:
    html = page(assets)
    elements = PageReader(html).elements
    tags = [tag for tag, _ in elements]
    assert html.startswith("<!DOCTYPE html>")
    assert tags.count("h1") == tags.count("main") == 1
    ids = [found["id"] for _, found in elements if "id" in found]
    assert len(ids) == len(set(ids))
    for _, found in elements:
        for reference in found.get("aria-labelledby", "").split():
            assert reference in ids
        if found.get("href", "").startswith("#") and len(found["href"]) > 1:
            assert found["href"][1:] in ids
    assert PageReader(html).handlers == PageReader(html).style_attributes == []


def test_same_input_gives_the_same_bytes(assets: Assets) -> None:
    assert page(assets) == page(assets)


@pytest.mark.parametrize("role", RULING_ROLES)
def test_a_ruling_is_told_by_words_icon_and_hatch(role: Role) -> None:
    style = ROLE_STYLES[role]
    assert contrast(style.stroke, "#ffffff") >= 4.5
    others = [ROLE_STYLES[other] for other in Role if other is not role]
    assert style.hatch not in {other.hatch for other in others}
    assert style.marker
    assert style.icon not in {ROLE_STYLES[other].icon for other in RULING_ROLES if other is not role}
