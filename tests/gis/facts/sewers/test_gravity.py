"""Does a building's sewage run to the main by gravity, or must it be pumped?"""

from __future__ import annotations

from fractions import Fraction

import pytest
import shapely

from gis.facts.sewers.answers.gravity import Gravity, Level, MainFall, gravity, main_fall
from gis.geometry.frame import LOCAL_FEET, planar_frame
from gis.law.loader import load_law
from gis.model.jsonio import adapter, to_json
from tests.gis.network.drawn import DAY, Row, network, node, pipe

PARAMETERS = load_law().parameters(DAY)
# A main 400 ft long from invert 804 to invert 800, NAVD 88; the building stands 96 ft north of its quarter point,
# where the invert is 803. At an eighth of an inch in a foot a run of 96 ft needs 1 ft of fall.
LINE = shapely.LineString([(0, 0), (400, 0)])
MAIN = MainFall("M-1", LINE, Fraction(804), Fraction(800), "NAVD88")
HOUSE = shapely.Point(100, 96)


def level(feet: str, datum: str | None = "NAVD88") -> Level:
    return Level(Fraction(feet), datum)


def asked(main: MainFall = MAIN, **more: Level | Fraction | None) -> Gravity:
    return gravity(HOUSE, main, PARAMETERS, LOCAL_FEET, **more)  # type: ignore[arg-type]  # which of them is of which type each test says


@pytest.mark.parametrize(
    ("floor", "state", "available"),
    [
        # The drain lies 1 ft below the floor; it must lie at 804 or higher: 803 and 1 ft of fall.
        ("805", "gravity", 1),
        ("805.001", "gravity", Fraction(1001, 1000)),
        ("804.999", "pump", Fraction(999, 1000)),
        ("804", "pump", 0),
        ("799", "pump", -5),
    ],
)
def test_the_fall_from_the_lowest_floor_decides(floor: str, state: str, available: Fraction) -> None:
    found = asked(lowest_floor=level(floor))
    assert (found.state, found.started_from, found.available_fall_ft) == (state, "lowest_floor", available)
    assert (found.invert_ft, found.run_ft, found.needed_fall_ft) == (803, 96, 1)
    assert found.drain_ft == Fraction(floor) - 1
    assert found.vertical_datum == "NAVD88"


def test_the_sentence_holds_the_numbers() -> None:
    assert asked(lowest_floor=level("805")).because == (
        "From the drain at 804.00 ft, 1.00 ft below the lowest floor, to the invert of sewer M-1 at 803.00 ft "
        "(NAVD 88), a run of 96.00 ft falls 1.00 ft; at the least slope it needs 1.00 ft, so it runs by gravity."
    )
    assert asked(lowest_floor=level("799")).because.endswith(
        "a run of 96.00 ft would have to rise 5.00 ft; at the least slope it needs 1.00 ft, so it must be pumped."
    )
    # A thousandth of a foot decides, so it is shown.
    assert asked(lowest_floor=level("804.999")).because.endswith(
        "a run of 96.00 ft falls 0.999 ft; at the least slope it needs 1.00 ft, so it must be pumped."
    )


@pytest.mark.parametrize(
    ("ground", "depth", "state"),
    [
        ("813", None, "gravity"),  # 8 ft to the floor of a full basement and 1 ft to the drain: 804
        ("812.99", None, "pump"),
        ("807", Fraction(2), "gravity"),  # a stated depth of 2 ft goes before that
        ("806.99", Fraction(2), "pump"),
    ],
)
def test_without_a_floor_the_ground_less_a_depth_decides(ground: str, depth: Fraction | None, state: str) -> None:
    found = asked(ground=level(ground), floor_below_ground_ft=depth)
    assert (found.state, found.started_from) == (state, "ground")


def test_the_floor_goes_before_the_ground() -> None:
    assert asked(lowest_floor=level("805"), ground=level("700")).started_from == "lowest_floor"


