"""`townline bench`: how fast is it, on what, beside which peer?"""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.output import format_option, say, speaks, write_bytes
from gis.model.jsonio import dump_json

if TYPE_CHECKING:
    from api.bench.importing import ImportTiming


def _tell(step: str) -> None:
    say(step, err=True)


@click.group("bench")
def bench_command() -> None:
    """Measure Townline beside the usual way of doing the same."""


@bench_command.command("evaluate")
@click.option("--parcels", "parcel_count", default=100_000, show_default=True, help="Parcels in the seeded county.")
@click.option("--runs", default=7, show_default=True, help="Timed runs of each, after one that is thrown away.")
@click.option("--seed", default=20260615, show_default=True, help="Seed of the county and the boundaries.")
@format_option
@speaks
def evaluate_bench(parcel_count: int, runs: int, seed: int, output_format: str) -> None:
    """Time whole evaluations beside geopandas.overlay and beside sjoin plus intersection."""
    from api.bench.county import make_county  # noqa: PLC0415 - --help stays quick
    from api.bench.evaluate import bench_evaluate  # noqa: PLC0415 - --help stays quick
    from api.bench.layers import import_county  # noqa: PLC0415 - --help stays quick
    from api.bench.machine import machine  # noqa: PLC0415 - --help stays quick

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _tell(f"making a county of about {parcel_count:,} parcels")
        county = make_county(folder, parcel_count, seed)
        _tell("importing it")
        import_county(county, folder / "layers")
        benches = bench_evaluate(folder / "layers", county, seed, runs, _tell)
    if output_format == "json":
        write_bytes(dump_json({"on": machine(), "benches": [dataclasses.asdict(bench) for bench in benches]}))
        return
    say(
        "Warm wall time of each, milliseconds. Townline reads, surveys over the accuracy, proves each overlay, judges "
        "and writes the report; the peers only clip the parcels.",
        "On " + ", ".join(f"{name} {value}" for name, value in machine().items()),
    )
    for bench in benches:
        say(
            f"\n{bench.parcels_on_file:,} parcels on file, {bench.parcels_inside:,} inside, {bench.parcels_cut:,} cut, "
            f"{bench.towns} towns"
        )
        for timing in bench.timings:
            say(
                f"  median {timing.median_ms:9.1f}   least {timing.least_ms:9.1f}   most {timing.most_ms:9.1f}   "
                f"{timing.runs} runs   {timing.what}"
            )


@bench_command.command("import")
@click.option("--parcels", "parcel_count", default=100_000, show_default=True, help="Parcels in the seeded file.")
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1), help="Timed runs of each.")
@click.option("--seed", default=20260615, show_default=True, help="Seed of the file.")
@format_option
@speaks
def import_bench(parcel_count: int, runs: int, seed: int, output_format: str) -> None:
    """Time imports and their peak of memory beside geopandas.read_file and to_parquet."""
    from api.bench.importing import bench_import  # noqa: PLC0415 - --help stays quick
    from api.bench.machine import machine  # noqa: PLC0415 - --help stays quick

    with tempfile.TemporaryDirectory() as name:
        bench = bench_import(Path(name), parcel_count, seed, runs, _tell)
    if output_format == "json":
        write_bytes(dump_json({"on": machine(), "bench": dataclasses.asdict(bench)}))
        return
    say(
        "Wall time of each run in a process of its own, seconds; seconds of all processors; peak of resident memory. "
        "Townline maps, reprojects, mends, hashes, sorts and writes; the peer reads and writes.",
        "On " + ", ".join(f"{name} {value}" for name, value in machine().items()),
        f"\n{bench.parcels:,} parcels in a GeoPackage of {bench.file_mb:,.0f} MB",
    )
    say(*map(_timing_line, bench.timings))
    whole = sum(seconds for _, seconds in bench.steps)
    say("\nSteps of the import that take more than a hundredth of it, seconds")
    for step, seconds in bench.steps:
        if seconds > whole / 100:
            say(f"  {seconds:7.1f}   {step}")


