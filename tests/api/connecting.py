"""A stand-in that tells of a few parcels made by hand, for tests of the routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from api.connector import Surroundings
from gis.model.connections import Connections, ParcelAnswer
from gis.model.finding import State
from gis.model.found_parcels import LiesIn
from gis.model.view import MapView
from gis.proposals.finding_parcels import ParcelFinder
from tests.gis.proposals.held_layers import DATE, VILLAGE, HeldLayers, box, lot
from tests.maps.sample_connections import SOURCES, sample_answer, sample_connections, service_area_map
from tests.maps.sample_evaluation import HOSTILE

OWNER = "<script>alert('OWNER 7001 OF NOWHERE')</script>"
PARCELS = [
    lot("A", parcel_id="01/2.1", owner_keys="812"),
    lot("B", parcel_id="01/2.2", site_address=HOSTILE[1]),
    lot("C", parcel_id="7"),
    lot("C", parcel_id="7", county="Dodge", geometry=box(200, 60, 240, 100)),
    lot("F", parcel_id="9-A"),
    lot("F", parcel_id="9-B"),
]


@dataclass
class Connecting:
    """Answers as `api.connector.ConnectionsOnFile` does, and keeps what it was asked."""

    fault: Exception | None = None
    titles: Mapping[str, str] = field(default_factory=lambda: {"elm": "Village of Elm, sewers", "cksd": "CKSD <x>"})
    asked: list[object] = field(default_factory=list)
    found: Connections = field(default_factory=sample_connections)
    states: Mapping[str | None, State | None] = field(default_factory=dict)
    """State of every parcel under an ordinance; must connect where none is given."""

    @cached_property
    def finder(self) -> ParcelFinder:
        """Return the search over the parcels above."""
        return ParcelFinder(HeldLayers({**VILLAGE, "parcels": PARCELS}).layer("parcels", DATE))

    def connections(self, ordinance: str | None) -> Connections:
        """Hand back the sample."""
        self.asked.append(ordinance)
        if self.fault is not None:
            raise self.fault
        return self.found

    def view(self, ordinance: str | None) -> MapView:
        """Hand back the sample."""
        return service_area_map(self.connections(ordinance))

    def answer(self, parcel_id: str, county: str | None, ordinance: str | None) -> ParcelAnswer:
        """Hand back the sample under another number."""
        self.asked.append((parcel_id, county, ordinance))
        if self.fault is not None:
            raise self.fault
        answer = sample_answer(self.states.get(ordinance, State.PASS))
        row = self.finder.with_number(parcel_id, county)[0]
        address = self.finder.told(row).site_address
        return replace(answer, parcel=replace(answer.parcel, parcel_id=parcel_id, county=county, site_address=address))

    def surroundings(self, row: int) -> Surroundings:
        """Tell that every parcel lies in the village, and that two units share their ground."""
        others = (self.finder.told(5, "place"),) if row == 4 else ()
        return Surroundings((LiesIn("municipalities", "Village of Elm", "village", is_whole=True),), others, SOURCES)
