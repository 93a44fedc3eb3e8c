"""Parcels over HTTP: found by number, address or click, answered as a page without script and as JSON."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import geopandas as gpd
import pytest

from api.main import create_app
from api.routes.service_area import MOST_PARCELS
from api.settings import Settings
from gis.errors import EditionMissing
from gis.geometry.crs import to_lonlat
from gis.geometry.frame import working_frame
from gis.model.connections import Connections, ParcelAnswer
from gis.model.finding import State
from gis.model.found_parcels import FoundParcels
from gis.model.jsonio import adapter, to_json
from tests.api.connecting import OWNER, Connecting
from tests.api.service import DATE, Client, StandIn
from tests.gis.proposals.held_layers import box
from tests.maps.page_reader import PageReader
from tests.maps.sample_connections import parcel
from tests.maps.sample_evaluation import HOSTILE


@pytest.fixture
def connecting() -> Connecting:
    return Connecting()


@pytest.fixture
def asking(connecting: Connecting) -> Client:
    return Client(create_app(Settings(date=DATE), StandIn(), connector=connecting))


@pytest.fixture(scope="module")
def reading() -> Client:
    """Return a client that many questions share, none of which changes anything."""
    return Client(create_app(Settings(date=DATE), StandIn(), connector=Connecting()))


def ids(answer_text: str) -> list[str]:
    return [each["parcel_id"] for each in json.loads(answer_text)["parcels"]]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


def middle(west: float, south: float, east: float, north: float) -> tuple[float, float]:
    shapes = gpd.GeoSeries([box(west, south, east, north).centroid]).array
    point = to_lonlat(shapes, working_frame("EPSG:3071"))[0]
    return point.x, point.y


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("01/2", ["01/2.1", "01/2.2"]),
        ("0121", ["01/2.1"]),
        ("165 main street", ["01/2.1"]),
        ("nothing", []),
        ("", []),
        (HOSTILE[1], ["01/2.2"]),
    ],
)
def test_parcels_are_found_by_words(reading: Client, q: str, expected: list[str]) -> None:
    answer = reading.get("/api/parcels", params={"q": q})
    assert answer.status_code == 200
    assert ids(answer.text) == expected
    assert adapter(FoundParcels).validate_json(answer.content).total == len(expected)


def test_a_limit_cuts_the_list_and_not_the_count(reading: Client) -> None:
    answer = json.loads(reading.get("/api/parcels?q=01&limit=1").text)
    assert (len(answer["parcels"]), answer["total"], answer["counted_whole"]) == (1, 2, True)


def test_parcels_are_found_at_a_place(reading: Client) -> None:
    lon, lat = middle(0, 60, 40, 100)
    assert ids(reading.get(f"/api/parcels?lon={lon}&lat={lat}").text) == ["01/2.1"]
    # Two units of a condominium over the same ground.
    lon, lat = middle(400, 60, 440, 100)
    assert ids(reading.get(f"/api/parcels?lon={lon}&lat={lat}").text) == ["9-A", "9-B"]


@pytest.mark.parametrize(
    "query",
    [
        "lon=1",
        "lat=43",
        "lon=x&lat=43",
        "lon=nan&lat=43",
        "lon=inf&lat=43",
        "lon=181&lat=43",
        "lon=-88&lat=91",
        "q=a&limit=0",
        "q=a&limit=101",
        "q=a&limit=-1",
        "q=a&limit=two",
        "q=a&limit=99999999999999999999",
        f"q={'a' * 201}",
    ],
)
@pytest.mark.parametrize("path", ["/api/parcels", "/parcels"])
def test_a_question_that_cannot_be_meant_is_refused(reading: Client, path: str, query: str) -> None:
    answer = reading.get(f"{path}?{query}")
    assert answer.status_code == 422
    assert "the query parameter" in answer.text


@pytest.mark.parametrize("address", ["01/2.1", "01%2F2.1", "01%2f2%2e1"])
def test_a_number_with_slashes_and_dots_has_its_page(asking: Client, connecting: Connecting, address: str) -> None:
    page = asking.get(f"/parcels/{address}")
    assert page.status_code == 200
    assert "Parcel 01/2.1" in words(page.text)
    assert connecting.asked == [("01/2.1", "Jefferson", "elm")]


def test_the_page_has_no_script_and_may_only_ask_us(reading: Client) -> None:
    for path in ("/parcels", "/parcels?q=01", "/parcels/01%2F2.1", "/parcels/none", "/parcels/7", "/parcels?limit=0"):
        page = reading.get(path)
        policy = {part.split()[0]: part.split()[1:] for part in page.headers["content-security-policy"].split("; ")}
        assert policy["sandbox"] == ["allow-forms"]
        assert policy["default-src"] == ["'none'"]
        assert policy["style-src"] == policy["form-action"] == ["'self'"]
        assert "script-src" not in policy
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["x-content-type-options"] == "nosniff"
        found = PageReader(page.text)
        assert "script" not in {tag for tag, _ in found.elements}
        assert found.handlers == found.style_attributes == []
        for link in found.links:
            assert link.startswith(("/", "#", "data:image/svg"))
            if link.startswith("/assets"):
                assert reading.get(link).status_code == 200


def test_the_json_is_that_of_the_answer(asking: Client, connecting: Connecting) -> None:
    answer = asking.get("/api/parcels/01%2F2.1")
    assert answer.content == to_json(connecting.answer("01/2.1", "Jefferson", "elm"))
    assert adapter(ParcelAnswer).validate_json(answer.content).parcel.parcel_id == "01/2.1"


def test_a_number_that_is_not_on_file_is_told_the_near_ones(reading: Client) -> None:
    page = reading.get("/parcels/01%2F2.3")
    assert page.status_code == 404
    text = words(page.text)
    assert "No parcel 01/2.3 is on file." in text
    assert "Parcel 01/2.1" in text
    told = reading.get("/api/parcels/01%2F2.3")
    assert told.status_code == 404
    assert {place["feature_id"] for place in told.json()["places"]} == {"01/2.1", "01/2.2"}
    # The right number, punctuated otherwise.
    assert "Parcel 01/2.1" in words(reading.get("/parcels/01-2-1").text)


def test_a_number_of_two_counties_asks_which(asking: Client, connecting: Connecting) -> None:
    page = asking.get("/parcels/7")
    assert page.status_code == 409
    links = [each["href"] for tag, each in PageReader(page.text).elements if tag == "a"]
    assert {"/parcels/7?county=Jefferson", "/parcels/7?county=Dodge"} <= set(links)
    assert asking.get("/api/parcels/7").json()["error"] == "ChoiceNeeded"
    assert asking.get("/parcels/7?county=dodge").status_code == 200
    assert connecting.asked == [("7", "Dodge", "elm")]
    assert asking.get("/parcels/7?county=Dane").status_code == 404


def test_a_unit_of_a_condominium_is_told_the_others(reading: Client) -> None:
    text = words(reading.get("/parcels/9-A").text)
    assert "Other parcels on the same ground Parcel 9-B" in text


def test_the_ordinance_that_governs_is_used_and_the_others_are_a_link(asking: Client, connecting: Connecting) -> None:
    connecting.states = {"elm": State.NOT_APPLICABLE, "cksd": State.FAIL}
    page = asking.get("/parcels/01%2F2.1")
    assert "No, it need not connect" in words(page.text)
    links = [each["href"] for tag, each in PageReader(page.text).elements if tag == "a"]
    assert "/parcels/01%2F2.1?county=Jefferson&ordinance=elm" in links
    named = asking.get("/parcels/01%2F2.1?ordinance=elm")
    assert "No, not now" in words(named.text)
    assert asking.get("/parcels/01%2F2.1?ordinance=other").status_code == 404


def test_where_no_ordinance_governs_the_page_says_so(connecting: Connecting) -> None:
    connecting.titles, connecting.states = {}, {None: None}
    fresh = Client(create_app(Settings(date=DATE), StandIn(), connector=connecting))
    assert "No ordinance on file governs this land" in words(fresh.get("/parcels/01%2F2.1").text)


def test_a_single_fit_leads_to_its_answer(reading: Client) -> None:
    answer = reading.get("/parcels", params={"q": "165 main"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/parcels/01%2F2.1?county=Jefferson"
    lon, lat = middle(0, 60, 40, 100)
    assert reading.get(f"/parcels?lon={lon}&lat={lat}").status_code == 303


def test_several_fits_and_none_are_listed(reading: Client) -> None:
    assert "Parcels that fit" in words(reading.get("/parcels?q=01").text)
    assert "No parcel fits" in words(reading.get("/parcels?q=zzz").text)
    # 15 m south of lot A, in the street.
    lon, lat = middle(0, 44, 40, 46)
    page = words(reading.get(f"/parcels?lon={lon}&lat={lat}").text)
    assert "Near parcels No parcel lies there" in page


def test_hostile_text_never_becomes_markup(reading: Client) -> None:
    for path in ("/parcels?q=01", "/parcels/01%2F2.2", f"/parcels/{HOSTILE[2]}", "/service-area"):
        page = reading.get(path)
        assert HOSTILE[1] not in page.text
        assert HOSTILE[2] not in page.text
        assert not [each for tag, each in PageReader(page.text).elements if tag == "img"]


def test_no_owner_is_in_any_answer(reading: Client) -> None:
    paths = ("/parcels", "/parcels?q=01", "/parcels/01%2F2.1", "/parcels/none", "/service-area")
    for path in (*paths, *(f"/api{path}" for path in paths[1:4]), "/api/connections"):
        text = reading.get(path).text
        assert "OWNER" not in text
        assert OWNER not in text
        assert "812" not in text


@pytest.mark.parametrize("path", ["/parcels/01%2F2.1", "/service-area"])
def test_an_error_is_told_as_a_page_and_not_kept(asking: Client, connecting: Connecting, path: str) -> None:
    connecting.fault = EditionMissing(what="No <parcels> on file.", where="here", why="None.", next="Import them.")
    page = asking.get(path)
    assert page.status_code == 404
    assert "No &lt;parcels&gt; on file." in page.text
    assert asking.get("/api/connections").json()["error"] == "EditionMissing"
    connecting.fault = None
    assert asking.get(path).status_code == 200


def test_the_map_is_made_once_for_each_ordinance(asking: Client, connecting: Connecting) -> None:
    first, second = asking.get("/service-area"), asking.get("/service-area?ordinance=elm")
    assert first.content == second.content
    assert connecting.asked == ["elm", "elm"]  # the view and the findings of one page
    other = asking.get("/service-area?ordinance=cksd")
    assert other.status_code == 200
    links = [each["href"] for tag, each in PageReader(other.text).elements if tag == "a"]
    assert "/service-area?ordinance=elm" in links
    assert asking.get("/service-area?ordinance=none").status_code == 404


def test_the_map_runs_only_our_scripts_and_its_form_asks_only_us(reading: Client) -> None:
    page = reading.get("/service-area")
    policy = {part.split()[0]: part.split()[1:] for part in page.headers["content-security-policy"].split("; ")}
    assert policy["sandbox"] == ["allow-scripts", "allow-forms"]
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == ["'self'"]
    assert policy["connect-src"] == policy["default-src"] == ["'none'"]
    form = next(each for tag, each in PageReader(page.text).elements if tag == "form")
    assert (form["action"], form["method"]) == ("/parcels", "get")
    for link in PageReader(page.text).links:
        if link.startswith("/assets"):
            assert reading.get(link).status_code == 200
    # The pages that others serve keep their own policy.
    assert "allow-forms" not in reading.get("/").headers["content-security-policy"]


def test_everything_found_is_given_whole_or_refused(asking: Client, connecting: Connecting) -> None:
    answer = asking.get("/api/connections?ordinance=elm")
    assert answer.content == to_json(connecting.found)
    assert adapter(Connections).validate_json(answer.content).ordinance == "elm"
    connecting.found = replace(connecting.found, parcels=(parcel(1, State.FAIL),) * (MOST_PARCELS + 1))
    refused = asking.get("/api/connections")
    assert refused.status_code == 422
    assert "20,001 parcels" in refused.json()["what"]


def test_every_address_is_described(reading: Client) -> None:
    described = reading.get("/openapi.json").json()
    assert {"/api/parcels", "/api/parcels/{parcel_id}", "/api/connections"} <= set(described["paths"])
    known = described["components"]["schemas"]
    assert {"FoundParcels", "ParcelAnswer", "Connections", "ParcelConnection"} <= set(known)
    names = [each["name"] for each in described["paths"]["/api/parcels"]["get"]["parameters"]]
    assert names == ["q", "lon", "lat", "limit"]


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/parcels", "/parcels/01%2F2.1", "/service-area", "/law", "/openapi.json"),
        *("/api/parcels?q=01", "/api/parcels/01%2F2.1", "/api/connections", "/api/law", "/api/health", "/api/schemas"),
        *("/api/nothing", "/api/connections?date=2026-01-01"),
    ],
)
def test_head_gives_the_headers_of_get_alone(reading: Client, path: str) -> None:
    whole, head = reading.get(path), reading.ask("HEAD", path)
    assert (head.status_code, head.headers["content-type"]) == (whole.status_code, whole.headers["content-type"])
    assert head.headers["content-length"] == str(len(whole.content))
    assert head.content == b""


def test_what_may_be_read_says_so_where_it_may_not_be_written(reading: Client) -> None:
    for path in ("/api/connections", "/service-area"):
        refused = reading.ask("DELETE", path)
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")
    assert reading.ask("HEAD", "/api/evaluations").status_code == 405


@pytest.mark.parametrize(
    ("query", "what", "next_step"),
    [
        ("ordinanse=elm", "This address does not know the parameter 'ordinanse'.", "Did you mean ordinance?"),
        ("date=2030-01-01", "This address does not know the parameter 'date'.", "Leave the parameter out."),
        ("ordinance=elm&ordinance=oak", "ordinance stands twice.", "State it once."),
    ],
)
@pytest.mark.parametrize("path", ["/api/connections", "/api/parcels/01%2F2.1"])
def test_a_parameter_that_would_change_nothing_is_refused(
    reading: Client, path: str, query: str, what: str, next_step: str
) -> None:
    refused = reading.get(f"{path}?{query}")
    assert refused.status_code == 422
    assert (refused.json()["what"], refused.json()["next"]) == (what, next_step)


def test_a_search_refuses_what_it_does_not_know(reading: Client) -> None:
    refused = reading.get("/api/parcels?q=01&limits=3")
    assert refused.status_code == 422
    assert refused.json()["why"] == "It knows q, lon, lat and limit."
    assert reading.get("/api/parcels?q=01&limit=3").status_code == 200


def test_a_redirect_does_not_name_the_host_that_a_caller_claims(reading: Client) -> None:
    sent = reading.get("/service-area/?ordinance=elm", headers={"Host": "evil.example"})
    assert (sent.status_code, sent.headers["location"]) == (307, "/service-area?ordinance=elm")
    only = reading.get("/api/connections/", headers={"Host": "evil.example"})
    assert only.headers["location"] == "/api/connections"
