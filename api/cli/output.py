"""How does a command speak: results on standard output, errors as one block on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from api.cli.outlet import Outlet, one_line, printable
from api.errors import error_data
from gis.errors import TownlineError
from gis.model.jsonio import dump_json

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_DONE",
    "EXIT_FAILED",
    "format_option",
    "one_line",
    "progress_at_terminal",
    "report_error",
    "say",
    "speaks",
    "write_bytes",
]

if TYPE_CHECKING:
    from gis.layers.progress import Progress

P = ParamSpec("P")
R = TypeVar("R")

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_BAD_INPUT = 2


def say(*lines: str, err: bool = False) -> None:
    """Write lines for people, on standard output or standard error; nothing in them commands the terminal."""
    click.echo(printable("\n".join(lines)), err=err)


def progress_at_terminal() -> Progress:
    """Return what tells a person at a terminal how far the work is; a script reads nothing but faults there."""
    from gis.layers.progress import silent  # noqa: PLC0415 - --help stays quick

    return (lambda text: say(f"  {text} ...", err=True)) if sys.stderr.isatty() else silent


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output exactly as they are."""
    if isinstance(sys.stdout, Outlet):
        sys.stdout.write_bytes(data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def report_error(error: TownlineError, *, as_json: bool) -> None:
    """Write an error on standard error: one block for people, or a JSON object for scripts."""
    if as_json:
        sys.stderr.write(dump_json(error_data(error)).decode())
    else:
        say(f"townline: {error}", err=True)


format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text for people, or JSON for scripts.",
)


def speaks(command: Callable[P, R]) -> Callable[P, R]:
    """Report every Townline error of a command on standard error and leave with exit status 2.

    With `--format json` (the option `output_format`) the error is a JSON object.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except TownlineError as error:
            report_error(error, as_json=kwargs.get("output_format") == "json")
            sys.exit(EXIT_BAD_INPUT)

    return run
