"""What must something be able to do so that the service can tell of sewers, parcels and the duty to connect?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Protocol

from api.kept import Kept
from gis.law.ordinance_files import Ordinances
from gis.model.connections import Connections, ParcelAnswer
from gis.model.found_parcels import FoundParcel, LiesIn
from gis.model.view import LayerShown, MapView
from gis.proposals.connections.area import surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import connections
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.finding_parcels import ParcelFinder
from gis.proposals.on_file import LayersOnFile
from gis.proposals.parcel_places import lies_in, same_ground
from gis.proposals.service_area_layers import MapAsked, ServiceAreaLayers
from gis.proposals.service_area_view import service_area_view
from gis.register.entries import Register

ANSWERS_KEPT = 512


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where one parcel lies, what shares its ground, and which layers tell so."""

    places: tuple[LiesIn, ...]
    same_ground: tuple[FoundParcel, ...]
    sources: tuple[LayerShown, ...]


class Connects(Protocol):
    """Tells of parcels and their duty to connect; `ConnectionsOnFile` does, or a stand-in of a test."""

    @property
    def titles(self) -> Mapping[str, str]:
        """Titles of the ordinances that parcels are judged by, by id; none where its place decides of each."""
        ...

    @property
    def finder(self) -> ParcelFinder:
        """The search over the parcels on file."""
        ...

    def connections(self, ordinance: str | None) -> Connections:
        """Return what was found of every parcel."""
        ...

    def view(self, ordinance: str | None) -> MapView:
        """Return what a map of it shows."""
        ...

    def answer(self, parcel_id: str, county: str | None, ordinance: str | None) -> ParcelAnswer:
        """Return the answer for one parcel."""
        ...

    def surroundings(self, row: int) -> Surroundings:
        """Return where the parcel in a row of the layer lies."""
        ...


@dataclass(frozen=True, slots=True)
class ConnectionsAsked:
    """The questions about connections that a service answers."""

    date: dt.date
    ordinances: Ordinances
    ids: tuple[str, ...] = ()
    """Ordinances by which parcels are judged; none asks of each parcel by the ordinance that names its place."""
    register: Register | None = None
    editions: Mapping[str, str] = field(default_factory=dict)
    district: str | None = None
    """The map shows this district only."""

    def of(self, ordinance: str | None) -> Asked:
        """Return the question under one ordinance."""
        return Asked(self.date, self.ordinances, ordinance, self.register, self.editions)


class ConnectionsOnFile:
    """Answers from the layers of a folder; what took long is made once and kept.

    Parameters
    ----------
    folder : Path
        The folder of layers.
    asked : ConnectionsAsked
        The day, the ordinances and the register.
    """

    def __init__(self, folder: Path, asked: ConnectionsAsked) -> None:
        self._folder = folder
        self._on_file = LayersOnFile(folder)
        self._asked = asked
        ids: Sequence[str | None] = asked.ids or (None,)
        self._areas = {each: Kept(partial(surveyed, self._on_file, asked.of(each))) for each in ids}
        self._found = {each: Kept(partial(self._connections, each)) for each in ids}
        self._finder = Kept(lambda: ParcelFinder(self._layers.get().layers["parcels"]))
        self._layers = Kept(self._read_layers)
        self._answer = lru_cache(ANSWERS_KEPT)(self._answer_now)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Titles of the ordinances that parcels are judged by.

        Raises
        ------
        LawUnknown, OrdinanceNotInForce
            One is not on file, or not in force on the day.
        """
        return {each: self._asked.ordinances.get(each, self._asked.date).title for each in self._asked.ids}

    @property
    def finder(self) -> ParcelFinder:
        """The search over the parcels on file.

        Raises
        ------
        EditionMissing
            No parcels are on file.
        """
        return self._finder.get()

    def connections(self, ordinance: str | None) -> Connections:
        """Return what was found of every parcel under an ordinance of `titles`, or under that of its place."""
        return self._found[ordinance].get()

    def view(self, ordinance: str | None) -> MapView:
        """Return what a map of it shows."""
        asked = MapAsked(self._asked.date, self._asked.editions, self._asked.district)
        return service_area_view(self._on_file, asked, self.connections(ordinance))

    def answer(self, parcel_id: str, county: str | None, ordinance: str | None) -> ParcelAnswer:
        """Return the answer for one parcel."""
        return self._answer(parcel_id, county, ordinance)

    def surroundings(self, row: int) -> Surroundings:
        """Return where the parcel in a row of the layer lies."""
        layers = self._layers.get()
        others = tuple(self.finder.told(each, "place") for each in same_ground(layers, row))
        return Surroundings(lies_in(layers, row), tuple(dict.fromkeys(others)), layers.sources)

    def _read_layers(self) -> ServiceAreaLayers:
        # The finder needs parcels, and says so where there are none.
        self._on_file.layer("parcels", self._asked.date, self._asked.editions.get("parcels"))
        return ServiceAreaLayers(self._on_file, MapAsked(self._asked.date, self._asked.editions))

    def _connections(self, ordinance: str | None) -> Connections:
        return connections(self._on_file, self._asked.of(ordinance), area=self._areas[ordinance].get()).answer

    def _answer_now(self, parcel_id: str, county: str | None, ordinance: str | None) -> ParcelAnswer:
        asked, area = self._asked.of(ordinance), self._areas[ordinance].get()
        return parcel_answer(self._on_file, asked, parcel_id, county, self._folder, area=area)
