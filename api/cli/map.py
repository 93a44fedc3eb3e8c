"""`townline map`: how does this boundary look, with its findings, as one file to send or print?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast
from urllib.parse import urlsplit

import click

from api.cli.asked_once import AskedOnce
from api.cli.eru_asking import exact_option
from api.cli.map_assessment import ASSESSMENT, AssessmentMap
from api.cli.map_boundary import BOUNDARY_KINDS, BoundaryMap
from api.cli.map_eru import ERU, EruMap
from api.cli.map_sewers import SEWER_KINDS, SewerMap, refuse_of_others
from api.cli.named_files import refuse_same_file, refuse_unwritable, write_named
from api.cli.options import (
    boundary_accuracy_option,
    brought_options,
    crs_option,
    edition_option,
    layers_option,
    optional_date_option,
)
from api.cli.ordinance_option import ordinance_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.model.written import PageWritten

if TYPE_CHECKING:
    from gis.model.facts.assessment import Basis

PARCEL_KINDS = (*SEWER_KINDS, ERU, ASSESSMENT)
"""Kinds that are about parcels, and take no boundary."""
Shown = Literal["proposal", "exclusions", "service-area", "proposed-main", "eru", "assessment"]


def _address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise OptionInvalid(
            what=f"{value!r} is no address of pages.",
            where="the option --law-pages",
            why="A file is opened anywhere, so its links have to be whole.",
            next="Write it whole, for example https://townline.example.org/law.",
        )
    return value.rstrip("/")


@click.command("map", cls=AskedOnce)
@click.argument("boundary", required=False, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "--out",
    "output",
    required=True,
    metavar="FILE.html",
    type=click.Path(path_type=Path),
    help="File to write; one that is there is replaced.",
)
@layers_option
@optional_date_option(
    "Day by which law and editions are chosen; only --kind assessment takes the day of the levy where it is left out."
)
@edition_option
@crs_option
@click.option("--layer", help="Layer of the boundary file, where it holds several.")
@boundary_accuracy_option
@click.option(
    "--law-pages",
    metavar="URL",
    callback=_address,
    help="Address of a service's pages on the law, https://…/law, that the findings then link to; else the citation "
    "stands as text.",
)
@click.option(
    "--kind",
    type=click.Choice([*BOUNDARY_KINDS, *PARCEL_KINDS]),
    default="proposal",
    show_default=True,
    help="The boundary with its findings; what the board decided about its parts; sewers and who must connect; what a "
    "proposed main would change; runoff units and bills; or what a project's special assessment costs each parcel. The "
    "last four take no BOUNDARY.",
)
@click.option(
    "--decision",
    "decision_file",
    type=click.Path(path_type=Path),
    metavar="FILE.yaml",
    help="The board's decision, for --kind exclusions; `townline decide --help` shows one.",
)
@ordinance_option(
    "Ordinance by which it is told who must connect, or what land is billed for its runoff, by its id or in a file of "
    "your own, for --kind service-area, proposed-main and eru."
)
@click.option("--district", metavar="NAME", help="District that --kind service-area is about; else the whole area.")
@click.option(
    "--proposed-main",
    "--main",
    "main_file",
    type=click.Path(path_type=Path),
    metavar="FILE.geojson",
    help="The main that --kind proposed-main sketches, drawn as a line in the direction of flow.",
)
@click.option("--added-gpd", metavar="N", help="Flow that the proposed main would add, gallons a day.")
@click.option(
    "--project",
    "project_file",
    type=click.Path(path_type=Path),
    metavar="PROJECT.yaml",
    help="The project whose cost --kind assessment spreads; `townline assess --help` says what is in its file.",
)
@click.option(
    "--basis",
    type=click.Choice(["frontage", "area", "unit"]),
    help="Spread the whole cost on this basis, for --kind assessment, in place of the one in the project file.",
)
@exact_option("--rate", "DOLLARS", "Rate of one runoff unit and one bill for --kind eru, in place of the one adopted.")
@brought_options
@format_option
@speaks
def map_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path | None,
    output: Path,
    layers: Path,
    date: dt.date | None,
    editions: Mapping[str, str],
    crs: str | None,
    layer: str | None,
    boundary_accuracy_ft: Fraction | None,
    law_pages: str | None,
    kind: str,
    decision_file: Path | None,
    ordinances: tuple[str, ...],
    district: str | None,
    main_file: Path | None,
    added_gpd: str | None,
    rate: Fraction | None,
    project_file: Path | None,
    basis: Basis | None,
    proposal: Path | None,
    petition: Path | None,
    register: Path | None,
    output_format: str,
) -> None:
    """Write BOUNDARY and its findings, a board's decision on it, or a map of parcels, as one HTML file.

    The file opens without a server and without the internet: nothing in it loads from elsewhere.
    """
    refuse_unwritable(output, "--output", layers)
    read = {
        "the argument BOUNDARY": boundary,
        "--decision": decision_file,
        "--proposed-main": main_file,
        "--project": project_file,
        "--proposal": proposal,
        "--petition": petition,
        "--register": register,
    }
    own = [("--ordinance", Path(each)) for each in ordinances]
    refuse_same_file([("--output", output)], [*read.items(), *own])
    of_sewers = {"--district": district, "--proposed-main": main_file, "--added-gpd": added_gpd}
    of_eru = {"--rate": rate is not None}
    of_assessment = {"--project": project_file, "--basis": basis}
    of_others = {"BOUNDARY": boundary, "--decision": decision_file, "--proposal": proposal, "--petition": petition}
    if kind == ASSESSMENT:
        of_boundary = {"--crs": crs, "--layer": layer, "--boundary-accuracy-ft": boundary_accuracy_ft is not None}
        refuse_of_others(kind, {**of_others, **of_sewers, **of_eru, **of_boundary, "--ordinance": ordinances})
        page, parcels = AssessmentMap(project_file, layers, date, editions, register, basis, law_pages).page()
        _write(output, page, kind, None, parcels, output_format)
        return
    refuse_of_others(kind, of_assessment)
    if date is None:
        raise OptionInvalid(
            what="No day is given.",
            where="the option --date",
            why="Law and editions are those of a day; only an assessment has one of its own, that of its levy.",
            next="Give it as --date YYYY-MM-DD.",
        )
    if kind in PARCEL_KINDS:
        if kind == ERU:
            not_of_eru = {"--crs": crs, "--layer": layer, "--law-pages": law_pages}
            refuse_of_others(kind, {**of_others, **of_sewers, **not_of_eru})
            page, parcels = EruMap(layers, date, editions, ordinances, register, rate).page()
        else:
            refuse_of_others(kind, {**of_others, **of_eru})
            asked = SewerMap(kind, layers, date, editions, ordinances, register, district, main_file, crs, added_gpd)
            page, parcels = asked.page()
        _write(output, page, kind, None, parcels, output_format)
        return
    refuse_of_others(kind, {"--ordinance": ordinances, **of_sewers, **of_eru})
    judged = BoundaryMap(
        kind,
        boundary,
        layers,
        date,
        editions,
        crs,
        layer,
        boundary_accuracy_ft,
        law_pages,
        decision_file,
        proposal,
        petition,
        register,
    )
    page, findings, lands = judged.page()
    _write(output, page, kind, findings, lands, output_format)


def _write(  # noqa: PLR0913 - what is written and told of it
    output: Path, page: str, kind: str, findings: int | None, lands: int | None, output_format: str
) -> None:
    data = page.encode()
    write_named(output, data, "--output")
    if output_format == "json":
        write_bytes(to_json(PageWritten(output.name, cast("Shown", kind), len(data), findings, lands)))
        return
    land = "parcels" if kind in PARCEL_KINDS else "pieces of land"
    told = f"{lands:,} {land}" if findings is None else f"{findings:,} findings"
    say(one_line(f"Wrote {output} ({len(data):,} bytes, {told})."))
