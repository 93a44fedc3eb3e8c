"""How is the service described: OpenAPI whose schemas are generated from the model."""

from __future__ import annotations

from typing import Any

from api.assessment_requests import AssessmentRequest
from api.charges_requests import ChargesRequest
from api.requests import ArrearsRequest, DecisionRequest, EvaluationRequest
from gis.schema import schemas

_HERE = "#/$defs/"
_COMPONENTS = "#/components/schemas/"

_ANSWERS = (
    *("Report", "Timetable", "LawList", "RuleExplained", "ParameterExplained", "Decision"),
    *("Connections", "ParcelAnswer", "FoundParcels", "RunoffRoll", "ParcelRunoff", "Arrears", "Assessment"),
    *("ParcelCharges", "ChargesCompared"),
)
"""Objects of the model that the service answers with."""

SAME_BYTES = (
    "byte for byte as `townline {command} --format json` writes it where the same is brought. A petition must be "
    "matched already, as `townline petition --out` writes it: the service reads no names of owners, so that it matches "
    "no signer itself"
)

ERROR_SCHEMA: dict[str, Any] = {
    "title": "Error",
    "type": "object",
    "required": ["error", "what", "where", "why", "next", "places"],
    "properties": {
        "error": {"type": "string", "description": "Name of the problem, stable for scripts."},
        "what": {"type": "string"},
        "where": {"type": "string"},
        "why": {"type": "string"},
        "next": {"type": "string", "description": "What to do about it."},
        "places": {"type": "array", "items": {"type": "object"}},
    },
}


def components() -> dict[str, Any]:
    """Return every schema by name, with what each needs beside it."""
    found: dict[str, Any] = {"Error": ERROR_SCHEMA}
    of_the_model = schemas()
    for name, schema in (
        *((name, of_the_model[name]) for name in _ANSWERS),
        ("EvaluationRequest", EvaluationRequest.model_json_schema()),
        ("DecisionRequest", DecisionRequest.model_json_schema()),
        ("ArrearsRequest", ArrearsRequest.model_json_schema()),
        ("ChargesRequest", ChargesRequest.model_json_schema()),
        ("AssessmentRequest", AssessmentRequest.model_json_schema()),
    ):
        inner = schema.get("$defs", {})
        own = {key: value for key, value in schema.items() if key not in ("$defs", "$schema")}
        found |= {part: _rehomed(value) for part, value in {**inner, name: own}.items()}
    return found


def reference(name: str) -> dict[str, str]:
    """Return a reference to one of the schemas."""
    return {"$ref": f"{_COMPONENTS}{name}"}


def json_content(name: str) -> dict[str, Any]:
    """Return the description of a JSON body of that schema."""
    return {"application/json": {"schema": reference(name)}}


def any_of_content(*names: str) -> dict[str, Any]:
    """Return the description of a JSON body of one of these schemas."""
    return {"application/json": {"schema": {"anyOf": [*map(reference, names)]}}}


def error_answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of errors with these statuses."""
    words = {
        400: "Cannot be read",
        404: "Not on file",
        409: "A choice is needed",
        413: "Too large",
        415: "Not JSON",
        422: "Cannot be judged",
    }
    return {
        status: {"description": words.get(status, "Fault of the service"), "content": json_content("Error")}
        for status in statuses
    }


def _rehomed(schema: Any) -> Any:  # noqa: ANN401 - a JSON Schema is of any shape
    if isinstance(schema, dict):
        return {key: _rehomed(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_rehomed(value) for value in schema]
    if isinstance(schema, str) and schema.startswith(_HERE):
        return _COMPONENTS + schema.removeprefix(_HERE)
    return schema
