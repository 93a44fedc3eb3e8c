from __future__ import annotations

import contextlib
import json
import threading
import time
import urllib.parse
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import shapely

from gis.errors import LayerChoiceNeeded, LayerUnreadable
from gis.layers.readers import is_service, open_file, read_rows, source_hash
from gis.layers.readers.feature_service import open_service
from tests.gis.layers.readers.test_esri_json import square

PATH = "/arcgis/rest/services/Parcels/FeatureServer/0"


@dataclass(slots=True)
class Layer:
    """A feature service in small: what it holds, and how it misbehaves."""

    rows: int = 25
    page: int = 10
    pages: bool = True
    count: int | None = None
    overlap: int = 0
    failing: dict[str, Any] | int | bytes | None = None
    info: dict[str, Any] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    on_page: Callable[[], None] | None = None
    delay_s: float = 0
    heeds_offset: bool = True
    new_ids_for_ever: bool = False
    page_change: dict[str, Any] = field(default_factory=dict)
    ids_answer: object = None
    to: str | None = None
    wire: bytes | None = None
    """What is sent in place of HTTP."""
    drip_s: float = 0

    def answer(self, path: str, query: dict[str, str]) -> dict[str, Any] | int | bytes:
        """Return JSON, an HTTP status, or bytes that are no JSON."""
        self.asked.append(query)
        time.sleep(self.delay_s)
        if self.failing is not None:
            return self.failing
        if not path.endswith("/query"):
            return {
                "name": "Tax Parcels",
                "objectIdField": "OID_",
                "geometryType": "esriGeometryPolygon",
                "maxRecordCount": self.page,
                "advancedQueryCapabilities": {"supportsPagination": self.pages},
                **self.info,
            }
        ids = self.ids(query["where"])
        if query.get("returnCountOnly"):
            return {"count": len(ids) if self.count is None else self.count}
        if query.get("returnIdsOnly"):
            return {"objectIdFieldName": "OID_", "objectIds": self.ids_answer or ids[::-1]}
        first = max(int(query.get("resultOffset", 0)) - self.overlap, 0)
        asked = min(int(query.get("resultRecordCount", self.page)), self.page)
        more = first + asked < len(ids)
        if self.on_page is not None:
            self.on_page()
        if self.new_ids_for_ever:
            ids, first, more = list(range(first, first + asked)), 0, True
        elif not self.heeds_offset:
            first, more = 0, True
        return {
            "objectIdFieldName": "OID_",
            "spatialReference": {"wkid": 8112},
            "exceededTransferLimit": more,
            "features": [
                {"attributes": {"OID_": each, "PARCELID": f"{each:04}"}, "geometry": {"rings": [square(10, 20 * each)]}}
                for each in ids[first : first + asked]
            ],
            **self.page_change,
        }

    def ids(self, where: str) -> list[int]:
        """Return the object ids that a condition takes."""
        every = list(range(100, 100 + 2 * self.rows, 2))
        if " AND " not in where:
            return every
        low, high = (int(part.split("= ")[1]) for part in where.split(" AND ")[1:])
        return [each for each in every if low <= each <= high]


@pytest.fixture
def service() -> Generator[tuple[Layer, str]]:
    layer = Layer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urllib.parse.urlsplit(self.path)
            found = layer.answer(parts.path, dict(urllib.parse.parse_qsl(parts.query)))
            if layer.wire is not None:
                self.wfile.write(layer.wire)
                return
            if layer.to is not None:
                self.send_response(302)
                self.send_header("Location", layer.to.format(path=self.path))
                self.end_headers()
                layer.to = None
                return
            data = found if isinstance(found, bytes) else json.dumps(found).encode()
            self.send_response(found if isinstance(found, int) else 200)
            self.end_headers()
            with contextlib.suppress(BrokenPipeError):  # the reader that did not wait has gone
                for byte in data if layer.drip_s else b"":
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(layer.drip_s)
                self.wfile.write(b"" if layer.drip_s else data)

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield layer, f"http://127.0.0.1:{server.server_address[1]}{PATH}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("pages", [True, False])
def test_all_rows_come_page_by_page(service: tuple[Layer, str], pages: bool) -> None:
    layer, url = service
    layer.pages = pages
    opened = open_file(url)
    (found,) = opened.layers
    assert (found.name, found.rows, found.crs, found.geometry_type) == ("Tax Parcels", 25, "EPSG:8112", "MultiPolygon")
    rows = read_rows(opened, found, ["PARCELID"])
    assert rows.table["PARCELID"].tolist() == [f"{each:04}" for each in range(100, 150, 2)]
    assert rows.shapes is not None
    assert shapely.area(shapely.from_wkb(rows.shapes)).tolist() == [100] * 25
    assert opened.path.name.startswith("Tax Parcels at 127.0.0.1")
    assert source_hash(opened) == source_hash(open_file(url))
    assert "25 rows came in 3 pages" in opened.remarks[0]
    queries = [each for each in layer.asked if "outFields" in each]
    assert all(each["orderByFields"] == "OID_" and each["returnTrueCurves"] == "false" for each in queries)


