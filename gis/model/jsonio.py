"""How is a model object written: the same bytes for the same object, and read back strictly."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter

# A line of indented JSON that ends so is no text: text ends with a quotation mark.
_NOT_FINITE = re.compile(rb"(NaN|Infinity),?$", re.MULTILINE)

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def adapter(model: type[Any]) -> TypeAdapter[Any]:
    """Return the validator and serialiser of a model class, built once."""
    if model not in _ADAPTERS:
        _ADAPTERS[model] = TypeAdapter(model)
    return _ADAPTERS[model]


def to_data(value: Any) -> Any:
    """Return a model object as plain JSON data."""
    return adapter(type(value)).dump_python(value, mode="json")


def to_json(value: Any) -> bytes:
    """Write a model object as indented UTF-8 JSON with a final newline; same object, same bytes.

    Raises
    ------
    ValueError
        Where a number is not finite, which JSON cannot say.
    """
    text: bytes = adapter(type(value)).dump_json(value, indent=2) + b"\n"
    if _NOT_FINITE.search(text):
        msg = f"a number of this {type(value).__name__} is not finite"
        raise ValueError(msg)
    return text


def dump_json(data: Any) -> bytes:
    """Write plain data as indented UTF-8 JSON with a final newline."""
    return (json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def read_json(text: str | bytes) -> Any:
    """Read JSON with every decimal number exact (`Decimal`), never through binary."""
    return json.loads(text, parse_float=Decimal)
