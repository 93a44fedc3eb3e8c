"""Every served page leads to every other that its service has, and to none that it has not."""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from api.charger import ChargesOnFile
from api.connector import ConnectionsAsked, ConnectionsOnFile
from api.main import create_app
from api.reckoner import RunoffOnFile
from api.settings import Settings
from gis.law.ordinance_files import load_ordinances
from tests.api.service import Client, StandIn
from tests.gis.proposals.runoff.runoff_village import write_village
from tests.maps.page_reader import PageReader

DATE = dt.date(2026, 6, 15)
ALWAYS = ["/", "/law"]
SEWERS = ["/service-area", "/parcels"]


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_village(tmp_path_factory.mktemp("pages"))


def listed(client: Client, address: str) -> list[str]:
    """Return the addresses in the one list of pages of a page."""
    answer = client.get(address)
    assert answer.headers["content-type"].startswith("text/html"), address
    page = PageReader(answer.text)
    (at,) = (at for at, (tag, found) in enumerate(page.elements) if tag == "nav" and found.get("class") == "pages")
    inside = itertools.takewhile(lambda each: each[0] in ("ul", "li", "a"), page.elements[at + 1 :])
    return [found["href"] for tag, found in inside if tag == "a"]


@pytest.mark.parametrize("ordinance", ["mukwonago", "cksd"])
@pytest.mark.parametrize("with_charges", [False, True])
@pytest.mark.parametrize("with_runoff", [False, True])
@pytest.mark.parametrize("with_sewers", [False, True])
def test_every_page_lists_the_pages_that_its_service_has(
    layers: Path, ordinance: str, *, with_sewers: bool, with_runoff: bool, with_charges: bool
) -> None:
    asked = ConnectionsAsked(DATE, load_ordinances([]), (ordinance,))
    connector = ConnectionsOnFile(layers, replace(asked, ids=()))
    client = Client(
        create_app(
            Settings(date=DATE),
            StandIn(),
            connector=connector if with_sewers else None,
            reckoner=RunoffOnFile(layers, asked) if with_runoff else None,
            charger=ChargesOnFile(layers, asked, connector) if with_charges else None,
        )
    )
    # Both need the parcels that the sewers' answerer finds; the second ordinance has no stormwater utility.
    has_runoff, has_charges = with_sewers and with_runoff and ordinance == "mukwonago", with_sewers and with_charges
    expected = {
        *ALWAYS,
        *(SEWERS if with_sewers else ()),
        *(["/runoff"] if has_runoff else ()),
        *(["/charges"] if has_charges else ()),
    }
    found = listed(client, "/")
    assert set(found) == expected
    assert len(found) == len(expected)
    for address in (*found, "/law/TSD-01", *(["/parcels?q=zzz"] if with_sewers else ())):
        assert listed(client, address) == found, address
    assert {client.get(address).status_code for address in found} == {200}
    absent = {*ALWAYS, *SEWERS, "/runoff", "/charges"} - expected
    assert {client.get(address).status_code for address in absent} <= {404}


@pytest.mark.parametrize("refused", ["/law/XYZ-99", "/service-area?ordinance=zzz", "/parcels/nowhere"])
def test_a_page_that_refuses_leads_on_too(layers: Path, refused: str) -> None:
    connector = ConnectionsOnFile(layers, ConnectionsAsked(DATE, load_ordinances([]), ()))
    client = Client(create_app(Settings(date=DATE), StandIn(), connector=connector))
    assert client.get(refused).status_code == 404
    assert listed(client, refused) == ["/", "/service-area", "/parcels", "/law"]
