"""The map of an assessment as a file in Chromium: drawn by standing, told by click, hover and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from maps.assessment import assessment_page
from maps.assets import FINDING, SCRIPTS, inline_assets
from tests.maps.sample_assessment import sample

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"
HATCHED = ("exempt", "assessed_to_cap", "assessed_in_part", "exemption_open")
ARITHMETIC = {
    "assessed": "1 unit at $20,000 a unit is $20,000",
    "exemption_open": "1 unit at $20,000 a unit is $20,000",
    "exempt": "0 of 1 unit at $20,000 a unit is $0",
    "assessed_to_cap": "1 of 3 units (the cap) at $20,000 a unit is $20,000",
    "assessed_in_part": "2 of 4 units at $20,000 a unit is $40,000",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    made: Path = tmp_path_factory.mktemp("assessment") / "assessment.html"
    found, view = sample()
    made.write_text(assessment_page(view, found.answer, inline_assets((*SCRIPTS, *FINDING))), "utf-8")
    return made.as_uri()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
    yield opened
    opened.close()


def test_it_asks_for_nothing_and_draws_every_standing(page: Page, file: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file)
    assert (asked, complaints) == ([file], [])
    for role in HATCHED:
        assert page.locator(f"path.townline-{role}").get_attribute("fill") == f"url(#hatch-{role})"
        assert page.locator(f"#hatch-{role} *").count() == 2
    assert page.locator("path.townline-not_on_roll").count() == 2
    assert page.locator("path.townline-project_line").count() == 1


@pytest.mark.parametrize(("role", "arithmetic"), ARITHMETIC.items())
def test_a_click_on_a_parcel_shows_its_arithmetic_and_hovering_what_it_pays(
    page: Page, file: str, role: str, arithmetic: str
) -> None:
    page.goto(file)
    shape = page.locator(f"path.townline-{role}")
    # A quarter of the way from the corner, where neither label nor button lies.
    box = shape.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
    at = box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.75
    page.mouse.move(*at)
    assert "Pays: $" in (page.locator(".leaflet-tooltip-left, .leaflet-tooltip-right").text_content() or "")
    page.mouse.click(*at)
    popup = page.locator(".leaflet-popup-content")
    assert arithmetic in (popup.text_content() or "")
    assert "Because of exemptions" in (popup.text_content() or "")


def test_a_parcel_is_found_shown_and_left_by_keyboard_alone(page: Page, file: str) -> None:
    page.goto(file)
    page.locator("#find").focus()
    page.keyboard.type("hill")
    shown = page.locator("[data-find]:not([hidden])")
    assert shown.count() == 1
    button = shown.locator(".go")
    button.focus()
    page.keyboard.press("Enter")
    popup = page.locator(".leaflet-popup-content")
    assert popup.locator("h4").text_content() == "Parcel HILL"
    assert "SA-01, Wis. Stat. 66.0721(1)-(2)" in (popup.text_content() or "")
    popup.get_by_role("button", name="Back to the list").focus()
    page.keyboard.press("Enter")
    assert button.evaluate("button => button === document.activeElement")


def test_a_lien_in_the_list_leads_to_its_land(page: Page, file: str) -> None:
    page.goto(file)
    page.locator("section[aria-labelledby=liens-heading] .go").first.click()
    title = page.locator(".leaflet-popup-content h4").text_content()
    assert title in {"Parcel FARM", "Parcel HILL", "Parcel WOOD"}


@pytest.mark.parametrize("width", [320, 400, 768, 1280])
def test_nothing_is_wider_than_the_window(page: Page, file: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
