"""`townline map --kind service-area` and `proposed-main`: what they write, and what they refuse."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gis.proposals.connections.connections
import gis.proposals.connections.proposed_main
import gis.proposals.on_file
from api.cli.main import townline
from gis.model.connections import Connections, ProposedMain
from gis.proposals.connections.asked import Asked
from tests.gis.proposals.held_layers import HeldLayers
from tests.json_shape import faults
from tests.maps.sample_connections import sample_connections, sample_proposed_main

MAIN = {"type": "LineString", "coordinates": [[-88.8, 43.009], [-88.77, 43.009]]}


@dataclass
class Found:
    """What the stand-in hands back."""

    answer: Connections


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Let layers in memory and answers made by hand stand for those of a folder; return what was asked."""
    kept: list[Asked] = []

    def connections(_on_file: object, question: Asked, **_how: object) -> Found:
        kept.append(question)
        return Found(sample_connections())

    def proposed(_on_file: object, question: Asked, _proposal: object) -> ProposedMain:
        kept.append(question)
        return sample_proposed_main()

    monkeypatch.setattr(gis.proposals.on_file, "LayersOnFile", lambda _folder: HeldLayers())
    monkeypatch.setattr(gis.proposals.connections.connections, "connections", connections)
    monkeypatch.setattr(gis.proposals.connections.proposed_main, "proposed_main", proposed)
    return kept


def run(*arguments: str | Path) -> Result:
    options = ["--layers", "none", "--date", "2026-06-15", "--format", "json"]
    return CliRunner().invoke(townline, ["map", *(str(part) for part in arguments), *options])


def test_it_writes_the_map_of_sewers_as_one_file(asked: list[Asked], tmp_path: Path) -> None:
    file = tmp_path / "area.html"
    result = run("--kind", "service-area", "--ordinance", "cksd", "--out", file)
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert told == {
        "file": "area.html",
        "kind": "service-area",
        "bytes": file.stat().st_size,
        "findings": None,
        "lands": 7,
    }
    assert asked[0].ordinance == "cksd"
    assert "Sewers and the duty to connect" in file.read_text("utf-8")
    assert "Content-Security-Policy" in file.read_text("utf-8")


def test_without_an_ordinance_its_place_decides_of_each_parcel(asked: list[Asked], tmp_path: Path) -> None:
    assert run("--kind", "service-area", "--out", tmp_path / "a.html").exit_code == 0
    assert asked[0].ordinance is None


def test_it_writes_the_sketch_of_a_proposed_main(asked: list[Asked], tmp_path: Path) -> None:
    (tmp_path / "main.geojson").write_text(json.dumps(MAIN), "utf-8")
    file = tmp_path / "sketch.html"
    result = run("--kind", "proposed-main", "--main", tmp_path / "main.geojson", "--out", file)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["lands"] == 2
    assert asked
    assert "Sketch map of a proposed main" in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["--kind", "service-area", "line.geojson"], "BOUNDARY"),
        (["--kind", "service-area", "--decision", "d.yaml"], "--decision"),
        (["--kind", "service-area", "--proposed-main", "m.geojson"], "--proposed-main"),
        (["--kind", "service-area", "--district", "Nowhere"], "--district"),
        (["--kind", "service-area", "--ordinance", "cksd", "--ordinance", "mukwonago"], "--ordinance"),
        (["--kind", "proposed-main"], "--proposed-main"),
        (["--kind", "proposed-main", "--district", "Elm Sanitary District", "--main", "m.geojson"], "--district"),
        (["line.geojson", "--ordinance", "cksd"], "--ordinance"),
        (["line.geojson", "--district", "Elm"], "--district"),
        ([], "BOUNDARY"),
    ],
)
def test_what_does_not_go_together_is_refused(
    asked: list[Asked], tmp_path: Path, arguments: list[str], where: str
) -> None:
    result = run(*arguments, "--out", tmp_path / "a.html")
    assert result.exit_code == 2
    told = json.loads(result.stderr)
    assert told["error"] == "OptionInvalid"
    assert where in told["where"]
    assert asked == []
    assert not (tmp_path / "a.html").exists()


def test_an_ordinance_that_is_not_on_file_is_said(tmp_path: Path) -> None:
    result = run("--kind", "service-area", "--ordinance", "nowhere", "--out", tmp_path / "a.html")
    assert result.exit_code == 2
    assert "ordinance" in json.loads(result.stderr)["what"]


def test_an_ordinance_in_a_file_of_ones_own_is_read(asked: list[Asked], tmp_path: Path) -> None:
    (tmp_path / "elm.yaml").write_text(
        "id: elm\ntitle: Village of Elm, sewers\ncitation: Elm Code\n"
        "applies_in:\n  kind: village\n  name: Village of Elm\n  county: Jefferson\n"
        "in_force:\n  from: 2011-07-01\nconnection:\n  rule: MUK-01\n",
        "utf-8",
    )
    result = run("--kind", "service-area", "--ordinance", tmp_path / "elm.yaml", "--out", tmp_path / "a.html")
    assert (result.exit_code, result.stderr) == (0, "")
    assert asked[0].ordinance == "elm"
    assert asked[0].ordinances.get("elm", asked[0].date).title == "Village of Elm, sewers"


def test_what_scripts_are_told_has_its_schema(asked: list[Asked], tmp_path: Path) -> None:
    from gis.schema import schemas  # noqa: PLC0415 - the schemas take their time

    result = run("--kind", "service-area", "--out", tmp_path / "a.html")
    assert asked
    assert faults(json.loads(result.stdout), schemas()["PageWritten"]) == []
