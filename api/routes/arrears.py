"""Which debts of a utility go to the tax roll: POST /api/arrears."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import JSON_TYPE
from api.on_file import HoldsLayers
from api.openapi import error_answers, json_content
from api.requests import ArrearsRequest, read_body, read_request
from api.settings import Settings
from gis.model.jsonio import to_json
from gis.proposals.arrears.judging import ArrearsAsked, arrears
from gis.proposals.arrears.reading import stated_accounts


def arrears_router(settings: Settings, holder: HoldsLayers, limiter: CapacityLimiter) -> APIRouter:
    """Return the route of a utility's arrears; `holder` has the parcels."""
    router = APIRouter(prefix="/api", tags=["arrears"])

    def judge(body: bytes) -> bytes:
        asked = read_request(body, settings.limits, ArrearsRequest)
        accounts = stated_accounts(asked.accounts, "the request, member accounts", asked.as_of)
        return to_json(
            arrears(ArrearsAsked(accounts, asked.year, asked.as_of, holder if asked.look_up_parcels else None))
        )

    @router.post(
        "/arrears",
        summary="Judge accounts in arrears, and make the certified list for the tax roll",
        response_class=Response,
        responses={
            200: {"description": "The accounts and lists", "content": json_content("Arrears")},
            **error_answers(400, 404, 409, 413, 415, 422, 500),
        },
        openapi_extra={"requestBody": {"required": True, "content": json_content("ArrearsRequest")}},
    )
    async def post_arrears(request: Request) -> Response:
        """Judge each account by Wis. Stat. 66.0809(3), and list the lots and parcels to be certified."""
        body = await read_body(request, settings.limits)
        return Response(await to_thread.run_sync(judge, body, limiter=limiter), media_type=JSON_TYPE)

    return router
