"""`townline map`: how does this boundary look, with its findings, as one file to send or print?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal, cast
from urllib.parse import urlsplit

import click

from api.cli.asked_once import AskedOnce
from api.cli.eru_asking import exact_option
from api.cli.map_eru import ERU, EruMap
from api.cli.map_sewers import SEWER_KINDS, SewerMap, refuse_of_others
from api.cli.named_files import refuse_unwritable, write_named
from api.cli.options import (
    boundary_accuracy_option,
    brought_options,
    crs_option,
    date_option,
    edition_option,
    layers_option,
)
from api.cli.ordinance_option import ordinance_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.model.written import PageWritten

BOUNDARY_KINDS = ("proposal", "exclusions")
PARCEL_KINDS = (*SEWER_KINDS, ERU)
"""Kinds that are about parcels, and take no boundary."""
Shown = Literal["proposal", "exclusions", "service-area", "proposed-main", "eru"]


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
@date_option
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
    "proposed main would change; or runoff units and bills. The last three take no BOUNDARY.",
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
@exact_option("--rate", "DOLLARS", "Rate of one runoff unit and one bill for --kind eru, in place of the one adopted.")
@brought_options
@format_option
@speaks
def map_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path | None,
    output: Path,
    layers: Path,
    date: dt.date,
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
    proposal: Path | None,
    petition: Path | None,
    register: Path | None,
    output_format: str,
) -> None:
    """Write BOUNDARY and its findings, a board's decision on it, who must connect, or runoff units, as one HTML file.

    The file opens without a server and without the internet: nothing in it loads from elsewhere.
    """
    refuse_unwritable(output, "--output", layers)
    of_sewers = {"--district": district, "--proposed-main": main_file, "--added-gpd": added_gpd}
    of_eru = {"--rate": rate is not None}
    if kind in PARCEL_KINDS:
        of_others = {"BOUNDARY": boundary, "--decision": decision_file, "--proposal": proposal, "--petition": petition}
        if kind == ERU:
            of_boundary = {"--crs": crs, "--layer": layer, "--law-pages": law_pages}
            refuse_of_others(kind, {**of_others, **of_sewers, **of_boundary})
            page, parcels = EruMap(layers, date, editions, ordinances, register, rate).page()
        else:
            refuse_of_others(kind, {**of_others, **of_eru})
            asked = SewerMap(kind, layers, date, editions, ordinances, register, district, main_file, crs, added_gpd)
            page, parcels = asked.page()
        _write(output, page, kind, None, parcels, output_format)
        return
    if boundary is None:
        raise OptionInvalid(
            what=f"The map of kind {kind} needs a boundary.",
            where="the argument BOUNDARY",
            why="It shows what was judged of one.",
            next="Name the file of the boundary, or ask for --kind service-area or eru.",
        )
    refuse_of_others(kind, {"--ordinance": ordinances, **of_sewers, **of_eru})
    from api.brought_files import BroughtFiles  # noqa: PLC0415 - --help stays quick
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - the same
    from maps.assets import inline_assets  # noqa: PLC0415 - the same

    if (kind == "exclusions") is not (decision_file is not None):
        raise OptionInvalid(
            what="The map of exclusions needs a decision, and no other map takes one.",
            where="the options --kind and --decision",
            why="It shows the land proposed to be left out and the ruling on each.",
            next="Give both --kind exclusions and --decision FILE.yaml, or neither.",
        )
    assets = inline_assets()
    evaluator = Evaluator(layers)
    brought = BroughtFiles(proposal, petition, register).read(evaluator, layers, date, editions)
    if decision_file is None:
        from maps.exports import proposal_page  # noqa: PLC0415 - --help stays quick

        judged = evaluator.evaluate_file(
            boundary,
            date,
            editions,
            crs=crs,
            layer=layer,
            boundary_accuracy_ft=boundary_accuracy_ft,
            brought=brought,
        )
        page = proposal_page(judged.view, judged.report, assets, law_pages=law_pages)
        findings, lands = len(judged.report.findings), None
    else:
        from gis.proposals.decisions.decide import Decider  # noqa: PLC0415 - --help stays quick
        from gis.proposals.decisions.file import read_decision  # noqa: PLC0415 - the same
        from maps.exclusions import exclusions_page  # noqa: PLC0415 - the same

        board = read_decision(decision_file)
        decided = Decider(evaluator).decide_file(
            boundary,
            board,
            date,
            editions,
            crs=crs,
            layer=layer,
            boundary_accuracy_ft=boundary_accuracy_ft,
            brought=brought,
        )
        page = exclusions_page(decided.view, decided.decision, assets, law_pages=law_pages)
        findings, lands = None, len(decided.decision.lands)
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
