"""The board's map in Chromium: what a member sees, reaches by keyboard and prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from maps.assets import inline_assets
from maps.exclusions import exclusions_page
from tests.maps.sample_decision import decision_map, sample_decision
from tests.maps.sample_evaluation import HOSTILE

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"
HATCHED = ("excluded", "kept", "undecided", "added")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("page") / "exclusions.html"
    decision = sample_decision((HOSTILE[1], HOSTILE[2], HOSTILE[0]))
    file.write_text(exclusions_page(decision_map(decision), decision, inline_assets()), "utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    told: list[str] = []
    opened.on("request", lambda request: told.append(request.url))
    opened.on("console", lambda message: told.append(message.text))
    opened.on("pageerror", lambda error: told.append(str(error)))
    opened.on("dialog", lambda dialog: told.append(dialog.message))
    opened.goto(address)
    yield opened
    # One request, the file itself: nothing else is asked for, and nothing is complained of.
    assert told == [address]
    opened.close()


def test_each_ruling_is_hatched_marked_and_in_words(page: Page) -> None:
    for role in HATCHED:
        assert page.locator(f"path.townline-{role}").get_attribute("fill") == f"url(#hatch-{role})"
        assert page.locator(f"pattern#hatch-{role} > *").count() >= 2
        chip = page.locator(f".lands .ruling-{role}")
        assert chip.locator("svg").count() == 1
        assert (chip.text_content() or "").strip()
    assert page.locator(".townline-marker").count() >= len(HATCHED)
    wide, narrow = (
        float(page.locator(f"path.townline-{role}").get_attribute("stroke-width") or 0)
        for role in ("result", "boundary")
    )
    assert wide > narrow


def test_the_list_is_reached_and_used_by_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the decision"
    page.keyboard.press("Enter")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.lands .go')"):
            break
    assert page.evaluate("document.activeElement.textContent.trim()") == "Parcel 012-0001"
    page.keyboard.press("Enter")
    popup = page.locator(".leaflet-popup-content")
    assert popup.locator("h4").text_content() == "012-0001: exclude"
    assert popup.locator("dd").text_content() == HOSTILE[1]
    assert popup.locator("script, img").count() == 0
    page.keyboard.press("Escape")
    assert page.locator(".leaflet-popup").count() == 0


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_width_needs_scrolling_sideways(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.locator("details").evaluate_all("all => all.forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_paper_shows_everything(page: Page) -> None:
    assert page.locator("details:not([open])").count() > 0
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("details:not([open])").count() == 0
    assert page.locator(".banner", has_text="Not a survey").is_visible()
