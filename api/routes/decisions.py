"""What does a board's decision do: POST /api/decisions, and the board's map at /exclusions."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from api.answers import JSON_TYPE
from api.decider import Decides
from api.errors import public_error, status_of
from api.on_file import HoldsLayers
from api.openapi import SAME_BYTES, error_answers, json_content
from api.requests import DecisionRequest, read_body, read_request
from api.routes.kept_page import KeptPage
from api.routes.pages import LAW_PAGES
from api.settings import Settings
from gis.errors import TownlineError
from gis.model.jsonio import to_json
from gis.proposals.decisions.file import board_of, read_decision
from maps.assets import Assets
from maps.exclusions import exclusions_page
from maps.exports import error_page, notice_page


class DecisionPage:
    """The page of the configured decision, made at the first question and kept."""

    def __init__(self, settings: Settings, decider: Decides, assets: Assets) -> None:
        self._settings = settings
        self._decider = decider
        self.assets = assets
        self._kept = KeptPage(self._made)

    def html(self) -> str:
        """Return the page; the decision is applied once, and an error is not kept.

        Raises
        ------
        TownlineError
            Where the boundary cannot be judged, or the decision not be applied.
        """
        return self._kept.html()

    def _made(self) -> str:
        settings = self._settings
        if settings.boundary is None or settings.decision is None:
            return _how_to_give_one(self.assets)
        decided = self._decider.decide_file(
            settings.boundary,
            read_decision(settings.decision),
            settings.date,
            settings.editions,
            crs=settings.crs,
            layer=settings.layer,
            boundary_accuracy_ft=settings.boundary_accuracy_ft,
            brought=settings.brought,
        )
        return exclusions_page(decided.view, decided.decision, self.assets, law_pages=LAW_PAGES)


def decisions_router(
    settings: Settings, decider: Decides, holder: HoldsLayers, page: DecisionPage, limiter: CapacityLimiter
) -> APIRouter:
    """Return the routes of a board's decisions; `holder` has the layers that a petition is held against."""
    router = APIRouter(tags=["decisions"])

    def decide(body: bytes) -> bytes:
        asked = read_request(body, settings.limits, DecisionRequest)
        editions = {**settings.editions, **{str(kind): edition for kind, edition in asked.editions.items()}}
        date = asked.date or settings.date
        decided = decider.decide(
            asked.boundary,
            board_of(asked.decision, "the request, member decision"),
            date,
            editions,
            boundary_accuracy_ft=asked.boundary_accuracy_ft,
            brought=asked.brought(date, editions, holder),
        )
        return to_json(decided.decision)

    @router.post(
        "/api/decisions",
        summary="Apply a board's decision, and judge every rule again",
        response_class=Response,
        responses={
            200: {
                "description": f"The decision, {SAME_BYTES.format(command='decide')}",
                "content": json_content("Decision"),
            },
            **error_answers(404, 409, 413, 415, 422, 500),
        },
        openapi_extra={"requestBody": {"required": True, "content": json_content("DecisionRequest")}},
    )
    async def decisions(request: Request) -> Response:
        """Apply the decision to the boundary, and return what results and what changed."""
        body = await read_body(request, settings.limits)
        decided = await to_thread.run_sync(decide, body, limiter=limiter)
        return Response(decided, media_type=JSON_TYPE)

    @router.get("/exclusions", include_in_schema=False)
    async def exclusions() -> Response:
        try:
            html = await to_thread.run_sync(page.html, limiter=limiter)
        except TownlineError as error:
            return HTMLResponse(error_page(public_error(error), page.assets), status_code=status_of(error))
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    return router


def _how_to_give_one(assets: Assets) -> str:
    return notice_page(
        "No decision is set",
        [
            "This service applies a board's decision when it is sent one. To see one on a map here, start it so:",
            "townline serve --layers DIR --date YYYY-MM-DD --boundary FILE --decision FILE.yaml",
            "To have one applied, post it as JSON to /api/decisions, with the boundary in longitude and latitude:",
            '{"boundary": {"type": "Polygon", "coordinates": [...]}, "decision": {"findings": {...}}}',
            "The answer is the decision: the boundary that results, and what changed in every rule.",
        ],
        assets,
    )
