from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
import shapely

from gis.geometry.frame import planar_frame
from gis.model.consistency import Situation
from gis.model.edition import Kind
from tests.gis.facts.consistency_scene import (
    Row,
    box,
    group,
    ids,
    items,
    kinds,
    lots,
    parcel,
    report,
    size,
    sizes,
    town,
    without,
)

ALDER = [town("Town of Alder", box(0, 0, 300, 200))]


def test_two_parcels_overlap_by_ten_feet_along_two_hundred() -> None:
    found = report({"parcels": lots(box(0, 0, 110, 200), box(100, 0, 300, 200))})
    (item,) = items(found, "parcels_overlap")
    assert ids(item) == ["lot 1", "lot 2"]
    assert item.claims == ("parcel: lot 1", "parcel: lot 2")
    assert size(item) == (2000, 10)  # 10 x 200
    assert item.accuracy_ft == Fraction(1, 10)
    assert not item.within_accuracy
    assert item.rules == ("TSD-01", "TSD-02", "SA-04", "MUK-01", "MUK-16")
    assert {feature.edition for feature in item.features} == {"edition-of-parcels"}
    assert found.faults_beyond == 1


@pytest.mark.parametrize(
    ("overlap_ft", "is_there", "within"),
    [
        (0.0, False, False),  # the two only touch
        (-5.0, False, False),  # they lie apart
        (0.0001, True, True),  # one step of the grid, 0.02 sq ft
        (0.05, True, True),
        (0.1, True, True),  # exactly the accuracy
        (0.11, True, False),
        (3.0, True, False),
    ],
)
def test_overlaps_within_the_accuracy_stand_apart(overlap_ft: float, is_there: bool, within: bool) -> None:
    found = report({"parcels": lots(box(0, 0, 100, 200), box(100 - overlap_ft, 0, 200, 200))})
    mine = group(found, "parcels_overlap")
    assert (mine is not None) == is_there
    if mine is not None:
        assert (mine.within.count, mine.beyond.count) == ((1, 0) if within else (0, 1))
        assert float(sum(item.area_sqft or 0 for item in (*mine.items, *mine.slivers))) == pytest.approx(
            overlap_ft * 200, abs=0.005
        )
        assert found.faults_beyond == (0 if within else 1)


def test_parcels_that_meet_in_a_corner_share_nothing() -> None:
    assert not kinds(report({"parcels": lots(box(0, 0, 100, 100), box(100, 100, 200, 200))}))


def test_each_place_of_an_overlap_is_told_by_itself() -> None:
    # A comb: two teeth of 5 x 20 and 8 x 20 reach into the lot above.
    comb = shapely.union_all([box(0, 0, 100, 50), box(10, 50, 15, 70), box(60, 50, 68, 70)])
    found = report({"parcels": lots(comb, box(0, 50, 100, 150))})
    assert [size(item) for item in items(found, "parcels_overlap")] == [(160, 8), (100, 5)]
    mine = group(found, "parcels_overlap")
    assert mine is not None
    assert sizes(mine.beyond) == (2, 260, 8)


def test_land_of_three_records_stands_under_each_pair() -> None:
    found = report({"parcels": lots(box(0, 0, 100, 100), box(90, 0, 200, 100), box(90, 0, 150, 50))})
    assert [ids(item) for item in items(found, "parcels_overlap")] == [["lot 1", "lot 2"], ["lot 1", "lot 3"]]
    assert [ids(item) for item in items(found, "parcel_within_parcel")] == [["lot 2", "lot 3"]]


def test_condominium_units_of_one_outline_are_a_stack_and_no_overlap() -> None:
    # The same square, begun at another corner and run the other way.
    again = shapely.Polygon([(100, 100), (100, 0), (0, 0), (0, 100)])
    found = report({"parcels": [parcel("c.1", box(0, 0, 100, 100)), parcel("c.2", again), parcel("c.3", again)]})
    assert kinds(found) == {"parcels_stacked"}
    (item,) = items(found, "parcels_stacked")
    assert ids(item) == ["c.1", "c.2", "c.3"]
    assert item.area_sqft == 10_000
    assert found.faults_beyond == 0


def test_a_unit_within_the_common_parcel_is_told_apart_from_an_overlap() -> None:
    found = report({"parcels": lots(box(0, 0, 100, 100), box(20, 20, 50, 60))})
    assert kinds(found) == {"parcel_within_parcel"}
    (item,) = items(found, "parcel_within_parcel")
    assert size(item) == (1200, 30)  # 30 x 40


def test_a_lot_in_the_hole_cut_for_it_is_no_overlap() -> None:
    hole = [(20, 20), (50, 20), (50, 60), (20, 60)]
    assert not kinds(report({"parcels": lots(without(box(0, 0, 100, 100), hole), box(20, 20, 50, 60))}))


def test_a_hairline_between_neighbours() -> None:
    found = report({"municipalities": ALDER, "parcels": lots(box(0, 0, 100, 200), box(100.05, 0, 300, 200))})
    (item,) = items(found, "gap_hairline")
    assert size(item) == (10, 0.05)  # 0.05 x 200
    assert item.within_accuracy
    assert ids(item) == ["Town of Alder", "lot 1", "lot 2"]
    assert item.accuracy_ft == Fraction(141, 1000)  # it ends at the municipal line: the root of 0.1^2 + 0.1^2
    assert found.faults_beyond == 0


CORNERS = [(100, 50), (150, 50), (150, 150), (100, 150)]
"""A hole of 50 x 100 ft, in the middle of Alder."""


