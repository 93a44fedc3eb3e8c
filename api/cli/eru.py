"""`townline eru`: which runoff units and charge has each parcel of a stormwater utility, why, and what changed?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.asked_once import AskedOnce
from api.cli.eru_asking import EruQuestion, exact_option
from api.cli.named_files import unwritable
from api.cli.options import date_option, day_option, edition_option, layers_option
from api.cli.output import format_option, one_line, progress_at_terminal, say, speaks, write_bytes
from api.cli.register_option import register_of
from gis.model.jsonio import to_json

if TYPE_CHECKING:
    from fractions import Fraction

    from gis.proposals.runoff.asked import RunoffAsked


@click.command("eru", cls=AskedOnce)
@layers_option
@date_option
@edition_option
@click.option(
    "--ordinance",
    required=True,
    metavar="ID|FILE.yaml",
    help="Ordinance of the utility, or a file of one: size of a unit, rounding, credits, district.",
)
@click.option(
    "--register",
    "register_file",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Facts that people established: kinds of development, credits, the rate adopted, appeals decided.",
)
@exact_option("--rate", "DOLLARS", "Rate of one unit and one bill, in place of the one adopted.")
@exact_option("--budget", "DOLLARS", "Costs of one billing period: which rate covers them?")
@click.option("--parcel", metavar="ID", help="Explain this one parcel in sentences.")
@click.option("--county", metavar="NAME", help="Its county, where two have parcels of that number.")
@exact_option("--appeal-sqft", "SQFT", "With --parcel: impervious area that its owner states, square feet.")
@click.option("--evidence", metavar="TEXT", help="With --appeal-sqft: what supports it.")
@day_option("--compare-with", "An earlier day: which parcels changed since, each with its reasons.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the whole roll: .csv, .gpkg or .json.",
)
@click.option(
    "--columns",
    metavar="MAP.toml",
    type=click.Path(path_type=Path),
    help='With --out: columns that a billing system takes, as lines such as units = "ERU_QTY".',
)
@click.option(
    "--resolution",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Write the list of the annual resolution: parcel, units, basis.",
)
@format_option
@speaks
def eru_command(  # noqa: PLR0913 - one parameter an option
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    ordinance: str,
    register_file: Path | None,
    rate: Fraction | None,
    budget: Fraction | None,
    parcel: str | None,
    county: str | None,
    appeal_sqft: Fraction | None,
    evidence: str | None,
    compare_with: dt.date | None,
    out: Path | None,
    columns: Path | None,
    resolution: Path | None,
    output_format: str,
) -> None:
    """Assign equivalent runoff units to every parcel of a stormwater utility, bill them, and explain each bill.

    What text or evidence leave open stays open, and stands apart from the sums. No owner's name is told.
    """
    question = EruQuestion(parcel, county, appeal_sqft, evidence, compare_with, out, columns, resolution)
    question.refuse_what_does_not_go_together(date)
    question.refuse_unwritable(layers)
    run = _run(layers, date, editions, ordinance, register_file)
    run = replace(run, rate=rate, budget=budget)
    if parcel is not None:
        _one_parcel(run, question, output_format)
    elif compare_with is not None:
        before = replace(run, asked=replace(run.asked, date=compare_with, editions={}))
        _ = before.ordinance
        _compared(before, run, output_format)
    else:
        _roll(run, question, output_format)


def _run(
    layers: Path, date: dt.date, editions: Mapping[str, str], ordinance: str, register_file: Path | None
) -> RunoffAsked:
    from gis.law.ordinance_files import named_ordinance  # noqa: PLC0415 - --help stays quick
    from gis.proposals.connections.asked import Asked  # noqa: PLC0415 - the same
    from gis.proposals.runoff.asked import RunoffAsked  # noqa: PLC0415 - the same

    ordinances, named = named_ordinance(ordinance)
    asked = Asked(date, ordinances, named, register_of(register_file, None), editions)
    run = RunoffAsked(asked, layers)
    # Says at once, before any layer is read, that there is no such ordinance.
    _ = run.ordinance
    return run


def _roll(run: RunoffAsked, question: EruQuestion, output_format: str) -> None:
    from api.cli.eru_text import roll_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same
    from gis.proposals.runoff.roll import eru_roll  # noqa: PLC0415 - the same
    from gis.proposals.runoff.tables import write_resolution, write_roll  # noqa: PLC0415 - the same

    columns, progress = question.column_map(), progress_at_terminal()
    found = eru_roll(LayersOnFile(run.folder), run, progress)
    for path, option in ((question.out, "--out"), (question.resolution, "--resolution")):
        if path is None:
            continue
        progress(f"writing {path.name}")
        try:
            if option == "--out":
                write_roll(found, path, columns)
            else:
                write_resolution(found.roll, path)
        except OSError as error:
            raise unwritable(path, option, error) from error
    if output_format == "json":
        write_bytes(to_json(found.roll))
    else:
        written = [each.name for each in (question.out, question.resolution) if each is not None]
        say(*map(one_line, roll_lines(found.roll, written)))


def _one_parcel(run: RunoffAsked, question: EruQuestion, output_format: str) -> None:
    from api.cli.eru_text import parcel_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same
    from gis.proposals.runoff.one_parcel import Disputed, parcel_runoff  # noqa: PLC0415 - the same

    disputed = None if question.appeal_sqft is None else Disputed(question.appeal_sqft, question.evidence)
    answer = parcel_runoff(LayersOnFile(run.folder), run, question.parcel or "", question.county, disputed)
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, parcel_lines(answer)))


def _compared(before: RunoffAsked, after: RunoffAsked, output_format: str) -> None:
    from api.cli.eru_text import changes_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same
    from gis.proposals.runoff.comparing import roll_changes  # noqa: PLC0415 - the same

    answer = roll_changes(LayersOnFile(after.folder), before, after, progress_at_terminal())
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, changes_lines(answer)))
