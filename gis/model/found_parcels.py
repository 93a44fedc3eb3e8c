"""Which parcels answer to a number, an address or a place: what a search hands back, without names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT

HowFound = Literal["number", "address", "place", "near"]
"""By its number, by its site address, under the place, or only near to what was asked."""


@dataclass(frozen=True, slots=True)
class FoundParcel:
    """A parcel by which somebody can ask on."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    municipality: str | None
    """As the roll has it, class in front."""
    site_address: str | None
    """Address of the land, never of its owner."""
    how: HowFound


@dataclass(frozen=True, slots=True)
class FoundParcels:
    """The first parcels that fit, the best first."""

    __pydantic_config__ = STRICT

    total: int
    """How many fit, shown or not, as far as they were counted."""
    counted_whole: bool
    """Whether none fits beyond these; past a thousand nobody counts on."""
    parcels: tuple[FoundParcel, ...]


@dataclass(frozen=True, slots=True)
class LiesIn:
    """A municipality, district or service area in which a parcel lies, over the accuracy of the layers."""

    __pydantic_config__ = STRICT

    layer: str
    """municipalities, districts or service_areas."""
    name: str
    kind: str | None
    is_whole: bool
    """Whether the whole parcel lies in it."""
