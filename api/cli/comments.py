"""`townline comments`: who may be heard on a boundary, what is unanswered, which parcels are objected for?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import read_named
from api.cli.options import crs_option, date_option, edition_option, layers_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.rules.words import day_words

if TYPE_CHECKING:
    from gis.proceedings.comments import Comment, Heard, HeardComment

_STANDING = {
    "pass": "owns property within, may be heard",
    "fail": "owns no property within; comments in writing stand",
    "within_tolerance": "owns slivers only: a person must look",
    "needs_evidence": "ownership within is not known",
}


@click.command("comments")
@click.argument("file", metavar="FILE.csv", required=False, type=click.Path(path_type=Path))
@click.option(
    "--register",
    "register_path",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Take the comments and objections of a register, in place of FILE.csv.",
)
@click.option("--proceeding", metavar="ID", help="Of the register, also what is entered on this proceeding.")
@click.option(
    "--boundary", required=True, metavar="FILE", type=click.Path(path_type=Path), help="The proposed boundary."
)
@layers_option
@date_option
@edition_option
@crs_option
@click.option("--with-text", is_flag=True, help="Repeat what was said and answered, which may name people.")
@format_option
@speaks
def comments_command(  # noqa: PLR0913 - one parameter an option
    file: Path | None,
    register_path: Path | None,
    proceeding: str | None,
    boundary: Path,
    layers: Path,
    date: dt.date,
    editions: Mapping[str, str],
    crs: str | None,
    with_text: bool,
    output_format: str,
) -> None:
    """List the comments and objections of FILE.csv, and who of the persons may be heard on the boundary.

    Owners of property within the boundary may appear at the hearing; anybody may comment in writing (Wis. Stat.
    60.71(4)(c)). Persons are told by owner key and line.
    """
    from gis.proposals.heard import heard_on_file  # noqa: PLC0415 - --help stays quick

    comments = _comments(file, register_path, proceeding, date)
    found = heard_on_file(comments, boundary, layers, date, editions=editions, crs=crs, with_text=with_text)
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*map(one_line, _lines(found)))


def _comments(file: Path | None, register: Path | None, proceeding: str | None, date: dt.date) -> tuple[Comment, ...]:
    from gis.proceedings.comment_files import read_comments  # noqa: PLC0415 - --help stays quick
    from gis.proceedings.comments import comments_of  # noqa: PLC0415 - the same
    from gis.register.reading import read_register  # noqa: PLC0415 - the same

    if register is not None and file is None:
        return comments_of(read_register(read_named(register, "--register"), register.name), date, proceeding)
    if file is not None and register is None:
        return read_comments(read_named(file, "the argument FILE.csv"), file.name, date)
    raise OptionInvalid(
        what="One source of comments is needed.",
        where="the argument FILE.csv and the option --register",
        why="Both were given." if file else "Neither was given.",
        next="Name a file of comments, or a register with --register.",
    )


def _lines(found: Heard) -> Iterator[str]:
    yield f"Comments and objections ({len(found.comments):,})"
    for each in found.comments:
        yield from _comment(each)
    yield f"Not answered by the board ({len(found.unanswered):,}): {_numbers(found.unanswered)}"
    spoke = found.spoke_without_being_owner
    yield f"Said at the hearing by persons not shown to own property within ({len(spoke):,}): {_numbers(spoke)}"
    yield f"Parcels objected for ({len(found.objected_for):,})"
    yield from (f"  {parcel}: {_numbers(lines)}" for parcel, lines in found.objected_for.items())
    if found.not_on_file:
        yield f"Names a parcel that is not on file ({len(found.not_on_file):,}): {_numbers(found.not_on_file)}"
    if found.objected_for_none:
        yield f"Objections that name no parcel ({len(found.objected_for_none):,}): {_numbers(found.objected_for_none)}"


def _comment(each: HeardComment) -> Iterator[str]:
    who = each.who or "a person not named by an owner key"
    standing = f" ({_STANDING[each.state]})" if each.state else ""
    parcels = f", about {', '.join(each.parcels)}" if each.parcels else ""
    outside = f"; not within: {', '.join(each.parcels_not_inside)}" if each.parcels_not_inside else ""
    how = "in writing" if each.how == "writing" else "at the hearing"
    answered = f"answered {day_words(each.answered_on)}" if each.answered_on else "not answered"
    yield (
        f"  line {each.line}, {day_words(each.date)}, {each.kind} on {each.about} {how} by {who}{standing}{parcels}"
        f"{outside}; {answered}"
    )
    if each.text is not None:
        yield f"    said: {each.text}"
    if each.answer:
        yield f"    answer: {each.answer}"


def _numbers(lines: tuple[int, ...]) -> str:
    return f"line{'' if len(lines) == 1 else 's'} {', '.join(map(str, lines))}" if lines else "none"
