"""`townline export`: how does an edition leave as a file for another program?"""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.options import layers_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json


@click.command("export")
@click.argument("edition")
@layers_option
@click.option(
    "--to",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write; its suffix is the format: .gpkg, .geojson, .shp, .csv, .fgb, .parquet, or .tif of a raster.",
)
@click.option("--crs", metavar="CODE", help="Coordinate system to write in; the edition's own where none is given.")
@click.option("--with-owner-keys", is_flag=True, help="Write the numbers that group rows of one owner, too.")
@click.option("--overwrite", is_flag=True, help="Replace a file that is there.")
@format_option
@speaks
def export_command(  # noqa: PLR0913 - one parameter an option
    edition: str, layers: Path, to: Path, crs: str | None, with_owner_keys: bool, overwrite: bool, output_format: str
) -> None:
    """Write the edition with the id EDITION as a file for another program.

    Only public columns are written: never an owner's name or address. `townline editions` lists the ids.
    """
    from gis.layers.exports.exporting import ExportRequest, export_edition  # noqa: PLC0415 - --help stays quick

    try:
        done = export_edition(layers, ExportRequest(edition, to, crs, with_owner_keys, overwrite))
    except OSError as error:
        raise OptionInvalid(
            what=f"{to} cannot be written.",
            where="the option --to",
            why=f"The system says: {error.strerror or error}.",
            next="Name a file in a folder that is there and may be written to, on a disk with room.",
        ) from error
    if output_format == "json":
        write_bytes(to_json(done))
        return
    system = f", {done.crs[:60]}" if done.crs is not None else ""
    what = "cells" if not done.columns else "features"
    say(
        *map(
            one_line,
            (
                f"Wrote {done.features:,} {what} of {done.kind}, edition {done.edition}, as {done.format}{system}",
                f"  files        {', '.join(done.files)}",
                *([f"  columns      {', '.join(done.columns)}"] if done.columns else []),
                *(f"  - {remark}" for remark in done.remarks),
            ),
        )
    )
