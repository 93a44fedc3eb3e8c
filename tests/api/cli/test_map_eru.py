"""`townline map --kind eru`: what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import townline
from tests.gis.proposals.runoff.runoff_village import write_village


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of tests/gis/proposals/runoff/runoff_village.py."""
    return write_village(tmp_path_factory.mktemp("runoff"))


def run(layers: Path, *arguments: object) -> Result:
    fixed = ["map", "--kind", "eru", "--layers", layers, "--date", "2026-06-15", "--format", "json"]
    return CliRunner().invoke(townline, [str(part) for part in [*fixed, *arguments]])


def test_it_writes_the_map_as_one_file(layers: Path, tmp_path: Path) -> None:
    file = tmp_path / "units.html"
    result = run(layers, "--ordinance", "mukwonago", "--rate", "18.75", "--out", file)
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert told == {"file": "units.html", "kind": "eru", "bytes": file.stat().st_size, "findings": None, "lands": 9}
    page = file.read_text("utf-8")
    assert "Content-Security-Policy" in page
    # C: 10,000 sq ft, 3.5 units of 18.75 dollars.
    assert "65.63" in page
    assert "Runoff units: Utility District No. 1" in page
    assert "OWNER" not in page
    assert "BOX " not in page


def test_a_script_gets_the_same_bytes_again(layers: Path, tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        assert run(layers, "--ordinance", "mukwonago", "--out", tmp_path / name).exit_code == 0
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ([], "the option --ordinance"),
        (["--ordinance", "mukwonago", "--ordinance", "cksd"], "the option --ordinance"),
        (["--ordinance", "mukwonago", "--district", "X"], "the option --kind, with --district"),
        (["--ordinance", "mukwonago", "line.geojson"], "the option --kind, with BOUNDARY"),
        (["--ordinance", "mukwonago", "--added-gpd", "9"], "the option --kind, with --added-gpd"),
        (["--ordinance", "mukwonago", "--crs", "EPSG:3071"], "the option --kind, with --crs"),
    ],
)
def test_what_does_not_fit_is_refused(layers: Path, tmp_path: Path, arguments: list[str], where: str) -> None:
    result = run(layers, "--out", tmp_path / "a.html", *arguments)
    assert result.exit_code == 2
    assert json.loads(result.stderr)["where"] == where
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize("kind", ["proposal", "service-area", "proposed-main"])
def test_other_kinds_take_no_rate(layers: Path, tmp_path: Path, kind: str) -> None:
    fixed = ["--layers", str(layers), "--date", "2026-06-15", "--out", str(tmp_path / "a.html"), "--format", "json"]
    boundary = ["line.geojson"] if kind == "proposal" else []
    result = CliRunner().invoke(townline, ["map", *boundary, "--kind", kind, "--rate", "0", *fixed])
    assert result.exit_code == 2
    assert json.loads(result.stderr)["where"] == "the option --kind, with --rate"