def test_a_server_that_gives_fewer_rows_than_asked_for_is_followed_on(service: tuple[Layer, str]) -> None:
    layer, url = service
    layer.page, layer.info = 4, {"maxRecordCount": 2000}
    opened = open_file(url)
    assert opened.layers[0].rows == 25
    assert "in 7 pages" in opened.remarks[0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"count": 30}, "It said 30 and gave 25"),
        ({"overlap": 1}, "object ids among them twice"),
        ({"failing": {"error": {"code": 499, "message": "Token Required"}}}, "code 499, Token Required"),
        ({"failing": 503}, "HTTP status 503"),
        ({"failing": b"<html>sign in</html>"}, "no JSON"),
        ({"failing": b"[]"}, "no JSON object"),
        ({"pages": False, "page": 4, "info": {"maxRecordCount": 2000}}, "fewer rows at once than it says"),
    ],
)
def test_what_a_service_does_wrong_is_one_clear_error_without_the_token(
    service: tuple[Layer, str], change: dict[str, Any], why: str
) -> None:
    layer, url = service
    for name, value in change.items():
        setattr(layer, name, value)
    with pytest.raises(LayerUnreadable) as caught:
        open_file(f"{url}?token=SECRET")
    assert why in str(caught.value)
    assert caught.value.where == url
    assert "SECRET" not in str(caught.value)
    assert caught.value.__cause__ is None or "SECRET" not in str(caught.value.__cause__)
    assert {each["token"] for each in layer.asked} == {"SECRET"}


def test_a_layer_that_changes_while_it_is_read_is_asked_for_once_more(service: tuple[Layer, str]) -> None:
    layer, url = service

    def add_a_row() -> None:
        layer.rows, layer.on_page = 26, None

    layer.on_page = add_a_row
    assert open_file(url).layers[0].rows == 26


@pytest.mark.parametrize(
    ("change", "why", "requests"),
    [
        # Description; then twice: count and pages of 10 until there are more than 25, or none is new.
        ({"heeds_offset": False}, "It said 25 and gave 20, 10 object ids among them twice", 1 + 2 * (1 + 2)),
        ({"new_ids_for_ever": True}, "It said 25 and gave 30", 1 + 2 * (1 + 3)),
        ({"count": 20_000_001}, "more than 20,000,000 rows", 2),
        ({"count": -1}, "does not say how many", 2),
        ({"count": True}, "does not say how many", 2),
    ],
)
def test_a_service_that_would_never_end_is_left(
    service: tuple[Layer, str], change: dict[str, Any], why: str, requests: int
) -> None:
    layer, url = service
    for name, value in change.items():
        setattr(layer, name, value)
    with pytest.raises(LayerUnreadable, match=why):
        open_file(url)
    assert len(layer.asked) == requests


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"info": {"maxRecordCount": "lots"}}, "member maxRecordCount is not a whole number"),
        ({"info": {"maxRecordCount": float("inf")}}, "member maxRecordCount is not a whole number"),
        ({"info": {"advancedQueryCapabilities": "yes"}}, "member advancedQueryCapabilities is not an object"),
        ({"info": {"fields": "x"}}, "member fields is not a list"),
        ({"info": {"fields": [{"type": "esriFieldTypeOID"}]}}, "no field with a name"),
        ({"info": {"objectIdField": ["x"]}}, "member objectIdField is not a text"),
        ({"failing": {"layers": [1, 2]}}, "no layer"),
        ({"failing": {"layers": {"a": 1}}}, "member layers is not a list"),
        ({"page_change": {"features": None}}, "It said 25 and gave 0"),
        ({"page_change": {"features": {"a": 1}}}, "member features is not a list"),
        ({"page_change": {"features": [1]}}, "row 1, no object"),
        ({"pages": False, "ids_answer": ["a", "b"]}, "no whole number"),
        ({"pages": False, "ids_answer": {"a": 1}}, "member objectIds is not a list"),
    ],
)
def test_an_answer_of_another_shape_is_one_clear_error(
    service: tuple[Layer, str], change: dict[str, Any], why: str
) -> None:
    layer, url = service
    for name, value in change.items():
        setattr(layer, name, value)
    with pytest.raises(LayerUnreadable, match=why):
        open_file(url)


@pytest.mark.parametrize("limit", [0, -5, None])
def test_a_limit_that_says_nothing_is_no_limit(service: tuple[Layer, str], limit: int | None) -> None:
    layer, url = service
    layer.info = {"maxRecordCount": limit}
    assert open_file(url).layers[0].rows == 25
    assert {each["resultRecordCount"] for each in layer.asked if "resultOffset" in each} == {"1000"}


