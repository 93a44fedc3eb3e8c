"""What would it cost a parcel: GET and POST /api/charges, and the page /charges?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from http import HTTPStatus

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from api.answers import JSON_TYPE
from api.charger import Charges
from api.charges_requests import PARAMETERS, ChargesRequest, from_query
from api.connector import Connects
from api.errors import public_error, status_of
from api.headers import FORM_POLICY
from api.openapi import any_of_content, error_answers, json_content
from api.parcel_questions import chosen_parcel, refuse_unknown
from api.requests import read_body, read_request
from api.settings import Settings
from gis.errors import TownlineError
from gis.model.charges import ChargesCompared, ParcelCharges
from gis.model.jsonio import to_json
from maps.assets import Assets
from maps.charges import charges_page
from maps.charges_form import read_of
from maps.parcel_addresses import Pages

_PATH = "/api/charges"
_HEADERS = {"Content-Security-Policy": FORM_POLICY, "Cache-Control": "no-cache"}
_SAME = "byte for byte as `townline charges --format json` writes it"


class _ReadAndPosted(APIRoute):
    """A route of an address that is read and posted to, by a route for each: a refusal names the methods of both."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.path == _PATH and scope["method"] not in (self.methods or ()):
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD, POST"})
        await super().handle(scope, receive, send)


class ChargesAnswers:
    """Answers of both routes and of the page: the same objects."""

    def __init__(self, charger: Charges, connector: Connects) -> None:
        self._charger = charger
        self._connector = connector

    def told(self, asked: ChargesRequest) -> ParcelCharges | ChargesCompared:
        """Return what a request asks.

        Raises
        ------
        NotFound, ChoiceNeeded
            No parcel on file has the number, or several have it.
        TownlineError
            What is asked cannot be answered.
        """
        question = asked.asked(self._charger.date)
        number, county = asked.parcel, asked.county
        if number is not None:
            parcel = chosen_parcel(number, county, self._connector)
            number, county = parcel.parcel_id, parcel.county
        if asked.boundary is not None:
            return self._charger.compared(question, number, county, asked.boundary, asked.levy)
        return self._charger.parcel(question, number or "", county)

    def titles(self) -> Mapping[str, str]:
        """Return the ordinances that a form may name."""
        return self._charger.titles(self.date)

    @property
    def date(self) -> dt.date:
        """Day that is asked about where a request names none."""
        return self._charger.date


def charges_router(
    settings: Settings, charger: Charges, connector: Connects, assets: Assets, limiter: CapacityLimiter
) -> APIRouter:
    """Return the routes that tell what a parcel is charged."""
    router = APIRouter(route_class=_ReadAndPosted)
    answers, pages = ChargesAnswers(charger, connector), Pages()

    def page(stated: Mapping[str, str]) -> Response:
        asked = {name: value for name, value in stated.items() if name in PARAMETERS}
        # Who changes what they would do leaves boxes filled in that say nothing of it.
        read, unread = read_of(asked.get("event"), asked)
        answer, error = None, None
        try:
            # A form that nobody filled in yet asks nothing.
            answer = answers.told(from_query(read)) if asked.get("parcel") else None
        except TownlineError as caught:
            error = public_error(caught)
        told = answer if isinstance(answer, ParcelCharges) else None
        html = charges_page(asked, told, error, unread, answers.titles(), answers.date, assets, pages)
        return HTMLResponse(html, status_code=200 if error is None else status_of(error), headers=_HEADERS)

    @router.get(
        _PATH,
        tags=["parcels"],
        summary="Say what a parcel is charged to connect, to be developed, divided or billed",
        response_class=Response,
        responses={
            200: {"description": f"The answer, {_SAME}", "content": json_content("ParcelCharges")},
            **error_answers(400, 404, 409, 422, 500),
        },
        openapi_extra={
            "parameters": [
                {"name": name, "in": "query", "required": name in {"parcel", "event"}, "schema": {"type": "string"}}
                for name in PARAMETERS
            ]
        },
    )
    async def one(request: Request) -> Response:
        """Say what a parcel is charged; dwellings, acres and before say kind=count, with commas between several."""
        refuse_unknown(request.query_params.multi_items(), *PARAMETERS)
        asked = from_query(dict(request.query_params))
        body = await to_thread.run_sync(lambda: to_json(answers.told(asked)), limiter=limiter)
        return Response(body, media_type=JSON_TYPE)

    @router.post(
        _PATH,
        tags=["parcels"],
        summary="Say what a parcel is charged, also before and after a proposed district",
        response_class=Response,
        responses={
            200: {
                "description": f"The answer, {_SAME}; with a boundary, that of --proposal",
                "content": any_of_content("ParcelCharges", "ChargesCompared"),
            },
            **error_answers(400, 404, 409, 413, 415, 422, 500),
        },
        openapi_extra={"requestBody": {"required": True, "content": json_content("ChargesRequest")}},
    )
    async def posted(request: Request) -> Response:
        """Say what a parcel is charged; a boundary asks before and after it, without a parcel for a typical home."""
        read = await read_body(request, settings.limits)
        asked = read_request(read, settings.limits, ChargesRequest)
        body = await to_thread.run_sync(lambda: to_json(answers.told(asked)), limiter=limiter)
        return Response(body, media_type=JSON_TYPE)

    @router.get("/charges", include_in_schema=False)
    async def shown(request: Request) -> Response:
        return await to_thread.run_sync(page, dict(request.query_params), limiter=limiter)

    return router
