"""POST /api/assess gives what `townline assess --format json` gives, and refuses what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.assessor import AssessmentsOnFile
from api.cli.assess import assess_command
from api.main import create_app
from api.settings import Settings
from gis.model.assessment import Assessment
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from gis.schema import schemas
from tests.api.service import DATE, Client, StandIn
from tests.gis.proposals.assessment.projects import text
from tests.json_shape import faults

PROJECT = text("id: 1, frontage_ft: 100", "id: 9, frontage_ft: 400, farmland_eligible: yes")


class FromTheFile:
    """Assesses by the project file alone."""

    def __init__(self) -> None:
        self.asked: list[tuple[AssessmentAsked, bool]] = []

    def assessment(self, asked: AssessmentAsked, *, reopen: bool) -> Assessment:
        """Return the assessment."""
        self.asked.append((asked, reopen))
        return assess(None, asked, reopen=reopen).answer


@pytest.fixture
def assessor() -> FromTheFile:
    return FromTheFile()


@pytest.fixture
def client(assessor: FromTheFile) -> Client:
    return Client(create_app(Settings(date=DATE, editions={"parcels": "p1"}), StandIn(), assessor=assessor))


def post(client: Client, **body: object) -> Any:  # noqa: ANN401 - a response of httpx
    return client.ask("POST", "/api/assess", content=json.dumps(body), headers={"Content-Type": "application/json"})


def test_it_answers_as_the_command_does(client: Client, tmp_path: Path) -> None:
    answer = post(client, project=PROJECT)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    (tmp_path / "north.yaml").write_text(PROJECT, "utf-8")
    said = CliRunner().invoke(assess_command, [str(tmp_path / "north.yaml"), "--format", "json"])
    assert answer.content == said.stdout_bytes
    assert {each["parcel_id"]: each["amount"] for each in answer.json()["parcels"]} == {"1": "100000.00", "9": "0.00"}


def test_it_has_the_shape_that_it_is_described_to_have(client: Client) -> None:
    assert faults(post(client, project=PROJECT).json(), schemas()["Assessment"]) == []
    described = client.get("/openapi.json").json()["components"]["schemas"]
    assert {"Assessment", "AssessmentRequest"} <= set(described)


def test_day_editions_register_and_basis_are_passed_on(client: Client, assessor: FromTheFile) -> None:
    register = (
        "subject_kind,subject,kind,value,date,document,who\n"
        "parcel,1,farmland_certificate,yes,2026-05-01,Certificate 4,Clerk of the example town\n"
    )
    project = PROJECT.replace("400", "400, units: 3, area_acres: 2").replace("100,", "100, ")
    answer = post(
        client, project=project, date="2026-07-01", editions={"streets": "s1"}, register=register, basis="unit"
    )
    assert answer.status_code == 200, answer.text
    ((asked, reopen),) = assessor.asked
    assert (asked.date.isoformat(), dict(asked.editions), reopen) == (
        "2026-07-01",
        {"parcels": "p1", "streets": "s1"},
        False,
    )
    assert [part["basis"] for part in answer.json()["parts"]] == ["unit"]
    assert {each["standing"] for each in answer.json()["parcels"]} == {"exempt"}


@pytest.mark.parametrize(
    ("body", "status", "error", "words"),
    [
        ({}, 422, "RequestInvalid", "project"),
        ({"project": PROJECT, "layers": "x"}, 422, "RequestInvalid", "Extra inputs"),
        ({"project": PROJECT.replace("90000.00", "-1")}, 422, "ProjectInvalid", "is negative"),
        ({"project": "\ud800"}, 422, "RequestInvalid", "half of one"),
        ({"project": PROJECT, "reopen": True}, 422, "RequestInvalid", "No day is given"),
        ({"project": PROJECT, "reopen": True, "date": "2030-01-01"}, 400, "OptionInvalid", "without layers"),
        ({"project": PROJECT, "date": "2026-13-01"}, 422, "RequestInvalid", "date"),
        ({"project": PROJECT, "register": "nonsense"}, 422, "RegisterInvalid", "register"),
        (
            {"project": PROJECT.replace("basis: frontage", "basis: frontage\nalong: {line: /etc/passwd}")},
            422,
            "RequestInvalid",
            "it is not drawn",
        ),
        (
            {"project": PROJECT, "drawn": {"road.geojson": {"type": "Point", "coordinates": [0, 0]}}},
            422,
            "RequestInvalid",
            "does not name",
        ),
    ],
)
def test_what_the_command_refuses_is_refused(
    client: Client, body: dict[str, object], status: int, error: str, words: str
) -> None:
    answer = post(client, **body)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert words in answer.text


def test_without_an_assessor_there_is_no_such_route() -> None:
    assert post(Client(create_app(Settings(date=DATE), StandIn())), project=PROJECT).status_code == 404


@pytest.mark.slow
def test_the_layers_answer(sample_layers: Path, repository: Path) -> None:
    project = repository / "data" / "boundaries" / "project-hazel.yaml"
    app = create_app(Settings(date=DATE), StandIn(), assessor=AssessmentsOnFile(sample_layers))
    answer = post(Client(app), project=project.read_text("utf-8"), reopen=True, date="2027-10-01")
    options = ("--layers", str(sample_layers), "--reopen", "--date", "2027-10-01", "--format", "json")
    assert answer.content == CliRunner().invoke(assess_command, [str(project), *options]).stdout_bytes


@pytest.mark.slow
def test_drawn_land_comes_with_the_request(sample_layers: Path, repository: Path, tmp_path: Path) -> None:
    sample, name = repository / "data" / "boundaries", "proposal-lawful.geojson"
    text_of = (sample / "project-tanner.yaml").read_text("utf-8")
    project = text_of.replace("{district: Tanner Road Sanitary District}", f"{{area: {name}}}")
    assert project != text_of
    outline = (sample / name).read_text("utf-8")
    (tmp_path / name).write_text(outline, "utf-8")
    file = tmp_path / "project-tanner.yaml"
    file.write_text(project, "utf-8")
    said = CliRunner().invoke(assess_command, [str(file), "--layers", str(sample_layers), "--format", "json"])
    assert said.exit_code == 0, said.stderr
    app = create_app(Settings(date=DATE), StandIn(), assessor=AssessmentsOnFile(sample_layers))
    answer = post(Client(app), project=project, drawn={name: json.loads(outline)})
    assert answer.content == said.stdout_bytes
