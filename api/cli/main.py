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

from api.cli.outlet import OutputClosed, outlets
from api.cli.output import EXIT_BAD_INPUT, EXIT_DONE, report_error
from gis import __version__
from gis.errors import OptionInvalid, TownlineError

# What a shell says of a command that SIGINT or SIGPIPE ended.
EXIT_INTERRUPTED = 130
EXIT_NOBODY_READS = 141

# Name: (module, attribute, what the list of commands says).
COMMANDS: Mapping[str, tuple[str, str, str]] = {
    "import": ("api.cli.importing", "import_command", "Import a layer as an immutable edition."),
    "check": ("api.cli.importing", "check_command", "Say what importing a file would find, and change nothing."),
    "preset": ("api.cli.preset", "preset_group", "List presets, and propose a map of a file's columns."),
    "editions": ("api.cli.importing", "editions_command", "List the editions on file."),
    "consistency": (
        "api.cli.consistency",
        "consistency_command",
        "List where the layers on file contradict each other.",
    ),
    "export": ("api.cli.export", "export_command", "Write an edition as a file for another program."),
    "diff": ("api.cli.diff", "diff_command", "Say what changed between two editions, and what became of each parcel."),
    "levy": ("api.cli.levy", "levy_command", "Divide a district's levy between its towns."),
    "shares": ("api.cli.levy", "shares_command", "Say how the towns' shares of a district's value changed."),
    "private-systems": (
        "api.cli.private_systems",
        "private_systems_command",
        "Say what a district owes for private systems, and how it lay before 1990.",
    ),
    "commissioner": ("api.cli.commissioner", "commissioner_command", "Say whether a person may be a commissioner."),
    "annexation": (
        "api.cli.annexation",
        "annexation_command",
        "Say what annexed land takes from a district, or who lets land join one.",
    ),
    "petition": (
        "api.cli.petition",
        "petition_command",
        "Propose which owners of record signed a petition, and say who is missing.",
    ),
    "register": (
        "api.cli.register",
        "register_command",
        "List what people established, and where it contradicts itself.",
    ),
    "connection-records": (
        "api.cli.connection_records",
        "connection_records_command",
        "Count the connections of a period for the regional commission.",
    ),
    "proceeding": ("api.cli.proceeding", "proceeding_command", "Say how far a proceeding is, and what is due by when."),
    "comments": ("api.cli.comments", "comments_command", "Say who is entitled to be heard, and what is unanswered."),
    "connections": (
        "api.cli.connections",
        "connections_command",
        "Say which parcels must connect to a sewer, why and by when.",
    ),
    "eru": ("api.cli.eru", "eru_command", "Say how many runoff units each parcel has, its charge, and why."),
    "charges": (
        "api.cli.charges",
        "charges_command",
        "Say what it costs a parcel to connect, develop, divide, or a bill.",
    ),
    "arrears": ("api.cli.arrears", "arrears_command", "Say which debts of a utility go to the tax roll."),
    "assess": ("api.cli.assess", "assess_command", "Spread the cost of a project over parcels, to the cent."),
    "evaluate": ("api.cli.evaluate", "evaluate_command", "Judge a proposed boundary by every rule that applies."),
    "decide": ("api.cli.decide", "decide_command", "Apply a board's decision, and judge every rule again."),
    "map": ("api.cli.map", "map_command", "Write a boundary and its findings as one map file."),
    "calendar": ("api.cli.calendar", "calendar_command", "Give every day of a proceeding by the statutory calendar."),
    "serve": ("api.cli.serve", "serve_command", "Serve the map and the HTTP API."),
    "cases": ("api.cli.cases", "cases_command", "Judge case and scene files and say which hold."),
    "law": ("api.cli.law", "law_command", "List the law on file, or explain one rule or value of it."),
    "ordinance": (
        "api.cli.ordinance",
        "ordinance_group",
        "List the ordinances on file, and write and check one of your own.",
    ),
    "stale": ("api.cli.stale", "stale_command", "Say whether a stored report still stands."),
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
    """Run the command line and leave with its exit status.

    0 done; 1 a rule or example failed; 2 bad input, or output that cannot be written; 130 interrupted; 141 whoever
    read the output has gone. A wrong use is reported on standard error as one block, or as a JSON object where
    `--format json` is among the arguments.
    """
    with outlets():
        sys.exit(_run(list(sys.argv[1:] if arguments is None else arguments)))


def _run(given: Sequence[str]) -> int:
    try:
        status = townline.main(args=list(given), prog_name="townline", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return EXIT_BAD_INPUT
    except click.ClickException as error:
        report_error(_as_ours(error), as_json=_wants_json(given))
        return EXIT_BAD_INPUT
    except TownlineError as error:
        report_error(error, as_json=_wants_json(given))
        return EXIT_BAD_INPUT
    except OutputClosed:
        return EXIT_NOBODY_READS
    except (click.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    return status if isinstance(status, int) else EXIT_DONE


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


def _wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--format json` is among arguments that may be wrong in any other way."""
    pairs = itertools.pairwise(arguments)
    return "--format=json" in arguments or ("--format", "json") in pairs


if __name__ == "__main__":
    main()
