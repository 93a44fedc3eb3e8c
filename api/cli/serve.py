"""`townline serve`: the map and the HTTP API, on this machine until stopped."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import click

from api.cli.options import (
    boundary_accuracy_option,
    brought_options,
    crs_option,
    date_option,
    edition_option,
    layers_option,
)
from api.cli.ordinance_option import ordinance_option, ordinances_of
from api.cli.output import format_option, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.model.written import Serving


@click.command("serve")
@layers_option
@date_option
@click.option("--boundary", type=click.Path(path_type=Path), metavar="FILE", help="Boundary to show on the map at /.")
@click.option(
    "--decision",
    "decision_file",
    type=click.Path(path_type=Path),
    metavar="FILE.yaml",
    help="The board's decision on that boundary, to show at /exclusions.",
)
@edition_option
@crs_option
@click.option("--layer", help="Layer of the boundary file, where it holds several.")
@boundary_accuracy_option
@brought_options
@ordinance_option(
    "Ordinance of which parcels are told whether they must connect, and which runoff units they have, by its id or in "
    "a file of your own; may be given several times. Left out, of each parcel the ordinance on file that names its "
    "place, and nothing of runoff."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; others see only loopback.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    help="Port to listen at; 0 takes any that is free.",
)
@format_option
@speaks
def serve_command(  # noqa: PLR0913 - one parameter an option
    layers: Path,
    date: dt.date,
    boundary: Path | None,
    decision_file: Path | None,
    editions: Mapping[str, str],
    crs: str | None,
    layer: str | None,
    boundary_accuracy_ft: Fraction | None,
    proposal: Path | None,
    petition: Path | None,
    register: Path | None,
    ordinances: tuple[str, ...],
    host: str,
    port: int,
    output_format: str,
) -> None:
    """Serve maps at /, /service-area and /runoff, parcels at /parcels, their charges at /charges, the API at /api.

    It answers until Ctrl-C. The layers are read when they are first needed; the maps of --boundary, --decision and
    --ordinance are made before the address is printed, so that what cannot be judged is told at once. With --format
    json the address is told as one JSON object.
    """
    from api.assessor import AssessmentsOnFile  # noqa: PLC0415 - --help stays quick
    from api.brought_files import BroughtFiles  # noqa: PLC0415 - --help stays quick
    from api.charger import ChargesOnFile  # noqa: PLC0415 - the same
    from api.connector import ConnectionsAsked, ConnectionsOnFile  # noqa: PLC0415 - the same
    from api.main import create_app  # noqa: PLC0415 - --help stays quick
    from api.reckoner import RunoffOnFile  # noqa: PLC0415 - the same
    from api.serving import is_loopback, listen, run  # noqa: PLC0415 - the same
    from api.settings import Settings  # noqa: PLC0415 - the same
    from gis.proposals.decisions.decide import Decider  # noqa: PLC0415 - the same
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - the same

    if decision_file is not None and boundary is None:
        raise OptionInvalid(
            what="A decision needs the boundary that it is about.",
            where="the option --decision",
            why="Land is left out of a boundary, or taken in, and none is given.",
            next="Give both --boundary FILE and --decision FILE.yaml, or neither.",
        )
    evaluator = Evaluator(layers)
    settings = Settings(
        date=date,
        boundary=boundary,
        decision=decision_file,
        crs=crs,
        layer=layer,
        boundary_accuracy_ft=boundary_accuracy_ft,
        editions=editions,
        brought=BroughtFiles(proposal, petition, register).read(evaluator, layers, date, editions),
    )
    known, ids = ordinances_of(ordinances)
    asked = ConnectionsAsked(date, known, ids, settings.brought.register, editions)
    # One that is about stormwater only makes no duty to connect, and has no map of it.
    of_duty = tuple(each for each in ids if known.get(each, date).connection_rule is not None)
    connector, reckoner = ConnectionsOnFile(layers, replace(asked, ids=of_duty)), RunoffOnFile(layers, asked)
    charger, assessor = ChargesOnFile(layers, asked, connector), AssessmentsOnFile(layers)
    with listen(host, port) as listening:
        app = create_app(settings, evaluator, Decider(evaluator), connector, reckoner, charger, assessor)
        app.state.page.html()
        app.state.decision_page.html()
        for ordinance in of_duty:
            app.state.service_area.html(ordinance)
        for ordinance in reckoner.titles:
            app.state.runoff.html(ordinance)
        is_open = not is_loopback(listening)
        if output_format == "json":
            run(app, listening, lambda address: write_bytes(to_json(Serving(address, is_open))))
            return
        if is_open:
            say("Everyone who reaches this address can ask: there are no accounts.", err=True)
        run(app, listening, lambda address: say(f"Townline answers at {address} (Ctrl-C stops it)"))
    say("Stopped.")
