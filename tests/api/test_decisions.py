"""Does the service apply decisions: POST /api/decisions, and the board's map at /exclusions?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from api.main import create_app
from api.settings import Settings
from gis.errors import DecisionInvalid, TownlineError
from gis.model.decision import Decision
from gis.model.jsonio import to_json
from gis.model.view import MapView
from gis.proposals.brought import NOTHING, Brought
from gis.proposals.decisions.file import Board
from maps.assets import served_assets
from maps.exclusions import exclusions_page
from tests.api.service import DATE, SQUARE, Client, StandIn
from tests.maps.sample_decision import decision_map, sample_decision

PAGES = (("Proposed boundary", "/"), ("Board's decision", "/exclusions"), ("Law", "/law"))
DECISION = {"findings": {"necessary": "yes", "welfare": "yes", "benefit": "yes"}}


@dataclass
class Decided:
    """What the stand-in hands back."""

    decision: Decision
    view: MapView


@dataclass
class Decides:
    """Hands back the sample for whatever is asked, and keeps what that was."""

    fault: TownlineError | None = None
    asked: list[tuple[object, ...]] = field(default_factory=list)

    def decide(  # noqa: PLR0913 - what a request may say, one each
        self,
        boundary_data: bytes | Mapping[str, Any],
        board: Board,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Decided:
        """Hand back the sample."""
        return self._answer(boundary_data, board.findings.benefit, date, editions, boundary_accuracy_ft, brought.stated)

    def decide_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        board: Board,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Decided:
        """Hand back the sample."""
        more = (crs, layer, boundary_accuracy_ft, brought.stated)
        return self._answer(path, board.findings.benefit, date, editions, *more)

    def _answer(self, *asked: object) -> Decided:
        self.asked.append(asked)
        if self.fault is not None:
            raise self.fault
        decision = sample_decision()
        return Decided(decision, decision_map(decision))


@pytest.fixture
def decides() -> Decides:
    return Decides()


def client(decides: Decides, **settings: Any) -> Client:  # noqa: ANN401 - passed on to Settings
    return Client(create_app(Settings(date=DATE, **settings), StandIn(), decides))


def test_a_decision_is_answered_as_the_command_writes_it(decides: Decides) -> None:
    facts = {"facts": {"TSD-13": {"hearing_date": "2026-07-01"}}}
    body = {"boundary": SQUARE, "decision": DECISION, "boundary_accuracy_ft": "0.5", "proposal": facts}
    answer = client(decides, editions={"parcels": "aa"}).ask("POST", "/api/decisions", json=body)
    assert answer.status_code == 200
    assert answer.content == to_json(sample_decision())
    assert decides.asked == [(SQUARE, "yes", DATE, {"parcels": "aa"}, Fraction(1, 2), facts["facts"])]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"boundary": SQUARE}, "RequestInvalid"),
        ({"boundary": SQUARE, "decision": DECISION, "more": 1}, "RequestInvalid"),
        ({"boundary": SQUARE, "decision": {"findings": {"benefit": "maybe"}}}, "DecisionInvalid"),
        (
            {
                "boundary": SQUARE,
                "decision": {
                    **DECISION,
                    "additions": [{"name": "A", "polygon": "passwd.geojson", "because": "x"}],
                },
            },
            "DecisionInvalid",
        ),
    ],
)
def test_what_is_no_decision_is_refused(decides: Decides, body: dict[str, object], error: str) -> None:
    answer = client(decides).ask("POST", "/api/decisions", json=body)
    assert (answer.status_code, answer.json()["error"]) == (422, error)
    assert decides.asked == []


def test_the_board_s_map_is_served_and_made_once(decides: Decides, tmp_path: Path) -> None:
    (tmp_path / "decision.yaml").write_text("findings: {benefit: partly}", "utf-8")
    service = client(decides, boundary=tmp_path / "line.geojson", decision=tmp_path / "decision.yaml", crs="EPSG:3071")
    first, second = service.get("/exclusions"), service.get("/exclusions")
    decision = sample_decision()
    assert first.text == exclusions_page(decision_map(decision), decision, served_assets(pages=PAGES), law_pages="law")
    assert first.content == second.content
    assert "sandbox" in first.headers["content-security-policy"]
    assert decides.asked == [(tmp_path / "line.geojson", "partly", DATE, {}, "EPSG:3071", None, None, {})]


def test_without_a_decision_the_page_says_how_to_give_one(decides: Decides) -> None:
    page = client(decides).get("/exclusions")
    assert page.status_code == 200
    assert "--decision FILE.yaml" in page.text
    assert decides.asked == []


def test_a_decision_that_cannot_be_applied_is_said_and_asked_again(decides: Decides, tmp_path: Path) -> None:
    (tmp_path / "decision.yaml").write_text("findings: {benefit: partly}", "utf-8")
    service = client(decides, boundary=tmp_path / "line.geojson", decision=tmp_path / "decision.yaml")
    decides.fault = DecisionInvalid(what="<b>It", where=str(tmp_path / "x"), why="w", next="n")
    page = service.get("/exclusions")
    assert page.status_code == 422
    assert "&lt;b&gt;It" in page.text
    assert str(tmp_path) not in page.text
    decides.fault = None
    assert service.get("/exclusions").status_code == 200


def test_the_service_describes_decisions(decides: Decides) -> None:
    described = client(decides).get("/openapi.json").json()
    assert "/api/decisions" in described["paths"]
    assert {"Decision", "DecisionRequest"} <= set(described["components"]["schemas"])
    assert "decision" in described["components"]["schemas"]["DecisionRequest"]["required"]
