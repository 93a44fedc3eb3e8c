"""`townline evaluate`: which rules does this boundary meet, and why?"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import click

from api.cli.options import (
    boundary_accuracy_option,
    brought_options,
    crs_option,
    date_option,
    edition_option,
    layers_option,
)
from api.cli.output import EXIT_FAILED, format_option, say, speaks, write_bytes
from gis.model.finding import State
from gis.model.jsonio import to_json


@click.command("evaluate")
@click.argument("boundary", type=click.Path(path_type=Path))
@layers_option
@date_option
@edition_option
@crs_option
@click.option("--layer", "boundary_layer", help="Layer of the boundary file, where it holds several.")
@boundary_accuracy_option
@brought_options
@click.option(
    "--fail-on",
    "fail_on",
    multiple=True,
    type=click.Choice([state.value for state in State]),
    help="Leave with exit status 1 where a finding has this state; may be given several times.",
)
@format_option
@speaks
def evaluate_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    crs: str | None,
    boundary_layer: str | None,
    boundary_accuracy_ft: Fraction | None,
    proposal: Path | None,
    petition: Path | None,
    register: Path | None,
    fail_on: tuple[str, ...],
    output_format: str,
) -> None:
    """Judge every rule of town sanitary district law over BOUNDARY, and say why.

    BOUNDARY is a GeoJSON file (longitude and latitude), or a GeoPackage, Shapefile or File
    Geodatabase that says its coordinate system.
    """
    from api.brought_files import BroughtFiles  # noqa: PLC0415 - --help stays quick
    from api.cli.table import report_table  # noqa: PLC0415 - --help stays quick
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - --help stays quick

    evaluator = Evaluator(layers)
    brought = BroughtFiles(proposal, petition, register).read(evaluator, layers, date, editions)
    evaluation = evaluator.evaluate_file(
        boundary,
        date,
        editions,
        crs=crs,
        layer=boundary_layer,
        boundary_accuracy_ft=boundary_accuracy_ft,
        brought=brought,
    )
    report = evaluation.report
    if output_format == "json":
        write_bytes(to_json(report))
    else:
        say(*report_table(report))
    if any(finding.state in fail_on for finding in report.findings):
        sys.exit(EXIT_FAILED)
