"""`townline ordinance`: which ordinances are on file, and how does another municipality write and check its own?"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

import click

from api.cli.options import day_option
from api.cli.output import EXIT_BAD_INPUT, format_option, one_line, say, speaks, write_bytes
from gis.errors import ExportExists, OptionInvalid
from gis.model.jsonio import to_json
from gis.model.ordinance import ConnectionRule, PlaceKind
from gis.model.ordinance_check import OrdinanceLine, OrdinanceWritten

_NO_DUTY = "none"


@click.group("ordinance")
def ordinance_group() -> None:
    """List the ordinances on file, and write and check one of your own.

    An ordinance file says whose land an ordinance governs and since when, whose test of the duty to connect it makes,
    what it charges, its stormwater utility, and its own numbers and readings. Other commands take it as
    `--ordinance FILE.yaml`.
    """


@ordinance_group.command("list")
@format_option
@speaks
def list_command(output_format: str) -> None:
    """List the ordinances on file, with place, rule and days."""
    from api.cli.ordinance_text import days, governs  # noqa: PLC0415 - --help stays quick
    from gis.law.ordinance_files import ordinance_list  # noqa: PLC0415 - the same

    found = ordinance_list()
    if output_format == "json":
        write_bytes(to_json(found))
        return
    for each in found.ordinances:
        land = governs(each.place_kinds, each.place_name, each.county)
        say(*map(one_line, (f"{each.id}: {each.title}", f"  {land}, {days(each.holds_from, each.until)}")))
        say(*map(one_line, _about(each)))


def _about(line: OrdinanceLine) -> Iterator[str]:
    if line.connection_rule is not None:
        yield f"  duty to connect by {line.connection_rule}"
    if line.utility_district is not None:
        yield f"  stormwater: {line.utility_district}"
    if line.charge_rules:
        yield f"  charges by {', '.join(line.charge_rules)}"


@ordinance_group.command("new", short_help="Write the file of another ordinance, ready to be edited.")
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(get_args(PlaceKind)),
    help="Kind of place; left out, NAME tells it by Sanitary District or the class in front, else it is a village.",
)
@click.option(
    "--rule",
    type=click.Choice([*get_args(ConnectionRule), _NO_DUTY]),
    help="Whose test of the duty to connect it makes, or none where it is about stormwater only; left out, CKSD-01 for "
    "a sanitary district, else MUK-01.",
)
@day_option("--since", "First day on which the ordinance is in force; left out, it is to be filled in.")
@click.option(
    "--charges/--no-charges",
    default=True,
    help="Whether the file has the rules of charges and their numbers, of which most of its length is.  [default: yes]",
)
@click.option(
    "--stormwater/--no-stormwater",
    default=True,
    help="Whether it has a stormwater utility and its numbers.  [default: yes]",
)
@click.option("--out", metavar="FILE.yaml", type=click.Path(path_type=Path), help="The new file; left out, by NAME.")
@format_option
@speaks
def new_command(  # noqa: PLR0913 - one parameter an option
    *,
    name: str,
    kind: PlaceKind | None,
    rule: ConnectionRule | Literal["none"] | None,
    since: dt.date | None,
    charges: bool,
    stormwater: bool,
    out: Path | None,
    output_format: str,
) -> None:
    """Write a commented file for the ordinance of the place NAME, such as "Village of Elm".

    It holds every number and reading that the rules of ordinances know, each with what it says, its unit, and the value
    of the law on file with its citation; --no-charges and --no-stormwater leave whole sections out. A file that is
    there is never overwritten.
    """
    from api.cli.ordinance_text import listed  # noqa: PLC0415 - --help stays quick
    from gis.law.ordinance_files import examined_file, is_named_as_file  # noqa: PLC0415 - --help stays quick
    from gis.law.ordinance_writing import new_ordinance  # noqa: PLC0415 - the same

    new = new_ordinance(name, kind, rule, since, charges=charges, stormwater=stormwater)
    path = Path(f"{new.id}.yaml") if out is None else out
    if not is_named_as_file(path):
        raise OptionInvalid(
            what="That is no name of an ordinance file.",
            where="the option --out",
            why="Commands know an ordinance file by its ending.",
            next="Let it end in .yaml.",
        )
    _write(path, new.text)
    written = OrdinanceWritten(path.name, new.id, examined_file(path).faults)
    if output_format == "json":
        write_bytes(to_json(written))
        return
    to_fill_in = [[f"line {each.line}: {each.what}"] for each in written.to_fill_in]
    say(*map(one_line, listed(to_fill_in, 0, whole=False, rest="townline ordinance check --all lists them")))
    say(one_line(f"{path} is written. Fill in what is named above; then: townline ordinance check {path}"))


@ordinance_group.command("check", short_help="Say what is missing or impossible in a file, and what it says.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--all", "whole", is_flag=True, help="List everything, where a list would be shortened; JSON always does."
)
@format_option
@speaks
def check_command(*, file: Path, whole: bool, output_format: str) -> None:
    """Say whether an ordinance FILE can be used, what is missing or impossible in it, else what it says.

    Each number stands beside that of the law on file. Leaves with 0 where the file can be used, else with 2.
    """
    from api.cli.ordinance_text import check_lines  # noqa: PLC0415 - --help stays quick
    from gis.law.ordinance_checking import checked_ordinance  # noqa: PLC0415 - the same

    found = checked_ordinance(file)
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*map(one_line, check_lines(found, whole=whole)))
    if not found.usable:
        sys.exit(EXIT_BAD_INPUT)


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise ExportExists(
            what=f"There is a file of that name already: {path.name}.",
            where=str(path),
            why="It could be someone's only copy; nothing was written.",
            next="Name another file with --out.",
        ) from error
    except OSError as error:
        raise OptionInvalid(
            what=f"The ordinance cannot be written to {path.name}.",
            where="the option --out",
            why=f"The system says: {error.strerror or error}.",
            next="Name a new file in a folder that can be written to.",
        ) from error
