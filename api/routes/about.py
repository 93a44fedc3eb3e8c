"""Is the service there, and what do its objects look like: health and schemas."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from api.answers import json_response, not_found
from api.openapi import error_answers
from gis import __version__
from gis.schema import schemas


def about_router() -> APIRouter:
    """Return the routes that say what the service is."""
    router = APIRouter(prefix="/api", tags=["about"])
    known: dict[str, dict[str, Any]] = schemas()

    @router.get("/health", summary="Say that the service answers", response_class=Response)
    async def health() -> Response:
        """Say that the service answers, and which version it is."""
        return json_response({"status": "ok", "townline": __version__})

    @router.get("/schemas", summary="List the JSON Schemas", response_class=Response)
    async def schema_list() -> Response:
        """List the JSON Schemas of all public objects, with the address of each."""
        return json_response({"schemas": {name: f"/api/schemas/{name}" for name in known}})

    @router.get(
        "/schemas/{name}", summary="Give one JSON Schema", response_class=Response, responses=error_answers(404)
    )
    async def schema(name: str) -> Response:
        """Give the JSON Schema of one object."""
        if name not in known:
            raise not_found(thing="schema")
        return json_response(known[name])

    return router
