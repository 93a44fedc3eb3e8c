"""Which parcels have land in a service area, and which version is in force: worked by hand."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import geopandas as gpd
import pytest
import shapely

from gis.errors import EditionAmbiguous, EditionMissing
from gis.facts.assessments.land import ParcelLand
from gis.facts.assessments.service_area import area_on, area_versions, in_service_area
from gis.layers.layer import Layer
from tests.gis.facts.assessments.street_scene import land_of, lot

AREA = shapely.box(0, 0, 1000, 1000)


def with_areas(land: ParcelLand, *rows: tuple[str, str, str | None, str | None, shapely.Geometry]) -> ParcelLand:
    columns = ("name", "kind", "valid_from", "valid_to")
    table = gpd.GeoDataFrame(
        [dict(zip(columns, row, strict=False)) for row in rows], geometry=[row[-1] for row in rows]
    )
    frame = land.layers.frame
    areas = Layer("service_areas", "e", accuracy_ft=Fraction(1), frame=frame, table=table)
    return replace(land, layers=replace(land.layers, layers={**land.layers.layers, "service_areas": areas}))


def test_land_inside_counts_and_an_edge_and_a_sliver_do_not() -> None:
    lots = [
        lot("in", shapely.box(100, 100, 200, 200)),
        lot("touches", shapely.box(1000, 100, 1100, 200)),
        # 100 by 1,100: 40 ft of each 100 lie within, 4,000 sq ft.
        lot("cut", shapely.box(960, 300, 1060, 400)),
        # Within the accuracy of 0.1 ft: a strip of 0.1 by 100; then a little more.
        lot("sliver", shapely.box(999.9, 500, 1100, 600)),
        lot("thin", shapely.box(999.8, 600, 1100, 700)),
        lot("corner", shapely.box(1000, 1000, 1100, 1100)),
        lot("away", shapely.box(1500, 100, 1600, 200)),
    ]
    found = in_service_area(land_of(parcels=lots), AREA)
    assert found.inside.tolist() == [0, 2, 4]
    assert found.slivers.tolist() == [3]
    assert found.steps.tolist() == [1_000_000, 0, 400_000, 1_000, 2_000, 0, 0]
    assert (found.is_whole.tolist()[:3], found.accuracy_ft) == ([True, False, False], Fraction(1, 10))


def test_a_stated_accuracy_of_the_outline_makes_more_of_a_strip_a_sliver() -> None:
    land = land_of(parcels=[lot("1", shapely.box(997, 0, 1100, 100))])
    stated = replace(land, layers=replace(land.layers, combined_accuracy_ft=None))
    # Parcels good to 0.1 ft, the outline to 3 and then to 2: roots of 9.01 and 4.01, 3.002 and 2.002 ft.
    assert in_service_area(stated, AREA, Fraction(3)).slivers.tolist() == [0]
    assert in_service_area(stated, AREA, Fraction(2)).inside.tolist() == [0]


def test_units_lie_where_their_ground_does() -> None:
    units = [lot(f"1-{unit}", shapely.box(0, 0, 50, 50)) for unit in (1, 2)]
    assert in_service_area(land_of(parcels=units), AREA).steps.tolist() == [250_000, 250_000]


def test_ground_that_the_plan_leaves_out_is_none_of_the_area() -> None:
    land = with_areas(
        land_of(parcels=[lot("1", shapely.box(0, 0, 100, 100)), lot("2", shapely.box(600, 0, 700, 100))]),
        ("Fir Area", "sewered", None, None, shapely.box(0, 0, 500, 500)),
        ("Fir Area", "planned", None, None, shapely.box(500, 0, 1000, 500)),
        ("Fir Area", "excluded", None, None, shapely.box(550, 0, 800, 500)),
    )
    whole = area_on(land.layers, "fir area", dt.date(2026, 6, 15))
    # 500 by 500 ft twice, less 250 by 500.
    assert (whole.land.area, whole.name) == (375_000, "fir area")
    assert in_service_area(land, whole.land).inside.tolist() == [0]
    assert area_on(land.layers, "Fir Area", dt.date(2026, 6, 15), ["sewered"]).land.area == 250_000


def test_a_version_holds_from_its_first_to_its_last_day() -> None:
    land = with_areas(
        land_of(parcels=[lot("1", shapely.box(0, 0, 9, 9))]),
        ("Elm", "planned", "2022-07-01", None, shapely.box(0, 0, 20, 20)),
        ("Elm", "planned", "2018-01-01", "2022-06-30", shapely.box(0, 0, 10, 10)),
    )
    versions = area_versions(land.layers, "Elm")
    assert [each.name for each in versions] == ["Elm, from 2018-01-01", "Elm, from 2022-07-01"]
    # SA-07 counts up to, not including, valid_to; the layer has the last day.
    assert [each.valid_to for each in versions] == [dt.date(2022, 7, 1), None]
    for day, area in (("2018-01-01", 100), ("2022-06-30", 100), ("2022-07-01", 400)):
        assert area_on(land.layers, "Elm", dt.date.fromisoformat(day)).land.area == area
    with pytest.raises(EditionMissing, match="2 other versions are on file"):
        area_on(land.layers, "Elm", dt.date(2017, 12, 31))


def test_what_cannot_be_told_is_refused() -> None:
    land = land_of(parcels=[lot("1", shapely.box(0, 0, 9, 9))])
    with pytest.raises(EditionMissing, match="No service areas are on file"):
        area_versions(land.layers, "Elm")
    both = with_areas(
        land,
        ("Elm", "planned", "2018-01-01", None, shapely.box(0, 0, 10, 10)),
        ("Elm", "planned", "2022-07-01", None, shapely.box(0, 0, 20, 20)),
    )
    assert area_on(both.layers, "Elm", dt.date(2020, 1, 1)).land.area == 100
    with pytest.raises(EditionAmbiguous, match="2 versions of the service area Elm"):
        area_on(both.layers, "Elm", dt.date(2022, 7, 1))
    assert area_versions(both.layers, "Ash") == ()
    with pytest.raises(EditionMissing, match="On file are: Elm"):
        area_on(both.layers, "Ash", dt.date(2022, 7, 1))