def bare(kind: Situation, parcels: list[Row], water: Sequence[Row] = ()) -> tuple[int, int]:
    """Return area and greatest width of the one bare place in Alder, which must be of a kind."""
    layers: dict[Kind, Sequence[Row]] = {"municipalities": ALDER, "parcels": parcels}
    if water:
        layers["water"] = water
    found = report(layers)
    assert {each for each in kinds(found) if each.startswith("gap")} == {kind}
    (item,) = items(found, kind)
    assert item.area_sqft is not None
    assert item.width_ft is not None
    return round(item.area_sqft), round(item.width_ft)


def test_a_lot_is_missing() -> None:
    assert bare("gap_enclosed", lots(without(ALDER[0]["shape"], CORNERS))) == (5000, 50)


def test_without_municipalities_a_missing_lot_is_found_all_the_same() -> None:
    found = report({"parcels": lots(without(ALDER[0]["shape"], CORNERS))})
    (item,) = items(found, "gap_enclosed")
    assert (size(item), ids(item)) == ((5000, 50), ["lot 1"])
    assert "No municipalities are on file, so only bare land with parcels all around is looked for." in (
        note for section in found.sections for note in section.notes
    )


def test_a_street_through_the_town_is_likely_right_of_way_and_no_fault() -> None:
    parcels = lots(box(0, 0, 300, 80), box(0, 110, 300, 200))
    assert bare("gap_corridor", parcels) == (9000, 30)  # 30 x 300
    assert report({"municipalities": ALDER, "parcels": parcels}).faults_beyond == 0


def test_a_street_around_a_block_leads_on_though_no_line_is_reached() -> None:
    ring = [(50, 50), (250, 50), (250, 150), (50, 150)]
    # 200 x 100 less the block of 180 x 80
    inner = box(60, 60, 240, 140)
    area, width = bare("gap_corridor", lots(without(ALDER[0]["shape"], ring), inner))
    assert area == 20_000 - 14_400
    assert 10 <= width <= 14  # 10 ft wide, and at the corners less than 10 times the root of 2


def test_an_alley_that_leads_nowhere_may_be_a_missing_lot() -> None:
    alley = [(50, 50), (200, 50), (200, 62), (50, 62)]
    assert bare("gap_enclosed", lots(without(ALDER[0]["shape"], alley))) == (1800, 12)  # 12 x 150


def test_an_alley_that_leads_to_a_road_record_is_a_corridor() -> None:
    road = parcel("ROW", box(0, 100, 300, 200), None, record_kind="row")
    alley = shapely.Polygon([(0, 0), (300, 0), (300, 100), (60, 100), (60, 10), (48, 10), (48, 100), (0, 100)])
    assert bare("gap_corridor", [*lots(alley), road]) == (1080, 12)  # 12 x 90


def test_a_strip_that_no_deed_describes() -> None:
    assert bare("gap_strip", lots(box(0, 0, 300, 100), box(0, 103, 300, 200))) == (900, 3)


def test_the_parcel_file_ends_before_the_town_does() -> None:
    assert bare("gap_open", lots(box(0, 0, 200, 200))) == (20_000, 100)


@pytest.mark.parametrize("kind", ["rights_of_way", "water", "railroads"])
def test_land_under_a_way_or_water_on_file_is_not_bare(kind: Kind) -> None:
    row: Row = {"shape": shapely.Polygon(CORNERS)}
    parcels = lots(without(ALDER[0]["shape"], CORNERS))
    assert not kinds(report({"municipalities": ALDER, "parcels": parcels, kind: [row]}))


def test_a_line_of_water_covers_no_land() -> None:
    creek: list[Row] = [{"shape": shapely.LineString([(100, 50), (150, 150)])}]
    assert bare("gap_enclosed", lots(without(ALDER[0]["shape"], CORNERS)), water=creek) == (5000, 50)


def test_what_the_file_records_as_a_gap_is_said_and_no_fault() -> None:
    gap = parcel("GAP", shapely.Polygon(CORNERS), None, record_kind="gap")
    found = report({"municipalities": ALDER, "parcels": [*lots(without(ALDER[0]["shape"], CORNERS)), gap]})
    assert kinds(found) == {"gap_recorded"}
    assert items(found, "gap_recorded")[0].area_sqft == 5000
    assert found.faults_beyond == 0


def test_a_town_without_any_record_is_not_bare_but_not_on_file() -> None:
    birch = town("Town of Birch", box(300, 0, 600, 200))
    found = report({"municipalities": [*ALDER, birch], "parcels": lots(ALDER[0]["shape"])})
    assert kinds(found) == {"municipality_without_parcels"}
    assert [ids(item) for item in items(found, "municipality_without_parcels")] == [["Town of Birch"]]


def test_places_are_told_in_degrees_where_the_plane_lies_on_the_earth() -> None:
    x, y = 800_000.0, 500_000.0  # feet of the county's zone
    found = report(
        {"parcels": lots(box(x, y, x + 110, y + 200), box(x + 100, y, x + 300, y + 200))},
        frame=planar_frame("EPSG:8189"),
    )
    (item,) = items(found, "parcels_overlap")
    assert item.bbox is not None
    assert item.longitude is not None
    assert item.latitude is not None
    west, south, east, north = item.bbox
    assert west < item.longitude < east
    assert south < item.latitude < north
    # A degree of latitude at 43 degrees is 364,550 ft, one of longitude 267,400. West of its middle, the zone's north
    # is turned by some tenths of a degree: over 200 ft the box grows by about half a foot.
    assert (north - south) * 364_550 == pytest.approx(200, abs=1)
    assert (east - west) * 267_400 == pytest.approx(10, abs=1)
