"""Which parcel is meant, and must it connect: /parcels as plain pages, /api/parcels as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from api.answers import JSON_TYPE
from api.connector import Connects
from api.errors import ChoiceNeeded, NotFound, public_error, status_of
from api.headers import FORM_POLICY
from api.openapi import error_answers, json_content
from api.parcel_questions import NEAR_SHOWN, chosen_parcel, governing_answer, read_search, refuse_unknown, search
from gis.errors import TownlineError
from gis.model.found_parcels import FoundParcels
from gis.model.jsonio import to_json
from maps.assets import Assets
from maps.exports import error_page
from maps.parcel_addresses import Pages
from maps.parcel_page import ParcelTold, parcel_page, search_page

_HEADERS = {"Content-Security-Policy": FORM_POLICY, "Cache-Control": "no-cache"}
_PLACE = (
    ("q", "string", "Beginning of a parcel number or a site address, however abbreviated."),
    ("lon", "number", "Longitude of a place, degrees; with lat, and without q."),
    ("lat", "number", "Latitude of the place, degrees."),
    ("limit", "integer", "Most parcels to return, 1 to 100; left out, 20."),
)


class ParcelPages:
    """The plain pages on parcels; they run no script and name nobody."""

    def __init__(self, connector: Connects, assets: Assets) -> None:
        self._connector = connector
        self._assets = assets
        self._pages = Pages()

    def find(self, stated: Mapping[str, str]) -> Response:
        """Return the search, with what fits; of a single parcel the way to its answer."""
        asked = read_search(stated)
        if asked.words is None and asked.at is None:
            return self._list("", None, "")
        found = search(asked, self._connector)
        if found.total == 1 and found.parcels[0].how != "near":
            only = found.parcels[0]
            address = self._pages.parcel(only.parcel_id, only.county)
            return RedirectResponse(address, HTTPStatus.SEE_OTHER, headers=_HEADERS)
        is_near = bool(found.parcels) and found.parcels[0].how == "near"
        heading = "Near parcels" if is_near else "Parcels that fit" if found.parcels else "No parcel fits"
        return self._list(asked.words or "", found, heading, *_says(found, is_place=asked.at is not None))

    def one(self, parcel_id: str, county: str | None, ordinance: str | None) -> Response:
        """Return the answer for one parcel; where it is not on file, or there are several, those that may be meant."""
        finder = self._connector.finder
        try:
            parcel = chosen_parcel(parcel_id, county, self._connector)
        except NotFound as unknown:
            return self._refusal(unknown, finder.near_number(parcel_id, NEAR_SHOWN))
        except ChoiceNeeded as choice:
            told = tuple(dict.fromkeys(finder.told(row) for row in finder.with_number(parcel_id)))
            return self._refusal(choice, FoundParcels(len(told), counted_whole=True, parcels=told))
        used, answer = governing_answer(parcel, ordinance, self._connector)
        around = self._connector.surroundings(parcel.row)
        others = tuple(
            (title, self._pages.parcel(parcel.parcel_id, parcel.county, each))
            for each, title in self._connector.titles.items()
            if each != used
        )
        beside = ParcelTold(around.places, around.same_ground, around.sources, others)
        return HTMLResponse(parcel_page(answer, beside, self._assets, self._pages), headers=_HEADERS)

    def error(self, error: TownlineError) -> Response:
        """Return an error as a page."""
        return HTMLResponse(
            error_page(public_error(error), self._assets), status_code=status_of(error), headers=_HEADERS
        )

    def _list(self, words: str, found: FoundParcels | None, heading: str, *says: str) -> Response:
        html = search_page(words, found, heading, self._assets, self._pages, says=says)
        return HTMLResponse(html, headers=_HEADERS)

    def _refusal(self, error: TownlineError, may_be_meant: FoundParcels) -> Response:
        told = public_error(error)
        html = search_page("", may_be_meant, told.what, self._assets, self._pages, says=(told.why, told.next))
        return HTMLResponse(html, status_code=status_of(error), headers=_HEADERS)


def parcels_router(connector: Connects, assets: Assets, limiter: CapacityLimiter) -> APIRouter:
    """Return the routes that find parcels and answer for one."""
    router = APIRouter()
    pages = ParcelPages(connector, assets)

    async def told(make: Callable[[], bytes]) -> Response:
        return Response(await to_thread.run_sync(make, limiter=limiter), media_type=JSON_TYPE)

    async def shown(make: Callable[[], Response]) -> Response:
        try:
            return await to_thread.run_sync(make, limiter=limiter)
        except TownlineError as error:
            return pages.error(error)

    @router.get(
        "/api/parcels",
        tags=["parcels"],
        summary="Find parcels by number, site address or place",
        response_class=Response,
        responses={
            200: {"description": "The parcels that fit, the best first", "content": json_content("FoundParcels")},
            **error_answers(404, 422, 500),
        },
        openapi_extra={
            "parameters": [
                {"name": name, "in": "query", "required": False, "description": says, "schema": {"type": kind}}
                for name, kind, says in _PLACE
            ]
        },
    )
    async def find(request: Request) -> Response:
        """Find parcels by q (the beginning of a number or address), or by lon and lat; nobody is named."""
        refuse_unknown(request.query_params.multi_items(), *(name for name, *_ in _PLACE))
        stated = dict(request.query_params)
        return await told(lambda: to_json(search(read_search(stated), connector)))

    @router.get(
        "/api/parcels/{parcel_id:path}",
        tags=["parcels"],
        summary="Say whether one parcel must connect, by when and why",
        response_class=Response,
        responses={
            200: {
                "description": "The answer, byte for byte as `townline connections --parcel ID --format json` has it",
                "content": json_content("ParcelAnswer"),
            },
            **error_answers(404, 409, 422, 500),
        },
    )
    async def one(
        request: Request, parcel_id: str, county: str | None = None, ordinance: str | None = None
    ) -> Response:
        """Say whether a parcel must connect; its number may hold slashes, and county says which where it repeats."""
        refuse_unknown(request.query_params.multi_items(), "county", "ordinance")
        return await told(
            lambda: to_json(governing_answer(chosen_parcel(parcel_id, county, connector), ordinance, connector)[1])
        )

    @router.get("/parcels", include_in_schema=False)
    async def find_page(request: Request) -> Response:
        stated = dict(request.query_params)
        return await shown(lambda: pages.find(stated))

    @router.get("/parcels/{parcel_id:path}", include_in_schema=False)
    async def page(parcel_id: str, county: str | None = None, ordinance: str | None = None) -> Response:
        return await shown(lambda: pages.one(parcel_id, county, ordinance))

    return router


def _says(found: FoundParcels, *, is_place: bool) -> tuple[str, ...]:
    if is_place and (not found.parcels or found.parcels[0].how == "near"):
        return ("No parcel lies there; it may be a road, water or beyond the parcels on file.",)
    if not found.parcels:
        return ("Write the beginning of the number as the tax bill has it, or the house number and the street.",)
    return ()
