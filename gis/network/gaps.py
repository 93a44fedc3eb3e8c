"""Which ends of sewers lie loose a little way from what they may be meant to join?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.network.build import Network
from gis.network.strands import Point
from gis.units import LENGTH_STEPS_PER_FT

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

LOOK_FT = 10.0
"""A loose end farther than this from everything else is an end, not a gap; it only lists, and judges nothing."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A loose end, and the nearest thing that it does not join."""

    junction: int
    main: int
    end: Point
    other: Point
    node: int | None
    """Node that it ends short of; None where the nearest thing is a sewer."""
    other_main: int | None
    distance_ft: float
    """On the ground, to the thousandth."""


@dataclass(frozen=True, slots=True)
class _Loose:
    """An end at which nothing else meets and no node stands."""

    junction: int
    strand: int
    point: Point


def ground_distances_ft(ends: Sequence[Point], others: Sequence[Point], frame: Frame) -> list[float]:
    """Return distances between points on the ground, US survey feet to the thousandth."""
    if not ends:
        return []
    lines = shapely.linestrings(np.stack([np.array(ends), np.array(others)], axis=1))
    steps = np.rint(lengths_ft(lines, frame) * LENGTH_STEPS_PER_FT)
    return [float(step) / LENGTH_STEPS_PER_FT for step in steps]


def gaps(network: Network) -> tuple[Gap, ...]:
    """Return the loose ends that lie within `LOOK_FT` of a node or of a sewer that they do not join.

    Parameters
    ----------
    network : Network
        The network, of mains in any state.

    Returns
    -------
    tuple of Gap
        In the order of the mains; of two loose ends that face each other, the first. A node is named before a sewer
        that is as near. A sewer that already joins the same sewer at its other end is not looked at.
    """
    loose = _loose(network)
    if not loose:
        return ()
    points = np.array([end.point for end in loose])
    to_node = _nearest_node(network, loose, points)
    to_line = _nearest_line(network, loose, points)
    found: list[tuple[_Loose, int | None, int | None, Point]] = []
    for number, end in enumerate(loose):
        node, line = to_node.get(number), to_line.get(number)
        if node is not None and (line is None or node[0] <= line[0] + network.reach):
            x, y = network.nodes.points[node[1]].tolist()
            found.append((end, node[1], None, (x, y)))
        elif line is not None:
            nearest = shapely.shortest_line(network.strands[line[1]].line, shapely.Point(end.point))
            x, y = nearest.coords[0]
            found.append((end, None, network.strands[line[1]].main, (x, y)))
    away = ground_distances_ft([end.point for end, *_ in found], [other for *_, other in found], network.frame)
    told = [
        Gap(end.junction, network.strands[end.strand].main, end.point, other, node, main, distance_ft)
        for (end, node, main, other), distance_ft in zip(found, away, strict=True)
    ]
    return tuple({frozenset((gap.end, gap.other)): gap for gap in reversed(told)}.values())[::-1]


def at_junctions(found: Sequence[Gap], network: Network) -> Mapping[int, Gap]:
    """Return the gap at each junction that has one, from either side."""
    of_point = {end.point: end.junction for end in _loose(network)}
    at = {gap.junction: gap for gap in found}
    for gap in found:
        across = of_point.get(gap.other)
        if across is not None:
            at.setdefault(across, gap)
    return at


def _loose(network: Network) -> list[_Loose]:
    meeting = network.junctions
    held = set(meeting.of_node.tolist())
    times = Counter([*meeting.upstream.tolist(), *meeting.downstream.tolist()])
    times.update(junction for along in meeting.along for junction in along)
    ends = zip(network.strands, meeting.upstream.tolist(), meeting.downstream.tolist(), strict=True)
    return [
        _Loose(junction, number, point)
        for number, (strand, *at) in enumerate(ends)
        for junction, (point, name) in zip(at, strand.ends, strict=True)
        if name is None and times[junction] == 1 and junction not in held
    ]


def _nearest_node(network: Network, loose: Sequence[_Loose], points: Floats) -> dict[int, tuple[float, int]]:
    nodes, meeting = network.nodes, network.junctions
    if not len(nodes):
        return {}
    end, node = nodes.tree.query(shapely.points(points), predicate="dwithin", distance=_look(network))
    strand = np.array([each.strand for each in loose], dtype=np.intp)[end]
    own = (meeting.of_node[node] == meeting.upstream[strand]) | (meeting.of_node[node] == meeting.downstream[strand])
    end, node = end[~own], node[~own]
    return _least(end, np.hypot(*(points[end] - nodes.points[node]).T), node)


def _nearest_line(network: Network, loose: Sequence[_Loose], points: Floats) -> dict[int, tuple[float, int]]:
    meeting = network.junctions
    lines = np.array([strand.line for strand in network.strands], dtype=object)
    main = np.array([strand.main for strand in network.strands], dtype=np.intp)
    touched = [
        {up, *along, down}
        for up, along, down in zip(meeting.upstream.tolist(), meeting.along, meeting.downstream.tolist(), strict=True)
    ]
    end, line = shapely.STRtree(lines).query(shapely.points(points), predicate="dwithin", distance=_look(network))
    apart = np.array(
        [
            main[loose[a].strand] != main[b] and touched[loose[a].strand].isdisjoint(touched[b])
            for a, b in zip(end.tolist(), line.tolist(), strict=True)
        ],
        dtype=bool,
    )
    end, line = end[apart], line[apart]
    return _least(end, shapely.distance(shapely.points(points[end]), lines[line]), line)


def _look(network: Network) -> float:
    return LOOK_FT / network.frame.unit_ft + network.reach


def _least(end: Rows, away: Floats, other: Rows) -> dict[int, tuple[float, int]]:
    """Return the nearest other of each end, and how far it is; the first of equals."""
    found: dict[int, tuple[float, int]] = {}
    for row in np.lexsort((other, away, end)).tolist():
        found.setdefault(int(end[row]), (float(away[row]), int(other[row])))
    return found
