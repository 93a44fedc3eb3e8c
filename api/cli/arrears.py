"""`townline arrears`: which debts of a utility go to the tax roll, with which penalty, on which land?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from api.cli.asked_once import AskedOnce
from api.cli.named_files import read_named, refuse_same_file, refuse_unwritable, write_named
from api.cli.options import day_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.calendar.years import FIRST_YEAR, LAST_YEAR
from gis.model.arrears import Arrears, ListReading
from gis.model.jsonio import to_json

if TYPE_CHECKING:
    from gis.proposals.arrears.judging import ArrearsAsked

_SUFFIXES = (".csv", ".json")


@click.command("arrears", cls=AskedOnce)
@click.argument("accounts", metavar="ACCOUNTS.csv", type=click.Path(path_type=Path))
@click.option(
    "--year",
    required=True,
    type=click.IntRange(FIRST_YEAR, LAST_YEAR),
    help="Year of the cycle, from the notice of October to the list of November.",
)
@day_option("--as-of", "Day asked about; a payment after it is not known yet.", required=True)
@click.option(
    "--layers",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of imported layers: looks up each parcel, and describes its land.",
)
@click.option(
    "--reading",
    type=click.Choice(get_args(ListReading)),
    default="rolled",
    show_default=True,
    help="Whether a last day on a Sunday or holiday allows the next open day; chooses the list that --out writes.",
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the certified list (.csv), or everything (.json); a file that is there is replaced.",
)
@format_option
@speaks
def arrears_command(  # noqa: PLR0913 - one parameter an option
    accounts: Path,
    year: int,
    as_of: dt.date,
    layers: Path | None,
    reading: ListReading,
    out: Path | None,
    output_format: str,
) -> None:
    """Judge each account in arrears, and make the certified list for the tax roll: Wis. Stat. 66.0809(3).

    ACCOUNTS.csv has an account a row with the columns account (number), parcel_id, service_date (last day of the
    service in arrears), arrears (dollars on October 15, penalties of the utility included), paid (day of payment in
    full, or empty), and county where parcels of two counties have one number. Days are YYYY-MM-DD. An account with
    several bills has a row for each service date. No other column is read, and no owner's name is told.
    """
    from api.cli.arrears_text import arrears_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.arrears.judging import arrears  # noqa: PLC0415 - the same

    if out is not None:
        _refuse_unfit(out, layers)
        refuse_same_file([("--out", out)], [("the argument ACCOUNTS.csv", accounts)])
    found = arrears(_asked(accounts, year, as_of, layers))
    written = "" if out is None else _write(found, reading, out)
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*map(one_line, arrears_lines(found, reading, written)))


def _asked(accounts: Path, year: int, as_of: dt.date, layers: Path | None) -> ArrearsAsked:
    from gis.proposals.arrears.judging import ArrearsAsked  # noqa: PLC0415 - --help stays quick
    from gis.proposals.arrears.reading import read_accounts  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    read = read_accounts(read_named(accounts, "the argument ACCOUNTS.csv"), accounts.name, as_of)
    return ArrearsAsked(read, year, as_of, None if layers is None else LayersOnFile(layers))


def _refuse_unfit(out: Path, layers: Path | None) -> None:
    from gis.layers.exports.suffixes import check_suffix  # noqa: PLC0415 - --help stays quick

    check_suffix(out, _SUFFIXES, "file of arrears")
    refuse_unwritable(out, "--out", layers)


def _write(found: Arrears, reading: ListReading, out: Path) -> str:
    """Write the file, and say so in a line: also that one which was there is replaced."""
    from gis.proposals.arrears.tables import certified_table  # noqa: PLC0415 - --help stays quick

    is_table = out.suffix.lower() == ".csv"
    replaced = ", in place of the file that was there" if out.is_file() else ""
    write_named(out, certified_table(found, reading) if is_table else to_json(found), "--out")
    return f"Written: {out.name}{replaced}"
