"""`townline charges`: what would it cost a parcel to connect, to be developed, divided or billed?"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.cli.asked_once import AskedOnce
from api.cli.charges_asking import ChargesQuestion, stated_by, stating_options
from api.cli.options import date_option, edition_option, layers_option
from api.cli.ordinance_option import ordinance_option, ordinances_of
from api.cli.output import EXIT_FAILED, format_option, one_line, say, speaks, write_bytes
from api.cli.register_option import register_of
from api.values import dollars_and_cents
from gis.model.jsonio import to_json

if TYPE_CHECKING:
    from gis.model.charges import Event
    from gis.proposals.charges.asked import ChargesAsked


@click.command("charges", cls=AskedOnce)
@layers_option
@date_option
@edition_option
@click.option("--parcel", metavar="ID", help="Number of the parcel, as the roll has it.")
@click.option("--county", metavar="NAME", help="Its county, where two have parcels of that number.")
@click.option(
    "--event",
    required=True,
    type=click.Choice(["connect", "develop", "divide", "bill"]),
    help="What happens to it.",
)
@ordinance_option(
    "Ordinance to ask, by its id or in a file of your own; may be given several times. Left out, those on file that "
    "name the place of the land."
)
@click.option(
    "--register",
    "register_file",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Facts that people established: permits, water volumes, levies paid, connections.",
)
@stating_options
@click.option(
    "--proposal",
    metavar="BOUNDARY",
    type=click.Path(path_type=Path),
    help="A proposed district: the same parcel before and after it; --ordinance names its own.",
)
@click.option("--levy", metavar="DOLLARS", help="With --proposal: the district's levy of a year.")
@click.option("--typical", is_flag=True, help="With --proposal, in place of --parcel: a typical home inside it.")
@click.option("--crs", metavar="CODE", help="Coordinate system of the boundary, where its file says none: EPSG:3071.")
@format_option
@speaks
def charges_command(  # noqa: PLR0913 - one parameter an option
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    parcel: str | None,
    county: str | None,
    event: Event,
    ordinances: tuple[str, ...],
    register_file: Path | None,
    proposal: Path | None,
    levy: str | None,
    typical: bool,
    crs: str | None,
    output_format: str,
    **options: Any,  # noqa: ANN401 - what the stating options say
) -> None:
    """Say what a parcel is charged on an event, each charge with its arithmetic, and what is missing for the rest.

    What is not known is never counted as zero. Nobody is named. The exit status is 1 where no ordinance on file
    governs the land, or several bodies charge it for sewer and a person must say which serves it.
    """
    question = ChargesQuestion(parcel, county, proposal, levy, typical, crs, ordinances)
    question.refuse_what_does_not_go_together()
    asked = _asked(layers, date, editions, event, ordinances, register_file, stated_by(options))
    if proposal is None:
        _one_parcel(asked, question, output_format)
    else:
        _compared(asked, question, proposal, output_format)


def _asked(  # noqa: PLR0913 - the options of the question
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    event: Event,
    ordinances: tuple[str, ...],
    register_file: Path | None,
    stated: Mapping[str, Any],
) -> ChargesAsked:
    from gis.proposals.charges.asked import ChargesAsked  # noqa: PLC0415 - --help stays quick
    from gis.proposals.charges.checking import stated_of  # noqa: PLC0415 - the same
    from gis.proposals.charges.readable import refuse_unreadable  # noqa: PLC0415 - the same

    refuse_unreadable(stated, "the options")
    known, ids = ordinances_of(ordinances)
    asked = ChargesAsked(
        date=date,
        event=event,
        ordinances=known,
        folder=layers,
        ids=ids,
        register=register_of(register_file, None),
        editions=editions,
        stated=stated_of(stated, event, date, "the options"),
    )
    # Says at once, before any layer is read, that there is no such ordinance.
    asked.chosen()
    return asked


def _one_parcel(asked: ChargesAsked, question: ChargesQuestion, output_format: str) -> None:
    from api.cli.charges_text import charges_lines  # noqa: PLC0415 - --help stays quick
    from gis.proposals.charges.one_parcel import parcel_charges  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile  # noqa: PLC0415 - the same

    answer = parcel_charges(LayersOnFile(asked.folder), asked, question.parcel or "", question.county)
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, charges_lines(answer)))
    if not answer.under or answer.conflict is not None:
        sys.exit(EXIT_FAILED)


def _compared(asked: ChargesAsked, question: ChargesQuestion, proposal: Path, output_format: str) -> None:
    from api.cli.charges_text import compared_lines  # noqa: PLC0415 - --help stays quick
    from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - the same
    from gis.proposals.charges.compared import Proposed, charges_compared  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile, plain_frame  # noqa: PLC0415 - the same

    levy = None if question.levy is None else dollars_and_cents(question.levy, "the option --levy")
    proposed = Proposed(read_boundary(proposal, plain_frame(), crs=question.crs), levy)
    answer = charges_compared(LayersOnFile(asked.folder), asked, proposed, question.parcel, question.county)
    if output_format == "json":
        write_bytes(to_json(answer))
    else:
        say(*map(one_line, compared_lines(answer)))
