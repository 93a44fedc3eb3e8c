"""What is an ordinance: whose land it governs, from when, which test of the rules it makes, and what it charges?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Money
from gis.model.stormwater_policy import StormwaterPolicy

ConnectionRule = Literal["MUK-01", "CKSD-01", "VLG-06", "WIS-281.45"]
"""Rules that judge a duty to connect; an ordinance of another municipality follows one of them."""
PlaceKind = Literal["village", "city", "town", "sanitary"]
"""Kind of municipality, or a town sanitary district, whose land an ordinance governs."""
SewerOwner = Literal["local", "regional", "district"]
Period = Literal["monthly", "quarterly", "annual"]


@dataclass(frozen=True, slots=True)
class OrdinanceCharges:
    """What the ordinance charges for land that is served and not connected."""

    __pydantic_config__ = STRICT

    rec_charge: Money | None = None
    """Residential equivalency charge of one unit for one period, dollars; null where the ordinance file gives none."""
    rec_charge_period: Period | None = None
    standby: bool = False
    """Whether a standby charge follows a failure to connect (MUK-03)."""
    ready_to_serve: bool = False
    """Whether premises provided with a sewer and not connected are charged (MUK-04)."""


@dataclass(frozen=True, slots=True)
class Ordinance:
    """One ordinance on connections, stormwater or both, as its file states it."""

    id: str
    """Name by which commands ask for it: mukwonago, cksd, village-connections, wis-stat-281.45, or of its own file."""
    title: str
    citation: str
    """What findings cite for the duty to connect."""
    place_kinds: tuple[PlaceKind, ...]
    place_name: str | None
    """Municipality (class in front) or district that it governs; null where the text names none."""
    county: str | None
    holds_from: dt.date
    until: dt.date | None
    connection_rule: ConnectionRule | None
    """Null where the ordinance is about stormwater only."""
    operators: Mapping[str, SewerOwner] = field(default_factory=lambda: MappingProxyType({}))
    """Owner class of sewers by the operator's name in the layer, where the layer's own words do not tell it."""
    charges: OrdinanceCharges = field(default_factory=OrdinanceCharges)
    notes: tuple[str, ...] = ()
    """What every answer under it must say."""
    other_names: tuple[str, ...] = ()
    """Names by which layers may know the same place, such as the initials of a district."""
    utility_district: str | None = None
    """Stormwater utility district, as the layer of districts or the text names it; null without a utility."""
    stormwater_rate: Fraction | None = None
    """Dollars for one runoff unit and one bill; null until the board adopts one."""
    stormwater: StormwaterPolicy | None = None
    """Lists and choices of its stormwater utility; null where it has none."""

    @property
    def duty_rule(self) -> ConnectionRule:
        """Rule of the duty to connect, of an ordinance that has one.

        Raises
        ------
        ValueError
            It is about stormwater only.
        """
        if self.connection_rule is None:
            msg = f"the ordinance {self.id} makes no duty to connect"
            raise ValueError(msg)
        return self.connection_rule
