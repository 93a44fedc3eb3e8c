"""What should a map of the duty to connect draw: parcels by what was found, mains, districts, service areas, limits?"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from pydantic import JsonValue
from shapely.geometry.base import BaseGeometry

from gis.geometry.crs import to_frame
from gis.model.connections import Connections, LayerFault, ParcelConnection, ProposedMain
from gis.model.view import MapView, Role, ViewFeature
from gis.proposals.connections.words import connection_words, feet, fronts_words, weekday_words
from gis.proposals.on_file import LayersOnFile
from gis.proposals.places_drawn import box_in_degrees, ground_around, made_by_law, municipalities_drawn, window_of
from gis.proposals.service_area_layers import MapAsked, ServiceAreaLayers
from gis.proposals.service_area_parcels import MERGED_ID, NEAR_FT, DrawnParcels, found_rows
from gis.proposals.view import DEGREE_DECIMALS, Drawing, in_degrees
from gis.rules.words import day_words

FAULTS_DRAWN = 40
"""Marks of faults on a map at most, rare kinds first; more would hide the land."""
_FAULT_DEGREES = 0.0002
"""Half the side of the square that marks a fault at a point."""
_LONLAT = "OGC:CRS84"
_KIND_WORDS = {"gravity_main": "Gravity main", "force_main": "Force main", "interceptor": "Interceptor"}


def service_area_view(on_file: LayersOnFile, asked: MapAsked, found: Connections | None) -> MapView:
    """Collect what a map of the duty to connect shows, in longitude and latitude.

    Parameters
    ----------
    on_file : LayersOnFile
        The layers.
    asked : Asked
        The day, editions chosen by hand, and the district where only one is meant.
    found : Connections or None
        What was found of each parcel. Without it every parcel is one without a finding.

    Returns
    -------
    MapView
        Parcels with a finding come first where not all can be drawn, those that must connect before the others and
        those near a main before those far from one; how many are not drawn is said. Nobody is named.

    Raises
    ------
    EditionMissing
        An edition named is not on file.
    OptionInvalid
        The district named is not on file.
    """
    layers = ServiceAreaLayers(on_file, asked)
    title = "Sewers and the duty to connect" if asked.district is None else f"Sewers: {asked.district.strip()}"
    if found is None:
        return _Scene(layers, title).view()
    return _Scene(layers, title, found.parcels, found.faults).view()


def proposed_main_view(on_file: LayersOnFile, asked: MapAsked, found: ProposedMain) -> MapView:
    """Collect what the sketch map of a proposed main shows: the line, the land it makes liable, what is there now.

    Parameters
    ----------
    on_file : LayersOnFile
        The layers.
    asked : Asked
        The day, and editions chosen by hand.
    found : ProposedMain
        What the main would change.

    Returns
    -------
    MapView
        In longitude and latitude; other parcels near the main are drawn without a finding.
    """
    parcels = tuple(each.parcel for each in (*found.liable, *found.open))
    return _Scene(
        ServiceAreaLayers(on_file, asked), "Sketch map of a proposed main", parcels, found.faults, found
    ).view()


@dataclass(frozen=True, eq=False)
class _Scene:
    """One map while it is put together; shapes are in the frame of the layers."""

    layers: ServiceAreaLayers
    title: str
    parcels: Sequence[ParcelConnection] = ()
    faults: Sequence[LayerFault] = ()
    sketch: ProposedMain | None = None

    def view(self) -> MapView:
        """Return the map in degrees."""
        frame = self.layers.frame
        shapes = [
            *municipalities_drawn(self.layers, self._ground),
            *(() if self._parcels is None else self._parcel_drawings(self._parcels)),
            *self._made_by_law("service_areas", Role.SERVICE_AREA, self.layers.in_force("service_areas")),
            *self._made_by_law("districts", Role.DISTRICT, self.layers.districts),
            *self._mains(),
        ]
        return MapView(
            title=self.title,
            bbox=box_in_degrees(self._window, frame),
            features=(
                *(in_degrees(shapes, frame) if shapes else ()),
                *self._sketched(),
                *_fault_squares(self.faults),
            ),
            left_out=tuple(self._left_out(Counter(shape.role for shape in shapes))),
            sources=self.layers.sources,
        )

    @cached_property
    def _line(self) -> BaseGeometry | None:
        """The sketched main."""
        if self.sketch is None:
            return None
        line = shapely.multilinestrings([shapely.linestrings(part) for part in self.sketch.lines])
        drawn: BaseGeometry = to_frame(np.array([line]), _LONLAT, self.layers.frame, "the proposed main").geometries[0]
        return drawn

    @cached_property
    def _found(self) -> dict[int, ParcelConnection]:
        parcels = self.layers.layers.get("parcels")
        return {} if parcels is None else found_rows(parcels, self.parcels)

    @cached_property
    def _parcels(self) -> DrawnParcels | None:
        if "parcels" not in self.layers.layers:
            return None
        return DrawnParcels(self.layers, self._found, self._window, self._line)

    @cached_property
    def _window(self) -> BaseGeometry:
        """What the map shows: the land asked about and some ground around it."""
        of_kinds = (
            ("districts", self.layers.districts if self.layers.asked.district is not None else []),
            ("parcels", list(self._found)),
            ("sewers", [] if self.sketch else self.layers.main_rows),
            ("municipalities", [] if self.sketch else self.layers.in_force("municipalities")),
        )
        shapes = [self.layers.shapes(kind, rows) for kind, rows in of_kinds if rows][:1]
        shapes += [np.array([self._line])] if self._line is not None else []
        if not shapes:
            return shapely.box(0, 0, 1, 1)
        return window_of(np.concatenate(shapes), NEAR_FT / self.layers.frame.unit_ft)

    @cached_property
    def _ground(self) -> BaseGeometry:
        """Ground that a wide or high frame shows beyond the window too."""
        return ground_around(self._window)

    def _parcel_drawings(self, chosen: DrawnParcels) -> Iterator[Drawing]:
        layer = self.layers.layers["parcels"]
        for row in chosen.rows:
            parcel_id = str(layer.column("parcel_id")[row])
            facts = _roll_facts(layer.column("municipality")[row], layer.column("site_address")[row])
            found = self._found.get(row)
            duty = () if found is None else _duty_facts(found)
            shape = layer.geometries[row]
            yield Drawing(chosen.role(row), f"{parcel_id}#{row}", f"Parcel {parcel_id}", shape, (*facts, *duty))

        for role, rows in chosen.merged().items():
            count = f"{len(rows):,}"
            shape = chosen.shape_of(rows)
            yield Drawing(role, f"{MERGED_ID}{role}", f"{count} further parcels", shape, (("Parcels", count),))

    def _made_by_law(self, kind: str, role: Role, rows: Sequence[int]) -> Iterator[Drawing]:
        for row in rows:
            layer = self.layers.layers[kind]
            shape = shapely.intersection(layer.geometries[row], self._ground)
            name, of_kind = (str(layer.column(part)[row] or "not stated") for part in ("name", "kind"))
            if not shape.is_empty:
                words = of_kind.replace("_", " ")
                facts = (("Kind", words), *made_by_law(layer, row))
                yield Drawing(role, f"{name}#{row}", f"{name}, {words}", shape, facts)

    def _mains(self) -> Iterator[Drawing]:
        for role, rows in self.layers.mains.items():
            layer = self.layers.layers["sewers"]
            shown = shapely.intersects(self.layers.shapes("sewers", rows), self._ground)
            for row in np.array(rows)[shown].tolist():
                name = str(layer.column("sewer_id")[row] or f"row {row + 1}")
                kind = _KIND_WORDS.get(layer.column("kind")[row], "Sewer")
                shape = shapely.force_2d(layer.geometries[row])
                yield Drawing(role, f"{name}#{row}", f"{kind} {name}", shape, tuple(self._main_facts(row)))

    def _main_facts(self, row: int) -> Iterator[tuple[str, str]]:
        layer, state = self.layers.layers["sewers"], self.layers.states[row]
        operator, since = (layer.column(name)[row] for name in ("operator", "operational"))
        yield "State", "not known" if state is None else state.replace("_", " ")
        if operator is not None:
            yield "Run by", str(operator)
        if since is not None:
            yield "Serves from", day_words(dt.date.fromisoformat(str(since)))

    def _sketched(self) -> Iterator[ViewFeature]:
        if self.sketch is None:
            return
        lines: list[JsonValue] = [[list(point) for point in part] for part in self.sketch.lines]
        facts = (("Length", feet(self.sketch.length_ft)), ("Runs into", self.sketch.connects_to or "no sewer on file"))
        shape: dict[str, JsonValue] = {"type": "MultiLineString", "coordinates": lines}
        yield ViewFeature(Role.SKETCHED_MAIN, "sketch", "Proposed main", shape, facts)

    def _left_out(self, drawn: Counter[Role]) -> Iterator[str]:
        if self._parcels is None:
            yield "No parcels are on file, so none are drawn."
        else:
            yield from self._parcels.left_out()
        if "sewers" not in self.layers.layers:
            yield "No sewers are on file, so none are drawn."
            return
        beyond = len(self.layers.main_rows) - sum(drawn[role] for role in self.layers.mains)
        others = len(self.layers.layers["sewers"].geometries) - len(self.layers.main_rows)
        if beyond:
            yield f"{beyond:,} mains beyond the land shown are not drawn."
        if others:
            yield f"{others:,} laterals, storm sewers and other lines that are no mains are not drawn."
        if len(self.faults) > FAULTS_DRAWN:
            yield f"{FAULTS_DRAWN:,} of {len(self.faults):,} faults of the layers are marked, rare kinds first."


def _duty_facts(found: ParcelConnection) -> Iterator[tuple[str, str]]:
    """Yield what the map says of the duty of a parcel."""
    connection = connection_words(found)
    if connection is not None:
        yield "Connection", connection
    if found.connect_by is not None:
        yield "Connect by", weekday_words(found.connect_by)
    if found.serving_main is not None and found.finding is not None:
        yield "Served by", f"main {found.serving_main}"
    if found.fronts:
        yield "Sides", fronts_words(found.fronts)


def _roll_facts(municipality: str | None, site_address: str | None) -> Iterator[tuple[str, str]]:
    if site_address is not None:
        yield "Site address", site_address
    if municipality is not None:
        yield "Municipality on the roll", municipality


def _fault_squares(faults: Sequence[LayerFault]) -> Iterator[ViewFeature]:
    """Yield a square or box around the place of each fault that is marked, named by its number among all."""
    times = Counter(fault.kind for fault in faults)
    placed = [number for number, fault in enumerate(faults, start=1) if fault.bbox is not None]
    placed.sort(key=lambda number: (times[faults[number - 1].kind], number))
    for number in sorted(placed[:FAULTS_DRAWN]):
        fault = faults[number - 1]
        if fault.bbox is None:
            continue
        west, south, east, north = fault.bbox
        reach = 0.0 if east > west and north > south else _FAULT_DEGREES
        square = shapely.box(west - reach, south - reach, east + reach, north + reach)
        rounded = shapely.transform(square, lambda points: np.round(points, DEGREE_DECIMALS))
        facts = (("Layer", fault.layer.replace("_", " ")), ("What", fault.what), ("Where", fault.where))
        title = f"{fault.kind.replace('_', ' ').capitalize()}: {fault.feature_id}"
        yield ViewFeature(Role.LAYER_FAULT, f"fault-{number}", title, json.loads(shapely.to_geojson(rounded)), facts)
