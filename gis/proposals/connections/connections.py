"""Which parcels of a service area must connect, by which rule, to which main, and by when?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import geopandas as gpd
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis import __version__
from gis.facts.places import Box, boxes_lonlat
from gis.facts.sewers.answers.way_faults import way_faults
from gis.geometry.beside import HERE, Beside
from gis.geometry.frame import Frame
from gis.law.ordinance_reading import rules_of
from gis.law.parameters import Parameters, parameters_hash
from gis.layers.progress import Progress, silent, without_collection
from gis.model.connections import Connections, LayerFault, ParcelConnection
from gis.network.faults import network_faults
from gis.proposals.connections.area import Area, surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.judging import Judging
from gis.proposals.connections.place import limits_missing, place_asked
from gis.proposals.connections.standby import RULE as STANDBY
from gis.proposals.connections.standby import standby_facts
from gis.proposals.connections.tables import Drawn
from gis.proposals.connections.words import counts
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile
from gis.rules.registry import RULES, judge

BY_PLACE = "by_place"
"""Stands for the ordinance where each parcel has that which names its place."""
_ABOUT_FT = 1_000.0
EVERY_ORDINANCE = "every ordinance on file that names the place"


@dataclass(frozen=True, eq=False)
class ConnectionsFound:
    """What was found of a service area, and its shapes for a map."""

    answer: Connections
    drawn: Drawn


def connections(  # noqa: PLR0913 - the question, what is at hand for it, who is told and helps, and how much is told
    on_file: LayersOnFile,
    asked: Asked,
    progress: Progress = silent,
    beside: Beside = HERE,
    *,
    area: Area | None = None,
    with_evidence: bool = True,
) -> ConnectionsFound:
    """Judge the duty to connect of every parcel of a service area.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : Asked
        The day, the ordinance and the register. With an ordinance the parcels are those that it governs or may govern;
        without one all parcels are, each under the ordinance that names its place, or under none.
    progress : callable
        Told what is being done.
    beside : Beside
        Takes work that nothing waits for yet, such as another process of a command.
    area : Area, optional
        What was surveyed for the same question, where that was kept.
    with_evidence : bool
        Whether each parcel has its box, and each finding near a sewer names the features that decided it; a table of
        rows has no place for them.

    Returns
    -------
    ConnectionsFound
        Each parcel once, in the order of ids and counties. What follows downstream is told of one parcel only
        (`parcel_answer`).

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file, or no land of the ordinance's place.
    LawUnknown, OrdinanceNotInForce
        The ordinance asked for is not on file, or not in force.
    """
    with without_collection():
        area = surveyed(on_file, asked, progress=progress, beside=beside) if area is None else area
        faults_found = faults(area, beside, place_asked(on_file, asked))
        judging, positions = Judging(area, with_evidence), _in_order(area)
        progress(f"judging {len(positions):,} parcels")
        parcels = tuple(judging.parcel(position) for position in positions)
        progress("looking for faults of the layers")
        answer = Connections(
            townline=__version__,
            date=asked.date,
            ordinance=asked.ordinance or BY_PLACE,
            ordinance_title=_title(area),
            rules=rules_used(area),
            parameters_hash=hash_of_law(area),
            editions=area.editions(),
            register_hash=None if asked.register is None else asked.register.hash,
            parcels=parcels,
            counts=counts(parcels),
            faults=faults_found(),
            notes=tuple(_notes(area, positions)),
        )
        shapes = area.ground.geometries[np.array(positions, dtype=int)]
        return ConnectionsFound(answer, Drawn(shapes, partial(_deciding_sewers, area, parcels)))


def rules_used(area: Area) -> dict[str, str]:
    """Return the versions of the rules that judge under the area's ordinances, by rule."""
    used = {rule for each in area.governed for rule in rules_of(each.ordinance)} | {STANDBY}
    return {rule: RULES[rule].version for rule in sorted(used)}


def hash_of_law(area: Area) -> str:
    """Return the hash of the law on file, under the one ordinance that was asked for."""
    ordinances = area.asked.ordinances
    if area.asked.ordinance is None or not area.governed:
        return parameters_hash(ordinances.law)
    return parameters_hash(ordinances.law_under(area.governed[0].ordinance))


def faults(
    area: Area, beside: Beside = HERE, place: BaseGeometry | None = None
) -> Callable[[], tuple[LayerFault, ...]]:
    """Begin to look for what is wrong with the layers of sewers, nodes and rights-of-way; none of it makes a duty.

    Returns
    -------
    callable
        Hands over the faults when they are asked for; with a place those that lie about it.
    """
    return beside.begin(_faults, area, place)


