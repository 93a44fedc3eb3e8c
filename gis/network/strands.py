"""Which way does each sewer flow: as its nodes say, else as its inverts fall, else as it is drawn?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.mains import Mains
from gis.network.nodes import SewerNodes

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]
Point = tuple[float, float]

Basis = Literal["ids", "falls", "drawn", "to_main"]
"""What the direction of flow is told by: the layer's node ids, the fall of the inverts, the line as drawn, or, of a
lateral, the main that it joins."""
_ENDS = 2
"""Of a line in one part."""


@dataclass(frozen=True, slots=True)
class Strand:
    """A sewer, or one part of a sewer whose parts do not join, as it flows.

    Attributes
    ----------
    main : int
        Position among the mains.
    line : LineString or MultiLineString
        As drawn.
    first, last : tuple of float
        Where the line begins and ends as drawn.
    upstream_id, downstream_id : str or None
        Nodes that its row names at the ends of the flow.
    is_turned : bool
        Whether it flows against the line as drawn.
    basis : Basis
        What tells the direction.
    """

    main: int
    line: shapely.Geometry
    first: Point
    last: Point
    upstream_id: str | None
    downstream_id: str | None
    is_turned: bool
    basis: Basis

    @property
    def upstream(self) -> Point:
        """Where the flow enters."""
        return self.last if self.is_turned else self.first

    @property
    def downstream(self) -> Point:
        """Where the flow leaves."""
        return self.first if self.is_turned else self.last

    @property
    def ends(self) -> tuple[tuple[Point, str | None], tuple[Point, str | None]]:
        """Where the flow enters and leaves, each with the node that the row names for it."""
        return (self.upstream, self.upstream_id), (self.downstream, self.downstream_id)


def strands(mains: Mains, nodes: SewerNodes, reach: float) -> tuple[Strand, ...]:
    """Return the sewers as strands with a direction, storm sewers left out.

    Parameters
    ----------
    mains : Mains
        All sewers.
    nodes : SewerNodes
        Where the nodes stand that rows name.
    reach : float
        Accuracy in units of the frame: a line is drawn against its nodes where the other way fits better by more.

    Returns
    -------
    tuple of Strand
        In the order of the mains. A line of several parts that join is one strand; of parts that do not, each is one,
        unless both its nodes are named.
    """
    drops = drops_ft(mains)
    lines = list(_lines(mains))
    return tuple(
        _strand(main, line, ends, ids, float(drops[main]), nodes, reach, pumps=mains.kinds[main] == "force_main")
        for (main, line, ids), ends in zip(lines, _ends([line for _, line, _ in lines]), strict=True)
    )


def node_ids(mains: Mains) -> tuple[Texts, Texts]:
    """Return the ids of the upstream and downstream node that each row names; None where it names none."""
    return mains.layer.column("upstream_node"), mains.layer.column("downstream_node")


def drops_ft(mains: Mains) -> Floats:
    """Return by how many feet each sewer's inverts fall from the upstream to the downstream one; NaN where unknown."""
    high, low = (mains.layer.column(name).astype(float) for name in ("upstream_invert_ft", "downstream_invert_ft"))
    fall: Floats = high - low
    return fall


def parts_apart(mains: Mains) -> Rows:
    """Return the positions of the sewers whose line has several parts that do not join."""
    several = np.flatnonzero(shapely.get_type_id(mains.geometries) == shapely.GeometryType.MULTILINESTRING)
    merged = shapely.line_merge(mains.geometries[several])
    found: Rows = several[shapely.get_num_geometries(merged) > 1]
    return found


