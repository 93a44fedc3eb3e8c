"""What must something be able to do so that the service can tell of runoff units and bills?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Protocol

from api.connector import ANSWERS_KEPT, ConnectionsAsked
from api.kept import Kept
from gis.model.runoff import ParcelRunoff, Roll
from gis.model.view import MapView
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.drawing import runoff_view
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.proposals.runoff.roll import RollFound, eru_roll


class Reckons(Protocol):
    """Tells of runoff units and bills; `RunoffOnFile` does, or a stand-in of a test."""

    @property
    def titles(self) -> Mapping[str, str]:
        """Titles of the ordinances whose utilities are served, by id."""
        ...

    def roll(self, ordinance: str) -> Roll:
        """Return the roll of a utility."""
        ...

    def view(self, ordinance: str) -> MapView:
        """Return what a map of it shows."""
        ...

    def parcel(self, parcel_id: str, county: str | None, ordinance: str) -> ParcelRunoff:
        """Return one parcel explained."""
        ...


class RunoffOnFile:
    """Answers from the layers of a folder; what took long is made once and kept.

    Parameters
    ----------
    folder : Path
        The folder of layers.
    asked : ConnectionsAsked
        The day, the ordinances and the register; those of its ordinances that have a stormwater utility are served.
    """

    def __init__(self, folder: Path, asked: ConnectionsAsked) -> None:
        self._folder = folder
        self._on_file = LayersOnFile(folder)
        self._asked = asked
        self._found = {each: Kept(partial(self._roll_now, each)) for each in asked.ids}
        self._parcel = lru_cache(ANSWERS_KEPT)(self._parcel_now)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Titles of the ordinances whose utilities are served.

        Raises
        ------
        LawUnknown, OrdinanceNotInForce
            One is not on file, or not in force on the day.
        """
        known = (self._asked.ordinances.get(each, self._asked.date) for each in self._asked.ids)
        return {each.id: each.title for each in known if each.stormwater is not None}

    def roll(self, ordinance: str) -> Roll:
        """Return the roll of a utility."""
        return self._found[ordinance].get().roll

    def view(self, ordinance: str) -> MapView:
        """Return what a map of it shows."""
        return runoff_view(self._on_file, self._run(ordinance), self._found[ordinance].get())

    def parcel(self, parcel_id: str, county: str | None, ordinance: str) -> ParcelRunoff:
        """Return one parcel explained."""
        return self._parcel(parcel_id, county, ordinance)

    def _run(self, ordinance: str) -> RunoffAsked:
        return RunoffAsked(self._asked.of(ordinance), self._folder)

    def _roll_now(self, ordinance: str) -> RollFound:
        return eru_roll(self._on_file, self._run(ordinance))

    def _parcel_now(self, parcel_id: str, county: str | None, ordinance: str) -> ParcelRunoff:
        return parcel_runoff(self._on_file, self._run(ordinance), parcel_id, county)
