"""By when must each act of a proceeding be done: GET /api/calendar."""

from __future__ import annotations

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answers import JSON_TYPE
from api.openapi import error_answers, json_content
from api.proceeding_dates import NAMES, choices, is_list, read_dates
from gis.law.loader import load_law
from gis.model.jsonio import to_json
from gis.proceedings.timetable.making import timetable


def calendar_router() -> APIRouter:
    """Return the route of the statutory calendar."""
    router = APIRouter(prefix="/api", tags=["calendar"])

    def make(stated: list[tuple[str, str]]) -> bytes:
        return to_json(timetable(read_dates(stated, lambda name: f"the query parameter {name}"), load_law()))

    @router.get(
        "/calendar",
        summary="Give the whole timetable of a proceeding",
        response_class=Response,
        responses={
            200: {
                "description": "The timetable, byte for byte as `townline calendar --format json` writes it",
                "content": json_content("Timetable"),
            },
            **error_answers(400, 422, 500),
        },
        openapi_extra={"parameters": [_parameter(name) for name in NAMES]},
    )
    async def calendar(request: Request) -> Response:
        """Give every day of a proceeding that the stated days lead to."""
        made = await to_thread.run_sync(make, request.query_params.multi_items())
        return Response(made, media_type=JSON_TYPE)

    return router


def _parameter(name: str) -> dict[str, object]:
    """Describe a query parameter as a form sends it: text, one of a few words, or a list of days."""
    words = choices(name)
    text: dict[str, object] = {"type": "string", "enum": [*words]} if words else {"type": "string"}
    schema: dict[str, object] = {"type": "array", "items": text} if is_list(name) else text
    return {"name": name, "in": "query", "required": False, "schema": schema}
