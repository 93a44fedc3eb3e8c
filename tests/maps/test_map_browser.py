"""The page in Chromium: what the reader sees, reaches and does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from gis.model.view import Role, ViewFeature
from maps.assets import inline_assets
from maps.exports import proposal_page
from tests.maps.sample_evaluation import HOSTILE, rectangle, sample_report, sample_view

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"


class Watched:
    """A page, what it asked for and what it complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def file_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("page") / "proposal.html"
    file.write_text(proposal_page(sample_view(HOSTILE), sample_report(), inline_assets()), "utf-8")
    return file.as_uri()


@pytest.fixture
def watched(browser: Browser, file_address: str) -> Iterator[Watched]:
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    found = Watched(page)
    page.goto(file_address)
    yield found
    page.close()


def test_the_file_asks_for_nothing_and_complains_of_nothing(watched: Watched, file_address: str) -> None:
    assert watched.asked == [file_address]
    assert watched.complaints == []
    assert watched.page.locator("#townline-map path.leaflet-interactive").count() == len(sample_view(HOSTILE).features)


def test_hostile_text_is_shown_as_it_is_and_never_runs(watched: Watched) -> None:
    page = watched.page
    page.locator("details.group").evaluate_all("all => all.forEach(part => part.open = true)")
    for text in HOSTILE:
        page.locator("li .go", has_text=text).first.click()
        popup = page.locator(".leaflet-popup-content")
        assert popup.locator("h4").text_content() == text
        assert popup.locator("dt").text_content() == text
        assert popup.locator("dd").text_content() == text
        assert popup.locator("img, script").count() == 0
    assert watched.complaints == []


def test_a_button_of_the_list_moves_the_map_and_opens_the_popup(watched: Watched) -> None:
    page = watched.page
    scale = page.locator(".leaflet-control-scale-line").text_content()
    page.locator(".evidence .go", has_text="City of Dale: sliver").click()
    popup = page.locator(".leaflet-popup-content")
    assert popup.locator("h4").text_content() == "City of Dale: sliver"
    assert "3.6 ft" in (popup.text_content() or "")
    assert page.locator(".leaflet-control-scale-line").text_content() != scale
    assert page.locator("#map-status").text_content() == "The map shows City of Dale: sliver."
    page.get_by_role("button", name="Back to the list").click()
    assert page.locator(".leaflet-popup").count() == 0
    assert page.evaluate("document.activeElement.textContent.trim()") == "City of Dale: sliver"


def test_what_is_not_drawn_can_still_be_found(watched: Watched) -> None:
    page = watched.page
    before = page.locator(".leaflet-control-scale-line").text_content()
    page.locator(".evidence .go", has_text="not drawn").click()
    assert page.locator(".leaflet-control-scale-line").text_content() != before


def test_the_map_is_done_by_keyboard(watched: Watched) -> None:
    page = watched.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the findings"
    page.keyboard.press("Enter")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.evidence .go')"):
            break
    assert page.evaluate("document.activeElement.matches('.evidence .go')")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.locator(".leaflet-popup").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".leaflet-popup").count() == 0


def test_offending_land_is_hatched_at_every_zoom(watched: Watched) -> None:
    page = watched.page
    page.locator(".evidence .go", has_text="Village of Elm").click()
    page.keyboard.press("Escape")
    for _ in range(3):
        path = page.locator("path.townline-offending")
        assert path.get_attribute("fill") == "url(#hatch-offending)"
        assert page.locator("pattern#hatch-offending path").count() == 1
        assert _reds_inside(page) > 0.05
        page.locator(".leaflet-control-zoom-out").click()
    assert page.locator("path.townline-parcel_cut").get_attribute("stroke-dasharray")


