"""Is each fault of bad input found, with its place, when it is made on purpose?"""

from __future__ import annotations

import numpy as np
import pytest

from gis.geometry.frame import planar_frame
from gis.geometry.operations import route
from gis.network.build import build
from gis.network.faults import network_faults
from tests.gis.network.drawn import ACCURACY, Row, layer, network, node, pipe, sewers

PLANT = node("P", 300, 0, "plant")
# U --- A --- D --- B --- P: sound throughout.
SOUND = (
    pipe("A", (0, 0), (100, 0), upstream_node="U", downstream_node="D", upstream_invert_ft=9, downstream_invert_ft=8),
    pipe("B", (100, 0), (300, 0), upstream_node="D", downstream_node="P", upstream_invert_ft=8, downstream_invert_ft=6),
)
NODES = (node("U", 0, 0), node("D", 100, 0), PLANT)


HEAD_TO_HEAD = (
    "Sewers A, B end head to head here, and nothing leads on, so that one of them may be drawn the wrong way: "
    "2 sewers flow to no plant."
)


def told(pipes: tuple[Row, ...], nodes: tuple[Row, ...] = NODES) -> list[tuple[str, str, str, str]]:
    return [(f.kind, f.feature_id, f.what, f.where) for f in network_faults(network(pipes, nodes))]


def of_kind(kind: str, pipes: tuple[Row, ...], nodes: tuple[Row, ...] = NODES) -> list[tuple[str, str, str]]:
    return [(name, what, where) for found, name, what, where in told(pipes, nodes) if found == kind]


def test_a_sound_layer_has_no_fault() -> None:
    assert told(SOUND) == []


def test_a_main_that_ends_a_foot_short_of_the_manhole_its_row_names() -> None:
    short = pipe("A", (0, 0), (99, 0), upstream_node="U", downstream_node="D")
    assert told((short, SOUND[1])) == [
        (
            "short_of_node",
            "A",
            "Its row names manhole D, and its line ends 1.00 ft short of it.",
            "at 99, 0; the nearest node is manhole D, 1.0 ft away",
        )
    ]


def test_a_main_without_ids_that_ends_a_foot_short_of_a_manhole() -> None:
    pipes = (pipe("A", (0, 0), (99, 0)), pipe("B", (100, 0), (300, 0)))
    assert of_kind("short_of_node", pipes) == [
        (
            "A",
            "1.00 ft lie between the end of sewer A and manhole D.",
            "at 99, 0; the nearest node is manhole D, 1.0 ft away",
        )
    ]


@pytest.mark.parametrize(
    ("away_ft", "is_told"),
    [(0.1, False), (0.2, True), (10.0, True), (10.2, False)],  # within the accuracy; a gap; too far to be meant
)
def test_a_gap_between_two_ends_is_told_once(away_ft: float, is_told: bool) -> None:
    pipes = (pipe("A", (0, 0), (100, 0)), pipe("B", (100 + away_ft, 0), (300, 0)))
    expected = [("A", f"{away_ft:.2f} ft lie between the end of sewer A and sewer B.", "at 100, 0")] if is_told else []
    found = of_kind("gap", pipes, (node("U", 0, 0), PLANT))
    assert [(name, what, where.split(";")[0]) for name, what, where in found] == expected


def test_an_end_that_stops_short_of_the_side_of_another_sewer_is_a_gap() -> None:
    stub = pipe("T", (200, 80), (200, 1.5))
    assert [what for _, what, _ in of_kind("gap", (*SOUND, stub))] == [
        "1.50 ft lie between the end of sewer T and sewer B."
    ]


def test_a_pipe_drawn_against_its_ids() -> None:
    turned = pipe("A", (100, 0), (0, 0), upstream_node="U", downstream_node="D")
    found = told((turned, SOUND[1]))
    assert [fault[:2] for fault in found] == [("against_flow", "A")]
    assert found[0][2] == "It is drawn from D to U, and its row says that it flows the other way; the row is followed."
    assert found[0][3].startswith("at 50, 0; ")


def test_a_pipe_whose_inverts_rise_along_its_ids() -> None:
    rising = pipe(
        "A", (0, 0), (100, 0), upstream_node="U", downstream_node="D", upstream_invert_ft=8, downstream_invert_ft=9.25
    )
    assert [fault[:3] for fault in told((rising, SOUND[1]))] == [
        ("against_flow", "A", "Its inverts rise by 1.25 ft from U to D, as its row says that it flows.")
    ]


def test_a_pipe_drawn_uphill_without_ids() -> None:
    uphill = pipe("A", (100, 0), (0, 0), upstream_invert_ft=8, downstream_invert_ft=9)
    assert [fault[:3] for fault in told((uphill, SOUND[1]))] == [
        ("against_flow", "A", "As it is drawn its inverts rise by 1.00 ft; it is taken to flow as they fall.")
    ]


