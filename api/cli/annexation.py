"""`townline annexation`: what does annexed land take from a district, and who must approve that land joins one?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import write_named
from api.cli.options import date_option, edition_option, layers_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from api.cli.register_option import register_of
from gis.errors import OptionInvalid
from gis.model.jsonio import dump_json, to_json
from gis.model.state_words import STATE_WORDS
from gis.rules.words import day_words
from gis.units import acres

if TYPE_CHECKING:
    from gis.model.annexation import AnnexationEffect, DistrictAnnexation, MoneyOpen

_OUTCOMES = {
    "untouched": "The district is untouched.",
    "within_accuracy": "A person must look: nothing wider than the accuracy of the lines leaves.",
    "part_leaves": "Part of the district leaves it.",
    "dissolved": "The whole district is annexed, and dissolved.",
}


@click.command("annexation")
@click.argument("annexed", type=click.Path(path_type=Path))
@click.option("--district", help="Name of the district in the layer of districts.")
@click.option("--district-file", type=click.Path(path_type=Path), help="File with the boundary of the district.")
@click.option(
    "--to-district",
    metavar="NAME",
    help="District that the land asks to join, where its ordinance follows CKSD's: which towns must approve.",
)
@click.option(
    "--ordinance",
    metavar="ID|FILE.yaml",
    help="With --to-district: the district's ordinance; else the one on file that names it.",
)
@click.option(
    "--proceeding",
    metavar="ID",
    help="With --to-district: name of the annexation in the register, where it tells of several.",
)
@layers_option
@date_option
@edition_option
@click.option(
    "--register", "register_file", type=click.Path(path_type=Path), help="Register: what is owed, what towns decided."
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE.geojson", help="Where to write what remains.")
@format_option
@speaks
def annexation_command(  # noqa: PLR0913 - one parameter an option
    annexed: Path,
    district: str | None,
    district_file: Path | None,
    to_district: str | None,
    ordinance: str | None,
    proceeding: str | None,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    register_file: Path | None,
    out: Path | None,
    output_format: str,
) -> None:
    """Say what leaves a district where a village or city annexes the land in the file ANNEXED, or who lets it join one.

    Told are the land, parcels, mains and unpaid assessments that leave, and the questions that the law leaves to
    people (Wis. Stat. 60.79). Whether the annexation is valid is not decided here. With --to-district told are the
    towns whose boards must approve that the land is annexed to the district, and whether they have (CKSD ch. IX).
    """
    named = [name for name, value in (("--ordinance", ordinance), ("--proceeding", proceeding)) if value is not None]
    if to_district is not None:
        _refuse_of_the_other(district, district_file, out)
        _join(annexed, to_district, layers, date, editions, register_file, ordinance, proceeding, output_format)
        return
    if named:
        raise OptionInvalid(
            what=f"{named[0]} is given without --to-district.",
            where=f"the option {named[0]}",
            why="It says something of the district that the land asks to join.",
            next="Give --to-district too, or leave it out.",
        )
    from gis.proposals.annexation import annex  # noqa: PLC0415 - --help stays quick

    asked = district if district_file is None else district_file
    if asked is None or (district is not None and district_file is not None):
        raise OptionInvalid(
            what="One district is needed.",
            where="the options --district and --district-file",
            why="Both were given." if asked else "Neither was given.",
            next="Give its name with --district, or its boundary with --district-file.",
        )
    register = register_of(register_file, None)
    found = annex(annexed, asked, layers, date, register=register, editions=editions)
    if out is not None and found.remaining is not None:
        write_named(out, dump_json(found.remaining.geojson), "--out")
    if output_format == "json":
        write_bytes(to_json(found.effect))
        return
    say(*_lines(found.effect))
    if out is not None:
        say(
            f"What remains was written to {out.name}." if found.remaining else f"{out.name} was not written: see above."
        )


def _refuse_of_the_other(district: str | None, district_file: Path | None, out: Path | None) -> None:
    """Refuse options that ask what leaves a district, where it is asked who lets land join one."""
    for name, value in (("--district", district), ("--district-file", district_file), ("--out", out)):
        if value is not None:
            raise OptionInvalid(
                what=f"{name} and --to-district are asked at once.",
                where=f"the option {name}",
                why="What leaves a district and who lets land join one are two questions.",
                next=f"Leave {name} out, and run the command again for the other question.",
            )


def _join(  # noqa: PLR0913 - one parameter an option
    land: Path,
    district: str,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    register_file: Path | None,
    ordinance: str | None,
    proceeding: str | None,
    output_format: str,
) -> None:
    from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - --help stays quick
    from gis.law.ordinance_files import load_ordinances, named_ordinance  # noqa: PLC0415 - the same
    from gis.proposals.joining import Joining, join  # noqa: PLC0415 - the same
    from gis.proposals.on_file import LayersOnFile, plain_frame  # noqa: PLC0415 - the same

    ordinances, named = (load_ordinances(), None) if ordinance is None else named_ordinance(ordinance)
    register = register_of(register_file, None)
    drawn = read_boundary(land, plain_frame())
    asked = Joining(drawn, district, date, ordinances, named, register, proceeding, editions)
    found = join(asked, LayersOnFile(layers))
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*map(one_line, _joining_lines(found)))


def _joining_lines(found: DistrictAnnexation) -> Iterator[str]:
    finding = found.finding
    yield f"Annexation to the {found.district} on {day_words(found.date)}, {found.ordinance_title}"
    yield f"{finding.question} {STATE_WORDS[finding.state]}"
    yield f"{finding.because} ({finding.rule}, {finding.citation})"
    towns = finding.answer if isinstance(finding.answer, list) else None
    must = "not known" if towns is None else ", ".join(map(str, towns)) or "none"
    yield f"Towns that must approve: {must}"
    yield f"The land {'adjoins' if found.adjoins else 'does not adjoin'} the district."
    yield f"Parcels and other records with land of it: {len(found.parcels)}"
    yield from (
        f"  {parcel.parcel_id}: {parcel.relation}, {float(acres(parcel.inside_sqft.value)):,.2f} acres"
        for parcel in found.parcels
    )
    yield from (f"Note: {note}" for note in (*finding.notes, *found.notes))
    yield "Draft for review. Not legal advice, not a survey."


def _lines(effect: AnnexationEffect) -> Iterator[str]:
    yield f"{effect.district} on {day_words(effect.date)}: {_OUTCOMES[effect.outcome]}"
    yield effect.because
    yield (
        f"Before: {float(effect.before_acres):,.2f} acres. Leaves: {float(effect.leaves_acres):,.2f} acres "
        f"({float(effect.leaves_sqft):,.2f} sq ft). Remains: {float(effect.remains_acres):,.2f} acres in "
        f"{effect.remains_parts} piece{'' if effect.remains_parts == 1 else 's'}, {effect.remains_holes} holes."
    )
    yield f"Parcels and other records with land that leaves, such as streets and water: {len(effect.parcels):,}"
    yield from (
        f"  {parcel.parcel_id}: {parcel.relation}, {float(acres(parcel.inside_sqft.value)):,.2f} acres"
        for parcel in effect.parcels
    )
    yield f"Mains in it: {len(effect.mains)}"
    yield from (
        f"  {main.sewer_id}: {main.kind or 'kind not stated'}, {main.status or 'status not stated'}, "
        f"{float(main.length_leaving_ft):,.1f} ft leave"
        + (f", {float(main.length_staying_ft):,.1f} ft stay" if main.length_staying_ft else "")
        for main in effect.mains
    )
    yield f"Manholes, lift stations and other points in it: {len(effect.nodes)}"
    yield f"Parcels with money owed or a lien: {len(effect.money_open)}"
    yield from (
        f"  {money.parcel_id}: {_owed(money)}"
        + (f", lien of {day_words(money.lien_recorded)}" if money.lien_recorded else "")
        for money in effect.money_open
    )
    if effect.questions:
        yield "What the law leaves to people:"
    yield from (f"  {each.question} ({each.citation}; {each.source})" for each in effect.questions)
    yield from (f"Note: {note}" for note in effect.notes)
    yield "Draft for review. Not legal advice, not a survey."


def _owed(money: MoneyOpen) -> str:
    """Say what is owed; where nothing was levied on the parcel by the register, that is not the same as paid."""
    if not money.levied:
        return "no assessment in the register"
    if not money.owed:
        return f"${float(money.levied):,.2f} levied, all of it paid"
    return f"${float(money.owed):,.2f} owed"
