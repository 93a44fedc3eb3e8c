"""`townline cases`: do the worked examples of the rules hold?"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from api.cli.output import EXIT_FAILED, format_option, say, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.finding import Finding
from gis.model.jsonio import dump_json
from gis.proposals.cases import CasesResult, run_cases


@click.command("cases")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only this rule, such as TSD-01; may be repeated.")
@format_option
@speaks
def cases_command(files: tuple[Path, ...], rules: tuple[str, ...], output_format: str) -> None:
    """Judge case and scene files and say which hold.

    A folder stands for the .json files in it. Leaves with 1 if an example fails, with 2 if a file is no case or scene.
    """
    result = run_cases(_each_file(files), _judge_scene, rules or None)
    absent = [rule for rule in rules if rule not in result.rules]
    if absent:
        raise OptionInvalid(
            what=f"No example asks about {', '.join(absent)}.",
            where="option --rule",
            why=f"The files ask about: {', '.join(result.rules)}.",
            next="Correct the id, or name the files that hold its examples.",
        )
    if output_format == "json":
        write_bytes(dump_json(_data(result)))
    else:
        say(_text(result))
    if result.failed:
        sys.exit(EXIT_FAILED)


def _each_file(named: Sequence[Path]) -> Iterator[Path]:
    for path in named:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.glob("*.json"))
        if not inside:
            raise OptionInvalid(
                what=f"The folder {path.name or path} holds no worked examples.",
                where="the argument FILE...",
                why="A folder stands for the .json files in it, without those of folders inside it, and it has none.",
                next="Name the folder that holds the files, such as tests/cases/rules.",
            )
        yield from inside


def _judge_scene(scene: Mapping[str, Any], rules: Collection[str]) -> Mapping[tuple[str, str | None], Finding]:
    # Scenes need the geometry libraries, which take seconds to load; plain cases do not.
    from gis.proposals.scenes import judge_scene  # noqa: PLC0415 - the reason is the line above

    return judge_scene(scene, rules)


def _data(result: CasesResult) -> dict[str, object]:
    return {
        "total": result.total,
        "held": result.held,
        "failed": [{"id": failure.id, "difference": failure.difference} for failure in result.failed],
        "unimplemented": list(result.unimplemented),
        "not_judged": result.not_judged,
    }


def _text(result: CasesResult) -> str:
    counts = f"{result.held} of {result.total} examples hold, {len(result.failed)} do not"
    lines = [f"{counts}, {result.not_judged} are not judged." if result.not_judged else f"{counts}."]
    if result.not_judged:
        lines.append("Not judged, because a rule that they ask about is not implemented yet:")
        lines.append(f"  {', '.join(result.unimplemented)}")
    if result.failed:
        lines.append("What does not hold:")
        for failure in result.failed:
            lines.append(f"  {failure.id}")
            lines.extend(f"    {difference}" for difference in failure.difference.split("; "))
    return "\n".join(lines)
