"""What should a map of an assessment draw: parcels by how they stand, the streets or lines, the area of the levy?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing, OptionInvalid, SewerUnknown
from gis.facts.assessments.streets import streets_named, without_mains
from gis.facts.sewers.ways.rights_of_way import survey_ways
from gis.model.assessment import AssessedParcel, Standing
from gis.model.view import MapView, Role
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import Assessed
from gis.proposals.assessment.lands import ProjectParcel
from gis.proposals.assessment.project import Along, NamedLand, named
from gis.proposals.assessment.surveying import Survey
from gis.proposals.assessment.words import (
    finding_facts,
    measure_facts,
    place_facts,
    reason_facts,
    share_facts,
)
from gis.proposals.on_file import LayersOnFile
from gis.proposals.parcels_by_role import ParcelsByRole
from gis.proposals.places_drawn import (
    box_in_degrees,
    ground_around,
    layers_shown,
    municipalities_drawn,
    window_of,
)
from gis.proposals.service_area_layers import MapAsked, ServiceAreaLayers
from gis.proposals.service_area_parcels import DRAWN_SINGLY, NEAR_FT
from gis.proposals.view import Drawing, in_degrees
from gis.rules.words import sentence

ROLE_OF_STANDING: Mapping[Standing, Role] = {
    "open": Role.EXEMPTION_OPEN,
    "exempt": Role.EXEMPT,
    "capped": Role.ASSESSED_TO_CAP,
    "partly_exempt": Role.ASSESSED_IN_PART,
    "assessed": Role.ASSESSED,
}
"""How a parcel of the roll is drawn; where not all can be drawn one by one, the first of these are."""
ROLL_ROLES = tuple(ROLE_OF_STANDING.values())
_PLACES = ("municipalities",)
_OUTLINED = ("district", "service_area", "layer", "area")
"""Kinds of land that has an outline of its own; other land is that of a list, or what fronts on the project."""
_BESIDE = "beside-"
"""What the id of a parcel begins with that is not on the roll."""


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
        Parcels by how they stand, open ones first where not all can be drawn one by one, and those near them that are
        not on the roll; the mains, the line or the streets along which the cost is spread, the fronts that the map
        measured, the service area and the land that is benefited as a whole. What is not drawn is said. Nobody is
        named.

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


def beside_id(name: str) -> str:
    """Return what a parcel that is not on the roll is called on the map, by its number and county."""
    return f"{_BESIDE}{name}"


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
            *self._beside(),
            *self._parcels(),
            *self._drawn.together(),
            *self._areas_drawn(),
            *self._fronts(),
            *self._way[0],
        ]
        editions = {each.kind: each.edition for each in self._places.sources} | self.found.answer.editions
        return MapView(
            title=f"Special assessment: {self.found.answer.title}",
            bbox=box_in_degrees(self._window, frame),
            features=in_degrees(shapes, frame),
            left_out=tuple(self._left_out()),
            sources=layers_shown(self.on_file, dict(sorted(editions.items()))),
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
    def _drawn(self) -> ParcelsByRole:
        shapes = np.empty(len(self._roll), dtype=object)
        shapes[:] = [self.survey.shape(known) for _, known in self._roll]
        return ParcelsByRole(ROLL_ROLES, [ROLE_OF_STANDING[each.standing] for each, _ in self._roll], shapes)

    @cached_property
    def _window(self) -> BaseGeometry:
        return window_of(self._drawn.shapes, NEAR_FT / self.survey.layers.frame.unit_ft)

    @cached_property
    def _ground(self) -> BaseGeometry:
        return ground_around(self._window)

    def _parcels(self) -> Iterator[Drawing]:
        for at in self._drawn.single:
            parcel, _ = self._roll[at]
            yield Drawing(
                self._drawn.roles[at],
                drawn_id(parcel, at),
                f"Parcel {self._called(parcel.parcel_id, parcel.county)}",
                self._drawn.shapes[at],
                (
                    *share_facts(parcel),
                    *measure_facts(parcel),
                    *finding_facts(parcel),
                    *reason_facts(parcel),
                    *place_facts(parcel),
                ),
            )

    @cached_property
    def _near(self) -> list[int]:
        """Positions among all parcels of those that are not on the roll: near it, or told of with it."""
        land, lands = self.survey.land, self.found.lands.parcels
        on_roll = {land.position(known.parcel_id, known.county) for _, known in self._roll}
        told = {land.position(each.parcel_id, each.county) for each in lands}
        reach = NEAR_FT / land.layers.frame.unit_ft
        grounds = np.unique(land.tree.query(self._drawn.shapes, predicate="dwithin", distance=reach)[1])
        return sorted((told | set(np.flatnonzero(np.isin(land.ground, grounds)).tolist())) - on_roll)

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Numbers of which the map has several parcels, of several counties: alone they tell none of them."""
        told = Counter(str(self.survey.land.ids[each]) for each in self._near)
        told.update(parcel.parcel_id for parcel, _ in self._roll)
        return frozenset(number for number, times in told.items() if times > 1)

    def _called(self, parcel_id: str, county: str | None) -> str:
        return named(parcel_id, county) if parcel_id in self._shared else parcel_id

    @property
    def _room(self) -> int:
        """How many parcels may be drawn beside those of the roll."""
        return DRAWN_SINGLY - len(self._drawn.single)

    def _beside(self) -> Iterator[Drawing]:
        land, told = self.survey.land, {each.name: each for each in self.found.lands.parcels}
        for position in self._near[: self._room]:
            parcel_id, county = str(land.ids[position]), land.counties[position]
            name = named(parcel_id, None if county is None else str(county))
            facts = tuple(self._beside_facts(name, told.get(name)))
            shape = land.grounds[land.ground[position]]
            title = f"Parcel {self._called(parcel_id, None if county is None else str(county))}"
            yield Drawing(Role.NOT_ON_ROLL, beside_id(name), title, shape, facts)

    def _beside_facts(self, name: str, parcel: ProjectParcel | None) -> Iterator[tuple[str, str]]:
        if parcel is not None and parcel.stated is not None and not parcel.stated.benefited:
            yield "Why", "The project file says that it is not benefited."
        if name in self._liens:
            yield "Lien", self._liens[name]
        if parcel is not None and parcel.site_address is not None:
            yield "Site address", parcel.site_address

    @cached_property
    def _liens(self) -> Mapping[str, str]:
        """What is known of the lien of a parcel, by its name."""
        liens = self.found.answer.liens
        if liens is None:
            return {}
        known = {named(each.parcel_id, each.county): sentence([each.remark]) for each in liens.land}
        unknown = "Whether one belongs here is not known: nobody stated whether the land is eligible."
        return known | dict.fromkeys(liens.eligibility_unknown, unknown)

    def _fronts(self) -> Iterator[Drawing]:
        """Yield the fronts that the map measured and that count; what the file states has no place on it."""
        front = self.survey.front
        if front is None or "frontage" not in self.asked.project.basis:
            return
        for at in self._drawn.single:
            parcel, known = self._roll[at]
            line = front.lines[self.survey.land.position(known.parcel_id, known.county)]
            if line is None or (known.stated is not None and known.stated.frontage_ft is not None):
                continue
            facts = tuple(each for each in measure_facts(parcel) if each[0].startswith("Front"))
            title = f"Front of {self._called(parcel.parcel_id, parcel.county)}"
            yield Drawing(Role.PROJECT_FRONT, f"front-{drawn_id(parcel, at)}", title, line, facts)

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
        yield from self._drawn.left_out()
        more = len(self._near) - self._room
        if more > 0:
            yield f"{more:,} parcels near by that are not on the roll are not drawn."
        if self._way[1]:
            yield self._way[1]
        if self.asked.project.service_area is None:
            yield "The project file names no service area, so none is outlined."
        elif self.asked.project.service_area.limits.kind == "listed":
            yield "The service area is the land that the project file lists; it has no outline of its own."
