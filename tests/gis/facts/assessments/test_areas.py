"""How large is each parcel, and do its acreages agree about five acres: worked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import shapely

from gis.facts.assessments.areas import AcresAsked, ParcelAreas, parcel_areas
from gis.facts.assessments.land import ParcelLand
from gis.model.interval import Interval
from tests.gis.facts.assessments.street_scene import land_of, lot

FIVE = Fraction(5)


def land_with(**columns: list[float | None]) -> ParcelLand:
    """Return one parcel of 660 by 330 ft, which is five acres, for each value of a column."""
    count = len(next(iter(columns.values())))
    lots = [lot(f"1-{x}", shapely.box(1000 * x, 0, 1000 * x + 660, 330)) for x in range(count)]
    land = land_of(parcels=lots)
    layer = land.layers.layers["parcels"]
    stated = {name: np.array(values, dtype=object) for name, values in columns.items()}
    parcels = replace(layer, table=layer.table.assign(**stated))
    return replace(land, layers=replace(land.layers, layers={"parcels": parcels}))


def test_a_parcel_is_measured_and_may_be_off_by_its_outline_times_the_accuracy() -> None:
    # 2 (660 + 330) = 1,980 ft of outline, lines good to 0.1 ft: 198 sq ft either way.
    areas = parcel_areas(land_of(parcels=[lot("1-1", shapely.box(0, 0, 660, 330))]))
    assert areas.area_sqft(0) == Interval(Fraction(217_602), Fraction(217_800), Fraction(217_998))
    assert areas.acres(0) == {"assessed": None, "deeded": None, "gis": None, "drawn": FIVE}


def test_a_parcel_smaller_than_what_it_may_be_off_is_not_less_than_nothing() -> None:
    areas = parcel_areas(land_of(parcels=[lot("1-1", shapely.box(0, 0, 660, 0.1))]))
    assert areas.area_sqft(0).low == 0


def test_a_hole_is_no_land_and_units_of_one_outline_have_it_each() -> None:
    ring = shapely.box(0, 0, 300, 200) - shapely.box(100, 50, 200, 150)
    areas = parcel_areas(land_of(parcels=[lot("1-1", ring), lot("1-2", ring)]))
    assert [int(each) for each in areas.steps] == [5_000_000, 5_000_000]


@pytest.mark.parametrize(
    ("drawn", "deeded", "expected"),
    [
        (330, None, AcresAsked((), ("drawn",), within_accuracy=True)),
        (330, 5.01, AcresAsked(("deeded",), ("drawn",), within_accuracy=True)),
        (350, 5.3, AcresAsked(("deeded", "drawn"), (), within_accuracy=False)),
        (350, 5.0, AcresAsked(("drawn",), ("deeded",), within_accuracy=False)),
        (300, 4.55, AcresAsked((), ("deeded", "drawn"), within_accuracy=False)),
        # 330.3 ft: 217,998 sq ft less 198.06 is still under five acres; 330.4 ft: 218,064 less 198.08 is over.
        (330.3, None, AcresAsked(("drawn",), (), within_accuracy=True)),
        (330.4, None, AcresAsked(("drawn",), (), within_accuracy=False)),
    ],
)
def test_each_acreage_says_by_its_name_whether_it_is_greater(
    drawn: float, deeded: float | None, expected: AcresAsked
) -> None:
    land = land_of(parcels=[lot("1-1", shapely.box(0, 0, 660, drawn))])
    areas: ParcelAreas = replace(parcel_areas(land), deeded=np.array([_exact(deeded)], dtype=object))
    assert areas.asked(0, FIVE) == expected
    assert areas.asked(0, FIVE).agrees is (not (expected.over and expected.not_over))


def _exact(value: float | None) -> Fraction | None:
    return None if value is None else Fraction(str(value))


def test_acreages_of_the_roll_are_exact_decimals_and_none_is_zero() -> None:
    areas = parcel_areas(
        land_with(assessed_acres=[5.1, 0.0, None], deeded_acres=[4.9, -1.0, 5.0], gis_acres=[None, 5.05, 5.0])
    )
    assert areas.assessed.tolist() == [Fraction(51, 10), None, None]
    assert areas.deeded.tolist() == [Fraction(49, 10), None, FIVE]
    assert areas.gis.tolist() == [None, Fraction(101, 20), FIVE]
    assert areas.asked(0, FIVE) == AcresAsked(("assessed",), ("deeded", "drawn"), within_accuracy=True)