def _lines(mains: Mains) -> Iterator[tuple[int, shapely.Geometry, tuple[str | None, str | None]]]:
    """Tell each strand: its sewer, its line, and the nodes named at its upstream and downstream end."""
    # Heads to tails only: parts drawn against each other keep their directions, and meet at their ends.
    lines = mains.geometries.copy()
    several = shapely.get_type_id(lines) == shapely.GeometryType.MULTILINESTRING
    lines[several] = shapely.line_merge(lines[several], directed=True)
    upstream, downstream = node_ids(mains)
    for main in np.flatnonzero(mains.kinds != "storm").tolist():
        ids = (_text(upstream[main]), _text(downstream[main]))
        if lines[main].geom_type == "LineString" or None not in ids:
            yield main, lines[main], ids
        else:
            yield from ((main, part, (None, None)) for part in shapely.get_parts(lines[main]))


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _strand(  # noqa: PLR0913  the line, what is said of its two ends and of its fall, and where nodes stand
    main: int,
    line: shapely.Geometry,
    ends: Sequence[Point],
    ids: tuple[str | None, str | None],
    drop_ft: float,
    nodes: SewerNodes,
    reach: float,
    *,
    pumps: bool,
) -> Strand:
    # Of parts that do not join, the ends nearest to the nodes named.
    first, last = (
        _nearest(ends, name, nodes) if len(ends) > _ENDS and _stands(name, nodes) else otherwise
        for name, otherwise in zip(ids, (ends[0], ends[-1]), strict=True)
    )
    is_turned = False
    basis: Basis = "drawn"
    fit = fit_of_ids(first, last, ids, nodes)
    if fit is not None:
        is_turned, basis = fit[1] < fit[0] - reach, "ids"
    elif None not in ids:
        basis = "ids"
    elif not pumps and math.isfinite(drop_ft) and drop_ft != 0:
        is_turned, basis = drop_ft < 0, "falls"
    return Strand(main, line, first, last, *ids, is_turned=is_turned, basis=basis)


def _nearest(ends: Sequence[Point], name: str | None, nodes: SewerNodes) -> Point:
    return min(ends, key=lambda end: _away(name, end, nodes))


def fit_of_ids(
    first: Point, last: Point, ids: tuple[str | None, str | None], nodes: SewerNodes
) -> tuple[float, float] | None:
    """Return how far a line lies from the nodes that its row names, as drawn and the other way round.

    Parameters
    ----------
    first, last : tuple of float
        Ends of the line as drawn.
    ids : tuple of str or None
        Nodes named for its upstream and downstream end.
    nodes : SewerNodes
        Where they stand.

    Returns
    -------
    tuple of float or None
        Sums of both ends, in units of the frame; None where no node named is on file.
    """
    known = [
        (name, ends) for name, ends in zip(ids, ((first, last), (last, first)), strict=True) if _stands(name, nodes)
    ]
    if not known:
        return None
    return sum(_away(name, ends[0], nodes) for name, ends in known), sum(
        _away(name, ends[1], nodes) for name, ends in known
    )


def nearest_named(name: str, point: Point, nodes: SewerNodes) -> int:
    """Return the position of the node of that id nearest to a point: an id may stand at two manholes."""
    return min(nodes.by_id[name], key=lambda position: math.dist(nodes.places[position], point))


def _stands(name: str | None, nodes: SewerNodes) -> bool:
    return name is not None and name in nodes.by_id


def _away(name: str | None, point: Point, nodes: SewerNodes) -> float:
    return math.dist(nodes.places[nearest_named(str(name), point, nodes)], point)


def _ends(lines: Sequence[shapely.Geometry]) -> Iterator[Sequence[Point]]:
    """Tell where each line begins and ends as drawn; of several parts, of each in turn."""
    parts, line = shapely.get_parts(np.array(lines, dtype=object), return_index=True)
    firsts, lasts = (shapely.get_coordinates(shapely.get_point(parts, at)).tolist() for at in (0, -1))
    found: list[list[Point]] = [[] for _ in lines]
    for number, (x, y), (far_x, far_y) in zip(line.tolist(), firsts, lasts, strict=True):
        found[number] += [(x, y), (far_x, far_y)]
    yield from found
