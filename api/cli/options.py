"""Which options do several commands share, and what do their values mean?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from api.values import accuracy_ft, iso_day
from gis.errors import OptionInvalid
from gis.model.edition import KINDS

F = TypeVar("F", bound=Callable[..., Any])


def _date(_context: click.Context, option: click.Parameter, value: str) -> dt.date:
    try:
        return iso_day(value)
    except ValueError as error:
        raise OptionInvalid(
            what=f"{value!r} is no date.",
            where=f"the option {option.opts[0]}",
            why=f"{str(error)[:1].upper()}{str(error)[1:]}.",
            next="Write it as YYYY-MM-DD, for example 2026-06-15.",
        ) from error


def _date_if_given(context: click.Context, option: click.Parameter, value: str | None) -> dt.date | None:
    return None if value is None else _date(context, option, value)


def _editions(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> Mapping[str, str]:
    editions: dict[str, str] = {}
    for value in values:
        kind, sign, edition = (part.strip() for part in value.partition("="))
        if not sign or not edition:
            raise _edition_error(
                what=f"{value!r} names no edition.", why="It must say a kind, an equals sign and an id."
            )
        if kind not in KINDS:
            raise _edition_error(
                what=f"There is no kind of layer called {kind!r}.", why=f"The kinds are {', '.join(KINDS)}."
            )
        if editions.get(kind, edition) != edition:
            raise _edition_error(what=f"Two editions of {kind} are named.", why="Only one of each kind can be used.")
        editions[kind] = edition
    return editions


def _edition_error(what: str, why: str) -> OptionInvalid:
    return OptionInvalid(
        what=what,
        where="the option --edition",
        why=why,
        next="Write --edition KIND=ID, for example --edition parcels=1f0c9a7be2d45568; "
        "townline editions lists what is on file.",
    )


def _accuracy(_context: click.Context, _option: click.Parameter, value: str | None) -> Fraction | None:
    return None if value is None else accuracy_ft(value, "the option --boundary-accuracy-ft")


def _folder(_context: click.Context, _option: click.Parameter, value: str) -> Path:
    # An empty text would mean the folder one stands in.
    if not value.strip():
        raise OptionInvalid(
            what="No folder is named.",
            where="the option --layers",
            why="Its value is empty, as that of a variable that was not set.",
            next="Name the folder of imported layers.",
        )
    return Path(value)


layers_option = click.option(
    "--layers",
    required=True,
    metavar="DIR",
    callback=_folder,
    type=click.Path(file_okay=False),
    help="Folder of imported layers.",
)
date_option = click.option(
    "--date", required=True, metavar="YYYY-MM-DD", callback=_date, help="Day by which law and editions are chosen."
)


def optional_date_option(says: str) -> Callable[[F], F]:
    """Return an option --date that may be left out; `says` is its help."""
    return day_option("--date", says)


def day_option(name: str, says: str, *, required: bool = False) -> Callable[[F], F]:
    """Return an option that takes a day and may be left out unless it is required; `says` is its help."""
    return click.option(name, metavar="YYYY-MM-DD", required=required, callback=_date_if_given, help=says)


edition_option = click.option(
    "--edition",
    "editions",
    multiple=True,
    metavar="KIND=ID",
    callback=_editions,
    help="Edition to use in place of the one in force; may be given once for each kind.",
)
crs_option = click.option(
    "--crs", metavar="CODE", help="Coordinate system of the boundary, where its file says none: EPSG:3071."
)
boundary_accuracy_option = click.option(
    "--boundary-accuracy-ft",
    metavar="FEET",
    callback=_accuracy,
    help="How far the true line may lie from the drawn one, in US survey feet, datum shifts included.",
)


def brought_options(command: F) -> F:
    """Add the options for what people bring beside the boundary: --proposal, --petition and --register."""
    for name, form, says in (
        ("--register", "FILE.csv", "Facts that people established: dates, filings, findings. See `townline register`."),
        ("--petition", "FILE.csv", "Signatures, best as `townline petition` matched them and a person decided them."),
        (
            "--proposal",
            "FILE.yaml",
            "What a person states: the kind of proceeding, and facts such as the date of the hearing.",
        ),
    ):
        command = click.option(name, type=click.Path(path_type=Path), metavar=form, help=says)(command)
    return command
