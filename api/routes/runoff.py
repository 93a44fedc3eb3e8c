"""Which runoff units and bill has a parcel: the map at /runoff, GET /api/runoff, and GET /api/runoff/{parcel_id}?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from api.answers import JSON_TYPE
from api.connector import Connects
from api.errors import NotFound, RequestInvalid, public_error, status_of
from api.headers import MAP_FORM_POLICY
from api.openapi import error_answers, json_content
from api.parcel_questions import chosen_parcel, refuse_unknown
from api.reckoner import Reckons
from api.routes.kept_page import KeptPage
from api.routes.service_area import MOST_PARCELS
from gis.errors import TownlineError
from gis.model.jsonio import to_json
from gis.model.runoff import Roll
from maps.assets import Assets
from maps.exports import error_page
from maps.parcel_addresses import Pages
from maps.runoff import runoff_page

_HEADERS = {"Content-Security-Policy": MAP_FORM_POLICY, "Cache-Control": "no-cache"}


class RunoffPages:
    """The maps of runoff units, one for each utility that is served; each is made at the first question and kept."""

    def __init__(self, reckoner: Reckons, assets: Assets) -> None:
        self._reckoner = reckoner
        self._pages = Pages()
        self.assets = assets
        self._kept = {each: KeptPage(partial(self._made, each)) for each in reckoner.titles}

    def html(self, ordinance: str | None = None) -> str:
        """Return the map of a utility, the first where none is named.

        Raises
        ------
        TownlineError
            Where the layers do not tell, or the ordinance is none of those served.
        """
        return self._kept[chosen_utility(ordinance, self._reckoner)].html()

    def _made(self, ordinance: str) -> str:
        others = [
            (title, self._pages.units(each)) for each, title in self._reckoner.titles.items() if each != ordinance
        ]
        return runoff_page(self._reckoner.view(ordinance), self._reckoner.roll(ordinance), self.assets, others=others)


def chosen_utility(ordinance: str | None, reckoner: Reckons) -> str:
    """Return the ordinance that a caller names, else the first whose utility is served.

    Raises
    ------
    NotFound
        None has a stormwater utility, or the one named is not among those that do.
    """
    served = tuple(reckoner.titles)
    if not served or (ordinance is not None and ordinance not in served):
        raise NotFound(
            what="This service reckons no runoff units under that ordinance."
            if served
            else "This service reckons no runoff units.",
            where="the query parameter ordinance" if served else "the address of the request",
            why=f"It reckons them under {', '.join(served)}."
            if served
            else "It was started without an ordinance that has a stormwater utility.",
            next="Name one of them." if served else "Start it with one: townline serve --ordinance ID.",
        )
    return ordinance or served[0]


def runoff_router(reckoner: Reckons, connector: Connects, pages: RunoffPages, limiter: CapacityLimiter) -> APIRouter:
    """Return the routes of the map of runoff units, of a whole roll and of one parcel."""
    router = APIRouter()

    def roll(ordinance: str | None) -> bytes:
        answer = reckoner.roll(chosen_utility(ordinance, reckoner))
        if len(answer.parcels) > MOST_PARCELS:
            raise _too_many(answer)
        return to_json(answer)

    def one(parcel_id: str, county: str | None, ordinance: str | None) -> bytes:
        named = chosen_utility(ordinance, reckoner)
        parcel = chosen_parcel(parcel_id, county, connector)
        return to_json(reckoner.parcel(parcel.parcel_id, parcel.county, named))

    async def told(make: Callable[[], bytes]) -> Response:
        return Response(await to_thread.run_sync(make, limiter=limiter), media_type=JSON_TYPE)

    @router.get(
        "/api/runoff",
        tags=["parcels"],
        summary="Say of every parcel of a stormwater utility which runoff units and bill it has",
        response_class=Response,
        responses={
            200: {
                "description": "The roll, byte for byte as `townline eru --format json` writes it",
                "content": json_content("RunoffRoll"),
            },
            **error_answers(404, 422, 500),
        },
    )
    async def units(request: Request, ordinance: str | None = None) -> Response:
        """Say of every parcel which units and bill it has, under one of the ordinances that this service has."""
        refuse_unknown(request.query_params.multi_items(), "ordinance")
        return await told(lambda: roll(ordinance))

    @router.get(
        "/api/runoff/{parcel_id:path}",
        tags=["parcels"],
        summary="Explain the runoff units and the bill of one parcel",
        response_class=Response,
        responses={
            200: {
                "description": "The answer, byte for byte as `townline eru --parcel ID --format json` has it",
                "content": json_content("ParcelRunoff"),
            },
            **error_answers(404, 409, 422, 500),
        },
    )
    async def parcel(
        request: Request, parcel_id: str, county: str | None = None, ordinance: str | None = None
    ) -> Response:
        """Explain one parcel; its number may hold slashes, and county says which where it repeats."""
        refuse_unknown(request.query_params.multi_items(), "county", "ordinance")
        return await told(lambda: one(parcel_id, county, ordinance))

    @router.get("/runoff", include_in_schema=False)
    async def page(ordinance: str | None = None) -> Response:
        try:
            html = await to_thread.run_sync(pages.html, ordinance, limiter=limiter)
        except TownlineError as error:
            shown = error_page(public_error(error), pages.assets)
            return HTMLResponse(shown, status_code=status_of(error), headers=_HEADERS)
        return HTMLResponse(html, headers=_HEADERS)

    return router


def _too_many(answer: Roll) -> RequestInvalid:
    return RequestInvalid(
        what=f"The answer would hold {len(answer.parcels):,} parcels.",
        where="the address /api/runoff",
        why=f"One answer holds {MOST_PARCELS:,} parcels at most.",
        next="Ask of single parcels at /api/runoff/ID, or write all of them with: townline eru --out FILE.gpkg",
    )
