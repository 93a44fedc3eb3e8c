"""`townline law`: which rules and values of the law are on file, and what does one of them say?"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from api.cli.options import optional_date_option
from api.cli.output import format_option, one_line, say, speaks, write_bytes

if TYPE_CHECKING:
    from maps.law_words import LawItem, LawText

_WIDTH = 100
_STEP = "  "


@click.command("law")
@click.argument("name", required=False)
@optional_date_option("Day asked about; left out, that from which the newest text on file holds.")
@format_option
@speaks
def law_command(name: str | None, date: dt.date | None, output_format: str) -> None:
    """List the rules and the values of the law, or explain the one called NAME.

    NAME is the id of a rule, such as TSD-02, or the name of a value. A rule is told with what the law asks, how it is
    read, the facts it needs, the values in force on the day, and what it does not decide.
    """
    from gis.model.jsonio import to_json  # noqa: PLC0415 - --help stays quick
    from gis.rules.explaining import explained, law_list  # noqa: PLC0415 - the same
    from maps.law_words import law_text  # noqa: PLC0415 - the same

    told = law_list(date) if name is None else explained(name, date)
    if output_format == "json":
        write_bytes(to_json(told))
    else:
        say(*map(one_line, _lines(law_text(told))))


def _lines(text: LawText) -> Iterator[str]:
    yield from _wrapped(text.title, 0)
    yield from _wrapped(text.under, 0)
    for section in text.sections:
        yield ""
        yield section.heading
        for item in section.items:
            yield from _item(item)


def _item(item: LawItem) -> Iterator[str]:
    if len(item.says) == 1 and item.term:
        yield from _wrapped(f"{item.term}: {item.says[0]}", 1)
        return
    depth = 1
    if item.term:
        yield from _wrapped(item.term, 1)
        depth = 2
    for paragraph in item.says:
        yield from _wrapped(paragraph, depth)


def _wrapped(text: str, depth: int) -> list[str]:
    indent = _STEP * depth
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent + _STEP, break_on_hyphens=False)
