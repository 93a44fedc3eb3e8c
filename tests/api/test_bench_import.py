"""The file that the import bench reads, and the bench itself on a small one."""

from __future__ import annotations

import json
from pathlib import Path

import geopandas as gpd
import pytest
import shapely
from click.testing import CliRunner

from api.bench.roll import write_roll
from api.cli.bench import bench_command


def test_lots_have_8_to_40_vertices_and_share_their_lines_exactly(tmp_path: Path) -> None:
    count = write_roll(tmp_path / "roll.gpkg", 400, seed=3)
    lots = gpd.read_file(tmp_path / "roll.gpkg")
    assert len(lots) == count == lots["PARCELID"].nunique()
    assert 390 <= count <= 400
    vertices = shapely.get_num_coordinates(lots.geometry.array) - 1
    assert vertices.min() == 8
    assert 12 < vertices.max() <= 40
    assert shapely.is_valid(lots.geometry.array).all()
    # Without a gap or an overlap the whole has the area of its parts, and one outline.
    assert shapely.coverage_is_valid(lots.geometry.array)
    assert len(shapely.union_all(lots.geometry.array).interiors) == 0
    assert lots["PLACENAME"].nunique() == 10
    assert ((lots["LNDVALUE"] + lots["IMPVALUE"]) == lots["CNTASSDVALUE"]).all()


def test_one_seed_gives_one_file_and_another_another(tmp_path: Path) -> None:
    made = []
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        write_roll(tmp_path / f"{name}.gpkg", 60, seed)
        made.append(gpd.read_file(tmp_path / f"{name}.gpkg"))
    assert made[0].equals(made[1])
    assert not made[0].equals(made[2])


@pytest.mark.slow
def test_the_bench_tells_seconds_and_peaks_of_both() -> None:
    done = CliRunner().invoke(bench_command, ["import", "--parcels", "300", "--runs", "1", "--format", "json"])
    assert done.exit_code == 0, done.stderr
    bench = json.loads(done.stdout)["bench"]
    assert [timing["what"] for timing in bench["timings"]] == [
        "townline, the whole import",
        "geopandas.read_file and to_parquet",
    ]
    for timing in bench["timings"]:
        assert 0 < timing["least_s"] <= timing["median_s"] <= timing["most_s"]
        assert timing["peak_mb"] > 50
        assert timing["runs"] == 1
    assert bench["steps"][-1][0] == f"writing {bench['parcels']:,} features"
    assert "run 1 of 1" in done.stderr
