"""How does a command speak: results on standard output, errors as one block on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import click

from api.errors import error_data
from gis.errors import TownlineError
from gis.model.jsonio import dump_json

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_DONE",
    "EXIT_FAILED",
    "error_data",
    "format_option",
    "speaks",
    "write_bytes",
]

P = ParamSpec("P")
R = TypeVar("R")

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_BAD_INPUT = 2


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output exactly as they are."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


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
            if kwargs.get("output_format") == "json":
                sys.stderr.write(dump_json(error_data(error)).decode())
            else:
                click.echo(f"townline: {error}", err=True)
            sys.exit(EXIT_BAD_INPUT)

    return run
