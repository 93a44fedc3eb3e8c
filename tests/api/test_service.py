from __future__ import annotations

import asyncio
import json
import re
import threading
from fractions import Fraction
from pathlib import Path

import pytest
from starlette.types import Message

from api.main import create_app
from api.settings import Limits, Settings
from gis.errors import EditionAmbiguous, EditionMissing, OverlayUnverified
from gis.model.jsonio import to_json
from gis.model.report import Report
from gis.schema import MODELS, schemas
from tests.api.service import DATE, SQUARE, Client, StandIn
from tests.conftest import FieldCaseLoader
from tests.maps.sample_evaluation import sample_report

ERROR_PARTS = {"error", "what", "where", "why", "next", "places"}


def _is_error(response: object, status: int, code: str) -> None:
    assert response.status_code == status
    assert response.headers["content-type"] == "application/json"
    assert set(response.json()) == ERROR_PARTS
    assert response.json()["error"] == code


def test_health(client: Client) -> None:
    assert client.get("/api/health").json()["status"] == "ok"


def test_the_report_is_that_of_the_command_line_byte_for_byte(client: Client, stand_in: StandIn) -> None:
    response = client.judge({"boundary": SQUARE, "date": "2025-07-01"})
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.content == to_json(sample_report())
    assert stand_in.asked == [(SQUARE, DATE, {})]


def test_date_and_editions_are_those_asked_for_or_the_services_own(stand_in: StandIn) -> None:
    service = Settings(date=DATE, editions={"parcels": "aa", "ratios": "bb"})
    client = Client(create_app(service, stand_in))
    client.judge({"boundary": SQUARE})
    client.judge({"boundary": SQUARE, "date": "2024-02-29", "editions": {"parcels": "cc"}})
    assert [asked[1].isoformat() for asked in stand_in.asked] == ["2025-07-01", "2024-02-29"]
    assert [asked[2] for asked in stand_in.asked] == [
        {"parcels": "aa", "ratios": "bb"},
        {"parcels": "cc", "ratios": "bb"},
    ]


def test_judging_leaves_the_loop_free(client: Client, stand_in: StandIn) -> None:
    client.judge({"boundary": SQUARE})
    assert stand_in.threads
    assert threading.get_ident() not in stand_in.threads


def test_a_point_is_no_boundary(client: Client, field_case: FieldCaseLoader) -> None:
    case = field_case("draw-04-circle-becomes-point")
    status, _, words = case["expected"]["posted"].partition(": ")
    for posted in (case["input"]["posted"], case["input"]["with_radius"]):
        response = client.judge({"boundary": posted})
        _is_error(response, int(status), "BoundaryNotPolygon")
        assert words.lower() in json.dumps(response.json()).lower()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"17",
        b"{}",
        b'{"boundary": null}',
        b'{"boundary": []}',
        b'{"boundary": {}, "boundry": {}}',
        b'{"boundary": {}, "date": 20250701}',
        b'{"boundary": {}, "date": "yesterday"}',
        b'{"boundary": {}, "date": "2025-02-30"}',
        b'{"boundary": {}, "date": "2025-07-01T00:00:00"}',
        b'{"boundary": {}, "date": "2025-7-1"}',
        b'{"boundary": {}, "date": true}',
        b'{"boundary": {}, "editions": []}',
        b'{"boundary": {}, "editions": {"owner list": "aa"}}',
        b'{"boundary": {}, "editions": {"parcels": "../../etc/passwd"}}',
        b'{"boundary": {}, "editions": {"parcels": 1}}',
        b'{"boundary": {"type": "Polygon", "coordinates": [[[NaN, 43], [1, 2], [3, 4], [5, 6]]]}}',
        b'{"boundary": {"type": "Polygon", "coordinates": [[[Infinity, 43]]]}}',
        b'{"boundary": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"boundary": {"properties": ' + b'{"a":' * 70 + b"1" + b"}" * 70 + b"}}",
        b'{"boundary": ' + b"9" * 5_000 + b"}",
        b"\xff\xfe",
        b'{"boundary": {"type": "\xe9"}}',
        b'{"\\ud800": 1, "boundary": {}}',
        b'{"boundary": {}, "boundary": {}}',
        b'{"boundary": {"type": "Point", "type": "Polygon"}}',
        b'{"boundary": {}, "editions": {"parcels": "aa", "parcels": "bb"}}',
    ],
)
def test_a_body_of_another_shape_is_refused_in_the_one_shape(client: Client, stand_in: StandIn, content: bytes) -> None:
    _is_error(client.judge(content=content), 422, "RequestInvalid")
    assert stand_in.asked == []


