"""Which ends of sewers meet, and at which manhole: by the layer's own ids, else by touching within the accuracy?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
import numpy.typing as npt
import shapely

from gis.network.nodes import SewerNodes
from gis.network.strands import Strand, nearest_named

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Junctions:
    """Places where sewers begin, end or meet.

    Attributes
    ----------
    upstream, downstream : int arrays
        Junction at which each strand's flow enters and leaves.
    of_node : int array
        Junction of each node.
    points : float array, shape (n, 2)
        Where each junction lies: at its node, else at its first end.
    node : int array
        A node that stands there; -1 where there is none.
    along : tuple of tuple of int
        Of each strand, the junctions that lie along it between its ends, in the order of flow.
    """

    upstream: Rows
    downstream: Rows
    of_node: Rows
    points: Floats
    node: Rows
    along: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.points)


def junctions(strands: Sequence[Strand], nodes: SewerNodes, pumped: npt.NDArray[np.bool_], reach: float) -> Junctions:
    """Join the ends of sewers with each other and with nodes.

    An end whose row names a node is joined to that node, however far it ends from it. Ends and nodes within reach of
    each other are one junction, unless ids tell them apart: an end without an id joins whatever it touches. An end or a
    node that touches a sewer between its ends joins it there; nothing so joins a force main but another force main.

    Parameters
    ----------
    strands : sequence of Strand
        Sewers with their direction.
    nodes : SewerNodes
        Manholes, lift stations and plants.
    pumped : bool array
        Which strands are force mains.
    reach : float
        Accuracy in units of the frame.

    Returns
    -------
    Junctions
        Numbered in the order of nodes, then of strands, so that the same input gives the same numbers.
    """
    ends = _Ends.of(strands, nodes)
    joined = _joined(ends, nodes, reach)
    roots = [joined[item] for item in range(len(nodes) + len(ends.points))]
    number = {root: position for position, root in enumerate(dict.fromkeys(roots))}
    of_item = np.array([number[root] for root in roots], dtype=np.intp)
    places = np.concatenate((nodes.points, ends.points))
    first = np.unique(of_item, return_index=True)[1]  # nodes come first, so a junction with a node lies at it
    of_end = of_item[len(nodes) :]
    node = np.where(first < len(nodes), first, -1)
    along = _along(strands, ends, of_item, places, pumped, reach)
    return Junctions(of_end[0::2], of_end[1::2], of_item[: len(nodes)], places[first], node, along)


@dataclass(frozen=True, eq=False)
class _Ends:
    """Two ends of each strand, upstream before downstream, and the node that is named for each."""

    points: Floats
    names: tuple[str | None, ...]
    named_node: tuple[int | None, ...]

    @classmethod
    def of(cls, strands: Sequence[Strand], nodes: SewerNodes) -> _Ends:
        points = [point for strand in strands for point, _ in strand.ends]
        names = tuple(name for strand in strands for _, name in strand.ends)
        found = tuple(
            None if name is None or name not in nodes.by_id else nearest_named(name, point, nodes)
            for name, point in zip(names, points, strict=True)
        )
        return cls(np.array(points, dtype=np.float64).reshape(-1, 2), names, found)


def _joined(ends: _Ends, nodes: SewerNodes, reach: float) -> nx.utils.UnionFind[int]:
    """Return which nodes (first) and ends are one junction."""
    count = len(nodes)
    found: nx.utils.UnionFind[int] = nx.utils.UnionFind(range(count + len(ends.points)))
    by_name: dict[str, int] = {}
    for end, (name, node) in enumerate(zip(ends.names, ends.named_node, strict=True)):
        if node is not None:
            found.union(node, count + end)
        elif name is not None:  # a node that the layer of nodes lacks still joins the sewers that name it
            found.union(by_name.setdefault(name, count + end), count + end)
    places = shapely.points(np.concatenate((nodes.points, ends.points)))
    names = np.concatenate((nodes.ids, np.array(ends.names, dtype=object)))
    one, other = shapely.STRtree(places).query(places, predicate="dwithin", distance=reach)
    told_apart = (names[one] != None) & (names[other] != None) & (names[one] != names[other])  # noqa: E711  elementwise
    for pair in np.stack([one, other], axis=1)[(one < other) & ~told_apart].tolist():
        found.union(*pair)
    return found


def _along(  # noqa: PLR0913  both sides of the question, and how near they must lie
    strands: Sequence[Strand], ends: _Ends, of_item: Rows, places: Floats, pumped: npt.NDArray[np.bool_], reach: float
) -> tuple[tuple[int, ...], ...]:
    """Return the junctions along each strand: nodes, and ends that no row names a node for."""
    count = len(places) - len(ends.points)
    free = [count + end for end, name in enumerate(ends.names) if name is None]
    items = np.array([*range(count), *free], dtype=np.intp)
    lines = np.array([strand.line for strand in strands], dtype=object)
    points = shapely.points(places[items])
    item, on = shapely.STRtree(lines).query(points, predicate="dwithin", distance=reach)
    at = items[item]
    junction, first, last = of_item[at], count + 2 * on, count + 2 * on + 1
    is_end = (junction == of_item[first]) | (junction == of_item[last])
    for end in (first, last):
        is_end |= np.hypot(*(places[at] - places[end]).T) <= reach
    from_pump = np.zeros(len(at), dtype=bool)
    from_pump[at >= count] = pumped[(at[at >= count] - count) // 2]
    kept = ~is_end & (from_pump | ~pumped[on])
    at, on, junction = at[kept], on[kept], junction[kept]
    turned = np.array([strand.is_turned for strand in strands], dtype=bool)
    distance = shapely.line_locate_point(lines[on], shapely.points(places[at]))
    order = np.lexsort((junction, np.where(turned[on], -distance, distance), on))
    found: dict[int, dict[int, None]] = defaultdict(dict)
    for strand, place in zip(on[order].tolist(), junction[order].tolist(), strict=True):
        found[strand][place] = None
    return tuple(tuple(found.get(strand, ())) for strand in range(len(strands)))
