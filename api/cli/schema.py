"""`townline schema`: what shape has each object that Townline gives and takes?"""

from __future__ import annotations

import click

from api.cli.output import format_option, speaks, write_bytes
from gis.errors import OptionInvalid
from gis.model.jsonio import dump_json


@click.command("schema")
@click.argument("name", required=False)
@format_option
@speaks
def schema_command(name: str | None, output_format: str) -> None:  # noqa: ARG001 - a schema is JSON in both formats
    """Print the JSON Schema of NAME, or all of them by name."""
    from gis.schema import MODELS, schema, schemas  # noqa: PLC0415 - --help stays quick

    if name is None:
        write_bytes(dump_json(schemas()))
        return
    if name not in MODELS:
        raise OptionInvalid(
            what=f"There is no schema named {name}.",
            where="argument NAME",
            why=f"Known are {', '.join(MODELS)}.",
            next="Name one of these, or none for all.",
        )
    write_bytes(dump_json(schema(name)))
