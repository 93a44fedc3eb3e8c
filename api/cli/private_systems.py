"""`townline private-systems`: what does a district owe for private systems, and how did it lie before 1990?"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import write_named
from api.cli.options import crs_option, date_option, day_option, layers_option
from api.cli.output import format_option, say, speaks, write_bytes
from api.cli.register_option import register_of
from gis.model.jsonio import dump_json, to_json
from gis.model.state_words import STATE_WORDS
from gis.rules.words import day_words

if TYPE_CHECKING:
    from gis.model.finding import Finding
    from gis.model.private_systems import PrivateSystems


@click.command("private-systems")
@click.argument("boundary", type=click.Path(path_type=Path))
@layers_option
@date_option
@crs_option
@click.option(
    "--register", "register_file", type=click.Path(path_type=Path), help="Register of what people established."
)
@click.option("--district", help="Name of the district in the register.")
@day_option("--charge-issued", "Day on which the assessment, charge or tax is issued.")
@day_option("--district-created", "Day on which the district came into existence; else as the register has it.")
@click.option(
    "--operation-from-installation",
    "from_installation",
    is_flag=True,
    help="Count the years from the installation where no day of operation is known.",
)
@day_option("--territory-on", "Day on which the district's land is told; --date where it is left out.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.geojson",
    help="Where to write the district as it lay on that day.",
)
@format_option
@speaks
def private_systems_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path,
    layers: Path,
    date: dt.date,
    crs: str | None,
    register_file: Path | None,
    district: str | None,
    charge_issued: dt.date | None,
    district_created: dt.date | None,
    from_installation: bool,
    territory_on: dt.date | None,
    out: Path | None,
    output_format: str,
) -> None:
    """Judge the credit of every private system in the district BOUNDARY, and the inclusion of land once excluded.

    Wis. Stat. 60.726: a credit for systems that are older than the district; land excluded under former 60.725 is in
    the district from 1990-04-19 on.
    """
    from gis.geometry.boundary import read_boundary  # noqa: PLC0415 - --help stays quick
    from gis.proposals.on_file import LayersOnFile, plain_frame  # noqa: PLC0415 - the same
    from gis.proposals.private_systems import Charge, private_systems  # noqa: PLC0415 - the same

    register = register_of(register_file, district)
    charge = Charge(charge_issued, district, district_created, from_installation, territory_on)
    drawn = read_boundary(boundary, plain_frame(), crs=crs)
    found = private_systems(drawn, LayersOnFile(layers), date, charge, register)
    if out is not None and found.territory is not None:
        write_named(out, dump_json(found.territory.geojson), "--out")
    if output_format == "json":
        write_bytes(to_json(found.answer))
    else:
        say(*_lines(found.answer))


def _lines(answer: PrivateSystems) -> Iterator[str]:
    yield f"Private systems in the district on {day_words(answer.date)}: {len(answer.credits):,}"
    yield from _grouped(answer.credits)
    yield (
        f"Credits that could be computed: ${float(answer.credit_total):,.2f} in all; "
        f"{answer.credits_open} systems need evidence."
    )
    if answer.inclusions:
        yield "Parcels once excluded under former 60.725:"
    yield from _grouped(answer.inclusions)
    yield (
        f"The district on {day_words(answer.territory_on)}: {float(answer.territory_acres):,.2f} acres{_out(answer)}."
    )
    yield from (f"Note: {note}" for note in answer.notes)
    yield "Draft for review. Not legal advice, not a survey."


def _out(answer: PrivateSystems) -> str:
    count = len(answer.territory_excluded)
    if not count:
        return ""
    return f"; {count:,} parcel{'' if count == 1 else 's'} once excluded {'is' if count == 1 else 'are'} not in it"


def _grouped(findings: Sequence[Finding]) -> Iterator[str]:
    """Say each answer with its reason once, then its parcels; one with several systems with their number."""
    groups: dict[str, Counter[str]] = {}
    for finding in findings:
        # An inclusion is told by its sentence alone: that a rule passes says nothing of the parcel.
        answer = f"${finding.answer}: " if isinstance(finding.answer, str) else ""
        if finding.rule == "TSD-20" and not answer:
            answer = f"{STATE_WORDS[finding.state]}: "
        words = f"  {answer}{finding.because} ({finding.citation})"
        groups.setdefault(words, Counter())[str(finding.subject)] += 1
    for words, parcels in groups.items():
        named = (f"{parcel} ({count} systems)" if count > 1 else parcel for parcel, count in parcels.items())
        yield words
        yield f"    {', '.join(named)}"
