"""What does a district owe for private on-site systems, and which land was once left out for them: the answers."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.finding import Finding
from gis.model.report import BoundaryRecord


@dataclass(frozen=True, slots=True)
class PrivateSystems:
    """The credits of every private system in a district, and the parcels once excluded (60.726)."""

    __pydantic_config__ = STRICT

    date: dt.date
    territory_on: dt.date
    """Day on which the land of the district is told."""
    boundary: BoundaryRecord
    credits: tuple[Finding, ...]
    """TSD-20 for each system on a parcel with land inside; the subject is the parcel."""
    credit_total: Money
    """Sum of the credits that could be computed."""
    credits_open: int
    """Systems for which a fact is missing."""
    inclusions: tuple[Finding, ...]
    """TSD-19 for each parcel that was excluded under the former law; the subject is the parcel."""
    territory_acres: Exact
    """Ground area of the district as it lay on `territory_on`, without land that was excluded then."""
    territory_excluded: tuple[str, ...]
    """Parcels that were out of the district on the day."""
    editions: dict[str, str]
    register_hash: str | None
    notes: tuple[str, ...] = ()
