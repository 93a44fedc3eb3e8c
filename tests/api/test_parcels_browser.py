"""The served pages on sewers in Chromium: the form works in its sandbox, with script and without; a click works too."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, sync_playwright

from api.main import create_app
from api.serving import address_of, listen
from api.settings import Settings
from tests.api.connecting import Connecting
from tests.api.service import DATE, StandIn

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = create_app(Settings(date=DATE), StandIn(), connector=Connecting())
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    with listen("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield address_of(listening)
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.mark.parametrize("with_script", [True, False])
def test_the_form_of_the_map_finds_a_parcel(browser: Browser, address: str, with_script: bool) -> None:
    context = browser.new_context(java_script_enabled=with_script)
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}service-area")
    page.get_by_label("Parcel number or site address").fill("165 main")
    page.get_by_role("button", name="Find").click()
    page.wait_for_url("**/parcels/**")
    assert page.locator("h1").text_content() == "Parcel 01/2.1"
    assert page.get_by_text("Yes, it must connect").is_visible()
    if with_script:
        assert page.evaluate("self.origin") == "null"
    assert [each for each in complaints if "sandbox" not in each] == []
    assert all(url.startswith(address) for url in asked)
    page.get_by_role("link", name="Find a parcel").click()
    page.get_by_label("Parcel number or site address").fill("01")
    page.keyboard.press("Enter")
    page.wait_for_url("**/parcels?q=01")
    assert page.get_by_role("heading", name="Parcels that fit").is_visible()
    context.close()


def test_a_click_beside_the_parcels_asks_what_is_there(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}service-area")
    # The upper left part of the sample is village without parcels, which has a popup of its own.
    page.locator("#townline-map").click(position={"x": 300, "y": 80})
    link = page.get_by_role("link", name="Which parcel is here?")
    assert "/parcels?lon=-88." in (link.get_attribute("href") or "")
    link.click()
    page.wait_for_url("**/parcels?lon=**")
    assert page.get_by_role("heading", name="No parcel fits").is_visible()
    page.close()


def test_a_popup_leads_to_the_full_answer(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}service-area")
    page.locator("#of-must_connect .go").first.click()
    page.locator(".leaflet-popup-content a.page").click()
    page.wait_for_url("**/parcels/**")
    assert page.locator("h1").text_content() == "Parcel 01/2.1"
    page.close()


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("path", ["parcels", "parcels?q=01", "parcels/01%2F2.1", "parcels/none", "service-area"])
def test_no_width_needs_scrolling_sideways(browser: Browser, address: str, path: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 720})
    page.goto(address + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
