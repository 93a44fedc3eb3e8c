"""`townline bench`: how fast is it, on what, beside which peer?"""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path

import click

from api.cli.output import format_option, say, speaks, write_bytes
from gis.model.jsonio import dump_json


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
    from api.bench.evaluate import bench_evaluate, machine  # noqa: PLC0415 - --help stays quick
    from api.bench.layers import import_county  # noqa: PLC0415 - --help stays quick

    def tell(step: str) -> None:
        say(step, err=True)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tell(f"making a county of about {parcel_count:,} parcels")
        county = make_county(folder, parcel_count, seed)
        tell("importing it")
        import_county(county, folder / "layers")
        benches = bench_evaluate(folder / "layers", county, seed, runs, tell)
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
