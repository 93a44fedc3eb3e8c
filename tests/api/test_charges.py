"""/charges and /api/charges: the same objects as the command writes, a page without script, and clear refusals."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.charger import ChargesOnFile
from api.cli.charges import charges_command
from api.connector import ConnectionsAsked, ConnectionsOnFile
from api.main import create_app
from api.settings import Settings
from gis.law.ordinance_files import load_ordinances
from gis.rules.words import day_words
from tests.api.service import Client, StandIn
from tests.gis.proposals.charges.conftest import DISTRICT_ID, FILES, VILLAGE_ID, own_rates
from tests.gis.proposals.charges.places import ROWS, TOWN, add_values
from tests.gis.proposals.connections.village import ZONE, box, write_village

DATE = dt.date(2026, 6, 15)
CRS = {"type": "name", "properties": {"name": f"urn:ogc:def:crs:EPSG::{ZONE.removeprefix('EPSG:')}"}}
BOUNDARY = {
    "type": "FeatureCollection",
    "crs": CRS,
    "features": [{"type": "Feature", "properties": {}, "geometry": box(ROWS).__geo_interface__}],
}
pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("ordinances")
    made = {name: folder / f"{name}.yaml" for name in FILES}
    for name, file in made.items():
        file.write_text(FILES[name] + own_rates(FILES[name]), "utf-8")
    return made


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_village(tmp_path_factory.mktemp("charges"))


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("town")
    made = write_village(folder, TOWN)
    add_values(made, folder)
    return made


def served(layers: Path, file: Path, ordinance: str) -> Client:
    asked = ConnectionsAsked(DATE, load_ordinances([file]), (ordinance,))
    connector = ConnectionsOnFile(layers, asked)
    charger = ChargesOnFile(layers, asked, connector)
    return Client(create_app(Settings(date=DATE), StandIn(), connector=connector, charger=charger))


@pytest.fixture(scope="module")
def client(layers: Path, files: dict[str, Path]) -> Client:
    return served(layers, files[VILLAGE_ID], VILLAGE_ID)


def command(layers: Path, file: Path, *arguments: str) -> bytes:
    fixed = ["--layers", str(layers), "--date", DATE.isoformat(), "--ordinance", str(file), "--format", "json"]
    result = CliRunner().invoke(charges_command, [*fixed, *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def posted(client: Client, body: dict[str, Any]) -> Any:  # noqa: ANN401 - a response
    headers = {"content-type": "application/json"}
    return client.ask("POST", "/api/charges", content=json.dumps(body), headers=headers)


def test_the_answer_is_that_of_the_command(client: Client, layers: Path, files: dict[str, Path]) -> None:
    options = ("--dwellings", "two_bedroom=8", "--acres", "commercial=2.5", "--permit-date", "2018-05-01")
    expected = command(layers, files[VILLAGE_ID], "--parcel", "7-S1", "--event", "develop", *options)
    query = "dwellings=two_bedroom=8&acres=commercial=2.5&permit_date=2018-05-01"
    got = client.get(f"/api/charges?parcel=7-S1&event=develop&{query}")
    assert got.status_code == 200
    assert got.content == expected
    stated = {"dwellings": {"two_bedroom": 8}, "acres": {"commercial": 2.5}, "permit_date": "2018-05-01"}
    assert posted(client, {"parcel": "7-S1", "event": "develop", "stated": stated}).content == expected


@pytest.mark.parametrize("path", ["/api/charges", "/charges"])
def test_a_day_in_the_query_is_that_of_the_answer(
    client: Client, layers: Path, files: dict[str, Path], path: str
) -> None:
    answer = client.get(f"{path}?parcel=7-S1&event=connect&date={DATE.isoformat()}")
    assert answer.status_code == 200
    if path == "/api/charges":
        assert answer.content == command(layers, files[VILLAGE_ID], "--parcel", "7-S1", "--event", "connect")


@pytest.mark.parametrize("day", ["2026-06-15", "2026-06-20", "2025-12-31"])
def test_a_day_is_asked_about_in_a_query_a_body_and_the_page(client: Client, day: str) -> None:
    got = client.get(f"/api/charges?parcel=7-S1&event=connect&date={day}")
    assert got.status_code == 200, got.text
    assert got.json()["date"] == day
    assert posted(client, {"parcel": "7-S1", "event": "connect", "date": day}).content == got.content
    page = client.get(f"/charges?parcel=7-S1&event=connect&date={day}")
    assert page.status_code == 200
    assert f"Asked for {day_words(dt.date.fromisoformat(day))}." in page.text


def test_a_bill_by_the_survey_that_the_service_keeps(client: Client, layers: Path, files: dict[str, Path]) -> None:
    expected = command(layers, files[VILLAGE_ID], "--parcel", "7-S2", "--event", "bill")
    assert client.get("/api/charges?parcel=7-S2&event=bill").content == expected


def test_before_and_after_a_boundary(town: Path, files: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "proposal.geojson"
    file.write_text(json.dumps(BOUNDARY), "utf-8")
    arguments = ("--event", "connect", "--typical", "--proposal", str(file), "--levy", "5450")
    expected = command(town, files[DISTRICT_ID], *arguments)
    client = served(town, files[DISTRICT_ID], DISTRICT_ID)
    body = {"event": "connect", "boundary": BOUNDARY, "levy": "5450", "ordinances": [DISTRICT_ID]}
    assert posted(client, body).content == expected
    assert json.loads(expected)["levy_after"]["amount"] == "1000.00"


def test_the_page_says_why_nothing_is_due_and_what_a_sum_supposes(client: Client) -> None:
    stands = "new_building=no&before=single_family=1&permit_date=2018-05-01"
    page = html.unescape(client.get(f"/charges?parcel=7-S1&event=connect&{stands}").text)
    assert "The building is said to stand there already" in page
    assert "By another reading it is $531: The paragraph on payment" in page
    replaces = html.unescape(client.get("/charges?parcel=7-S1&event=develop&replaces_same=yes").text)
    assert "a replacement or repair pays no impact fee" in replaces
    bill = html.unescape(client.get("/charges?parcel=7-S1&event=bill&volume_kgal=12").text)
    assert "<p>Known together, if the premises are connected</p>" in bill


@pytest.mark.parametrize(
    ("query", "status", "what"),
    [
        ("event=connect", 422, "parcel says nothing"),
        ("parcel=7-S1", 422, "event says nothing"),
        ("parcel=7-S1&event=sell", 422, "event says nothing"),
        ("parcel=7-S9&event=connect", 404, "No parcel 7-S9"),
        ("parcel=7-S1&event=connect&colour=red", 422, "does not know the parameter"),
        ("parcel=7-S1&event=connect&ordinance=elm", 404, "No ordinance on file has that id."),
        ("parcel=7-S1&event=develop&acres=commercial=0", 422, "0 acres of commercial land"),
        ("parcel=7-S1&event=develop&acres=commercial", 422, "acres says nothing"),
        ("parcel=7-S1&event=connect&new_building=perhaps", 422, "new_building says nothing"),
        ("parcel=7-S1&event=connect&replaces_same=perhaps", 422, "replaces_same says nothing"),
        ("parcel=7-S1&event=connect&use=restrant", 422, "not in Appendix A"),
        ("parcel=7-S1&event=connect&date=2026-6-1", 422, "date says nothing"),
        ("parcel=7-S1&event=connect&date=2026-02-30", 422, "date says nothing"),
        ("parcel=7-S1&event=connect&date=0206-06-15", 422, "date says nothing"),
        (f"parcel={'7' * 401}&event=connect", 422, "parcel says nothing"),
        (f"parcel=7-S1&event=connect&county={'W' * 401}", 422, "county says nothing"),
    ],
)
def test_what_cannot_be_answered(client: Client, query: str, status: int, what: str) -> None:
    answer = client.get(f"/api/charges?{query}")
    assert answer.status_code == status
    assert what in answer.json()["what"]


@pytest.mark.parametrize(
    "body",
    [
        {"event": "connect"},
        {"event": "connect", "parcel": "7-S1", "levy": "100"},
        {"event": "connect", "parcel": "7-S1", "levy": "1.234"},
        {"event": "connect", "parcel": "7-S1", "colour": "red"},
        {"event": "connect", "parcel": "7-S1", "stated": {"recs": -1}},
    ],
)
def test_a_body_that_cannot_be_meant(client: Client, body: dict[str, Any]) -> None:
    answer = posted(client, body)
    assert answer.status_code in {400, 422}
    assert answer.json()["next"]


def test_the_page_asks_and_answers_without_script(client: Client) -> None:
    empty = client.get("/charges")
    assert empty.status_code == 200
    assert "What would it cost me?" in empty.text
    page = client.get("/charges?parcel=7-S1&county=&event=connect&recs=1&ordinance=")
    assert page.status_code == 200
    assert "<script" not in page.text
    text = html.unescape(page.text)
    assert "$3,200 once" in text
    assert "<strong>$3,275 once</strong>; open, and not counted: " in text
    assert "in the form, “How many new homes of each kind” and “New floor of a business, in square feet”" in text
    assert 'href="/law/MUK-08?date=2026-06-15"' in page.text
    assert "OWNER" not in page.text
    assert "allow-forms" in page.headers["content-security-policy"]
    assert "allow-scripts" not in page.headers["content-security-policy"]


def test_another_event_leaves_boxes_unread_and_says_so(client: Client) -> None:
    filled = "volume_kgal=12.5&quarter=june&issued=2026-07-01&recs=1"
    page = client.get(f"/charges?parcel=7-S1&event=connect&{filled}")
    assert page.status_code == 200
    text = html.unescape(page.text)
    assert "$3,200 once" in text
    unread = "“Which quarter the bill is for”, “Water used in the quarter, in thousand gallons” and “Day on the bill”"
    assert f"Not read, since it says nothing of what you would do: {unread}." in text
    # They stay filled in, for whoever changes the event back.
    assert 'value="12.5"' in page.text
    assert '<option value="june" selected>' in page.text
    # A caller of the service is told instead.
    assert client.get(f"/api/charges?parcel=7-S1&event=connect&{filled}").status_code == 422


@pytest.mark.parametrize("event", ["connect", "develop", "divide", "bill"])
def test_the_page_speaks_of_boxes_alone(client: Client, event: str) -> None:
    page = client.get(f"/charges?parcel=7-S1&event={event}")
    assert page.status_code == 200
    text = html.unescape(re.sub(r"<!--.*?-->|<style.*?</style>", "", page.text, flags=re.DOTALL))
    assert not re.search(r"(?<![\w-])--[a-z]", text)
    assert "register: " not in text
    assert "`" not in text


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("event=develop&acres=commercial", "“How many acres of each use” says nothing that can be answered."),
        ("event=develop&dwellings=two", "“How many new homes of each kind” says nothing that can be answered."),
        ("event=develop&acres=forest=2", "“How many acres of each use” names a kind that no schedule has."),
        ("event=connect&date=2026-6-1", "“Day you ask about” says nothing that can be answered."),
        ("event=bill&issued=yesterday", "What is stated for “Day on the bill” cannot be read."),
        ("event=divide&lots=many", "What is stated for “How many lots there will be” cannot be read."),
    ],
)
def test_an_error_on_the_page_names_the_box(client: Client, query: str, what: str) -> None:
    page = client.get(f"/charges?parcel=7-S1&{query}")
    assert page.status_code == 422
    text = html.unescape(page.text)
    assert f"<strong>{what}</strong>" in text
    assert "--" not in text.split('id="answer"')[1]


@pytest.mark.parametrize("query", ["", "?parcel=7-S1&event=connect", "?parcel=7-S1&event=divide&lots=many"])
def test_the_form_says_each_thing_once_and_names_the_day(client: Client, query: str) -> None:
    text = html.unescape(client.get(f"/charges{query}").text)
    assert text.count('<form class="asking"') == 1
    assert len(re.findall(r"leave\b[^.]*\bempty", text)) == 1
    assert "Left empty, it is June 15, 2026." in text
    for phrase in ("Reckon", "this service answers for"):
        assert phrase not in text


@pytest.mark.parametrize("asked", ["event=connect", "event=develop&recs=1", "event=bill&volume_kgal=12"])
def test_sums_stand_before_what_they_are_made_of_and_the_form_is_folded(client: Client, asked: str) -> None:
    text = html.unescape(client.get(f"/charges?parcel=7-S1&{asked}").text)
    form, answer = text.split('id="answer"')
    assert re.search(r'<details class="fold">\s*<summary>Change what you asked</summary>', form)
    assert answer.count("Known together") == 1
    assert answer.index("Known together") < answer.index("<table")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_another_method_is_told_both_that_are_there(client: Client, method: str) -> None:
    refused = client.ask(method, "/api/charges")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "GET, HEAD, POST"
    assert refused.json()["why"] == "It answers to GET, HEAD, POST."


def test_the_page_of_a_parcel_leads_to_its_charges(client: Client) -> None:
    page = client.get("/parcels/7-S1")
    address = "/charges?parcel=7-S1&event=connect&county=Waukesha"
    assert address in html.unescape(page.text)
    assert client.get(address).status_code == 200


def test_the_page_says_what_cannot_be_answered(client: Client) -> None:
    page = client.get("/charges?parcel=7-S1&event=develop&acres=commercial%3D0")
    assert page.status_code == 422
    assert "0 acres of commercial land are stated." in page.text
    hostile = client.get("/charges?parcel=%3Cscript%3Ealert(1)%3C/script%3E&event=connect")
    assert hostile.status_code == 404
    assert "<script" not in hostile.text


def test_it_is_described(client: Client) -> None:
    described = client.get("/openapi.json").json()
    assert set(described["paths"]["/api/charges"]) == {"get", "post"}
    assert {"ParcelCharges", "ChargesCompared", "ChargesRequest"} <= set(described["components"]["schemas"])
