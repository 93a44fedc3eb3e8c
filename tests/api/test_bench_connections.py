from __future__ import annotations

from pathlib import Path

import pytest

from api.bench.connections import PEER, WHOLE, bench_connections


@pytest.mark.slow
def test_both_ways_are_timed_on_the_same_village(tmp_path: Path) -> None:
    told: list[str] = []
    bench = bench_connections(tmp_path, 240, 24, 1, 1, told.append, with_rights_of_way=True)
    assert (bench.parcels, bench.mains) == (240, 24)
    assert sum(bench.states.values()) == 240
    # Sewers lie in the streets of this village, and most lots are built on.
    assert bench.states["pass"] > 120
    assert [timing.what for timing in bench.timings] == [WHOLE, PEER]
    assert all(timing.median_s > 0 and timing.peak_mb > 0 for timing in bench.timings)
    assert any("run 1 of 1" in step for step in told)
