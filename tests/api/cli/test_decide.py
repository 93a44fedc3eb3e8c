from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.decide import decide_command
from api.cli.evaluate import evaluate_command
from api.cli.map import map_command

pytestmark = pytest.mark.slow
DECISION = """
findings: {necessary: yes, welfare: yes, benefit: partly}
exclusions:
  - parcels: ["002-0814-1641-005", "002-0814-1641-006, Jefferson"]
    reason: cannot_be_served
    evidence: Plate 2
    decision: exclude
    because: No main can reach them.
  - parcels: ["002-0814-1641-007"]
    reason: own_system
    evidence: Permit 1
    decision: keep
    because: It is past its service life.
"""
DATE = ["--date", "2026-06-15"]


@pytest.fixture
def decision(tmp_path: Path) -> Path:
    file = tmp_path / "decision.yaml"
    file.write_text(DECISION, "utf-8")
    return file


def run(layers: Path, repository: Path, *options: str | Path) -> Result:
    boundary = repository / "data/boundaries/proposal-flips.geojson"
    arguments = [str(part) for part in (boundary, "--layers", layers, *DATE, *options)]
    return CliRunner().invoke(decide_command, arguments)


def test_a_board_member_reads_what_is_decided_and_changed(
    sample_layers: Path, repository: Path, decision: Path, tmp_path: Path
) -> None:
    out = tmp_path / "final.geojson"
    petition = repository / "data/boundaries/petition-heads.csv"
    result = run(sample_layers, repository, "--decision", decision, "--petition", petition, "--out", out)
    assert result.exit_code == 0
    for said in (
        "The board must order the district without the land left out.",
        # Two lots of CHAPEL of three quarters of an acre each.
        "Parcel 002-0814-1641-005: excluded; 0.75 acres, all inside the boundary described",
        "proposed because no main can reach it (evidence: Plate 2)",
        "the board: No main can reach them.",
        "Parcel 002-0814-1641-007: kept",
        "It has 1 hole",
        "Parcels wholly inside: 131 before, 129 now.",
        "TSD-32: Signatures of electors needed",
        "the statute asks for no new count of signatures",
        "Unchanged: ",
        "final.geojson holds the resulting boundary.",
        "not a survey",
    ):
        assert said in result.stdout
    arguments = [str(out), "--layers", str(sample_layers), *DATE, "--format", "json"]
    again = json.loads(CliRunner().invoke(evaluate_command, arguments).stdout)
    assert f"(boundary {again['boundary']['hash']})" in result.stdout


def test_json_is_the_decision_itself(sample_layers: Path, repository: Path, decision: Path) -> None:
    result = run(sample_layers, repository, "--decision", decision, "--format", "json")
    told = json.loads(result.stdout)
    assert told["outcome"] == "order_with_exclusion"
    assert [land["ruling"] for land in told["lands"]] == ["exclude", "exclude", "keep"]
    assert told["after"]["boundary"]["hash"] == told["changes"]["boundary_after"]
    assert told["boundary"]["type"] == "FeatureCollection"
    assert "OWNER" not in result.stdout


def test_a_dismissal_writes_no_boundary(sample_layers: Path, repository: Path, decision: Path, tmp_path: Path) -> None:
    decision.write_text(DECISION.replace("necessary: yes", "necessary: no"), "utf-8")
    out = tmp_path / "final.geojson"
    result = run(sample_layers, repository, "--decision", decision, "--out", out)
    assert result.exit_code == 0
    assert "The board must dismiss the petition." in result.stdout
    assert "final.geojson was not written: no boundary results." in result.stdout
    assert not out.exists()


def test_an_unknown_parcel_is_bad_input(sample_layers: Path, repository: Path, decision: Path) -> None:
    decision.write_text(DECISION.replace("1641-007", "1641-999"), "utf-8")
    result = run(sample_layers, repository, "--decision", decision, "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["error"] == "DecisionInvalid"
    assert json.loads(result.stderr)["places"][0]["feature_id"] == "002-0814-1641-999"


def test_the_board_s_map_is_one_file(sample_layers: Path, repository: Path, decision: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.html"
    boundary = repository / "data/boundaries/proposal-flips.geojson"
    options = ["-o", file, "--layers", sample_layers, *DATE, "--kind", "exclusions", "--decision", decision]
    result = CliRunner().invoke(map_command, [str(part) for part in (boundary, *options)])
    assert result.exit_code == 0, result.stderr
    html = file.read_text("utf-8")
    assert "3 pieces of land" in result.stdout
    assert "Parcel 002-0814-1641-005: excluded" in html
    assert "OWNER" not in html
    assert 'http-equiv="Content-Security-Policy"' in html


@pytest.mark.parametrize("options", [["--kind", "exclusions"], ["--decision", "d.yaml"]])
def test_a_map_of_exclusions_and_a_decision_belong_together(tmp_path: Path, options: list[str]) -> None:
    arguments = ["line.geojson", "-o", str(tmp_path / "m.html"), "--layers", str(tmp_path), *DATE, *options]
    result = CliRunner().invoke(map_command, arguments)
    assert result.exit_code == 2
    assert "--kind and --decision" in result.stderr
