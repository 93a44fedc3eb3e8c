"""`townline`: which commands are there, and how do they leave?

Commands are loaded when they are called, so that help and small commands do not wait for geometry libraries.
"""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

import click

from api.cli.output import EXIT_BAD_INPUT, error_data
from gis import __version__
from gis.errors import OptionInvalid, TownlineError
from gis.model.jsonio import dump_json

EXIT_INTERRUPTED = 130

# Name: (module, attribute, what the list of commands says).
COMMANDS: Mapping[str, tuple[str, str, str]] = {
    "import": ("api.cli.importing", "import_command", "Import a layer as an immutable edition."),
    "check": ("api.cli.importing", "check_command", "Say what importing a file would find, and change nothing."),
    "editions": ("api.cli.importing", "editions_command", "List the editions on file."),
    "evaluate": ("api.cli.evaluate", "evaluate_command", "Judge a proposed boundary by every rule that applies."),
    "map": ("api.cli.map", "map_command", "Write a boundary and its findings as one map file."),
    "serve": ("api.cli.serve", "serve_command", "Serve the map and the HTTP API."),
    "cases": ("api.cli.cases", "cases_command", "Judge case and scene files and say which hold."),
    "schema": ("api.cli.schema", "schema_command", "Print the JSON Schemas of what Townline gives and takes."),
    "bench": ("api.cli.bench", "bench_command", "Measure how fast Townline is on this machine."),
}


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands, in the order of the work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Return a command by its name; null where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command = getattr(importlib.import_module(module), attribute)
        if not isinstance(command, click.Command):
            msg = f"{module}.{attribute} is no command"
            raise TypeError(msg)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, _, says) in COMMANDS.items()])


@click.group("townline", cls=LazyGroup)
@click.version_option(__version__, prog_name="townline")
def townline() -> None:
    """Townline: what the law says about a line on the map, and why."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave: 0 done, 1 a rule or example failed, 2 bad input, 130 interrupted.

    A wrong use is reported on standard error as one block, or as a JSON object where `--format json` is among the
    arguments.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = townline.main(args=given, prog_name="townline", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(EXIT_BAD_INPUT)
    except click.ClickException as error:
        _report(_as_ours(error), given)
        sys.exit(EXIT_BAD_INPUT)
    except TownlineError as error:
        _report(error, given)
        sys.exit(EXIT_BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(EXIT_INTERRUPTED)
    sys.exit(status if isinstance(status, int) else 0)


def _as_ours(error: click.ClickException) -> OptionInvalid:
    """Say in Townline's four parts what click found wrong with the arguments."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context is not None else "townline"
    usage = context.get_usage() if context is not None else "Usage: townline [OPTIONS] COMMAND"
    return OptionInvalid(
        what=error.format_message(),
        where=f"the arguments of {command}",
        why=" ".join(usage.split()),
        next=f"See `{command} --help`.",
    )


def _report(error: TownlineError, arguments: Sequence[str]) -> None:
    if _wants_json(arguments):
        sys.stderr.write(dump_json(error_data(error)).decode())
    else:
        click.echo(f"townline: {error}", err=True)


def _wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--format json` is among arguments that may be wrong in any other way."""
    pairs = itertools.pairwise(arguments)
    return "--format=json" in arguments or ("--format", "json") in pairs


if __name__ == "__main__":
    main()
