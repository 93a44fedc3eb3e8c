"""What is an ordinance: whose land it governs, from when, which test of the rules it makes, and what it charges?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.stormwater_policy import StormwaterPolicy

ConnectionRule = Literal["MUK-01", "CKSD-01", "VLG-06", "WIS-281.45"]
"""Rules that judge a duty to connect; an ordinance of another municipality follows one of them."""
PlaceKind = Literal["village", "city", "town", "sanitary"]
"""Kind of municipality, or a town sanitary district, whose land an ordinance governs."""
SewerOwner = Literal["local", "regional", "district"]
Period = Literal["monthly", "quarterly", "annual"]
ChargeRule = Literal[
    "MUK-05", "MUK-06", "MUK-07", "MUK-08", "MUK-09", "MUK-16", "MUK-17", "MUK-18", "MUK-19", "MUK-20", "MUK-21",
    "MUK-22", "MUK-23", "MUK-239", "CKSD-04", "CKSD-05", "CKSD-06", "CKSD-07", "CKSD-08", "CKSD-09", "CKSD-10",
    "CKSD-14", "VLG-09", "VLG-10",
]  # fmt: skip
"""Rules that judge a charge; an ordinance of another place may follow any of them with numbers of its own."""
FigureName = Literal[
    "debt_service_dollars_a_year", "total_recs", "single_family_average_gal", "sewer_use_dollars_per_kgal",
    "sewer_budget_dollars", "sewer_consumption_kgal", "scac_dollars", "fcac_dollars_per_lot",
    "fcac_over_5_acres_dollars_per_lot", "cac_single_family_dollars", "cac_class_a_dollars", "cac_class_b_dollars",
    "cac_class_c_dollars", "user_fee_dollars_per_rue", "reconnection_fee_dollars", "permit_fee_dollars",
    "local_fee_dollars", "regional_fee_dollars", "rec_charge_dollars",
]  # fmt: skip
"""Figures that the body sets from time to time and that its text leaves to a schedule, budget or resolution."""


@dataclass(frozen=True, slots=True)
class AdoptedFigure:
    """A figure that the body set, with the days on which it holds; no day before or after them has it."""

    __pydantic_config__ = STRICT

    name: FigureName
    value: Exact
    holds_from: dt.date
    until: dt.date | None
    """Last day; null where no later figure is on file."""
    source: str
    """Schedule, budget or resolution that set it."""


@dataclass(frozen=True, slots=True)
class OrdinanceCharges:
    """What the ordinance charges: for land that is served and not connected, on connection, on development, by bill."""

    __pydantic_config__ = STRICT

    rec_charge: Money | None = None
    """Residential equivalency charge of one unit for one period, dollars, on every day on which the file holds; null
    where it gives none, or its figures `rec_charge_dollars` give one with days."""
    rec_charge_period: Period | None = None
    standby: bool = False
    """Whether a standby charge follows a failure to connect (MUK-03)."""
    ready_to_serve: bool = False
    """Whether premises provided with a sewer and not connected are charged (MUK-04)."""
    rules: tuple[ChargeRule, ...] = ()
    """Rules by which it charges on connection, on development and by bill."""
    figures: tuple[AdoptedFigure, ...] = ()
    """By name and first day; days of one name do not overlap."""

    def rec_charge_on(self, day: dt.date) -> Fraction | None:
        """Return the charge of one unit on a day; None where it rests on figures with days and none holds then."""
        if self.has_figure("rec_charge_dollars"):
            found = self.figure("rec_charge_dollars", day)
            return None if found is None else found.value
        by_figures = self.has_figure("debt_service_dollars_a_year")
        is_set = not by_figures or self.figure("debt_service_dollars_a_year", day) is not None
        return self.rec_charge if is_set else None

    @property
    def has_rec_charge(self) -> bool:
        """Whether a charge of one unit is stated, for every day or with days."""
        return self.rec_charge is not None or self.has_figure("rec_charge_dollars")

    def has_figure(self, name: FigureName) -> bool:
        """Return whether a figure is stated for any day."""
        return any(each.name == name for each in self.figures)

    def figure(self, name: FigureName, day: dt.date) -> AdoptedFigure | None:
        """Return the figure that holds on a day; None where none was set for it."""
        holding = (
            each for each in self.figures if each.name == name and each.holds_from <= day <= (each.until or dt.date.max)
        )
        return next(holding, None)


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
