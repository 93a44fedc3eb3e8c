"""Does JSON have the shape that a JSON Schema of ours says: the keywords that pydantic writes, and no others?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_TOLD = {"$schema", "$defs", "title", "description", "default", "examples", "format", "deprecated"}
"""Keywords that ask for nothing."""
_KNOWN = {
    *_TOLD,
    *("$ref", "anyOf", "oneOf", "type", "enum", "const", "pattern", "properties", "required", "additionalProperties"),
    *("items", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "propertyNames"),
}


def faults(value: object, schema: Mapping[str, Any], root: Mapping[str, Any] | None = None, at: str = "$") -> list[str]:
    """Return where JSON data does not fit a schema; a keyword that is not known here is a fault too."""
    return list(_faults(value, schema, schema if root is None else root, at))


def _faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str) -> Iterator[str]:  # noqa: ANN401 - JSON
    if unknown := set(schema) - _KNOWN:
        yield f"{at}: keywords {sorted(unknown)}"
    if "$ref" in schema:
        yield from _faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    choices = schema.get("anyOf", schema.get("oneOf"))
    if choices is not None and all(faults(value, choice, root, at) for choice in choices):
        yield f"{at}: {value!r:.80} is none of {len(choices)} choices"
    if "type" in schema and not _is(value, schema["type"]):
        yield f"{at}: {value!r:.80} is no {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r:.80} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r:.80} is not {schema['const']!r}"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r:.80} is not like {schema['pattern']}"
    if isinstance(value, dict):
        yield from _members(value, schema, root, at)
    elif isinstance(value, list):
        yield from _items(value, schema, root, at)


def _is(value: object, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _members(value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{at}: lacks {name}" for name in schema.get("required", ()) if name not in value)
    others = schema.get("additionalProperties", True)
    for name, part in value.items():
        if name in known:
            yield from _faults(part, known[name], root, f"{at}.{name}")
        elif others is False:
            yield f"{at}: {name} is not foreseen"
        elif others is not True:
            yield from _faults(part, others, root, f"{at}.{name}")


def _items(value: list[Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at}: {len(value)} items"
    first = schema.get("prefixItems", [])
    for number, part in enumerate(value):
        inner = first[number] if number < len(first) else schema.get("items", {})
        yield from _faults(part, inner, root, f"{at}[{number}]")
