"""By which sewers does sewage go to the plant, and where does the way break off?"""

from __future__ import annotations

import datetime as dt
import time
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import SewerUnknown
from gis.geometry.frame import LOCAL_FEET
from gis.network.build import build
from gis.network.trace import all_downstream, as_downstream, downstream
from tests.gis.network.drawn import ACCURACY, Row, layer, network, node, pipe, sewers

# A straight run to the plant, 100 ft a pipe:   A ---> B ---> C ---> (plant)
STRAIGHT = (
    pipe("A", (0, 0), (100, 0)),
    pipe("B", (100, 0), (200, 0)),
    pipe("C", (200, 0), (300, 0)),
)
PLANT = node("WWTP", 300, 0, "plant")


def test_the_way_is_told_in_the_order_of_flow_down_to_the_plant() -> None:
    found = downstream(network(STRAIGHT, [PLANT]), "A")
    assert found.path == ("A", "B", "C", "WWTP")
    assert found.components == (("A", "pipe"), ("B", "pipe"), ("C", "pipe"), ("WWTP", "plant"))
    assert found.reaches_plant
    assert found.why_broken is None


def test_manholes_stand_on_the_path_and_have_no_capacity() -> None:
    manholes = [node("MH-1", 0, 0), node("MH-2", 100, 0), node(None, 200, 0), PLANT]
    found = downstream(network(STRAIGHT, manholes), "A")
    assert found.path == ("A", "MH-2", "B", "C", "WWTP")
    assert found.ids == ("A", "B", "C", "WWTP")


@pytest.mark.parametrize(
    ("gap_ft", "path"),
    [
        (0.0, ("A", "B", "C", "WWTP")),
        (0.1, ("A", "B", "C", "WWTP")),  # within the accuracy
        (0.11, ("A",)),
        (2.0, ("A",)),  # the handed scene downstream-trace-broken
    ],
)
def test_a_gap_wider_than_the_accuracy_breaks_the_way(gap_ft: float, path: tuple[str, ...]) -> None:
    pipes = (STRAIGHT[0], pipe("B", (100 + gap_ft, 0), (200, 0)), STRAIGHT[2])
    found = downstream(network(pipes, [PLANT]), "A")
    assert found.path == path
    assert found.reaches_plant == (len(path) > 1)
    if not found.reaches_plant:
        assert found.why_broken == (
            f"The way breaks off at 100, 0: {gap_ft:.2f} ft lie between the end of sewer A and sewer B."
        )


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("abandoned", "sewer B, which leads on from there, is abandoned."),
        ("proposed", "sewer B, which leads on from there, is only proposed."),
        ("other", "sewer B, which leads on from there, is of a state that the layer does not name."),
        (None, "sewer B, which leads on from there, is of a state that nobody stated."),
    ],
)
def test_only_a_main_in_service_is_walked(status: str | None, words: str) -> None:
    pipes = (STRAIGHT[0], pipe("B", (100, 0), (200, 0), status=status), STRAIGHT[2])
    built = network(pipes, [PLANT])
    found = downstream(built, "A")
    assert found.path == ("A",)
    assert found.why_broken == f"The way breaks off at 100, 0: {words}"
    # The main itself may be of any state: a proposed main is asked about before it is laid.
    assert downstream(built, "B").reaches_plant


def test_a_main_that_begins_to_serve_after_the_day_is_not_walked_on_it() -> None:
    pipes = (STRAIGHT[0], pipe("B", (100, 0), (200, 0), operational="2026-07-01"), STRAIGHT[2])
    before = network(pipes, [PLANT], date=dt.date(2026, 6, 30))
    after = network(pipes, [PLANT], date=dt.date(2026, 7, 1))
    assert not downstream(before, "A").reaches_plant
    assert downstream(after, "A").reaches_plant


def test_without_a_plant_on_file_no_way_reaches_one() -> None:
    found = downstream(network(STRAIGHT), "A")
    assert (found.path, found.reaches_plant) == (("A", "B", "C"), False)
    assert (
        found.why_broken == "Nothing leads on from the end of the last sewer, at 300, 0. No treatment plant is on file."
    )


