"""The map of runoff units as a file in Chromium: drawn by units, found in its own list, at every width."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from maps.assets import FINDING, SCRIPTS, inline_assets
from maps.runoff import runoff_page
from tests.maps.sample_roll import UNITS, runoff_map, sample_roll

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    made: Path = tmp_path_factory.mktemp("units") / "units.html"
    roll = sample_roll()
    made.write_text(runoff_page(runoff_map(roll), roll, inline_assets((*SCRIPTS, *FINDING))), "utf-8")
    return made.as_uri()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield opened
    opened.close()


def test_it_asks_for_nothing_and_draws_every_parcel(page: Page, file: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file)
    assert (asked, complaints) == ([file], [])
    assert page.locator("path[class*=townline-runoff_]").count() == len(UNITS)
    assert page.locator("path.townline-runoff_open").get_attribute("fill") == "url(#hatch-runoff_open)"


def test_a_parcel_is_found_and_shown_by_keyboard_alone(page: Page, file: str) -> None:
    page.goto(file)
    page.locator("#find").focus()
    page.keyboard.type("7-3")
    shown = page.locator("[data-find]:not([hidden])")
    assert shown.count() == 1
    shown.locator(".go").focus()
    page.keyboard.press("Enter")
    popup = page.locator(".leaflet-popup-content")
    assert popup.locator("h4").text_content() == "Parcel 7-3"
    assert "More than 1 unit, up to 5" in (popup.text_content() or "")


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_nothing_is_wider_than_the_window(page: Page, file: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
