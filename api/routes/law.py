"""What does the law say: GET /api/law as JSON, /law as pages to read."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from api.answers import JSON_TYPE
from api.errors import RequestInvalid, public_error, status_of
from api.openapi import any_of_content, error_answers, json_content
from api.values import iso_day
from gis.errors import TownlineError
from gis.model.jsonio import to_json
from gis.rules.explaining import explained, law_list
from maps.assets import Assets
from maps.exports import error_page
from maps.law_pages import law_page

AskedDay = Annotated[
    str | None,
    Query(alias="date", description="Day asked about, YYYY-MM-DD; left out, the newest text on file."),
]


def law_router(assets: Assets) -> APIRouter:
    """Return the routes that list and explain the law, for programs and for people."""
    router = APIRouter()

    @router.get(
        "/api/law",
        tags=["law"],
        summary="List the rules and the values of the law",
        response_class=Response,
        responses=_answers("as `townline law --format json` writes it", json_content("LawList"), 422),
    )
    async def law(asked: AskedDay = None) -> Response:
        """List every rule and every value of the law with its citation and the days on which it holds."""
        return Response(to_json(law_list(_day(asked))), media_type=JSON_TYPE)

    @router.get(
        "/api/law/{name}",
        tags=["law"],
        summary="Explain one rule or value of the law",
        response_class=Response,
        responses=_answers(
            "as `townline law NAME --format json` writes it",
            any_of_content("RuleExplained", "ParameterExplained"),
            404,
            422,
        ),
    )
    async def law_of(name: str, asked: AskedDay = None) -> Response:
        """Explain a rule by its id, or a value by its name."""
        return Response(to_json(explained(name, _day(asked))), media_type=JSON_TYPE)

    @router.get("/law", include_in_schema=False)
    async def list_page(asked: AskedDay = None) -> Response:
        try:
            return _page(law_page(law_list(_day(asked)), assets, "law"))
        except TownlineError as error:
            return _refusal(error, assets)

    @router.get("/law/{name}", include_in_schema=False)
    async def page(name: str, asked: AskedDay = None) -> Response:
        try:
            return _page(law_page(explained(name, _day(asked)), assets, "../law"))
        except TownlineError as error:
            return _refusal(error, assets)

    return router


def _answers(said: str, content: dict[str, Any], *errors: int) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": f"The law on file, {said}", "content": content}, **error_answers(*errors)}


def _page(html: str) -> Response:
    return HTMLResponse(html, headers={"Cache-Control": "no-cache"})


def _refusal(error: TownlineError, assets: Assets) -> Response:
    return HTMLResponse(error_page(public_error(error), assets), status_code=status_of(error))


def _day(text: str | None) -> dt.date | None:
    try:
        return None if text is None else iso_day(text)
    except ValueError as error:
        raise RequestInvalid(
            what=f"{text!r} is no date.",
            where="the query parameter date",
            why="Which text of the law holds depends on the day.",
            next="Write it as YYYY-MM-DD, for example 2026-06-15.",
        ) from error
