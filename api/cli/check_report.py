"""How does a person read what is in a file, and what an import of it would do?"""

from __future__ import annotations

from collections.abc import Iterator

from api.cli.note_list import SHOWN, listed
from gis.layers.checking import FileReport, LayerReport, Trial
from gis.layers.rasters.importing import RasterReport


def file_report(report: FileReport) -> Iterator[str]:
    """Return what each layer of a file holds, and what an import as each kind that fits would do."""
    count = len(report.layers)
    yield f"{report.file} ({report.driver}), {count} {'layer' if count == 1 else 'layers'}"
    for remark in report.remarks:
        yield f"  the reader remarked: {remark}"
    for layer in report.layers:
        yield ""
        yield from _layer(layer)


def _layer(layer: LayerReport) -> Iterator[str]:
    yield f"Layer {layer.name}: {layer.rows:,} rows"
    shapes = ", ".join(f"{count:,} {kind}" for kind, count in layer.geometry_types.items())
    yield f"  shapes       {shapes or 'none: a table'}"
    if layer.geometry_types:
        guesses = f"; the coordinates look like: {'; or '.join(layer.crs_guesses) or 'nothing known'}"
        yield f"  coordinates  {(layer.crs or 'not stated' + guesses)[:200]}"
    if layer.bounds is not None:
        west, south, east, north = layer.bounds
        yield f"  extent       x {west:,.4f} to {east:,.4f}, y {south:,.4f} to {north:,.4f}"
    yield f"  columns      {', '.join(f'{name} ({kind})' for name, kind in layer.columns.items())}"
    if layer.invalid:
        yield f"  invalid      {len(layer.invalid):,}"
        yield from (f"    row {each.row + 1}: {each.why}" for each in layer.invalid[:SHOWN])
    if not layer.trials:
        yield "  fits         no kind by its columns"
    for trial in layer.trials:
        yield from _trial(trial, layer)


def _trial(trial: Trial, layer: LayerReport) -> Iterator[str]:
    yield f"  fits         {trial.kind} with preset {trial.preset}"
    repeated = layer.duplicate_ids.get(trial.kind, 0)
    if repeated:
        yield f"    {repeated:,} ids are borne by several rows"
    if trial.error is not None:
        first, *others = str(trial.error).split("\n")
        yield f"    import would stop: {first}"
        yield from (f"    {line}" for line in others)
    if trial.counts is not None:
        yield (
            f"    import would store {trial.counts.rows_out:,} of {trial.counts.rows_in:,} rows as "
            f"{trial.counts.features:,} features"
        )
    for title, notes in (("would change", trial.repairs), ("would refuse", trial.refusals)):
        for line in listed(title, notes):
            yield f"    {line}"
    yield from (f"    - {note}" for note in trial.notes)


def raster_report(report: RasterReport) -> Iterator[str]:
    """Return what a raster file holds, and what each kind of raster would ask for."""
    bands = "1 band" if report.bands == 1 else f"{report.bands} bands"
    yield f"{report.file} ({report.driver}), {report.width:,} by {report.height:,} cells, {bands}"
    yield f"  cells        {report.dtype}, {report.looks}; unknown: {report.nodata or 'not stated'}"
    guesses = f"not stated; the corners look like: {'; or '.join(report.crs_guesses) or 'nothing known'}"
    yield f"  coordinates  {(report.crs or guesses)[:200]}, {report.orientation}"
    west, south, east, north = report.bounds
    yield f"  extent       x {west:,.4f} to {east:,.4f}, y {south:,.4f} to {north:,.4f}"
    for trial in report.trials:
        yield f"  as {trial.kind}"
        yield f"    import would stop: {trial.error}" if trial.error else "    import would work as it stands"
        yield from (f"    - {note}" for note in trial.notes)
