"""`townline levy` and `townline shares`: what has each town of a district's value, and of its levy?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.options import crs_option, date_option, day_option, edition_option, layers_option
from api.cli.output import format_option, say, speaks, write_bytes
from api.values import dollars_and_cents
from gis.model.exact import money
from gis.model.jsonio import to_json
from gis.model.state_words import STATE_WORDS
from gis.rules.words import day_words

if TYPE_CHECKING:
    from gis.model.levy import LevySplit, SharesOverTime


@click.command("levy")
@click.argument("amount", metavar="AMOUNT")
@click.argument("boundary", type=click.Path(path_type=Path))
@layers_option
@date_option
@edition_option
@crs_option
@format_option
@speaks
def levy_command(  # noqa: PLR0913 - one parameter an option
    amount: str,
    boundary: Path,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    crs: str | None,
    output_format: str,
) -> None:
    """Divide a levy of AMOUNT dollars between the towns of the district in the file BOUNDARY.

    Each town's part follows the equalized value of taxable property inside (CKSD ordinance, chapter II(8)).
    """
    from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - --help stays quick
    from gis.proposals.on_file import LayersOnFile, plain_frame  # noqa: PLC0415 - the same
    from gis.proposals.town_shares import levy_split  # noqa: PLC0415 - the same

    dollars = dollars_and_cents(amount, "the argument AMOUNT")
    split = levy_split(dollars, read_boundary(boundary, plain_frame(), crs=crs), LayersOnFile(layers), date, editions)
    if output_format == "json":
        write_bytes(to_json(split))
    else:
        say(*_levy_lines(split))


@click.command("shares")
@click.argument("boundary", type=click.Path(path_type=Path))
@layers_option
@date_option
@crs_option
@click.option("--first-authorized", help="Town first authorised to select the commissioners.")
@day_option("--shares-changed", "Day from which the other board's days run, where it is settled.")
@day_option("--board-acted", "Day on which the other board acted.")
@format_option
@speaks
def shares_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path,
    layers: Path,
    date: dt.date,
    crs: str | None,
    first_authorized: str | None,
    shares_changed: dt.date | None,
    board_acted: dt.date | None,
    output_format: str,
) -> None:
    """Say which share of the value in BOUNDARY each town had by every roll on file, and what its board may now do.

    Wis. Stat. 60.74(2): where another town's share exceeds that of the town first authorised, its board may replace
    the commissioners.
    """
    from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - --help stays quick
    from gis.model.facts.commissioners import ShareShiftFacts  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile, plain_frame  # noqa: PLC0415 - the same
    from gis.proposals.town_shares import shares_over_time  # noqa: PLC0415 - the same

    told = ShareShiftFacts(
        first_authorized=first_authorized,
        shares_changed=shares_changed,
        board_acted=board_acted,
    )
    found = shares_over_time(read_boundary(boundary, plain_frame(), crs=crs), LayersOnFile(layers), date, told)
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*_share_lines(found))


def _levy_lines(split: LevySplit) -> Iterator[str]:
    yield split.because
    for town in split.towns:
        share = "share not known" if town.share is None else f"{_percent(town.share)} of the value"
        levy = "no part" if town.levy is None else f"${_dollars(town.levy)}"
        yield f"  {town.town}: {levy}, {share} ({_value(town.equalized_value)})"
    yield from (f"Note: {note}" for note in split.notes)
    yield f"({split.citation}) Draft for review. Not legal advice, not a survey."


def _share_lines(found: SharesOverTime) -> Iterator[str]:
    for year in found.years:
        leader = "no town leads for certain" if year.leader is None else f"{year.leader} leads"
        yield f"Roll of {year.roll_year} (from {day_words(year.vintage)}, edition {year.parcels_edition}): {leader}"
        for town in year.towns:
            share = "share not known" if town.share is None else _percent(town.share)
            yield f"  {town.town}: {share} ({_value(town.equalized_value)})"
    finding = found.finding
    yield f"{finding.rule} ({finding.citation}): {STATE_WORDS[finding.state]}. {finding.because}"
    yield from (f"Note: {note}" for note in (*finding.notes, *found.notes))
    yield "Draft for review. Not legal advice, not a survey."


def _percent(share: Fraction) -> str:
    return f"{float(share) * 100:.2f} percent"


def _dollars(amount: Fraction) -> str:
    return f"{float(money(amount)):,.2f}"


def _value(amount: Fraction | None) -> str:
    return "value not known" if amount is None else f"${_dollars(amount)} equalized"
