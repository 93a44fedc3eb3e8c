"""What is the service made of: this module only wires."""

from __future__ import annotations

from typing import Any

from anyio import CapacityLimiter
from fastapi import FastAPI
from starlette.types import ASGIApp

from api.answers import install_error_answers
from api.assessor import Assesses
from api.charger import Charges
from api.connector import Connects
from api.decider import Decides
from api.evaluator import Evaluates
from api.headers import SecurityHeaders
from api.openapi import components
from api.reading import Reading
from api.reckoner import Reckons
from api.routes.about import about_router
from api.routes.arrears import arrears_router
from api.routes.assessments import assessments_router
from api.routes.calendar import calendar_router
from api.routes.charges import charges_router
from api.routes.decisions import DecisionPage, decisions_router
from api.routes.evaluations import evaluations_router
from api.routes.law import law_router
from api.routes.pages import BoundaryPage, pages_router, pages_served
from api.routes.parcels import parcels_router
from api.routes.runoff import RunoffPages, runoff_router
from api.routes.service_area import ServiceAreaPages, service_area_router
from api.settings import Settings
from gis import __version__
from maps.assets import FINDING, SCRIPTS, served_assets


class Service(FastAPI):
    """The application, described by schemas that the model generates."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI description, made once."""
        if self.openapi_schema is None:
            described = super().openapi()
            known = described.setdefault("components", {}).setdefault("schemas", {})
            known.update(components())
        return self.openapi_schema or {}

    def build_middleware_stack(self) -> ASGIApp:
        """Wrap everything, the answer to a fault of ours too, in the security headers; HEAD is asked as GET is."""
        return SecurityHeaders(Reading(super().build_middleware_stack()))


def create_app(  # noqa: PLR0913 - one answerer a kind of question
    settings: Settings,
    evaluator: Evaluates,
    decider: Decides | None = None,
    connector: Connects | None = None,
    reckoner: Reckons | None = None,
    charger: Charges | None = None,
    assessor: Assesses | None = None,
) -> FastAPI:
    """Return the service; without a decider it offers nothing about decisions, without a connector nothing of sewers.

    Without a reckoner it offers nothing of runoff, without a charger nothing of charges; both need the connector, which
    finds the parcels. Without an assessor it offers nothing of special assessments.

    Raises
    ------
    AssetsMissing
        Where the map's scripts and styles were not installed.
    """
    app = Service(
        title="Townline",
        summary="What the law says about a line on the map, and why",
        version=__version__,
        # FastAPI's interactive pages load their scripts from another host, and no page of ours may.
        docs_url=None,
        redoc_url=None,
    )
    pages = pages_served(
        has_decision=decider is not None and settings.decision is not None,
        has_sewers=connector is not None,
        has_runoff=connector is not None and reckoner is not None and bool(reckoner.titles),
        has_charges=connector is not None and charger is not None,
    )
    assets, plain = served_assets(pages=pages), served_assets(scripts=(), pages=pages)
    searched = served_assets(scripts=(*SCRIPTS, *FINDING), pages=pages)
    limiter = CapacityLimiter(settings.limits.evaluations_at_once)
    page = BoundaryPage(settings, evaluator, assets)
    app.state.page = page
    install_error_answers(app)
    app.include_router(about_router())
    app.include_router(calendar_router())
    app.include_router(arrears_router(settings, evaluator, limiter))
    if assessor is not None:
        app.include_router(assessments_router(settings, assessor, limiter))
    app.include_router(evaluations_router(settings, evaluator, limiter))
    app.include_router(law_router(assets))
    if decider is not None:
        decision_page = DecisionPage(settings, decider, assets)
        app.state.decision_page = decision_page
        app.include_router(decisions_router(settings, decider, evaluator, decision_page, limiter))
    if connector is not None:
        service_area = ServiceAreaPages(connector, searched)
        app.state.service_area = service_area
        app.include_router(service_area_router(connector, service_area, limiter))
        app.include_router(parcels_router(connector, plain, limiter))
    if connector is not None and reckoner is not None:
        runoff = RunoffPages(reckoner, searched)
        app.state.runoff = runoff
        app.include_router(runoff_router(reckoner, connector, runoff, limiter))
    if connector is not None and charger is not None:
        app.include_router(charges_router(settings, charger, connector, plain, limiter))
    app.include_router(pages_router(page, assets, limiter))
    return app
