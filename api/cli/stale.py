"""`townline stale`: does a stored report still stand, or have rules or editions changed since?"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.options import edition_option, layers_option, optional_date_option
from api.cli.output import EXIT_FAILED, format_option, one_line, say, speaks, write_bytes
from gis.errors import ReportInvalid

if TYPE_CHECKING:
    from gis.model.staleness import Staleness


@click.command("stale")
@click.argument("report", metavar="REPORT.json", type=click.Path(path_type=Path))
@layers_option
@optional_date_option("Day by which law and editions are compared; left out, the day of the report.")
@edition_option
@click.option("--fail-if-stale", is_flag=True, help="Leave with exit status 1 where the report is stale.")
@format_option
@speaks
def stale_command(  # noqa: PLR0913 - one parameter an option
    report: Path,
    layers: Path,
    date: dt.date | None,
    editions: Mapping[str, str],
    *,
    fail_if_stale: bool,
    output_format: str,
) -> None:
    """Say whether the stored REPORT.json still stands: current, or stale with every reason.

    Compared are the version of Townline, the versions of the rules, the values of the law and the editions of the
    layers. Nothing is judged again; `townline evaluate` does that when someone asks for it.
    """
    from gis.layers.store import LayerStore  # noqa: PLC0415 - --help stays quick
    from gis.model.jsonio import to_json  # noqa: PLC0415 - the same
    from gis.proposals.evaluate import KINDS  # noqa: PLC0415 - the same
    from gis.proposals.stale import read_report, staleness, standing  # noqa: PLC0415 - the same

    stored = read_report(_read(report), f"the file {report.name}")
    now = standing(LayerStore(layers).manifests(), date or stored.date, KINDS, editions)
    found = staleness(stored, now)
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*map(one_line, _lines(report.name, found)))
    if fail_if_stale and found.is_stale:
        sys.exit(EXIT_FAILED)


def _lines(name: str, found: Staleness) -> Iterator[str]:
    yield f"{name}, made for {found.report_date}: {found.status}"
    yield from (f"  - {reason.says}" for reason in found.reasons)
    yield from found.not_compared
    if found.is_stale:
        yield "It is left as it is; `townline evaluate` makes a new one."


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReportInvalid(
            what="The report cannot be read.",
            where=f"the file {path.name}",
            why=f"The system says: {error.strerror}.",
            next="Name a file that `townline evaluate --format json` wrote.",
        ) from error
