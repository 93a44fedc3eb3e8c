from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry.crossings import even_odd_area, find_faults, plain_area


@pytest.mark.parametrize(
    ("wkt", "crossings", "spikes", "overlaps"),
    [
        # Lines y = x and y = 400 - 2x/3 meet where 5x/3 = 400.
        ("POLYGON ((0 0, 600 600, 600 0, 0 400, 0 0))", [[240, 240]], [], []),
        # A zigzag over its own base line y = 1: three crossings, not only the first.
        ("POLYGON ((0 0, 1 2, 2 0, 3 2, 3 1, 0 1, 0 0))", [[0.5, 1], [1.5, 1], [2.5, 1]], [], []),
        # A lake that touches the shore in one point, drawn without lifting the pen.
        ("POLYGON ((0 0, 40 0, 40 40, 0 40, 0 20, 10 30, 20 20, 10 10, 0 20, 0 0))", [[0, 20]], [], []),
        ("POLYGON ((0 0, 10 0, 10 10, 5 10, 5 15, 5 10, 0 10, 0 0))", [], [[5, 15]], []),
        (
            "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((10 0, 20 0, 20 10, 10 10, 10 0)))",
            [],
            [],
            [[10, 5]],
        ),
        # Lawful: a hole that touches its shell, two parts that touch in a corner.
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 5, 3 6, 3 4, 0 5))", [], [], []),
        ("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((1 1, 2 1, 2 2, 1 2, 1 1)))", [], [], []),
        ("POLYGON EMPTY", [], [], []),
    ],
)
def test_every_place_is_found(
    wkt: str, crossings: list[list[float]], spikes: list[list[float]], overlaps: list[list[float]]
) -> None:
    faults = find_faults(shapely.from_wkt(wkt))
    assert faults.crossings == pytest.approx(np.array(crossings, dtype=float).reshape(-1, 2), abs=1e-9)
    assert faults.spikes.tolist() == spikes
    assert faults.overlaps.tolist() == overlaps


def test_a_five_pointed_star_crosses_itself_five_times() -> None:
    turn = np.arange(5) * 2 * 2 * np.pi / 5
    star = shapely.Polygon(np.column_stack((np.sin(turn), np.cos(turn))))
    assert len(find_faults(star).places) == 5


@pytest.mark.parametrize(
    ("wkt", "even_odd", "plain"),
    [
        # Lobes 48,000 and 108,000: their sum, and the difference that the shoelace gives.
        ("POLYGON ((0 0, 600 600, 600 0, 0 400, 0 0))", 156_000, 60_000),
        ("POLYGON ((0 0, 40 0, 40 40, 0 40, 0 20, 10 30, 20 20, 10 10, 0 20, 0 0))", 1_400, 1_400),
        ("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((2 2, 8 2, 8 8, 2 8, 2 2)))", 64, 136),
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (20 20, 20 30, 30 30, 30 20, 20 20))", 200, 0),
        ("POLYGON ((0 0, 10 0, 20 0, 0 0))", 0, 0),
        ("POLYGON EMPTY", 0, 0),
        # Overlap 5 x 10 of two squares counts twice in one reading and not at all in the other.
        ("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((5 0, 15 0, 15 10, 5 10, 5 0)))", 100, 200),
    ],
)
def test_two_readings_of_an_area(wkt: str, even_odd: float, plain: float) -> None:
    shape = shapely.from_wkt(wkt)
    assert even_odd_area(shape) == pytest.approx(even_odd, abs=1e-9)
    assert plain_area(shape) == pytest.approx(plain, abs=1e-9)
