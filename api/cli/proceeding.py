"""`townline proceeding`: how far is it, who must do what by when, and what comes next?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.named_files import read_named
from api.cli.options import date_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes
from api.cli.register import contradiction_line
from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.rules.words import day_words

if TYPE_CHECKING:
    from gis.proceedings.definitions import Definition
    from gis.proceedings.due_days import DueDay
    from gis.proceedings.status import OpenAct, ProceedingStatus

_WIDTH, _LINES = 100, 50


@click.command("proceeding")
@click.argument("name", metavar="ID")
@click.option("--kind", required=True, metavar="KIND", help="petition, department_order, addition, removal and more.")
@click.option(
    "--register",
    "register_path",
    required=True,
    metavar="FILE.csv",
    type=click.Path(path_type=Path),
    help="Entries on the proceeding; those dated later than --date do not count yet.",
)
@date_option
@format_option
@speaks
def proceeding_command(name: str, kind: str, register_path: Path, date: dt.date, output_format: str) -> None:
    """Say how far the proceeding ID of a register is on a day.

    What is done and whether in time, what is open, for whom and by when, what the next states lack, and what the law
    leaves open. Entries that contradict each other support nothing.
    """
    from gis.law.loader import load_law  # noqa: PLC0415 - --help stays quick
    from gis.proceedings.status import status  # noqa: PLC0415 - the same
    from gis.register.reading import read_register  # noqa: PLC0415 - the same

    definition = _definition(kind)
    register = read_register(read_named(register_path, "--register"), register_path.name)
    if name not in register.subjects("proceeding"):
        raise OptionInvalid(
            what="No entry of the register is about that proceeding.",
            where="the argument ID",
            why="Where a proceeding stands follows from what is entered on it.",
            next="List the register with: townline register FILE.csv",
        )
    found = status(register, name, definition, date, load_law().parameters(date))
    if output_format == "json":
        write_bytes(to_json(found))
    else:
        say(*map(one_line, _lines(found)))


def _definition(kind: str) -> Definition:
    from gis.proceedings.definitions import proceedings  # noqa: PLC0415 - --help stays quick

    definition = proceedings().get(kind.strip().casefold().replace("-", "_"))
    if definition is None:
        raise OptionInvalid(
            what="There is no proceeding of that kind.",
            where="the option --kind",
            why="Each kind has states and acts of its own.",
            next=f"Choose among {', '.join(proceedings())}.",
        )
    return definition


def _lines(found: ProceedingStatus) -> Iterator[str]:
    since = f" since {day_words(found.state.since)}" if found.state.since else ""
    yield f"{found.proceeding}: {found.title} ({found.citation}), on {day_words(found.date)}"
    if found.outside:
        yield f"The source is outside the five texts (confidence {found.outside})."
    yield f"State: {found.state.state.replace('_', ' ')}{since}. {found.state.says}."
    for reached in found.path[1:-1]:
        on = f" on {day_words(reached.since)}" if reached.since else ""
        yield f"  before: {reached.state.replace('_', ' ')}{on}"
    yield from _table(found)
    yield "Next"
    for following in found.next:
        lacks = "; ".join(following.lacks) or "nothing"
        yield f"  {following.state.replace('_', ' ')} lacks: {lacks}"
    if not found.next:
        yield "  nothing follows"
    if found.ahead:
        yield "Entered, and counts when what comes before it is entered too"
        yield from (f"  {says}" for says in found.ahead)
    if found.contradictions:
        yield f"Contradictions ({len(found.contradictions):,}); what they are about counts as not done"
        yield from (contradiction_line(each) for each in found.contradictions)
    if found.later_entries:
        yield f"{found.later_entries:,} of the entries on it are dated later and do not count yet."
    if found.questions:
        yield "What the law leaves open"
        yield from (f"  {each.says} ({each.citation})" for each in found.questions)
    if found.verify:
        yield "To verify; it decides nothing here"
        yield from (f"  {each.says} ({each.citation}, confidence {each.confidence})" for each in found.verify)


def _table(found: ProceedingStatus) -> list[str]:
    from rich import box  # noqa: PLC0415 - --help stays quick
    from rich.console import Console  # noqa: PLC0415 - the same
    from rich.table import Table  # noqa: PLC0415 - the same
    from rich.text import Text  # noqa: PLC0415 - the same

    paper = StringIO()
    console = Console(file=paper, width=_WIDTH, height=_LINES, highlight=False, color_system=None, legacy_windows=False)
    table = Table(box=box.ASCII2, show_lines=True, expand=True)
    table.add_column("Act", ratio=5, overflow="fold")
    table.add_column("Who", ratio=3, overflow="fold")
    table.add_column("When", ratio=4, overflow="fold")
    table.add_column("Law", ratio=3, overflow="fold")
    for done in found.done:
        late = {True: "done in time, ", False: "done late, ", None: "done "}[done.in_time]
        when = f"{late}{', '.join(map(day_words, done.on))}{_by(done.due)}"
        table.add_row(*(Text(one_line(cell)) for cell in (done.says, done.who, when, _law(done.citation, done.rule))))
    for act in found.open:
        cells = (act.says, act.who, _when(act), _law(act.citation, act.rule))
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    console.print(table)
    return paper.getvalue().splitlines()


def _when(act: OpenAct) -> str:
    begun = f"begun {', '.join(map(day_words, act.begun_on))}; " if act.begun_on else ""
    must = "may be done" if act.may else "overdue" if act.overdue else "open"
    waits = f", counted from what is not known yet: {act.waits_for}" if act.waits_for else ""
    return f"{begun}{must}{_by(act.due)}{waits}"


def _by(due: DueDay | None) -> str:
    if due is None:
        return ""
    moved = f", moved to {day_words(due.last_day)}" if due.last_day != due.day else ""
    first = f" (for the first time by {day_words(due.first_insertion_by)})" if due.first_insertion_by else ""
    plan = f"; plan for {day_words(due.plan_by)}" if due.plan_by != due.day else ""
    return f", by {due.weekday}, {day_words(due.day)}{moved}{first}{plan}"


def _law(citation: str, rule: str) -> str:
    return f"{citation} ({rule})" if rule else citation
