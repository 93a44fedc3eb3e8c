"""Which components lie down the flow, and how much can each still take?"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.geometry.frame import LOCAL_FEET, planar_frame
from gis.model.facts.permission import NetworkComponent
from gis.network.capacity import capacity_facts, components_facts
from tests.gis.network.drawn import network, node, pipe

SCENES = Path(__file__).parents[2] / "cases" / "scenes"
PIPES = (
    pipe("A", (0, 0), (100, 0)),
    pipe("FM", (100, 0), (200, 0), kind="force_main"),
    pipe("B", (200, 0), (300, 0)),
)
NODES = (node("LS", 100, 0, "lift_station"), node("M", 200, 0), node("P", 300, 0, "plant"))


def test_every_component_down_the_flow_is_stated_with_the_next_one() -> None:
    spare = {"A": Fraction(500), "LS": Fraction(80), "P": Fraction(0)}
    found = capacity_facts(network(PIPES, NODES), "A", Fraction(100), spare)
    assert (found.connects_to, found.added_gpd) == ("A", 100)
    assert found.components == (
        NetworkComponent("A", "LS", "pipe", Fraction(500)),
        NetworkComponent("LS", "FM", "lift_station", Fraction(80)),
        NetworkComponent("FM", "B", "pipe", None),
        NetworkComponent("B", "P", "pipe", None),
        NetworkComponent("P", None, "plant", Fraction(0)),
    )


def test_where_the_way_breaks_off_the_last_component_is_no_plant_and_names_no_next() -> None:
    found = capacity_facts(network(PIPES), "FM", None, {})
    assert found.components is not None
    assert found.components[-1] == NetworkComponent("B", None, "pipe", None)


def test_where_the_flow_comes_round_the_last_component_names_one_before_it() -> None:
    ring = (pipe("S", (0, 0), (9, 0)), pipe("X", (9, 0), (99, 0)), pipe("Y", (99, 0), (9, 0)))
    found = capacity_facts(network(ring), "S", None, {})
    assert found.components is not None
    assert [(each.component_id, each.downstream) for each in found.components] == [("S", "X"), ("X", "Y"), ("Y", "X")]


def test_the_handed_scene_of_a_gap_of_two_feet() -> None:
    scene = json.loads((SCENES / "downstream-trace-broken.json").read_text("utf-8"))
    found = components_facts(scene["layers"]["components"], planar_frame(scene["crs"]))
    # P1 ends at 300 and P2 starts at 302: no link. P2 ends where the plant stands.
    assert found.components == (
        NetworkComponent("P1", None, "pipe", Fraction(12000)),
        NetworkComponent("P2", "WWTP", "pipe", Fraction(9000)),
        NetworkComponent("WWTP", None, "plant", Fraction(30000)),
    )


def record(name: str, kind: str, wkt: str, spare_gpd: object = None) -> dict[str, Any]:
    return {"component_id": name, "kind": kind, "wkt": wkt, "spare_gpd": spare_gpd}


@pytest.mark.parametrize(
    ("more", "downstream"),
    [
        ([], {"P1": "P2", "P2": None}),
        # A station at the end comes before the pipe that begins there, and leads into it.
        ([record("LS", "lift_station", "POINT (9 0)")], {"P1": "LS", "P2": None, "LS": "P2"}),
        # A plant leads nowhere, though a pipe begins at it.
        ([record("W", "plant", "POINT (9 0)")], {"P1": "W", "P2": None, "W": None}),
        # Of two pipes that lead on, or two stations, nobody knows which takes the flow.
        ([record("P0", "pipe", "LINESTRING (9 0, 9 9)")], {"P1": None, "P2": None, "P0": None}),
        (
            [record("W", "plant", "POINT (9 0)"), record("V", "plant", "POINT (9 0)")],
            {"P1": None, "P2": None, "W": None, "V": None},
        ),
    ],
)
def test_components_of_a_scene_are_linked_where_they_meet(
    more: list[dict[str, Any]], downstream: dict[str, str | None]
) -> None:
    records = [
        record("P1", "pipe", "LINESTRING (0 0, 9 0)", "10.50"),
        record("P2", "pipe", "LINESTRING (9 0, 20 0)"),
        *more,
    ]
    found = components_facts(records, LOCAL_FEET).components
    assert found is not None
    assert {each.component_id: each.downstream for each in found} == downstream
    assert [each.spare_gpd for each in found[:2]] == [Fraction(21, 2), None]