def test_the_popup_opens_by_mouse_too(watched: Watched) -> None:
    page = watched.page
    page.locator(".townline-marker").first.click()
    assert page.locator(".leaflet-popup-content h4").count() == 1


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_width_needs_scrolling_sideways(watched: Watched, width: int) -> None:
    page = watched.page
    page.set_viewport_size({"width": width, "height": 720})
    page.locator("details").evaluate_all("all => all.forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    map_box = page.locator("#townline-map").bounding_box()
    list_box = page.locator("#findings").bounding_box()
    assert map_box is not None
    assert list_box is not None
    is_under = list_box["y"] >= map_box["y"] + map_box["height"]
    assert is_under is (width < 960)


@pytest.mark.parametrize("width", [320, 360, 768, 1400])
def test_labels_stand_whole_in_the_frame_and_clear_of_each_other(browser: Browser, tmp_path: Path, width: int) -> None:
    # The frame's left edge cuts the village, of which only a strip narrower than its label is seen.
    seen = sample_view()
    strip = ViewFeature(Role.VILLAGE, "Village of Ashwood", "Village of Ashwood", rectangle(-9, 6, 5, 26))
    file = tmp_path / "cut.html"
    view = replace(seen, features=(strip, *seen.features))
    file.write_text(proposal_page(view, sample_report(), inline_assets()), "utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page.goto(file.as_uri())
    frame = page.locator("#townline-map").bounding_box()
    assert frame is not None
    boxes = [label.bounding_box() for label in page.locator(".townline-label").all()]
    assert len(boxes) == 5
    for number, box in enumerate(boxes):
        assert box is not None
        assert box["x"] >= frame["x"]
        assert box["y"] >= frame["y"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]
        for other in boxes[:number]:
            assert other is not None
            apart_x = box["x"] + box["width"] <= other["x"] or other["x"] + other["width"] <= box["x"]
            apart_y = box["y"] + box["height"] <= other["y"] or other["y"] + other["height"] <= box["y"]
            assert apart_x or apart_y
    page.close()


def test_a_link_of_the_summary_opens_what_is_folded_away(watched: Watched) -> None:
    page = watched.page
    # Of the sample the rule that passes is folded, and the one that fails is not.
    assert page.locator("article.folded details[open]").count() == 0
    page.locator(".summary a", has_text="TSD-01").focus()
    page.keyboard.press("Enter")
    assert page.locator("article.folded details[open]").count() == 1
    assert page.locator("article.folded .because").is_visible()
    summary = page.locator("article.folded summary")
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator("article.folded .because").is_hidden()


def test_paper_shows_what_the_screen_folds_away(watched: Watched) -> None:
    page = watched.page
    assert page.locator("details:not([open])").count() > 0
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.emulate_media(media="print")
    assert page.locator(".banner").is_visible()
    assert page.locator(".skip").is_hidden()


def test_without_javascript_the_list_says_everything(browser: Browser, file_address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file_address)
    assert page.locator("noscript").count() == 1
    assert page.locator(".list-side .group li").count() == len(sample_view(HOSTILE).features)
    context.close()


def _reds_inside(page: Page) -> float:
    """Return the share of the screen's pixels, in the middle of the offending land, that the hatch makes red."""
    shot = page.locator("#townline-map").screenshot()
    return float(
        page.evaluate(
            """async bytes => {
              const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
              const canvas = new OffscreenCanvas(image.width, image.height);
              const context = canvas.getContext("2d");
              context.drawImage(image, 0, 0);
              const path = document.querySelector("path.townline-offending").getBoundingClientRect();
              const frame = document.getElementById("townline-map").getBoundingClientRect();
              const left = Math.max(path.left - frame.left, 0), top = Math.max(path.top - frame.top, 0);
              const right = Math.min(path.right - frame.left, image.width);
              const bottom = Math.min(path.bottom - frame.top, image.height);
              const data = context.getImageData(left, top, right - left, bottom - top).data;
              let red = 0;
              for (let at = 0; at < data.length; at += 4) {
                red += data[at] > 130 && data[at + 1] < 90 && data[at + 2] < 110 ? 1 : 0;
              }
              return red / (data.length / 4);
            }""",
            list(shot),
        )
    )