def test_a_force_main_that_rises_is_no_fault() -> None:
    pumped = pipe("A", (0, 0), (100, 0), kind="force_main", upstream_invert_ft=8, downstream_invert_ft=90)
    assert told((pumped, SOUND[1])) == []


def test_pipes_that_end_head_to_head_are_told_where_they_meet() -> None:
    # B is drawn from the plant to D: nothing tells that but that both flows end there.
    wrong = pipe("B", (300, 0), (100, 0))
    found = of_kind("dead_end", (pipe("A", (0, 0), (100, 0)), wrong))
    assert found == [
        (
            "A",
            HEAD_TO_HEAD,
            "at 100, 0; the nearest node is manhole D, 0.0 ft away",
        )
    ]


def test_two_manholes_with_one_id() -> None:
    found = told(SOUND, (*NODES, node("D", 103, 4)))
    assert found == [
        (
            "node_id_repeated",
            "D",
            "The id D stands at two nodes, 5.00 ft apart (rows 2 and 4).",  # 3, 4, 5
            "at 103, 4; the nearest node is manhole D, 0.0 ft away",
        )
    ]


@pytest.mark.parametrize("turned", [False, True])
def test_two_sewers_with_one_id_are_told_at_both_places_whichever_row_is_first(turned: bool) -> None:
    # A runs from 0 to 100 along the street, and again from 0 to 60, forty feet beside it: their middles.
    twice = (SOUND[0], pipe("A", (0, 40), (60, 40), status="proposed", operational=None))
    pipes = (*(reversed(twice) if turned else twice), SOUND[1])
    what = "The id A stands at 2 sewers: at 50, 0, and at 30, 40."
    assert sorted(of_kind("sewer_id_repeated", pipes)) == [
        ("A", what, "at 30, 40; the nearest node is manhole U, 50.0 ft away"),  # 3, 4, 5
        ("A", what, "at 50, 0; the nearest node is manhole U, 50.0 ft away"),
    ]
    assert network(pipes).statuses.tolist().count("proposed") == 1
    assert network(pipes).statuses.tolist() == network((*twice, SOUND[1])).statuses.tolist()


def test_of_an_id_that_many_sewers_bear_a_few_places_are_named() -> None:
    # An export that gave every pipe the id 0.
    pipes = [pipe("0", (0, 10 * row), (100, 10 * row)) for row in range(2000)]
    found = [fault for fault in network_faults(network(pipes)) if fault.kind == "sewer_id_repeated"]
    assert len(found) == len(pipes)
    assert found[0].what.startswith("The id 0 stands at 2,000 sewers: at 50, ")
    assert found[0].what.endswith(", and at 1,995 more.")
    assert found[0].what.count("and at") == 5


def test_storm_sewers_of_one_id_are_none_of_ours() -> None:
    storm = [pipe("S", (0, y), (60, y), kind="storm") for y in (40, 80)]
    assert of_kind("sewer_id_repeated", (*SOUND, *storm)) == []


@pytest.mark.parametrize(
    ("datums", "expected"),
    [
        (("NAVD88", "NAVD88", "NAVD88"), []),
        (("NAVD88", None, "NAVD88"), []),  # nobody said; that alone mixes nothing
        (("NAVD88", "NAVD88", "NGVD29"), ["C"]),
        (("NGVD29", "NGVD29", "NAVD88"), ["C"]),
        (("NGVD29", "NAVD88", None), ["A"]),  # of as many each, the old datum
    ],
)
def test_sewers_above_two_datums_are_told(datums: tuple[str | None, ...], expected: list[str]) -> None:
    named = zip("ABC", (0, 9, 18), datums, strict=True)
    pipes = [pipe(name, (0, y), (60, y), vertical_datum=datum) for name, y, datum in named]
    assert [name for name, *_ in of_kind("datums_mixed", tuple(pipes))] == expected


def test_a_mixed_datum_is_told_with_its_place() -> None:
    pipes = (
        pipe("A", (0, 0), (100, 0), vertical_datum="NAVD88", upstream_invert_ft=800, downstream_invert_ft=799),
        pipe("B", (100, 0), (300, 0), vertical_datum="NGVD29", upstream_invert_ft=799, downstream_invert_ft=798),
    )
    assert of_kind("datums_mixed", pipes) == [
        (
            "B",
            "Its elevations are above NGVD 29, and those of 1 other sewer above NAVD 88: the two are never compared.",
            "at 200, 0; the nearest node is manhole D, 100.0 ft away",
        )
    ]


