"""What does the whole evaluation say: the Report."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.edition import CoordinateOperation
from gis.model.exact import Exact
from gis.model.finding import Conflict, Finding
from gis.model.interval import Interval
from gis.model.mending import Mend


@dataclass(frozen=True, slots=True)
class BoundaryRecord:
    """The line that was judged, told by its hash and measured on the ground."""

    __pydantic_config__ = STRICT

    hash: str
    """SHA-256 of the normalised boundary in the working frame."""
    crs: str
    """Coordinate system the boundary came in."""
    area_sqft: Exact | None
    """Ground area in square feet; null while the line is not closed."""
    area_acres: Exact | None
    area_sqmi: Exact | None
    measured_in: str
    """Coordinate system of the measures: a county's WISCRS zone, or the frame of a plat."""
    ellipsoidal_area_sqft: Exact | None = None
    """The check beside it; agrees to 2 parts in 10,000."""
    parts: int = 0
    holes: int = 0
    bbox: tuple[float, float, float, float] | None = None
    operations: tuple[CoordinateOperation, ...] = ()
    """How the boundary came from its own system into the working frame, and how sure each step is."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TerritoryShare:
    """Land of one municipality inside the boundary."""

    __pydantic_config__ = STRICT

    municipality: str
    kind: str
    county: str | None
    area_sqft: Interval
    share: Exact
    """Share of the boundary's area, 0 to 1."""
    area_sqmi: Exact | None = None


@dataclass(frozen=True, slots=True)
class UnitInside:
    """Land of one reporting unit inside the boundary; a unit of which only a sliver is inside is left out."""

    __pydantic_config__ = STRICT

    unit: str
    municipality: str
    area_sqft: Interval
    area_sqmi: Exact
    share_of_unit: Exact
    """Share of the unit's own area, 0 to 1; 1 where only slivers are outside."""


@dataclass(frozen=True, slots=True)
class SectionInside:
    """Land of one section of the public land survey inside the boundary."""

    __pydantic_config__ = STRICT

    section_id: str
    section: int | None
    township: int | None
    """Township north of the base line."""
    range: int | None
    range_direction: str | None
    """E or W of the Fourth Principal Meridian."""
    area_sqft: Interval
    area_sqmi: Exact
    share_of_section: Exact
    """Share of the section's own area, 0 to 1."""


@dataclass(frozen=True, slots=True)
class ParcelInside:
    """One parcel record inside or cut by the boundary."""

    __pydantic_config__ = STRICT

    parcel_id: str
    record_kind: str
    """parcel, row, water, gap or other: only parcel is land with an owner."""
    relation: str
    """inside or cut."""
    municipality: str | None
    """As the roll has it."""
    area_sqft: Exact
    """Ground area of the whole record."""
    inside_sqft: Interval
    """Ground area inside the boundary."""
    county: str | None = None
    """As the roll has it."""


@dataclass(frozen=True, slots=True)
class Territory:
    """Which features are inside, which are cut, and the land inside each."""

    __pydantic_config__ = STRICT

    municipalities: tuple[TerritoryShare, ...]
    cut_parcels: tuple[ParcelInside, ...]
    parcels_inside: int
    parcels_cut: int
    other_records_inside: int
    """Right-of-way, water and gap records that are wholly inside or cut."""
    parcel_land_sqft: Exact
    """Ground covered by parcels inside, each piece of ground counted once."""
    conflicts: tuple[Conflict, ...] = ()
    reporting_units: tuple[UnitInside, ...] = ()
    sections: tuple[SectionInside, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Every rule that applies, judged over one boundary at one date with named editions."""

    __pydantic_config__ = STRICT

    townline: str
    rules: dict[str, str]
    parameters_hash: str
    date: dt.date
    boundary: BoundaryRecord
    editions: dict[str, str]
    register_hash: str | None
    findings: tuple[Finding, ...]
    territory: Territory | None = None
    notes: tuple[str, ...] = ()
    """What the whole report leaves open, in sentences."""
    proceeding: str = "petition"
    """Which proceeding was asked about: petition, department_order, addition, removal, consolidation, annexation."""
    petition_hash: str | None = None
    """SHA-256 of the petition's lines; null where none was given."""
    mending: tuple[Mend, ...] = ()
    """What would mend each finding that is not met, in the order of the rules; nobody is named."""