def test_a_lift_station_and_its_force_main_are_components_of_the_way() -> None:
    #   A ---> LS-1 ===FM===> B ---> plant: the force main pumps up and over as drawn, against its inverts.
    pipes = (
        pipe("A", (0, 0), (100, 0)),
        pipe("FM", (100, 0), (200, 0), kind="force_main", upstream_invert_ft=10.0, downstream_invert_ft=40.0),
        pipe("B", (200, 0), (300, 0), kind="interceptor"),
    )
    found = downstream(network(pipes, [node("LS-1", 100, 0, "lift_station"), PLANT]), "A")
    assert found.components == (
        ("A", "pipe"),
        ("LS-1", "lift_station"),
        ("FM", "pipe"),
        ("B", "pipe"),
        ("WWTP", "plant"),
    )


def test_a_ring_is_followed_once_round_from_wherever_it_is_entered() -> None:
    #   S ---> A: (100,0)->(200,0), B: (200,0)->(200,100), C: (200,100)->(100,0) and so back to A
    pipes = (
        pipe("S", (0, 0), (100, 0)),
        pipe("A", (100, 0), (200, 0)),
        pipe("B", (200, 0), (200, 100)),
        pipe("C", (200, 100), (100, 0)),
    )
    built = network(pipes, [node("WWTP", 900, 900, "plant")])
    for start, ids, again in (("S", "SABC", "A"), ("A", "ABC", "A"), ("B", "BCA", "B"), ("C", "CAB", "C")):
        found = downstream(built, start)
        assert found.ids == tuple(ids)
        assert found.comes_round_to == again
        assert not found.reaches_plant
        assert found.why_broken is not None
        assert "comes round" in found.why_broken


def test_where_two_sewers_lead_on_the_one_that_reaches_the_plant_is_followed() -> None:
    # A0 would come first by its id, and leads nowhere.
    pipes = (*STRAIGHT, pipe("A0", (100, 0), (100, 500)))
    found = downstream(network(pipes, [PLANT]), "A")
    assert found.path == ("A", "B", "C", "WWTP")


def test_a_sewer_that_ends_along_another_flows_into_it() -> None:
    # T comes from the south and meets B in its middle; so does a lateral that is drawn from the main to the house.
    pipes = (
        *STRAIGHT,
        pipe("T", (150, -80), (150, 0)),
        pipe("L", (150, 0), (150, 60), kind="lateral"),
    )
    built = network(pipes, [PLANT])
    assert downstream(built, "T").ids == ("T", "B", "C", "WWTP")
    assert downstream(built, "L").ids == ("L", "B", "C", "WWTP")
    # Nothing flows from the main into the lateral.
    assert downstream(built, "A").ids == ("A", "B", "C", "WWTP")


def test_nothing_joins_a_force_main_between_its_ends_but_another_force_main() -> None:
    pipes = (
        pipe("FM", (0, 0), (300, 0), kind="force_main"),
        pipe("G", (150, -80), (150, 0)),
        pipe("F2", (200, -80), (200, 0), kind="force_main"),
    )
    built = network(pipes, [PLANT, node("MH-9", 100, 0)])
    assert downstream(built, "G").ids == ("G",)
    assert downstream(built, "F2").ids == ("F2", "FM", "WWTP")
    assert downstream(built, "FM").path == ("FM", "WWTP")


def test_pieces_of_one_id_are_one_component() -> None:
    pipes = (pipe("A", (0, 0), (100, 0)), pipe("A", (100, 0), (200, 0)), STRAIGHT[2])
    assert downstream(network(pipes, [PLANT]), "A").ids == ("A", "C", "WWTP")


