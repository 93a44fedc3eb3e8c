"""What should a map of an assessment draw: parcels by how they stand, the streets or lines, the area of the levy?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing, OptionInvalid, SewerUnknown
from gis.facts.assessments.streets import streets_named, without_mains
from gis.facts.sewers.rights_of_way import survey_ways
from gis.model.assessment import AssessedParcel, Standing
from gis.model.finding import Finding
from gis.model.view import LayerShown, MapView, Role
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import Assessed
from gis.proposals.assessment.lands import ProjectParcel
from gis.proposals.assessment.project import Along, NamedLand
from gis.proposals.assessment.surveying import AS_STATED, Survey
from gis.proposals.on_file import LayersOnFile
from gis.proposals.places_drawn import box_in_degrees, ground_around, municipalities_drawn, window_of
from gis.proposals.service_area_layers import MapAsked, ServiceAreaLayers
from gis.proposals.service_area_parcels import DRAWN_SINGLY, NEAR_FT
from gis.proposals.view import Drawing, in_degrees
from gis.rules.words import dollars, quantity
from gis.units import acres

ROLE_OF_STANDING: Mapping[Standing, Role] = {
    "open": Role.EXEMPTION_OPEN,
    "exempt": Role.EXEMPT,
    "capped": Role.ASSESSED_TO_CAP,
    "partly_exempt": Role.ASSESSED_IN_PART,
    "assessed": Role.ASSESSED,
}
"""How a parcel is drawn; where not all can be drawn, the first of these are."""
_PLACES = ("municipalities",)
_OUTLINED = ("district", "service_area", "layer", "area")
"""Kinds of land that has an outline of its own; other land is that of a list, or what fronts on the project."""


def assessment_view(on_file: LayersOnFile, asked: AssessmentAsked, found: Assessed) -> MapView:
    """Collect what a map of an assessment shows, in longitude and latitude.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : AssessmentAsked
        The project and the day.
    found : Assessed
        Its assessment, with layers.

    Returns
    -------
    MapView
        Parcels by how they stand, open ones first where not all can be drawn; the mains, the line or the streets along
        which the cost is spread, the fronts that the map measured, the service area and the land that is benefited as
        a whole. What is not drawn is said. Nobody is named.

    Raises
    ------
    OptionInvalid
        It was made without layers, so that nothing of it has a shape.
    """
    if found.survey is None:
        raise OptionInvalid(
            what="An assessment without layers cannot be drawn.",
            where="the option --layers",
            why="A project file alone has no shapes of parcels.",
            next="Give the folder of layers.",
        )
    return _Scene(on_file, asked, found, found.survey).view()


def drawn_id(parcel: AssessedParcel, position: int) -> str:
    """Return what a parcel of the roll is called on the map: its number, and its place on the roll."""
    return f"{parcel.parcel_id}#{position}"


@dataclass(frozen=True, eq=False)
class _Scene:
    on_file: LayersOnFile
    asked: AssessmentAsked
    found: Assessed
    survey: Survey

    def view(self) -> MapView:
        frame = self.survey.layers.frame
        shapes = [
            *municipalities_drawn(self._places, self._ground),
            *self._parcels(),
            *self._areas_drawn(),
            *self._fronts(),
            *self._way[0],
        ]
        return MapView(
            title=f"Special assessment: {self.found.answer.title}",
            bbox=box_in_degrees(self._window, frame),
            features=in_degrees(shapes, frame),
            left_out=tuple(self._left_out()),
            sources=tuple(self._sources()),
        )

    @cached_property
    def _places(self) -> ServiceAreaLayers:
        return ServiceAreaLayers(self.on_file, MapAsked(self.asked.date, self.asked.editions), _PLACES)

    @cached_property
    def _roll(self) -> tuple[tuple[AssessedParcel, ProjectParcel], ...]:
        """The parcels of the roll, as they were judged and as they are known."""
        known = {each.name: each for each in self.found.lands.parcels}
        return tuple((each, known[each.name]) for each in self.found.answer.parcels)

    @cached_property
    def _window(self) -> BaseGeometry:
        shapes = np.array([self.survey.shape(known) for _, known in self._roll], dtype=object)
        return window_of(shapes, NEAR_FT / self.survey.layers.frame.unit_ft)

    @cached_property
    def _ground(self) -> BaseGeometry:
        return ground_around(self._window)

    @cached_property
    def _single(self) -> list[int]:
        """Places on the roll of the parcels that are drawn."""
        order = list(ROLE_OF_STANDING)
        places = sorted(range(len(self._roll)), key=lambda at: (order.index(self._roll[at][0].standing), at))
        return sorted(places[:DRAWN_SINGLY])

    def _parcels(self) -> Iterator[Drawing]:
        for at in self._single:
            parcel, known = self._roll[at]
            role, shape = ROLE_OF_STANDING[parcel.standing], self.survey.shape(known)
            facts = (*parcel_facts(parcel), *finding_facts(parcel), *place_facts(parcel))
            yield Drawing(role, drawn_id(parcel, at), f"Parcel {parcel.parcel_id}", shape, facts)

    def _fronts(self) -> Iterator[Drawing]:
        """Yield the fronts that the map measured and that count; what the file states has no place on it."""
        front = self.survey.front
        if front is None or "frontage" not in self.asked.project.basis:
            return
        for at in self._single:
            parcel, known = self._roll[at]
            line = front.lines[self.survey.land.position(known.parcel_id, known.county)]
            if line is None or (known.stated is not None and known.stated.frontage_ft is not None):
                continue
            yield Drawing(
                Role.PROJECT_FRONT,
                f"front-{drawn_id(parcel, at)}",
                f"Front of {parcel.parcel_id}",
                line,
                _front_facts(parcel),
            )

    def _areas_drawn(self) -> Iterator[Drawing]:
        for title, land in self._areas:
            shape = shapely.intersection(land, self._ground)
            if not shape.is_empty:
                yield Drawing(Role.LEVY_AREA, title, title, shape, ())

    @cached_property
    def _areas(self) -> tuple[tuple[str, BaseGeometry], ...]:
        """The service area, and the land that is benefited as a whole, as far as they have outlines."""
        project, area = self.asked.project, self.asked.project.service_area
        named: list[tuple[str, NamedLand, str]] = []
        if area is not None:
            named.append((f"Service area {area.name}", area.limits, area.name))
        named.append((f"Land benefited: {project.benefited.name}", project.benefited, project.benefited.name or ""))
        return tuple(
            (title, self.survey.area_land(land, name)) for title, land, name in named if land.kind in _OUTLINED
        )

    @cached_property
    def _way(self) -> tuple[tuple[Drawing, ...], str]:
        """What the cost is spread along; else why it is not drawn."""
        along = self.asked.project.along
        if along is None:
            return (), "The project file names no main, line or street, so none is drawn."
        try:
            return tuple(self._streets(along) if along.streets else self._lines(along)), ""
        except (EditionMissing, OptionInvalid, SewerUnknown) as error:
            # The roll does not hang on it where the file states every measure.
            return (), f"What the project lies along is not drawn: {error.what}"

    def _lines(self, along: Along) -> Iterator[Drawing]:
        lines = self.survey.lines(along)
        for name, shape in () if lines is None else zip(lines.ids, lines.geometries, strict=True):
            title = f"Main {name}" if along.mains else "Line of the project"
            yield Drawing(Role.PROJECT_LINE, str(name), title, shape, ())

    def _streets(self, along: Along) -> Iterator[Drawing]:
        layers = self.survey.layers
        ways = survey_ways(without_mains(layers), date=self.asked.date)
        for at in streets_named(layers, ways, along.streets).tolist():
            shape = shapely.intersection(ways.rights.geometries[at], self._ground)
            if not shape.is_empty:
                name = str(ways.rights.streets[at] or ways.rights.ids[at])
                yield Drawing(Role.PROJECT_STREET, str(ways.rights.ids[at]), name, shape, ())

    def _left_out(self) -> Iterator[str]:
        more = len(self._roll) - len(self._single)
        if more:
            yield f"{more:,} parcels are not drawn: a map may hold {DRAWN_SINGLY:,} one by one. The list has them."
        if self._way[1]:
            yield self._way[1]
        if self.asked.project.service_area is None:
            yield "The project file names no service area, so none is outlined."
        elif self.asked.project.service_area.limits.kind == "listed":
            yield "The service area is the land that the project file lists; it has no outline of its own."

    def _sources(self) -> Iterator[LayerShown]:
        places = {each.kind: each.edition for each in self._places.sources}
        for kind, edition in sorted({**self.found.answer.editions, **places}.items()):
            for each in self.on_file.editions(kind):
                if each.edition == edition:
                    yield LayerShown(kind, edition, each.vintage, each.source.name, each.accuracy_ft)


def parcel_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield what a parcel pays, how that is reckoned, and what exemptions change."""
    yield "Pays", dollars(parcel.amount)
    yield "Arithmetic", parcel.arithmetic
    yield "Had nobody been exempt", dollars(parcel.unexempt_amount)
    if parcel.shift:
        yield "Because of exemptions", f"{dollars(abs(parcel.shift))} {'more' if parcel.shift > 0 else 'less'}"
    if parcel.amount_if_exempt is not None:
        yield "If what is open is exempt", dollars(parcel.amount_if_exempt)
    if parcel.interest is not None:
        yield "Interest beside it", dollars(parcel.interest)
    if not parcel.findings and parcel.standing != "assessed":
        yield "Why", parcel.why
    for note in parcel.notes:
        yield "Note", note


