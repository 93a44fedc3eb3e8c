"""How sure is a measured number: its value, and what it would be with the line pulled in and pushed out."""

from __future__ import annotations

from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.exact import Exact


@dataclass(frozen=True, slots=True)
class Interval:
    """A measured number and its bounds over the accuracy of the layers.

    `low` is the number with the boundary pulled in by the accuracy, `high` with it pushed out.
    """

    __pydantic_config__ = STRICT

    low: Exact
    value: Exact
    high: Exact

    def __post_init__(self) -> None:
        """Refuse bounds that do not hold the value between them."""
        if not self.low <= self.value <= self.high:
            msg = f"{self.value} does not lie between {self.low} and {self.high}"
            raise ValueError(msg)