def _timing_line(timing: ImportTiming) -> str:
    return (
        f"  median {timing.median_s:7.1f}   least {timing.least_s:7.1f}   most {timing.most_s:7.1f}   "
        f"processors {timing.cpu_s:7.1f}   peak {timing.peak_mb / 1000:5.2f} GB   {timing.runs} runs   {timing.what}"
    )


@bench_command.command("connections")
@click.option("--parcels", "parcel_count", default=100_000, show_default=True, help="Lots in the seeded village.")
@click.option("--mains", "main_count", default=6_000, show_default=True, help="Sewers in its streets.")
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1), help="Timed runs of each.")
@click.option("--seed", default=20260615, show_default=True, help="Seed of the village.")
@click.option(
    "--rights-of-way",
    type=click.Choice(["polygons", "gaps"]),
    default="gaps",
    show_default=True,
    help="Whether streets are polygons of a layer, or what the parcels leave free.",
)
@format_option
@speaks
def connections_bench(  # noqa: PLR0913 - one parameter an option
    parcel_count: int, main_count: int, runs: int, seed: int, rights_of_way: str, output_format: str
) -> None:
    """Time `townline connections` over a whole service area beside geopandas.sjoin_nearest."""
    from api.bench.connections import bench_connections  # noqa: PLC0415 - --help stays quick
    from api.bench.machine import machine  # noqa: PLC0415 - --help stays quick

    with tempfile.TemporaryDirectory() as name:
        bench = bench_connections(
            Path(name), parcel_count, main_count, seed, runs, _tell, with_rights_of_way=rights_of_way == "polygons"
        )
    if output_format == "json":
        write_bytes(dump_json({"on": machine(), "bench": dataclasses.asdict(bench)}))
        return
    say(
        "Wall time of each run in a process of its own, seconds; seconds of all processors; peak of resident memory. "
        "Townline judges every parcel with its reason; the peer tells the nearest main, from which no duty follows.",
        "On " + ", ".join(f"{name} {value}" for name, value in machine().items()),
        f"\n{bench.parcels:,} parcels, {bench.mains:,} mains, streets told from {bench.rights_of_way}; "
        + ", ".join(f"{state} {count:,}" for state, count in bench.states.items()),
    )
    say(*map(_timing_line, bench.timings))


@bench_command.command("impervious")
@click.option("--parcels", "parcel_count", default=50_000, show_default=True, help="Lots over the raster.")
@click.option("--side", default=10_000, show_default=True, help="Cells along each side of the raster.")
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1), help="Timed runs of each.")
@click.option("--seed", default=20260615, show_default=True, help="Seed of lots and surfaces.")
@format_option
@speaks
def impervious_bench(parcel_count: int, side: int, runs: int, seed: int, output_format: str) -> None:
    """Time impervious areas on a raster beside exactextract, rasterstats and counting cells; tell their errors."""
    from api.bench.impervious import bench_impervious  # noqa: PLC0415 - --help stays quick
    from api.bench.machine import machine  # noqa: PLC0415 - --help stays quick

    with tempfile.TemporaryDirectory() as name:
        bench = bench_impervious(Path(name), parcel_count, side, seed, runs, _tell)
    if output_format == "json":
        write_bytes(dump_json({"on": machine(), "bench": dataclasses.asdict(bench)}))
        return
    say(
        "Wall time of each run in a process of its own, seconds; seconds of all processors; peak of resident memory.",
        "On " + ", ".join(f"{name} {value}" for name, value in machine().items()),
        f"\n{bench.parcels:,} parcels of {bench.vertices:.0f} vertices on {bench.side_cells:,} by "
        f"{bench.side_cells:,} cells",
        *map(_timing_line, bench.timings),
        "\nOff from the exact geometry, square feet a parcel",
        *(f"  mean {each.mean_off_sqft:9.3f}   most {each.most_off_sqft:9.3f}   {each.what}" for each in bench.errors),
    )
