"""Which rules does this boundary meet: POST /api/evaluations."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import JSON_TYPE
from api.evaluator import Evaluates
from api.openapi import SAME_BYTES, error_answers, json_content
from api.requests import read_body, read_evaluation
from api.settings import Settings
from gis.model.jsonio import to_json


def evaluations_router(settings: Settings, evaluator: Evaluates, limiter: CapacityLimiter) -> APIRouter:
    """Return the route that judges a boundary."""
    router = APIRouter(prefix="/api", tags=["evaluations"])

    def judge(body: bytes) -> bytes:
        asked = read_evaluation(body, settings.limits)
        editions: dict[str, str] = {**settings.editions}
        editions.update({str(kind): edition for kind, edition in asked.editions.items()})
        date = asked.date or settings.date
        evaluation = evaluator.evaluate(
            asked.boundary,
            date,
            editions,
            boundary_accuracy_ft=asked.boundary_accuracy_ft,
            brought=asked.brought(date, editions, evaluator),
        )
        return to_json(evaluation.report)

    @router.post(
        "/evaluations",
        summary="Judge every rule over a boundary",
        response_class=Response,
        responses={
            200: {
                "description": f"The report, {SAME_BYTES.format(command='evaluate')}",
                "content": json_content("Report"),
            },
            **error_answers(404, 409, 413, 415, 422, 500),
        },
        openapi_extra={"requestBody": {"required": True, "content": json_content("EvaluationRequest")}},
    )
    async def evaluate(request: Request) -> Response:
        """Judge the boundary (GeoJSON, longitude and latitude) and return the report."""
        body = await read_body(request, settings.limits)
        report = await to_thread.run_sync(judge, body, limiter=limiter)
        return Response(report, media_type=JSON_TYPE)

    return router
