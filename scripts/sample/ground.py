"""What is the sample county made of, before anything is written?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from shapely.geometry import LineString, MultiPolygon, Polygon

ALDER, BIRCH, ELM, FIR = "TOWN OF ALDER", "TOWN OF BIRCH", "VILLAGE OF ELM", "CITY OF FIR"
CEDAR, HAZEL = "TOWN OF CEDAR", "TOWN OF HAZEL"
CODES = {ALDER: "002", BIRCH: "004", CEDAR: "006", HAZEL: "008", ELM: "141", FIR: "241"}
COUNTY_OF = {ALDER: "Jefferson", BIRCH: "Jefferson", ELM: "Jefferson", FIR: "Jefferson", CEDAR: "Dodge", HAZEL: "Dodge"}
COUNTY_FIPS = {"Dodge": "027", "Jefferson": "055"}

Land: TypeAlias = Polygon | MultiPolygon


@dataclass(frozen=True, slots=True)
class Piece:
    """One record of the parcel layer, before it has values and owners."""

    parcel_id: str
    polygon: Land
    place: str | None
    use: str
    house_number: int | None = None
    street: str | None = None
    plat: str | None = None
    lot: int | None = None
    note: str | None = None
    """Why the piece is as it is, where it was set by hand."""
    county: str = "Jefferson"
    drawn_by_itself: bool = False
    """Whether its values come from a generator of its own, so that no other piece moves them."""


@dataclass(frozen=True, slots=True)
class Street:
    """One piece of a centre line."""

    street_id: str
    name: str
    sort: str
    width_ft: float
    line: LineString


@dataclass(frozen=True, slots=True)
class RightOfWay:
    """One piece of land that is dedicated, or burdened, for passing."""

    right_of_way_id: str
    street: str | None
    width_ft: float | None
    dedication: str
    polygon: Land


@dataclass(frozen=True, slots=True)
class Railroad:
    """One railroad: its centre line, and what it is called."""

    railroad_id: str
    division: str
    mark: str
    line: LineString


@dataclass(frozen=True, slots=True)
class Water:
    """A lake, a river or a creek; a creek is a line."""

    water_id: str
    name: str
    sort: str
    shape: Land | LineString


@dataclass(frozen=True, slots=True)
class Section:
    """A square mile of the public land survey."""

    township: int
    range: int
    number: int
    county: str
    polygon: Polygon


@dataclass(frozen=True, slots=True)
class Municipality:
    """One row of the municipal layer."""

    name: str
    ctv: str
    cousubfp: str
    polygon: Land
    county: str = "Jefferson"


@dataclass(frozen=True, slots=True)
class Ground:
    """The whole sample county in the local plane of US survey feet."""

    pieces: tuple[Piece, ...]
    streets: tuple[Street, ...]
    rights_of_way: tuple[RightOfWay, ...]
    railroads: tuple[Railroad, ...]
    water: tuple[Water, ...]
    sections: tuple[Section, ...]
    municipalities: tuple[Municipality, ...]
    counties: tuple[tuple[str, Land], ...]
