"""Which parts of the wastewater works lie down the flow, and how much can each still take: the facts of MUK-24?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import shapely

from gis.geometry.crs import snap
from gis.geometry.frame import Frame
from gis.model.exact import to_fraction
from gis.model.facts.permission import CapacityFacts, NetworkComponent
from gis.network.build import Network
from gis.network.trace import ComponentKind, downstream

_KINDS: tuple[ComponentKind, ...] = ("pipe", "lift_station", "plant")


def capacity_facts(
    network: Network, connects_to: str, added_gpd: Fraction | None, spare: Mapping[str, Fraction]
) -> CapacityFacts:
    """Gather what MUK-24 asks of the network: every component down the flow from a main.

    Parameters
    ----------
    network : Network
        The network.
    connects_to : str
        Id of the main that takes the connection.
    added_gpd : Fraction or None
        Flow added, gallons per day; None where nobody stated it.
    spare : mapping of str to Fraction
        Spare capacity in gallons per day by id of the main, lift station or plant, as the register states it.

    Returns
    -------
    CapacityFacts
        The components in the order of flow. Where the way breaks off, the last names no next one and is no plant; where
        it comes round, the last names one before it.

    Raises
    ------
    SewerUnknown
        No sewer of that id is part of the network.
    """
    trace = downstream(network, connects_to)
    following: tuple[str | None, ...] = (*trace.ids[1:], trace.comes_round_to)
    return CapacityFacts(
        components=tuple(
            NetworkComponent(name, below, kind, spare.get(name))
            for (name, kind), below in zip(trace.components, following, strict=True)
        ),
        connects_to=connects_to,
        added_gpd=added_gpd,
    )


def components_facts(records: Sequence[Mapping[str, Any]], frame: Frame) -> CapacityFacts:
    """Return the components of a scene (FACTS.md 1.7), each with the next one down the flow.

    Parameters
    ----------
    records : sequence of mapping
        `component_id`, `kind` (pipe, lift_station, plant), `spare_gpd` and `wkt`: pipes are lines drawn in the
        direction of flow, stations and plants are points at a pipe end.
    frame : Frame
        Plane of the coordinates; two components are linked only where they meet on its grid.

    Returns
    -------
    CapacityFacts
        The components only. A pipe leads to the station or plant at its end, else to the pipe that begins there; where
        there are several, to none. A plant leads nowhere.
    """
    placed = [(record, *_ends(record, frame)) for record in records]
    begins: dict[tuple[float, float], list[tuple[bool, str]]] = {}
    for record, start, _ in placed:
        begins.setdefault(start, []).append((record["kind"] == "pipe", str(record["component_id"])))
    return CapacityFacts(
        components=tuple(
            NetworkComponent(
                component_id=str(record["component_id"]),
                downstream=None if record["kind"] == "plant" else _next(record, begins.get(end, ())),
                kind=cast("ComponentKind", record["kind"]) if record["kind"] in _KINDS else None,
                spare_gpd=None if record.get("spare_gpd") is None else to_fraction(record["spare_gpd"]),
            )
            for record, _, end in placed
        )
    )


def _ends(record: Mapping[str, Any], frame: Frame) -> tuple[tuple[float, float], tuple[float, float]]:
    course = snap(shapely.get_coordinates(shapely.from_wkt(record["wkt"])), frame.grid)
    first, last = course[0].tolist(), course[-1].tolist()
    return (first[0], first[1]), (last[0], last[1])


def _next(record: Mapping[str, Any], beginning: Sequence[tuple[bool, str]]) -> str | None:
    """Return what takes the flow at a component's end: a station before pipes, and never the component itself.

    Where two could take it, none is known to: a way that forks is no way to the plant.
    """
    others = [(is_pipe, name) for is_pipe, name in beginning if name != record["component_id"]]
    stations = [name for is_pipe, name in others if not is_pipe] if record["kind"] == "pipe" else []
    takers = stations or [name for is_pipe, name in others if is_pipe]
    return takers[0] if len(takers) == 1 else None
