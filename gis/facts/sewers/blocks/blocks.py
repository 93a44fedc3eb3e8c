"""Which ground is a block, and how does a sewer lie to it?

A block is the ground that street rights-of-way enclose, closed by railroad, water, plat or municipal limits where
streets stop. An alley or an easement runs through a block and bounds none.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import networkx as nx
import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.blocks.enclosed import GROUND, crossings, enclosed, mostly_in, running_along, without_right_of_way
from gis.facts.sewers.blocks.plats import closing_limits
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.way_words import kind_said
from gis.geometry.frame import Frame
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

HowInBlock = Literal["interior", "through", "bounding_street"]
"""In the block's interior, through it from side to side, or in a street that bounds it."""
STREET, ALLEY, RAILROAD, WATER, LIMITS, PLAT = "street", "alley", "railroad", "water", "limits", "plat"
"""What closes a block; an alley, which does not, runs through one."""
DERIVED = "derived"
"""Source of blocks that no layer draws."""
INTERIOR, THROUGH, BOUNDING = "interior", "through", "bounding_street"
NO_PUBLIC_SEWER = ("lateral", "storm")
"""Kinds in the layer of sewers that are no public sewer to connect to."""
LEAST_INSIDE_FT = 20.0
"""A sewer that comes into a block for no more than this is drawn past its end, or a stub for one lot: it does not
extend through the block."""
NECK_FT = 10.0
"""Ground that hangs together by a neck no wider than this is two blocks: records of streets often do not quite meet."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks in the frame.

    Attributes
    ----------
    geometries : object array of Polygon
        Ground that streets enclose, closed by railroad, water, plat or municipal limits where streets stop.
    ids : object array of str
        Id of the record, or a name of its own that is the same in every run.
    closed_by : object array of tuple of str
        What closes it: street, railroad, water, limits, plat.
    sources : object array of str
        blocks (a layer of its own) or derived.
    """

    geometries: Geometries
    ids: Texts
    closed_by: Texts
    sources: Texts

    def __len__(self) -> int:
        """Return how many blocks there are."""
        return len(self.geometries)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the geometries."""
        return shapely.STRtree(self.geometries)


@dataclass(frozen=True, eq=False)
class SewersInBlocks:
    """Pairs of a block and a sewer that runs through it or in a street that bounds it, ordered by block, then sewer."""

    block: Rows
    sewer: Rows
    how: Texts
    """`HowInBlock` of each pair."""


def no_blocks() -> Blocks:
    """Return no blocks, where nothing is on file to tell them by."""
    none = np.zeros(0, dtype=object)
    return Blocks(none, none, none, none)


def no_sewers() -> SewersInBlocks:
    """Return no sewers in blocks, where none is on file."""
    none = np.zeros(0, dtype=np.intp)
    return SewersInBlocks(none, none, np.zeros(0, dtype=object))


def derived_blocks(  # noqa: PLR0913  each of the law's closers comes from a layer of its own
    rights: RightsOfWay,
    streets: Geometries,
    railroads: Geometries,
    water: Geometries,
    municipalities: Geometries,
    plats: Geometries,
    frame: Frame,
    accuracy_ft: float = 0.0,
) -> Blocks:
    """Return the ground that is left when streets, railroads, water and limits are taken from it.

    Parameters
    ----------
    rights : RightsOfWay
        Streets and railroads among them close blocks; alleys and easements do not.
    streets : object array of LineString or MultiLineString
        Centrelines; those whose right-of-way is not known close blocks as lines, and those that run in an alley close
        none.
    railroads : object array of line or polygon
        A railroad drawn as a line closes as a line.
    water : object array of polygon or line
        Lakes and rivers drawn with their banks; a line of water is no bank and closes nothing.
    municipalities : object array of Polygon or MultiPolygon
        Their limits close blocks.
    plats : object array of Polygon or MultiPolygon
        The limits of those at which streets stop close blocks there.
    frame : Frame
        The plane of all, with its grid.
    accuracy_ft : float
        Combined accuracy of the layers in US survey feet.

    Returns
    -------
    Blocks
        In order from west to east, then south to north. Ground around which no street runs is no block, and so is
        ground that lies open at the edge of the layers.

    Raises
    ------
    OverlayUnverified
        Where the ground of a street across an alley cannot be shown to be right.

    Examples
    --------
    >>> from gis.facts.sewers.ways.rights import none_on_file
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> none = np.array([], dtype=object)
    >>> streets = shapely.linestrings([[(0, 0), (0, 300)], [(0, 300), (400, 300)], [(400, 300), (400, 0)]])
    >>> town = np.array([shapely.box(-500, 0, 900, 900)])
    >>> found = derived_blocks(none_on_file(), streets, none, none, town, none, LOCAL_FEET)
    >>> found.geometries[1].bounds, found.closed_by[1]
    ((0.0, 0.0, 400.0, 300.0), ('limits', 'street'))
    """
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    known, alleys = (rights.geometries[rights.kinds == kind] for kind in (STREET, ALLEY))
    in_streets = streets[~mostly_in(streets, alleys)]
    closers = {
        STREET: np.concatenate([known, crossings(alleys, known, frame), without_right_of_way(in_streets, known)]),
        RAILROAD: np.concatenate([rights.geometries[rights.kinds == RAILROAD], railroads]),
        WATER: water[shapely.get_dimensions(water) == GROUND],
        LIMITS: shapely.boundary(municipalities),
    }
    every = np.concatenate(list(closers.values()))
    faces = enclosed(every, max(accuracy_ft, NECK_FT), frame)
    closers[PLAT] = closing_limits(plats, np.concatenate([known, in_streets]), faces, reach, frame)
    if len(closers[PLAT]):
        every = np.concatenate([every, closers[PLAT]])
        faces = enclosed(every, max(accuracy_ft, NECK_FT), frame)
    kinds = np.repeat(np.array(list(closers), dtype=object), [len(shapes) for shapes in closers.values()])
    face, closer = running_along(shapely.get_exterior_ring(faces), every, reach)
    closed_by = defaultdict(set)
    for one, kind in zip(face.tolist(), kinds[closer], strict=True):
        closed_by[one].add(kind)
    order = np.array([one for one, by in closed_by.items() if STREET in by], dtype=np.intp)
    order = order[np.lexsort(shapely.bounds(faces[order]).T[::-1])]
    sides = np.empty(len(order), dtype=object)
    sides[:] = [tuple(sorted(closed_by[one])) for one in order.tolist()]
    ids = np.array([f"derived block {number + 1}" for number in range(len(order))], dtype=object)
    return Blocks(faces[order], ids, sides, np.full(len(order), DERIVED, dtype=object))


def bounding_lines(streets: Layer) -> Geometries:
    """Return the centrelines of a layer of streets that are no alleys by their name or class."""
    said = zip(streets.column_if_there("name"), streets.column_if_there("kind"), strict=True)
    is_alley = np.array([ALLEY in (kind_said(name), kind_said(told)) for name, told in said], dtype=bool)
    kept: Geometries = streets.geometries[~is_alley]
    return kept


def blocks_of_layer(layer: Layer) -> Blocks:
    """Return the blocks of a layer that draws them, in its order; what closes them it does not say.

    Parameters
    ----------
    layer : Layer
        Rows with the column block_id.
    """
    ids = layer.column("block_id")
    named = [f"row {row + 1}" if name is None else str(name) for row, name in enumerate(ids)]
    closed_by = np.empty(len(named), dtype=object)
    closed_by[:] = [()] * len(named)
    return Blocks(layer.geometries, np.array(named, dtype=object), closed_by, np.full(len(named), "blocks", object))


def sewers_in_blocks(  # noqa: PLR0913  two layers, what joins them, the plane and how sure it is
    blocks: Blocks,
    mains: Mains,
    rights: RightsOfWay,
    holding: tuple[Rows, Rows],
    frame: Frame,
    accuracy_ft: float = 0.0,
) -> SewersInBlocks:
    """Tell which sewers run through each block, and which run in a street that bounds it.

    Parameters
    ----------
    blocks : Blocks
        In the frame.
    mains : Mains
        Sewers of every kind but laterals and storm sewers, which are no public sewer, are looked at.
    rights : RightsOfWay
        A railroad, an alley or an easement bounds no block as a street.
    holding : pair of int arrays
        Right-of-way and the sewer that runs in it.
    frame : Frame
        The plane of all.
    accuracy_ft : float
        A sewer that runs within this of a block's line, in US survey feet, is not in the block.

    Returns
    -------
    SewersInBlocks
        A sewer that is in a block and in a street that bounds it is in the block.

    """
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    is_public = ~np.isin(mains.kinds, NO_PUBLIC_SEWER)
    block, sewer, how = _inside(blocks, mains, reach, LEAST_INSIDE_FT / frame.unit_ft)
    bounding_block, bounding_sewer = _bounding(blocks, rights, holding, reach)
    pairs = dict.fromkeys(zip(bounding_block.tolist(), bounding_sewer.tolist(), strict=True), BOUNDING)
    pairs.update(zip(zip(block.tolist(), sewer.tolist(), strict=True), how.tolist(), strict=True))
    kept = sorted((b, s) for b, s in pairs if is_public[s])
    both = np.array(kept, dtype=np.intp).reshape(-1, 2)
    return SewersInBlocks(both[:, 0], both[:, 1], np.array([pairs[pair] for pair in kept], dtype=object))


def _bounding(blocks: Blocks, rights: RightsOfWay, holding: tuple[Rows, Rows], reach: float) -> tuple[Rows, Rows]:
    """Return pairs of a block and a sewer that runs in a street along it."""
    holder, sewer = holding
    is_street = rights.kinds[holder] == STREET
    holder, sewer = holder[is_street], sewer[is_street]
    rows = np.unique(holder)
    block, street = running_along(shapely.boundary(blocks.geometries), rights.geometries[rows], reach)
    side, held = through(rows[street], holder)
    return block[side], sewer[held]


def _inside(blocks: Blocks, mains: Mains, reach: float, least: float) -> tuple[Rows, Rows, Texts]:
    """Return pairs of a block and a sewer that runs in it beyond the accuracy of its line, and how."""
    inner = shapely.buffer(blocks.geometries, -reach, join_style="mitre")
    block, sewer = mains.tree.query(inner, predicate="intersects")
    runs = shapely.intersection(inner[block], mains.geometries[sewer])
    is_run = shapely.length(runs) > max(reach, least)
    block, sewer, runs = block[is_run], sewer[is_run], runs[is_run]
    how = np.full(len(block), INTERIOR, dtype=object)
    how[_goes_across(block, runs, inner, reach)] = THROUGH
    return block, sewer, how


def _goes_across(block: Rows, runs: Geometries, inner: Geometries, reach: float) -> Flags:
    """Say of each run in a block whether the line of sewers that it belongs to enters the block and leaves it."""
    first, second = shapely.STRtree(runs).query(runs, predicate="dwithin", distance=reach)
    together = block[first] == block[second]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(runs)))
    graph.add_edges_from(zip(first[together].tolist(), second[together].tolist(), strict=True))
    whole = np.zeros(len(runs), dtype=np.intp)
    for number, members in enumerate(nx.connected_components(graph)):
        whole[list(members)] = number
    ends, of_run = ends_of(runs)
    edges = shapely.boundary(inner)
    shapely.prepare(edges)
    crosses = np.asarray(shapely.dwithin(edges[block[of_run]], ends, reach / 2), dtype=bool)
    places = np.unique(np.column_stack([whole[of_run[crosses]], shapely.get_coordinates(ends[crosses])]), axis=0)
    crossings = np.bincount(places[:, 0].astype(np.intp), minlength=len(runs))
    return np.asarray(crossings[whole] > 1, dtype=bool)


def ends_of(lines: Geometries) -> tuple[Geometries, Rows]:
    """Return both ends of every part of lines, and the line of each.

    >>> ends, of_line = ends_of(np.array([shapely.LineString([(0, 0), (3, 4), (9, 9)])], dtype=object))
    >>> [end.wkt for end in ends], of_line.tolist()
    (['POINT (0 0)', 'POINT (9 9)'], [0, 0])
    """
    parts, line = shapely.get_parts(lines, return_index=True)
    ends = np.concatenate([shapely.get_point(parts, 0), shapely.get_point(parts, -1)])
    return ends, np.concatenate([line, line])
