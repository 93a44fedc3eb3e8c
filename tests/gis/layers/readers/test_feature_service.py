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
    on_count: Callable[[], None] | None = None
    delay_s: float = 0

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
        if query.get("returnCountOnly") and self.on_count is not None:
            self.on_count()
        ids = self.ids(query["where"])
        if query.get("returnCountOnly"):
            return {"count": len(ids) if self.count is None else self.count}
        if query.get("returnIdsOnly"):
            return {"objectIdFieldName": "OID_", "objectIds": ids[::-1]}
        first = max(int(query.get("resultOffset", 0)) - self.overlap, 0)
        asked = min(int(query.get("resultRecordCount", self.page)), self.page)
        return {
            "objectIdFieldName": "OID_",
            "spatialReference": {"wkid": 8112},
            "exceededTransferLimit": first + asked < len(ids),
            "features": [
                {"attributes": {"OID_": each, "PARCELID": f"{each:04}"}, "geometry": {"rings": [square(10, 20 * each)]}}
                for each in ids[first : first + asked]
            ],
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
            data = found if isinstance(found, bytes) else json.dumps(found).encode()
            self.send_response(found if isinstance(found, int) else 200)
            self.end_headers()
            with contextlib.suppress(BrokenPipeError):  # the reader that did not wait has gone
                self.wfile.write(data)

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
        layer.rows, layer.on_count = 26, None

    layer.on_count = add_a_row
    layer.count = None
    assert open_file(url).layers[0].rows == 26


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
