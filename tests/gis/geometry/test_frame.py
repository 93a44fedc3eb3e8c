from __future__ import annotations

import pytest

from gis.errors import CrsUnknown
from gis.geometry.frame import LOCAL_FEET, Frame, planar_frame, unit_ft, working_frame


@pytest.mark.parametrize(
    ("crs", "expected"),
    [
        ("EPSG:3071", 3937 / 1200),  # a metre is 39.37 inches exactly, in US survey feet
        ("EPSG:8112", 1.0),
        ("EPSG:7600", 1.0),
        ("local", 1.0),
        ("EPSG:2193", 3937 / 1200),  # another country's metres
    ],
)
def test_feet_in_a_unit(crs: str, expected: float) -> None:
    assert unit_ft(crs) == expected
    assert Frame(crs, crs, 0.0001).unit_ft == expected


def test_the_international_foot_is_two_parts_in_a_million_short() -> None:
    # 0.3048 m against 1200/3937 m: 0.3048 * 3937 / 1200 = 0.999998
    assert unit_ft("EPSG:2222") == pytest.approx(0.999998, abs=1e-12)


@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:999999", "nonsense"])
def test_degrees_and_nonsense_are_no_plane(crs: str) -> None:
    with pytest.raises(CrsUnknown, match=r"plane|no coordinate system"):
        _ = planar_frame(crs).unit_ft


def test_kinds_of_frame() -> None:
    assert working_frame("EPSG:8112") == Frame("EPSG:3071", "EPSG:8112", 0.0001)
    assert not working_frame("EPSG:8112").is_planar
    assert planar_frame("EPSG:7600").is_planar
    assert LOCAL_FEET.is_local
    assert LOCAL_FEET.is_planar