@pytest.mark.parametrize(
    "boundary",
    [
        {},
        {"type": "Circle"},
        {"type": "\ud800"},
        {"type": "Polygon"},
        {"type": "Polygon", "coordinates": "here"},
        {"type": "Polygon", "coordinates": [[["-88", "43"], [1, 2], [3, 4]]]},
        {"type": "Polygon", "coordinates": [[[1e999, 43], [1, 2], [3, 4]]]},
        {"type": "FeatureCollection", "features": [1]},
    ],
)
def test_a_boundary_that_cannot_be_read_is_refused_in_the_same_shape(client: Client, boundary: object) -> None:
    text = json.dumps({"boundary": boundary}).replace("Infinity", "1e999")
    _is_error(client.judge(content=text.encode()), 422, "BoundaryUnreadable")


def test_a_fault_of_the_shape_says_where_and_repeats_no_value(client: Client) -> None:
    error = client.judge({"boundary": SQUARE, "date": "secret"}).json()
    assert error["places"][0]["text"].startswith("date: ")
    assert "secret" not in json.dumps(error)


def test_a_fault_of_the_date_says_how_to_write_it(client: Client) -> None:
    error = client.judge({"boundary": SQUARE, "date": "2026-06-15T00:00:00"}).json()
    assert "YYYY-MM-DD" in error["places"][0]["text"]


def test_a_body_too_large_is_refused_before_it_is_read(stand_in: StandIn) -> None:
    client = Client(create_app(Settings(date=DATE, limits=Limits(body_bytes=100)), stand_in))
    _is_error(client.judge(content=b"{" * 101), 413, "RequestTooLarge")
    # A false length does not help, and neither does none.
    _is_error(client.judge(content=b"[" * 101, Content_Length="5"), 413, "RequestTooLarge")
    _is_error(client.judge(content=b" " * 100), 422, "RequestInvalid")
    assert Limits().body_bytes == 20_000_000


def test_only_json_is_read(client: Client) -> None:
    content = json.dumps({"boundary": SQUARE}).encode()
    for declared in ("text/plain", "application/x-www-form-urlencoded", ""):
        _is_error(client.judge(content=content, Content_Type=declared), 415, "MediaTypeUnsupported")
    for declared in ("application/json; charset=utf-8", "Application/GEO+JSON"):
        assert client.judge(content=content, Content_Type=declared).status_code == 200


@pytest.mark.parametrize(
    ("fault", "status"), [(EditionMissing, 404), (EditionAmbiguous, 409), (OverlayUnverified, 500)]
)
def test_an_error_of_ours_keeps_its_words_and_loses_its_folders(
    client: Client, stand_in: StandIn, tmp_path: Path, fault: type, status: int
) -> None:
    stand_in.fault = fault(what="It is so.", where=f"{tmp_path}/parcels", why="Because.", next="Do that.")
    response = client.judge({"boundary": SQUARE})
    _is_error(response, status, fault.__name__)
    assert response.json()["where"] == "parcels"
    assert str(tmp_path) not in response.text


def test_an_unexpected_fault_shows_nothing_of_itself(client: Client, stand_in: StandIn) -> None:
    stand_in.fault = RuntimeError("/secret/place: owner Jane Roe")
    response = client.judge({"boundary": SQUARE})
    _is_error(response, 500, "InternalError")
    assert not re.search(r"secret|Jane|Traceback|RuntimeError|\.py", response.text)
    assert response.headers["x-content-type-options"] == "nosniff"