def test_a_station_with_the_number_of_a_main_is_told_apart() -> None:
    pipes = (pipe("1", (0, 0), (100, 0)), pipe("2", (100, 0), (300, 0)))
    found = downstream(network(pipes, [node("1", 100, 0, "lift_station"), PLANT]), "1")
    assert found.ids == ("1", "lift station 1", "2", "WWTP")


@pytest.mark.parametrize("status", ["abandoned", "proposed"])
def test_a_plant_that_is_not_in_place_takes_nothing(status: str) -> None:
    found = downstream(network(STRAIGHT, [node("WWTP", 300, 0, "plant", status=status)]), "A")
    assert not found.reaches_plant


def test_an_id_that_is_not_on_file_is_an_error_with_a_next_step() -> None:
    with pytest.raises(SewerUnknown) as caught:
        downstream(network(STRAIGHT), "Z")
    assert caught.value.where == "sewer Z"
    storm = network((*STRAIGHT, pipe("ST", (0, 50), (100, 50), kind="storm")))
    with pytest.raises(SewerUnknown, match="storm"):
        downstream(storm, "ST")


def test_the_tightest_component_is_the_first_of_equals_and_the_unknown_are_counted() -> None:
    trace = downstream(network(STRAIGHT, [PLANT]), "A")
    found = as_downstream(trace, {"B": Fraction(900), "C": Fraction(900), "WWTP": Fraction(5000)})
    assert (found.bottleneck, found.bottleneck_gpd, found.unknown_capacity) == ("B", 900, 1)
    nothing = as_downstream(trace, {})
    assert (nothing.bottleneck, nothing.bottleneck_gpd, nothing.unknown_capacity) == (None, None, 4)


@settings(max_examples=25, derandomize=True)
@given(st.integers(2, 30), st.randoms(use_true_random=False))
def test_all_at_once_is_each_alone_and_the_order_of_rows_changes_nothing(count: int, random: Random) -> None:
    # A tree drawn at random: pipe k flows from place k to a place of lower number, place 0 is the plant.
    # Places on a parabola: no chord of it passes a third one.
    places = [(100.0 * k, 10.0 * k * k) for k in range(count + 1)]
    below = {k: random.randrange(k) for k in range(1, count + 1)}
    pipes = [pipe(f"P{k}", places[k], places[below[k]]) for k in range(1, count + 1)]
    shuffled: list[Row] = random.sample(pipes, len(pipes))
    plant = node("WWTP", *places[0], "plant")
    one, other = network(pipes, [plant]), network(shuffled, [plant])
    together = {str(one.mains.ids[trace.main]): trace.ids for trace in all_downstream(one) if trace is not None}
    for k in range(1, count + 1):
        expected = []
        at = k
        while at:
            expected.append(f"P{at}")
            at = below[at]
        assert together[f"P{k}"] == (*expected, "WWTP")
        assert downstream(other, f"P{k}").ids == (*expected, "WWTP")


@pytest.mark.slow
def test_six_thousand_mains_are_built_and_traced_in_two_seconds() -> None:
    # 60 streets of 99 pipes of 300 ft, each into a trunk of 60 pipes.
    streets = range(1, 61)
    pipes = [pipe(f"T{j}", (0, 400 * j), (0, 400 * (j - 1))) for j in streets]
    pipes += [pipe(f"S{j}-{i}", (300 * i, 400 * j), (300 * (i - 1), 400 * j)) for j in streets for i in range(1, 100)]
    assert len(pipes) == 6000
    lines = sewers(*pipes)
    manholes = [node(f"M{j}-{i}", 300 * i, 400 * j) for j in streets for i in range(100)]
    points = layer("sewer_nodes", [*manholes, node("WWTP", 0, 0, "plant")])
    begun = time.process_time()
    found = all_downstream(build(lines, points, ACCURACY, LOCAL_FEET))
    assert time.process_time() - begun < 2
    assert all(trace is not None and trace.reaches_plant for trace in found)
    # The farthest: 99 pipes of street 60, then 60 of the trunk, and the plant.
    assert max(len(trace.ids) for trace in found if trace is not None) == 99 + 60 + 1
