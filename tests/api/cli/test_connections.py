from __future__ import annotations

import csv
import json
import stat
from pathlib import Path
from typing import Any

import geopandas as gpd
import pyogrio
import pytest
from click.testing import CliRunner, Result

from api.cli.connections import connections_command
from api.cli.main import COMMANDS
from tests.gis.proposals.connections.village import OWNERS, ZONE, line, write_village


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of tests/gis/proposals/connections/village.py."""
    return write_village(tmp_path_factory.mktemp("village"))


def run(village: Path, *arguments: object) -> Result:
    fixed = ["--layers", village, "--date", "2026-06-15"]
    return CliRunner().invoke(connections_command, [str(argument) for argument in [*arguments, *fixed]])


def told(result: Result) -> Any:  # noqa: ANN401 - JSON data
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_command_is_on_the_list() -> None:
    assert COMMANDS["connections"][:2] == ("api.cli.connections", "connections_command")


def test_counts_and_reasons_on_paper(village: Path) -> None:
    result = run(village, "--ordinance", "mukwonago")
    assert result.exit_code == 0, result.stderr
    assert "        4  must connect" in result.stdout
    assert "Must connect: 4 parcels" in result.stdout
    assert "    1: 7-N3" in result.stdout
    assert "Draft for review. Not legal advice, not a survey." in result.stdout
    # Progress is told at a terminal only.
    assert result.stderr == ""


def test_each_parcel_as_a_row(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "parcels.csv"
    result = run(village, "--ordinance", "mukwonago", "--out", out)
    assert result.exit_code == 0, result.stderr
    rows = {row["parcel_id"]: row for row in csv.DictReader(out.read_text("utf-8").splitlines())}
    assert len(rows) == 9
    s1 = rows["7-S1"]
    assert (s1["state"], s1["must_connect"], s1["connect_by"], s1["serving_main"]) == (
        "pass",
        "yes",
        "2025-12-15",
        "M1",
    )
    assert float(s1["frontage_ft"]) == pytest.approx(250, abs=0.02)
    assert (s1["adjacent"], s1["in_block"], s1["in_use"], s1["private_system"]) == ("yes", "yes", "yes", "")
    assert s1["sewers"] == "M1"
    assert rows["7-N3"]["must_connect"] == ""


def test_a_geopackage_has_the_sewers_that_decided(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "parcels.gpkg"
    assert run(village, "--out", out).exit_code == 0
    assert sorted(name for name, _ in pyogrio.list_layers(out)) == ["parcels", "sewers"]
    parcels, sewers = gpd.read_file(out, layer="parcels"), gpd.read_file(out, layer="sewers")
    assert dict(zip(parcels["parcel_id"], parcels["state"], strict=True))["7-T1"] == "no_ordinance"
    assert parcels.area.min() > 0
    # M1 asks for connections; P1 is proposed, and decides that nothing follows yet across Oak Street.
    assert dict(zip(sewers["sewer_id"], sewers["status"], strict=True)) == {"M1": "in_service", "P1": "proposed"}


@pytest.mark.parametrize("suffix", [".json", ".geojson"])
def test_rows_for_scripts(village: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"parcels{suffix}"
    assert run(village, "--ordinance", "mukwonago", "--out", out).exit_code == 0
    data = json.loads(out.read_text("utf-8"))
    rows = data["parcels"] if suffix == ".json" else [each["properties"] for each in data["features"]]
    assert {row["parcel_id"]: row["state"] for row in rows}["7-S3"] == "fail"


def test_one_parcel_in_sentences(village: Path) -> None:
    result = run(village, "--parcel", "7-S1", "--county", "Waukesha")
    assert result.exit_code == 0, result.stderr
    assert "must connect, by Monday, December 15, 2025" in result.stdout
    assert "What would change it" in result.stdout


def test_one_parcel_as_json(village: Path) -> None:
    answer = told(run(village, "--parcel", "7-N3", "--format", "json"))
    assert answer["parcel"]["finding"]["state"] == "needs_evidence"
    assert answer["open_facts"][0]["register_kind"] == "property_in_use"


def test_what_a_main_makes_liable(village: Path) -> None:
    answer = told(
        run(village, "--main", "P1", "--operational", "2026-09-01", "--ordinance", "mukwonago", "--format", "json")
    )
    assert [each["parcel"]["parcel_id"] for each in answer["liable"]] == ["7-X1", "7-X2"]


def test_a_proposed_main_on_paper(village: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "main.geojson"
    course = [(333.0, 333.0), (-33.0, 333.0), (-33.0, -33.0)]
    gpd.GeoDataFrame(geometry=[line(course)], crs=ZONE).to_crs("EPSG:4326").to_file(drawn)
    result = run(village, "--proposed-main", drawn, "--added-gpd", "1000")
    assert result.exit_code == 0, result.stderr
    assert "It would make liable 2 parcels, 200 ft of frontage" in result.stdout
    assert "the proposed main > M1 > WWTP" in result.stdout


def test_the_mailing_list_is_the_clerks_alone(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "list.csv"
    question = ("--main", "P1", "--operational", "2026-09-01", "--mailing-list", out)
    refused = run(village, *question)
    assert refused.exit_code == 2
    assert "for the clerk only" in refused.stderr
    assert not out.exists()
    done = run(village, *question, "--role", "clerk")
    assert done.exit_code == 0, done.stderr
    assert OWNERS["X1"] in out.read_text("utf-8")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "question",
    [
        ("--ordinance", "mukwonago"),
        ("--parcel", "7-S1"),
        ("--parcel", "7-S1", "--format", "json"),
        ("--main", "P1", "--operational", "2026-09-01", "--format", "json"),
    ],
)
def test_no_owner_is_named(village: Path, question: tuple[str, ...]) -> None:
    result = run(village, *question)
    said = result.stdout + result.stderr
    assert not any(each in said for each in (*OWNERS.values(), "BOX "))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--ordinance", "mukwonega"), "mukwonago"),
        (("--parcel", "7-S9"), "7-S1"),
        (("--main", "P9", "--operational", "2026-09-01"), "P1"),
        (("--main", "P1"), "--operational"),
        (("--operational", "2026-09-01"), "--main"),
        (("--parcel", "7-S1", "--main", "P1"), "--parcel and --main"),
        (("--county", "Waukesha"), "--parcel"),
        (("--out", "parcels.pdf"), ".csv"),
        (("--parcel", "7-S1", "--out", "parcels.csv"), "--out"),
        (("--added-gpd", "5"), "--proposed-main"),
    ],
)
def test_bad_input_is_said_to_be_so(village: Path, arguments: tuple[str, ...], says: str) -> None:
    result = run(village, *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_flow_that_is_no_number(village: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "main.geojson"
    gpd.GeoDataFrame(geometry=[line([(0.0, 0.0), (50.0, 0.0)])], crs=ZONE).to_crs("EPSG:4326").to_file(drawn)
    result = run(village, "--proposed-main", drawn, "--added-gpd", "much")
    assert result.exit_code == 2
    assert "--added-gpd" in result.stderr