def test_an_address_that_leads_nowhere_and_a_wrong_method(client: Client) -> None:
    _is_error(client.get("/api/nothing"), 404, "NotFound")
    wrong = client.get("/api/evaluations")
    _is_error(wrong, 405, "MethodNotAllowed")
    assert wrong.headers["allow"] == "POST"


def test_schemas_are_those_of_the_model(client: Client) -> None:
    listed = client.get("/api/schemas").json()["schemas"]
    assert set(listed) == set(MODELS)
    of_the_model = schemas()
    for name, address in listed.items():
        assert client.get(address).json() == of_the_model[name]
    _is_error(client.get("/api/schemas/Owner"), 404, "NotFound")


@pytest.mark.parametrize(("given", "read"), [("0.5", Fraction(1, 2)), (0.1, Fraction(1, 10)), (2, Fraction(2))])
def test_a_stated_accuracy_is_read_exactly(client: Client, stand_in: StandIn, given: object, read: Fraction) -> None:
    assert client.judge({"boundary": SQUARE, "boundary_accuracy_ft": given}).status_code == 200
    assert stand_in.accuracies == [read]


@pytest.mark.parametrize(
    "given",
    ["0", "-1", '"wide"', "true", "[1]", "5280", "1e6", "1e300", "1e400", "9" * 400, '"1e400"', '"1e-99999999"'],
)
def test_an_accuracy_that_is_no_distance_is_refused(client: Client, stand_in: StandIn, given: str) -> None:
    response = client.judge(content=f'{{"boundary": {json.dumps(SQUARE)}, "boundary_accuracy_ft": {given}}}'.encode())
    _is_error(response, 422, "AccuracyInvalid")
    assert "boundary_accuracy_ft" in response.json()["where"]
    assert stand_in.asked == []


def test_whoever_leaves_in_the_middle_of_a_body_is_no_fault(stand_in: StandIn) -> None:
    app = create_app(Settings(date=DATE), stand_in)
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/evaluations",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"1000")],
    }
    arriving: list[Message] = [
        {"type": "http.request", "body": b'{"boundary"', "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return arriving.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    # A fault would be raised again here, from where the server writes it to its log.
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 499
    assert stand_in.asked == []


def test_openapi_describes_request_and_response_and_resolves(client: Client) -> None:
    described = client.get("/openapi.json").json()
    post = described["paths"]["/api/evaluations"]["post"]
    request = post["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    answer = post["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
    known = described["components"]["schemas"]
    assert set(known[request.rpartition("/")[2]]["properties"]) == {
        "boundary",
        "boundary_accuracy_ft",
        "date",
        "editions",
        "petition",
        "proposal",
        "register",
    }
    assert set(known[answer.rpartition("/")[2]]["properties"]) == set(Report.__dataclass_fields__)
    references = re.findall(r'"\$ref": ?"([^"]+)"', json.dumps(described))
    assert references
    for reference in references:
        assert reference.removeprefix("#/components/schemas/") in known
    assert {"413", "415", "422"} <= set(post["responses"])


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/docs/oauth2-redirect"])
def test_no_page_that_loads_from_elsewhere(client: Client, path: str) -> None:
    _is_error(client.get(path), 404, "NotFound")


@pytest.mark.parametrize("path", ["/", "/api/health", "/openapi.json", "/nothing", "/assets/proposal.js"])
def test_every_answer_carries_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "sandbox" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("proposal", "status"),
    [
        ({"facts": {"occasion": "addition"}}, 200),
        ({}, 200),
        ({"fact": {}}, 422),
        ({"facts": ["occasion"]}, 422),
    ],
)
def test_facts_that_a_person_states_reach_the_rules(
    client: Client, stand_in: StandIn, proposal: dict[str, object], status: int
) -> None:
    response = client.judge({"boundary": SQUARE, "proposal": proposal})
    assert response.status_code == status
    stated = [brought.stated for brought in stand_in.brought]
    assert stated == ([proposal.get("facts", {})] if status == 200 else [])
