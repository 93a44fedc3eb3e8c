"""In which municipality does each sewer lie, and for how many feet?"""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry.frame import LOCAL_FEET
from gis.network.within import mains_within
from tests.gis.network.drawn import pipe, sewers

# Town: x from 0 to 100; city: x from 100 to 300.
AREAS = np.array([shapely.box(0, 0, 100, 100), shapely.box(100, 0, 300, 100)], dtype=object)


@pytest.mark.parametrize(
    ("course", "lengths", "most"),
    [
        (((10, 50), (60, 50)), [(0, 50_000)], 0),
        (((40, 50), (160, 50)), [(0, 60_000), (1, 60_000)], 0),  # of equal lengths the first area
        (((40, 50), (161.5, 50)), [(0, 60_000), (1, 61_500)], 1),
        (((100, 10), (100, 40)), [(0, 30_000), (1, 30_000)], 0),  # along the limit
        (((100, 50), (160, 50)), [(1, 60_000)], 1),  # touches the town in a point
        (((290, 50), (330, 50)), [(1, 10_000)], 1),  # runs out of both
        (((400, 50), (500, 50)), [], -1),
    ],
)
def test_a_sewer_is_told_with_its_length_in_each_area(
    course: tuple[tuple[float, float], ...], lengths: list[tuple[int, int]], most: int
) -> None:
    found = mains_within(sewers(pipe("A", *course)), AREAS, LOCAL_FEET)
    assert list(zip(found.area.tolist(), found.length_steps.tolist(), strict=True)) == lengths
    assert found.most(1).tolist() == [most]
