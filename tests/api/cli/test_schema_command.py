"""`townline schema`: the JSON Schemas of the model."""

import json

from click.testing import CliRunner

from api.cli.schema import schema_command
from gis.schema import MODELS


def test_all_schemas_are_printed_by_name() -> None:
    done = CliRunner().invoke(schema_command, ["--format", "json"])
    assert done.exit_code == 0
    said = json.loads(done.stdout)
    assert set(said) == set(MODELS)
    assert all(schema["$schema"].startswith("https://json-schema.org/") for schema in said.values())


def test_one_schema_is_printed_alone() -> None:
    done = CliRunner().invoke(schema_command, ["TSD-09.facts"])
    said = json.loads(done.stdout)
    assert said["additionalProperties"] is False  # unknown names are refused
    assert "required" not in said  # what is absent is not known
    assert {"type": "null"} in said["properties"]["overlaps"]["anyOf"]


def test_an_unknown_name_leaves_with_2() -> None:
    done = CliRunner().invoke(schema_command, ["Findings", "--format", "json"])
    assert done.exit_code == 2
    said = json.loads(done.stderr)
    assert said["error"] == "OptionInvalid"
    assert "Finding" in said["why"]
