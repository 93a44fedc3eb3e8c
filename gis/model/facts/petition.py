"""What may be stated of a petition: who owns land within the limits, who signed, what it holds (TSD-02 to TSD-04)."""

from __future__ import annotations

from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.exact import Exact


@dataclass(frozen=True, slots=True)
class PetitionParcel:
    """A parcel wholly or partly within the proposed limits, and who owns it."""

    __pydantic_config__ = STRICT

    parcel_id: str
    owners: tuple[str, ...] | None = None
    """Owners of record, compared exactly as given; null or none where they are not known."""
    area_acres: Exact | None = None
    area_in_district_acres: Exact | None = None
    """Land within the limits; null takes the whole parcel, 0 says that it lies outside."""
    area_in_district_low_acres: Exact | None = None
    """Land within the limits with the boundary pulled in by the accuracy."""
    area_in_district_high_acres: Exact | None = None
    """Land within the limits with the boundary pushed out by the accuracy."""
    taxable: bool | None = None
    """Whether the land is taxable property; null where nobody knows. Only the reading taxable_parcels asks."""


@dataclass(frozen=True, slots=True)
class PetitionSignature:
    """A signature on the petition, and what vouches for it."""

    __pydantic_config__ = STRICT

    person: str
    covered_by_verification: bool | None = None
    """Whether a petitioner verified that the signer signed personally."""
    notarized: bool | None = None


@dataclass(frozen=True, slots=True)
class PetitionFacts:
    """Facts of TSD-02, Wis. Stat. 60.71(2)(a); a stated total goes before what the parcels give."""

    __pydantic_config__ = STRICT

    parcels: tuple[PetitionParcel, ...] | None = None
    signatures: tuple[PetitionSignature, ...] | None = None
    """Valid signatures; a person who signs twice is one person."""
    owner_count: int | None = None
    """Persons owning land within the limits."""
    owners_signed: int | None = None
    land_acres: Exact | None = None
    """Land within the limits, by parcels."""
    land_signed_acres: Exact | None = None
    """Land whose owners signed."""
    gross_area_acres: Exact | None = None
    """Area of the whole polygon, with roads and water."""
    taxable_land_acres: Exact | None = None
    """Land within the limits that is taxable property."""
    boundary_accuracy_ft: Exact | None = None
    """Accuracy over which the areas have low and high bounds; null where areas are stated without any."""


@dataclass(frozen=True, slots=True)
class PetitionContents:
    """Which of the six required items the petition holds; null where nobody has looked."""

    __pydantic_config__ = STRICT

    name: bool | None = None
    necessity: bool | None = None
    welfare_and_benefit: bool | None = None
    legal_description: bool | None = None
    plat_or_sketch: bool | None = None
    improvements: bool | None = None


@dataclass(frozen=True, slots=True)
class PetitionContentsFacts:
    """Facts of TSD-03, Wis. Stat. 60.71(2)(a)1.-6. and (b)."""

    __pydantic_config__ = STRICT

    contents: PetitionContents | None = None
    signatures_sufficient: bool | None = None
    """Whether enough owners signed, as TSD-02 finds."""
    description_closes: bool | None = None
    """Whether the description ends where it began; null where nobody has tried."""
    sketch_matches_description: bool | None = None


@dataclass(frozen=True, slots=True)
class VerificationFacts:
    """Facts of TSD-04, Wis. Stat. 60.71(2)(b)."""

    __pydantic_config__ = STRICT

    signatures: tuple[PetitionSignature, ...] | None = None
