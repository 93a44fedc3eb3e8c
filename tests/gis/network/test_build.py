"""Which ends meet, and which way does each sewer flow?"""

from __future__ import annotations

import pytest
import shapely

from gis.network.build import Network
from gis.network.trace import downstream
from tests.gis.network.drawn import Row, network, node, pipe

PLANT = node("P", 300, 0, "plant")


def flow(built: Network, name: str) -> tuple[tuple[float, float], tuple[float, float], str]:
    """Return where the flow of a sewer enters and leaves, and what tells it."""
    found = [strand for strand in built.strands if built.mains.ids[strand.main] == name]
    assert len(found) == 1
    return found[0].upstream, found[0].downstream, found[0].basis


EAST, WEST = ((0.0, 0.0), (100.0, 0.0)), ((100.0, 0.0), (0.0, 0.0))
BOTH = (node("U", 0, 0), node("D", 100, 0))


@pytest.mark.parametrize(
    ("said", "nodes", "way", "basis"),
    [
        ({}, (), EAST, "drawn"),
        # Ids, with both nodes on file: they are followed, whatever the drawing and the inverts say.
        ({"upstream_node": "U", "downstream_node": "D"}, BOTH, EAST, "ids"),
        ({"upstream_node": "D", "downstream_node": "U"}, BOTH, WEST, "ids"),
        (
            {"upstream_node": "U", "downstream_node": "D", "upstream_invert_ft": 1.0, "downstream_invert_ft": 9.0},
            BOTH,
            EAST,
            "ids",
        ),
        # One node on file is enough to tell the end.
        ({"upstream_node": "D", "downstream_node": "X"}, BOTH[1:], WEST, "ids"),
        ({"downstream_node": "U"}, BOTH, WEST, "ids"),
        # Both named and none on file: the row says that the drawn order is the flow's.
        ({"upstream_node": "X", "downstream_node": "Y"}, (), EAST, "ids"),
        # Inverts: water falls.
        ({"upstream_invert_ft": 9.0, "downstream_invert_ft": 1.0}, (), EAST, "falls"),
        ({"upstream_invert_ft": 1.0, "downstream_invert_ft": 9.0}, (), WEST, "falls"),
        ({"upstream_invert_ft": 5.0, "downstream_invert_ft": 5.0}, (), EAST, "drawn"),
        ({"upstream_invert_ft": 5.0}, (), EAST, "drawn"),
        # A force main pumps uphill as it is drawn, or as its ids say.
        ({"kind": "force_main", "upstream_invert_ft": 1.0, "downstream_invert_ft": 9.0}, (), EAST, "drawn"),
        ({"kind": "force_main", "upstream_node": "D", "downstream_node": "U"}, BOTH, WEST, "ids"),
    ],
)
def test_the_direction_is_told_by_ids_then_by_falls_then_by_the_drawing(
    said: Row, nodes: tuple[Row, ...], way: tuple[tuple[float, float], tuple[float, float]], basis: str
) -> None:
    built = network([pipe("A", *EAST, **said)], nodes)
    assert flow(built, "A") == (*way, basis)


@pytest.mark.parametrize(
    ("lateral", "way", "basis"),
    [
        (((50, 0), (50, 60)), ((50, 60), (50, 0)), "to_main"),  # drawn from the main to the house
        (((50, 60), (50, 0)), ((50, 60), (50, 0)), "to_main"),
        (((50, 60), (70, 60)), ((50, 60), (70, 60)), "drawn"),  # joins no main
    ],
)
def test_a_lateral_flows_to_the_main_that_it_joins(
    lateral: tuple[tuple[float, float], tuple[float, float]],
    way: tuple[tuple[float, float], tuple[float, float]],
    basis: str,
) -> None:
    built = network([pipe("A", *EAST), pipe("L", *lateral, kind="lateral")])
    assert flow(built, "L") == (*way, basis)


def test_ends_that_name_one_node_meet_though_their_lines_do_not() -> None:
    # A ends 1 ft short of manhole D, and B begins 1 ft beyond it; the layer's own ids join them.
    pipes = [
        pipe("A", (0, 0), (99, 0), upstream_node="U", downstream_node="D"),
        pipe("B", (101, 0), (300, 0), upstream_node="D", downstream_node="P"),
    ]
    assert downstream(network(pipes, [*BOTH, PLANT]), "A").path == ("A", "D", "B", "P")
    # The same where no node is on file: then only what the plant is fails.
    assert downstream(network(pipes), "A").ids == ("A", "B")


