"""`townline calendar`: by when must each act of a proceeding be done, as a table, JSON or a calendar file?"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from api.cli.named_files import write_named
from api.cli.outlet import printable
from api.cli.output import one_line, speaks, write_bytes
from api.proceeding_dates import NAMES, choices, is_list, read_dates
from gis.calendar.weekdays import weekday
from gis.model.timetable import HearingWindow, Timetable, TimetableRow
from gis.rules.words import day_words

_WIDTH = 116
_DAY = 19
"""Columns that the longest day takes, and the gap after it."""
_WORDS = 40
"""Words of a choice that still fit into the help."""

HELP: Mapping[str, str] = MappingProxyType(
    {
        "title": "Name of the proposed district, for the headings.",
        "proceeding": "How the district comes about; a petition where it is left out.",
        "petition_received": "The clerk's receipt of the petition with enough valid signatures.",
        "newspaper_weekday": "Day on which the weekly newspaper comes out.",
        "notice_ready": "First day on which the notice can be out; the day of receipt where it is left out.",
        "bond_filed": "Filing of the petitioners' bond.",
        "insertions": "A day of publication; may be given for each.",
        "notice_mailed": "Mailing of the notice to the two departments, the later one.",
        "clerks_mailed": "The department's last mailing to a town clerk (60.72).",
        "hearing_date": "Day of the hearing.",
        "continued_to": "Day of the continued hearing.",
        "continued_insertions": "A day of publication of the new notice; may be given for each.",
        "decision_issued": "Written findings and decision.",
        "outcome": "What was decided; both ways are told where it is left out.",
        "order_date": "Order establishing the district, or dismissing the proceedings.",
        "filed_with_dnr": "Filing of the order with the DNR.",
        "recorded": "Recording of the order with the last register of deeds.",
        "costs_paid": "Payment of the board's costs after a dismissal.",
        "order_received": "The town board's receipt of the department's order (60.72).",
        "town_acted": "The town board's own order after the department's (60.72).",
        "established": "Day on which the district came to be; the day of the order where it is left out.",
        "action_filed": "Court action against the order.",
        "towns_count": "Towns in which the district lies.",
        "counties_count": "Counties in which the district lies.",
        "method": "How commissioners are selected.",
        "method_determined": "Day on which the board determined that.",
        "election_kind": "Election of the first commissioners; spring where it is left out.",
        "interim_appointed": "Appointment of commissioners until the election.",
        "commissioners_chosen": "The town board's choice of commissioners after the department's order.",
        "election_petition_filed": "Petition for elected commissioners.",
        "election_petition_asks": "Which election it asks for; spring where it is left out.",
        "elected_by_petition": "Election of commissioners that such a petition led to.",
        "referendum_date": "Referendum on a change to appointment.",
        "referendum_certified": "Certification of its results.",
        "appointed_after_referendum": "Appointment after that referendum.",
        "office_open_saturday": "Whether the office that takes payments is open on Saturdays.",
        "holidays": "A legal holiday beyond Wisconsin's usual ones; may be given for each.",
    }
)
"""What each option says; its name is that of the fact, in the singular where it may be given more than once."""


def _option(name: str) -> str:
    return f"--{(name.removesuffix('s') if is_list(name) else name).replace('_', '-')}"


def _metavar(name: str) -> str:
    words = choices(name)
    if words:
        return "|".join(words) if len("|".join(words)) < _WORDS else "DAY"
    return {"title": "TEXT"}.get(name, "N" if name.endswith("_count") else "YYYY-MM-DD")


def _stated_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command one option for each fact of a proceeding; what is written is read later, with our own words."""
    for name in reversed(NAMES):
        # Each may stand twice for click, so that one fact stated twice is refused and not half forgotten.
        option = click.option(_option(name), name, multiple=True, metavar=_metavar(name), help=HELP[name])
        command = option(command)
    return command


