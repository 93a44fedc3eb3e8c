"""What may a caller send, and how is it read: never too much, never anything but the documented shape."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError, WithJsonSchema

from api.answers import invalid_request
from api.bringing import bring_data
from api.errors import MediaTypeUnsupported, RequestInvalid, RequestTooLarge
from api.on_file import HoldsLayers, on_file
from api.settings import Limits
from api.values import accuracy_ft, iso_day
from gis.model.arrears import Account
from gis.model.edition import Kind
from gis.proposals.brought import Brought

R = TypeVar("R", bound=BaseModel)

JSON_TYPES = ("application/json", "application/geo+json")


def _day(value: object) -> object:
    # Left alone, pydantic takes a number for seconds since 1970, and cuts a time of day off.
    return iso_day(value if isinstance(value, str) else "") if value is not None else None


def _account(value: object) -> object:
    days = ("service_date", "paid")
    return {**value, **{key: _day(value[key]) for key in days if key in value}} if isinstance(value, dict) else value


def _accuracy(value: object) -> Fraction | None:
    # A problem of ours is no ValueError, so pydantic lets it through with its own four parts.
    where = "boundary_accuracy_ft in the body of the request"
    return None if value is None else accuracy_ft(value if isinstance(value, str) else json.dumps(value), where)


EditionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]

_POSITION = {"type": "array", "items": {"type": "number"}, "minItems": 2}
_RING = {"type": "array", "items": _POSITION}
_POLYGON = {"type": "array", "items": _RING}


def _geojson(kind: str, member: str, of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": ["type", member], "properties": {"type": {"const": kind}, member: of}}


_GEOMETRY = {
    "oneOf": [
        _geojson("Polygon", "coordinates", _POLYGON),
        _geojson("MultiPolygon", "coordinates", {"type": "array", "items": _POLYGON}),
        {**_geojson("LineString", "coordinates", _RING), "description": "An outline that is not closed yet."},
    ]
}
_FEATURE = _geojson("Feature", "geometry", _GEOMETRY)
BOUNDARY_SCHEMA: dict[str, Any] = {
    "description": "GeoJSON (RFC 7946): longitude and latitude, or the system that an old crs member names.",
    "oneOf": [
        *_GEOMETRY["oneOf"],
        _FEATURE,
        _geojson("FeatureCollection", "features", {"type": "array", "items": _FEATURE}),
    ],
}


ACCURACY_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 5280},
        {"type": "string", "description": "The same number as decimal text, which is read exactly."},
        {"type": "null"},
    ]
}


class EvaluationRequest(BaseModel):
    """A boundary to judge, the day of the question, and editions to use in place of those in force."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    # What it holds is judged where every boundary is, so that a file and a request are read alike.
    boundary: Annotated[dict[str, Any], WithJsonSchema(BOUNDARY_SCHEMA)]
    date: Annotated[dt.date | None, BeforeValidator(_day)] = None
    """YYYY-MM-DD; where it is left out, the service's own date."""
    editions: dict[Kind, EditionId] = Field(default_factory=dict)
    boundary_accuracy_ft: Annotated[Fraction | None, BeforeValidator(_accuracy), WithJsonSchema(ACCURACY_SCHEMA)] = None
    """How far the true line may lie from the drawn one, in US survey feet."""
    proposal: dict[str, Any] | None = None
    """What a person states: the proceeding, and facts under the key facts: {"facts": {"occasion": "addition"}}."""
    register_csv: str | None = Field(default=None, alias="register")  # `register` is a method of every model
    """What people established, as the CSV text of a register (`townline register --help`)."""
    petition: str | None = None
    """Signatures, as the CSV text that `townline petition --out` wrote and a person decided; no names are matched."""

    def brought(self, date: dt.date, editions: Mapping[str, str], holder: HoldsLayers) -> Brought:
        """Return what the request brings beside the boundary, read as of a day; a petition against what is on file."""
        known = partial(on_file, holder, date, editions)
        return bring_data(self.proposal, self.register_csv, self.petition, date, known)


