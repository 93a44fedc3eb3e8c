from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.consistency import consistency_command
from api.cli.main import townline
from gis.layers.importing import ImportRequest, import_layer
from gis.model.consistency import ConsistencyReport
from gis.model.jsonio import adapter, read_json
from gis.proposals.consistency import consistency_on_file
from gis.schema import schemas


def run(layers: Path, *options: str, date: str = "2026-06-15") -> Result:
    return CliRunner().invoke(consistency_command, ["--layers", str(layers), "--date", date, *options])


@pytest.fixture(scope="module")
def report(sample_layers: Path) -> ConsistencyReport:
    return consistency_on_file(sample_layers, dt.date(2026, 6, 15))


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch, report: ConsistencyReport) -> Path:
    """Return a folder that stands for the sample's layers, compared once for all tests."""
    monkeypatch.setattr("gis.proposals.consistency.consistency_on_file", lambda *_: report)
    return Path("layers")


def test_a_clerk_can_read_what_was_found(compared: Path) -> None:
    result = run(compared)
    assert result.exit_code == 0
    for said in (
        "10 faults are beyond the accuracy of the layers.",
        "004-0814-1523-101 (roll: Town of Birch; polygon: City of Fir) 2.50 acres, 330.000 ft wide at -88.",
        "two municipalities claim the same land: 1, 2,000.00 sq ft in all, 40.000 ft wide at most",
        "within the accuracy, apart: 3, ",
        "likely right-of-way (a fact, no fault): 11, ",
        "TSD-09: Land that a village or city claims counts as village or city land, whoever else claims it.",
        "To mend: Ask the assessor and the municipal clerk",
        "Town of Hazel, Wards 1-3; Town of Hazel 0.49 acres, 2.100 ft wide",
        "votes of a unit that has no polygon: 1\n    City of Fir, Ward 6\n",
        "Village of Elm, Jefferson County, roll of 2025: ",
    ):
        assert said in result.stdout


@pytest.mark.parametrize(("options", "status"), [((), 0), (("--fail-on", "beyond"), 1)])
def test_json_is_the_whole_report_and_faults_fail_where_that_is_asked(
    compared: Path, report: ConsistencyReport, options: tuple[str, ...], status: int
) -> None:
    result = run(compared, "--format", "json", *options)
    assert result.exit_code == status
    assert adapter(ConsistencyReport).validate_python(read_json(result.stdout)) == report


def test_no_owner_is_named(compared: Path) -> None:
    # Every owner of the sample is called OWNER or EXAMPLE.
    for output in (run(compared).stdout, run(compared, "--format", "json").stdout):
        assert "EXAMPLE" not in output
        assert "OWNER " not in output


def test_without_faults_nothing_fails(tmp_path: Path) -> None:
    table = tmp_path / "ratios.csv"
    table.write_text("municipality,county,year,ratio\nTown of Alder,Jefferson,2025,0.9\n", "utf-8")
    counties = tmp_path / "counties.geojson"
    ring = [[-88.9, 43.0], [-88.7, 43.0], [-88.7, 43.1], [-88.9, 43.1], [-88.9, 43.0]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    feature = {"type": "Feature", "properties": {"name": "Jefferson"}, "geometry": shape}
    counties.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}), "utf-8")
    import_layer(ImportRequest("ratios", table, vintage="2025"), tmp_path / "layers")
    import_layer(ImportRequest("counties", counties, vintage="2025"), tmp_path / "layers")
    result = run(tmp_path / "layers", "--fail-on", "beyond")
    assert result.exit_code == 0
    assert "0 faults are beyond the accuracy of the layers." in result.stdout
    assert "  not on file: reporting_units\n" in result.stdout


def test_layers_that_are_not_there_are_said_as_one_error(tmp_path: Path) -> None:
    result = run(tmp_path / "none", "--format", "json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert json.loads(result.stderr)["error"] == "EditionMissing"


def test_it_is_one_of_the_commands_and_its_report_one_of_the_schemas() -> None:
    assert "consistency" in CliRunner().invoke(townline, ["--help"]).stdout
    assert "sections" in schemas()["ConsistencyReport"]["properties"]