@click.command("calendar")
@_stated_options
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["table", "json", "ics"]),
    default="table",
    show_default=True,
    help="A table for people, JSON for scripts, or a calendar file for a calendar program.",
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File to write instead of standard output; one that is there is replaced.",
)
@speaks
def calendar_command(output_format: str, out: Path | None, **stated: tuple[str, ...]) -> None:
    """Give every day of a proceeding on a town sanitary district: Wis. Stat. 60.71 to 60.75.

    With the day of receipt alone it says on which days a hearing can be held, or why on none. Each further day that
    is stated gives the days that follow from it, and whether what was done is in time.
    """
    from gis.law.loader import load_law  # noqa: PLC0415 - --help stays quick
    from gis.model.jsonio import to_json  # noqa: PLC0415 - the same
    from gis.proceedings.timetable.making import timetable  # noqa: PLC0415 - the same

    pairs = ((name, text) for name in NAMES for text in stated[name])
    given = read_dates(pairs, lambda name: f"the option {_option(name)}")
    made = timetable(given, load_law())
    if output_format == "ics":
        from maps.calendar_file import calendar_file  # noqa: PLC0415 - the same

        data = calendar_file(made)
    elif output_format == "json":
        data = to_json(made)
    else:
        data = (printable("\n".join(map(one_line, _table(made)))) + "\n").encode()
    if out is None:
        write_bytes(data)
    else:
        write_named(out, data, "--out")


def _table(made: Timetable) -> Iterator[str]:
    given = made.given
    how = "by petition" if given.proceeding == "petition" else "by order of the department"
    yield f"Timetable of a town sanitary district {how}{f': {given.title}' if given.title else ''}"
    yield ""
    for name, window in (("Hearing", made.window), ("Continued hearing", made.continued_window)):
        if window is not None:
            yield from _window(name, window)
            yield ""
    yield _columns("last day", "moves to", "plan by", "act")
    for row in made.rows:
        yield from _row(row)
    yield ""
    yield "Elections and legal holidays"
    yield from (f"  {_when(row):<{_DAY}}{row.what}" for row in made.public_days)
    yield ""
    for beyond in sorted({row.beyond for row in (*made.rows, *made.public_days) if row.beyond}):
        yield from _wrapped(f"Outside the five texts: {beyond}.", "  * ")
    for note in made.notes:
        yield from _wrapped(note, "  ")


def _window(name: str, window: HearingWindow) -> Iterator[str]:
    yield from _wrapped(f"{name}: {window.because}", "")
    for condition in window.conditions:
        yield from _wrapped(f"{condition.because} ({condition.citation}).", "  - ")
    for reason in window.failing:
        yield from _wrapped(f"The stated day does not stand: {reason}.", "  ! ")


def _row(row: TimetableRow) -> Iterator[str]:
    moves = "" if row.rolled is None or row.rolled == row.day else _short(row.rolled)
    plan = "" if row.plan_by is None or row.plan_by == row.day else _short(row.plan_by)
    who = f" ({row.who})" if row.who else ""
    yield _columns(_when(row), moves, plan, f"{row.what}{who}{_standing(row)}")
    mark = " *" if row.beyond else ""
    yield from _wrapped(f"{row.citation}{mark}. {row.note}".strip(), " " * (2 + _DAY))


def _standing(row: TimetableRow) -> str:
    if row.done is None or (row.day == row.done and row.in_time is None):
        return ""
    standing = "" if row.in_time is None else ", in time" if row.in_time else ", LATE"
    return f": {_short(row.done)}{standing}"


def _columns(day: str, moves: str, plan: str, act: str) -> str:
    return f"  {day:<{_DAY}}{moves:<{_DAY}}{plan:<{_DAY}}{act}"


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent))


def _when(row: TimetableRow) -> str:
    if row.day is not None:
        return _short(row.day)
    return "none stated" if row.kind == "no_day" else "open"


def _short(day: dt.date) -> str:
    """Write a day in 17 characters at most: Wed May 6, 2026."""
    return f"{weekday(day)[:3]} {day_words(day)[:3]} {day.day}, {day.year}"
