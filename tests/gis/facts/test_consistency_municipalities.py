from __future__ import annotations

from fractions import Fraction

import pytest
import shapely

from gis.model.consistency import Situation
from tests.gis.facts.consistency_scene import Row, box, group, ids, items, kinds, report, size, sizes, town, without

WEST, EAST = box(0, 0, 5000, 5000), box(5000, 0, 10_000, 5000)


def test_towns_that_tile_are_not_listed() -> None:
    assert not kinds(report({"municipalities": [town("Town of Alder", WEST), town("Town of Birch", EAST)]}))


@pytest.mark.parametrize(
    ("overlap_ft", "area_sqft", "within"),
    [(0.08, 400, True), (0.1, 500, True), (0.12, 600, False), (40, 200_000, False)],
)
def test_two_municipalities_claim_a_strip(overlap_ft: float, area_sqft: int, within: bool) -> None:
    elm = town("Village of Elm", box(5000 - overlap_ft, 0, 10_000, 5000))
    found = report({"municipalities": [town("Town of Alder", WEST), elm]})
    (item,) = items(found, "municipalities_overlap")
    assert item.area_sqft == area_sqft  # the strip is 5,000 ft long
    assert ids(item) == ["Town of Alder", "Village of Elm"]
    assert item.within_accuracy == within
    assert item.rules == ("TSD-01", "TSD-09", "TSD-31")
    assert found.faults_beyond == (0 if within else 1)


def test_a_triangle_that_nobody_claims() -> None:
    # Legs of 30 and 40 ft, so the third side is 50; the circle within has diameter 30 + 40 - 50 = 20.
    towns = [town("Town of Alder", without(WEST, [(100, 100), (130, 100), (100, 140)])), town("Town of Birch", EAST)]
    found = report({"municipalities": towns})
    (item,) = items(found, "land_unclaimed")
    assert size(item) == pytest.approx((600, 20), abs=0.001)
    assert ids(item) == ["Town of Alder"]
    assert item.accuracy_ft == Fraction(1, 10)


def test_a_hole_filled_by_another_municipality_is_claimed() -> None:
    ring = [(100, 100), (130, 100), (130, 140), (100, 140)]
    towns = [town("Town of Alder", without(WEST, ring)), town("City of Fir", shapely.Polygon(ring))]
    assert not kinds(report({"municipalities": towns}))


def test_a_gap_that_opens_to_the_outside_is_seen_where_the_county_is_on_file() -> None:
    # 30 ft between the towns, from the north line to the south line of the county
    towns = [town("Town of Alder", WEST), town("Town of Birch", box(5030, 0, 10_000, 5000))]
    assert not kinds(report({"municipalities": towns}))
    found = report({"municipalities": towns, "counties": [{"name": "JEFFERSON", "shape": box(0, 0, 10_000, 5000)}]})
    (item,) = items(found, "land_unclaimed")
    assert size(item) == (150_000, 30)
    assert ids(item) == ["Town of Alder", "Town of Birch"]
    assert item.accuracy_ft == Fraction(141, 1000)


@pytest.mark.parametrize(("strip_ft", "kind"), [(1000.0, "land_unclaimed"), (1320.0, "county_not_on_file")])
def test_a_strip_fell_short_but_broad_land_is_where_the_layer_ends(strip_ft: float, kind: Situation) -> None:
    county: list[Row] = [{"name": "Jefferson", "shape": box(0, 0, 5000 + strip_ft, 5000)}]
    found = report({"municipalities": [town("Town of Alder", WEST)], "counties": county})
    assert kinds(found) == {kind}
    assert items(found, kind)[0].area_sqft == 5000 * strip_ft
    assert found.faults_beyond == (1 if kind == "land_unclaimed" else 0)


def test_land_beyond_the_county() -> None:
    counties: list[Row] = [
        {"name": "Jefferson", "shape": box(0, 0, 4980, 5000)},
        {"name": "Dodge", "shape": box(4980, 0, 9000, 5000)},
    ]
    found = report({"municipalities": [town("Town of Alder", WEST)], "counties": counties})
    (item,) = items(found, "land_outside_county")
    assert size(item) == (100_000, 20)  # 20 x 5,000
    assert item.claims == ("county: Jefferson",)
    assert item.rules == ("TSD-15",)


def test_a_municipality_that_names_no_county_may_lie_in_any() -> None:
    counties: list[Row] = [
        {"name": "Jefferson", "shape": box(0, 0, 4000, 5000)},
        {"name": "Dodge", "shape": box(4000, 0, 5000, 5000)},
    ]
    assert not kinds(report({"municipalities": [town("Town of Alder", WEST, None)], "counties": counties}))


def test_slivers_are_counted_and_summed_apart() -> None:
    birch = town("Town of Birch", shapely.union_all([EAST, box(4999.95, 0, 5000, 1000), box(4990, 2000, 5000, 2100)]))
    mine = group(report({"municipalities": [town("Town of Alder", WEST), birch]}), "municipalities_overlap")
    assert mine is not None
    assert sizes(mine.beyond) == (1, 1000, 10)  # 10 x 100
    assert sizes(mine.within) == (1, 50, 0.05)  # 0.05 x 1,000


def test_a_layer_without_counties_says_so() -> None:
    found = report({"municipalities": [town("Town of Alder", WEST)]})
    (section,) = (each for each in found.sections if each.id == "municipalities")
    assert section.notes == (
        "No counties are on file, so land that nobody claims is looked for between municipalities only.",
    )
