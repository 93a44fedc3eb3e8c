"""Which parcels does a project benefit, and what do the layers on file say of each: front, area, service area?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing, OptionInvalid, ProjectInvalid, SewerUnknown
from gis.facts.assessments.areas import ParcelAreas, parcel_areas
from gis.facts.assessments.frontage import (
    FrontageAlong,
    ProjectLines,
    frontage_along,
    frontage_on_streets,
    lines_drawn,
    sewers_named,
)
from gis.facts.assessments.land import ParcelLand, parcel_land
from gis.facts.assessments.service_area import area_on, in_service_area
from gis.facts.layerset import LayerSet
from gis.geometry.boundary import Boundary, boundary_from_geojson, read_boundary
from gis.model.assessment import Front
from gis.model.edition import Kind
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.compared import area_remark, front_remark, left_out
from gis.proposals.assessment.evidence import Entered, register_on, together
from gis.proposals.assessment.lands import AGRICULTURAL, Lands, ProjectParcel
from gis.proposals.assessment.project import Along, Evidence, NamedLand, StatedParcel
from gis.proposals.assessment.sections import sections_of
from gis.proposals.assessment.stating import AS_STATED, unit_notes, units_of
from gis.proposals.connections.layers import layers_asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.district import utility_land
from gis.rules.words import day_words

KINDS: tuple[Kind, ...] = (
    *("municipalities", "counties", "districts", "parcels", "rights_of_way", "streets", "railroads", "sewers"),
    *("service_areas", "sections"),
)
_USED: tuple[Kind, ...] = ("parcels", "rights_of_way", "streets", "sewers", "districts", "service_areas", "sections")
_NEEDED: Mapping[Kind, str] = {"parcels": "the parcels", "municipalities": "the towns, villages and cities"}
"""Kinds without which no parcel is found, or none is said to lie anywhere."""

Rows = npt.NDArray[np.intp]


def surveyed_lands(on_file: LayersOnFile, asked: AssessmentAsked) -> Survey:
    """Survey the parcels of a project on the layers on file.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : AssessmentAsked
        The project, the day and the register.

    Raises
    ------
    EditionMissing
        A layer that the question needs is not on file: parcels, municipalities, or what front is measured along.
    ProjectInvalid
        A parcel that the file lists is not on file, no parcel is benefited, a file beside the project is not there or
        a name in it is of nothing on file.
    OptionInvalid, SewerUnknown
        No street or sewer has the name.
    """
    for kind in _NEEDED:
        if kind not in asked.editions:
            _refuse_missing(on_file, kind, asked.date)
    return Survey(asked, layers_asked(on_file, asked.layers_asked(), kinds=KINDS))


def _refuse_missing(on_file: LayersOnFile, kind: Kind, date: dt.date) -> None:
    begun = [each.vintage for each in on_file.editions(kind)]
    if any(each <= date for each in begun):
        return
    held = f"Those on file begin on {day_words(min(begun))}." if begun else "None is on file."
    raise EditionMissing(
        what=f"No {kind} of {day_words(date)} are on file.",
        where="the layers folder",
        why=f"An assessment is made by {_NEEDED[kind]} as they were on its day. {held}",
        next=f"Import them with: townline import {kind} FILE --vintage {date.isoformat()} --layers DIR; or name an "
        f"edition that may stand for them with --edition {kind}=ID.",
    )


@dataclass(frozen=True, eq=False)
class Survey:
    """The layers of a project's day, and what they say of its parcels; not slotted, because measures are kept."""

    asked: AssessmentAsked
    layers: LayerSet

    @cached_property
    def land(self) -> ParcelLand:
        """All parcels on file."""
        return parcel_land(self.layers)

    @cached_property
    def stated(self) -> Mapping[int, StatedParcel]:
        """The parcels that the file lists, by position."""
        return {self._position(each): each for each in self.asked.project.parcels}

    @cached_property
    def front(self) -> FrontageAlong | None:
        """What every parcel fronts on the project; None where nobody asks."""
        project = self.asked.project
        is_asked = project.benefited.kind == "along" or (
            "frontage" in project.basis and any(each.frontage_ft is None for each in self._front_needed())
        )
        if not is_asked:
            return None
        if project.along is None:
            raise ProjectInvalid(
                what="The project lies along nothing.",
                where=f"file {project.file}",
                why="The basis is frontage, and the file does not state the front of every parcel.",
                next="Add along: with mains, streets or a line, or frontage_ft to each parcel.",
            )
        return self._along(project.along)

    @cached_property
    def mapped(self) -> tuple[FrontageAlong | None, tuple[str, ...]]:
        """What every parcel fronts on the project by the map, also where the file states each front; else why not."""
        along = self.asked.project.along
        if self.front is not None or along is None:
            return self.front, ()
        try:
            return self._along(along), ()
        except (EditionMissing, OptionInvalid, ProjectInvalid, SewerUnknown) as missing:
            return None, (f"The fronts that the file states are not held against the map: {missing.what}",)

    @cached_property
    def benefited(self) -> tuple[int, ...]:
        """Positions of the benefited parcels, ascending.

        Raises
        ------
        ProjectInvalid
            There are none.
        """
        out = {position for position, each in self.stated.items() if not each.benefited}
        found = sorted({int(each) for each in self._benefited()} - out)
        if not found:
            raise ProjectInvalid(
                what="No parcel is benefited.",
                where=f"file {self.asked.project.file}, benefited",
                why="No parcel on file fronts on the project or lies in its area, or all that do are left out.",
                next="Check along and benefited, and the day of the question.",
            )
        return tuple(found)

    @cached_property
    def in_area(self) -> Mapping[int, bool | None] | None:
        """Whether parcels lie in the service area, by position; None where its limits are those of the list."""
        area = self.asked.project.service_area
        if area is None or area.limits.kind == "listed":
            return None
        land = self.area_land(area.limits, area.name)
        told = in_service_area(self.land, land)
        known: dict[int, bool | None] = {int(each): None for each in told.slivers}
        return known | {int(each): True for each in told.inside}

    def lands(self) -> Lands:
        """Return the benefited parcels, those that the file lists, and farmland of the service area."""
        benefited = self.benefited
        positions = sorted({*benefited, *self.stated, *self._claimed()})
        sections = sections_of(self.layers, [self.land.grounds[self.land.ground[each]] for each in positions])
        parcels = tuple(
            self._parcel(position, is_benefited=position in set(benefited), section=section)
            for position, section in zip(positions, sections, strict=True)
        )
        used = {kind: self.layers.layers[kind].edition for kind in _USED if kind in self.layers.layers}
        mapped, unmapped = self.mapped
        of_front = unmapped if mapped is None else mapped.notes
        notes = (*self.layers.notes, *of_front, *self._beyond(), *left_out(self.left_out))
        ordered = tuple(sorted(parcels, key=lambda each: each.name))
        return Lands(ordered, dict(sorted(used.items())), (*notes, *unit_notes(ordered, self.asked)), self.left_out)

    def shape(self, parcel: ProjectParcel) -> BaseGeometry:
        """Return the ground of a parcel in the state's frame."""
        shape: BaseGeometry = self.land.grounds[self.land.ground[self.land.position(parcel.parcel_id, parcel.county)]]
        return shape

    @cached_property
    def _areas(self) -> ParcelAreas:
        return parcel_areas(self.land)

    @cached_property
    def _entered(self) -> Entered:
        return register_on(self.asked.register, self.asked.date)

    def _position(self, parcel: StatedParcel) -> int:
        try:
            return self.land.position(parcel.parcel_id, parcel.county)
        except OptionInvalid as error:
            raise ProjectInvalid(
                what=error.what,
                where=f"file {self.asked.project.file}, line {parcel.line}",
                why=error.why,
                next=error.next,
            ) from error

    def _front_needed(self) -> Iterable[StatedParcel]:
        """Return the listed parcels that are benefited; one stands for all where the list is not what benefits."""
        if self.asked.project.benefited.kind == "listed":
            return [each for each in self.asked.project.parcels if each.benefited]
        return [StatedParcel("", 0)]

    def _along(self, along: Along) -> FrontageAlong:
        lines = self.lines(along)
        if lines is None:
            return frontage_on_streets(self.land, along.streets, self.asked.date)
        return frontage_along(self.land, lines, self.asked.date)

    def lines(self, along: Along) -> ProjectLines | None:
        """Return the mains or the drawn line in which a project lies; None where streets are named."""
        if along.streets:
            return None
        if along.mains:
            return sewers_named(self.layers, along.mains)
        name = along.line or ""
        return lines_drawn(self.layers, [self._drawn_line(name)], [name])

    def _benefited(self) -> Iterator[int]:
        named = self.asked.project.benefited
        if named.kind == "listed":
            yield from (position for position, each in self.stated.items() if each.benefited)
        elif named.kind == "along":
            yield from (() if self.front is None else self.front.benefited.tolist())
        else:
            yield from in_service_area(self.land, self.area_land(named, named.name or "")).inside.tolist()

    def area_land(self, named: NamedLand, name: str) -> BaseGeometry:
        """Return the land of a district, of a service area on file, or of a file beside the project."""
        if named.kind == "area":
            drawn = self._drawn(named.name or "")
            if drawn.geometry is not None:
                return drawn.geometry
            raise self._bad_file(named.name or "", "Its outline is not closed, and only an outline encloses land.")
        if named.kind == "district":
            found = utility_land(self.layers.layers.get("districts"), named.name, self.asked.date)
            if found is not None:
                return found[1]
            raise ProjectInvalid(
                what=f"No district {named.name} is on file.",
                where=f"file {self.asked.project.file}",
                why=f"No row of the layer of districts has that name and holds on {self.asked.date.isoformat()}.",
                next="Correct the name, import the districts, or draw the area in a file.",
            )
        return area_on(self.layers, name, self.asked.date).land

    def _drawn_line(self, name: str) -> BaseGeometry:
        line = self._drawn(name).line
        if line is None or line.geom_type != "LineString":
            raise self._bad_file(name, "It does not hold one line that does not close.")
        return line

    def _drawn(self, name: str) -> Boundary:
        if name in self.asked.drawn:
            return boundary_from_geojson(self.asked.drawn[name], self.layers.frame, where=name)
        if Path(name).name != name:
            raise self._bad_file(name, "A file that a project names lies beside it, and its name is no path.")
        if self.asked.folder is None or not (self.asked.folder / name).is_file():
            raise self._bad_file(name, "There is no such file beside the project's.")
        return read_boundary(self.asked.folder / name, self.layers.frame)

    def _bad_file(self, name: str, why: str) -> ProjectInvalid:
        return ProjectInvalid(
            what=f"{name} cannot be used.",
            where=f"file {self.asked.project.file}",
            why=why,
            next="Draw it, and save it as GeoJSON beside the project file.",
        )

    def _claimed(self) -> Iterator[int]:
        """Yield positions of parcels of the service area of which register or roll make one ask if they are exempt."""
        if self.in_area is None:
            return
        for position in self.in_area:
            parcel_id, county = self._named(position)
            if self._entered.of(parcel_id, county).claims or AGRICULTURAL & set(self._classes(position)):
                yield position

    def _named(self, position: int) -> tuple[str, str | None]:
        county = self.land.counties[position]
        return str(self.land.ids[position]), None if county is None else str(county)

    def _classes(self, position: int) -> tuple[str, ...]:
        return self._codes(position, "property_classes")

    def _codes(self, position: int, column: str) -> tuple[str, ...]:
        text = self.layers.layers["parcels"].column_if_there(column)[self.land.rows[position]]
        return tuple(str(text).split(",")) if text else ()

    def _cell(self, position: int, column: str) -> str | None:
        cell = self.layers.layers["parcels"].column_if_there(column)[self.land.rows[position]]
        return None if cell is None else str(cell)

    def _parcel(self, position: int, *, is_benefited: bool, section: str | None) -> ProjectParcel:
        parcel_id, county = self._named(position)
        stated = self.stated.get(position)
        sharing = int(self.land.sharing[position])
        area, area_notes = self._area(position, stated, sharing)
        front, fronts, front_notes = self._front(position, stated, sharing)
        listed = stated is not None and self.in_area is None
        return ProjectParcel(
            parcel_id=parcel_id,
            county=county,
            municipality=self._cell(position, "municipality"),
            site_address=self._cell(position, "site_address"),
            classes=self._classes(position),
            owner_keys=self._codes(position, "owner_keys"),
            stated=stated,
            evidence=together(Evidence() if stated is None else stated.evidence, self._entered.of(parcel_id, county)),
            frontage_ft=front,
            fronts=fronts,
            area_sqft=area,
            units=units_of(stated),
            is_benefited=is_benefited,
            in_service_area=listed or is_benefited if self.in_area is None else self.in_area.get(position, False),
            section=section,
            notes=(*area_notes, *front_notes),
        )

    def _area(
        self, position: int, stated: StatedParcel | None, sharing: int
    ) -> tuple[Fraction | None, tuple[str, ...]]:
        drawn = self._areas.area_sqft(position).value
        if stated is not None and stated.area_sqft is not None:
            return stated.area_sqft, area_remark(stated.area_sqft, drawn / sharing)
        if sharing == 1:
            return drawn, ()
        return drawn / sharing, (
            f"It stands on a ground with {sharing - 1} others, and counts for an equal part of it.",
        )

    def _front(
        self, position: int, stated: StatedParcel | None, sharing: int
    ) -> tuple[Fraction | None, tuple[Front, ...], tuple[str, ...]]:
        if stated is not None and stated.frontage_ft is not None:
            told = Front(AS_STATED, stated.frontage_ft, "project file", is_certain=True)
            mapped, _ = self.mapped
            remark = "" if mapped is None else front_remark(told.length_ft, mapped, position, sharing, self.layers)
            return stated.frontage_ft, (told,), (remark,) if remark else ()
        if self.front is None:
            return None, (), ()
        whole = self.front.frontage_ft(position)
        fronts = tuple(
            Front(each.street, each.length_ft, each.source, each.is_certain) for each in self.front.fronts[position]
        )
        notes = (
            ("Its front lies wholly beyond the end of the lines.",)
            if position in set(self.front.beyond.tolist())
            else ()
        )
        return None if whole is None else whole / sharing, fronts, notes

    def _beyond(self) -> Iterator[str]:
        """Say how many parcels front on the same streets beyond the end of the lines, where the front benefits."""
        if self.front is None or self.asked.project.benefited.kind != "along":
            return
        beyond = [each for each in self.front.beyond.tolist() if each not in self.benefited]
        if beyond:
            yield f"Parcels on the same streets beyond the end of the lines, which are not assessed: {len(beyond):,}."

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Names of the parcels that front on the project, which neither the file nor an area makes part of it."""
        mapped, _ = self.mapped
        if mapped is None or self.asked.project.benefited.kind == "along":
            return ()
        told = {*self.benefited, *self.stated}
        return tuple(ProjectParcel(*self._named(each)).name for each in mapped.benefited.tolist() if each not in told)
