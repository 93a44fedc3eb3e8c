"""The map of sewers as a file in Chromium: found in its own list, by mouse and keyboard, at every width."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from gis.model.connections import ParcelConnection
from gis.model.finding import State
from maps.assets import FINDING, SCRIPTS, inline_assets
from maps.proposed_main import proposed_main_page
from maps.service_area import service_area_page
from tests.gis.proposals.test_finding_parcels import FINDER, ROWS
from tests.maps.sample_connections import parcel, sample_connections, sample_proposed_main, service_area_map
from tests.maps.sample_evaluation import HOSTILE

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"


def found_of(rows: tuple[tuple[str, str | None], ...]) -> tuple[ParcelConnection, ...]:
    return tuple(replace(parcel(1, State.FAIL), parcel_id=number, site_address=address) for number, address in rows)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("sewers")
    some, many = sample_connections(HOSTILE[1]), replace(sample_connections(), parcels=found_of(ROWS))
    sketch = sample_proposed_main()
    liable = replace(some, parcels=tuple(each.parcel for each in sketch.liable))
    pages = {
        "area": service_area_page(service_area_map(some), some, inline_assets((*SCRIPTS, *FINDING))),
        "list": service_area_page(service_area_map(many), many, inline_assets((*SCRIPTS, *FINDING))),
        "sketch": proposed_main_page(service_area_map(liable), sketch, inline_assets()),
    }
    for name, html in pages.items():
        (folder / f"{name}.html").write_text(html, "utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in pages}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.mark.parametrize("name", ["area", "list", "sketch"])
def test_the_file_asks_for_nothing_and_complains_of_nothing(page: Page, files: dict[str, str], name: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.goto(files[name])
    assert asked == [files[name]]
    assert complaints == []
    assert page.locator("#townline-map path.leaflet-interactive").count() > 5


@pytest.mark.parametrize(
    "words",
    [
        "002-0814",
        "0020814 1641002",
        "004/22.7",
        "006.1",
        "n1036 town line road",
        "1036 town",
        "12 main",
        "120 MAIN ST.",
        "Main Str",
        "w359 n5920 brown",
        "5920 Brown St",
        "700 CTH E",
        "county highway e",
        "county",
        "Hwy 900",
        "123 1/2 state road",
        "1440 fifth av",
        "5 mile",
        "st mary's",
        "line rd",
        "13 main",
        "nowhere",
    ],
)
def test_the_list_finds_what_the_service_finds(page: Page, files: dict[str, str], words: str) -> None:
    page.goto(files["list"])
    page.get_by_label("Parcel number or site address").fill(words)
    shown = page.locator("#of-need_not_connect li:not([hidden]) .place, #of-need_not_connect li:not([hidden]) .go")
    expected = {f"Parcel {each.parcel_id}" for each in FINDER.by_words(words, 100).parcels}
    assert {text.strip() for text in shown.all_text_contents()} == expected
    # The map's own parcel, at N1036 Town Line Rd of another town, is found in its group by the same words.
    near = page.locator("#of-parcel_near li:not([hidden])").count()
    count = len(expected) + near
    said = page.locator("#find-status").text_content()
    assert said == ("1 parcel of this list fits." if count == 1 else f"{count} parcels of this list fit.")


def test_an_emptied_search_shows_everything_again(page: Page, files: dict[str, str]) -> None:
    page.goto(files["list"])
    box = page.get_by_label("Parcel number or site address")
    box.fill("zzz")
    assert page.locator("[data-find]:not([hidden])").count() == 0
    assert page.locator("details.parcels:visible").count() == 0
    box.fill("")
    assert page.locator("[data-find][hidden]").count() == 0
    assert page.locator("#find-status").text_content() == ""


def test_a_parcel_is_found_and_shown_by_keyboard_alone(page: Page, files: dict[str, str]) -> None:
    page.goto(files["area"])
    box = page.locator("#find")
    box.focus()
    page.keyboard.type("10 n oak")
    button = page.locator("#of-must_connect li:not([hidden]) .go").first
    button.focus()
    page.keyboard.press("Enter")
    popup = page.locator(".leaflet-popup-content")
    assert popup.locator("h4").text_content() == "Parcel 01/2.1"
    assert "Must connect" in (popup.text_content() or "")
    page.keyboard.press("Escape")
    assert page.locator(".leaflet-popup").count() == 0


def test_a_parcel_that_must_connect_is_hatched_and_a_proposed_main_dashed(page: Page, files: dict[str, str]) -> None:
    page.goto(files["area"])
    land = page.locator("path.townline-must_connect").first
    assert land.get_attribute("fill") == "url(#hatch-must_connect)"
    assert page.locator("pattern#hatch-must_connect path").count() == 1
    assert page.locator("path.townline-force_proposed").get_attribute("stroke-dasharray") == "9 4 2 4 2 4"
    assert page.locator("path.townline-gravity_in_service").get_attribute("stroke-dasharray") is None


def test_hostile_text_is_shown_as_it_is(page: Page, files: dict[str, str]) -> None:
    page.goto(files["area"])
    page.locator("#find").fill("01/2.9")
    row = page.locator("#of-must_connect li:not([hidden])")
    assert row.locator(".address").text_content() == HOSTILE[1]
    row.locator(".go").click()
    assert page.locator(".leaflet-popup-content script").count() == 0


@pytest.mark.parametrize("name", ["area", "sketch"])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_width_needs_scrolling_sideways(page: Page, files: dict[str, str], name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(files[name])
    page.locator("details").evaluate_all("all => all.forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_javascript_the_list_says_everything(browser: Browser, files: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(files["area"])
    assert page.locator("#find").is_hidden()
    assert "search the list with your browser" in page.content()
    assert page.locator("#of-must_connect li .why").first.is_visible()
    context.close()