class DecisionRequest(EvaluationRequest):
    """The same, with the board's decision on the boundary."""

    decision: dict[str, Any]
    """As a decision file has it (`townline decide --help`); drawn pieces are GeoJSON."""


class ArrearsRequest(BaseModel):
    """Accounts of a utility in arrears, the year of the cycle, and the day asked about."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    year: Annotated[int, Field(strict=True)]
    """Year of the cycle, from the notice of October to the list of November."""
    as_of: Annotated[dt.date, BeforeValidator(_day)]
    """Day asked about, YYYY-MM-DD."""
    accounts: tuple[Annotated[Account, BeforeValidator(_account)], ...]
    """In the order in which the answer has them; errors count them from 1."""
    look_up_parcels: bool = True
    """Whether each parcel is looked up in the layers on file, and its land described."""


async def read_body(request: Request, limits: Limits) -> bytes:
    """Return the body of a request, refusing it as soon as it is too long.

    Raises
    ------
    MediaTypeUnsupported
        Where the body is not declared to be JSON. A page of another origin cannot declare that
        without being allowed to, so it cannot make a reader's browser post here.
    RequestTooLarge
        Before the rest is read, and before anything is parsed.
    """
    declared = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if declared not in JSON_TYPES:
        raise MediaTypeUnsupported(
            what="The body must be JSON.",
            where="the header Content-Type",
            why="Only JSON is read here.",
            next="Send the header Content-Type: application/json.",
        )
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length) > limits.body_bytes:
        raise _too_large(limits)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limits.body_bytes:
            raise _too_large(limits)
    return bytes(body)


def read_evaluation(body: bytes, limits: Limits) -> EvaluationRequest:
    """Return the request; its boundary is not looked into; see `read_request`."""
    return read_request(body, limits, EvaluationRequest)


def read_request(body: bytes, limits: Limits, shape: type[R]) -> R:
    """Return a request of the documented shape; what its members hold is judged where they are used.

    Raises
    ------
    RequestInvalid
        Where the body is no JSON, nests too deeply or has another shape.
    """
    data = _parse(body)
    _refuse_deep(data, limits.json_depth)
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        raise invalid_request([(fault["loc"], fault["msg"]) for fault in faults]) from error


def _parse(body: bytes) -> Any:  # noqa: ANN401 - JSON is of any type until it is validated
    def refuse(constant: str) -> None:
        raise _no_json(why=f"{constant} is no number of JSON.")

    def of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise _no_json(why="A name stands twice in one object, and only one of the two can be meant.")
        return found

    try:
        return json.loads(body, parse_constant=refuse, object_pairs_hook=of_pairs)
    except json.JSONDecodeError as error:
        raise _no_json(why=f"{error.msg} at line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise _no_json(why="It nests too deeply.") from error
    except UnicodeDecodeError as error:
        raise _no_json(why="It is not UTF-8 text.") from error
    except ValueError as error:
        # Python reads no whole number of more than 4,300 digits.
        raise _no_json(why="It holds a number that is too long.") from error


def _refuse_deep(data: object, most: int) -> None:
    waiting: list[tuple[object, int]] = [(data, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > most:
            raise _no_json(why=f"It nests more than {most} levels deep.")
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        waiting.extend((part, depth + 1) for part in inner if isinstance(part, dict | list))


def _too_large(limits: Limits) -> RequestTooLarge:
    return RequestTooLarge(
        what="The body is too large.",
        where="the body of the request",
        why=f"The service reads at most {limits.body_bytes:,} bytes.",
        next="Send the boundary alone, with seven decimals, or judge it with the command line.",
    )


def _no_json(why: str) -> RequestInvalid:
    return RequestInvalid(
        what="The body is not JSON that can be read.",
        where="the body of the request",
        why=why,
        next="Send a JSON object as /openapi.json describes it.",
    )
