"""Which parcels came of a parcel that was divided, and do they make up its land: worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import geopandas as gpd
import numpy as np
import pytest
import shapely

from gis.errors import OptionInvalid
from gis.facts.assessments.descendants import Descendants, descendants
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer

FARM = shapely.box(0, 0, 1000, 400)
BESIDE = shapely.box(1000, 0, 1400, 400)
Record = tuple[str, shapely.Geometry] | tuple[str, shapely.Geometry, str]


def edition(name: str, records: Sequence[Record], county: str | None = None) -> Layer:
    rows = [
        dict.fromkeys(CONTRACTS["parcels"].names)
        | {"parcel_id": each[0], "record_kind": each[2] if len(each) > 2 else "parcel", "county": county}
        for each in records
    ]
    shapes = np.array([each[1] for each in records], dtype=object)
    table = gpd.GeoDataFrame(rows, geometry=shapely.set_precision(shapes, LOCAL_FEET.grid))
    return Layer("parcels", name, accuracy_ft=Fraction(1, 10), frame=LOCAL_FEET, table=table)


def became(old: Sequence[Record], new: Sequence[Record], name: str = "1") -> Descendants:
    layers = LayerSet(LOCAL_FEET, {}, Fraction(1, 10))
    return descendants(layers, edition("old", old), edition("new", new), [name])[name]


def parts(found: Descendants) -> dict[str, int]:
    return {each.parcel_id: int(each.area_sqft) for each in found.parts}


def test_the_parts_of_a_division_make_up_the_parent() -> None:
    new = [("1-A", shapely.box(0, 0, 300, 400)), ("1-B", shapely.box(300, 0, 1000, 400)), ("2", BESIDE)]
    found = became([("1", FARM), ("2", BESIDE)], new)
    assert parts(found) == {"1-B": 280_000, "1-A": 120_000}
    assert (found.area_sqft, found.missing_sqft, found.other_sqft, found.passed_sqft) == (400_000, 0, 0, 0)
    # 2,800 ft of outline; two editions good to 0.1 ft each are good to 0.141 together.
    assert found.off_sqft == Fraction(3948, 10)
    assert found.is_divided
    assert found.is_covered


def test_a_part_that_is_in_no_record_is_missing_by_its_square_feet() -> None:
    new = [("1-A", shapely.box(0, 0, 300, 400)), ("1-B", shapely.box(350, 0, 1000, 400)), ("2", BESIDE)]
    found = became([("1", FARM), ("2", BESIDE)], new)
    assert (found.missing_sqft, found.is_covered) == (20_000, False)


def test_a_gap_within_the_accuracy_still_covers() -> None:
    # 0.1 ft by 400: 40 sq ft, of the 394.8 that the lines leave open.
    new = [("1-A", shapely.box(0, 0, 300, 400)), ("1-B", shapely.box(300.1, 0, 1000, 400))]
    found = became([("1", FARM)], new)
    assert (found.missing_sqft, found.is_covered) == (40, True)


def test_a_road_through_the_division_is_no_parcel_and_not_missing() -> None:
    new = [
        ("1-A", shapely.box(0, 0, 300, 400)),
        ("ROW", shapely.box(300, 0, 366, 400), "row"),
        ("1-B", shapely.box(366, 0, 1000, 400)),
    ]
    found = became([("1", FARM)], new)
    assert (parts(found), found.other_sqft, found.missing_sqft) == ({"1-B": 253_600, "1-A": 120_000}, 26_400, 0)


def test_a_part_with_land_of_a_neighbour_has_more_than_it_got() -> None:
    new = [("1-A", shapely.box(0, 0, 500, 400)), ("3", shapely.box(500, 0, 1400, 400))]
    (larger,) = (each for each in became([("1", FARM), ("2", BESIDE)], new).parts if each.parcel_id == "3")
    assert (larger.area_sqft, larger.whole_sqft) == (200_000, 360_000)


def test_a_strip_that_went_to_a_neighbour_that_was_there_passed() -> None:
    # 10 of 1,000 ft went to parcel 2, which is no child of parcel 1.
    new = [
        ("1-A", shapely.box(0, 0, 500, 400)),
        ("1-B", shapely.box(500, 0, 990, 400)),
        ("2", shapely.box(990, 0, 1400, 400)),
    ]
    found = became([("1", FARM), ("2", BESIDE)], new)
    assert (parts(found), found.passed_sqft) == ({"1-A": 200_000, "1-B": 196_000}, 4_000)


def test_a_parcel_that_stays_is_its_own_only_part() -> None:
    found = became([("1", FARM), ("2", BESIDE)], [("1", FARM), ("2", BESIDE)])
    assert (parts(found), found.is_divided, found.is_covered, found.confidence) == (
        {"1": 400_000},
        False,
        True,
        "certain",
    )


def test_a_number_that_was_given_to_other_land_is_no_part() -> None:
    elsewhere = shapely.box(9000, 0, 9400, 400)
    found = became([("1", FARM)], [("1", elsewhere), ("4", FARM)])
    assert parts(found) == {"4": 400_000}


def test_a_parcel_on_whose_land_there_is_nothing_now_has_no_parts() -> None:
    found = became([("1", FARM), ("2", BESIDE)], [("2", BESIDE)])
    assert (found.parts, found.missing_sqft, found.is_covered, found.confidence) == ((), 400_000, False, None)


def test_units_on_one_outline_each_have_all_of_it() -> None:
    found = became([("1", FARM)], [("1-U1", FARM), ("1-U2", FARM)])
    assert (parts(found), found.missing_sqft) == ({"1-U1": 400_000, "1-U2": 400_000}, 0)


def test_an_id_with_its_county_means_one_of_two_and_no_parcel_is_refused() -> None:
    layers, new = LayerSet(LOCAL_FEET, {}, Fraction(1, 10)), edition("new", [("1", FARM)], "Dane")
    old = edition("old", [("1", FARM)], "Dane")
    assert list(descendants(layers, old, new, ["1, Dane"])) == ["1, Dane"]
    assert descendants(layers, old, new, []) == {}
    with pytest.raises(OptionInvalid, match="No parcel has the id 7"):
        descendants(layers, old, new, ["7"])
    twice = edition("old", [("1", FARM), ("1", BESIDE)])
    with pytest.raises(OptionInvalid, match="2 parcels have the id 1"):
        descendants(layers, twice, new, ["1"])
