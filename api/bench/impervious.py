"""How long does the impervious land of many parcels take on a large raster, beside peers, and how exact is each?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from api.bench.importing import ImportTiming, run_child, timing_of

METHODS = {
    "townline": "townline, every fraction of a cell, unknown land and doubt of resolution",
    "exactextract": "exactextract, every fraction of a cell",
    "rasterstats": "rasterstats.zonal_stats, cells by their centres",
    "counting": "rasterio.features.rasterize and bincount, cells by their centres",
}
_OPTIONAL = ("exactextract", "rasterstats")
"""Peers of the groups dev and soak, which a plain installation does not have."""


@dataclass(frozen=True, slots=True)
class Exactness:
    """By how much a method is off from the exact geometry, in square feet a parcel."""

    what: str
    mean_off_sqft: float
    most_off_sqft: float


@dataclass(frozen=True, slots=True)
class ImperviousBench:
    """Timings and errors over one raster."""

    parcels: int
    vertices: float
    """Of a parcel, on the average."""
    side_cells: int
    timings: tuple[ImportTiming, ...]
    errors: tuple[Exactness, ...]


def bench_impervious(  # noqa: PLR0913 - where, how large, how often, and who is told
    folder: Path, parcel_count: int, side: int, seed: int, runs: int, say: Callable[[str], None]
) -> ImperviousBench:
    """Time each method on the same raster and parcels, in turn, each run in a process of its own.

    All read the same two files: a GeoTIFF and the parcels as well-known binary. The peers get the parcels in the
    raster's own system and in cells of one size; what Townline does beyond that, it does here too.
    """
    say(f"making a raster of {side:,} by {side:,} cells and about {parcel_count:,} parcels")
    made = run_child("cover", "make", str(folder), str(parcel_count), str(side), str(seed))
    absent = [peer for peer in _OPTIONAL if find_spec(peer) is None]
    if absent:
        say(f"not installed, and left out: {', '.join(absent)}")
    found: dict[str, list[dict[str, Any]]] = {method: [] for method in METHODS if method not in absent}
    for number in range(1, runs + 1):
        for method, results in found.items():
            say(f"run {number} of {runs}: {METHODS[method]}")
            results.append(run_child("cover", method, str(folder)))
    return ImperviousBench(
        parcels=int(made["parcels"]),
        vertices=float(made["vertices"]),
        side_cells=side,
        timings=tuple(timing_of(METHODS[method], results) for method, results in found.items()),
        errors=tuple(
            Exactness(METHODS[method], float(results[0]["mean_off_sqft"]), float(results[0]["most_off_sqft"]))
            for method, results in found.items()
        ),
    )
