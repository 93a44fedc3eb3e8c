"""What may be stated of land in a district: value, municipalities, counties (TSD-01, -09, -10, -15, CKSD-12)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money

MunicipalityKind = Literal["town", "village", "city"]
Unstated = Literal["unstated"]


@dataclass(frozen=True, slots=True)
class MunicipalityFact:
    """A municipality with land in the proposed district."""

    __pydantic_config__ = STRICT

    name: str
    kind: MunicipalityKind | None = "town"
    """Null where nobody knows."""
    assessment_ratio: Exact | None = None
    has_roll: bool = True
    """False where it has land inside and the roll on file has no record of it, so that its value is not known."""


@dataclass(frozen=True, slots=True)
class AssessedTotal:
    """Total assessed value of taxable property of one municipality inside the district."""

    __pydantic_config__ = STRICT

    municipality: str
    assessed_value: Money | None = None


@dataclass(frozen=True, slots=True)
class EqualizedTotal:
    """Equalized full value of taxable property of one municipality, where already known."""

    __pydantic_config__ = STRICT

    municipality: str
    equalized_value: Money | None = None


@dataclass(frozen=True, slots=True)
class ParcelValue:
    """A parcel record in or cut by the district, with what the roll says of its value."""

    __pydantic_config__ = STRICT

    parcel_id: str
    municipality: str
    assessed_value: Money | None = None
    exempt_codes: tuple[str, ...] | None = ()
    """Null is as none: with a value the parcel counts at it, and without one nobody knows whether it is taxable."""
    forest_codes: tuple[str, ...] | None = ()
    mfl_value: Money | None = None
    est_fair_market_value: Money | None = None
    insured_value: Money | None = None
    tid_increment: Money | None = Fraction(0)
    """Part of the assessed value that is tax-increment value; null where nobody knows."""
    taxable: bool | Unstated | None = "unstated"
    """Override; null where the codes are unknown."""
    share_in_district: Exact | None = Fraction(1)
    """Null where nobody knows: anything between none and all."""
    building_in_district: bool | None = None
    share_low: Exact | None = None
    """Share inside with the boundary pulled in by the accuracy."""
    share_high: Exact | None = None
    """Share inside with the boundary pushed out by the accuracy."""
    polygon_municipality: str | None = None
    """The municipality whose polygon holds most of the parcel, where it is not the roll's."""


@dataclass(frozen=True, slots=True)
class JurisdictionFacts:
    """Facts of TSD-01, Wis. Stat. 60.71(1)."""

    __pydantic_config__ = STRICT

    municipalities: tuple[MunicipalityFact, ...] | None = None
    """Those with land inside; null where nobody knows."""
    assessed_totals: tuple[AssessedTotal, ...] | None = None
    equalized_totals: tuple[EqualizedTotal, ...] | None = None
    parcels: tuple[ParcelValue, ...] | None = None
    roll_year: int | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy over which the shares have low and high bounds; null where shares are stated without any."""
    near_municipalities: tuple[MunicipalityFact, ...] = ()
    """Municipalities without land inside that only the accuracy would bring in."""

    @property
    def inside(self) -> tuple[MunicipalityFact, ...]:
        """Municipalities that are known to have land inside."""
        return self.municipalities or ()


@dataclass(frozen=True, slots=True)
class OverlapFact:
    """Land that a municipality and the district have in common."""

    __pydantic_config__ = STRICT

    name: str
    kind: MunicipalityKind | None = None
    overlap_area_sqft: Exact | None = None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the overlap."""
    width_low_ft: Exact | None = None
    """Width with the boundary pulled in by the accuracy."""
    width_high_ft: Exact | None = None
    """Width with the boundary pushed out by the accuracy."""
    whole_parcels: tuple[str, ...] = ()
    """Parcels wholly inside the district and wholly in this municipality."""
    roll_parcels: tuple[str, ...] = ()
    """Parcels with land inside, wider than the accuracy, that the roll places here."""
    whole_parcels_low: tuple[str, ...] | None = None
    """The whole parcels with the boundary pulled in; null as measured. The same for the next three."""
    whole_parcels_high: tuple[str, ...] | None = None
    roll_parcels_low: tuple[str, ...] | None = None
    roll_parcels_high: tuple[str, ...] | None = None
    accuracy_ft: Exact | None = None
    """Accuracy of this overlap, where it is not that of the boundaries compared (land that only a roll places here)."""


