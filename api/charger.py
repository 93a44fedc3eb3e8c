"""What must something be able to do so that the service can tell what a parcel is charged?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from api.connector import ConnectionsAsked, Connects
from gis.geometry.boundary import boundary_from_geojson
from gis.model.charges import ChargesCompared, ChargesStated, Event, ParcelCharges
from gis.model.connections import ParcelAnswer
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.compared import Proposed, charges_compared
from gis.proposals.charges.one_parcel import parcel_charges
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.on_file import LayersOnFile, plain_frame


@dataclass(frozen=True, slots=True)
class ChargesFor:
    """A question about charges, as a request asks it."""

    event: Event
    date: dt.date
    stated: ChargesStated
    ordinances: tuple[str, ...] = ()
    """None asks those that this service has, or that name the place of the land."""


class Charges(Protocol):
    """Tells what parcels are charged; `ChargesOnFile` does, or a stand-in of a test."""

    @property
    def date(self) -> dt.date:
        """Day that is asked about where a request names none."""
        ...

    def titles(self, date: dt.date) -> Mapping[str, str]:
        """Titles of the ordinances that may be asked on a day, by id."""
        ...

    def parcel(self, asked: ChargesFor, parcel_id: str, county: str | None) -> ParcelCharges:
        """Return what one parcel is charged."""
        ...

    def compared(
        self,
        asked: ChargesFor,
        parcel_id: str | None,
        county: str | None,
        boundary: Mapping[str, Any],
        levy: Fraction | None,
    ) -> ChargesCompared:
        """Return what a parcel bears before a proposed district and after; without a parcel, a typical home."""
        ...


class ChargesOnFile:
    """Answers from the layers of a folder.

    Parameters
    ----------
    folder : Path
        The folder of layers.
    asked : ConnectionsAsked
        The day, the ordinances and the register.
    connector : Connects, optional
        Keeps surveys of all parcels for the same question; without it one is made for each bill that needs it.
    """

    def __init__(self, folder: Path, asked: ConnectionsAsked, connector: Connects | None = None) -> None:
        self._folder = folder
        self._connector = connector
        self._on_file = LayersOnFile(folder)
        self._asked = asked

    @property
    def date(self) -> dt.date:
        """Day that is asked about where a request names none."""
        return self._asked.date

    def titles(self, date: dt.date) -> Mapping[str, str]:
        """Titles of the ordinances that may be asked on a day, by id."""
        return {each.id: each.title for each in self._asked.ordinances.in_force(date)}

    def parcel(self, asked: ChargesFor, parcel_id: str, county: str | None) -> ParcelCharges:
        """Return what one parcel is charged."""
        return parcel_charges(self._on_file, self._question(asked), parcel_id, county)

    def compared(
        self,
        asked: ChargesFor,
        parcel_id: str | None,
        county: str | None,
        boundary: Mapping[str, Any],
        levy: Fraction | None,
    ) -> ChargesCompared:
        """Return what a parcel bears before a proposed district and after; without a parcel, a typical home."""
        proposed = Proposed(boundary_from_geojson(boundary, plain_frame()), levy)
        return charges_compared(self._on_file, self._question(asked), proposed, parcel_id, county)

    def _question(self, asked: ChargesFor) -> ChargesAsked:
        ours = self._asked
        return ChargesAsked(
            date=asked.date,
            event=asked.event,
            ordinances=ours.ordinances,
            folder=self._folder,
            ids=asked.ordinances or ours.ids,
            register=ours.register,
            editions=ours.editions,
            stated=asked.stated,
            connection_of=partial(self._connection, asked.date),
        )

    def _connection(self, date: dt.date, ordinance: str, parcel_id: str, county: str | None) -> ParcelAnswer:
        connector, ours = self._connector, self._asked
        if connector is not None and date == ours.date and ordinance in connector.titles:
            return connector.answer(parcel_id, county, ordinance)
        question = Asked(date, ours.ordinances, ordinance, ours.register, ours.editions)
        return parcel_answer(self._on_file, question, parcel_id, county, self._folder)
