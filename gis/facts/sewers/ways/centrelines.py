"""How do street centrelines meet, and which of them are one stretch from one intersection to the next?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import numpy as np
import numpy.typing as npt
import shapely
from shapely import ops

from gis.facts.sewers.ways.way_words import kind_said
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_MEET_FT = 1.0
_CROSSING = 3
"""So many streets, not alleys, that end in one place make an intersection; two of them are one street that goes on."""


@dataclass(frozen=True, eq=False)
class Centrelines:
    """Centrelines cut wherever they meet.

    Attributes
    ----------
    lines : object array of LineString
        In the frame, from one place of meeting to the next.
    nodes : int array, shape (n, 2)
        Place in which each begins and ends.
    places : float array, shape (m, 2)
        The places.
    stretch : int array
        Lines that are one street between two intersections have one number.
    row : int array
        Row of the layer of streets.
    names : object array of str or None
        Street of each line.
    is_alley : bool array
        Whether its name or class says that it is an alley.
    widths_ft : float array
        Width of the right-of-way in US survey feet; not a number where nobody stated one.
    edition : str
        Edition of the streets.
    """

    lines: Geometries
    nodes: Rows
    places: Floats
    stretch: Rows
    row: Rows
    names: Texts
    is_alley: Flags
    widths_ft: Floats
    edition: str


def centrelines(streets: Layer, reach: float) -> Centrelines:
    """Join the centrelines of a layer where they meet.

    Parameters
    ----------
    streets : Layer
        Rows of the kind streets.
    reach : float
        Ends within this of each other, or of another line, meet it; in units of the frame.

    Returns
    -------
    Centrelines
        Lines that cross are cut there as well: their rights-of-way do cross, though one road may be a bridge. An
        alley that ends in a street is no intersection of that street.
    """
    parts, row = shapely.get_parts(streets.geometries, return_index=True)
    has_length = shapely.length(parts) > 0
    parts, row = parts[has_length], row[has_length]
    lines, part = _cut(parts, _meetings(parts, reach), reach)
    row = row[part]
    ends = np.stack([shapely.get_point(lines, 0), shapely.get_point(lines, -1)], axis=1).ravel()
    one, other = shapely.STRtree(ends).query(ends, predicate="dwithin", distance=reach)
    node = _joined(len(ends), zip(one.tolist(), other.tolist(), strict=True))
    places = shapely.get_coordinates(ends)[np.unique(node, return_index=True)[1]]
    names = streets.column("name")[row]
    classes = streets.column("kind")[row]
    is_alley = np.array(
        ["alley" in (kind_said(name), kind_said(told)) for name, told in zip(names, classes, strict=True)], dtype=bool
    )
    nodes = node.reshape(-1, 2)
    widths_ft = streets.column("right_of_way_width_ft")[row].astype(float)
    stretch = _stretches(nodes, names, is_alley)
    return Centrelines(lines, nodes, places, stretch, row, names, is_alley, widths_ft, streets.edition)


@dataclass(frozen=True, eq=False)
class Chains:
    """Centrelines of one stretch joined where nothing else meets them: lines, the places of their ends, stretch."""

    lines: Geometries
    nodes: Rows
    stretch: Rows


def chains(net: Centrelines) -> Chains:
    """Join centrelines where two of one stretch, and no other, end: a joint tells nothing of how a street runs.

    Examples
    --------
    >>> lines = shapely.linestrings([[(0, 0), (7, 0)], [(300, 0), (7, 0)]])
    >>> joint = Centrelines(lines, np.array([[0, 1], [2, 1]]), np.array([[0.0, 0], [7, 0], [300, 0]]), np.zeros(2, int),
    ...     np.arange(2), np.array(["Oak", "Oak"], dtype=object), np.zeros(2, bool), np.full(2, 66.0), "e")
    >>> found = chains(joint)
    >>> found.lines[0].coords[:], found.nodes.tolist()
    ([(0.0, 0.0), (7.0, 0.0), (300.0, 0.0)], [[0, 2]])
    """
    ends = net.nodes.ravel()
    order = np.argsort(ends, kind="stable")
    first, count = np.unique(ends[order], return_index=True, return_counts=True)[1:]
    pairs = np.stack([order[first[count == _CROSSING - 1]], order[first[count == _CROSSING - 1] + 1]], axis=1)
    one, other = pairs[:, 0] // 2, pairs[:, 1] // 2
    is_joint = (one != other) & (net.stretch[one] == net.stretch[other])
    across = dict(np.concatenate([pairs[is_joint], pairs[is_joint][:, ::-1]]).tolist())
    alone = np.setdiff1d(np.arange(len(net.lines)), np.unique(pairs[is_joint] // 2))
    lines, nodes, stretch = net.lines[alone].tolist(), net.nodes[alone].tolist(), net.stretch[alone].tolist()
    left = dict.fromkeys(np.unique(pairs[is_joint] // 2).tolist())
    # A chain begins at an end that nothing goes on from; what is left after all of these are rings.
    starts = [end for line in left for end in (2 * line, 2 * line + 1) if end not in across]
    for start in (*starts, *(2 * line for line in left)):
        if start // 2 not in left:
            continue
        points, end = [], start
        while end // 2 in left:
            del left[end // 2]
            points.append(shapely.get_coordinates(net.lines[end // 2])[:: -1 if end % 2 else 1])
            last = end ^ 1
            end = across.get(last, last)
        lines.append(shapely.remove_repeated_points(shapely.LineString(np.concatenate(points))))
        nodes.append([int(ends[start]), int(ends[last])])
        stretch.append(int(net.stretch[start // 2]))
    joined = np.empty(len(lines), dtype=object)
    joined[:] = lines
    return Chains(joined, np.array(nodes, dtype=np.intp).reshape(-1, 2), np.array(stretch, dtype=np.intp))


def no_centrelines() -> Centrelines:
    """Return a set of no centrelines."""
    blank, rows, no = np.zeros(0, dtype=object), np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
    return Centrelines(blank, rows.reshape(-1, 2), np.zeros((0, 2)), rows, rows, blank, no, np.zeros(0), "")


def reach_of(streets: Layer) -> float:
    """Return how near ends of centrelines meet, in units of the frame: a foot, or the accuracy of the layer."""
    stated_ft = _MEET_FT if streets.accuracy_ft is None else float(streets.accuracy_ft)
    return stated_ft / streets.frame.unit_ft + 2 * streets.frame.grid


def _meetings(parts: Geometries, reach: float) -> tuple[Rows, Floats]:
    """Return where lines are to be cut: the line, and how far along it."""
    tree = shapely.STRtree(parts)
    ends = np.concatenate([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    end, line = tree.query(ends, predicate="dwithin", distance=reach)
    is_other = end % len(parts) != line if len(parts) else np.zeros(0, dtype=bool)
    one, other = tree.query(parts, predicate="crosses")
    crossing = shapely.intersection(parts[one], parts[other])
    points, pair = shapely.get_parts(shapely.extract_unique_points(crossing), return_index=True)
    line = np.concatenate([line[is_other], one[pair]])
    return line, shapely.line_locate_point(parts[line], np.concatenate([ends[end[is_other]], points]))


def _cut(parts: Geometries, at: tuple[Rows, Floats], reach: float) -> tuple[Geometries, Rows]:
    """Return lines cut at some places, those within reach of an end or of each other taken once, and their origin."""
    line, along = at
    inner = (along > reach) & (along < shapely.length(parts[line]) - reach)
    order = np.lexsort((along[inner], line[inner]))
    line, along = line[inner][order], along[inner][order]
    is_new = np.ones(len(line), dtype=bool)
    is_new[1:] = (np.diff(line) != 0) | (np.diff(along) > reach)
    line, along = line[is_new], along[is_new]
    lines: list[shapely.Geometry] = []
    origin: list[int] = []
    for row in np.unique(line).tolist():
        cuts = [0.0, *along[line == row].tolist(), float(shapely.length(parts[row]))]
        lines += [ops.substring(parts[row], low, high) for low, high in pairwise(cuts)]
        origin += [row] * (len(cuts) - 1)
    whole = np.setdiff1d(np.arange(len(parts)), line)
    found = np.concatenate([parts[whole], np.array(lines, dtype=object)])
    origins = np.concatenate([whole, np.array(origin, dtype=np.intp)])
    order = np.argsort(origins, kind="stable")
    return found[order], origins[order]


def _stretches(nodes: Rows, names: Texts, is_alley: Flags) -> Rows:
    """Return the number of each line's stretch: lines are joined where one street, of one name, goes on."""
    ends = nodes.ravel()
    edge = np.repeat(np.arange(len(nodes)), 2)
    order = np.argsort(ends, kind="stable")
    pairs: list[tuple[int, int]] = []
    for arms in np.split(edge[order], np.flatnonzero(np.diff(ends[order])) + 1):
        streets = arms[~is_alley[arms]]
        through = streets if len(streets) else arms
        if len(through) == _CROSSING - 1 and (len(streets) or len(arms) == len(through)):
            one, other = through.tolist()
            if names[one] == names[other] or names[one] is None or names[other] is None:
                pairs.append((one, other))
    return _joined(len(nodes), pairs)


def _joined(count: int, pairs: Iterable[tuple[int, int]]) -> Rows:
    """Return numbers of things, one for all that pairs join, in the order of the first of each."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(pairs)
    number = np.zeros(count, dtype=np.intp)
    for group, members in enumerate(sorted(nx.connected_components(graph), key=min)):
        number[list(members)] = group
    return number
