"""What did a command leave behind that is no answer in itself: a page in a file, or a service at an address?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT


@dataclass(frozen=True, slots=True)
class PageWritten:
    """A map that was written to a file."""

    __pydantic_config__ = STRICT

    file: str
    """Name of the file, without its folder."""
    kind: Literal["proposal", "exclusions", "service-area", "proposed-main", "eru", "assessment"]
    bytes: int
    findings: int | None
    """Findings shown; null on every map but that of a proposal."""
    lands: int | None
    """Pieces of land that the map is about: those decided on, or the parcels whose duty to connect, runoff units or
    assessment were judged; null on a map of a proposal."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A service that answers until it is stopped."""

    __pydantic_config__ = STRICT

    address: str
    open_to_others: bool
    """Whether other machines may reach it; there are no accounts."""