def test_a_row_that_names_a_node_that_is_not_on_file() -> None:
    lost = pipe("A", (0, 0), (100, 0), upstream_node="MH-99", downstream_node="D")
    assert of_kind("node_unknown", (lost, SOUND[1])) == [
        ("A", "Its row names node MH-99, which is not on file.", "at 0, 0; the nearest node is manhole U, 0.0 ft away")
    ]
    assert not [f for f in network_faults(network([lost, SOUND[1]])) if f.kind == "node_unknown"]  # no nodes on file


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ({"operational": None}, ["no_in_service_date"]),
        ({"operational": None, "installed": "2001-01-01"}, ["no_in_service_date"]),  # laid is not in service
        ({"kind": None}, ["unknown_kind"]),
        ({"kind": "other"}, ["unknown_kind"]),
        ({"operator": None}, ["unknown_owner"]),
        ({"operator": "Elm Utilities"}, ["unknown_owner"]),
        ({"status": None}, ["unknown_status"]),
        ({"status": "other"}, ["unknown_status"]),
        ({"status": "proposed", "operational": None}, []),
        ({"status": "abandoned", "operational": None, "operator": None, "kind": None}, []),
        ({"kind": "lateral", "operational": None, "operator": None}, []),
    ],
)
def test_what_the_row_does_not_say_is_listed(said: Row, kinds: list[str]) -> None:
    # The pipe stands apart, so that only what its row says is asked.
    found = told((*SOUND, pipe("X", (0, 50), (100, 50), **said)))
    about = [kind for kind, name, *_ in found if name == "X" and kind not in {"unjoined", "dead_end"}]
    assert about == kinds


def test_a_ring_is_listed_once_with_the_sewers_that_make_it() -> None:
    ring = (
        pipe("R1", (0, 100), (50, 100)),
        pipe("R2", (50, 100), (50, 150)),
        pipe("R3", (50, 150), (0, 100)),
    )
    assert of_kind("loop", (*SOUND, *ring)) == [
        (
            "R1",
            "Sewers R1, R2, R3 lead round: the flow comes back to where it was.",
            "at 0, 100; the nearest node is manhole U, 100.0 ft away",
        )
    ]


def test_a_sewer_that_ends_where_it_begins_is_a_loop() -> None:
    ring = pipe("R", (0, 100), (50, 100), (50, 150), (0, 100))
    assert [(name, what) for name, what, _ in of_kind("loop", (*SOUND, ring))] == [("R", "It ends where it begins.")]


def test_a_flow_that_reaches_no_plant_is_told_with_how_many_sewers_end_there() -> None:
    pipes = (pipe("E", (0, 50), (100, 50)), pipe("F", (100, 50), (200, 50)))
    assert of_kind("dead_end", (*SOUND, *pipes)) == [
        (
            "F",
            "Sewer F ends here, and nothing leads on: 2 sewers flow to no plant.",
            "at 200, 50; the nearest node is manhole D, 111.8 ft away",  # the root of 100 and 50 squared
        )
    ]


def test_a_main_on_which_nothing_is_joined() -> None:
    alone = pipe("X", (0, 50), (100, 50))
    assert [(name, what) for name, what, _ in of_kind("unjoined", (*SOUND, alone))] == [
        ("X", "No other sewer meets it at either end or along it.")
    ]
    # A lateral along it is something.
    lateral = pipe("L", (50, 90), (50, 50), kind="lateral")
    assert of_kind("unjoined", (*SOUND, alone, lateral)) == []


def test_a_single_main_that_ends_at_the_plant_is_joined() -> None:
    assert told((pipe("B", (100, 0), (300, 0)),)) == []
    # A manhole leads nowhere: there the main is as alone as before.
    assert [kind for kind, *_ in told((pipe("B", (300, 0), (100, 0)),))] == ["dead_end"]
    assert [kind for kind, *_ in told((pipe("E", (0, 0), (100, 0)),))] == ["dead_end", "unjoined"]


def test_parts_of_a_line_that_do_not_join() -> None:
    apart = pipe("A", "MULTILINESTRING ((0 0, 40 0), (43 4, 100 0))", upstream_node="U", downstream_node="D")
    assert told((apart, SOUND[1])) == [
        (
            "parts_apart",
            "A",
            "Its line has 2 parts that do not join; 5.00 ft lie between the first and the next.",  # 3, 4, 5
            "at 40, 0; the nearest node is manhole U, 40.0 ft away",
        )
    ]


def test_places_on_the_earth_are_told_in_degrees_as_well() -> None:
    # 43.07 N, 89.40 W lies in Dane County; the plane is its WISCRS zone in US survey feet.
    dane = planar_frame("EPSG:8193")
    x, y = np.round(route("EPSG:4326", "EPSG:8193")(np.array([[-89.40, 43.07]]))[0]).tolist()
    lines = sewers(pipe("A", (x - 100, y), (x, y)), frame=dane)
    built = build(lines, layer("sewer_nodes", [node("U", x - 100, y)], dane), ACCURACY, dane)
    fault = next(found for found in network_faults(built) if found.kind == "dead_end")
    assert fault.bbox is not None
    assert fault.bbox == pytest.approx((-89.40, 43.07, -89.40, 43.07), abs=3e-6)  # a foot of rounding
    assert "(longitude -89.40" in fault.where
