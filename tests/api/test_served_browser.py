"""The served page in Chromium: nothing but our own origin, and no complaint under its policy."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import sync_playwright

from api.main import create_app
from api.serving import address_of, listen
from api.settings import Settings
from tests.api.service import DATE, StandIn
from tests.maps.sample_evaluation import sample_view

pytestmark = pytest.mark.browser


@pytest.fixture
def address() -> Iterator[str]:
    app = create_app(Settings(date=DATE, boundary=Path("line.geojson")), StandIn())
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    with listen("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield address_of(listening)
        server.should_exit = True
        thread.join()


def test_the_served_page_works_within_its_policy(address: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        assert page.locator("#townline-map path.leaflet-interactive").count() == len(sample_view().features)
        page.locator(".evidence .go", has_text="Village of Elm").click()
        assert page.locator(".leaflet-popup-content h4").text_content() == "Village of Elm inside the boundary"
        assert page.evaluate("getComputedStyle(document.querySelector('.state-fail')).color") == "rgb(140, 16, 16)"
        # The page has none of our origin's rights.
        assert page.evaluate("self.origin") == "null"
        browser.close()
    assert complaints == []
    assert len(asked) == 6
    assert all(url.startswith(address) for url in asked)