def finding_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield each finding of a parcel as one line of facts."""
    yield from ((finding_title(each), each.because) for each in parcel.findings)


def finding_title(finding: Finding) -> str:
    """Return the rule of a finding with its citation."""
    return f"{finding.rule}, {finding.citation}"


def place_facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    """Yield front, area, units and place of a parcel."""
    yield from _front_facts(parcel)
    if parcel.area_sqft is not None:
        yield "Area", f"{quantity(acres(parcel.area_sqft), 2)} acres"
    if parcel.units is not None and any(part.basis == "unit" for part in parcel.parts):
        yield "Units", quantity(parcel.units, 3)
    if parcel.site_address is not None:
        yield "Site address", parcel.site_address
    if parcel.municipality is not None:
        yield "Municipality on the roll", parcel.municipality


def _front_facts(parcel: AssessedParcel) -> tuple[tuple[str, str], ...]:
    """Return the front of a parcel, street by street; nothing where nobody measured it."""
    if parcel.frontage_ft is None:
        return ()
    if not parcel.fronts:
        return (("Front", f"{quantity(parcel.frontage_ft, 3)} ft"),)
    return tuple(
        (
            f"Front {each.street}" if each.street == AS_STATED else f"Front on {each.street}",
            f"{quantity(each.length_ft, 3)} ft{'' if each.is_certain else '; no record draws the edge of this street'}",
        )
        for each in parcel.fronts
    )
