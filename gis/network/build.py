"""How do sewers, manholes, lift stations and plants hang together: the network as a directed graph?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import networkx as nx
import numpy as np
import numpy.typing as npt

from gis.facts.sewers.mains import Mains
from gis.geometry.frame import Frame
from gis.layers.layer import Layer
from gis.network.joining import Junctions, junctions
from gis.network.nodes import SewerNodes, sewer_nodes
from gis.network.strands import Strand, strands

Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Texts = npt.NDArray[np.object_]

IN_SERVICE = frozenset({"in_service"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sewer from one junction to the next, in the direction of flow."""

    main: int
    strand: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Network:
    """The sewers of a layer as a directed graph.

    Attributes
    ----------
    mains : Mains
        The sewers; a position among them is what the other attributes call a main.
    nodes : SewerNodes
        Manholes, cleanouts, lift stations and plants.
    frame : Frame
        The plane of both.
    reach_ft : Fraction
        Ends no farther apart than this meet, US survey feet.
    statuses : object array of str or None
        State of each main on the day asked about.
    walked : bool array
        Which mains a trace may go through: those in service, unless asked otherwise, and never storm sewers.
    strands : tuple of Strand
        The mains with their direction of flow, and what that is told by.
    junctions : Junctions
        Where they meet.
    pieces : tuple of Piece
        The edges of the graph, of all mains but storm sewers, in the order of the mains.
    """

    mains: Mains
    nodes: SewerNodes
    frame: Frame
    reach_ft: Fraction
    statuses: Texts
    walked: Flags
    strands: tuple[Strand, ...]
    junctions: Junctions
    pieces: tuple[Piece, ...]

    @property
    def reach(self) -> float:
        """`reach_ft` in units of the frame, with the grid's rounding."""
        return float(self.reach_ft) / self.frame.unit_ft + 2 * self.frame.grid

    @cached_property
    def plants(self) -> frozenset[int]:
        """Junctions at which a treatment plant stands."""
        return frozenset(self.junctions.of_node[self.nodes.serves_as("plant")].tolist())

    @cached_property
    def leads_on(self) -> Mapping[int, Sequence[Piece]]:
        """Pieces that a trace may follow from each junction; no lateral takes flow from a main."""
        found: dict[int, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            if self.walked[piece.main] and self.mains.kinds[piece.main] != "lateral" and piece.start != piece.end:
                found[piece.start].append(piece)
        return found

    @cached_property
    def graph(self) -> nx.DiGraph[int]:
        """Junctions, and an edge for each way that a trace may go."""
        found: nx.DiGraph[int] = nx.DiGraph()
        found.add_nodes_from(range(len(self.junctions)))
        found.add_edges_from((piece.start, piece.end) for leaving in self.leads_on.values() for piece in leaving)
        return found

    @cached_property
    def to_plant(self) -> Mapping[int, int]:
        """Least count of stretches from each junction down to a plant; junctions that reach none are left out."""
        rounds = nx.bfs_layers(self.graph.reverse(copy=False), sorted(self.plants))
        return {junction: far for far, at in enumerate(rounds) for junction in at}

    @cached_property
    def outlets(self) -> Mapping[int, int]:
        """Junction at which each main's flow leaves it; of a main in parts apart, that of the part nearest a plant."""
        found: dict[int, int] = {}
        for strand, end in zip(self.strands, self.junctions.downstream.tolist(), strict=True):
            known = found.setdefault(strand.main, end)
            if self.to_plant.get(end, np.inf) < self.to_plant.get(known, np.inf):
                found[strand.main] = end
        return found

    def next_piece(self, junction: int) -> Piece | None:
        """Return the piece by which the flow leaves a junction: where several lead on, towards the nearest plant."""
        leaving = self.leads_on.get(junction, ())
        return min(leaving, key=self._preference, default=None)

    def _preference(self, piece: Piece) -> tuple[float, str, int]:
        return self.to_plant.get(piece.end, np.inf), str(self.mains.ids[piece.main]), piece.strand


def build(  # noqa: PLR0913  the two layers, how sure they are and where, and on which day
    mains: Mains,
    nodes: Layer | None,
    accuracy_ft: Fraction,
    frame: Frame,
    *,
    date: dt.date | None = None,
    walks: frozenset[str] = IN_SERVICE,
) -> Network:
    """Build the network of a layer of sewers.

    Parameters
    ----------
    mains : Mains
        The sewers, laterals too; storm sewers are no part of the network.
    nodes : Layer or None
        Of the kind sewer_nodes; None where none is on file.
    accuracy_ft : Fraction
        Ends no farther apart than this meet, US survey feet.
    frame : Frame
        The plane of both.
    date : date, optional
        The day of the question: a main that begins to serve later is proposed. Without one, states are the layer's.
    walks : frozenset of str
        States of the mains that a trace may go through.

    Returns
    -------
    Network
        Ends that name a node are joined to it; others where they touch. The flow goes as the ids say, else as the
        inverts fall, else as the line is drawn; a force main pumps as its ids say or as it is drawn; a lateral flows to
        the main that it joins.
    """
    stood = sewer_nodes(nodes)
    reach = float(accuracy_ft) / frame.unit_ft + 2 * frame.grid
    flowing = strands(mains, stood, reach)
    pumped = np.array([mains.kinds[strand.main] == "force_main" for strand in flowing], dtype=bool)
    meeting = junctions(flowing, stood, pumped, reach)
    flowing, meeting = _laterals_to_mains(mains, flowing, meeting)
    statuses = mains.statuses if date is None else mains.statuses_on(date)
    return Network(
        mains=mains,
        nodes=stood,
        frame=frame,
        reach_ft=accuracy_ft,
        statuses=statuses,
        walked=np.isin(statuses.astype(str), list(walks)) & (mains.kinds != "storm"),
        strands=flowing,
        junctions=meeting,
        pieces=tuple(_pieces(flowing, meeting)),
    )


def _pieces(flowing: Sequence[Strand], meeting: Junctions) -> list[Piece]:
    found = []
    ends = zip(meeting.upstream.tolist(), meeting.along, meeting.downstream.tolist(), strict=True)
    for number, (strand, (start, along, end)) in enumerate(zip(flowing, ends, strict=True)):
        stops = (start, *along, end)
        found += [Piece(strand.main, number, a, b) for a, b in pairwise(stops)]
    return found


def _laterals_to_mains(
    mains: Mains, flowing: tuple[Strand, ...], meeting: Junctions
) -> tuple[tuple[Strand, ...], Junctions]:
    """Turn the laterals that are drawn from the main to the building, where nothing but the drawing tells their way."""
    is_lateral = [mains.kinds[strand.main] == "lateral" for strand in flowing]
    on_main: set[int] = set()
    for number, stops in enumerate(meeting.along):
        if not is_lateral[number]:
            on_main.update((int(meeting.upstream[number]), *stops, int(meeting.downstream[number])))
    turned = list(flowing)
    upstream, downstream, along = meeting.upstream.copy(), meeting.downstream.copy(), list(meeting.along)
    for number, strand in enumerate(flowing):
        starts, ends = int(upstream[number]) in on_main, int(downstream[number]) in on_main
        if not is_lateral[number] or strand.basis != "drawn" or starts == ends:
            continue
        turned[number] = replace(strand, is_turned=starts, basis="to_main")
        if starts:
            upstream[number], downstream[number] = downstream[number], upstream[number]
            along[number] = along[number][::-1]
    return tuple(turned), replace(meeting, upstream=upstream, downstream=downstream, along=tuple(along))