@pytest.mark.parametrize(
    ("main", "floor", "words"),
    [
        (
            MainFall("M-1", LINE, None, Fraction(800), "NAVD88"),
            level("805"),
            "inverts of sewer M-1 are not both on file",
        ),
        (
            MainFall("M-1", LINE, Fraction(804), None, "NAVD88"),
            level("805"),
            "inverts of sewer M-1 are not both on file",
        ),
        (MAIN, None, "Neither the elevation of the lowest floor nor that of the ground"),
        (MAIN, level("805", None), "the elevations of the building are: NAVD 88 or NGVD 29"),
        (MAIN, level("805", "NGVD88"), "the elevations of the building are: NAVD 88 or NGVD 29"),  # there is no NGVD 88
        (
            MainFall("M-1", LINE, Fraction(804), Fraction(800), None),
            level("805"),
            "the elevations of the inverts of sewer M-1 are: NAVD 88 or NGVD 29",
        ),
        (
            MainFall("M-1", LINE, Fraction(804), Fraction(800), None),
            level("805", None),
            "the inverts of sewer M-1 and the building are",
        ),
        (
            MAIN,
            level("805", "NGVD29"),
            "The inverts of sewer M-1 are above NAVD 88 and the elevation at the building is above NGVD 29",
        ),
    ],
)
def test_what_is_missing_or_mixed_is_named(main: MainFall, floor: Level | None, words: str) -> None:
    found = asked(main, lowest_floor=floor)
    assert (found.state, found.available_fall_ft, found.vertical_datum) == ("needs_evidence", None, None)
    assert words in found.because
    assert (found.run_ft, found.needed_fall_ft) == (96, 1)


def test_two_elevations_above_ngvd_29_are_as_good() -> None:
    old = MainFall("M-1", LINE, Fraction(804), Fraction(800), "NGVD29")
    found = asked(old, lowest_floor=level("805", "NGVD29"))
    assert (found.state, found.vertical_datum) == ("gravity", "NGVD29")
    assert "(NGVD 29)" in found.because


def test_the_run_is_measured_on_the_ground_from_the_nearest_wall() -> None:
    # A building of 40 by 30 ft whose south wall is 48 ft from the main, in a plane of metres.
    metres = planar_frame("EPSG:3071")
    foot = 1200 / 3937
    x, y = 500_000.0, 300_000.0
    house = shapely.box(x, y + 48 * foot, x + 40 * foot, y + 78 * foot)
    main = MainFall("M", shapely.LineString([(x, y), (x + 40 * foot, y)]), Fraction(804), Fraction(804), "NAVD88")
    found = gravity(house, main, PARAMETERS, metres, lowest_floor=level("805.5"))
    assert (found.run_ft, found.needed_fall_ft, found.state) == (48, Fraction(1, 2), "gravity")


@pytest.mark.parametrize(
    ("said", "course", "inverts"),
    [
        ({}, ((0, 0), (100, 0)), (9, 8)),
        # Without ids the upstream invert is where the line begins, also where that lies lower.
        ({"upstream_invert_ft": 7.5}, ((0, 0), (100, 0)), (Fraction(15, 2), 8)),
        # With ids it is at the upstream node: here where the line ends.
        ({"upstream_node": "U", "downstream_node": "D"}, ((100, 0), (0, 0)), (8, 9)),
        ({"upstream_node": "U", "downstream_node": "D"}, ((0, 0), (100, 0)), (9, 8)),
        ({"downstream_invert_ft": None}, ((0, 0), (100, 0)), (9, None)),
    ],
)
def test_the_inverts_of_a_row_are_put_at_the_ends_that_they_are_of(
    said: Row, course: tuple[tuple[float, float], ...], inverts: tuple[Fraction | None, Fraction | None]
) -> None:
    row = {"upstream_invert_ft": 9.0, "downstream_invert_ft": 8.0, "vertical_datum": "NAVD88", **said}
    found = main_fall(network([pipe("A", *course, **row)], [node("U", 0, 0), node("D", 100, 0)]), 0)
    assert found is not None
    assert (found.first_invert_ft, found.last_invert_ft) == inverts
    assert found.vertical_datum == "NAVD88"


def test_a_line_of_parts_apart_and_a_storm_sewer_have_no_invert_to_join() -> None:
    apart = pipe("A", "MULTILINESTRING ((0 0, 40 0), (60 0, 100 0))")
    assert main_fall(network([apart]), 0) is None
    assert main_fall(network([pipe("ST", (0, 0), (9, 0), kind="storm")]), 0) is None


def test_the_answer_goes_out_as_json_and_comes_back() -> None:
    found = asked(lowest_floor=level("804.999"))
    assert adapter(Gravity).validate_json(to_json(found)) == found
