"""Does the command line import a real town of Vermont in a plane of its own, and refuse to judge it?"""

from __future__ import annotations

import json
from pathlib import Path

import geopandas as gpd
import pytest
from click.testing import CliRunner, Result

from api.cli.main import townline
from tests.conftest import REPOSITORY
from tests.gis.network.vermont import BORDERS, FILES, VERMONT_CRS, plain_rows

pytestmark = [pytest.mark.realdata, pytest.mark.slow]

TOWNS = "sewer-vermont-towns"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(townline, [str(argument) for argument in arguments])


def test_a_town_of_vermont(realdata: Path, tmp_path: Path) -> None:
    layers, borders = tmp_path / "layers", tmp_path / "borders.toml"
    borders.write_text(BORDERS, "utf-8")
    folder = realdata / TOWNS / "Benson"
    for name, kind in FILES:
        given = ["import", kind, folder / f"Benson{name}.geojson", "--layers", layers, "--vintage", 2020]
        given += ["--map", borders] if name == "Border" else []
        done = run(*given, "--working-crs", VERMONT_CRS)
        assert done.exit_code == 0, done.output
        # Without its plane no more comes into this folder, and the message names both.
        refused = run(*given)
        assert refused.exit_code == 2
        assert f"worked in {VERMONT_CRS}, not in EPSG:3071" in refused.stderr
    listed = run("editions", "--layers", layers, "--format", "json")
    manifests = json.loads(listed.stdout)
    assert {manifest["working_crs"] for manifest in manifests} == {VERMONT_CRS}
    assert sorted(manifest["kind"] for manifest in manifests) == sorted(kind for _, kind in FILES)

    later = ["import", "sewers", folder / "BensonLinearFeatures.geojson", "--vintage", 2021, "--format", "json"]
    new = json.loads(run(*later, "--layers", layers, "--working-crs", VERMONT_CRS).stdout)["edition"]
    (old,) = (manifest["edition"] for manifest in manifests if manifest["kind"] == "sewers")
    compared = run("diff", old, new, "--layers", layers, "--format", "json")
    assert compared.exit_code == 0, compared.output
    assert json.loads(compared.stdout)["measured_in"] == VERMONT_CRS
    assert json.loads(compared.stdout)["relations"] == []
    exported = run("export", old, "--to", tmp_path / "sewers.gpkg", "--layers", layers)
    assert exported.exit_code == 0, exported.output
    lengths_m = [row["shape"].length for row in plain_rows(realdata / TOWNS, "Benson", "LinearFeatures")]
    assert gpd.read_file(tmp_path / "sewers.gpkg").length.sum() == pytest.approx(sum(lengths_m), abs=0.01)

    for asked in (
        ("evaluate", REPOSITORY / "data/boundaries/proposal-lawful.geojson", "--date", "2026-06-15"),
        ("connections", "--date", "2026-06-15"),
        ("consistency", "--date", "2026-06-15"),
    ):
        refused = run(*asked, "--layers", layers, "--format", "json")
        assert refused.exit_code == 2, asked
        assert '"error": "EditionElsewhere"' in refused.stderr, asked
