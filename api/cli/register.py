"""`townline register`: what did people establish, and where does it contradict itself?"""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import read_named, write_named
from api.cli.options import optional_date_option
from api.cli.output import EXIT_FAILED, format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import dump_json, to_data, to_json
from gis.rules.words import day_words

if TYPE_CHECKING:
    from gis.register.contradictions import Contradiction
    from gis.register.listing import ListedEntry, Listing


@click.command("register")
@click.argument("file", metavar="FILE.csv", required=False, type=click.Path(path_type=Path))
@optional_date_option("Day after which nothing can have been so; an entry of a later date is refused.")
@click.option("--subject", metavar="NAME", help="Only entries on this parcel, owner, main, district or proceeding.")
@click.option("--kind", metavar="KIND", help="Only entries of this kind; --kinds lists them.")
@click.option("--kinds", "list_kinds", is_flag=True, help="List the kinds of entry, and read no file.")
@click.option(
    "--out",
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="File to write the whole register to, in its settled form and with its history.",
)
@click.option(
    "--fail-on-contradiction",
    "fails",
    is_flag=True,
    help="Leave with exit status 1 where listed entries contradict each other.",
)
@format_option
@speaks
def register_command(  # noqa: PLR0913 - one parameter an option
    file: Path | None,
    date: dt.date | None,
    subject: str | None,
    kind: str | None,
    list_kinds: bool,
    out: Path | None,
    fails: bool,
    output_format: str,
) -> None:
    """List the entries of FILE.csv by subject, and what cannot all be right.

    Kinds and values are checked against the closed list; every bad row is named by its line. Free text, documents and
    who entered what are never repeated.
    """
    from gis.register.listing import listing  # noqa: PLC0415 - --help stays quick
    from gis.register.reading import read_register  # noqa: PLC0415 - the same
    from gis.register.writing import write_register  # noqa: PLC0415 - the same

    if list_kinds:
        _tell_kinds(output_format)
        return
    if file is None:
        raise OptionInvalid(
            what="No register is named.",
            where="the arguments of townline register",
            why="Entries are read from a CSV file.",
            next="Name it: townline register FILE.csv. Or list the kinds of entry with --kinds.",
        )
    register = read_register(read_named(file, "the argument FILE.csv"), file.name, date)
    told = listing(register, subject, None if kind is None else {_kind(kind)})
    if out is not None:
        write_named(out, write_register(register.entries), "--out")
    if output_format == "json":
        write_bytes(to_json(told))
    else:
        say(*map(one_line, _lines(told)))
    if fails and told.contradictions:
        sys.exit(EXIT_FAILED)


def _kind(word: str) -> str:
    from gis.register.kinds import meaning, near  # noqa: PLC0415 - --help stays quick

    found = meaning(word)
    if found is None:
        alike = near(word)
        raise OptionInvalid(
            what="There is no kind of entry of that name.",
            where="the option --kind",
            why=f"Alike are {', '.join(alike)}." if alike else "No kind is like it.",
            next="List the kinds with: townline register --kinds",
        )
    return found.name


def _tell_kinds(output_format: str) -> None:
    from gis.register.kinds import kinds  # noqa: PLC0415 - --help stays quick

    if output_format == "json":
        write_bytes(dump_json({name: to_data(kind) for name, kind in kinds().items()}))
        return
    for name, kind in kinds().items():
        value = ", ".join(kind.choices) or kind.value.replace("_", " ")
        rules = sorted({rule for given in kind.gives for rule in given.rules})
        serves = f"; serves {', '.join(rules)}" if rules else ""
        say(f"{name}: {kind.says}", f"  about a {' or '.join(kind.subjects)}; value: {value}{serves}")


def _lines(told: Listing) -> Iterator[str]:
    yield f"Register of {told.count:,} entries, {told.register_hash}"
    for about in told.subjects:
        yield ""
        yield f"{about.subject_kind} {about.subject}"
        yield from (_entry(each) for each in about.entries)
    yield ""
    if not told.contradictions:
        yield "No entry contradicts another."
        return
    yield f"Contradictions ({len(told.contradictions):,})"
    yield from (contradiction_line(each) for each in told.contradictions)


def _entry(each: ListedEntry) -> str:
    value = f": {each.value}" if each.value else ""
    history = "" if each.counts else ", does not count any more"
    replaces = f", replaces entry {each.replaces}" if each.replaces else ""
    return f"  line {each.line}, {day_words(each.date)}, {each.kind}{value} ({each.says}){replaces}{history}"


def contradiction_line(each: Contradiction) -> str:
    """Return a contradiction as one line of text."""
    lines = ", ".join(map(str, each.lines))
    return f"  {each.subject_kind} {each.subject}, lines {lines}: {each.why}"
