"""`townline assess`: what does a project's special assessment cost each parcel, who is exempt, and what reopens it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.asked_once import AskedOnce
from api.cli.assess_asking import AssessQuestion, project_asked
from api.cli.connections_mailing import write_private
from api.cli.named_files import refuse_same_file, unwritable, write_named
from api.cli.options import edition_option, optional_date_option
from api.cli.output import format_option, one_line, progress_at_terminal, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json

if TYPE_CHECKING:
    from gis.model.facts.assessment import Basis
    from gis.proposals.assessment.asked import AssessmentAsked
    from gis.proposals.assessment.assessing import Assessed
    from gis.proposals.on_file import LayersOnFile


@click.command("assess", cls=AskedOnce)
@click.argument("project_file", metavar="PROJECT.yaml", type=click.Path(path_type=Path))
@click.option(
    "--layers",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of imported layers; without it the project file must state every measure.",
)
@optional_date_option("Day by which editions and the register are chosen; the day of the levy where it is left out.")
@edition_option
@click.option(
    "--register",
    "register_file",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Facts that people established: certificates of farmland, connections, liens, divisions, uses that stopped.",
)
@click.option(
    "--basis",
    type=click.Choice(["frontage", "area", "unit"]),
    help="Spread the whole cost on this basis, in place of the one in the file.",
)
@click.option(
    "--reopen", is_flag=True, help="Find what may be levied on --date: land divided since, or put to other use."
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the roll: .csv, .gpkg or .json.",
)
@click.option(
    "--lien-list",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Write the land on which a lien must be recorded within 90 days, and what the notice must say.",
)
@click.option(
    "--notices",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Write to whom notices go, by parcel and owner key; no names.",
)
@click.option(
    "--calendar",
    metavar="FILE.ics",
    type=click.Path(path_type=Path),
    help="Write the days of notice, hearing, appeal and liens for a calendar program.",
)
@click.option(
    "--mailing-list",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="With --role clerk: file to write owners and addresses to, which only you can read.",
)
@click.option("--role", metavar="ROLE", help="clerk, for the mailing list.")
@format_option
@speaks
def assess_command(  # noqa: PLR0913 - one parameter an option
    project_file: Path,
    layers: Path | None,
    date: dt.date | None,
    editions: Mapping[str, str],
    register_file: Path | None,
    basis: Basis | None,
    reopen: bool,
    out: Path | None,
    lien_list: Path | None,
    notices: Path | None,
    calendar: Path | None,
    mailing_list: Path | None,
    role: str | None,
    output_format: str,
) -> None:
    """Spread the cost of a project over the parcels that it benefits, to the cent.

    Farmland and camps are exempt on evidence, not by their class on the roll; what is open is reckoned both ways. No
    owner's name is told.

    The file has the keys id, title, body (kind, name), purpose, levied, costs and grants (lists of what and dollars),
    basis (frontage, area, unit, or a portion of each), along (mains, streets or line), benefited (listed, along, or a
    district, service_area or area), service_area (name, first_levy, limits), average_rates (from, to, and rate or
    obligations with principal and rate), farmland (ordinance_max_lot), exempt_carried_by (others or body), hearing
    (date, published, mailed, resolution), railroad, parcels (id, county, frontage_ft, area_acres, units and evidence)
    and later, for parcels made since (id, county, exclusive_use at the division, use_stopped, use_resumed). A key that
    is not known is told with those that are.
    """
    from gis.proposals.assessment.assessing import assess  # noqa: PLC0415 - --help stays quick
    from gis.proposals.assessment.liens import exempts_land, no_lien_list  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    question = AssessQuestion(out, lien_list, notices, calendar, mailing_list, role)
    question.refuse_what_does_not_go_together(layers, editions)
    question.refuse_unwritable(layers)
    refuse_same_file(question.files(), [("the argument PROJECT.yaml", project_file), ("--register", register_file)])
    asked = project_asked(project_file, "the argument PROJECT.yaml", date, editions, register_file, basis)
    beside = [("the project file", project_file.parent / name) for name in asked.project.files()]
    refuse_same_file(question.files(), beside)
    if reopen and date is None:
        raise OptionInvalid(
            what="No day is given on which the levy is reopened.",
            where="the option --date",
            why="What became of the land since is told by the parcels of a later day.",
            next="Give it as --date YYYY-MM-DD.",
        )
    if lien_list is not None and not exempts_land(asked.project):
        raise no_lien_list()
    on_file = None if layers is None else LayersOnFile(layers)
    found = assess(on_file, asked, reopen=reopen, progress=progress_at_terminal())
    # Whatever may still be refused is read before the first file is written.
    if mailing_list is not None and layers is not None and on_file is not None:
        owners = _mailing_rows(layers, on_file, asked, found)
        _write_files(found, question)
        write_private(mailing_list, owners)
    else:
        _write_files(found, question)
    if output_format == "json":
        write_bytes(to_json(found.answer))
        return
    from api.cli.assess_text import assessment_lines  # noqa: PLC0415 - --help stays quick

    written = [path.name for _, path in question.files()]
    say(*map(one_line, assessment_lines(found.answer, written)))


def _write_files(found: Assessed, question: AssessQuestion) -> None:
    from api.cli.assess_calendar import assessment_calendar  # noqa: PLC0415 - --help stays quick
    from gis.proposals.assessment.tables import write_assessment, write_liens, write_notices  # noqa: PLC0415 - the same

    writers: Mapping[str, Callable[[Path], object]] = {
        "--out": lambda path: write_assessment(found, path),
        "--lien-list": lambda path: write_liens(found.answer, path),
        "--notices": lambda path: write_notices(found, path),
        "--calendar": lambda path: write_named(path, assessment_calendar(found.answer), "--calendar"),
    }
    for option, path in question.files():
        if option not in writers:
            continue
        try:
            writers[option](path)
        except OSError as error:
            raise unwritable(path, option, error) from error


def _mailing_rows(layers: Path, on_file: LayersOnFile, asked: AssessmentAsked, found: Assessed) -> bytes:
    from api.on_file import owners_layer  # noqa: PLC0415 - --help stays quick
    from gis.proposals.assessment.mailing import mailing_rows  # noqa: PLC0415 - the same

    parcels = on_file.layer("parcels", asked.date, asked.editions.get("parcels"))
    owners = owners_layer(on_file, parcels, asked.date, asked.editions)
    return mailing_rows(layers, owners.edition, found)
