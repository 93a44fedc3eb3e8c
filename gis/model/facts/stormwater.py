"""What may be stated of land that a stormwater utility charges (MUK-10 to MUK-15)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.stormwater_policy import SurfaceWeight, Tier

Development = Literal["single_family", "duplex", "multifamily", "nonresidential"]
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class SingleFamilyFacts:
    """Facts of MUK-10, Village of Mukwonago Code ch. 86, stormwater charges (2)(a)."""

    __pydantic_config__ = STRICT

    development: Development | None = None
    developed: bool | None = None
    impervious_sqft: Exact | None = None
    dwelling_units: int | None = None
    tiers: tuple[Tier, ...] | None = None
    """Tiers that another ordinance sets for such lots in place of flat units or formula; null where it sets none."""
    units_per_dwelling: Exact | None = None
    """Units of a dwelling in a duplex or multifamily building; null where the text is silent."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Impervious surface of one class on a parcel; no ground stands in two of them."""

    __pydantic_config__ = STRICT

    kind: str
    """roof, asphalt, concrete, walk, parking, street, gravel, other, or a class that the weights name."""
    area_sqft: Exact | None = None
    """Horizontal area."""


@dataclass(frozen=True, slots=True)
class NonresidentialFacts:
    """Facts of MUK-11, Village of Mukwonago Code ch. 86, stormwater charges (2)(b)."""

    __pydantic_config__ = STRICT

    impervious_sqft: Exact | None = None
    """Horizontal area, each place counted once; not read where the surfaces are stated."""
    surfaces: tuple[Surface, ...] | None = None
    gravel_counts: bool | None = None
    """Local policy on gravel; where stated it goes before a weight of gravel."""
    weights: tuple[SurfaceWeight, ...] | None = None
    """What other classes count for, from an ordinance file; null where it sets none."""
    tiers: tuple[Tier, ...] | None = None
    """Tiers that another ordinance sets in place of the formula; null where it sets none."""


@dataclass(frozen=True, slots=True)
class LowDensityFacts:
    """Facts of MUK-12, Village of Mukwonago Code ch. 86, stormwater charges (2)(c)."""

    __pydantic_config__ = STRICT

    lot_area_sqft: Exact | None = None
    lot_area_2004_sqft: Exact | None = None
    """Lot area on the qualifying date; null is the lot area now."""
    impervious_2004_sqft: Exact | None = None
    impervious_now_sqft: Exact | None = None
    surfaces_added: bool | None = None
    """Null is whether the area now is greater than on the qualifying date."""
    tiers: tuple[Tier, ...] | None = None
    """Tiers that another ordinance sets in place of the formula; null where it sets none."""


@dataclass(frozen=True, slots=True)
class NewConstructionFacts:
    """Facts of MUK-13, Village of Mukwonago Code ch. 86, stormwater charges (2)(d)."""

    __pydantic_config__ = STRICT

    impervious_before_sqft: Exact | None = None
    added_sqft: Exact | None = _NOTHING
    removed_sqft: Exact | None = _NOTHING
    completed: bool | None = None
    tiers: tuple[Tier, ...] | None = None
    """Tiers that another ordinance sets in place of the formula; null where it sets none."""


@dataclass(frozen=True, slots=True)
class StormwaterChargeFacts:
    """Facts of MUK-14, Village of Mukwonago Code ch. 86, stormwater charges (1)."""

    __pydantic_config__ = STRICT

    in_utility_district: bool | None = None
    units: Exact | None = None
    rate: Money | None = None
    """Dollars for one unit and one billing period."""
    budget: Money | None = None
    """Costs to be covered for the same period; null where they are not asked about."""
    total_units: Exact | None = None
    """Units in the whole district."""


@dataclass(frozen=True, slots=True)
class UtilityMembershipFacts:
    """Facts of MUK-15, Village of Mukwonago Code ch. 86, creation of Utility District No. 1."""

    __pydantic_config__ = STRICT

    parcel_area_sqft: Exact | None = None
    overlap_area_sqft: Exact | None = None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the part inside."""
    outside_width_ft: Exact | None = None
    """The same of the part outside."""
    impervious_sqft: Exact | None = None
    impervious_inside_sqft: Exact | None = None
    exhibits_agree: bool | None = True
    """Whether map and description agree on this parcel."""
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the convention."""
    tiers: tuple[Tier, ...] | None = None
    """Tiers that another ordinance sets in place of the formula; null where it sets none."""


@dataclass(frozen=True, slots=True)
class ParcelRunoffFacts:
    """What is known of one parcel when its units are assigned: the facts of MUK-10, MUK-11 and MUK-12 together."""

    __pydantic_config__ = STRICT

    parcel_id: str | None = None
    development: Development | None = None
    developed: bool | None = None
    dwelling_units: int | None = None
    impervious_sqft: Exact | None = None
    """Horizontal area, each place counted once; not read where the surfaces are stated."""
    surfaces: tuple[Surface, ...] | None = None
    gravel_counts: bool | None = None
    lot_area_sqft: Exact | None = None
    lot_area_2004_sqft: Exact | None = None
    impervious_2004_sqft: Exact | None = None
    surfaces_added: bool | None = None
