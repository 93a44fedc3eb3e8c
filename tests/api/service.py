"""A service for tests: a stand-in that judges nothing, and a client that needs no server."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from gis.geometry.drawn import parse_geojson
from gis.layers.layer import Layer
from gis.model.report import Report
from gis.model.view import MapView
from gis.proposals.brought import NOTHING, Brought
from tests.maps.sample_evaluation import sample_report, sample_view

DATE = dt.date(2025, 7, 1)
SQUARE = {"type": "Polygon", "coordinates": [[[-88.8, 43.0], [-88.7, 43.0], [-88.7, 43.1], [-88.8, 43.0]]]}


@dataclass
class Evaluated:
    """What the stand-in hands back."""

    report: Report
    view: MapView


@dataclass
class StandIn:
    """Hands back the sample for whatever GeoJSON can be read, and keeps what it was asked."""

    fault: Exception | None = None
    report: Report = field(default_factory=sample_report)
    asked: list[tuple[object, dt.date, dict[str, str]]] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    accuracies: list[Fraction | None] = field(default_factory=list)
    brought: list[Brought] = field(default_factory=list)

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Refuse: the stand-in holds no layers."""
        message = f"no {kind} of {date}, {edition}"
        raise LookupError(message)

    def evaluate(
        self,
        boundary_data: bytes | Mapping[str, Any],
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluated:
        """Read the boundary as the real one does, and hand back the sample."""
        self.accuracies.append(boundary_accuracy_ft)
        self.brought.append(brought)
        self.asked.append((boundary_data, date, dict(editions or {})))
        self.threads.add(threading.get_ident())
        if self.fault is not None:
            raise self.fault
        parse_geojson(boundary_data, "the boundary")
        return Evaluated(replace(self.report, date=date), sample_view())

    def evaluate_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluated:
        """Hand back the sample."""
        self.brought.append(brought)
        self.asked.append(((path, crs, layer, boundary_accuracy_ft), date, dict(editions or {})))
        if self.fault is not None:
            raise self.fault
        return Evaluated(replace(self.report, date=date), sample_view())


@dataclass
class Client:
    """Asks an application without a server; faults of the application become its own answer."""

    app: FastAPI

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401 - passed on to httpx
        """Send one request."""

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
                return await client.request(method, path, **more)

        return asyncio.run(send())

    def get(self, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401 - the same
        """Send a GET request."""
        return self.ask("GET", path, **more)

    def judge(self, body: object = None, content: bytes | None = None, **headers: str) -> httpx.Response:
        """Post to /api/evaluations."""
        if content is not None:
            sent = {"Content-Type": "application/json", **{name.replace("_", "-"): v for name, v in headers.items()}}
            return self.ask("POST", "/api/evaluations", content=content, headers=sent)
        return self.ask("POST", "/api/evaluations", json=body)
