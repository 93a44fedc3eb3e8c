"""The pages on sewers over the sample county: the objects of the command, and no owner of the roll anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import townline
from api.cli.ordinance_option import ordinances_of
from api.connector import ConnectionsAsked, ConnectionsOnFile
from api.main import create_app
from api.settings import Settings
from gis.register.reading import read_register
from tests.api.cli.test_map import StandIn
from tests.api.service import Client
from tests.gis.proposals.held_layers import DATE

pytestmark = pytest.mark.slow
TANNER = "004-0815-3222-102"
"""A lot on Tanner Road with a dwelling, given notice on February 2, 2026 (data/boundaries/situations.csv)."""


@pytest.fixture(scope="module")
def sample(repository: Path) -> Path:
    return repository / "data" / "boundaries"


@pytest.fixture(scope="module")
def asking(sample_layers: Path, sample: Path) -> Client:
    known, ids = ordinances_of([str(sample / "ordinance-tanner.yaml")])
    file = sample / "register-sewers.csv"
    register = read_register(file.read_bytes(), file.name, DATE)
    connector = ConnectionsOnFile(sample_layers, ConnectionsAsked(DATE, known, ids, register))
    return Client(create_app(Settings(date=DATE), StandIn(), connector=connector))


def told(sample_layers: Path, sample: Path, *arguments: str) -> bytes:
    options = ("--layers", sample_layers, "--date", DATE.isoformat(), "--ordinance", sample / "ordinance-tanner.yaml")
    more = ("--register", sample / "register-sewers.csv", "--format", "json")
    result = CliRunner().invoke(townline, ["connections", *arguments, *map(str, options), *map(str, more)])
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def test_one_parcel_is_told_as_the_command_tells_it(asking: Client, sample_layers: Path, sample: Path) -> None:
    assert asking.get(f"/api/parcels/{TANNER}").content == told(sample_layers, sample, "--parcel", TANNER)


def test_everything_is_told_as_the_command_tells_it(asking: Client, sample_layers: Path, sample: Path) -> None:
    assert asking.get("/api/connections").content == told(sample_layers, sample)


def test_the_page_of_a_parcel_says_its_day(asking: Client) -> None:
    page = asking.get(f"/parcels/{TANNER}").text
    # 150 days after February 2, 2026: 26 to the end of February, 57, 87, 118, 148 to the end of June, and two.
    assert "Thursday, July 2, 2026" in page
    assert "Yes, it must connect" in page
    assert "Tanner Road Sanitary District" in page


def test_a_parcel_that_no_ordinance_of_the_service_governs_is_said(asking: Client) -> None:
    page = asking.get("/parcels/141-0814-1634-024").text
    assert "No ordinance on file governs this land" in page


def test_no_owner_of_the_roll_is_in_any_answer(asking: Client, sample_layers: Path) -> None:
    # Every owner of the sample is "OWNER n OF NOWHERE", and the names are beside the layers.
    assert any(b"NOWHERE" in file.read_bytes() for file in (sample_layers / "private").rglob("*") if file.is_file())
    for path in (
        "/service-area",
        "/api/connections",
        "/parcels?q=004-0815",
        "/api/parcels?q=004-0815",
        f"/parcels/{TANNER}",
        f"/api/parcels/{TANNER}",
        "/parcels/nothing",
    ):
        answer = asking.get(path)
        assert answer.status_code in {200, 404}
        assert "NOWHERE" not in answer.text
