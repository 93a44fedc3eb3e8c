"""Every page with a map in Chromium: the keyboard passes the map, and the search finds its own example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.maps.sample_pages import KINDS, SEARCHED, map_file

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"
TIMES = 40
MOST_STEPS = 7
"""What is not drawn, the map, its three buttons, what scrolls about them; then the list."""
WHERE = "document.activeElement.closest('.list-side') !== null"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("pages")
    for kind in KINDS:
        (folder / f"{kind}.html").write_text(map_file(kind, TIMES), "utf-8")
    return {kind: (folder / f"{kind}.html").as_uri() for kind in KINDS}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_the_keyboard_passes_the_map_in_a_few_steps(page: Page, files: dict[str, str], kind: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(files[kind])
    assert page.locator("#townline-map path.leaflet-interactive").count() > TIMES
    page.locator("#find, .skip").last.focus()
    steps = 0
    while steps <= MOST_STEPS and not page.evaluate(WHERE):
        page.keyboard.press("Tab")
        steps += 1
    assert 1 < steps <= MOST_STEPS


@pytest.mark.parametrize("part", [1, 2])
@pytest.mark.parametrize("kind", SEARCHED)
def test_the_search_finds_its_own_example(page: Page, files: dict[str, str], kind: str, part: int) -> None:
    page.goto(files[kind])
    help_text = page.locator("#find-help").text_content() or ""
    told = re.search(r"Such as ([^ ]+), (.+), or the beginning of either\.", help_text)
    assert told is not None
    page.locator("#find").fill(told[part])
    found = page.locator("[data-find]:not([hidden])").count()
    assert found > 0
    said = "parcel of this list fits" if found == 1 else "parcels of this list fit"
    assert page.locator("#find-status").text_content() == f"{found} {said}."


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("kind", SEARCHED)
def test_no_heading_of_the_layers_breaks_in_a_word(page: Page, files: dict[str, str], kind: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(files[kind])
    lines = page.locator("table.layers thead th").evaluate_all(
        "all => all.map(each => { const range = document.createRange(); range.selectNodeContents(each);"
        " return [each.textContent, new Set([...range.getClientRects()].map(box => box.top)).size]; })"
    )
    assert [text for text, _ in lines] == ["Layer", "As of", "Source", "Accuracy"]
    assert [text for text, count in lines if count > 1 + text.count(" ")] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
