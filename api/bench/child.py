"""What does one run of the import bench do, in a process of its own so that its peak of memory is its own?

Run as `python -m api.bench.child WORK ARGUMENT...`; prints one line of JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

_KILOBYTES = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit in which the system tells the peak of memory."""


def make(path: str, parcel_count: str, seed: str) -> dict[str, object]:
    """Write the file that the others read; see `roll.write_roll`."""
    from api.bench.roll import write_roll  # noqa: PLC0415 - each run loads what it needs and no more

    return {"parcels": write_roll(Path(path), int(parcel_count), int(seed))}


def townline(path: str, folder: str) -> dict[str, object]:
    """Import the file as an edition of parcels, and tell how long each step took."""
    from gis.layers.importing import ImportRequest, import_layer  # noqa: PLC0415 - each run loads what it needs

    begun: list[tuple[str, float]] = []

    def progress(step: str) -> None:
        begun.append((step, time.perf_counter()))

    request = ImportRequest("parcels", Path(path), accuracy_ft="1", vintage="2025")
    done = import_layer(request, Path(folder), progress)
    ends = [moment for _, moment in begun[1:]] + [time.perf_counter()]
    steps = [(step, end - start) for (step, start), end in zip(begun, ends, strict=True)]
    return {"features": done.manifest.counts.features, "steps": steps}


def geopandas(path: str, folder: str) -> dict[str, object]:
    """Read the file with geopandas and write it as GeoParquet: nothing mapped, checked, placed or hashed."""
    import geopandas as gpd  # noqa: PLC0415 - each run loads what it needs

    table = gpd.read_file(path)
    table.to_parquet(Path(folder) / "rows.parquet")
    return {"features": len(table), "steps": []}


def cover(method: str, folder: str, *arguments: str) -> dict[str, object]:
    """Make a raster with its parcels, or measure them by one method; see `covers`."""
    from api.bench.covers import WORKS  # noqa: PLC0415 - each run loads what it needs

    return WORKS[method](Path(folder), *arguments)


_WORK: Mapping[str, Callable[..., dict[str, object]]] = {
    "make": make,
    "townline": townline,
    "geopandas": geopandas,
    "cover": cover,
}


def main(work: str, *arguments: str) -> None:
    """Do the work, and print what it gave with its seconds, processor seconds and peak of memory."""
    start = time.perf_counter()
    found = _WORK[work](*arguments)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    figures = {
        "seconds": time.perf_counter() - start,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "peak_mb": usage.ru_maxrss * _KILOBYTES / 1e6,
    }
    sys.stdout.write(json.dumps({**found, **figures}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
