"""`townline connection-records`: which connections were made in a period, by size and nature of the user?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.asked_once import AskedOnce
from api.cli.named_files import read_named, refuse_unwritable, write_named
from api.cli.options import day_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.rules.words import day_words

if TYPE_CHECKING:
    from gis.model.connection_records import ConnectionRecords


@click.command("connection-records", cls=AskedOnce)
@click.option(
    "--register",
    "register_file",
    required=True,
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Register with the connections that were made.",
)
@day_option("--from", "First day of the period.", required=True)
@day_option("--to", "Last day of the period.", required=True)
@click.option("--out", metavar="FILE.csv", type=click.Path(path_type=Path), help="File to write the connections to.")
@format_option
@speaks
def connection_records_command(register_file: Path, out: Path | None, output_format: str, **period: dt.date) -> None:
    """Count the connections of a period by size and by nature of the user, and list them by parcel.

    What a village's connection ordinance has the village furnish to the regional commission. No names are told.
    """
    from gis.proposals.connections import records  # noqa: PLC0415 - --help stays quick
    from gis.register.reading import read_register  # noqa: PLC0415 - the same

    since, until = _period(period["from"], period["to"])
    if out is not None:
        _refuse_unwritable(out)
    register = read_register(read_named(register_file, "--register"), register_file.name)
    told = records.connection_records(register, since, until)
    if out is not None:
        write_named(out, records.records_table(told), "--out")
    if output_format == "json":
        write_bytes(to_json(told))
    else:
        say(*map(one_line, _lines(told)))


def _refuse_unwritable(out: Path) -> None:
    from gis.layers.exports.suffixes import check_suffix  # noqa: PLC0415 - --help stays quick

    check_suffix(out, (".csv",), "file of connection records")
    refuse_unwritable(out, "--out")


def _period(since: dt.date, until: dt.date) -> tuple[dt.date, dt.date]:
    if until < since:
        raise OptionInvalid(
            what="The period ends before it begins.",
            where="the options --from and --to",
            why=f"It would run from {since} to {until}.",
            next="Change the two days about, or mend one of them.",
        )
    return since, until


def _lines(told: ConnectionRecords) -> Iterator[str]:
    yield f"Connections made from {day_words(told.since)} to {day_words(told.until)}: {told.count:,}"
    if not told.count:
        return
    sizes = (f"{_size(each.size_in)}: {each.count:,}" for each in told.by_size)
    users = (f"{each.user or 'not known'}: {each.count:,}" for each in told.by_user)
    yield f"By size of the building sewer: {'; '.join(sizes)}"
    yield f"By nature of the user: {'; '.join(users)}"
    unknown = f"; of {told.flow_unknown:,} the flow is not known" if told.flow_unknown else ""
    yield f"Added flow: {float(told.flow_gpd):,.0f} gallons a day{unknown}"
    for each in told.connections:
        flow = "flow not known" if each.flow_gpd is None else f"{float(each.flow_gpd):,g} gallons a day"
        facts = ", ".join((_size(each.size_in), each.user or "user not known", flow))
        yield f"  {each.day.isoformat()}  parcel {each.parcel_id}: {facts}"
        doubts = [doubt for doubt in each.doubts if "different" in doubt]
        if doubts:
            yield f"    {' '.join(doubts)}"


def _size(size_in: Fraction | None) -> str:
    return "size not known" if size_in is None else f"{float(size_in):g} in"