@dataclass(frozen=True, slots=True)
class VillageCityFacts:
    """Facts of TSD-09, Wis. Stat. 60.71(5)(a)."""

    __pydantic_config__ = STRICT

    overlaps: tuple[OverlapFact, ...] | None = None
    """Municipalities against the district; null where nobody knows."""
    occasion: Literal["creation", "addition", "annexed_later"] | None = "creation"
    district_area_acres: Exact | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""
    overlap_total_sqft: Exact | None = None
    """Land of all villages and cities inside, what two of them claim counted once; null takes the sum."""
    unclaimed_area_sqft: Exact = Fraction(0)
    """Land of the district that no municipality on file claims, so that nobody knows whose it is."""
    unclaimed_width_ft: Exact = Fraction(0)
    """Greatest width of that land."""


@dataclass(frozen=True, slots=True)
class CountyFact:
    """Land that a county and the district have in common."""

    __pydantic_config__ = STRICT

    name: str
    overlap_area_sqft: Exact | None = None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the overlap."""
    width_low_ft: Exact | None = None
    """Width with the boundary pulled in by the accuracy."""
    width_high_ft: Exact | None = None
    """Width with the boundary pushed out by the accuracy."""


@dataclass(frozen=True, slots=True)
class RecordingFacts:
    """Facts of TSD-15, Wis. Stat. 60.71(7)."""

    __pydantic_config__ = STRICT

    counties: tuple[CountyFact, ...] | None = None
    recorded_in: tuple[str, ...] | None = None
    """Counties whose register of deeds has recorded the order; null where nobody knows."""
    filed_with_dnr: bool | None = None
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""
    unclaimed_area_sqft: Exact = Fraction(0)
    """Land of the district that no county on file claims, so that nobody knows where it is recorded."""
    unclaimed_width_ft: Exact = Fraction(0)
    """Greatest width of that land."""


@dataclass(frozen=True, slots=True)
class OtherDistrict:
    """Another sewerage district, and the land that it and the proposed one have in common."""

    __pydantic_config__ = STRICT

    name: str
    kind: Literal["metropolitan_sewerage", "town_sanitary", "other"] | None = None
    overlap_area_acres: Exact | None = None
    overlap_in_village_or_city_acres: Exact | None = Fraction(0)
    """Null where nobody knows."""
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the overlap; null takes it as wide."""


@dataclass(frozen=True, slots=True)
class OtherDistrictsFacts:
    """Facts of TSD-10, Wis. Stat. 60.71(5)(b)."""

    __pydantic_config__ = STRICT

    other_districts: tuple[OtherDistrict, ...] | None = None
    """Other districts on file; none where it is known that there is none."""
    purpose: Literal["auxiliary_sewer", "water_only", "other"] | None = None
    """What the land that both have is included for."""
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""


@dataclass(frozen=True, slots=True)
class AnnexationMunicipality:
    """A municipality at land that asks for annexation, and whether its town board approved."""

    __pydantic_config__ = STRICT

    name: str
    kind: MunicipalityKind | None = None
    overlap_area_sqft: Exact | None = None
    overlap_width_ft: Exact | None = None
    """Diameter of the largest circle that fits in the land of it; null takes it as wide."""
    approved: bool | None = None
    """Whether the town board approved; null where nobody knows, and for villages and cities."""


@dataclass(frozen=True, slots=True)
class DistrictAnnexationFacts:
    """Facts of CKSD-12, CKSD Sewer Use Ordinance ch. IX."""

    __pydantic_config__ = STRICT

    outside_district: bool | None = None
    municipal_entity: bool | None = False
    """Whether the owner is a municipal entity, for which an agreement under 66.0301 can take the annexation's place."""
    municipalities: tuple[AnnexationMunicipality, ...] | None = None
    """Those with land of it; null where nobody knows."""
    legal_description: bool | None = True
    """Whether a legal description is filed."""
    boundary_accuracy_ft: Exact | None = None
    """Accuracy of the boundaries compared; null takes the default of the law's parameters."""
