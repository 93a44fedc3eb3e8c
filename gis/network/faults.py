"""What is wrong with the layers of sewers and nodes, and where: listed, and never turned into a duty?"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.places import boxes_lonlat
from gis.facts.sewers.answers.gravity import DATUMS
from gis.model.connections import LayerFault
from gis.network.build import Network
from gis.network.gaps import gaps, ground_distances_ft
from gis.network.strands import Point, Strand, drops_ft, fit_of_ids, nearest_named, parts_apart
from gis.network.trace import all_downstream, between, places_in_words

SEWERS, NODES = "sewers", "sewer_nodes"
_PRIVATE = ("lateral", "storm")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class _Found:
    kind: str
    layer: str
    feature_id: str
    what: str
    at: Point


def network_faults(network: Network) -> tuple[LayerFault, ...]:
    """List what is wrong with a network's layers.

    Parameters
    ----------
    network : Network
        The network as built.

    Returns
    -------
    tuple of LayerFault
        Ordered by kind, then by feature. The kinds: `short_of_node` (a main that ends short of the node named for it,
        or a loose end near a node), `gap` (a loose end near another sewer), `parts_apart` (parts of one line that do
        not join), `against_flow` (drawn against its node ids or its inverts, or inverts that rise along the flow that
        the ids say), `node_id_repeated`, `node_unknown` (a row names a node that is not on file), `loop`, `dead_end`
        (a flow that reaches no plant), `unjoined` (a main that meets no other sewer and no plant), `sewer_id_repeated`
        (told at each of the sewers), `datums_mixed` (a sewer whose elevations are above the datum that fewer sewers
        have), `no_in_service_date`, `unknown_kind`, `unknown_status`, `unknown_owner`. Heights (Z) of the shapes are
        dropped by import, which says so in the edition's notes.
    """
    told = sorted(
        (found for search in _SEARCHES for found in search(network)),
        key=lambda found: (found.kind, found.layer, found.feature_id, found.at, found.what),
    )
    points = np.array([found.at for found in told], dtype=np.float64).reshape(-1, 2)
    boxes = boxes_lonlat(shapely.points(points), network.frame)
    return tuple(
        LayerFault(found.kind, found.layer, found.feature_id, found.what, where, box)
        for found, where, box in zip(told, _places(points, network), boxes, strict=True)
    )


def _places(points: npt.NDArray[np.float64], network: Network) -> list[str]:
    """Return places in words: coordinates and the nearest node."""
    places = places_in_words(points, network.frame)
    if not (len(network.nodes) and len(points)):
        return places
    nearest = network.nodes.tree.nearest(shapely.points(points))
    away = ground_distances_ft(_pairs(points), _pairs(network.nodes.points[nearest]), network.frame)
    return [
        f"{place}; the nearest node is {network.nodes.name(node)}, {distance_ft:,.1f} ft away"
        for place, node, distance_ft in zip(places, nearest.tolist(), away, strict=True)
    ]


def _pairs(points: npt.NDArray[np.float64]) -> list[Point]:
    return [(x, y) for x, y in points.tolist()]


def _of_main(network: Network, kind: str, main: int, what: str, at: Point | None = None) -> _Found:
    return _Found(kind, SEWERS, str(network.mains.ids[main]), what, at or _middle(network, main))


def _middle(network: Network, main: int) -> Point:
    middle = network.mains.geometries[main].interpolate(0.5, normalized=True)
    return float(middle.x), float(middle.y)


def _named_ends(network: Network) -> Iterator[tuple[Strand, Point, str]]:
    for strand in network.strands:
        yield from ((strand, point, name) for point, name in strand.ends if name is not None)


def _short_of_nodes(network: Network) -> Iterator[_Found]:
    nodes = network.nodes
    short: list[tuple[Strand, Point, int]] = []
    for strand, point, name in _named_ends(network):
        if name in nodes.by_id:
            node = nearest_named(name, point, nodes)
            if math.dist(point, nodes.places[node]) > network.reach:
                short.append((strand, point, node))
    at_nodes = _pairs(nodes.points[[node for *_, node in short]]) if short else []
    away = ground_distances_ft([point for _, point, _ in short], at_nodes, network.frame)
    for (strand, point, node), distance_ft in zip(short, away, strict=True):
        what = f"Its row names {nodes.name(node)}, and its line ends {distance_ft:,.2f} ft short of it."
        yield _of_main(network, "short_of_node", strand.main, what, point)


def _loose_ends(network: Network) -> Iterator[_Found]:
    for gap in gaps(network):
        kind = "gap" if gap.node is None else "short_of_node"
        yield _of_main(network, kind, gap.main, f"{between(gap, network)}.", gap.end)


def _parts(network: Network) -> Iterator[_Found]:
    for main in parts_apart(network.mains).tolist():
        first, *others = shapely.get_parts(shapely.line_merge(network.mains.geometries[main]))
        (x, y), far = shapely.shortest_line(first, shapely.multilinestrings(others)).coords
        away = ground_distances_ft([(x, y)], [far], network.frame)[0]
        what = (
            f"Its line has {len(others) + 1} parts that do not join; {away:,.2f} ft lie between the first and the next."
        )
        yield _of_main(network, "parts_apart", main, what, (x, y))


def _against_flow(network: Network) -> Iterator[_Found]:
    drops = drops_ft(network.mains)
    for strand in network.strands:
        up, down = strand.upstream_id, strand.downstream_id
        fit = fit_of_ids(strand.first, strand.last, (up, down), network.nodes)
        rise_ft = -float(drops[strand.main])
        if strand.is_turned and fit is not None:
            way = f"from {down or 'its other end'} to {up or 'its other end'}"
            what = f"It is drawn {way}, and its row says that it flows the other way; the row is followed."
            yield _of_main(network, "against_flow", strand.main, what)
        if network.mains.kinds[strand.main] == "force_main" or not rise_ft > 0:
            continue
        if strand.basis == "falls":
            what = f"As it is drawn its inverts rise by {rise_ft:,.2f} ft; it is taken to flow as they fall."
        else:
            way = f"from {up or 'its upper end'} to {down or 'its lower end'}"
            what = f"Its inverts rise by {rise_ft:,.2f} ft {way}, as its row says that it flows."
        yield _of_main(network, "against_flow", strand.main, what)


def _node_ids(network: Network) -> Iterator[_Found]:
    nodes = network.nodes
    for name, positions in sorted(nodes.by_id.items()):
        first, *others = positions
        for other in others:
            here, there = _pairs(nodes.points[[first, other]])
            away = ground_distances_ft([here], [there], network.frame)[0]
            what = f"The id {name} stands at two nodes, {away:,.2f} ft apart (rows {nodes.rows[first] + 1} and "
            yield _Found("node_id_repeated", NODES, name, f"{what}{nodes.rows[other] + 1}).", there)
    if nodes.is_on_file:
        for strand, point, name in _named_ends(network):
            if name not in nodes.by_id:
                what = f"Its row names node {name}, which is not on file."
                yield _of_main(network, "node_unknown", strand.main, what, point)


def _sewer_ids(network: Network) -> Iterator[_Found]:
    of_ids: dict[str, list[int]] = defaultdict(list)
    for main, name in enumerate(network.mains.ids.tolist()):
        of_ids[name].append(main)
    for name, bearers in of_ids.items():
        if len(bearers) > 1 and not (network.mains.kinds[bearers] == "storm").all():
            shown = np.array([_middle(network, main) for main in bearers[:_MOST_NAMED]])
            places = ", and ".join(places_in_words(shown, network.frame))
            more = f", and at {len(bearers) - _MOST_NAMED:,} more" if len(bearers) > _MOST_NAMED else ""
            what = f"The id {name} stands at {len(bearers):,} sewers: {places}{more}."
            yield from (_of_main(network, "sewer_id_repeated", main, what) for main in bearers)


def _datums(network: Network) -> Iterator[_Found]:
    """Tell the sewers whose elevations are above another datum than those of most."""
    stated = network.mains.layer.column_if_there("vertical_datum")
    counted = Counter(datum for datum in stated.tolist() if datum in DATUMS)
    if len(counted) < len(DATUMS):
        return
    most, fewer = sorted(counted, key=lambda datum: (-counted[datum], datum))
    what = (
        f"Its elevations are above {DATUMS[fewer]}, and those of {counted[most]:,} other "
        f"sewer{'' if counted[most] == 1 else 's'} above {DATUMS[most]}: the two are never compared."
    )
    for main in np.flatnonzero(stated == fewer).tolist():
        yield _of_main(network, "datums_mixed", main, what)


def _loops(network: Network) -> Iterator[_Found]:
    rings = [ring for ring in nx.strongly_connected_components(network.graph) if len(ring) > 1]
    number = {junction: ring for ring, junctions in enumerate(rings) for junction in junctions}
    names: dict[int, set[str]] = defaultdict(set)
    for junction, leaving in network.leads_on.items():
        for piece in leaving:
            if junction in number and number.get(piece.end) == number[junction]:
                names[number[junction]].add(str(network.mains.ids[piece.main]))
    for ring, junctions in enumerate(rings):
        at = _pairs(network.junctions.points[[min(junctions)]])[0]
        what = f"Sewers {_named(names[ring])} lead round: the flow comes back to where it was."
        yield _Found("loop", SEWERS, min(names[ring]), what, at)
    for strand, up, down in zip(network.strands, network.junctions.upstream, network.junctions.downstream, strict=True):
        if up == down and network.walked[strand.main] and strand.line.length > 2 * network.reach:
            yield _of_main(network, "loop", strand.main, "It ends where it begins.", strand.downstream)


def _dead_ends(network: Network) -> Iterator[_Found]:
    above: Counter[int] = Counter()
    for main, trace in enumerate(all_downstream(network)):
        if trace is not None and network.walked[main] and network.mains.kinds[main] != "lateral":
            above[trace.last] += not trace.reaches_plant and trace.comes_round_to is None
    arriving: dict[int, set[str]] = defaultdict(set)
    for piece in network.pieces:
        if network.walked[piece.main] and network.mains.kinds[piece.main] != "lateral":
            arriving[piece.end].add(str(network.mains.ids[piece.main]))
    for junction, count in sorted(above.items()):
        if not count:
            continue
        ids = arriving[junction]
        last = f"Sewer {min(ids)} ends" if len(ids) == 1 else f"Sewers {_named(ids)} end head to head"
        more = "" if len(ids) == 1 else ", so that one of them may be drawn the wrong way"
        flows = "1 sewer flows" if count == 1 else f"{count:,} sewers flow"
        what = f"{last} here, and nothing leads on{more}: {flows} to no plant."
        yield _Found("dead_end", SEWERS, min(ids), what, _pairs(network.junctions.points[[junction]])[0])


def _unjoined(network: Network) -> Iterator[_Found]:
    meeting = network.junctions
    touched: dict[int, set[int]] = defaultdict(set)
    stops = [
        (up, *along, down)
        for up, along, down in zip(meeting.upstream.tolist(), meeting.along, meeting.downstream.tolist(), strict=True)
    ]
    for strand, at in zip(network.strands, stops, strict=True):
        for junction in at:
            touched[junction].add(strand.main)
    for strand, at in zip(network.strands, stops, strict=True):
        is_main = network.walked[strand.main] and network.mains.kinds[strand.main] not in _PRIVATE
        is_alone = all(touched[junction] == {strand.main} for junction in at) and network.plants.isdisjoint(at)
        if is_main and is_alone:
            yield _of_main(network, "unjoined", strand.main, "No other sewer meets it at either end or along it.")


def _unsaid(network: Network) -> Iterator[_Found]:
    """Tell the mains of which the layer does not say what the tests need: no duty follows from those."""
    mains = network.mains
    told = zip(mains.kinds, network.statuses, mains.owners, mains.operational, strict=True)
    for main, (kind, status, owner, operational) in enumerate(told):
        if status == "abandoned" or kind in _PRIVATE:
            continue
        if kind in {None, "other"}:
            what = "The layer does not say whether it is a gravity main, a force main or an interceptor."
            yield _of_main(network, "unknown_kind", main, what)
        if status in {None, "other"}:
            what = "The layer does not say whether it is in service, proposed or abandoned."
            yield _of_main(network, "unknown_status", main, what)
        if owner is None:
            what = "Neither its row nor its operator's name tells whether it is local, regional or of a district."
            yield _of_main(network, "unknown_owner", main, what)
        if status == "in_service" and operational is None:
            what = "It is in service, and the layer does not say since which day."
            yield _of_main(network, "no_in_service_date", main, what)


def _named(ids: set[str]) -> str:
    listed = sorted(ids)
    more = f" and {len(listed) - _MOST_NAMED} more" if len(listed) > _MOST_NAMED else ""
    return ", ".join(listed[:_MOST_NAMED]) + more


_SEARCHES: Sequence[Callable[[Network], Iterator[_Found]]] = (
    _short_of_nodes,
    _loose_ends,
    _parts,
    _against_flow,
    _node_ids,
    _sewer_ids,
    _datums,
    _loops,
    _dead_ends,
    _unjoined,
    _unsaid,
)
