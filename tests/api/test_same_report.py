"""Do the command line and the service give the same report, byte for byte?"""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli.evaluate import evaluate_command
from api.main import create_app
from api.settings import Settings
from gis.model.jsonio import adapter
from gis.model.report import Report
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.evaluate import Evaluator
from tests.api.service import Client

DATE = "2026-06-15"


@pytest.fixture(scope="module")
def service(evaluator: Evaluator) -> Client:
    """Return a client of the service over the sample county."""
    return Client(create_app(Settings(date=dt.date.fromisoformat(DATE)), evaluator))


def told(layers: Path, boundary: Path, *options: str) -> bytes:
    arguments = [str(boundary), "--layers", str(layers), "--date", DATE, "--format", "json", *options]
    result = CliRunner().invoke(evaluate_command, arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout_bytes


@pytest.mark.parametrize("key", ["lawful", "unlawful", "sliver"])
def test_the_sample_proposals(repository: Path, sample_layers: Path, service: Client, key: str) -> None:
    file = repository / "data" / "boundaries" / f"proposal-{key}.geojson"
    answer = service.judge({"boundary": json.loads(file.read_text("utf-8")), "date": DATE})
    assert answer.status_code == 200
    assert answer.content == told(sample_layers, file)
    # And what was written can be read back as the model that the schema describes.
    report = adapter(Report).validate_json(answer.content)
    assert [finding.rule for finding in report.findings] == sorted(BOUNDARY_RULES)


def test_with_a_stated_accuracy_and_a_named_edition(
    repository: Path, sample_layers: Path, service: Client, evaluator: Evaluator
) -> None:
    file = repository / "data" / "boundaries" / "proposal-sliver.geojson"
    parcels = evaluator.layer("parcels", dt.date.fromisoformat(DATE)).edition
    body: dict[str, Any] = {"boundary": json.loads(file.read_text("utf-8")), "boundary_accuracy_ft": "0.5"}
    answer = service.judge({**body, "editions": {"parcels": parcels}})
    options = ("--boundary-accuracy-ft", "0.5", "--edition", f"parcels={parcels}")
    assert answer.content == told(sample_layers, file, *options)


def test_a_half_drawn_line(sample_layers: Path, service: Client, tmp_path: Path) -> None:
    # Three corners of a boundary in the sample's town of Alder.
    line = {"type": "LineString", "coordinates": [[-88.79, 43.13], [-88.78, 43.13], [-88.78, 43.12]]}
    file = tmp_path / "line.geojson"
    file.write_text(json.dumps(line), "utf-8")
    answer = service.judge({"boundary": line})
    assert answer.status_code == 200
    assert answer.content == told(sample_layers, file)
    assert [finding["state"] for finding in answer.json()["findings"]] == ["needs_evidence"] * len(BOUNDARY_RULES)


def test_a_petition_is_held_against_the_parcels_on_file(repository: Path, service: Client) -> None:
    boundary = json.loads((repository / "data" / "boundaries" / "proposal-flips.geojson").read_text("utf-8"))
    petition = "line,parcel,name_printed,capacity,date_signed\n1,999,OWNER 7001 OF NOWHERE,owner,2026-03-01\n"
    answer = service.judge({"boundary": boundary, "date": DATE, "petition": petition})
    assert (answer.status_code, answer.json()["error"]) == (422, "PetitionInvalid")
    assert "NOWHERE" not in answer.text
