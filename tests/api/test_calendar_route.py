"""GET /api/calendar gives what `townline calendar --format json` gives, and refuses what it refuses."""

from __future__ import annotations

import datetime as dt

import pytest
from click.testing import CliRunner
from fastapi.routing import APIRoute

from api.cli.calendar import calendar_command
from api.main import create_app
from api.proceeding_dates import NAMES
from api.routes.calendar import calendar_router
from api.settings import Settings
from gis.model.timetable import Timetable
from gis.schema import MODELS
from tests.api.service import DATE, Client, StandIn


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(create_app(Settings(date=DATE), StandIn()))


def test_it_answers_as_the_command_does(client: Client) -> None:
    asked = [
        ("petition_received", "2026-05-04"),
        ("newspaper_weekday", "Thursday"),
        ("insertions", "2026-05-07"),
        ("insertions", "2026-05-14"),
    ]
    answer = client.get("/api/calendar", params=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    options = ["--insertion" if name == "insertions" else f"--{name.replace('_', '-')}" for name, _ in asked]
    arguments = [part for option, (_, text) in zip(options, asked, strict=True) for part in (option, text)]
    said = CliRunner().invoke(calendar_command, [*arguments, "--format", "json"])
    assert answer.content == said.stdout_bytes
    # May 14 and a week
    assert dt.date.fromisoformat(answer.json()["window"]["earliest"]) == dt.date(2026, 5, 21)


@pytest.mark.parametrize(
    ("query", "status", "error", "words"),
    [
        ("", 422, "TimetableInvalid", "petition_received is missing"),
        ("petition_received=2026-05-04&hearing_date=2026-05-01", 422, "TimetableInvalid", "before"),
        ("petition_received=2026-13-04", 400, "OptionInvalid", "is no day"),
        ("petition_received=2026-05-04&hearing=2026-05-21", 400, "OptionInvalid", "no fact of a proceeding"),
        ("petition_received=2010-05-04", 422, "ParameterNotInForce", "2010-05-04"),
    ],
)
def test_bad_input_is_told(client: Client, query: str, status: int, error: str, words: str) -> None:
    answer = client.get(f"/api/calendar?{query}")
    assert answer.status_code == status
    told = answer.json()
    assert told["error"] == error
    assert words in told["what"]


def test_it_describes_each_fact_as_a_parameter() -> None:
    [route] = calendar_router().routes
    assert isinstance(route, APIRoute)
    assert route.openapi_extra is not None
    described = {each["name"]: each["schema"] for each in route.openapi_extra["parameters"]}
    assert set(described) == set(NAMES)
    assert described["petition_received"] == {"type": "string"}
    assert described["outcome"] == {"type": "string", "enum": ["established", "dismissed"]}
    assert described["holidays"] == {"type": "array", "items": {"type": "string"}}
    assert MODELS["Timetable"] is Timetable