def _faults(area: Area, place: BaseGeometry | None) -> tuple[LayerFault, ...]:
    of_network = () if area.network is None else network_faults(area.network)
    every = (*of_network, *way_faults(area.layers, area.ground.ways))
    about = None if place is None else _about(place, area.layers.frame)
    return every if about is None else tuple(each for each in every if _is_near(each, about))


def _about(place: BaseGeometry, frame: Frame) -> Box | None:
    """Return the box of a place and a little more, in degrees."""
    about = shapely.envelope(place).buffer(_ABOUT_FT / frame.unit_ft, join_style="mitre")
    return boxes_lonlat(np.array([about], dtype=object), frame)[0]


def _is_near(fault: LayerFault, around: Box) -> bool:
    if fault.bbox is None:
        return True
    (west, south, east, north), (low_x, low_y, high_x, high_y) = fault.bbox, around
    return west <= high_x and east >= low_x and south <= high_y and north >= low_y


def faults_along(area: Area, sewers: Collection[str]) -> tuple[LayerFault, ...]:
    """Return what is wrong with some sewers and nodes, by their ids."""
    return tuple(each for each in faults(area)() if each.feature_id in sewers)


def _in_order(area: Area) -> list[int]:
    """Return the positions of the parcels asked about, by id and county."""
    ground = area.ground
    positions = np.arange(len(ground))
    if area.asked.ordinance is not None:
        (under,) = area.governed
        positions = under.positions
    counties = area.counties.tolist()
    return sorted(positions.tolist(), key=lambda position: (str(ground.ids[position]), counties[position] or ""))


def limits_notes(area: Area) -> tuple[str, ...]:
    """Say of which ordinances nobody can tell whose land is theirs, and how many entries of the register are later."""
    missing = limits_missing([each.ordinance for each in area.governed], area.ground.membership)
    return (*missing, *later_notes(area.asked.register, area.asked.date))


def _title(area: Area) -> str:
    return EVERY_ORDINANCE if area.asked.ordinance is None else area.governed[0].ordinance.title


def _notes(area: Area, positions: Sequence[int]) -> Iterator[str]:
    yield from limits_notes(area)
    for under in area.governed:
        yield from under.ordinance.notes if len(under.positions) else ()
    yield from area.ground.notes
    if area.asked.register is None:
        yield "No register was given; notices, waivers, uses and connections that people established are not known."
    if not positions:
        yield "No parcel on file lies where the ordinance governs, as far as the limits on file say."
    asked_about = np.array(positions, dtype=np.intp)
    found = judge(STANDBY, standby_facts(area.ground, area.uses, area.told, asked_about), _parameters(area))
    yield f"{STANDBY}, standby charges under Wis. Stat. 66.0809, all parcels asked about: {found.because}"


def _parameters(area: Area) -> Parameters:
    return area.asked.ordinances.law.parameters(area.asked.day)


def _deciding_sewers(area: Area, parcels: Sequence[ParcelConnection]) -> gpd.GeoDataFrame:
    """Return the sewers in the rights-of-way that parcels meet, and those that would serve them."""
    sewers = {each for parcel in parcels for front in parcel.fronts for each in front.sewers}
    sewers |= {parcel.serving_main for parcel in parcels if parcel.serving_main is not None}
    return drawn_sewers(area, sewers)


def drawn_sewers(area: Area, sewers: Collection[str]) -> gpd.GeoDataFrame:
    """Return the sewers of some ids with what is known of them, in the state's frame, in the order of the layer."""
    lines = area.ground.mains
    names = ("sewer_id", "kind", "status", "owner", "operational")
    if lines is None:
        return gpd.GeoDataFrame(columns=[*names], geometry=gpd.GeoSeries([], crs=area.layers.frame.crs))
    rows = [row for row, name in enumerate(lines.ids) if name in sewers]
    statuses = lines.statuses_on(area.asked.day)
    days = [None if lines.operational[row] is None else lines.operational[row].isoformat() for row in rows]
    columns = [lines.ids[rows], lines.kinds[rows], statuses[rows], lines.owners[rows], days]
    shapes = lines.geometries[rows]
    return gpd.GeoDataFrame(dict(zip(names, columns, strict=True)), geometry=shapes, crs=area.layers.frame.crs)
