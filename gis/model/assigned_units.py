"""Which units is a parcel assigned, by which rule and why?"""

from __future__ import annotations

from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.finding import Finding


@dataclass(frozen=True, slots=True)
class AssignedUnits:
    """The finding that governs the units of a parcel, and the other rules' findings beside it."""

    __pydantic_config__ = STRICT

    units: Exact | None
    """Units that can be assigned; null where the law or the evidence leaves them open."""
    why: str
    """One sentence: why this rule governs and not another."""
    governing: Finding
    beside: tuple[Finding, ...]
    """What the other rules on units say of the same parcel, by rule."""
    impervious_sqft: Exact | None
    """Area counted as impervious; null where it is not known."""
    parcel_id: str | None = None
