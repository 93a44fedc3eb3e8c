from __future__ import annotations

import math

import numpy as np
import pytest

from gis.layers.readers.arcs import CHORD_ERROR_FT, MOST_CHORDS, bulge_middle, chord_error, chords, stroke

#  middle of a quarter circle of radius 100 ft about (0, 0), from (100, 0) to (0, 100)
QUARTER = (
    np.array([100.0, 0.0]),
    np.array([100 * math.sqrt(0.5), 100 * math.sqrt(0.5)]),
    np.array([0.0, 100.0]),
)


def test_the_sagitta_of_a_chord_known_by_hand() -> None:
    # A chord of 90 degrees lies r (1 - cos 45) = 29.289 from its arc, one of 45 degrees r (1 - cos 22.5) = 7.612,
    # one of 30 degrees r (1 - cos 15) = 3.407: with at most 5 ft allowed, three chords of 30 degrees.
    points, error = stroke(*QUARTER, 5.0)
    assert len(points) == 4
    assert error == pytest.approx(100 * (1 - math.cos(math.radians(15))), abs=1e-9)
    assert points[1].tolist() == pytest.approx([100 * math.cos(math.radians(30)), 50.0])


@pytest.mark.parametrize("radius", [2.0, 50.0, 5_730.0, 1e6])
@pytest.mark.parametrize("angle", [0.001, 1.0, 90.0, 179.0, 300.0])
@pytest.mark.parametrize("turn", [1, -1])
def test_no_chord_is_farther_from_its_arc_than_a_hundredth_of_a_foot(radius: float, angle: float, turn: int) -> None:
    angles = np.radians([20.0, 20.0 + turn * angle / 3, 20.0 + turn * angle])  # the middle need not be half way
    start, middle, end = radius * np.column_stack((np.cos(angles), np.sin(angles)))
    points, error = stroke(start, middle, end, CHORD_ERROR_FT)
    assert points[0].tolist() == start.tolist()
    assert points[-1].tolist() == end.tolist()
    # A chord lies farthest from its arc in its middle, inside the circle, by no more than is said.
    inward = radius - np.hypot(*((points[:-1] + points[1:]) / 2).T)
    assert inward.max() <= min(error, CHORD_ERROR_FT) + 1e-9 * radius
    assert np.hypot(*points.T) == pytest.approx(radius, rel=1e-6)


def test_two_lots_that_share_an_arc_get_the_same_vertices() -> None:
    start, middle, end = QUARTER
    other_middle = 100 * np.array([math.cos(1.2), math.sin(1.2)])  # the neighbour's surveyor chose another middle
    there, _ = stroke(start, middle, end, 0.01)
    back, _ = stroke(end, other_middle, start, 0.01)
    assert np.abs(there - back[::-1]).max() < 1e-9
    same, _ = stroke(end, middle, start, 0.01)
    assert there.tolist() == same[::-1].tolist()


def test_a_circle_and_an_arc_that_is_none() -> None:
    # A circle is said by its place of beginning and the place opposite; its area is pi r squared less 0.1 percent.
    points, _ = stroke(np.array([10.0, 0]), np.array([-10.0, 0]), np.array([10.0, 0]), 0.01)
    x, y = points.T
    assert 0.5 * abs(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])) == pytest.approx(math.pi * 100, rel=2e-3)
    line, error = stroke(np.array([0.0, 0]), np.array([1.0, 0]), np.array([3.0, 0]), 0.01)
    assert (line.tolist(), error) == ([[0, 0], [1, 0], [3, 0]], 0)
    dot, error = stroke(np.array([1.0, 1]), np.array([1.0, 1]), np.array([1.0, 1]), 0.01)
    assert (dot.tolist(), error) == ([[1, 1], [1, 1]], 0)


@pytest.mark.parametrize(
    ("crs", "largest", "error"),
    [
        ("EPSG:8112", 7e5, 0.01),  # US survey feet
        ("EPSG:3071", 6e5, 0.01 * 1200 / 3937),  # metres
        ("EPSG:2222", 6e5, 0.01 * (1200 / 3937) / 0.3048),  # international feet
        ("EPSG:4326", 90.0, 0.01 * 1200 / 3937 / 111_320),
        (None, 90.0, 0.01 * 1200 / 3937 / 111_320),  # perhaps degrees
        (None, 7e5, 0.01 * 1200 / 3937),  # perhaps metres
        ("no system", 7e5, 0.01 * 1200 / 3937),
    ],
)
def test_the_error_in_the_unit_of_the_layer(crs: str | None, largest: float, error: float) -> None:
    assert chord_error(crs, largest) == pytest.approx(error, rel=1e-9)


@pytest.mark.parametrize("radius", [1e-6, 0.005, 0.1])
def test_a_circle_however_small_stays_one(radius: float) -> None:
    points, error = chords(np.array([5.0, 5.0]), radius, 0.0, 2 * math.pi, CHORD_ERROR_FT)
    assert len(points) == 8 + 1
    # r (1 - cos 22.5)
    assert error == pytest.approx(radius * (1 - math.cos(math.pi / 8)), rel=1e-9)


def test_what_the_most_chords_cannot_do_is_told() -> None:
    # A circle of 1e9 ft in 50,000 chords: r (1 - cos(pi / 50,000)) = r pi^2 / 5e9 = 1.97 ft.
    points, error = chords(np.array([0.0, 0.0]), 1e9, 0.0, 2 * math.pi, CHORD_ERROR_FT)
    assert len(points) == MOST_CHORDS + 1
    assert error == pytest.approx(1e9 * math.pi**2 / 5e9, rel=1e-6)


@pytest.mark.parametrize(
    ("bulge", "middle"),
    [
        (1.0, (50.0, -50.0)),  # half a circle against the clock, to the right of the way
        (-1.0, (50.0, 50.0)),
        (math.tan(math.pi / 8), (50.0, -50 * math.tan(math.pi / 8))),  # a quarter
    ],
)
def test_the_middle_of_a_bulge(bulge: float, middle: tuple[float, float]) -> None:
    assert bulge_middle(np.array([0.0, 0.0]), np.array([100.0, 0.0]), bulge).tolist() == pytest.approx(middle)
