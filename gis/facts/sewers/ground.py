"""How do all parcels lie to the rights-of-way, sewers, blocks, municipalities and districts: one survey for all?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.errors import EditionMissing
from gis.facts.layerset import LayerSet
from gis.facts.sewers.areas.lying import NOWHERE, Lying, lying
from gis.facts.sewers.areas.membership import Membership, membership
from gis.facts.sewers.blocks.blocks import (
    NO_PUBLIC_SEWER,
    STREET,
    Blocks,
    SewersInBlocks,
    blocks_of_layer,
    bounding_lines,
    derived_blocks,
    no_blocks,
    no_sewers,
    sewers_in_blocks,
)
from gis.facts.sewers.mains import Mains, mains, sewers_in_order
from gis.facts.sewers.meetings.frontage import Frontages, frontages
from gis.facts.sewers.meetings.holding import holding
from gis.facts.sewers.meetings.meeting import across_gaps, held_with_gaps, meetings, no_meetings
from gis.facts.sewers.meetings.open_meetings import Land, OpenMeetings, nothing_open, open_meetings
from gis.facts.sewers.meetings.predicates import ABANDONED, Meetings
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.rights_of_way import SurveyedWays, survey_ways
from gis.geometry.beside import HERE, Beside
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_NOTHING = (np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp))
"""No pairs."""

_GAP = "gap"


@dataclass(frozen=True, eq=False)
class SewerGround:
    """What the map says of parcels and sewers on one day, for every ordinance's test.

    Parcels are those records of the roll that are land with an owner, in the order of the layer; a record that repeats
    the id and the polygon of another is not counted again. Units of a condominium that share a polygon are several
    parcels on one piece of ground, and what depends on the ground is told once for it.

    Attributes
    ----------
    layers : LayerSet
        What was surveyed.
    date : date
        The day of the question.
    rows : int array
        Row of each parcel in the layer of parcels.
    ids : object array of str
        Parcel ids, verbatim.
    ground : int array
        Piece of ground of each parcel.
    grounds : object array of Polygon or MultiPolygon
        Pieces of ground, no two alike, in the order of their first parcel.
    ways : SurveyedWays
        What the layers tell of rights-of-way, with what is wrong in it.
    rights : RightsOfWay
        Streets, alleys, railroads and easements.
    frontages : Frontages
        Lines that ground shares with rights-of-way; `parcel` is the piece of ground.
    mains : Mains or None
        None where no layer of sewers is on file.
    held : pair of int arrays
        Rights-of-way and the sewers that run in them.
    meetings : Meetings
        Ground and the sewers in the rights-of-way that it meets.
    beyond_end : pair of int arrays
        Ground and a sewer in the gap before it that ends short of it.
    open_meetings : OpenMeetings
        Ground and sewers of which the layers leave open whether they meet.
    crossed : pair of int arrays
        Ground and a sewer that runs across it beyond the accuracy of its line.
    blocks : Blocks
        Blocks of the layer, or derived.
    in_blocks : SewersInBlocks
        Sewers in them and in the streets that bound them.
    block : int array
        Block of each piece of ground, -1 where it lies in none.
    block_parts : Lying
        All blocks in which ground lies.
    is_open_known : bool
        Whether ground that lies in no block is known to lie in none; false where no street is on file.
    building_ground : int array
        Piece of ground of each row of the layer of buildings: the one that holds most of it, -1 where none does.
    notes : tuple of str
        What every answer must say of the layers.
    """

    layers: LayerSet
    date: dt.date
    rows: Rows
    ids: Texts
    ground: Rows
    grounds: Geometries
    ways: SurveyedWays
    rights: RightsOfWay
    frontages: Frontages
    mains: Mains | None
    held: tuple[Rows, Rows]
    meetings: Meetings
    beyond_end: tuple[Rows, Rows]
    open_meetings: OpenMeetings
    crossed: tuple[Rows, Rows]
    blocks: Blocks
    in_blocks: SewersInBlocks
    block: Rows
    block_parts: Lying
    is_open_known: bool
    building_ground: Rows
    notes: tuple[str, ...]

    def __len__(self) -> int:
        """Return how many parcels there are."""
        return len(self.rows)

    @property
    def parcels(self) -> Layer:
        """The layer of parcels."""
        return self.layers.layers["parcels"]

    @cached_property
    def geometries(self) -> Geometries:
        """Polygon of each parcel."""
        found: Geometries = self.grounds[self.ground]
        return found

    @cached_property
    def membership(self) -> Membership:
        """In which municipality and districts the parcels lie; told when first asked for."""
        return membership(self.layers, self.rows, self.date)

    @cached_property
    def unheld(self) -> Rows:
        """Sewers that may serve and run in no right-of-way or easement on file: no parcel is adjacent to them."""
        if self.mains is None:
            return np.zeros(0, dtype=np.intp)
        may_serve = ~np.isin(self.mains.kinds, NO_PUBLIC_SEWER) & (self.mains.statuses != ABANDONED)
        may_serve[self.held[1]] = False
        return np.flatnonzero(may_serve)

    def column(self, name: str) -> Texts:
        """Return a column of the roll for the parcels, None throughout where the layer has no such column."""
        if name not in self.parcels.table.columns:
            return np.full(len(self), None, dtype=object)
        return self.parcels.column(name)[self.rows]


def sewer_ground(
    layers: LayerSet,
    date: dt.date,
    operators: Mapping[str, str] = MappingProxyType({}),
    beside: Beside = HERE,
) -> SewerGround:
    """Survey all parcels and sewers once.

    Parameters
    ----------
    layers : LayerSet
        Parcels, and of the other kinds what is on file; what follows from an absent one is unknown, and a note says
        so. A layer of the kind blocks, with the column block_id, goes before blocks that are derived.
    date : date
        The day of the question.
    operators : mapping of str to str
        Owner class of sewers by the operator's name, as an ordinance file states it.
    beside : Beside
        Takes what asks for little of the rest: on which ground buildings stand, and the blocks.

    Returns
    -------
    SewerGround
        Order and content depend on the layers alone.

    Raises
    ------
    EditionMissing
        No layer of parcels is on file.
    OverlayUnverified
        Where an overlay of one parcel cannot be shown to be right.
    """
    layers = sewers_in_order(layers)
    rows, ground, grounds, piece_of_row = _grounds(layers)
    building_ground = beside.begin(_building_ground, layers, grounds)
    frame, ways, lines = layers.frame, survey_ways(layers, date=date), mains(layers, date, operators)
    rights = ways.rights
    to_rights_ft = accuracy_ft(layers, "parcels", "rights_of_way")
    held_ft = accuracy_ft(layers, "sewers", "rights_of_way")
    blocks_found = beside.begin(_blocks, layers, rights)
    fronts = frontages(grounds, rights, to_rights_ft, frame)
    held, crossed, beyond_end, met = _NOTHING, _NOTHING, _NOTHING, no_meetings()
    left_open = nothing_open()
    if lines is not None:
        held = held_with_gaps(holding(rights, lines, held_ft, frame), ways, lines)
        crossed = _crossed(grounds, lines, layers)
        across = across_gaps(ways, lines, piece_of_row)
        beyond_end, met = across.beyond_end, meetings(fronts, rights, lines, held, across)
        left_open, stands = open_meetings(layers, ways, lines, held, fronts, met, Land(grounds, piece_of_row, frame))
        met = met.only(stands)
    blocks, is_open_known = blocks_found()
    in_blocks = no_sewers() if lines is None else sewers_in_blocks(blocks, lines, rights, held, frame, held_ft)
    block_parts = lying(grounds, blocks.geometries, to_rights_ft, frame)
    return SewerGround(
        layers=layers,
        date=date,
        rows=rows,
        ids=layers.layers["parcels"].column("parcel_id")[rows],
        ground=ground,
        grounds=grounds,
        ways=ways,
        rights=rights,
        frontages=fronts,
        mains=lines,
        held=held,
        meetings=met,
        beyond_end=beyond_end,
        open_meetings=left_open,
        crossed=crossed,
        blocks=blocks,
        in_blocks=in_blocks,
        block=block_parts.most(len(grounds)),
        block_parts=block_parts,
        is_open_known=is_open_known,
        building_ground=building_ground(),
        notes=_notes(layers, is_open_known=is_open_known),
    )


def accuracy_ft(layers: LayerSet, *kinds: str) -> float:
    """Return the combined accuracy of those of the kinds that are on file, in US survey feet."""
    return float(layers.accuracy_ft(*(kind for kind in kinds if kind in layers.layers), with_boundary=False))


def _grounds(layers: LayerSet) -> tuple[Rows, Rows, Geometries, Rows]:
    """Return rows of parcels (repeats left out), their pieces of ground, the pieces, and the piece of every row."""
    layer = layers.layers.get("parcels")
    if layer is None:
        raise EditionMissing(
            what="There are no parcels to look at.",
            where="the layers folder",
            why="A duty to connect is one of a parcel's owner.",
            next="Import parcels first: townline import parcels FILE --layers DIR",
        )
    shapes = layer.geometries
    is_land = ~np.asarray(shapely.is_missing(shapes) | shapely.is_empty(shapes), dtype=bool)
    rows = np.flatnonzero(is_land & (layer.column("record_kind") == "parcel"))
    outlines = shapely.to_wkb(shapely.normalize(shapes[rows]))
    piece = pd.factorize(outlines)[0]
    _, first = np.unique(piece, return_index=True)
    piece_of_row = np.full(len(shapes), NOWHERE, dtype=np.intp)
    piece_of_row[rows] = piece
    is_repeat = pd.DataFrame({"id": layer.column("parcel_id")[rows], "piece": piece}).duplicated().to_numpy(dtype=bool)
    return rows[~is_repeat], piece_of_row[rows[~is_repeat]], shapes[rows[first]], piece_of_row


def _crossed(grounds: Geometries, lines: Mains, layers: LayerSet) -> tuple[Rows, Rows]:
    """Return ground and the sewers that run across it, farther within than the accuracy of its line and of theirs."""
    reach = accuracy_ft(layers, "parcels", "sewers") / layers.frame.unit_ft + 2 * layers.frame.grid
    sewer, ground = shapely.STRtree(grounds).query(lines.geometries, predicate="intersects")
    inner = shapely.buffer(grounds[ground], -reach, join_style="mitre")
    runs = np.asarray(shapely.length(shapely.intersection(lines.geometries[sewer], inner)) > reach, dtype=bool)
    order = np.lexsort((sewer[runs], ground[runs]))
    return ground[runs][order], sewer[runs][order]


def _blocks(layers: LayerSet, rights: RightsOfWay) -> tuple[Blocks, bool]:
    """Return the blocks, and whether land in none of them is known to lie in none."""
    if "blocks" in layers.layers:
        return blocks_of_layer(layers.layers["blocks"]), True
    shapes = {kind: _shapes(layers, kind) for kind in ("streets", "railroads", "water", "municipalities", "plats")}
    if "streets" in layers.layers:
        shapes["streets"] = bounding_lines(layers.layers["streets"])
    is_street = rights.kinds == STREET
    if not (len(shapes["streets"]) or is_street.any()):
        return no_blocks(), False
    shapes["water"] = np.concatenate([shapes["water"], _water_records(layers)])
    reach_ft = accuracy_ft(layers, "rights_of_way", "municipalities", "plats")
    # Gaps are looked for along lines: a street in which nothing runs is not seen, and may bound a block.
    is_open_known = len(shapes["streets"]) > 0 or bool((is_street & (rights.sources != _GAP)).any())
    return derived_blocks(rights, **shapes, frame=layers.frame, accuracy_ft=reach_ft), is_open_known


def _water_records(layers: LayerSet) -> Geometries:
    """Return the ground that the roll records as water."""
    layer = layers.layers["parcels"]
    is_land = ~np.asarray(shapely.is_missing(layer.geometries) | shapely.is_empty(layer.geometries), dtype=bool)
    found: Geometries = layer.geometries[is_land & (layer.column("record_kind") == "water")]
    return found


def _shapes(layers: LayerSet, kind: str) -> Geometries:
    layer = layers.layers.get(kind)
    return np.zeros(0, dtype=object) if layer is None else layer.geometries


def _building_ground(layers: LayerSet, grounds: Geometries) -> Rows:
    buildings = _shapes(layers, "buildings")
    if not len(buildings):
        return np.zeros(0, dtype=np.intp)
    reach_ft = accuracy_ft(layers, "parcels", "buildings")
    return lying(buildings, grounds, reach_ft, layers.frame).most(len(buildings))


def _notes(layers: LayerSet, *, is_open_known: bool) -> tuple[str, ...]:
    absent = [
        f"No {words} are on file: {follows}."
        for kind, words, follows in (
            ("sewers", "sewers", "which parcels meet one is unknown"),
            ("municipalities", "municipalities", "whose ordinance governs a parcel is unknown"),
            ("buildings", "buildings", "what is in use is unknown where nobody stated it"),
        )
        if kind not in layers.layers
    ]
    if not is_open_known:
        absent.append("No streets are on file: in which block a parcel lies is unknown.")
    return (*layers.notes, *absent)
