"""How long does a whole evaluation take, beside what a GIS analyst would write for one step of it?"""

from __future__ import annotations

import datetime as dt
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely

from api.bench.county import RATIOS, County, as_bytes, boundary_geojson
from gis.geometry.boundary import boundary_from_geojson
from gis.geometry.frame import working_frame
from gis.model.jsonio import to_json
from gis.proposals.evaluate import Evaluator

SIZES = (1_000, 10_000)
DATE = dt.date(2026, 6, 15)
WHOLE = "townline, the whole evaluation"


@dataclass(frozen=True, slots=True)
class Timing:
    """One thing timed, warm: each run's wall time in milliseconds, as median, least and most."""

    what: str
    median_ms: float
    least_ms: float
    most_ms: float
    runs: int


@dataclass(frozen=True, slots=True)
class Bench:
    """Timings over one boundary, and what they were taken on."""

    parcels_on_file: int
    parcels_inside: int
    parcels_cut: int
    towns: int
    timings: tuple[Timing, ...]


def bench_evaluate(layers: Path, county: County, seed: int, runs: int, say: Callable[[str], None]) -> list[Bench]:
    """Time whole evaluations of boundaries of about 1,000 and 10,000 parcels, beside two peers.

    The whole evaluation reads the boundary's bytes, chooses editions, surveys municipalities and parcels as
    drawn and over the accuracy, verifies every overlay, judges all rules and writes the report's bytes. The
    peers only clip the parcels to the boundary. All are warm: layers in memory, indexes built, one run thrown away.
    """
    evaluator = Evaluator(layers)
    found = []
    for size in SIZES:
        data = as_bytes(boundary_geojson(county, size, seed))
        say(f"boundary of about {size:,} parcels")
        report = evaluator.evaluate(data, DATE).report
        territory = report.territory
        if territory is None:
            msg = "the benchmark's boundary is not closed"
            raise ValueError(msg)
        parcels = evaluator.layer("parcels", DATE).table
        timed: dict[str, Callable[[], Any]] = {WHOLE: partial(_whole, evaluator, data), **_peers(parcels, data)}
        found.append(
            Bench(
                parcels_on_file=len(parcels),
                parcels_inside=territory.parcels_inside,
                parcels_cut=territory.parcels_cut,
                towns=len(RATIOS),
                timings=tuple(_time(what, run, runs) for what, run in timed.items()),
            )
        )
    return found


def _whole(evaluator: Evaluator, data: bytes) -> bytes:
    return to_json(evaluator.evaluate(data, DATE).report)


def _peers(parcels: gpd.GeoDataFrame, data: bytes) -> dict[str, Callable[[], Any]]:
    """Return the two usual ways to clip parcels to a boundary, on the same shapes in the same frame.

    Their shapes do not carry the precision grid, so that the peers overlay as an analyst's plain call would.
    """
    line = shapely.set_precision(boundary_from_geojson(data, working_frame("EPSG:3071")).geometry, 0)
    parcels = parcels[["parcel_id", "geometry"]].set_geometry(shapely.set_precision(parcels.geometry.array, 0))
    boundary = gpd.GeoDataFrame(geometry=[line], crs=parcels.crs)

    def joined() -> Any:  # noqa: ANN401 - whatever the peer returns is thrown away
        near = gpd.sjoin(parcels, boundary, predicate="intersects")
        return shapely.area(shapely.intersection(near.geometry.array, line))

    return {
        "geopandas.overlay, clipping parcels only": lambda: gpd.overlay(parcels, boundary, how="intersection").area,
        "geopandas.sjoin and intersection, clipping parcels only": joined,
    }


def _time(what: str, run: Callable[[], Any], runs: int) -> Timing:
    run()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return Timing(what, statistics.median(taken), min(taken), max(taken), runs)
