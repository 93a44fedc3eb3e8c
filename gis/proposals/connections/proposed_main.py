"""What would a proposed main change: parcels made liable, their frontage, and is there capacity downstream?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis import __version__
from gis.geometry.crs import to_lonlat
from gis.geometry.measure import lengths_ft
from gis.layers.progress import Progress, silent
from gis.model.connections import Downstream, ProposedMain
from gis.model.finding import Finding
from gis.model.ordinance import SewerOwner
from gis.network.capacity import capacity_facts
from gis.network.trace import as_downstream, downstream
from gis.proposals.connections.area import Area, surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import faults_along, hash_of_law, limits_notes, rules_used
from gis.proposals.connections.liable import made_liable
from gis.proposals.connections.permissions import DUTY, OF_NEW_SEWER, Permit, permissions, permit_told
from gis.proposals.connections.supposed import with_main
from gis.proposals.on_file import LayersOnFile
from gis.rules.registry import RULES, judge
from gis.units import quantise_length_ft

CAPACITY = "MUK-24"
PROPOSED = "the proposed main"
"""Name of the main among the sewers."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A main that somebody proposes."""

    line: BaseGeometry
    """LineString or MultiLineString in the state's frame, drawn in the direction of flow."""
    added_gpd: Fraction | None = None
    """Flow that it would add, gallons per day; null where nobody stated it."""
    crs: str | None = None
    """Coordinate system that the file of the drawing declares; null where it was drawn on a map."""
    proceeding: str | None = None
    """Name of the application in the register; null takes the only one that it tells of."""


def proposed_main(on_file: LayersOnFile, asked: Asked, proposal: Proposal, progress: Progress = silent) -> ProposedMain:
    """Tell what a proposed main would change, as if it served from the day asked about.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : Asked
        The day, the ordinance and the register.
    proposal : Proposal
        The main.
    progress : callable
        Told what is being done.

    Returns
    -------
    ProposedMain
        The main is supposed to take building sewers by gravity.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file.
    """
    owner = _owner(asked)
    progress("judging without the proposed main")
    before = surveyed(on_file, asked)
    progress("judging with the proposed main in service")
    change = partial(with_main, main_id=PROPOSED, line=proposal.line, day=asked.day, owner=owner)
    after = surveyed(on_file, asked, change)
    found = made_liable(before, after, {PROPOSED}, asked.day)
    way, capacity = _downstream(after, proposal.added_gpd)
    connects_to = _connects_to(after, way)
    permitted = _permissions(after, proposal, connects_to, capacity)
    length_ft = lengths_ft(np.array([proposal.line], dtype=object), after.layers.frame)[0]
    path = () if way is None else way.path
    return ProposedMain(
        townline=__version__,
        date=asked.date,
        lines=_lonlat(proposal.line, after),
        length_ft=quantise_length_ft(float(length_ft)),
        liable=found.liable,
        open=found.open,
        already=found.already,
        connects_to=connects_to,
        downstream=way,
        capacity=capacity,
        permissions=permitted,
        rules={
            **rules_used(after),
            **{rule: RULES[rule].version for rule in (CAPACITY, *(each.rule for each in permitted))},
        },
        parameters_hash=hash_of_law(after),
        editions=after.editions(),
        register_hash=None if asked.register is None else asked.register.hash,
        faults=faults_along(after, {PROPOSED, *path}),
        notes=(
            found.said([PROPOSED]),
            *limits_notes(after),
            f"The proposed main is supposed to be a {owner} gravity main in service on the day asked about.",
            "It is taken to flow as it is drawn.",
            *after.ground.notes,
        ),
    )


def _owner(asked: Asked) -> SewerOwner:
    """Return whose the main is supposed to be: the district's where a district's ordinance judges, else local."""
    of_district = any(each.connection_rule == "CKSD-01" for each in asked.chosen())
    return "district" if of_district else "local"


def _downstream(area: Area, added_gpd: Fraction | None) -> tuple[Downstream | None, Finding | None]:
    """Return the way from the proposed main to the plant, and MUK-24 over what lies below it."""
    if area.network is None:
        return None, None
    trace = downstream(area.network, PROPOSED)
    way = as_downstream(trace, area.spare_gpd)
    whole = capacity_facts(area.network, PROPOSED, added_gpd, area.spare_gpd)
    below = tuple(each for each in whole.components or () if each.component_id != PROPOSED)
    if not below:
        return way, None
    # The first below may be a main or a station; the proposed main itself has all the room it is built with.
    facts = replace(whole, components=below, connects_to=below[0].component_id)
    return way, judge(CAPACITY, facts, area.asked.ordinances.law.parameters(area.asked.day))


def _permissions(area: Area, proposal: Proposal, connects_to: str | None, below: Finding | None) -> tuple[Finding, ...]:
    """Return what the ordinance of a village asks before it permits a new sewer; nothing under other ordinances."""
    asked = area.asked
    under = next((each for each in area.governed if each.ordinance.connection_rule == DUTY), None)
    if under is None:
        return ()
    told, notes = permit_told(asked.register, proposal.proceeding, asked.date)
    permit = Permit(connects_to, told, below, proposal.added_gpd, proposal.crs, notes)
    return tuple(permissions(area, permit, OF_NEW_SEWER, under.parameters))


def _connects_to(area: Area, way: Downstream | None) -> str | None:
    """Return the first main on file down the flow."""
    if way is None or area.ground.mains is None:
        return None
    mains = {str(name) for name in area.ground.mains.ids} - {PROPOSED}
    return next((name for name in way.path if name in mains), None)


def _lonlat(line: BaseGeometry, area: Area) -> tuple[tuple[tuple[float, float], ...], ...]:
    parts = shapely.get_parts(to_lonlat(np.array([line], dtype=object), area.layers.frame))
    return tuple(tuple((round(x, 7), round(y, 7)) for x, y in shapely.get_coordinates(part).tolist()) for part in parts)
