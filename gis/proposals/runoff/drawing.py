"""What should a map of runoff units draw: parcels by their units, the utility district, the municipalities around?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import shapely
from shapely.geometry.base import BaseGeometry

from gis.model.runoff import ParcelUnits
from gis.model.view import MapView, Role
from gis.proposals.on_file import LayersOnFile
from gis.proposals.parcels_by_role import ParcelsByRole
from gis.proposals.places_drawn import (
    box_in_degrees,
    ground_around,
    layers_shown,
    municipalities_drawn,
    window_of,
)
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.district import utility_land
from gis.proposals.runoff.roll import RollFound
from gis.proposals.service_area_layers import MapAsked, ServiceAreaLayers
from gis.proposals.service_area_parcels import NEAR_FT
from gis.proposals.view import Drawing, in_degrees
from gis.rules.stormwater.units import count_of_units, sqft
from gis.rules.words import dollars

_ROLE_UP_TO: tuple[tuple[int, Role], ...] = (
    (0, Role.RUNOFF_NONE),
    (1, Role.RUNOFF_TO_ONE),
    (5, Role.RUNOFF_TO_FIVE),
    (20, Role.RUNOFF_TO_TWENTY),
)
"""How a parcel is drawn, by the most units of its kind."""
RUNOFF_ROLES = (
    *(Role.RUNOFF_OPEN, Role.RUNOFF_MORE, Role.RUNOFF_TO_TWENTY, Role.RUNOFF_TO_FIVE, Role.RUNOFF_TO_ONE),
    Role.RUNOFF_NONE,
)
"""How parcels are drawn; where not all can be drawn one by one, the first of these are."""
NONE_DRAWN = "none drawn"
"""What is said in place of an area where no outline lies on a lot: it may be bare, or the outlines do not cover it."""
_PLACES = ("municipalities", "districts")


def role_of(parcel: ParcelUnits) -> Role:
    """Return how a parcel of a roll is drawn: by its units, or as open."""
    units = parcel.units
    if units is None:
        return Role.RUNOFF_OPEN
    return next((role for most, role in _ROLE_UP_TO if units <= most), Role.RUNOFF_MORE)


def runoff_view(on_file: LayersOnFile, run: RunoffAsked, found: RollFound) -> MapView:
    """Collect what a map of runoff units shows, in longitude and latitude.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    run : RunoffAsked
        The question that the roll answers.
    found : RollFound
        The roll with its shapes.

    Returns
    -------
    MapView
        Parcels by units, open ones first and then those with the most, where not all can be drawn one by one; how many
        are not is said. The layers that bear on the roll are named with day and source. Nobody is named.
    """
    return _Scene(on_file, run, found).view()


@dataclass(frozen=True, eq=False)
class _Scene:
    on_file: LayersOnFile
    run: RunoffAsked
    found: RollFound

    def view(self) -> MapView:
        frame = self.found.parcels.frame
        shapes = [
            *municipalities_drawn(self._places, self._ground),
            *self._parcels(),
            *self._drawn.together(),
            *self._utility_drawn(),
        ]
        name = self.run.ordinance.place_name if self._utility is None else self._utility[0]
        return MapView(
            title=f"Runoff units: {name or self.run.ordinance.title}",
            bbox=box_in_degrees(self._window, frame),
            features=in_degrees(shapes, frame) if shapes else (),
            left_out=tuple(self._left_out()),
            sources=layers_shown(self.on_file, self.found.roll.editions),
        )

    @cached_property
    def _places(self) -> ServiceAreaLayers:
        return ServiceAreaLayers(self.on_file, MapAsked(self.run.asked.date, self.run.asked.editions), _PLACES)

    @cached_property
    def _utility(self) -> tuple[str, BaseGeometry] | None:
        named = self.run.ordinance.utility_district
        return utility_land(self._places.layers.get("districts"), named, self.run.asked.date)

    @cached_property
    def _window(self) -> BaseGeometry:
        if not len(self.found.shapes):
            return shapely.box(0, 0, 1, 1) if self._utility is None else self._utility[1].envelope
        return window_of(self.found.shapes, NEAR_FT / self.found.parcels.frame.unit_ft)

    @cached_property
    def _ground(self) -> BaseGeometry:
        return ground_around(self._window)

    @cached_property
    def _drawn(self) -> ParcelsByRole:
        roles = [role_of(parcel) for parcel in self.found.roll.parcels]
        return ParcelsByRole(RUNOFF_ROLES, roles, self.found.shapes)

    def _parcels(self) -> Iterator[Drawing]:
        for position in self._drawn.single:
            parcel = self.found.roll.parcels[position]
            title, shape = f"Parcel {parcel.parcel_id}", self.found.shapes[position]
            yield Drawing(
                self._drawn.roles[position], f"{parcel.parcel_id}#{position}", title, shape, tuple(_facts(parcel))
            )

    def _utility_drawn(self) -> Iterator[Drawing]:
        if self._utility is not None:
            name, land = self._utility
            shape = shapely.intersection(land, self._ground)
            if not shape.is_empty:
                yield Drawing(Role.DISTRICT, name, name, shape, (("Kind", "utility"),))

    def _left_out(self) -> Iterator[str]:
        yield from self._drawn.left_out()
        if self._utility is None:
            yield "No utility district is on file, so none is drawn."


def _facts(parcel: ParcelUnits) -> Iterator[tuple[str, str]]:
    yield "Units", units_words(parcel)
    if parcel.bill is not None:
        yield "Due, a bill", dollars(parcel.bill.due)
    if parcel.measured.basis != "unknown":
        measured = parcel.measured
        yield "Impervious surface", NONE_DRAWN if measured.is_undrawn else sqft(measured.impervious_sqft.value)
    if parcel.shares_ground_with is not None:
        yield "Shares the ground of", parcel.shares_ground_with
    if parcel.site_address is not None:
        yield "Site address", parcel.site_address
    if parcel.municipality is not None:
        yield "Municipality on the roll", parcel.municipality


def units_words(parcel: ParcelUnits) -> str:
    """Say the units of a parcel; where they are open, what its readings would give."""
    if parcel.units is not None:
        return count_of_units(parcel.units)
    known = sorted({each.units for each in parcel.readings if each.units is not None})
    return f"open{f': {_either(known)}' if known else ''}"


def _either(units: Sequence[Fraction]) -> str:
    return " or ".join(map(count_of_units, units))
