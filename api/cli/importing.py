"""How are files looked at and imported from the command line, and which editions are there?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import click

from api.cli.check_report import file_report, raster_report
from api.cli.note_list import listed
from api.cli.options import layers_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.layers.checking import check_file
from gis.layers.contracts import is_raster
from gis.layers.derived import DerivationRequest, municipalities_from_parcels
from gis.layers.editions import read_manifests
from gis.layers.finishing import Imported, Progress, silent
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.rasters.importing import check_raster, is_raster_file
from gis.layers.readers import is_service
from gis.layers.store import LayerStore
from gis.model.edition import KINDS, Kind, Manifest
from gis.model.jsonio import dump_json, to_data, to_json
from gis.units import acres
from maps.wording import operation_words

_BIG_BYTES = 20_000_000


def _progress(source: str | None) -> Progress:
    """Return what tells a person at a terminal that a big file, or a service, is being worked on."""
    if not (sys.stderr.isatty() and (source is None or _is_big(source))):
        return silent
    return lambda text: say(f"  {text} ...", err=True)


def _is_big(source: str) -> bool:
    if is_service(source):
        return True
    file = Path(source)
    return file.exists() and (file.is_dir() or file.stat().st_size > _BIG_BYTES)


def _constants(texts: Sequence[str]) -> dict[str, str]:
    constants = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionInvalid(
                what=f"--set {text} has no value.",
                where="the option --set",
                why="It gives one value to all rows of a column.",
                next="Write it as --set COLUMN=VALUE, such as --set kind=town.",
            )
        constants[name.strip()] = value.strip()
    return constants


_working_crs_option = click.option(
    "--working-crs",
    metavar="CODE",
    help="Plane in which the layers of a folder are worked; the state's EPSG:3071 where left out; for land outside "
    "Wisconsin a projected system of its own.",
)


@click.command("import")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("file", metavar="[FILE|ADDRESS]", required=False)
@layers_option
@click.option("--layer", help="Layer of the file, where it holds several.")
@click.option("--preset", help="Which column is which: a preset by name, or generic.")
@click.option(
    "--map", "map_file", type=click.Path(path_type=Path), metavar="FILE", help="A column map of your own, in TOML."
)
@click.option("--crs", metavar="CODE", help="Coordinate system, where the file does not say: EPSG:3071.")
@_working_crs_option
@click.option("--vintage", metavar="YEAR|DAY", help="Year or day from which the rows hold: 2025, 2025-08-15.")
@click.option(
    "--accuracy-ft",
    metavar="FEET",
    help="How far a line may lie from its true place, in US survey feet, datum shifts included.",
)
@click.option("--strict", is_flag=True, help="Refuse the whole file if anything would be changed or refused.")
@click.option("--set", "constants", multiple=True, metavar="COLUMN=VALUE", help="A value the file lacks.")
@click.option(
    "--from", "derived_from", type=click.Choice(["parcels"]), help="Derive municipalities from parcels on file."
)
@format_option
@speaks
def import_command(  # noqa: PLR0913  the options of the command, one each
    kind: Kind,
    file: str | None,
    layers: Path,
    layer: str | None,
    preset: str | None,
    map_file: Path | None,
    crs: str | None,
    working_crs: str | None,
    vintage: str | None,
    accuracy_ft: str | None,
    strict: bool,
    constants: tuple[str, ...],
    derived_from: str | None,
    output_format: str,
) -> None:
    """Import a layer of FILE, or of the feature service at ADDRESS, as an edition of KIND.

    Everything that is changed or refused is listed; rows in are rows stored and rows refused.
    """
    progress = _progress(file)
    if derived_from is not None:
        _check_derived(kind, [file, layer, preset, map_file, crs, working_crs, *constants])
        derivation = DerivationRequest(vintage, accuracy_ft, strict)
        with _storing(layers):
            done = municipalities_from_parcels(derivation, layers, progress)
    elif file is None:
        raise OptionInvalid(
            what="There is no file to import.",
            where="the argument FILE",
            why="Rows come from a file, or for municipalities from the parcels on file.",
            next="Give a file, or --from parcels.",
        )
    else:
        request = ImportRequest(
            kind,
            Path(file),
            layer,
            preset,
            crs,
            vintage,
            accuracy_ft,
            strict,
            _constants(constants),
            map_file,
            address=file if is_service(file) else None,
            working_crs=working_crs,
        )
        with _storing(layers):
            done = import_layer(request, layers, progress)
    if output_format == "json":
        write_bytes(to_json(done.manifest))
    else:
        say(*map(one_line, (*_summary(done), *_same_day(done, layers))))


@contextmanager
def _storing(layers: Path) -> Iterator[None]:
    """Say what the system refuses while an edition is made, such as a full disk or a folder that is write-protected."""
    try:
        yield
    except OSError as error:
        raise OptionInvalid(
            what=f"The edition cannot be made in {layers}.",
            where=f"{error.filename or layers}",
            why=f"The system says: {error.strerror or error}.",
            next="Name a folder with --layers that can be written to, on a disk with room.",
        ) from error


def _check_derived(kind: Kind, others: Sequence[object]) -> None:
    if kind != "municipalities" or any(other is not None for other in others):
        raise OptionInvalid(
            what="--from parcels cannot be combined so.",
            where="the option --from",
            why="It derives municipalities from the parcels on file: there is no file, layer, preset, column or plane.",
            next="Use: townline import municipalities --from parcels --layers DIR [--vintage] [--accuracy-ft]",
        )


def _summary(done: Imported) -> Iterator[str]:
    manifest = done.manifest
    counts = manifest.counts
    state = "imported" if done.is_new else "already there"
    yield f"Edition {manifest.edition} of {manifest.kind}: {state}, in force from {manifest.vintage}"
    layer = f", layer {manifest.source.layer}" if manifest.source.layer else ""
    yield f"  source       {manifest.source.name}{layer} ({manifest.source.driver}), preset {manifest.preset}"
    if is_raster(manifest.kind):
        yield f"  cells        {counts.rows_in:,}, all stored as they are"
    else:
        merged = f", {counts.merged:,} rows joined to others" if counts.merged else ""
        expanded = f", {counts.expanded:,} more than rows, which have several figures each" if counts.expanded else ""
        yield (
            f"  rows         {counts.rows_in:,} in = {counts.rows_out:,} stored + {counts.refused:,} refused; "
            f"{counts.features:,} features{merged}{expanded}; {counts.repaired:,} rows changed"
        )
    for name, total in manifest.sums.items():
        read = done.sums_in.get(name, total)
        if Decimal(read) or Decimal(total):
            yield f"  {name.replace('_', ' '):<22} {_dollars(read)} read, {_dollars(total)} stored"
    if manifest.area_sqft_in is not None and manifest.area_sqft_out is not None:
        yield (
            f"  area         {float(acres(manifest.area_sqft_in)):,.2f} acres read, "
            f"{float(acres(manifest.area_sqft_out)):,.2f} acres stored (on the ellipsoid)"
        )
    yield from _coordinates(manifest)
    stated = f"{float(manifest.accuracy_ft):g} ft" if manifest.accuracy_ft is not None else "not stated"
    yield f"  accuracy     {stated}"
    yield from listed("Changed", manifest.repairs)
    yield from listed("Refused", manifest.refusals)
    if manifest.notes:
        yield "Notes"
        yield from (f"  - {note}" for note in manifest.notes)


def _same_day(done: Imported, layers: Path) -> Iterator[str]:
    """Warn where another edition of the kind holds from the same day, so that an evaluation could not choose."""
    mine = done.manifest
    for other in read_manifests(layers):
        if (other.kind, other.vintage) == (mine.kind, mine.vintage) and other.edition != mine.edition:
            yield (
                f"Warning: edition {other.edition} of {mine.kind} holds from the same day. Name the one you mean with "
                f"--edition {mine.kind}=ID when judging, or remove the folder {layers / mine.kind / other.edition}."
            )


def _dollars(text: str) -> str:
    return f"${Decimal(text):,.2f}"


def _coordinates(manifest: Manifest) -> Iterator[str]:
    if manifest.crs is None:
        return
    given = " (given by hand)" if manifest.crs.given else ""
    yield f"  coordinates  {manifest.crs.used[:60]}{given}, {manifest.edge_model}"
    for step in manifest.operations:
        yield f"               {operation_words(step)}"


@click.command("check")
@click.argument("file", metavar="FILE|ADDRESS")
@click.option("--layer", help="Only this layer.")
@click.option("--crs", metavar="CODE", help="Coordinate system to try with, where the file does not say: EPSG:3071.")
@_working_crs_option
@format_option
@speaks
def check_command(file: str, layer: str | None, crs: str | None, working_crs: str | None, output_format: str) -> None:
    """Say what FILE, or the layer at ADDRESS, holds and what an import would change or refuse; nothing is written."""
    if not is_service(file) and is_raster_file(Path(file)):
        _refuse_for_rasters({"--layer": layer, "--crs": crs, "--working-crs": working_crs})
        raster = check_raster(Path(file))
        answer, lines = to_json(raster), raster_report(raster)
    else:
        report = check_file(file if is_service(file) else Path(file), layer, crs, _progress(file), working_crs)
        answer, lines = to_json(report), file_report(report)
    if output_format == "json":
        write_bytes(answer)
    else:
        say(*map(one_line, lines))


def _refuse_for_rasters(options: Mapping[str, str | None]) -> None:
    for name in (name for name, value in options.items() if value is not None):
        raise OptionInvalid(
            what=f"{name} says nothing about a raster.",
            where=f"the option {name}",
            why="A raster has bands, not layers, and a check of one takes its coordinate system from the file.",
            next="Leave it out; an import takes --crs and --set band=N.",
        )


@click.command("editions")
@layers_option
@format_option
@speaks
def editions_command(layers: Path, output_format: str) -> None:
    """List the editions in a folder of layers."""
    manifests = LayerStore(layers).manifests()
    if output_format == "json":
        write_bytes(dump_json([to_data(manifest) for manifest in manifests]))
        return
    if not manifests:
        say("There are no editions. Import one with: townline import KIND FILE --layers DIR")
        return
    widest = max(len(each.kind) for each in manifests)
    say(f"{'kind':<{widest}} {'edition':<17} {'from':<11} {'features':>9}  {'accuracy':<9} source")
    for each in manifests:
        accuracy = f"{float(each.accuracy_ft):g} ft" if each.accuracy_ft is not None else "-"
        say(
            f"{each.kind:<{widest}} {each.edition:<17} {each.vintage} {each.counts.features:>10,}  {accuracy:<9} "
            f"{one_line(each.source.name)}"
        )
