"""How long does the command that judges a whole service area take, beside the usual join to the nearest main?"""

from __future__ import annotations

import csv
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from api.bench.importing import ImportTiming
from api.bench.sewered import make_village

DATE = "2026-06-15"
ORDINANCE = "mukwonago"
WHOLE = "townline connections, the whole command"
PEER = "geopandas.sjoin_nearest, read, joined and written"
_PEAK_BYTES = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit in which the system tells the peak of memory."""


@dataclass(frozen=True, slots=True)
class ConnectionsBench:
    """Timings over one village."""

    parcels: int
    mains: int
    rights_of_way: str
    """Whether streets are polygons of a layer, or the gaps that the parcels leave."""
    states: Mapping[str, int]
    """Parcels by state of the duty, as the file of rows has them."""
    timings: tuple[ImportTiming, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    seconds: float
    cpu_s: float
    peak_mb: float


def bench_connections(  # noqa: PLR0913 - where, how large, how often, and who is told
    folder: Path,
    parcel_count: int,
    main_count: int,
    seed: int,
    runs: int,
    say: Callable[[str], None],
    *,
    with_rights_of_way: bool,
) -> ConnectionsBench:
    """Time the whole command, from its start to the file of rows, beside the join to the nearest main.

    The command starts, reads the editions, tells rights-of-way, frontages and blocks, judges every parcel, lists the
    faults of the layers and writes every parcel as a row with its reason. The peer reads the same shapes from
    GeoPackages, joins and writes two ids and a distance. The two take turns, each run in a process of its own.
    """
    say(f"making and importing a village of about {parcel_count:,} parcels and {main_count:,} mains")
    village = make_village(folder, parcel_count, main_count, seed, with_rights_of_way=with_rights_of_way)
    rows = folder / "parcels.csv"
    asked = ["--layers", str(folder / "layers"), "--ordinance", ORDINANCE, "--date", DATE, "--out", str(rows)]
    files = [str(folder / "parcels.gpkg"), str(folder / "sewers.gpkg"), str(folder / "nearest.csv")]
    commands = {
        WHOLE: [sys.executable, "-m", "api.cli.main", "connections", *asked],
        PEER: [sys.executable, "-m", "api.bench.nearest", *files],
    }
    found: dict[str, list[_Run]] = {what: [] for what in commands}
    for number in range(1, runs + 1):
        for what, command in commands.items():
            say(f"run {number} of {runs}: {what}")
            found[what].append(_run(command))
    with rows.open(encoding="utf-8", newline="") as file:
        states = Counter(row["state"] for row in csv.DictReader(file))
    return ConnectionsBench(
        parcels=village.parcels,
        mains=village.mains,
        rights_of_way="polygons of a layer" if with_rights_of_way else "gaps between parcels",
        states=dict(sorted(states.items())),
        timings=tuple(_timing(what, of_it) for what, of_it in found.items()),
    )


def _run(command: list[str]) -> _Run:
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command[:3])
    return _Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _PEAK_BYTES / 1e6)


def _timing(what: str, runs: list[_Run]) -> ImportTiming:
    seconds = [run.seconds for run in runs]
    return ImportTiming(
        what=what,
        median_s=statistics.median(seconds),
        least_s=min(seconds),
        most_s=max(seconds),
        cpu_s=statistics.median(run.cpu_s for run in runs),
        peak_mb=max(run.peak_mb for run in runs),
        runs=len(runs),
    )
