"""`townline map`: how does this boundary look, with its findings, as one file to send or print?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import click

from api.cli.options import boundary_accuracy_option, crs_option, date_option, edition_option, layers_option
from api.cli.output import say, speaks
from gis.errors import OptionInvalid


@click.command("map")
@click.argument("boundary", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE.html",
    type=click.Path(path_type=Path),
    help="File to write; one that is there is replaced.",
)
@layers_option
@date_option
@edition_option
@crs_option
@click.option("--layer", help="Layer of the boundary file, where it holds several.")
@boundary_accuracy_option
@speaks
def map_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path,
    output: Path,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    crs: str | None,
    layer: str | None,
    boundary_accuracy_ft: Fraction | None,
) -> None:
    """Write BOUNDARY and its findings as one self-contained HTML file.

    The file opens without a server and without the internet: nothing in it loads from elsewhere.
    """
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - --help stays quick
    from maps.assets import inline_assets  # noqa: PLC0415 - the same
    from maps.exports import proposal_page  # noqa: PLC0415 - the same

    assets = inline_assets()
    judged = Evaluator(layers).evaluate_file(
        boundary, date, editions, crs=crs, layer=layer, boundary_accuracy_ft=boundary_accuracy_ft
    )
    page = proposal_page(judged.view, judged.report, assets)
    _write(output, page)
    say(f"Wrote {output} ({len(page.encode()):,} bytes, {len(judged.report.findings)} findings).")


def _write(output: Path, page: str) -> None:
    try:
        output.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise OptionInvalid(
            what=f"{output} cannot be written.",
            where="the option --output",
            why=f"The system says: {error.strerror}.",
            next="Name a file in a folder that is there and may be written to.",
        ) from error
