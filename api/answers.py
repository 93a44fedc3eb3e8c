"""How does each answer of the service become bytes: reports, errors and pages?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from api.errors import (
    MethodNotAllowed,
    NotFound,
    RequestInvalid,
    error_data,
    internal_error,
    public_error,
    status_of,
)
from gis.errors import Place, TownlineError
from gis.model.jsonio import dump_json

JSON_TYPE = "application/json"
MOST_PLACES = 10
_EXTRA = "Extra inputs are not permitted"
"""What pydantic says of a key that nothing reads."""
CLIENT_CLOSED_REQUEST = 499
"""As nginx calls it; HTTP has no status that nobody reads."""


def json_response(data: object) -> Response:
    """Return plain data as JSON, written as every command writes it."""
    return Response(dump_json(data), media_type=JSON_TYPE)


def error_response(error: TownlineError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as JSON with the status of its class.

    Only ASCII is written: text that a caller sent may hold half a character, which UTF-8 cannot say.
    """
    body = json.dumps(error_data(public_error(error)), indent=2) + "\n"
    return Response(body, status_code=status_of(error), media_type=JSON_TYPE, headers=dict(headers or {}))


def invalid_request(faults: list[tuple[tuple[int | str, ...], str]]) -> RequestInvalid:
    """Return the error for a body that does not have the documented shape; values are never repeated."""
    places = tuple(
        Place(text=f"{'.'.join(_known_steps(path, words)) or 'body'}: {words}") for path, words in faults[:MOST_PLACES]
    )
    more = len(faults) - len(places)
    return RequestInvalid(
        what="The request does not have the documented shape.",
        where="the body of the request",
        why=f"{len(faults)} of its parts are missing, unknown or of the wrong kind"
        + (f"; the first {MOST_PLACES} are listed." if more else "."),
        next="Compare it with the schema at /openapi.json.",
        places=places,
    )


def _known_steps(path: tuple[int | str, ...], words: str) -> list[str]:
    """Return the way to a fault without the keys that a caller made up: they may be anything, a name too."""
    known = path[:-1] if words == _EXTRA else path[:-2] if path[-1:] == ("[key]",) else path
    return [str(step) for step in known]


async def _townline_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, TownlineError):
        raise error
    return error_response(error)


async def _validation_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    return error_response(invalid_request([(tuple(fault["loc"]), str(fault["msg"])) for fault in error.errors()]))


async def _http_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    if error.status_code == HTTPStatus.NOT_FOUND:
        return error_response(not_found(thing="address"))
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "another method")
        wrong = MethodNotAllowed(
            what=f"This address does not answer to {request.method}.",
            where="the method of the request",
            why=f"It answers to {allowed}.",
            next="See /openapi.json for every address and its methods.",
        )
        return error_response(wrong, error.headers)
    return error_response(internal_error())


async def _caller_gone(_request: Request, _error: Exception) -> Response:
    # Whoever left in the middle of a body reads no answer, and it is no fault of ours for the log.
    return Response(status_code=CLIENT_CLOSED_REQUEST)


async def _fault(_request: Request, _error: Exception) -> Response:
    # The server writes the trace to its own log; the reader gets none of it.
    return error_response(internal_error())


def not_found(thing: str) -> NotFound:
    """Return the error for an address that leads nowhere."""
    return NotFound(
        what=f"There is no such {thing} here.",
        where="the address of the request",
        why="Nothing of the service has that name.",
        next="See /openapi.json for every address.",
    )


def install_error_answers(app: FastAPI) -> None:
    """Give every error, whoever raised it, the one shape."""
    app.add_exception_handler(TownlineError, _townline_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _caller_gone)
    app.add_exception_handler(Exception, _fault)
