"""POST /api/arrears judges accounts as `townline arrears` does, and refuses what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from api.main import create_app
from api.settings import Settings
from gis.schema import schemas
from tests.api.service import DATE, Client, StandIn
from tests.gis.proposals.held_layers import HeldLayers, lot
from tests.json_shape import faults

ACCOUNT = {"account": "S-1", "parcel_id": "001-1", "service_date": "2026-09-15", "arrears": "480.05"}
BODY = {"year": 2026, "as_of": "2026-11-20", "accounts": [ACCOUNT], "look_up_parcels": False}


class Held(StandIn):
    """A service over one parcel."""

    layer = HeldLayers({"parcels": [lot("A", parcel_id="001-1")]}).layer


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(create_app(Settings(date=DATE), Held()))


def test_it_judges_accounts(client: Client) -> None:
    answer = client.ask("POST", "/api/arrears", json=BODY)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    told = answer.json()
    assert faults(told, schemas()["Arrears"]) == []
    # 480.05 and half-up 48.005.
    assert [each["total"] for each in told["lists"]] == ["528.06", "528.06"]
    assert told["lists"][0]["lots"][0]["description"] == "Land; tax parcel 001-1"


def test_parcels_are_looked_up_unless_asked_not_to(client: Client) -> None:
    answer = client.ask("POST", "/api/arrears", json={**BODY, "look_up_parcels": True})
    assert "Village of Elm" in answer.json()["lists"][0]["lots"][0]["description"]
    unknown = {**BODY, "look_up_parcels": True, "accounts": [{**ACCOUNT, "parcel_id": "001-2"}]}
    answer = client.ask("POST", "/api/arrears", json=unknown)
    assert (answer.status_code, answer.json()["error"]) == (422, "ArrearsInvalid")


BAD: list[tuple[dict[str, Any], int, str]] = [
    ({"accounts": [{**ACCOUNT, "arrears": "-1"}]}, 422, "ArrearsInvalid"),
    ({"accounts": [{**ACCOUNT, "arrears": 1.005}]}, 422, "ArrearsInvalid"),
    ({"accounts": [ACCOUNT, ACCOUNT]}, 422, "ArrearsInvalid"),
    ({"accounts": []}, 422, "ArrearsInvalid"),
    ({"accounts": [{**ACCOUNT, "arrears": "1/3"}]}, 422, "RequestInvalid"),
    ({"accounts": [{**ACCOUNT, "service_date": 1_789_430_400}]}, 422, "RequestInvalid"),
    ({"accounts": [{**ACCOUNT, "paid": "2026-11-02T00:00"}]}, 422, "RequestInvalid"),
    ({"accounts": [{**ACCOUNT, "owner": "SMITH"}]}, 422, "RequestInvalid"),
    ({"accounts": [[]]}, 422, "RequestInvalid"),
    ({"as_of": None}, 422, "RequestInvalid"),
    ({"year": "2026"}, 422, "RequestInvalid"),
    ({"year": 26}, 400, "OptionInvalid"),
    ({"year": 2005}, 422, "ParameterNotInForce"),
]


@pytest.mark.parametrize(("change", "status", "error"), BAD)
def test_bad_input_is_told(client: Client, change: dict[str, Any], status: int, error: str) -> None:
    answer = client.ask("POST", "/api/arrears", json={**BODY, **change})
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert "SMITH" not in answer.text


def test_it_is_described(client: Client) -> None:
    described = client.get("/openapi.json").json()
    assert "/api/arrears" in described["paths"]
    assert {"Arrears", "ArrearsRequest"} <= {*described["components"]["schemas"]}
