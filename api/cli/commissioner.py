"""`townline commissioner`: may this person serve on the commission of this district?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import click

from api.cli.options import boundary_accuracy_option, crs_option, date_option, layers_option
from api.cli.output import format_option, say, speaks, write_bytes
from api.cli.register_option import register_of
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.model.state_words import STATE_WORDS


@click.command("commissioner")
@click.argument("boundary", type=click.Path(path_type=Path))
@layers_option
@date_option
@crs_option
@boundary_accuracy_option
@click.option("--home", metavar="LON,LAT", help="Where the person lives: longitude and latitude.")
@click.option("--owner", "owner_key", type=int, help="Owner key of the person, as the parcels have it.")
@click.option("--register", "register_file", type=click.Path(path_type=Path), help="What people established.")
@click.option("--district", help="Name of the district in the register.")
@format_option
@speaks
def commissioner_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path,
    layers: Path,
    date: dt.date,
    crs: str | None,
    boundary_accuracy_ft: Fraction | None,
    home: str | None,
    owner_key: int | None,
    register_file: Path | None,
    district: str | None,
    output_format: str,
) -> None:
    """Say whether a person may be a commissioner of the district BOUNDARY (Wis. Stat. 60.75(3)).

    The person is told by the home's place and by the owner key, never by name. What the register says of the owner
    and the district (summer resort, a town board that is the commission) goes before the map.
    """
    from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - --help stays quick
    from gis.proposals.eligibility import Person, may_serve  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile, plain_frame  # noqa: PLC0415 - the same

    if home is None and owner_key is None:
        raise OptionInvalid(
            what="Nobody is named.",
            where="the options --home and --owner",
            why="The law asks where a person lives, and in some districts what the person owns.",
            next="Give the place of the home with --home, the owner key with --owner, or both.",
        )
    register = register_of(register_file, district)
    person = Person(None if home is None else _place(home), owner_key, district)
    drawn = read_boundary(boundary, plain_frame(), crs=crs)
    finding = may_serve(person, drawn, LayersOnFile(layers), date, register, boundary_accuracy_ft)
    if output_format == "json":
        write_bytes(to_json(finding))
        return
    say(f"{finding.question} {STATE_WORDS[finding.state]}", finding.because, f"({finding.citation})")
    say(*(f"Note: {note}" for note in finding.notes))


def _place(text: str) -> tuple[float, float]:
    try:
        longitude, latitude = (float(part) for part in text.split(","))
    except ValueError as error:
        raise OptionInvalid(
            what=f"{text[:60]!r} is no place.",
            where="the option --home",
            why="A place is a longitude and a latitude in degrees, parted by a comma.",
            next="Write it such as -89.4012,43.0731.",
        ) from error
    return longitude, latitude
