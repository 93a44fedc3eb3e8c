"""What may be stated of the duty to connect to a public sewer (MUK-01, CKSD-01 to -03, VLG-06 to -08, WIS-281.45)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.facts.closed_days import ClosedDays

BlockSewer = Literal["interior", "bounding_street", "none"]
"""How a public sewer runs through the block of a parcel: across its inside, in a street that bounds it, or not."""
SewerStatus = Literal["in_service", "proposed", "abandoned"]

# Described by Field: pydantic reads the docstrings of a class's own attributes, not of inherited ones.
Adjacent = Annotated[
    bool | None,
    Field(
        description="Whether the parcel shares a line, not a mere point, with a right-of-way or easement that holds a "
        "sewer."
    ),
]
BlockSewerFact = Annotated[
    BlockSewer | None,
    Field(
        description="How a sewer runs through the block of the parcel: across its inside, in a street that bounds it, "
        "or not."
    ),
]
SewerStatusFact = Annotated[SewerStatus | None, Field(description="Only a sewer in service counts.")]
OnlyForceMain = Annotated[
    bool,
    Field(description="Whether the only sewer that meets the test is a force main, which takes no building sewer."),
]


@dataclass(frozen=True, slots=True)
class AdjacentOrBlockFacts(ClosedDays):
    """Facts of the rules that ask whether land is adjacent to a sewer, or in a block through which one extends."""

    __pydantic_config__ = STRICT

    adjacent: Adjacent = None
    block_sewer: BlockSewerFact = None
    sewer_status: SewerStatusFact = "in_service"
    only_force_main: OnlyForceMain = False


@dataclass(frozen=True, slots=True)
class MukwonagoConnectionFacts(AdjacentOrBlockFacts):
    """Facts of MUK-01, Village of Mukwonago Code ch. 86, compulsory connection (a)."""

    __pydantic_config__ = STRICT

    in_village: bool | None = None
    in_use: bool | None = None
    """Whether a house, a building or the property is used for occupancy, employment, recreation or habitation."""
    sewer_operational: dt.date | None = None
    """Day on which the sewer first became operational."""
    health_hazard: bool | None = False
    """Whether an immediate health hazard exists."""
    hazard_notice_received: dt.date | None = None
    """Receipt of the building inspector's notice."""


@dataclass(frozen=True, slots=True)
class StatuteConnectionFacts(AdjacentOrBlockFacts):
    """Facts of WIS-281.45, Townline's general rule for ordinances that copy Wis. Stat. 281.45."""

    __pydantic_config__ = STRICT

    in_territory: bool | None = None
    """Whether the land lies in the municipality or district whose ordinance it is."""
    habitation: bool | None = None
    """Whether a building on the land is used for human habitation."""
    notice: dt.date | None = None
    """Written notice to the owner."""


@dataclass(frozen=True, slots=True)
class KoshkonongConnectionFacts(ClosedDays):
    """Facts of CKSD-01, CKSD Sewer Use Ordinance ch. III(6)."""

    __pydantic_config__ = STRICT

    in_district: bool | None = None
    in_use: bool | None = None
    """Whether a house, a building or the property is used for occupancy, employment, recreation or other purposes."""
    abutting: Literal["line", "point", "none"] | None = None
    """How the parcel meets a street, alley or right-of-way in which a sewer of the district is or may be located."""
    reaches_by_easement_only: bool | None = False
    """Whether the land reaches that street by an easement only, which is not abutting."""
    notice: dt.date | None = None
    """The district's notice to connect."""
    exemption_granted: bool | None = False
    """Whether the district granted the exemption for recreation (CKSD-03)."""
    only_force_main: bool = False
    """Whether the only sewer that meets the test is a force main, which takes no connection."""


@dataclass(frozen=True, slots=True)
class AbandonmentFacts:
    """Facts of CKSD-02, CKSD Sewer Use Ordinance ch. IV(6)-(7)."""

    __pydantic_config__ = STRICT

    private_system: bool | None = None
    """Whether the building is served by a private sewage disposal system."""
    sewer_available: dt.date | None = None
    """Day on which a public sewer became available to the property."""
    notice: dt.date | None = None
    """The district's notice to connect."""


@dataclass(frozen=True, slots=True)
class RecreationFacts:
    """Facts of CKSD-03, CKSD Sewer Use Ordinance ch. III(6), second paragraph."""

    __pydantic_config__ = STRICT

    owner_kind: Literal["government", "nonprofit_501c3", "other"] | None = None
    vacant: bool | None = None
    separate_tax_number: bool | None = None
    """Whether the parcel has a tax parcel number of its own."""
    only_public_recreation: bool | None = None
    """Whether the parcel is used solely for public recreation."""


@dataclass(frozen=True, slots=True)
class VillageConnectionFacts:
    """Facts of VLG-06, village connection ordinance, "When required" (1)(a)-(c)."""

    __pydantic_config__ = STRICT

    in_village: bool | None = None
    adjacent_local_sewer: bool | None = None
    """Whether the parcel shares a line with the right-of-way or easement that holds a local sewer in service."""
    structure_in_use: bool | None = None
    """Whether a structure on it is used for habitation, recreation, occupancy, trade, business or industry."""
    private_system: bool | None = None
    """Whether that structure is served by a private system."""
    waiver_until: dt.date | None = None
    """Last day of a waiver in force (VLG-07, VLG-08); null where there is none."""
    as_of: dt.date | None = None
    """Day asked about; it only matters with a waiver."""
    only_force_main: bool = False
    """Whether the only sewer that meets the test is a force main, which takes no connection."""


@dataclass(frozen=True, slots=True)
class WaiverFacts:
    """Facts of VLG-07, village connection ordinance, waiver paragraph B."""

    __pydantic_config__ = STRICT

    members: int | None = None
    """Entire membership of the board, absent ones and vacant seats included."""
    votes_for: int | None = None
    no_health_hazard: bool | None = None
    """Whether the village found no evidence of a condition hazardous to health."""
    extraordinary_hardship: bool | None = None
    """Whether the village found that immediate connection would cause extraordinary hardship and expense."""
    sewer_installed: dt.date | None = None
    """Day on which the sewer adjoining the parcel was installed."""
    granted: dt.date | None = None
    granted_until: dt.date | None = None
    """End that the village set; null where it set none."""
    transferred: dt.date | None = None
    """Transfer of ownership after the grant; null where there is none."""


@dataclass(frozen=True, slots=True)
class AgriculturalDeferralFacts:
    """Facts of VLG-08, village connection ordinance, paragraph C."""

    __pydantic_config__ = STRICT

    applied: bool | None = None
    exclusive_agricultural_zoning: bool | None = False
    recorded_agreement: bool | None = False
    """Whether a farmland preservation agreement is recorded for the land."""
    qualification_ended: dt.date | None = None
    """Day on which zoning and agreement had both ended; null where they have not."""
    sewer_used_from: dt.date | None = None
    """Day from which the owner uses the sewer; null where the owner does not."""
    as_of: dt.date | None = None
    """Day asked about."""
    assessment: Money | None = None
    """Special assessment from which the land is left out while the waiver lasts."""
    annual_rate: Exact | None = None
    """Interest rate for a year that the village set, 0.05 being 5 percent; the ordinance names none."""
    years_waived: Exact | None = None
    """Years since the assessment."""
