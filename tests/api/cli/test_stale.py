from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from api.cli.stale import stale_command
from gis import __version__
from gis.law.loader import load_law
from gis.law.parameters import parameters_hash
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.model.jsonio import to_json
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.evaluate import Evaluator
from tests.gis.layers.conftest import lot, parcel


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the parcels of two roll years; no test writes to it."""
    folder = tmp_path_factory.mktemp("stale")
    for year in ("2023", "2024"):
        table = pd.DataFrame([{**parcel("1", lot(0)), "TAXROLLYEAR": year}])
        shapes = gpd.GeoSeries.from_wkt(table.pop("wkt"))
        gpd.GeoDataFrame(table, geometry=shapes, crs="EPSG:8112").to_file(folder / f"{year}.gpkg")
        import_layer(ImportRequest("parcels", folder / f"{year}.gpkg"), folder / "layers")
    return folder / "layers"


@pytest.fixture
def report(layers: Path, tmp_path: Path) -> Path:
    """Return a report for a day on which the parcels of the first year were in force, with today's rules."""
    first, _ = LayerStore(layers).manifests()  # by vintage
    stored = {
        "townline": __version__,
        "rules": {rule.id: rule.version for rule in BOUNDARY_RULES.values()},
        "parameters_hash": parameters_hash(load_law()),
        "date": "2024-01-01",
        "editions": {"parcels": first.edition},
        "findings": [{"rule": "TSD-09", "parameters": [{"name": "boundary_accuracy_default_ft", "value": 0.1}]}],
    }
    path = tmp_path / "report.json"
    path.write_text(json.dumps(stored))
    return path


def stale(*arguments: object) -> Result:
    return CliRunner().invoke(stale_command, [str(argument) for argument in arguments])


def test_a_report_on_the_day_it_was_made_for_is_current(layers: Path, report: Path) -> None:
    result = stale(report, "--layers", layers, "--fail-if-stale")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("report.json, made for 2024-01-01: current\n")


def test_a_later_edition_makes_it_stale_with_the_reason(layers: Path, report: Path) -> None:
    first, second = (manifest.edition for manifest in LayerStore(layers).manifests())
    asked = (report, "--layers", layers, "--date", "2025-01-01")
    result = stale(*asked)
    assert result.exit_code == 0
    assert "made for 2024-01-01: stale" in result.stdout
    assert f"Edition {first} of parcels gave way to {second}, which is in force on 2025-01-01." in result.stdout
    assert stale(*asked, "--fail-if-stale").exit_code == 1
    # Whoever names the first edition is asking about it, and it is still on file.
    assert stale(*asked, "--fail-if-stale", "--edition", f"parcels={first}").exit_code == 0


def test_a_changed_rule_makes_it_stale(layers: Path, report: Path) -> None:
    data = json.loads(report.read_text())
    data["rules"]["TSD-09"] = "0"
    del data["rules"]["TSD-02"]
    report.write_text(json.dumps(data))
    result = stale(report, "--layers", layers, "--format", "json", "--fail-if-stale")
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    assert said["status"] == "stale"
    assert [(reason["kind"], reason["subject"], reason["was"]) for reason in said["reasons"]] == [
        ("rule_added", "TSD-02", None),
        ("rule_changed", "TSD-09", "0"),
    ]


def test_an_empty_folder_tells_the_edition_gone(report: Path, tmp_path: Path) -> None:
    result = stale(report, "--layers", tmp_path / "nothing", "--format", "json")
    assert result.exit_code == 0
    assert [reason["kind"] for reason in json.loads(result.stdout)["reasons"]] == ["edition_gone"]


def test_the_report_is_never_written(layers: Path, report: Path) -> None:
    before = report.read_bytes()
    stale(report, "--layers", layers, "--date", "2025-01-01")
    assert report.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "where"),
    [
        pytest.param("{}", "the file report.json", id="no report"),
        pytest.param("not json", "the file report.json", id="no JSON"),
        pytest.param(None, "the file report.json", id="not there"),
    ],
)
def test_a_file_that_is_no_report_leaves_with_2(layers: Path, report: Path, content: str | None, where: str) -> None:
    if content is None:
        report.unlink()
    else:
        report.write_text(content)
    result = stale(report, "--layers", layers, "--format", "json")
    assert result.exit_code == 2
    said = json.loads(result.stderr)
    assert (said["error"], said["where"]) == ("ReportInvalid", where)
    assert str(report.parent) not in result.stderr


def test_a_named_edition_that_is_not_on_file_leaves_with_2(layers: Path, report: Path) -> None:
    result = stale(report, "--layers", layers, "--edition", "parcels=0000000000000000")
    assert result.exit_code == 2
    assert "no edition 0000000000000000 of parcels" in result.stderr


@pytest.mark.slow
def test_a_report_of_the_sample_is_current_until_its_layers_change(
    repository: Path, sample_layers: Path, evaluator: Evaluator, tmp_path: Path
) -> None:
    boundary = repository / "data" / "boundaries" / "proposal-lawful.geojson"
    path = tmp_path / "report.json"
    path.write_bytes(to_json(evaluator.evaluate_file(boundary, dt.date(2026, 6, 15)).report))
    result = stale(path, "--layers", sample_layers, "--fail-if-stale", "--format", "json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["status"] == "current"
    # On the last day of 2024 only the earlier roll of the sample is in force, and no municipalities of 2025.
    earlier = stale(path, "--layers", sample_layers, "--date", "2024-12-31", "--format", "json")
    kinds = {(reason["kind"], reason["subject"]) for reason in json.loads(earlier.stdout)["reasons"]}
    assert {("edition_replaced", "parcels"), ("edition_not_in_force", "municipalities")} <= kinds