@pytest.mark.parametrize(
    ("wire", "why"),
    [
        (b"JUNK JUNK\r\n\r\n", "BadStatusLine"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc", "IncompleteRead"),
        (b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"name": ', "IncompleteRead"),
    ],
)
def test_an_answer_that_is_no_http_or_breaks_off(service: tuple[Layer, str], wire: bytes, why: str) -> None:
    layer, url = service
    layer.wire = wire
    with pytest.raises(LayerUnreadable, match=f"cannot be reached: {why}"):
        open_file(url)


def test_an_answer_that_drips_is_not_waited_for(service: tuple[Layer, str]) -> None:
    layer, url = service
    layer.drip_s = 0.01  # each byte in time, and all of them in two seconds
    with pytest.raises(LayerUnreadable, match=r"did not finish one answer in 0\.1 seconds"):
        open_service(url, timeout_s=5, answer_s=0.1)


@pytest.mark.parametrize("to", ["http://localhost:9{path}", "https://gis.example.gov/{path}", "ftp://127.0.0.1:9/x"])
def test_a_service_that_sends_to_another_host_is_refused(service: tuple[Layer, str], to: str) -> None:
    layer, url = service
    layer.to = to
    with pytest.raises(LayerUnreadable, match="to another host or protocol") as caught:
        open_file(f"{url}?token=SECRET")
    assert "SECRET" not in str(caught.value)
    assert caught.value.where == url


def test_a_service_that_moved_on_its_host_is_followed(service: tuple[Layer, str]) -> None:
    layer, url = service
    layer.to = "{path}&moved=yes"
    assert open_file(url).layers[0].rows == 25
    assert layer.asked[1]["moved"] == "yes"


@pytest.mark.parametrize(
    ("url", "where", "why"),
    [
        ("http://host:abc/x?token=SECRET", "http://host:abc/x", "no address on the web"),
        ("http://127.0.0.1:99999/x", "http://127.0.0.1:99999/x", "no address on the web"),
        ("http:///x#SECRET", "http:///x", "no address on the web"),
        ("http://me:SECRET@[::1/x", "[::1/x", "no address on the web"),
        ("http://[::1]:9/x/0", "http://[::1]:9/x/0", "cannot be reached: [A-Z]"),
        ("http://127.0.0.1:9/a b/0", "http://127.0.0.1:9/a%20b/0", "ConnectionRefusedError"),
        # a u with two dots is C3 BC in UTF-8
        ("http://127.0.0.1:9/\u00fc/%20/0", "http://127.0.0.1:9/%C3%BC/%20/0", "ConnectionRefusedError"),
        ("http://a b/x", "http://a b/x", "cannot be reached: InvalidURL"),
        ("http://.../x", "http://.../x", "cannot be reached: UnicodeError"),
    ],
)
def test_addresses_that_lead_nowhere(url: str, where: str, why: str) -> None:
    with pytest.raises(LayerUnreadable, match=why) as caught:
        open_file(url)
    assert caught.value.where == where
    assert "SECRET" not in str(caught.value)


def test_a_blank_in_the_address_is_sent_by_its_bytes(service: tuple[Layer, str]) -> None:
    _, url = service
    assert open_file(url.replace("Parcels", "Tax Parcels")).layers[0].rows == 25


def test_a_where_in_the_address_is_kept(service: tuple[Layer, str]) -> None:
    layer, url = service
    open_file(f"{url}/query?where=CONAME%3D'VERNON'&outFields=*&f=html")
    assert {each["where"] for each in layer.asked if "where" in each} == {"CONAME='VERNON'"}
    assert {each["f"] for each in layer.asked} == {"json"}


def test_the_address_of_a_service_lists_its_layers(service: tuple[Layer, str]) -> None:
    layer, url = service
    layer.failing = {"layers": [{"id": 0, "name": "Parcels"}, {"id": 3, "name": "Roads"}]}
    with pytest.raises(LayerChoiceNeeded, match="0 Parcels; 3 Roads"):
        open_file(url.removesuffix("/0"))


def test_an_empty_layer(service: tuple[Layer, str]) -> None:
    layer, url = service
    layer.rows = 0
    assert open_file(url).layers[0].rows == 0


def test_nobody_answers_or_too_late(service: tuple[Layer, str]) -> None:
    with pytest.raises(LayerUnreadable, match="cannot be reached: ConnectionRefusedError"):
        open_service("http://127.0.0.1:9/FeatureServer/0?token=SECRET")
    layer, url = service
    layer.delay_s = 0.3
    with pytest.raises(LayerUnreadable, match="cannot be reached: TimeoutError"):
        open_service(url, timeout_s=0.05)


def test_which_sources_are_services() -> None:
    assert not is_service("C:/data/lots.gpkg")
    assert not is_service("file:///etc/passwd")
    assert not is_service("ftp://host/FeatureServer/0")
    assert is_service("HTTPS://host/FeatureServer/0")
    assert is_service("http://[::1/no-address")
