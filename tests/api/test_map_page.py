from __future__ import annotations

from pathlib import Path

import pytest

from api.main import create_app
from api.settings import Settings
from gis.errors import BoundaryInvalid
from tests.api.service import DATE, Client, StandIn
from tests.maps.page_reader import PageReader


@pytest.fixture
def showing(stand_in: StandIn, tmp_path: Path) -> Client:
    settings = Settings(date=DATE, boundary=tmp_path / "line.geojson", crs="EPSG:3071", editions={"parcels": "aa"})
    return Client(create_app(settings, stand_in))


def test_the_page_shows_the_configured_boundary_and_is_made_once(
    showing: Client, stand_in: StandIn, tmp_path: Path
) -> None:
    first, second = showing.get("/"), showing.get("/")
    assert first.status_code == 200
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert first.content == second.content
    assert "Proposed Alder Sanitary District No. 1" in first.text
    assert stand_in.asked == [((tmp_path / "line.geojson", "EPSG:3071", None, None), DATE, {"parcels": "aa"})]


def test_everything_that_the_page_links_is_there(showing: Client) -> None:
    links = [link for link in PageReader(showing.get("/").text).links if link.startswith("/assets/")]
    assert len(links) == 5
    for link in links:
        answer = showing.get(link)
        assert answer.status_code == 200
        assert answer.headers["content-type"] in ("text/javascript; charset=utf-8", "text/css; charset=utf-8")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_file_is_kept_by_its_tag(showing: Client) -> None:
    first = showing.get("/assets/vendor/leaflet/leaflet.js")
    assert first.headers["cache-control"] == "no-cache"
    again = showing.get("/assets/vendor/leaflet/leaflet.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert showing.get("/assets/proposal.js?v=0000").headers["cache-control"] == "no-cache"
    assert showing.get("/assets/vendor/leaflet/images/layers.png").headers["content-type"] == "image/png"


@pytest.mark.parametrize(
    "name",
    [
        "../legend.py",
        "..%2flegend.py",
        "%2e%2e/legend.py",
        "....//legend.py",
        "vendor/leaflet/../../../legend.py",
        "vendor/leaflet/%2e%2e/%2e%2e/%2e%2e/legend.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "..%5clegend.py",
        "proposal.js%00.css",
        "vendor/leaflet/",
        "",
    ],
)
def test_no_name_leads_outside(showing: Client, name: str) -> None:
    answer = showing.get(f"/assets/{name}")
    assert answer.status_code == 404
    assert answer.json()["error"] == "NotFound"


def test_the_page_is_served_in_a_sandbox_without_inline_code(showing: Client) -> None:
    policy = {
        part.split()[0]: part.split()[1:] for part in showing.get("/").headers["content-security-policy"].split("; ")
    }
    assert policy["sandbox"] == ["allow-scripts"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["connect-src"] == policy["default-src"] == policy["form-action"] == ["'none'"]


def test_without_a_boundary_the_page_says_how_to_post_one(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "/api/evaluations" in page.text
    assert "Draft for review. Not legal advice, not a survey." in page.text


def test_a_boundary_that_cannot_be_judged_is_said_and_asked_again(
    showing: Client, stand_in: StandIn, tmp_path: Path
) -> None:
    stand_in.fault = BoundaryInvalid(
        what="It crosses <itself>.", where=f"{tmp_path}/line.geojson", why="Two edges meet.", next="Move one."
    )
    page = showing.get("/")
    assert page.status_code == 422
    assert "It crosses &lt;itself&gt;." in page.text
    assert "Move one." in page.text
    assert str(tmp_path) not in page.text
    stand_in.fault = None
    assert showing.get("/").status_code == 200


def test_head_gives_the_headers_alone(showing: Client) -> None:
    answer = showing.ask("HEAD", "/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
