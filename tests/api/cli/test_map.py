from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gis.proposals.evaluate
from api.cli.map import map_command
from maps.assets import inline_assets
from maps.exports import proposal_page
from tests.api.service import StandIn
from tests.maps.sample_evaluation import sample_report, sample_view


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    found = StandIn()
    monkeypatch.setattr(gis.proposals.evaluate, "Evaluator", lambda _layers: found)
    return found


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(map_command, [str(part) for part in arguments])


def test_it_writes_the_self_contained_page(stand_in: StandIn, tmp_path: Path) -> None:
    file = tmp_path / "map.html"
    result = _run("line.geojson", "-o", file, "--layers", tmp_path, "--date", "2025-07-01", "--edition", "parcels=aa")
    assert result.exit_code == 0
    assert file.read_text("utf-8") == proposal_page(sample_view(), sample_report(), inline_assets())
    assert stand_in.asked[0][2] == {"parcels": "aa"}
    assert "2 findings" in result.output


def test_a_folder_that_is_not_there_is_said(stand_in: StandIn, tmp_path: Path) -> None:
    result = _run("line.geojson", "-o", tmp_path / "no" / "map.html", "--layers", tmp_path, "--date", "2025-07-01")
    assert not stand_in.asked  # before the work that the file would hold
    assert result.exit_code == 2
    assert "--output" in result.output


def test_scripts_are_told_what_was_written_and_what_was_not(stand_in: StandIn, tmp_path: Path) -> None:
    options = ("--layers", tmp_path, "--date", "2025-07-01", "--format", "json")
    written = _run("line.geojson", "-o", tmp_path / "map.html", *options)
    assert json.loads(written.stdout) == {
        "file": "map.html",
        "kind": "proposal",
        "bytes": (tmp_path / "map.html").stat().st_size,
        "findings": 2,
        "lands": None,
    }
    assert stand_in.asked
    refused = _run("line.geojson", "-o", tmp_path / "map.html", "--kind", "exclusions", *options)
    assert refused.exit_code == 2
    assert json.loads(refused.stderr)["error"] == "OptionInvalid"
