"""/runoff and /api/runoff: the same objects as the command writes, and clear refusals."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.eru import eru_command
from api.connector import ConnectionsAsked, ConnectionsOnFile
from api.main import create_app
from api.reckoner import RunoffOnFile
from api.settings import Settings
from gis.law.ordinance_files import load_ordinances
from tests.api.service import Client, StandIn
from tests.gis.proposals.runoff.runoff_village import LOTS, write_village

DATE = dt.date(2026, 6, 15)


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of tests/gis/proposals/runoff/runoff_village.py."""
    return write_village(tmp_path_factory.mktemp("runoff"))


def served(layers: Path, *ids: str) -> Client:
    asked = ConnectionsAsked(DATE, load_ordinances([]), ids)
    connector, reckoner = ConnectionsOnFile(layers, replace(asked, ids=())), RunoffOnFile(layers, asked)
    return Client(create_app(Settings(date=DATE), StandIn(), connector=connector, reckoner=reckoner))


@pytest.fixture(scope="module")
def client(layers: Path) -> Client:
    # The second has no stormwater utility, and is not served here.
    return served(layers, "mukwonago", "cksd")


def command(layers: Path, *arguments: str) -> bytes:
    fixed = ["--layers", str(layers), "--date", DATE.isoformat(), "--ordinance", "mukwonago", "--format", "json"]
    result = CliRunner().invoke(eru_command, [*fixed, *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def test_the_roll_is_that_of_the_command(client: Client, layers: Path) -> None:
    answer = client.get("/api/runoff")
    assert answer.status_code == 200
    assert answer.content == command(layers)
    assert client.get("/api/runoff?ordinance=mukwonago").content == answer.content


@pytest.mark.parametrize("lot", ["C", "F", "T"])
def test_one_parcel_is_that_of_the_command(client: Client, layers: Path, lot: str) -> None:
    answer = client.get(f"/api/runoff/7-{lot}?county=Waukesha")
    assert answer.status_code == 200
    assert answer.content == command(layers, "--parcel", f"7-{lot}")


def test_the_map_is_a_page_that_names_nobody(client: Client) -> None:
    answer = client.get("/runoff")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for lot in LOTS:
        assert (f"Parcel 7-{lot}" in answer.text) is (lot != "T")
    for text in (answer.text, client.get("/api/runoff").text):
        assert "OWNER" not in text
        assert "BOX " not in text


@pytest.mark.parametrize(
    ("path", "status", "where"),
    [
        ("/api/runoff/7-Z", 404, "the address of the request"),
        ("/api/runoff?ordinance=cksd", 404, "the query parameter ordinance"),
        ("/api/runoff/7-C?ordinance=elm", 404, "the query parameter ordinance"),
        ("/api/runoff?rate=3", 422, "the query parameter rate"),
        ("/api/runoff/7-C?parcel=1", 422, "the query parameter parcel"),
    ],
)
def test_what_is_not_there_is_said(client: Client, path: str, status: int, where: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert json.loads(answer.content)["where"] == where


def test_without_a_stormwater_utility_nothing_is_reckoned(layers: Path) -> None:
    client = served(layers, "cksd")
    answer = client.get("/api/runoff")
    assert (answer.status_code, json.loads(answer.content)["what"]) == (404, "This service reckons no runoff units.")
    page = client.get("/runoff")
    assert page.status_code == 404
    assert "This service reckons no runoff units." in page.text


def test_the_answers_are_described(client: Client) -> None:
    described = client.get("/openapi.json").json()
    for path, name in (("/api/runoff", "RunoffRoll"), ("/api/runoff/{parcel_id}", "ParcelRunoff")):
        content = described["paths"][path]["get"]["responses"]["200"]["content"]
        assert content["application/json"]["schema"] == {"$ref": f"#/components/schemas/{name}"}
        assert name in described["components"]["schemas"]
