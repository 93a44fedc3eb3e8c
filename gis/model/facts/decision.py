"""What may be stated of hearing and decision: who owns land within, what the board found (TSD-08, TSD-12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact

BoardFinding = Literal["yes", "no", "partly"]


@dataclass(frozen=True, slots=True)
class OwnedParcel:
    """A parcel that a person may own, and how much of it is within the proposed boundary."""

    __pydantic_config__ = STRICT

    parcel_id: str
    owners: tuple[str, ...] | None = None
    """Owners of record, compared exactly as given; null or none where they are not known."""
    overlap_area_sqft: Exact | None = None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the part within the boundary."""


@dataclass(frozen=True, slots=True)
class AppearanceFacts:
    """Facts of TSD-08, Wis. Stat. 60.71(4)(c)."""

    __pydantic_config__ = STRICT

    person: str | None = None
    parcels: tuple[OwnedParcel, ...] | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""


@dataclass(frozen=True, slots=True)
class BoardDecisionFacts:
    """Facts of TSD-12, Wis. Stat. 60.71(6)(b)-(d) and (f)."""

    __pydantic_config__ = STRICT

    finding_necessary: BoardFinding | None = None
    finding_welfare: BoardFinding | None = None
    finding_benefit: BoardFinding | None = None
    """`partly` where part of the described territory is not benefited."""
    district_area_acres: Exact | None = None
    """The territory described in the petition."""
    not_benefited_area_acres: Exact | None = None
    final_parts: int | None = None
    """Separate pieces of the territory after the exclusion."""