def test_one_manhole_drawn_twice_without_an_id_is_one_junction() -> None:
    # A ends at the first, and B begins at the second, 0.1 ft beyond; each end is within the accuracy of the other.
    pipes = [pipe("A", (0, 0), (100, 0)), pipe("B", (100.1, 0), (300, 0))]
    assert downstream(network(pipes, [node(None, 100, 0), node(None, 100.1, 0), PLANT]), "A").ids == ("A", "B", "P")


def test_two_manholes_that_ids_tell_apart_are_two_however_near_they_stand() -> None:
    # The rows name M1 and M2, which stand 0.05 ft apart: nothing leads from the one to the other.
    pipes = [
        pipe("A", (0, 0), (100, 0), upstream_node="U", downstream_node="M1"),
        pipe("B", (100.05, 0), (300, 0), upstream_node="M2", downstream_node="P"),
    ]
    nodes = [node("U", 0, 0), node("M1", 100, 0), node("M2", 100.05, 0), PLANT]
    assert downstream(network(pipes, nodes), "A").path == ("A", "M1")


def test_an_id_that_stands_at_two_manholes_joins_each_end_to_the_nearer() -> None:
    # Both ends of A name "M"; joined as one place, the flow would go round in A for ever.
    pipes = [
        pipe("A", (0, 0), (100, 0), upstream_node="M", downstream_node="M"),
        pipe("B", (100, 0), (300, 0)),
    ]
    built = network(pipes, [node("M", 0, 0), node("M", 100, 0), PLANT])
    assert downstream(built, "A").ids == ("A", "B", "P")


def test_storm_sewers_and_catch_basins_are_no_part_of_the_network() -> None:
    pipes = [pipe("A", (0, 0), (100, 0)), pipe("ST", (100, 0), (300, 0), kind="storm")]
    built = network(pipes, [node("CB", 100, 0, "storm"), PLANT])
    assert [strand.main for strand in built.strands] == [0]
    assert len(built.nodes) == 1
    assert downstream(built, "A").path == ("A",)


@pytest.mark.parametrize(
    ("wkt", "strands"),
    [
        ("MULTILINESTRING ((0 0, 50 0), (50 0, 100 0))", 1),
        ("MULTILINESTRING ((50 0, 100 0), (0 0, 50 0))", 1),
        ("MULTILINESTRING ((0 0, 50 0), (100 0, 50 0))", 2),  # the second part drawn the other way
        ("MULTILINESTRING ((0 0, 40 0), (60 0, 100 0))", 2),
    ],
)
def test_a_line_of_several_parts_is_one_strand_where_they_follow_each_other(wkt: str, strands: int) -> None:
    assert len(network([pipe("A", wkt)]).strands) == strands


def test_parts_apart_are_one_sewer_where_both_its_nodes_are_named() -> None:
    wkt = "MULTILINESTRING ((60 0, 100 0), (0 0, 40 0))"
    pipes = [pipe("A", wkt, upstream_node="U", downstream_node="D"), pipe("B", (100, 0), (300, 0))]
    built = network(pipes, [*BOTH, PLANT])
    assert flow(built, "A") == (*EAST, "ids")
    assert downstream(built, "A").path == ("A", "D", "B", "P")
    # Without ids the flow from the upper part never reaches the lower one, but the lower one's does.
    bare = network([pipe("A", wkt), pipe("B", (100, 0), (300, 0))], [PLANT])
    assert downstream(bare, "A").ids == ("A", "B", "P")


def test_the_nodes_of_a_feature_of_several_points_stand_at_their_middle() -> None:
    twice = {"node_id": "M", "kind": "manhole", "geometry": shapely.MultiPoint([(99.98, 0), (100.02, 0)])}
    pipes = [pipe("A", (0, 0), (100, 0)), pipe("B", (100, 0), (300, 0))]
    assert downstream(network(pipes, [twice, PLANT]), "A").path == ("A", "M", "B", "P")
