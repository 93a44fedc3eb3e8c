"""`townline consistency`: do the layers on file fit each other, and what does each misfit touch?"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import click

from api.cli.options import date_option, edition_option, layers_option
from api.cli.output import EXIT_FAILED, format_option, one_line, say, speaks, write_bytes
from gis.model.consistency import ConsistencyReport, Group, Inconsistency, Section, Tally
from gis.model.exact import money
from gis.model.jsonio import to_json
from gis.units import SQFT_PER_ACRE, acres

_SHOWN = 20
_NAMED = 6
"""Features named in one line; `--format json` names all."""
_ACRES_FROM_SQFT = SQFT_PER_ACRE / 10


@click.command("consistency")
@layers_option
@date_option
@edition_option
@click.option(
    "--fail-on",
    "fail_on",
    type=click.Choice(["beyond"]),
    help="Leave with exit status 1 where a fault is beyond the accuracy of the layers.",
)
@format_option
@speaks
def consistency_command(
    layers: Path, date: dt.date, editions: Mapping[str, str], fail_on: str | None, output_format: str
) -> None:
    """List where the layers on file contradict each other: places, areas, and the rules they touch.

    Roll against municipal polygons, land claimed twice or by nobody, parcels that overlap or leave gaps, reporting
    units that do not cover their municipality, tables that name what is not on file, and the sums of the roll.
    """
    from gis.proposals.consistency import consistency_on_file  # noqa: PLC0415 - --help stays quick

    report = consistency_on_file(layers, date, editions, _told if sys.stderr.isatty() else _silent)
    if output_format == "json":
        write_bytes(to_json(report))
    else:
        say(*map(one_line, _lines(report)))
    if fail_on and report.faults_beyond:
        sys.exit(EXIT_FAILED)


def _told(text: str) -> None:
    say(f"  {text} ...", err=True)


def _silent(_: str) -> None:
    """Say nothing, where nobody watches."""


def _lines(report: ConsistencyReport) -> Iterator[str]:
    yield f"Townline {report.townline}: do the layers on file fit each other on {report.date}?"
    used = ", ".join(f"{kind} {edition}" for kind, edition in report.editions.items())
    yield f"Editions: {used}"
    yield f"Areas are on the ground, measured in {report.measured_in}."
    faults = report.faults_beyond
    yield f"{faults:,} {'fault is' if faults == 1 else 'faults are'} beyond the accuracy of the layers."
    for section in report.sections:
        yield ""
        yield from _section(section)
    yield ""
    yield from _values(report)
    if report.notes:
        yield ""
        yield "Notes"
        yield from (f"  - {note}" for note in report.notes)


def _section(section: Section) -> Iterator[str]:
    yield section.title
    if section.not_on_file:
        yield f"  not on file: {', '.join(section.not_on_file)}"
    for note in section.notes:
        yield f"  {note}"
    if not section.groups and not section.not_on_file:
        yield "  nothing found"
    for group in section.groups:
        yield from _group(group)


def _group(group: Group) -> Iterator[str]:
    label = group.title if group.is_fault else f"{group.title} (a fact, no fault)"
    yield f"  {label}: {_tally(group.beyond) if group.beyond.count else 'none beyond the accuracy'}"
    if group.within.count:
        yield f"    within the accuracy, apart: {_tally(group.within)}"
    yield from (f"    {_item(item)}" for item in group.items[:_SHOWN])
    if len(group.items) > _SHOWN:
        yield f"    and {len(group.items) - _SHOWN:,} more; all are in --format json"
    touched = {rule for item in (*group.items, *group.slivers) for rule in item.rules}
    for effect in group.effects:
        if effect.rule in touched:
            yield f"    {effect.rule}: {effect.effect}"
    yield f"    To mend: {group.mend}"


def _tally(tally: Tally) -> str:
    if not tally.area_sqft:
        return f"{tally.count:,}"
    widest = f", {_width(tally.width_ft)} wide at most" if tally.width_ft else ""
    return f"{tally.count:,}, {_area(tally.area_sqft)} in all{widest}"


def _item(item: Inconsistency) -> str:
    names = [feature.feature_id for feature in item.features]
    shown = "; ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else "")
    said = [shown or "between features"]
    if item.claims:
        said.append(f"({'; '.join(item.claims)})")
    if item.area_sqft is not None:
        said.append(_area(item.area_sqft) + (f", {_width(item.width_ft)} wide" if item.width_ft is not None else ""))
    if item.longitude is not None and item.latitude is not None:
        said.append(f"at {item.longitude:.6f}, {item.latitude:.6f}")
    return " ".join(said)


def _area(area_sqft: Fraction) -> str:
    if area_sqft < _ACRES_FROM_SQFT:
        return f"{float(area_sqft):,.2f} sq ft"
    return f"{float(acres(area_sqft)):,.2f} acres"


def _width(width_ft: Fraction) -> str:
    return f"{float(width_ft):,.3f} ft"


def _values(report: ConsistencyReport) -> Iterator[str]:
    yield "What the roll adds up to, to be held against each statement of assessment"
    if not report.values:
        yield "  not on file: parcels"
    for each in report.values:
        county = f", {each.county} County" if each.county else ""
        without = f", {each.without_value:,} without a value" if each.without_value else ""
        exempt = f", {each.exempt:,} exempt" if each.exempt else ""
        yield (
            f"  {each.municipality or 'no municipality'}{county}, roll of {each.roll_year or 'no year'}: "
            f"{each.parcels:,} parcels{without}{exempt}; assessed {_dollars(each.assessed_value)}, estimated fair "
            f"market {_dollars(each.est_fair_market_value)}"
        )


def _dollars(amount: Fraction) -> str:
    whole, _, cents = money(amount).partition(".")
    return f"${int(whole):,}.{cents}"
