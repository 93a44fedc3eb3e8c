"""`townline preset`: which schemas does Townline know, and which map of columns would fit a file?"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import click

from api.cli.output import format_option, one_line, say, speaks, write_bytes
from gis.errors import OptionInvalid, PresetUnknown
from gis.layers.contracts import ROW_KINDS
from gis.layers.presets.files import Preset, presets
from gis.layers.presets.map_writing import to_toml
from gis.layers.presets.suggesting import Suggestion, suggest
from gis.model.edition import Kind
from gis.model.jsonio import dump_json, to_data, to_json


@click.group("preset")
def preset_group() -> None:
    """List and show presets, and propose a map of columns for a file.

    A preset says which column of a file is which. A map of your own has the same form and is given to
    `townline import KIND FILE --map my.toml`.
    """


@preset_group.command("list")
@click.option("--kind", type=click.Choice(ROW_KINDS), help="Only presets of this kind.")
@format_option
@speaks
def list_command(kind: Kind | None, output_format: str) -> None:
    """List the presets, by kind."""
    found = sorted((each for each in presets() if kind in {None, each.kind}), key=lambda each: (each.kind, each.name))
    if output_format == "json":
        write_bytes(dump_json([{"name": each.name, "kind": each.kind, "title": each.title} for each in found]))
        return
    widest = max(len(each.name) for each in found)
    say(f"{'kind':<16} {'preset':<{widest}} title")
    say(*(f"{each.kind:<16} {each.name:<{widest}} {each.title}" for each in found))


@preset_group.command("show", short_help="Show a preset as the file that it is.")
@click.argument("name")
@format_option
@speaks
def show_command(name: str, output_format: str) -> None:
    """Show the preset NAME as the file that it is: the form that a map of your own has."""
    found = _preset(name)
    if output_format == "json":
        write_bytes(to_json(found))
        return
    say(resources.files("gis.layers.presets").joinpath("layouts", f"{found.name}.toml").read_text("utf-8").rstrip())


def _preset(name: str) -> Preset:
    named = [each for each in presets() if each.name == name]
    if not named:
        raise PresetUnknown(
            what=f"There is no preset {name}.",
            where="the argument NAME",
            why="A preset is known by its whole name.",
            next=f"Presets: {', '.join(each.name for each in presets())}.",
        )
    return named[0]


@preset_group.command("suggest", short_help="Propose a map of the columns of a file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--kind", type=click.Choice(ROW_KINDS), help="Kind to import it as; else the one its columns tell best.")
@click.option("--layer", help="Layer of the file, where it holds several.")
@click.option("--output", metavar="MAP.toml", type=click.Path(path_type=Path), help="Write the map to this new file.")
@format_option
@speaks
def suggest_command(file: Path, kind: Kind | None, layer: str | None, output: Path | None, output_format: str) -> None:
    """Propose a map of the columns of FILE, with why and with sample values.

    Values of columns that could tell of a person are never shown. The map is a proposal: read it,
    mend it, and give it to `townline import KIND FILE --map MAP.toml`.
    """
    found = suggest(file, kind, layer)
    text = to_toml(found)
    if output is not None:
        _write(output, text)
    if output_format == "json":
        write_bytes(dump_json({"suggestion": to_data(found), "toml": text}))
    elif output is None:
        say(text.rstrip())
    else:
        say(*map(one_line, _summary(found, output)))


def _write(output: Path, text: str) -> None:
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise OptionInvalid(
            what=f"The map cannot be written to {output}.",
            where="the option --output",
            why=f"The system says: {error.strerror or error}. A file that is there is never overwritten.",
            next="Name a new file in a folder that can be written to.",
        ) from error


def _summary(found: Suggestion, output: Path) -> Iterator[str]:
    yield f"{output.name}: {len(found.columns) + len(found.wide)} columns as {found.kind}. Read it before you use it."
    for name in found.missing:
        yield f"  missing: {name}; add a column, or give --set {name}=VALUE"
    if found.others:
        yield f"  could also be: {', '.join(found.others)} (--kind)"
    if found.unmatched:
        yield f"  not read: {', '.join(found.unmatched)}"
    yield f"Use it with: townline import {found.kind} {found.file} --map {output.name} --layers DIR"
