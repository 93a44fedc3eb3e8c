"""What is found of the duty to connect: parcel by parcel, under one ordinance on one day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.finding import Finding, State

FrontSource = Literal["rights_of_way", "parcels", "gap", "centreline", "easement"]
"""What a right-of-way was told from: its own polygon, a right-of-way record of the roll, the gap between parcels, a
centreline with its width, or an easement."""


@dataclass(frozen=True, slots=True)
class Front:
    """One side of a parcel on one right-of-way."""

    __pydantic_config__ = STRICT

    right_of_way: str
    """Its id, or a name of its own where it was derived."""
    street: str | None
    kind: str
    """street, alley, railroad or easement."""
    length_ft: Exact
    """Shared line in US survey feet; 0 where the two meet in a point only."""
    source: FrontSource
    is_certain: bool
    """Whether the right-of-way is a record of its own; derived ones are not."""
    sewers: tuple[str, ...] = ()
    """Ids of the sewers that run in it and count for the ordinance's test."""


@dataclass(frozen=True, slots=True)
class ChargeDue:
    """A charge that follows from the finding, for one period."""

    __pydantic_config__ = STRICT

    rule: str
    name: str
    """standby charge, ready-to-serve charge."""
    amount: Money | None
    """Null where a fact is missing; `because` names it."""
    period: str
    because: str


@dataclass(frozen=True, slots=True)
class Downstream:
    """The way from the serving main to the plant, and where it is tightest."""

    __pydantic_config__ = STRICT

    path: tuple[str, ...]
    """Ids of mains and nodes in the direction of flow."""
    reaches_plant: bool
    bottleneck: str | None = None
    """Component with the least known spare capacity; null where none is known."""
    bottleneck_gpd: Exact | None = None
    unknown_capacity: int = 0
    """Components on the way whose spare capacity nobody stated."""
    why_broken: str | None = None
    """Where the way ends short of the plant: a gap, a loop, with its place."""


@dataclass(frozen=True, slots=True)
class ParcelConnection:
    """What is found of one parcel."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    municipality: str | None
    site_address: str | None
    ordinance: str | None
    """Id of the ordinance that governs the land; null where none on file does."""
    finding: Finding | None
    """The duty to connect as the ordinance's rule judges it; null where no ordinance governs."""
    connect_by: dt.date | None
    fronts: tuple[Front, ...]
    serving_main: str | None
    """Main in service that would take the parcel's sewage by gravity; null where there is none."""
    serving_main_operational: dt.date | None
    downstream: Downstream | None
    in_use: bool | None
    private_system: bool | None
    connected: bool | None
    """Whether it is connected to a public sewer; what is so has no day by which to connect."""
    charges: tuple[ChargeDue, ...] = ()
    more: tuple[Finding, ...] = ()
    """Findings of the other rules that bear on it: waivers, deferral, exemption, private system."""
    bbox: tuple[float, float, float, float] | None = None
    """West, south, east, north in degrees."""
    connect_by_rule: str | None = None
    """Rule that gives the day by which to connect, which need not be that of the duty: CKSD-02 has one of its own."""
    connected_since: dt.date | None = None
    """First day on which a connection was made; null where nobody entered it."""

    @property
    def state(self) -> State | None:
        """State of the duty to connect."""
        return None if self.finding is None else self.finding.state


@dataclass(frozen=True, slots=True)
class LayerFault:
    """Something wrong with sewers, nodes, streets or rights-of-way, which turns into no duty silently."""

    __pydantic_config__ = STRICT

    kind: str
    """What is wrong: see `network_faults` and `way_faults`, which name every kind."""
    layer: str
    feature_id: str
    what: str
    """One sentence with the numbers in it."""
    where: str
    """The place in words: coordinates, street, nearest node."""
    bbox: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Connections:
    """Every parcel of a service area under one ordinance on one day."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    ordinance: str
    ordinance_title: str
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    parcels: tuple[ParcelConnection, ...]
    counts: dict[str, int]
    """Parcels by state of the finding, every state named."""
    faults: tuple[LayerFault, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoticeDue:
    """A written notice that an ordinance's clock asks for, and where that clock ends."""

    __pydantic_config__ = STRICT

    rule: str
    says: str
    """One sentence: what the notice does, and what happens without it."""
    send_on: dt.date
    """Day by which it is sent where nothing shall be lost, or first day on which it can be; `says` tells which."""
    runs_to: dt.date | None
    """Last day of the time that it, or the day that it tells of, begins; null where the ordinance states none."""


@dataclass(frozen=True, slots=True)
class LiableParcel:
    """A parcel that a main makes liable to connect which was not so before."""

    __pydantic_config__ = STRICT

    parcel: ParcelConnection
    """As it stands with the main."""
    state_before: State | None
    frontage_ft: Exact
    """Shared line with the rights-of-way that hold the main; 0 where it is reached through the block only."""
    fronts: tuple[Front, ...]
    """Those rights-of-way."""
    notices: tuple[NoticeDue, ...] = ()
    sewers_before: tuple[str, ...] = ()
    """Other sewers by which it must connect without the main; empty where it need not."""


@dataclass(frozen=True, slots=True)
class MainInService:
    """What changes when mains become operational: the parcels that they make liable, and the notices to send."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    mains: tuple[str, ...]
    """Ids of the mains that become operational together."""
    operational: dt.date
    liable: tuple[LiableParcel, ...]
    open: tuple[LiableParcel, ...]
    """Parcels for which they leave only a fact to find out, such as a notice, a use or a private system."""
    already: tuple[LiableParcel, ...]
    """Parcels along the mains that must connect by other sewers already, whether these serve or not."""
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    faults: tuple[LayerFault, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProposedMain:
    """What a proposed main would change: the parcels that it would make liable, their frontage, and the capacity."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    lines: tuple[tuple[tuple[float, float], ...], ...]
    """The main's lines, each a list of longitude and latitude, in the direction of flow."""
    length_ft: Exact
    """On the ground, US survey feet."""
    liable: tuple[LiableParcel, ...]
    open: tuple[LiableParcel, ...]
    """Parcels for which it leaves only a fact to find out."""
    already: tuple[LiableParcel, ...]
    """Parcels along it that must connect by other sewers already."""
    connects_to: str | None
    """Main on file that it runs into; null where its lower end meets none."""
    downstream: Downstream | None
    capacity: Finding | None
    """MUK-24 over the way downstream; null where it meets no sewer on file."""
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    faults: tuple[LayerFault, ...]
    notes: tuple[str, ...]
    permissions: tuple[Finding, ...] = ()
    """VLG-01 to VLG-05 where it is asked about under an ordinance that follows the village's; else none."""


@dataclass(frozen=True, slots=True)
class Said:
    """One part of an answer in sentences."""

    __pydantic_config__ = STRICT

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactOpen:
    """A fact that nobody knows and that could change the answer."""

    __pydantic_config__ = STRICT

    fact: str
    """In words."""
    who: str
    """Who could supply it."""
    register_kind: str | None
    """Kind of entry by which the register takes it; null where a layer must tell it."""


@dataclass(frozen=True, slots=True)
class ParcelAnswer:
    """One parcel explained: must it connect, by when, why, what it costs, what would change it, what is unknown."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    ordinance_title: str | None
    parcel: ParcelConnection
    said: tuple[Said, ...]
    """The whole answer in sentences, the answer itself first."""
    open_facts: tuple[FactOpen, ...]
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    notes: tuple[str, ...]
