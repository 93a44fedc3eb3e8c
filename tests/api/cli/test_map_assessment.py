"""`townline map --kind assessment`: what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import gis.proposals.on_file
from api.cli.main import townline
from tests.gis.proposals.assessment.farm_country import Country
from tests.gis.proposals.assessment.projects import text
from tests.maps.sample_assessment import PARCELS

FARM = "004-0815-3222-001"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of the project of sample_assessment.py, on the country of farm_country.py."""
    monkeypatch.setattr(gis.proposals.on_file, "LayersOnFile", lambda _folder: Country())
    file = tmp_path / "north.yaml"
    file.write_text(text(*PARCELS, basis="unit"), "utf-8")
    return file


def run(layers: Path, *arguments: object) -> Result:
    fixed = ["map", "--kind", "assessment", "--layers", layers, "--format", "json"]
    return CliRunner().invoke(townline, [str(part) for part in [*fixed, *arguments]])


def test_it_writes_the_map_as_one_file(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "map.html"
    result = run(tmp_path, "--project", project, "--out", file)
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert told == {
        "file": "map.html",
        "kind": "assessment",
        "bytes": file.stat().st_size,
        "findings": None,
        "lands": 5,
    }
    page = file.read_text("utf-8")
    assert "Content-Security-Policy" in page
    # 100,000 over five units.
    assert "1 unit at &#36;20,000 a unit is &#36;20,000" in page


def test_a_script_gets_the_same_bytes_again(project: Path, tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        assert run(tmp_path, "--project", project, "--out", tmp_path / name).exit_code == 0
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["line.geojson"], "BOUNDARY"),
        (["--ordinance", "mukwonago"], "--ordinance"),
        (["--district", "X"], "--district"),
        (["--added-gpd", "9"], "--added-gpd"),
        (["--rate", "0"], "--rate"),
        (["--crs", "EPSG:3071"], "--crs"),
        (["--layer", "x"], "--layer"),
        (["--boundary-accuracy-ft", "2.5"], "--boundary-accuracy-ft"),
        (["--decision", "d.yaml"], "--decision"),
        (["--proposal", "p.yaml"], "--proposal"),
        (["--petition", "p.csv"], "--petition"),
    ],
)
def test_what_belongs_to_another_kind_is_refused(
    project: Path, tmp_path: Path, arguments: list[str], where: str
) -> None:
    result = run(tmp_path, "--project", project, "--out", tmp_path / "a.html", *arguments)
    assert result.exit_code == 2
    assert json.loads(result.stderr)["where"] == f"the option --kind, with {where}"
    assert not (tmp_path / "a.html").exists()


def test_without_a_project_there_is_no_map(tmp_path: Path) -> None:
    result = run(tmp_path, "--out", tmp_path / "a.html")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["where"] == "the option --project"


@pytest.mark.parametrize(
    ("named", "option"),
    [
        ([], "the argument BOUNDARY"),
        *(
            ([option], option)
            for option in (
                *("--project", "--register", "--decision", "--proposal", "--petition", "--proposed-main"),
                "--ordinance",
            )
        ),
    ],
)
def test_no_map_is_written_over_a_file_that_it_is_made_from(tmp_path: Path, named: list[str], option: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("id: mine\n", "utf-8")
    fixed = ["--layers", str(tmp_path), "--date", "2026-06-15", "--out", str(file), "--format", "json"]
    result = CliRunner().invoke(townline, ["map", *named, str(file), *fixed])
    assert result.exit_code == 2
    told = json.loads(result.stderr)
    assert (told["where"], told["why"].startswith(f"{option} names it too")) == ("the option --output", True)
    assert file.read_text("utf-8") == "id: mine\n"


@pytest.mark.parametrize("kind", ["proposal", "exclusions", "service-area", "proposed-main", "eru"])
@pytest.mark.parametrize(("option", "value"), [("--project", "p.yaml"), ("--basis", "area")])
def test_other_kinds_take_no_project_and_no_basis(tmp_path: Path, kind: str, option: str, value: str) -> None:
    fixed = ["--layers", str(tmp_path), "--date", "2026-06-15", "--out", str(tmp_path / "a.html"), "--format", "json"]
    result = CliRunner().invoke(townline, ["map", "--kind", kind, option, value, *fixed])
    assert result.exit_code == 2
    assert json.loads(result.stderr)["where"] == f"the option --kind, with {option}"


@pytest.mark.parametrize("kind", ["proposal", "exclusions", "service-area", "proposed-main", "eru"])
def test_other_kinds_need_a_day(tmp_path: Path, kind: str) -> None:
    fixed = ["--layers", str(tmp_path), "--out", str(tmp_path / "a.html"), "--format", "json"]
    result = CliRunner().invoke(townline, ["map", "--kind", kind, *fixed])
    assert result.exit_code == 2
    assert json.loads(result.stderr)["where"] == "the option --date"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("basis", "said"),
    [
        # By front 330 + 542 + 157 + 30 + 200 + 200 + 200 + 400 + 200 = 2,259 ft of $225,900; with the farm 4,500.
        ("frontage", ("157 ft at $100 a foot is $15,700", "$7,818.60 more; had nobody been exempt $7,881.40")),
        # By unit nine units of 25,100; thirteen with the farm's four.
        ("unit", ("2 units at $25,100 a unit is $50,200", "0 of 4 units at $25,100 a unit is $0")),
    ],
)
def test_the_sample_on_its_layers(
    sample_layers: Path, repository: Path, tmp_path: Path, basis: str, said: tuple[str, ...]
) -> None:
    file, sample = tmp_path / "tanner.html", repository / "data" / "boundaries" / "project-tanner.yaml"
    result = run(sample_layers, "--project", sample, "--basis", basis, "--out", file)
    assert (result.exit_code, result.stderr) == (0, "")
    page = file.read_text("utf-8").replace("&#36;", "$")
    assert all(each in page for each in said)
    assert "Main TR-GM-0001" in page
    # Farmland of the district of which nobody stated anything.
    assert "Parcel 004-0815-2931-001" in page
    # No owner of the private roll, and no mailing address, is on the page.
    private = [pd.read_parquet(each) for each in (sample_layers / "private" / "owners").glob("*.parquet")]
    people = pd.concat(private)
    assert FARM in set(people["parcel_id"])
    assert not any(name in page for name in {*people["name"], *people["mailing_address"]} if name)
