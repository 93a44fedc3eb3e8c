"""What does an annexation take out of a district, and who must approve one to it: the objects that say it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.finding import Finding
from gis.model.report import BoundaryRecord, ParcelInside


@dataclass(frozen=True, slots=True)
class MainLeaving:
    """A sewer main that runs in the land that leaves the district."""

    __pydantic_config__ = STRICT

    sewer_id: str
    kind: str | None
    status: str | None
    operator: str | None
    length_leaving_ft: Exact
    """Ground length in the land that leaves; a main laid as several pieces is counted whole."""
    length_staying_ft: Exact
    """Ground length elsewhere; more than nothing where the new line cuts the main."""


@dataclass(frozen=True, slots=True)
class NodeLeaving:
    """A manhole, lift station or other point of the sewers in the land that leaves."""

    __pydantic_config__ = STRICT

    node_id: str
    kind: str | None


@dataclass(frozen=True, slots=True)
class MoneyOpen:
    """What the register says is still owed to the district on a parcel with land that leaves."""

    __pydantic_config__ = STRICT

    parcel_id: str
    levied: Money
    paid: Money
    owed: Money
    lien_recorded: dt.date | None
    """Day of the last lien on record; null where there is none."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What the law leaves to people, and how sure its source is."""

    __pydantic_config__ = STRICT

    question: str
    citation: str
    source: Literal["text on file", "outside the five texts", "verify"]


@dataclass(frozen=True, slots=True)
class AnnexationEffect:
    """What an annexation does to a district on a day."""

    __pydantic_config__ = STRICT

    date: dt.date
    district: str
    annexed: BoundaryRecord
    outcome: Literal["untouched", "within_accuracy", "part_leaves", "dissolved"]
    because: str
    before_acres: Exact
    leaves_sqft: Exact
    leaves_acres: Exact
    leaves_width_ft: Exact
    """Greatest width of the land that leaves: the diameter of the largest circle in it."""
    accuracy_ft: Exact
    remains_acres: Exact
    remains_parts: int
    remains_holes: int
    parcels: tuple[ParcelInside, ...]
    mains: tuple[MainLeaving, ...]
    nodes: tuple[NodeLeaving, ...]
    money_open: tuple[MoneyOpen, ...]
    questions: tuple[OpenQuestion, ...]
    editions: dict[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DistrictAnnexation:
    """Whether the towns approved that land is annexed to a sanitary district."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    district: str
    ordinance: str
    ordinance_title: str
    land: BoundaryRecord
    finding: Finding
    """CKSD-12; its answer is the list of towns that must approve."""
    adjoins: bool
    """Whether the land meets the district within the accuracy of their lines; the ordinance does not ask it."""
    parcels: tuple[ParcelInside, ...]
    """Parcels and other records with land of it."""
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    notes: tuple[str, ...] = ()
