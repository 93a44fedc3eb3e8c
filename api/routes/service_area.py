"""What does the public see of sewers and the duty to connect: /service-area, and GET /api/connections?"""

from __future__ import annotations

from functools import partial

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from api.answers import JSON_TYPE
from api.connector import Connects
from api.errors import RequestInvalid, public_error, status_of
from api.headers import MAP_FORM_POLICY
from api.openapi import error_answers, json_content
from api.parcel_questions import chosen_ordinance, refuse_unknown
from api.routes.kept_page import KeptPage
from gis.errors import TownlineError
from gis.model.connections import Connections
from gis.model.jsonio import to_json
from maps.assets import Assets
from maps.exports import error_page
from maps.parcel_addresses import Pages
from maps.service_area import service_area_page

MOST_PARCELS = 20_000
"""Parcels that one answer holds at most: some fifty megabytes of JSON."""


class ServiceAreaPages:
    """The maps of sewers, one for each ordinance that is served; each is made at the first question and kept."""

    def __init__(self, connector: Connects, assets: Assets) -> None:
        self._connector = connector
        self._pages = Pages()
        self.assets = assets
        ids: tuple[str | None, ...] = tuple(connector.titles) or (None,)
        self._kept = {each: KeptPage(partial(self._made, each)) for each in ids}

    def html(self, ordinance: str | None = None) -> str:
        """Return the map under an ordinance, the first where none is named.

        Raises
        ------
        TownlineError
            Where the layers do not tell, or the ordinance is none of those served.
        """
        return self._kept[chosen_ordinance(ordinance, self._connector)].html()

    def _made(self, ordinance: str | None) -> str:
        others = [(title, self._pages.map(each)) for each, title in self._connector.titles.items() if each != ordinance]
        return service_area_page(
            self._connector.view(ordinance),
            self._connector.connections(ordinance),
            self.assets,
            pages=self._pages,
            others=others,
        )


def service_area_router(connector: Connects, pages: ServiceAreaPages, limiter: CapacityLimiter) -> APIRouter:
    """Return the routes of the map of sewers, and of everything that was found."""
    router = APIRouter()

    def found(ordinance: str | None) -> bytes:
        answer = connector.connections(chosen_ordinance(ordinance, connector))
        if len(answer.parcels) > MOST_PARCELS:
            raise _too_many(answer)
        return to_json(answer)

    @router.get(
        "/api/connections",
        tags=["parcels"],
        summary="Say of every parcel of the service area whether it must connect",
        response_class=Response,
        responses={
            200: {
                "description": "Everything found, byte for byte as `townline connections --format json` writes it",
                "content": json_content("Connections"),
            },
            **error_answers(404, 422, 500),
        },
    )
    async def connections(request: Request, ordinance: str | None = None) -> Response:
        """Say of every parcel whether it must connect, under one of the ordinances that this service judges by."""
        refuse_unknown(request.query_params.multi_items(), "ordinance")
        made = await to_thread.run_sync(found, ordinance, limiter=limiter)
        return Response(made, media_type=JSON_TYPE)

    @router.get("/service-area", include_in_schema=False)
    async def page(ordinance: str | None = None) -> Response:
        headers = {"Content-Security-Policy": MAP_FORM_POLICY, "Cache-Control": "no-cache"}
        try:
            html = await to_thread.run_sync(pages.html, ordinance, limiter=limiter)
        except TownlineError as error:
            shown = error_page(public_error(error), pages.assets)
            return HTMLResponse(shown, status_code=status_of(error), headers=headers)
        return HTMLResponse(html, headers=headers)

    return router


def _too_many(answer: Connections) -> RequestInvalid:
    return RequestInvalid(
        what=f"The answer would hold {len(answer.parcels):,} parcels.",
        where="the address /api/connections",
        why=f"One answer holds {MOST_PARCELS:,} parcels at most.",
        next="Ask of single parcels at /api/parcels, or write all of them with: townline connections --out FILE.gpkg",
    )
