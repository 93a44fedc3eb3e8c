"""How long does an import take and how much memory, beside reading and writing the same file with geopandas?"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WHOLE = "townline, the whole import"
PEER = "geopandas.read_file and to_parquet"
_WORKS = {"townline": WHOLE, "geopandas": PEER}


@dataclass(frozen=True, slots=True)
class ImportTiming:
    """One thing timed: each run in a process of its own."""

    what: str
    median_s: float
    least_s: float
    most_s: float
    cpu_s: float
    """Median of the seconds that all processors worked."""
    peak_mb: float
    """Greatest of the runs' peaks of resident memory."""
    runs: int


@dataclass(frozen=True, slots=True)
class ImportBench:
    """Timings of one file."""

    parcels: int
    file_mb: float
    timings: tuple[ImportTiming, ...]
    steps: tuple[tuple[str, float], ...]
    """Of the import's median run: step and seconds."""


def bench_import(folder: Path, parcel_count: int, seed: int, runs: int, say: Callable[[str], None]) -> ImportBench:
    """Time imports of a seeded file of parcels, beside a peer that only reads and writes it.

    Import maps columns, reprojects, mends, settles duplicates, parts owners, hashes, sorts and
    writes the edition; the peer hands the rows on as they are. The two take turns, each run in a
    process of its own and into an empty folder; the file was just written, so that no run waits
    for the disk more than another.
    """
    file = folder / "parcels.gpkg"
    say(f"making a file of about {parcel_count:,} parcels")
    parcels = int(run_child("make", str(file), str(parcel_count), str(seed))["parcels"])
    found: dict[str, list[dict[str, Any]]] = {work: [] for work in _WORKS}
    for number in range(1, runs + 1):
        for work, what in _WORKS.items():
            say(f"run {number} of {runs}: {what}")
            with tempfile.TemporaryDirectory(dir=folder) as out:
                found[work].append(run_child(work, str(file), out))
    timings = tuple(timing_of(_WORKS[work], results) for work, results in found.items())
    middle = sorted(found["townline"], key=lambda run: float(run["seconds"]))[(runs - 1) // 2]
    steps = tuple((str(step), float(seconds)) for step, seconds in middle["steps"])
    return ImportBench(parcels, file.stat().st_size / 1e6, timings, steps)


def run_child(*arguments: str) -> dict[str, Any]:
    """Do one work of `api.bench.child` in a process of its own, and return what it tells."""
    done = subprocess.run(  # noqa: S603 - this Python and this package, no shell
        [sys.executable, "-m", "api.bench.child", *arguments], check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def timing_of(what: str, results: Sequence[dict[str, Any]]) -> ImportTiming:
    """Return the timing of several runs of one thing."""
    seconds = [float(result["seconds"]) for result in results]
    return ImportTiming(
        what=what,
        median_s=statistics.median(seconds),
        least_s=min(seconds),
        most_s=max(seconds),
        cpu_s=statistics.median(float(result["cpu_seconds"]) for result in results),
        peak_mb=max(float(result["peak_mb"]) for result in results),
        runs=len(results),
    )
