"""How much land do features share, and is a wrong overlay found out? Boxes as west, south, east, north in feet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from shapely.errors import GEOSException

from gis.geometry.frame import LOCAL_FEET
from gis.layers.lineage.overlaps import Geometries, overlaps

LOT = (0, 0, 100, 100)


def boxes(*bounds: tuple[float, float, float, float]) -> Geometries:
    return np.array([shapely.box(*each) for each in bounds], dtype=object)


@pytest.mark.parametrize(
    ("other", "area_sqft"),
    [
        pytest.param(LOT, [10_000], id="the same"),
        pytest.param((50, 0, 150, 100), [5_000], id="half"),
        pytest.param((100, 0, 200, 100), [], id="touching along a line"),
        pytest.param((100, 100, 200, 200), [], id="touching in a corner"),
        pytest.param((101, 0, 200, 100), [], id="apart"),
        pytest.param((99.8, 0, 200, 100), [], id="a hairline of 0.2 ft"),
        pytest.param((99.7, 0, 200, 100), [30], id="a strip of 0.3 ft"),
        pytest.param((99.9, 0, 100.05, 100), [10], id="a hairline that is most of a feature"),
    ],
)
def test_land_in_common_that_is_wider_than_a_quarter_foot(
    other: tuple[float, float, float, float], area_sqft: list[float]
) -> None:
    found = overlaps(boxes(LOT), boxes(other), 0.25, LOCAL_FEET)
    assert found.area_sqft.tolist() == pytest.approx(area_sqft)


def test_pairs_come_in_order_with_shares_and_a_point_in_both() -> None:
    #   old: 0..100 | 100..200      new: 0..50 | 50..200
    old, new = boxes(LOT, (100, 0, 200, 100)), boxes((0, 0, 50, 100), (50, 0, 200, 100))
    found = overlaps(old, new, 0.1, LOCAL_FEET)
    assert list(zip(found.old.tolist(), found.new.tolist(), strict=True)) == [(0, 0), (0, 1), (1, 1)]
    assert found.share_of_old.tolist() == pytest.approx([0.5, 0.5, 1])
    assert found.share_of_new.tolist() == pytest.approx([1, 1 / 3, 2 / 3])
    assert shapely.contains_properly(old[found.old], found.points).all()
    assert shapely.contains_properly(new[found.new], found.points).all()


def test_no_features_share_nothing() -> None:
    assert len(overlaps(boxes(), boxes(LOT), 0.1, LOCAL_FEET).old) == 0
    assert len(overlaps(boxes(LOT), boxes(), 0.1, LOCAL_FEET).old) == 0


@pytest.mark.parametrize("fault", ["the whole lot", "half of the overlap", "another place", "failure"])
def test_a_wrong_overlay_is_found_and_worked_again(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """GEOS has given whole lots as overlaps; the verified overlay goes one by one, which stays right here."""
    right = {"intersection": shapely.intersection, "difference": shapely.difference}
    lies = {
        "the whole lot": {"intersection": boxes(LOT), "difference": np.array([shapely.Polygon()], dtype=object)},
        "half of the overlap": {"intersection": boxes((60, 0, 80, 100))},
        # Right in size and in the sum, wrong in place.
        "another place": {"intersection": boxes((0, 0, 40, 100)), "difference": boxes((40, 0, 100, 100))},
        "failure": {"intersection": None},
    }[fault]
    told = set()

    def lying(name: str) -> Any:  # noqa: ANN401  what shapely's own functions take and give
        def run(a: Any, b: Any, grid_size: float | None = None) -> Any:  # noqa: ANN401  the same
            if name in lies and name not in told:
                told.add(name)
                if lies[name] is None:
                    message = "TopologyException"
                    raise GEOSException(message)
                return lies[name]
            return right[name](a, b, grid_size=grid_size)

        return run

    for name in right:
        monkeypatch.setattr(shapely, name, lying(name))
    found = overlaps(boxes(LOT), boxes((60, 0, 160, 100)), 0.1, LOCAL_FEET)
    assert told == set(lies)
    assert found.area_sqft.tolist() == pytest.approx([4_000])  # 40 x 100 ft
    assert found.points[0].x > 60
