"""Which main would take a parcel's sewage by gravity?"""

from __future__ import annotations

from collections.abc import Sequence

import geopandas as gpd
import numpy as np
import pytest
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.serving import serving_mains
from gis.facts.sewers.blocks.blocks import SewersInBlocks
from gis.facts.sewers.mains import Mains, mains
from gis.facts.sewers.meetings.frontage import Frontages
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.network.drawn import ACCURACY, DAY, Row, layer, pipe

# Two lots north of a street from y = 0 to 66; right-of-way 0 is the street, 1 an easement along lot 1's east side.
LOTS = np.array([shapely.box(0, 66, 100, 200), shapely.box(100, 66, 200, 200)], dtype=object)
NEAR, FAR = ((0.0, 50.0), (200.0, 50.0)), ((0.0, 20.0), (200.0, 20.0))


def sewers(*rows: Row) -> Mains:
    """Return sewers whose owner each row states."""
    plain = layer("sewers", rows)
    table = gpd.GeoDataFrame(plain.table.assign(owner=[row.get("owner") for row in rows]))
    found = mains(LayerSet(LOCAL_FEET, {"sewers": Layer("sewers", "e", None, LOCAL_FEET, table)}, ACCURACY), DAY)
    assert found is not None
    return found


def fronts(*pairs: tuple[int, int], points: Sequence[int] = ()) -> Frontages:
    """Return pairs of a lot and a right-of-way; those at `points` meet in a point only."""
    parcel, right = (np.array([pair[k] for pair in pairs], dtype=np.intp) for k in (0, 1))
    is_point = np.isin(np.arange(len(pairs)), points)
    lines = np.full(len(pairs), shapely.LineString(), dtype=object)
    return Frontages(parcel, right, np.where(is_point, 0, 100_000), lines, is_point)


def holding(*pairs: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    rights, held = (np.array([pair[k] for pair in pairs], dtype=np.intp) for k in (0, 1))
    return rights, held


def served(lines: Mains, *, points: Sequence[int] = ()) -> list[int]:
    """Return what serves the lots where both front on the street and the street holds every sewer."""
    held = holding(*((0, sewer) for sewer in range(len(lines))))
    return serving_mains(LOTS, fronts((0, 0), (1, 0), points=points), lines, held, DAY, LOCAL_FEET).tolist()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([pipe("A", *FAR), pipe("B", *NEAR)], 1),  # the nearer
        ([pipe("B", *NEAR), pipe("A", *NEAR)], 1),  # of equals the first by id
        ([pipe("A", *NEAR, kind="interceptor"), pipe("B", *FAR, owner="district")], 1),  # the interceptor comes last
        ([pipe("A", *NEAR, owner="regional"), pipe("B", *FAR, owner="local")], 1),
        ([pipe("A", *NEAR, kind="interceptor")], 0),
        ([pipe("A", *NEAR, kind="force_main"), pipe("B", *FAR)], 1),
        ([pipe("A", *NEAR, kind="force_main")], -1),
        ([pipe("A", *NEAR, kind="lateral"), pipe("B", *NEAR, kind="storm"), pipe("C", *NEAR, kind="other")], -1),
        ([pipe("A", *NEAR, kind=None)], -1),
        ([pipe("A", *NEAR, status="proposed"), pipe("B", *NEAR, status="abandoned")], -1),
        ([pipe("A", *NEAR, status=None)], -1),
        ([pipe("A", *NEAR, operational="2026-06-16")], -1),  # serves from tomorrow
        ([pipe("A", *NEAR, operational="2026-06-15")], 0),
    ],
)
def test_the_main_that_serves_is_the_nearest_that_takes_gravity_flow(rows: list[Row], expected: int) -> None:
    assert served(sewers(*rows)) == [expected, expected]


def test_a_lot_that_meets_the_street_in_a_point_is_not_served_from_it() -> None:
    assert served(sewers(pipe("A", *NEAR)), points=[1]) == [0, -1]


def test_an_easement_serves_the_lot_that_it_lies_on() -> None:
    lines = sewers(pipe("E", (195, 66), (195, 200)))
    found = serving_mains(LOTS, fronts((0, 0), (1, 0), (1, 1)), lines, holding((1, 0)), DAY, LOCAL_FEET)
    assert found.tolist() == [-1, 0]


def test_a_lot_that_only_its_block_reaches_is_served_by_the_nearest_main_of_the_block() -> None:
    # Lot 1 fronts on nothing; its block 3 has mains B (nearer) and A in its streets, and a force main nearer still.
    lines = sewers(pipe("A", *FAR), pipe("B", *NEAR), pipe("F", (0, 60), (200, 60), kind="force_main"))
    in_blocks = SewersInBlocks(
        np.array([2, 3, 3, 3]), np.array([0, 0, 1, 2]), np.full(4, "bounding_street", dtype=object)
    )
    held = holding((0, 0))
    without = serving_mains(LOTS, fronts((0, 0)), lines, held, DAY, LOCAL_FEET)
    assert without.tolist() == [0, -1]
    within = serving_mains(LOTS, fronts((0, 0)), lines, held, DAY, LOCAL_FEET, (np.array([3, 3]), in_blocks))
    assert within.tolist() == [0, 1]  # lot 0 keeps the main of its own street
    outside = serving_mains(LOTS, fronts((0, 0)), lines, held, DAY, LOCAL_FEET, (np.array([3, -1]), in_blocks))
    assert outside.tolist() == [0, -1]


def test_no_frontage_and_no_sewer_serve_nobody() -> None:
    assert served(sewers(pipe("A", *NEAR, status="abandoned"))) == [-1, -1]
    nothing = serving_mains(LOTS, fronts(), sewers(pipe("A", *NEAR)), holding(), DAY, LOCAL_FEET)
    assert nothing.tolist() == [-1, -1]
