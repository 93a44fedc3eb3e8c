from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.preset import preset_group
from gis.layers.contracts import ROW_KINDS
from gis.layers.presets.files import parse_preset, presets


def run(*arguments: object) -> Result:
    return CliRunner().invoke(preset_group, [str(argument) for argument in arguments])


@pytest.fixture
def ratios(tmp_path: Path) -> Path:
    file = tmp_path / "r.csv"
    file.write_text("Muni Name,Ratio 2022,Yr,Owner\nTOWN OF ALDER,0.95,2022,QUILLFEATHER\n")
    return file


def test_list_names_every_preset_by_kind() -> None:
    listed = run("list")
    assert listed.exit_code == 0
    assert len(listed.stdout.splitlines()) == len(presets()) + 1
    sewers = json.loads(run("list", "--kind", "sewers", "--format", "json").stdout)
    assert {"vt-sewers", "esri-sewers", "engineer-sewers", "innovyze-sewers", "generic-sewers"} == {
        each["name"] for each in sewers
    }
    kinds = {each["kind"] for each in json.loads(run("list", "--format", "json").stdout)}
    assert kinds == set(ROW_KINDS)


def test_show_prints_a_form_that_loads() -> None:
    for preset in presets():
        shown = run("show", preset.name)
        assert shown.exit_code == 0
        assert parse_preset(preset.name, shown.stdout) == preset
    as_json = json.loads(run("show", "wi-votes", "--format", "json").stdout)
    assert as_json["kind"] == "votes"
    assert as_json["wide"][0]["canonical"] == "votes"


def test_show_of_an_unknown_preset_lists_those_there_are() -> None:
    shown = run("show", "wi-vote")
    assert shown.exit_code == 2
    assert "wi-votes" in shown.stderr
    assert json.loads(run("show", "x", "--format", "json").stderr)["error"] == "PresetUnknown"


def test_suggest_prints_a_map_or_writes_it_once(ratios: Path, tmp_path: Path) -> None:
    printed = run("suggest", ratios, "--kind", "ratios")
    assert printed.exit_code == 0, printed.output
    assert parse_preset("my", printed.stdout).kind == "ratios"
    assert "QUILLFEATHER" not in printed.output
    output = tmp_path / "my.toml"
    wrote = run("suggest", ratios, "--kind", "ratios", "--output", output)
    assert wrote.exit_code == 0
    assert output.read_text() == printed.stdout
    assert f"townline import ratios {ratios.name} --map my.toml" in wrote.stdout
    again = run("suggest", ratios, "--kind", "ratios", "--output", output)
    assert again.exit_code == 2
    assert "never overwritten" in again.stderr


def test_suggest_as_json_holds_the_proposal_and_the_map(ratios: Path) -> None:
    found = json.loads(run("suggest", ratios, "--format", "json").stdout)
    assert found["suggestion"]["file"] == "r.csv"
    parse_preset("my", found["toml"])


def test_suggest_for_a_missing_file_is_told(tmp_path: Path) -> None:
    result = run("suggest", tmp_path / "none.gpkg", "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["error"] == "LayerUnreadable"
