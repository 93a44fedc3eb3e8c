"""`townline decide`: what must the board order, which boundary results, and what does that change in every rule?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import write_named
from api.cli.options import (
    boundary_accuracy_option,
    brought_options,
    crs_option,
    date_option,
    edition_option,
    layers_option,
)
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.model.decision import REASON_WORDS, RULING_WORDS, Changes, DecidedLand, Decision
from gis.model.jsonio import dump_json, to_json
from gis.rules.words import day_words
from gis.units import acres

if TYPE_CHECKING:
    from maps.exclusions import ChangeEntry


@click.command("decide")
@click.argument("boundary", type=click.Path(path_type=Path))
@layers_option
@date_option
@click.option(
    "--decision",
    "decision_file",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE.yaml",
    help="The board's findings, and the land left out, kept or taken in.",
)
@edition_option
@crs_option
@click.option("--layer", "boundary_layer", help="Layer of the boundary file, where it holds several.")
@boundary_accuracy_option
@brought_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FINAL.geojson",
    help="Where to write the resulting boundary, in longitude and latitude; a file that is there is replaced.",
)
@format_option
@speaks
def decide_command(  # noqa: PLR0913 - one parameter an option
    boundary: Path,
    layers: Path,
    date: dt.date,
    decision_file: Path,
    editions: Mapping[str, str],
    crs: str | None,
    boundary_layer: str | None,
    boundary_accuracy_ft: Fraction | None,
    proposal: Path | None,
    petition: Path | None,
    register: Path | None,
    out: Path | None,
    output_format: str,
) -> None:
    """Apply the board's decision to BOUNDARY, and judge every rule again on what results.

    A decision file is YAML. What is not found or decided yet is left out or says undecided:

    \b
      findings: {necessary: yes, welfare: yes, benefit: partly}
      exclusions:
        - parcels: ["012-0345-000", "012-0346-000, Jefferson"]
          reason: cannot_be_served
          evidence: Grade study, plate 2
          decision: exclude
          because: No main can reach these lots by gravity.
        - name: North strip
          polygon: strip.geojson
          reason: no_building
          evidence: Wetland inventory, sheet 7
          decision: undecided
      additions:
        - name: Mill Lane
          polygon: mill-lane.geojson
          because: Its wells failed in March.

    Reasons are own_system, cannot_be_served, served_elsewhere, no_building, owner_statement and other; decisions are
    exclude, keep and undecided. A polygon is a file beside the decision file, or GeoJSON written in it. Text is shown
    as it is written, on maps too: name no person in it.
    """  # noqa: D301 - click's mark for lines that stay as they are
    from api.brought_files import BroughtFiles  # noqa: PLC0415 - --help stays quick
    from gis.proposals.decisions.decide import Decider  # noqa: PLC0415 - the same
    from gis.proposals.decisions.file import read_decision  # noqa: PLC0415 - the same
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - the same

    board = read_decision(decision_file)
    evaluator = Evaluator(layers)
    decided = Decider(evaluator).decide_file(
        boundary,
        board,
        date,
        editions,
        crs=crs,
        layer=boundary_layer,
        boundary_accuracy_ft=boundary_accuracy_ft,
        brought=BroughtFiles(proposal, petition, register).read(evaluator, layers, date, editions),
    )
    decision = decided.decision
    if out is not None and decision.boundary is not None:
        write_named(out, dump_json(decision.boundary), "--out")
    if output_format == "json":
        write_bytes(to_json(decision))
        return
    say(*map(one_line, _lines(decision)))
    if out is not None:
        written = (
            "was not written: no boundary results" if decision.boundary is None else "holds the resulting boundary"
        )
        say(f"{out.name} {written}.")


def _lines(decision: Decision) -> Iterator[str]:
    from maps.exclusions import OUTCOME_WORDS  # noqa: PLC0415 - --help stays quick

    yield f"The board's decision on this boundary, judged for {day_words(decision.date)}"
    yield f"  {OUTCOME_WORDS[decision.outcome]}"
    yield f"  {decision.decided.rule}: {decision.decided.because} ({decision.decided.citation})"
    if decision.addition is not None:
        yield f"  {decision.addition.rule}: {decision.addition.because} ({decision.addition.citation})"
    yield ""
    yield f"Land proposed to be left out or taken in ({len(decision.lands):,})"
    for land in decision.lands:
        yield from _land(land)
    if decision.after is not None and decision.shape is not None:
        yield ""
        yield f"What results (boundary {decision.after.boundary.hash})"
        yield from (f"  {sentence}" for sentence in decision.shape.sentences)
    if decision.changes is not None:
        yield from _changes(decision.changes)
    yield from (f"Note: {note}" for note in decision.notes)
    yield "Draft for review. Not legal advice, not a survey."


def _land(land: DecidedLand) -> Iterator[str]:
    name = f"Parcel {land.name}" if land.kind == "parcel" else land.name
    whole, inside = (f"{float(acres(area_sqft)):,.2f} acres" for area_sqft in (land.area_sqft, land.inside_sqft))
    how = {"inside": "all inside", "outside": "all outside", "cut": f"{inside} of them inside"}[land.relation]
    yield f"  {name}: {RULING_WORDS[land.ruling]}; {whole}, {how} the boundary described"
    evidence = f" (evidence: {land.evidence})" if land.evidence else ""
    if land.reason is not None:
        yield f"    proposed because {REASON_WORDS[land.reason]}{evidence}"
    if land.because:
        yield f"    the board: {land.because}"


def _changes(changes: Changes) -> Iterator[str]:
    from maps.exclusions import change_entries  # noqa: PLC0415 - --help stays quick

    yield from (f"  {sentence}" for sentence in changes.land)
    yield ""
    yield "What changed in every rule"
    entries = tuple(change_entries(changes.changed))
    for change, entry in zip(changes.changed, entries, strict=True):
        if change.sentences:
            yield from _change(entry)
    if not changes.changed:
        yield "  Nothing changed in any rule."
    renumbered = [change.rule for change in changes.changed if not change.sentences]
    if renumbered:
        yield f"  Same answer, from other numbers: {', '.join(dict.fromkeys(renumbered))}; --format json has them."
    if changes.unchanged:
        yield f"  Unchanged: {', '.join(changes.unchanged)}."
    yield from (f"  {note}" for note in changes.notes)


def _change(entry: ChangeEntry) -> Iterator[str]:
    rule = entry.rule if entry.subject is None else f"{entry.rule}, {entry.subject}"
    yield from (f"  {rule}: {sentence}" for sentence in entry.sentences)
    for name, before, after in entry.measures:
        said = f"{name}: {before} before, {after} now"
        if f"{said}." not in entry.sentences:
            yield f"    {said}"
    if entry.numbers_of is not None:
        yield f"    Its numbers changed as those of {entry.numbers_of} did."
