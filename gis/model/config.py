"""How every model object is read and written: unknown names are refused, numbers that are none are never hidden."""

from __future__ import annotations

from pydantic import ConfigDict

STRICT = ConfigDict(extra="forbid", use_attribute_docstrings=True, ser_json_inf_nan="constants")
