"""Which layers does a map of sewers and service areas draw, and which of their rows hold on its day?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gis.errors import EditionMissing, OptionInvalid
from gis.geometry.frame import Frame
from gis.layers.layer import Layer
from gis.model.view import LayerShown, Role
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.rules.words import day_words

KINDS = ("municipalities", "districts", "service_areas", "sewers", "parcels")
MAIN_ROLES: dict[tuple[object, str | None], Role] = {
    ("gravity_main", "in_service"): Role.GRAVITY_IN_SERVICE,
    ("gravity_main", "proposed"): Role.GRAVITY_PROPOSED,
    ("gravity_main", "abandoned"): Role.GRAVITY_ABANDONED,
    ("interceptor", "in_service"): Role.INTERCEPTOR_IN_SERVICE,
    ("interceptor", "proposed"): Role.INTERCEPTOR_PROPOSED,
    ("interceptor", "abandoned"): Role.INTERCEPTOR_ABANDONED,
    ("force_main", "in_service"): Role.FORCE_IN_SERVICE,
    ("force_main", "proposed"): Role.FORCE_PROPOSED,
    ("force_main", "abandoned"): Role.FORCE_ABANDONED,
}
NO_MAINS = ("lateral", "storm", "other")
"""Kinds of sewers that are no mains; they make no duty."""


@dataclass(frozen=True, slots=True)
class MapAsked:
    """About which land, day and editions a map is."""

    date: dt.date
    editions: Mapping[str, str]
    """Editions to use in place of those in force."""
    district: str | None = None
    """Only this district is drawn, and the map is of its land."""


class ServiceAreaLayers:
    """The layers that a map of the duty to connect draws, as far as they are on file on its day.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : Asked
        The day, and editions chosen by hand.
    kinds : sequence of str
        Kinds of layers to read.
    """

    def __init__(self, on_file: LayersOnFile, asked: MapAsked, kinds: Sequence[str] = KINDS) -> None:
        self.asked = asked
        self.layers = {kind: layer for kind in kinds if (layer := _if_on_file(on_file, kind, asked)) is not None}
        self.sources = tuple(
            LayerShown(kind, layer.edition, manifest.vintage, manifest.source.name, manifest.accuracy_ft)
            for kind, layer in self.layers.items()
            for manifest in on_file.editions(kind)
            if manifest.edition == layer.edition
        )

    def in_force(self, kind: str) -> list[int]:
        """Return the rows of lines made by law that hold on the day."""
        if kind not in self.layers:
            return []
        day = self.asked.date.isoformat()
        columns = (self.layers[kind].column(name) for name in ("valid_from", "valid_to"))
        held = zip(*columns, strict=True)
        return [
            row
            for row, (since, until) in enumerate(held)
            if (since is None or str(since) <= day) and (until is None or day <= str(until))
        ]

    @cached_property
    def districts(self) -> list[int]:
        """Rows of the districts to draw: the one asked about, else every one in force.

        Raises
        ------
        OptionInvalid
            None of that name is in force on the day.
        """
        rows, wanted = self.in_force("districts"), self.asked.district
        if wanted is None:
            return rows
        names = {row: str(self.layers["districts"].column("name")[row]) for row in rows}
        found = [row for row, name in names.items() if name.casefold() == wanted.strip().casefold()]
        if not found:
            known = sorted(set(names.values()))
            raise OptionInvalid(
                what=f"No district called {wanted!r} is on file.",
                where="the option --district",
                why=f"On {day_words(self.asked.date)} there are: {', '.join(known)}." if known else "None is on file.",
                next="Write the name as the layer of districts has it.",
            )
        return found

    @property
    def frame(self) -> Frame:
        """Plane of every shape."""
        return next((layer.frame for layer in self.layers.values()), plain_frame())

    @cached_property
    def mains(self) -> dict[Role, list[int]]:
        """Rows of the sewers by role; laterals and storm sewers are none."""
        found: dict[Role, list[int]] = {}
        if "sewers" not in self.layers:
            return found
        layer = self.layers["sewers"]
        for row, (kind, state) in enumerate(zip(layer.column("kind"), self.states, strict=True)):
            if kind not in NO_MAINS:
                found.setdefault(MAIN_ROLES.get((kind, state), Role.SEWER_UNKNOWN), []).append(row)
        return found

    @property
    def main_rows(self) -> list[int]:
        """Rows of all mains, whatever their kind and state."""
        return [row for rows in self.mains.values() for row in rows]

    @cached_property
    def states(self) -> list[str | None]:
        """State of each sewer on the day: one that begins to serve later is still proposed."""
        layer, day = self.layers["sewers"], self.asked.date.isoformat()
        columns = zip(layer.column("status"), layer.column("operational"), strict=True)
        return [
            "proposed" if status == "in_service" and since is not None and str(since) > day else status
            for status, since in columns
        ]

    def shapes(self, kind: str, rows: Sequence[int]) -> npt.NDArray[np.object_]:
        """Return the shapes of rows of a kind."""
        if not rows:
            return np.array([], dtype=object)
        found: npt.NDArray[np.object_] = self.layers[kind].geometries[np.array(rows, dtype=np.intp)]
        return found


def refuse_unknown_district(on_file: LayersOnFile, asked: MapAsked) -> None:
    """Refuse a district that is not on file, before anything long is begun; see `ServiceAreaLayers.districts`."""
    if asked.district is not None:
        _ = ServiceAreaLayers(on_file, asked).districts


def _if_on_file(on_file: LayersOnFile, kind: str, asked: MapAsked) -> Layer | None:
    try:
        return on_file.layer(kind, asked.date, asked.editions.get(kind))
    except EditionMissing:
        if kind in asked.editions:
            raise
        return None
