"""What does a project's special assessment cost each parcel: POST /api/assess."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import JSON_TYPE
from api.assessment_requests import AssessmentRequest
from api.assessor import Assesses
from api.openapi import error_answers, json_content
from api.requests import read_body, read_request
from api.settings import Settings
from gis.model.jsonio import to_json


def assessments_router(settings: Settings, assessor: Assesses, limiter: CapacityLimiter) -> APIRouter:
    """Return the route that assesses a project."""
    router = APIRouter(prefix="/api", tags=["assessments"])

    def spread(body: bytes) -> bytes:
        asked = read_request(body, settings.limits, AssessmentRequest)
        return to_json(assessor.assessment(asked.asked(settings.editions), reopen=asked.reopen))

    @router.post(
        "/assess",
        summary="Spread the cost of a project over the parcels that it benefits",
        response_class=Response,
        responses={
            200: {
                "description": "The assessment, byte for byte as `townline assess --format json` writes it",
                "content": json_content("Assessment"),
            },
            **error_answers(400, 404, 409, 413, 415, 422, 500),
        },
        openapi_extra={"requestBody": {"required": True, "content": json_content("AssessmentRequest")}},
    )
    async def post_assess(request: Request) -> Response:
        """Assess a project, or find what may be levied on it at a later day."""
        body = await read_body(request, settings.limits)
        return Response(await to_thread.run_sync(spread, body, limiter=limiter), media_type=JSON_TYPE)

    return router
