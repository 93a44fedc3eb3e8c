"""How every model object is read: unknown names are refused."""

from __future__ import annotations

from pydantic import ConfigDict

STRICT = ConfigDict(extra="forbid", use_attribute_docstrings=True)
