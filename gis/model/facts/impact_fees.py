"""What may be stated of the impact fees of a development (MUK-18 to MUK-23)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from gis.model.config import STRICT
from gis.model.exact import Exact

DwellingKind: TypeAlias = Literal["studio", "one_bedroom", "two_bedroom", "three_bedroom", "single_family", "duplex"]
DwellingUse: TypeAlias = Literal["single_family", "duplex", "one_bedroom", "two_bedroom", "three_bedroom"]
LandUse: TypeAlias = Literal["commercial", "industrial", "public"]


@dataclass(frozen=True, slots=True)
class NewDwellings:
    """Dwelling units of one kind."""

    __pydantic_config__ = STRICT

    kind: DwellingKind
    count: int | None = None
    """Units; of duplexes the buildings, each of two units whose bedrooms are not told."""


@dataclass(frozen=True, slots=True)
class FacilityFeeFacts:
    """Facts of MUK-18, Village of Mukwonago Code ch. 86, 86-141(a)."""

    __pydantic_config__ = STRICT

    dwellings: tuple[NewDwellings, ...] | None = None
    """Units that are new, of an addition those added; with `dwellings_before` all that will stand on the property."""
    dwellings_before: tuple[NewDwellings, ...] | None = ()
    """Units that stood on the property before; empty where `dwellings` are new, or none stood."""
    nonresidential_sqft: Exact | None = None
    """Usable building area that is new, commercial or industrial, square feet."""
    replaces_same: bool | None = False
    """Whether it replaces or repairs what was there, with no unit and no area added."""


@dataclass(frozen=True, slots=True)
class WaterSewerFeeFacts:
    """Facts of MUK-19, Village of Mukwonago Code ch. 86, 86-141(b)-(c)."""

    __pydantic_config__ = STRICT

    year: int | None = None
    """Year of the fee."""
    service: Literal["water", "sewer", "both"] | None = None
    recs: Exact | None = Fraction(1)
    """Residential equivalent connections."""


@dataclass(frozen=True, slots=True)
class PropertyUse:
    """One use of a property, and how much of it there is."""

    __pydantic_config__ = STRICT

    use: DwellingUse | LandUse
    quantity: Exact | None = None
    """Dwelling units or duplex buildings; acres of commercial, industrial and public use."""


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """Facts of MUK-20, Village of Mukwonago Code ch. 86, 86-141(d)."""

    __pydantic_config__ = STRICT

    uses: tuple[PropertyUse, ...] | None = None
    year: int | None = None
    """Year of the fees; null where only the units are asked about."""


@dataclass(frozen=True, slots=True)
class ChangeOfUseFacts:
    """Facts of MUK-21, Village of Mukwonago Code ch. 86, 86-141, net increase."""

    __pydantic_config__ = STRICT

    uses_before: tuple[PropertyUse, ...] | None = None
    """Empty where the land had no use."""
    uses_after: tuple[PropertyUse, ...] | None = None
    year: int | None = None
    """Year of the fee."""
    replaces_same: bool | None = False
    """Whether a building of the same size and use replaces one, with no additional or larger connection."""


@dataclass(frozen=True, slots=True)
class RefundFacts:
    """Facts of MUK-22, Village of Mukwonago Code ch. 86, impact fees, refund paragraph (c)."""

    __pydantic_config__ = STRICT

    paid: dt.date | None = None
    unspent: bool | None = None
    """Whether the fee was neither spent nor encumbered by the end of the quarter."""
    applied: dt.date | None = None
    applicant_is_current_owner: bool | None = True


@dataclass(frozen=True, slots=True)
class AppealFacts:
    """Facts of MUK-23, Village of Mukwonago Code ch. 86, impact fees, appeal paragraphs."""

    __pydantic_config__ = STRICT

    determination: dt.date | None = None
    """Determination appealed from."""
    filed: dt.date | None = None
    """Filing of the notice of appeal."""
    received: dt.date | None = None
    """Receipt by the department head."""
    recommended: dt.date | None = None
    """Written recommendation of the clerk."""
    holidays: tuple[dt.date, ...] | None = None
    """Days besides Saturdays and Sundays that are no business days; empty means none, null is not known."""
