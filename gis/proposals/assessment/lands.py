"""What is known of each parcel of a project before anything is spread: its measures, its evidence, its place?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from gis.model.assessment import Front
from gis.model.facts.assessment import Basis
from gis.proposals.assessment.project import Evidence, StatedParcel, named

AGRICULTURAL = frozenset({"4", "5M"})
"""Classes of the roll that make one ask for evidence; they are none."""


@dataclass(frozen=True, slots=True)
class ProjectParcel:
    """One parcel, benefited or only told of."""

    parcel_id: str
    county: str | None = None
    municipality: str | None = None
    site_address: str | None = None
    classes: tuple[str, ...] = ()
    owner_keys: tuple[str, ...] = ()
    stated: StatedParcel | None = None
    evidence: Evidence = field(default_factory=Evidence)
    frontage_ft: Fraction | None = None
    fronts: tuple[Front, ...] = ()
    area_sqft: Fraction | None = None
    units: Fraction | None = None
    is_benefited: bool = True
    in_service_area: bool | None = None
    """Null where the limits of the area do not tell."""
    section: str | None = None
    """Survey section in which it lies, in words."""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its number, with its county where that is known."""
        return named(self.parcel_id, self.county)

    @property
    def is_agricultural(self) -> bool:
        """Whether the roll has it in a class that makes one ask for evidence."""
        return bool(AGRICULTURAL & set(self.classes))

    @property
    def claims(self) -> bool:
        """Whether evidence, or the roll, makes one ask if it is farmland or a camp."""
        return self.evidence.claims or self.is_agricultural

    @property
    def kind(self) -> Literal["farmland", "camp"]:
        """As what it is asked about."""
        return self.evidence.kind(agricultural=self.is_agricultural)

    def measure(self, basis: Basis) -> Fraction | None:
        """Return its feet, square feet or units; null where they are not known."""
        return {"frontage": self.frontage_ft, "area": self.area_sqft, "unit": self.units}[basis]


@dataclass(frozen=True, slots=True)
class Lands:
    """All parcels of a project, by name, and what was looked at."""

    parcels: tuple[ProjectParcel, ...]
    """In the order of their names."""
    editions: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Names of those that front on the project and are no part of it."""

    @property
    def benefited(self) -> tuple[ProjectParcel, ...]:
        """Those that the cost is spread over."""
        return tuple(each for each in self.parcels if each.is_benefited)
