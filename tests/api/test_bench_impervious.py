"""The raster that the bench of impervious areas measures, and the bench itself on a small one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import rasterio
import shapely
from click.testing import CliRunner

from api.bench.covers import CLASSES, make
from api.cli.bench import bench_command


def test_the_raster_is_exact_and_the_lots_share_their_lines(tmp_path: Path) -> None:
    made = make(tmp_path, "100", "400", "3")
    lots = shapely.from_wkb(np.load(tmp_path / "parcels.npy", allow_pickle=True))
    assert made["parcels"] == len(lots) == 100
    assert made["vertices"] == 16
    assert shapely.coverage_is_valid(lots)
    assert shapely.area(lots).sum() == pytest.approx(400 * 400)
    with rasterio.open(tmp_path / "cells.tif") as source:
        cells = source.read(1)
    # All surfaces lie on some lot, and each is whole cells of one square metre.
    exact = np.load(tmp_path / "exact.npy")
    assert exact.sum() == pytest.approx(np.isin(cells, CLASSES).sum())
    assert 0.1 < exact.sum() / cells.size < 0.9


@pytest.mark.slow
def test_the_bench_tells_seconds_peaks_and_errors_of_each() -> None:
    asked = ["impervious", "--parcels", "100", "--side", "400", "--runs", "1", "--format", "json"]
    done = CliRunner().invoke(bench_command, asked)
    assert done.exit_code == 0, done.stderr
    bench = json.loads(done.stdout)["bench"]
    assert len(bench["timings"]) == len(bench["errors"]) >= 3
    for timing in bench["timings"]:
        assert 0 < timing["least_s"] <= timing["most_s"]
        assert timing["peak_mb"] > 50
    off = {each["what"].split(",")[0]: each["most_off_sqft"] for each in bench["errors"]}
    assert off["townline"] <= 0.02  # three classes, each to the hundredth of a square foot
    assert off["rasterio.features.rasterize and bincount"] > 5
