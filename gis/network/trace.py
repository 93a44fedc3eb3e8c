"""By which sewers and stations does sewage go from a main to the plant, and where does the way break off?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from gis.errors import SewerUnknown
from gis.geometry.frame import Frame
from gis.geometry.places import places_at
from gis.model.connections import Downstream
from gis.network.build import Network, Piece
from gis.network.gaps import Gap, at_junctions, gaps

Floats = npt.NDArray[np.float64]

ComponentKind = Literal["pipe", "lift_station", "plant"]
_STATIONS: tuple[ComponentKind, ...] = ("lift_station", "plant")
_STATES = {"abandoned": "abandoned", "proposed": "only proposed", "other": "of a state that the layer does not name"}


Step = tuple[str, ComponentKind | None]
"""Id of a main or node on the way, and what it is; None for a node that has no capacity."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The way of sewage from one main."""

    main: int
    """Position of the main."""
    last: int
    """Junction at which the way ends."""
    steps: tuple[Step, ...]
    """Mains and nodes in the direction of flow, each once."""
    reaches_plant: bool
    comes_round_to: str | None
    """Component to which the flow comes back after the last one; None where it does not come round."""
    why_broken: str | None
    """One sentence with its place; None where the way reaches a plant."""

    @property
    def path(self) -> tuple[str, ...]:
        """Ids of mains and nodes."""
        return tuple(name for name, _ in self.steps)

    @property
    def components(self) -> tuple[tuple[str, ComponentKind], ...]:
        """Those of the steps that have a capacity: mains, lift stations and the plant."""
        return tuple((name, kind) for name, kind in self.steps if kind is not None)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the components."""
        return tuple(name for name, kind in self.steps if kind is not None)


@dataclass(frozen=True, slots=True)
class _Way:
    """What lies down the flow from a junction."""

    steps: tuple[Step, ...]
    last: int
    comes_round_to: str | None = None


def downstream(network: Network, main_id: str) -> Trace:
    """Follow the flow from one main.

    Parameters
    ----------
    network : Network
        The network; its `walked` says which mains the way may go through.
    main_id : str
        Id of a main of any state, so that a proposed main can be asked about; of several rows of one id, the first.

    Returns
    -------
    Trace
        The main itself and what follows, down to a plant or to where the way breaks off.

    Raises
    ------
    SewerUnknown
        No sewer on file has that id.
    """
    rows = np.flatnonzero(network.mains.ids == main_id)
    if not len(rows):
        raise SewerUnknown(
            what="No sewer on file has that id.",
            where=f"sewer {main_id}",
            why="The way to the plant begins at a sewer of the layer.",
            next="Give an id of the layer of sewers; a row without one is called by its number, as in 'row 7'.",
        )
    return _Tracer(network).trace(int(rows[0]))


def all_downstream(network: Network) -> tuple[Trace | None, ...]:
    """Follow the flow from every main at once; see `downstream`.

    Returns
    -------
    tuple of Trace or None
        By position of the main; None for storm sewers, which are no part of the network.
    """
    tracer = _Tracer(network)
    return tuple(tracer.trace(main) if main in network.outlets else None for main in range(len(network.mains)))


def as_downstream(trace: Trace, spare: Mapping[str, Fraction]) -> Downstream:
    """Return a trace as answers have it, with the component of least spare capacity.

    Parameters
    ----------
    trace : Trace
        The way.
    spare : mapping of str to Fraction
        Spare capacity in gallons per day, by id of the main or node, as the register states it.

    Returns
    -------
    Downstream
        Of equal components the first is the bottleneck; where nobody stated a capacity there is none.
    """
    known = [name for name in trace.ids if name in spare]
    least = min(known, key=spare.__getitem__, default=None)
    return Downstream(
        path=trace.path,
        reaches_plant=trace.reaches_plant,
        bottleneck=least,
        bottleneck_gpd=None if least is None else spare[least],
        unknown_capacity=len(trace.ids) - len(known),
        why_broken=trace.why_broken,
    )


def places_in_words(points: Floats, frame: Frame) -> list[str]:
    """Return places as sentences name them: "at 655300, 108000 (longitude -89.5000000, latitude 43.1000000)"."""
    return [
        str(place.text)
        if place.longitude is None or place.latitude is None
        else f"{place.text} (longitude {place.longitude:.7f}, latitude {place.latitude:.7f})"
        for place in places_at(points, frame)
    ]


class _Tracer:
    """Follows the flow, each stretch once for all mains above it."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._ways: dict[int, _Way] = {}
        self._whys: dict[tuple[int, bool], str] = {}
        self._names = self._node_steps()
        self._leaving: dict[int, list[Piece]] = defaultdict(list)
        for piece in network.pieces:
            self._leaving[piece.start].append(piece)

    @cached_property
    def _gaps(self) -> Mapping[int, Gap]:
        return at_junctions(gaps(self._network), self._network)

    def trace(self, main: int) -> Trace:
        """Return the way from a main."""
        network = self._network
        outlet = network.outlets.get(main)
        if outlet is None:
            raise SewerUnknown(
                what="A storm sewer leads to no plant.",
                where=f"sewer {network.mains.ids[main]}",
                why="Storm sewers are no part of the network of sanitary sewers.",
                next="Give the id of a sanitary sewer.",
            )
        way = self._way(outlet)
        name = str(network.mains.ids[main])
        first: Step = (name, "pipe")
        round_to = way.comes_round_to
        reaches = round_to is None and way.last in network.plants
        if round_to is not None and first in way.steps:
            round_to = name
        return Trace(
            main=main,
            last=way.last,
            steps=tuple(dict.fromkeys((first, *way.steps))),
            reaches_plant=reaches,
            comes_round_to=round_to,
            why_broken=None if reaches else self._why(way),
        )

    def _node_steps(self) -> dict[int, Step]:
        """Return how a way names the node at each junction; a node without an id only where it is a component."""
        nodes, mains = self._network.nodes, set(self._network.mains.ids.tolist())
        kinds: dict[int, ComponentKind] = {
            node: kind for kind in _STATIONS for node in np.flatnonzero(nodes.serves_as(kind)).tolist()
        }
        found: dict[int, Step] = {}
        for node in range(len(nodes)):
            kind, name = kinds.get(node), nodes.ids[node]
            if name is None and kind is None:
                continue
            # A station that shares its number with a main is told apart by its kind.
            told = nodes.name(node) if name is None or (str(name) in mains and kind is not None) else str(name)
            junction = int(self._network.junctions.of_node[node])
            if junction not in found or (found[junction][1] is None and kind is not None):
                found[junction] = (told, kind)
        return found

    def _way(self, start: int) -> _Way:
        chain: list[int] = []
        begun: dict[int, int] = {}
        at = start
        while at not in self._ways and at not in begun:
            after = self._after(at)
            if after is None:
                self._ways[at] = _Way(self._at(at), at)
                break
            begun[at] = len(chain)
            chain.append(at)
            at = after
        if at not in self._ways:
            ring = chain[begun[at] :]
            del chain[begun[at] :]
            for turn, first in enumerate(ring):
                steps = tuple(step for each in (*ring[turn:], *ring[:turn]) for step in self._onward(each))
                self._ways[first] = _Way(steps, first, next(name for name, kind in steps if kind is not None))
        way = self._ways[at]
        for junction in reversed(chain):
            way = _Way((*self._onward(junction), *way.steps), way.last, way.comes_round_to)
            self._ways[junction] = way
        return way

    def _after(self, junction: int) -> int | None:
        """Return the junction that comes next; None at a plant and where nothing leads on."""
        piece = None if junction in self._network.plants else self._network.next_piece(junction)
        return None if piece is None else piece.end

    def _at(self, junction: int) -> tuple[Step, ...]:
        return (self._names[junction],) if junction in self._names else ()

    def _onward(self, junction: int) -> tuple[Step, ...]:
        piece = self._network.next_piece(junction)
        main: tuple[Step, ...] = () if piece is None else ((str(self._network.mains.ids[piece.main]), "pipe"),)
        return (*self._at(junction), *main)

    def _why(self, way: _Way) -> str:
        is_round = way.comes_round_to is not None
        key = way.last, is_round
        if key not in self._whys:
            self._whys[key] = self._comes_round(way.last) if is_round else self._ends(way.last)
        return self._whys[key]

    def _comes_round(self, junction: int) -> str:
        return f"The flow comes round to where it was, {self._place(junction)}."

    def _place(self, junction: int) -> str:
        return places_in_words(self._network.junctions.points[[junction]], self._network.frame)[0]

    def _ends(self, junction: int) -> str:
        network = self._network
        place = self._place(junction)
        gap = self._gaps.get(junction)
        if gap is not None:
            return f"The way breaks off {place}: {between(gap, network)}."
        stopped = sorted(
            (str(network.mains.ids[piece.main]), network.statuses[piece.main])
            for piece in self._leaving.get(junction, ())
            if not network.walked[piece.main]
        )
        if stopped:
            name, status = stopped[0]
            state = "of a state that nobody stated" if status is None else _STATES[status]
            return f"The way breaks off {place}: sewer {name}, which leads on from there, is {state}."
        node = int(network.junctions.node[junction])
        thing = "the end of the last sewer" if node < 0 else network.nodes.name(node)
        more = "" if network.plants else " No treatment plant is on file."
        return f"Nothing leads on from {thing}, {place}.{more}"


def between(gap: Gap, network: Network) -> str:
    """Return in words how far a loose end is from what it may be meant to join."""
    other = f"sewer {network.mains.ids[gap.other_main]}" if gap.node is None else network.nodes.name(gap.node)
    return f"{gap.distance_ft:,.2f} ft lie between the end of sewer {network.mains.ids[gap.main]} and {other}"
