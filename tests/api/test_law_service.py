from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urljoin

import pytest
from click.testing import CliRunner

from api.cli.law import law_command
from api.main import create_app
from api.settings import Settings
from gis.law.loader import load_law
from gis.rules.registry import RULES
from tests.api.service import DATE, Client, StandIn
from tests.maps.page_reader import PageReader


@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        ("/api/law?date=2026-07-01", ["--date", "2026-07-01"]),
        ("/api/law", []),
        ("/api/law/TSD-02?date=2026-07-01", ["TSD-02", "--date", "2026-07-01"]),
        ("/api/law/petition_owners_portion", ["petition_owners_portion"]),
        ("/api/law/WIS-281.45", ["WIS-281.45"]),
    ],
)
def test_the_service_gives_what_the_command_line_gives(client: Client, path: str, arguments: list[str]) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    printed = CliRunner().invoke(law_command, [*arguments, "--format", "json"])
    assert answer.content == printed.stdout_bytes


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("TSD-99", 404, "LawUnknown"),
        ("TSD-02?date=2011-06-30", 422, "ParameterNotInForce"),
        ("TSD-02?date=1751328000", 422, "RequestInvalid"),
        ("TSD-02?date=", 422, "RequestInvalid"),
        ("TSD-02?date=2026-02-30", 422, "RequestInvalid"),
    ],
)
def test_what_cannot_be_told_is_refused_by_both_faces(client: Client, path: str, status: int, error: str) -> None:
    answer = client.get(f"/api/law/{path}")
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    page = client.get(f"/law/{path}")
    assert page.status_code == answer.status_code
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.json()["next"].split("`")[0] in " ".join(PageReader(page.text).text)


def test_a_name_out_of_the_address_is_escaped(client: Client) -> None:
    page = client.get("/law/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert page.status_code == 404
    assert PageReader(page.text).inline_scripts == []


@pytest.mark.parametrize("path", ["/law", "/law/TSD-02?date=2026-07-01", "/law/petition_owners_portion"])
def test_a_page_needs_no_script_and_every_link_of_it_leads_somewhere(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    page = PageReader(answer.text)
    assert [tag for tag, _ in page.elements if tag == "script"] == []
    assert page.inline_styles == page.handlers == page.style_attributes == []
    # One heading of the first rank, then ranks without a gap; every part of the page is named by its heading.
    ranks = [int(tag[1]) for tag, _ in page.elements if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit()]
    assert ranks[0] == 1
    assert set(ranks[1:]) == {2}
    ids = {found["id"] for _, found in page.elements if "id" in found}
    assert {found["aria-labelledby"] for tag, found in page.elements if tag == "section"} <= ids
    assert ("html", {"lang": "en"}) in page.elements
    links = [found["href"] for tag, found in page.elements if tag == "a"]
    assert "#text" in links
    assert "text" in ids
    led_to = {urljoin(path, link).partition("?")[0].partition("#")[0] for link in links}
    assert led_to - {path.partition("?")[0]} <= {
        "/",
        "/law",
        *(f"/law/{name}" for name in (*RULES, *load_law().entries)),
    }
    for link in (*links[:4], links[-1]):
        assert client.get(urljoin(path, link)).status_code == 200, link


def test_the_page_of_a_rule_says_what_the_api_says(client: Client) -> None:
    said = client.get("/api/law/TSD-20?date=2026-07-01").json()
    text = " ".join(" ".join(PageReader(client.get("/law/TSD-20?date=2026-07-01").text).text).split())
    assert all(passage["says"] in text and passage["citation"] in text for passage in said["requirement"])
    assert said["interpretation"] in text
    assert all(name in text and says in text for name, says in said["readings"].items())
    assert all(fact["name"] in text and fact["says"] in text for fact in said["facts"])
    assert all(sentence in text for sentence in said["not_decided"])
    assert all(each["name"] in text and each["says"] in text for each in said["parameters"])


def test_head_gives_the_headers_alone(client: Client) -> None:
    assert client.ask("HEAD", "/law").status_code == client.ask("HEAD", "/law/TSD-01").status_code == 200


def test_openapi_describes_both_answers(client: Client) -> None:
    described = client.get("/openapi.json").json()
    assert {"/api/law", "/api/law/{name}"} <= described["paths"].keys()
    answer = described["paths"]["/api/law/{name}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer == {
        "anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("RuleExplained", "ParameterExplained")]
    }
    assert {"LawList", "RuleExplained", "ParameterExplained", "LawValue"} <= described["components"]["schemas"].keys()
    assert not [path for path in described["paths"] if not path.startswith("/api/")]
    json.dumps(described)


def test_every_finding_of_the_served_map_links_to_its_rule(stand_in: StandIn, tmp_path: Path) -> None:
    client = Client(create_app(Settings(date=DATE, boundary=tmp_path / "line.geojson"), stand_in))
    page = PageReader(client.get("/").text)
    links = [link for link in page.links if link.startswith("law/")]
    assert links == [f"law/{finding.rule}?date=2025-07-01" for finding in stand_in.report.findings]
    for link, finding in zip(links, stand_in.report.findings, strict=True):
        told = client.get(urljoin("/", link))
        assert told.status_code == 200
        assert RULES[finding.rule].question in PageReader(told.text).text[1] or finding.rule in told.text
