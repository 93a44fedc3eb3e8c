"""`townline petition`: which owners of record signed, is it enough, and who would complete it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import read_named, write_named
from api.cli.options import (
    boundary_accuracy_option,
    crs_option,
    date_option,
    day_option,
    edition_option,
    layers_option,
)
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import EditionMissing, OptionInvalid
from gis.model.finding import Finding, State
from gis.model.jsonio import to_json
from gis.model.state_words import STATE_WORDS

if TYPE_CHECKING:
    from gis.facts.ground import Ground
    from gis.layers.layer import Layer
    from gis.proceedings.petition.listing import MatchedLine, MatchedPetition, UnsignedOwner
    from gis.proceedings.petition.signatures import Petition
    from gis.proposals.evaluate import Evaluator

_SHOWN = 20
_TSD_02 = "TSD-02"
_KEPT = "A file in which somebody may have decided is never replaced."


@dataclass(frozen=True, slots=True)
class _Line:
    """The boundary to count within, as the options give it."""

    file: Path
    crs: str | None
    accuracy_ft: Fraction | None


@click.command("petition")
@click.argument("file", metavar="FILE.csv", type=click.Path(path_type=Path))
@layers_option
@date_option
@edition_option
@click.option(
    "--boundary",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Proposed boundary: look among owners inside first, and say whether enough of them signed.",
)
@crs_option
@boundary_accuracy_option
@day_option("--filed", "Day on which the clerk received the petition; no signature is later.")
@click.option("--verified", is_flag=True, help="One petitioner has verified that all signers signed personally.")
@click.option(
    "--decided",
    metavar="DECISIONS.csv",
    type=click.Path(path_type=Path),
    help="A matched file in which a person has decided lines before; its decisions are taken over.",
)
@click.option(
    "--out",
    metavar="MATCHED.csv",
    type=click.Path(path_type=Path),
    help="File to write with the proposals and an empty column for decisions; it keeps the names of the signers as the "
    "petition has them. One that is there is not replaced.",
)
@click.option(
    "--with-names", is_flag=True, help="Show signers' and owners' names, and write owners' names to --out too."
)
@format_option
@speaks
def petition_command(  # noqa: PLR0913 - one parameter an option
    file: Path,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    boundary: Path | None,
    crs: str | None,
    boundary_accuracy_ft: Fraction | None,
    filed: dt.date | None,
    decided: Path | None,
    out: Path | None,
    output_format: str,
    *,
    verified: bool,
    with_names: bool,
) -> None:
    """Propose which owner of record each signer of a petition is, for a person to decide.

    For staff: it reads the private names of owners, and shows none unless --with-names is given. Equal names are
    certain; others are likely at most. In the file that --out writes, a person fills the column `decision` with yes,
    no or the number of an owner key; `townline evaluate --petition` and this command count by it.
    """
    from api.on_file import owners_layer  # noqa: PLC0415 - --help stays quick
    from gis.proceedings.petition.decided import with_decisions, write_matched  # noqa: PLC0415 - --help stays quick
    from gis.proceedings.petition.listing import MatchedPetition, matched_lines  # noqa: PLC0415 - the same
    from gis.proceedings.petition.matching import propose, settled  # noqa: PLC0415 - the same
    from gis.proceedings.petition.names import owner_names  # noqa: PLC0415 - the same
    from gis.proceedings.petition.reading import read_petition  # noqa: PLC0415 - the same
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - the same

    evaluator = Evaluator(layers)
    parcels = evaluator.layer("parcels", date, editions.get("parcels"))
    owners = owners_layer(evaluator, parcels, date, editions)
    names = owner_names(layers, owners.edition)
    if names is None:
        raise _no_names(owners)
    known = frozenset([*parcels.column("parcel_id").tolist(), *names.by_parcel])
    petition = read_petition(
        read_named(file, "the argument FILE.csv"),
        file.name,
        date,
        filed=filed,
        parcel_ids=known,
        is_verified=True if verified else None,
    )
    petition.refuse_other_edition(owners.edition)
    if decided is not None:
        earlier = read_petition(read_named(decided, "--decided"), decided.name, date, filed=filed)
        petition = with_decisions(petition, earlier, owners.edition)
    line = None if boundary is None else _Line(boundary, crs, boundary_accuracy_ft)
    ground = None if line is None else _ground(evaluator, line, date, editions)
    proposals = propose(petition, names, _inside(ground))
    petition = settled(petition, proposals, owners.edition)
    shown_names = names if with_names else None
    if out is not None:
        write_named(
            out,
            write_matched(petition, proposals, owners.edition, shown_names),
            "--out",
            kept="A file in which somebody may have decided is never replaced.",
        )
    lines = matched_lines(petition, proposals, shown_names)
    matched = MatchedPetition(file.name, owners.edition, lines, petition.counting_notes())
    if ground is not None:
        matched = _counted(matched, ground, petition, date)
    if output_format == "json":
        write_bytes(to_json(matched))
    else:
        say(*map(one_line, _text(matched)))


def _no_names(owners: Layer) -> EditionMissing:
    return EditionMissing(
        what=f"No names of owners are on file for edition {owners.edition} of {owners.kind}.",
        where="the private side file of the layers folder",
        why="Signers are matched to owners of record by name.",
        next="Import the parcels from a source that names owners, or a table of them with: "
        "townline import owners FILE --layers DIR",
    )


def _ground(evaluator: Evaluator, line: _Line, date: dt.date, editions: Mapping[str, str]) -> Ground:
    evaluation = evaluator.evaluate_file(line.file, date, editions, crs=line.crs, boundary_accuracy_ft=line.accuracy_ft)
    if evaluation.ground is None:
        raise OptionInvalid(
            what="The boundary is not closed yet.",
            where="the option --boundary",
            why="It encloses no land whose owners could have signed.",
            next="Close the outline, or leave the option out to match signers only.",
        )
    return evaluation.ground


def _inside(ground: Ground | None) -> frozenset[int] | None:
    from gis.facts.owners_inside import owner_keys_inside  # noqa: PLC0415 - --help stays quick

    return None if ground is None else owner_keys_inside(ground)


def _counted(matched: MatchedPetition, ground: Ground, petition: Petition, date: dt.date) -> MatchedPetition:
    """Return the petition with what TSD-02 finds of it, undecided lines both ways, and who has not signed."""
    from gis.facts.petition_facts import as_proposed, petition_facts  # noqa: PLC0415 - --help stays quick
    from gis.law.loader import load_law  # noqa: PLC0415 - the same
    from gis.proceedings.petition.both_ways import both_ways  # noqa: PLC0415 - the same
    from gis.proceedings.petition.listing import unsigned_owners  # noqa: PLC0415 - the same
    from gis.rules.registry import judge  # noqa: PLC0415 - the same

    gathered = petition_facts(ground, petition)
    parameters = load_law().parameters(date)
    without = judge(_TSD_02, gathered.facts, parameters)
    with_proposed = judge(_TSD_02, as_proposed(gathered.facts, petition), parameters)
    finding = both_ways(without, with_proposed, petition)
    notes = tuple(dict.fromkeys([*finding.notes, *gathered.notes]))
    return replace(
        matched,
        finding=replace(finding, evidence=gathered.evidence, notes=notes),
        unsigned=unsigned_owners(gathered.facts, petition, without),
    )


def _text(matched: MatchedPetition) -> Iterator[str]:
    yield f"Petition {matched.petition}: {len(matched.lines):,} signatures, owners of edition {matched.owners_edition}"
    yield (
        f"  certain {matched.count('certain'):,}, likely {matched.count('likely'):,}, none {matched.count('none'):,}; "
        f"a person has to decide {sum(line.standing == 'undecided' for line in matched.lines):,}"
    )
    yield ""
    yield f"  {'line':>5}  {'owner':<22} {'score':>5}  {'names':<8} {'decided':<9} parcel"
    for line in matched.lines:
        yield from _line(line)
    if matched.finding is not None:
        yield from _finding(matched.finding)
        yield from _unsigned(matched.unsigned or (), matched.finding)
    notes = [*matched.notes, *(() if matched.finding is None else matched.finding.notes)]
    yield ""
    yield from (f"Note: {note}" for note in dict.fromkeys(notes))


def _line(line: MatchedLine) -> Iterator[str]:
    owners = ", ".join(str(candidate.owner_key) for candidate in line.candidates) or "-"
    score = str(line.candidates[0].score) if line.candidates else "-"
    decision = line.decision or "to decide"
    yield f"  {line.line:>5}  {owners:<22} {score:>5}  {line.match:<8} {decision:<9} {', '.join(line.parcels) or '-'}"
    if line.signer is not None:
        yield f"         {line.signer}: {' | '.join(line.owners or ()) or 'no owner resembles it'}"
    yield from (f"         {remark}" for remark in line.remarks)


def _finding(finding: Finding) -> Iterator[str]:
    yield ""
    yield f"{finding.rule}, {finding.question} {STATE_WORDS[finding.state]}"
    yield f"  {finding.because}"
    yield ""
    yield f"  {'':<8} {'signed':>14} {'of':>14} {'needed':>14} {'short':>14}"
    told = finding.measures
    for name, unit in (("owners", "owners"), ("land", "acres")):
        of = told.get("owner_count" if name == "owners" else "land_acres")
        signed = told.get("owners_signed" if name == "owners" else "land_signed_acres")
        needed, short = (
            told.get(f"{name}_{what}{'' if name == 'owners' else '_acres'}") for what in ("needed", "short")
        )
        yield f"  {unit:<8} " + " ".join(f"{_number(value):>14}" for value in (signed, of, needed, short))


def _number(value: object) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.2f}" if isinstance(value, float) else "not known"


def _unsigned(unsigned: tuple[UnsignedOwner, ...], finding: Finding) -> Iterator[str]:
    if not unsigned:
        return
    yield ""
    yield f"Owners of land inside who have not signed ({len(unsigned):,}), most land first"
    short = finding.measures.get("owners_short")
    if finding.state is not State.PASS and isinstance(short, int) and short:
        yield f"  by head, any {short:,} of them would complete the petition"
    for owner in unsigned[:_SHOWN]:
        marks = [
            mark
            for mark, is_so in (
                ("would complete it alone", owner.completes_alone),
                ("among few who together would complete it by land", owner.in_completing_set),
                ("with others who have not signed", owner.with_others),
            )
            if is_so
        ]
        told = f": {'; '.join(marks)}" if marks else ""
        yield f"  {owner.owner}, {_number(float(owner.area_acres))} acres, {', '.join(owner.parcels)}{told}"
    if len(unsigned) > _SHOWN:
        yield f"  and {len(unsigned) - _SHOWN:,} more; all are told with --format json"
