"""`townline connections`: which parcels must connect to a sewer, why, by when, and what does a new main change?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.asked_once import AskedOnce
from api.cli.connections_asking import Question
from api.cli.connections_mailing import write_mailing_list
from api.cli.named_files import refuse_unwritable, unwritable
from api.cli.options import date_option, day_option, edition_option, layers_option
from api.cli.output import format_option, one_line, progress_at_terminal, say, speaks, write_bytes
from api.cli.register_option import register_of
from gis.model.jsonio import to_json

if TYPE_CHECKING:
    from gis.proposals.connections.asked import Asked


@click.command("connections", cls=AskedOnce)
@layers_option
@date_option
@edition_option
@click.option(
    "--ordinance",
    metavar="ID|FILE.yaml",
    help="Ordinance to judge by, or a file of one; else each parcel by the ordinance that names its place.",
)
@click.option(
    "--register",
    "register_file",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Facts that people established: notices, uses, waivers, mains in operation.",
)
@click.option("--parcel", metavar="ID", help="Explain this one parcel in sentences.")
@click.option("--county", metavar="NAME", help="Its county, where two have parcels of that number.")
@click.option(
    "--main",
    "mains",
    multiple=True,
    metavar="ID",
    help="A main that becomes operational: which parcels it makes liable; --main A --main B for several on one day.",
)
@day_option("--operational", "Day on which the main, or all of them, become operational.")
@click.option(
    "--proposed-main",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A proposed main, drawn as a line in the direction of flow: which parcels it would make liable.",
)
@click.option("--crs", metavar="CODE", help="Coordinate system of the main, where its file says none: EPSG:3071.")
@click.option("--added-gpd", metavar="N", help="Flow that the proposed main would add, gallons a day.")
@click.option(
    "--proceeding",
    metavar="ID",
    help="Name of the application for the proposed main in the register, where it tells of several.",
)
@click.option(
    "--mailing-list",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="With --main and --role clerk: file to write owners and addresses to, which only you can read.",
)
@click.option("--role", metavar="ROLE", help="clerk, for the mailing list.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write every parcel as a row: .csv, .gpkg with the sewers that decided, .json or .geojson.",
)
@format_option
@speaks
def connections_command(  # noqa: PLR0913 - one parameter an option
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    ordinance: str | None,
    register_file: Path | None,
    parcel: str | None,
    county: str | None,
    mains: tuple[str, ...],
    operational: dt.date | None,
    proposed_main: Path | None,
    crs: str | None,
    added_gpd: str | None,
    proceeding: str | None,
    mailing_list: Path | None,
    role: str | None,
    out: Path | None,
    output_format: str,
) -> None:
    """Judge the duty to connect to a public sewer: of a whole service area, of one parcel, or because of a main.

    Three ordinances ask three different tests, and a buffer round the pipe is none of them. No owner's name is told.
    """
    question = Question(
        parcel, county, mains, operational, proposed_main, crs, added_gpd, proceeding, mailing_list, role, out
    )
    question.refuse_what_does_not_go_together()
    _refuse_unwritable(question, layers)
    asked = _asked(date, ordinance, register_file, editions)
    if parcel is not None:
        _one_parcel(layers, asked, question, output_format)
    elif mains:
        _main_in_service(layers, asked, question, output_format)
    elif proposed_main is not None:
        _proposed_main(layers, asked, question, output_format)
    else:
        _area(layers, asked, out, output_format)


def _refuse_unwritable(question: Question, layers: Path) -> None:
    """Refuse files that cannot be written as they are asked for, before the work that they would hold is done."""
    from gis.layers.exports.suffixes import check_suffix  # noqa: PLC0415 - --help stays quick
    from gis.proposals.connections.tables import SUFFIXES  # noqa: PLC0415 - the same

    if question.out is not None:
        check_suffix(question.out, SUFFIXES, "file of connections")
        refuse_unwritable(question.out, "--out", layers)
    if question.mailing_list is not None:
        refuse_unwritable(question.mailing_list, "--mailing-list", layers)


def _asked(date: dt.date, ordinance: str | None, register_file: Path | None, editions: Mapping[str, str]) -> Asked:
    from gis.law.ordinance_files import load_ordinances, named_ordinance  # noqa: PLC0415 - --help stays quick
    from gis.proposals.connections.asked import Asked  # noqa: PLC0415 - the same

    register = register_of(register_file, None)
    ordinances, named = (load_ordinances(), None) if ordinance is None else named_ordinance(ordinance)
    asked = Asked(date, ordinances, named, register, editions)
    # Says at once, before any layer is read, that there is no such ordinance.
    asked.chosen()
    return asked


def _area(layers: Path, asked: Asked, out: Path | None, output_format: str) -> None:
    from api.cli.connections_text import area_lines  # noqa: PLC0415 - --help stays quick
    from gis.geometry.beside import other_processes  # noqa: PLC0415 - the same
    from gis.layers.progress import without_collection  # noqa: PLC0415 - the same
    from gis.proposals.connections.connections import connections  # noqa: PLC0415 - the same
    from gis.proposals.connections.tables import write_connections  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    as_json, progress = output_format == "json", progress_at_terminal()
    with other_processes() as beside, without_collection():
        found = connections(LayersOnFile(layers), asked, progress, beside, with_evidence=as_json)
        if out is not None:
            progress(f"writing {out.name}")
            try:
                write_connections(found.answer, found.drawn, out, beside)
            except OSError as error:
                raise unwritable(out, "--out", error) from error
    if as_json:
        write_bytes(to_json(found.answer))
    else:
        say(*map(one_line, area_lines(found.answer, out)))


def _one_parcel(layers: Path, asked: Asked, question: Question, output_format: str) -> None:
    from api.cli.connections_text import parcel_lines  # noqa: PLC0415 - --help stays quick
    from gis.geometry.beside import other_processes  # noqa: PLC0415 - the same
    from gis.layers.progress import without_collection  # noqa: PLC0415 - the same
    from gis.proposals.connections.one_parcel import parcel_answer  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    on_file = LayersOnFile(layers)
    with other_processes() as beside, without_collection():
        answer = parcel_answer(on_file, asked, question.parcel or "", question.county, layers, beside)
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, parcel_lines(answer)))


def _main_in_service(layers: Path, asked: Asked, question: Question, output_format: str) -> None:
    from api.cli.connections_text import in_service_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.connections.operational import main_in_service  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    on_file = LayersOnFile(layers)
    answer = main_in_service(on_file, asked, question.mains, question.operational or asked.date, progress_at_terminal())
    if question.mailing_list is not None:
        write_mailing_list(layers, on_file, asked, answer, question.mailing_list)
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, in_service_lines(answer, question.mailing_list)))


def _proposed_main(layers: Path, asked: Asked, question: Question, output_format: str) -> None:
    from api.cli.connections_text import proposed_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.connections.proposed_main import proposed_main  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    answer = proposed_main(LayersOnFile(layers), asked, question.proposal(), progress_at_terminal())
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, proposed_lines(answer)))
